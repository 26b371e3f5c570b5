"""The workflow's lint, its schemas, the lock files, and what no file of the project may hold."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from methods.bench import experiments, plan
from methods.bench.source_hash import code_paths, home, imported_modules

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / "workflow"
RUN_LOCK = ROOT / "requirements.lock"
TEST_LOCK = ROOT / "requirements-test.lock"

# findings of `snakemake --lint` that stay, and why
ACCEPTED = {
    "Specify a conda environment or container for each rule.": (
        "one environment serves all rules, and make creates it from the hashed locks"
    ),
    "Shell command directly uses variable METHODS from outside of the rule": (
        "the interpreter's command differs from machine to machine, which shall make nothing again"
    ),
    "Shell command directly uses variable MIRROR from outside of the rule": (
        "as a parameter it would fetch again what was verified, each time the mirror moves"
    ),
}

MACHINE_PATH = re.compile(r"(?<![\w.~:/-])/(?:home|root|Users|work|tmp|mnt|opt)/\w")
NOT_OURS = {"results", "profiles", "slurm"}  # computed, and links to folders that are walked anyway


def test_lint_finds_what_is_accepted_and_nothing_else():
    command = [sys.executable, "-m", "snakemake", "--lint"]
    linted = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Lints for" in linted.stderr, linted.stderr
    titles = re.findall(r"^    \* (.+?)(?: in line \d+)?:$", linted.stderr, re.MULTILINE)
    assert set(titles) == set(ACCEPTED), linted.stderr


def schema(name: str) -> Draft202012Validator:
    content = yaml.safe_load((WORKFLOW / "schemas" / f"{name}.schema.yaml").read_text("utf-8"))
    Draft202012Validator.check_schema(content)
    return Draft202012Validator(content)


def complaints(name: str, path: Path) -> list[str]:
    content = yaml.safe_load(path.read_text("utf-8"))
    return [f"{e.json_path}: {e.message}" for e in schema(name).iter_errors(content)]


@pytest.mark.parametrize(
    "path", sorted((WORKFLOW / "experiments").glob("*.yaml")), ids=lambda path: path.stem
)
def test_every_experiment_meets_its_schema(path):
    assert complaints("experiment", path) == []


@pytest.mark.parametrize(
    "path", sorted((WORKFLOW / "experiments").glob("*.yaml")), ids=lambda path: path.stem
)
def test_no_fit_depends_on_the_code_that_judges_it(path):
    """An edit of a table or a verdict would cost the hours of all fits."""
    for study in experiments.load_experiment(path).studies.values():
        measured = [*study.record.measures.values(), *study.record.curves.values()]
        called = {*measured, *(p for m in study.methods for p in code_paths(m.spec))}
        for module in {m for p in called for m in imported_modules(home(p))}:
            assert not module.startswith(("methods.bench", "methods.claims", "methods.figures"))


def test_config_meets_its_schema():
    assert complaints("config", ROOT / "config.yaml") == []


def test_config_schema_and_code_have_the_same_keys_and_defaults():
    properties = schema("config").schema["properties"]
    assert {key: entry["default"] for key, entry in properties.items()} == plan.DEFAULTS


def test_experiment_schema_and_reader_know_the_same_keys():
    top = schema("experiment").schema
    parts = top["$defs"]
    assert set(top["properties"]) == experiments._EXPERIMENT_KEYS
    assert set(parts["study"]["properties"]) == experiments._STUDY_KEYS
    assert set(parts["record"]["properties"]) == experiments._RECORD_KEYS
    assert set(parts["scaling"]["properties"]) == experiments._SCALING_KEYS
    assert tuple(parts["conditions"]["properties"]["vary"]["enum"]) == experiments.VARIES
    splits = {
        kind["properties"]["kind"]["const"]: set(kind["properties"])
        for kind in parts["split"]["oneOf"]
    }
    assert splits == experiments._SPLIT_KEYS
    for kind, needed in experiments._OUTPUT_KEYS.items():
        outputs = top["properties"][kind]
        outputs = parts[outputs["$ref"].split("/")[-1]] if "$ref" in outputs else outputs
        assert set(outputs["additionalProperties"]["required"]) == set(needed)


def test_experiment_schema_and_reader_have_the_same_defaults():
    study = schema("experiment").schema["$defs"]["study"]["properties"]
    assert study["block_size"]["default"] == experiments.DEFAULT_BLOCK_SIZE
    assert study["seconds"]["default"] == experiments.DEFAULT_SECONDS
    assert study["memory_mb"]["default"] == experiments.DEFAULT_MEMORY_MB


def locked(path: Path) -> dict[str, list[str]]:
    """Requirement with its marker to its hashes; fails on any other line."""
    found: dict[str, list[str]] = {}
    for line in path.read_text("utf-8").replace(" \\\n", " ").splitlines():
        requirement, *hashes = re.split(r"\s+--hash=", line)
        assert re.match(r"[a-z0-9-]+==[0-9][^ ]*( ; .+)?$", requirement), line
        found[requirement] = hashes
    return found


@pytest.mark.parametrize("path", [RUN_LOCK, TEST_LOCK], ids=lambda path: path.name)
def test_every_locked_version_is_hashed(path):
    for requirement, hashes in locked(path).items():
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", value) for value in hashes), requirement


@pytest.mark.parametrize("path", [RUN_LOCK, TEST_LOCK], ids=lambda path: path.name)
def test_locks_name_no_registry(path):
    assert not re.search(r"://|index|find-links", path.read_text("utf-8"))


def test_tests_run_on_the_locked_versions_of_the_benchmark():
    run, test = locked(RUN_LOCK), locked(TEST_LOCK)
    assert {requirement: test.get(requirement) for requirement in run} == run


def test_locks_hold_what_the_project_depends_on():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [name for extra in project["optional-dependencies"].values() for name in extra]
    for path, wanted in [(RUN_LOCK, []), (TEST_LOCK, extras)]:
        names = {requirement.split("==")[0] for requirement in locked(path)}
        for dependency in [*project["dependencies"], *wanted]:
            assert re.split(r"[<>=!~ ]", dependency)[0].lower() in names, path.name


def our_files() -> Iterator[Path]:
    for top in ROOT.iterdir():
        if top.name in NOT_OURS or (top.name.startswith(".") and top.name != ".ci"):
            continue
        for path in [top] if top.is_file() else top.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
    yield from (path for path in (ROOT / "results" / "reference").rglob("*") if path.is_file())


def test_no_file_names_a_path_of_one_machine():
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in our_files()
        for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]
    assert found == []
