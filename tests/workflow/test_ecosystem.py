"""Files for others' tools: hosted tests, containers, conda, and the catalogue of workflows.

None of these tools runs here. The tests check what the formats ask for, and what the files name.
"""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.project import ROOT

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml"))
CATALOGUE = ROOT / ".snakemake-workflow-catalog.yml"
CONDA = ROOT / ".ci" / "environment.yml"
CONTAINERS = [ROOT / ".ci" / "Containerfile", ROOT / ".ci" / "apptainer.def"]
HOSTED = [*WORKFLOWS, *FORMS, GITHUB / "dependabot.yml", CATALOGUE, CONDA, *CONTAINERS]
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def read(path: Path) -> dict:
    return yaml.safe_load(path.read_text("utf-8"))


def targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    lines = re.findall(r"^([\w-]+(?: [\w-]+)*):", makefile, re.MULTILINE)
    return {name for names in lines for name in names.split()}


def of_readme() -> list[str]:
    """The two commands with which the README says how to run the benchmark."""
    text = (ROOT / "README.md").read_text("utf-8")
    first = [line for line in text.splitlines() if line.startswith("    ")][:2]
    return [line.split("#")[0].strip() for line in first]


@pytest.mark.parametrize("path", HOSTED, ids=lambda path: path.name)
def test_nothing_names_a_registry_or_a_secret(path):
    assert not re.search(r"://|secrets\.|password|pypi|ghcr|docker\.io", path.read_text("utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
class TestHostedWorkflow:
    def test_jobs_have_a_fixed_system_and_no_rights_that_they_do_not_state(self, path):
        content = read(path)
        # YAML 1.1 reads the key `on` as true
        assert set(content) <= {"name", True, "permissions", "concurrency", "jobs"}
        assert content["name"] and content[True] and content["permissions"] == {"contents": "read"}
        for job in content["jobs"].values():
            assert re.fullmatch(r"ubuntu-\d\d\.04", job["runs-on"])
            assert set(job.get("needs", "").split()) <= set(content["jobs"])
            for step in job["steps"]:
                assert ("uses" in step) != ("run" in step)

    def test_actions_are_pinned_to_a_commit_whose_version_stands_beside_it(self, path):
        uses = re.findall(r"uses: (.+)", path.read_text("utf-8"))
        assert uses and all(PINNED.fullmatch(action) for action in uses), uses

    def test_commands_name_targets_and_files_that_are_there(self, path):
        runs = [
            step["run"]
            for job in read(path)["jobs"].values()
            for step in job["steps"]
            if "run" in step
        ]
        for command in runs:
            assert set(re.findall(r"\bmake ([\w-]+)", command)) <= targets()
            for file in re.findall(r"(?<![\w/])(?:tests|\.ci|\.github)/[\w./-]+", command):
                assert (ROOT / file).is_file(), file


def test_an_action_has_one_version_everywhere():
    uses = {use for path in WORKFLOWS for use in re.findall(r"uses: (.+)", path.read_text())}
    assert len(uses) == len({use.split("@")[0] for use in uses})


def test_hosted_tests_run_on_three_pythons_from_the_oldest_allowed_on():
    pythons = read(GITHUB / "workflows/tests.yml")["jobs"]["tests"]["strategy"]["matrix"]["python"]
    minors = [int(python.removeprefix("3.")) for python in pythons]
    assert f">=3.{minors[0]}" == PROJECT["requires-python"].split(",")[0]
    assert minors == list(range(minors[0], minors[0] + 3))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_issue_forms_have_what_the_format_asks_for(path):
    form = read(path)
    assert set(form) == {"name", "description", "body"}
    labels = [item["attributes"]["label"] for item in form["body"]]
    assert len(set(labels)) == len(labels) and all(labels)
    for item in form["body"]:
        assert set(item) <= {"type", "attributes", "validations"}
        assert item["type"] in {"textarea", "input", "dropdown", "checkboxes"}
        assert set(item["attributes"]) <= {
            "label",
            "description",
            "placeholder",
            "render",
            "options",
        }


def test_links_of_the_pull_request_template_lead_to_files():
    text = (GITHUB / "pull_request_template.md").read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)", text):
        assert (GITHUB / link).is_file(), link


def test_actions_are_updated_monthly():
    content = read(GITHUB / "dependabot.yml")
    assert content["version"] == 2
    (update,) = content["updates"]
    assert set(update) <= {"package-ecosystem", "directory", "schedule", "groups"}
    assert update["package-ecosystem"] == "github-actions" and update["directory"] == "/"
    assert update["schedule"] == {"interval": "monthly"}


def test_containers_are_built_by_the_commands_of_the_readme():
    run, test = of_readme()
    text = (ROOT / ".ci/Containerfile").read_text("utf-8")
    stages = re.findall(r"^FROM \S+ AS (\w+)\n((?:[^F\n].*\n)+)", text, re.MULTILINE)
    steps = {name: re.findall(r"^RUN (.+)", stage, re.MULTILINE) for name, stage in stages}
    assert steps["run"] == [run] and steps["test"] == [test]
    assert text.endswith("\nFROM run\n")  # what is built unless a stage is named
    sections = dict(
        re.findall(
            r"^%(\w+)\n((?:    .+\n)+)", (ROOT / ".ci/apptainer.def").read_text(), re.MULTILINE
        )
    )
    assert sections["post"].split("\n")[1].strip() == run
    assert sections["test"].split("\n")[1].strip() == test


def test_containers_begin_with_the_same_image_and_leave_out_what_git_ignores():
    images = {
        re.search(r"^(?:FROM|From:) (python:\S+)", path.read_text(), re.MULTILINE)[1]
        for path in CONTAINERS
    }
    (image,) = images
    assert re.fullmatch(r"python:3\.\d+\.\d+-\w+", image)
    ignored = (ROOT / ".dockerignore").read_text().replace("**/", "")
    for entry in (ROOT / ".gitignore").read_text().splitlines():
        kept_out = entry.strip("/").removeprefix("!")
        cache = re.fullmatch(r"\.\w+_cache/", entry) and "\n.*_cache\n" in ignored
        assert cache or f"{kept_out}\n" in ignored, entry


def test_conda_takes_the_versions_of_the_lock():
    content = read(CONDA)
    python, pip, packages = content["dependencies"]
    assert python == f"python {PROJECT['requires-python']}" and pip == "pip"
    (option,) = packages["pip"]
    assert (CONDA.parent / option.removeprefix("-r ")).resolve() == ROOT / "requirements.lock"


def test_the_catalogue_of_workflows_reads_what_it_knows():
    (usage,) = read(CATALOGUE).values()
    assert set(usage) == {"mandatory-flags", "software-stack-deployment", "report"}
    assert set(usage["mandatory-flags"]) == {"desc", "flags"}
    kinds = usage["software-stack-deployment"]
    assert set(kinds) == {"conda", "apptainer", "apptainer+conda", "report"}
    # no rule names an environment or a container
    rules = "".join(path.read_text("utf-8") for path in (ROOT / "workflow/rules").glob("*.smk"))
    named = bool(re.search(r"^ +(conda|container):", rules, re.MULTILINE))
    assert kinds["conda"] is kinds["apptainer"] is kinds["apptainer+conda"] is named
    assert usage["report"] is kinds["report"] is ("report(" in rules)
