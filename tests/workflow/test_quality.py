"""The workflow's lint, its schemas, the lock files, and what no file of the project may hold."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator
from packaging.requirements import Requirement

from methods.bench import experiments
from methods.bench.source_hash import code_paths, home, imported_modules
from methods.command import schemas
from methods.schemas.config import Config
from methods.yaml_files import read_yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / "workflow"
RUN_LOCK = ROOT / "requirements.lock"
TEST_LOCK = ROOT / "requirements-test.lock"
RIVALS_LOCK = ROOT / "requirements-rivals.lock"
OLDEST_LOCK = ROOT / "requirements-oldest.lock"
NEWEST_LOCK = ROOT / "requirements-newest.lock"
LOCKS = [RUN_LOCK, TEST_LOCK, RIVALS_LOCK, OLDEST_LOCK, NEWEST_LOCK]

# findings of `snakemake --lint` that stay, and why
ACCEPTED = {
    "Specify a conda environment or container for each rule.": (
        "one environment serves all rules, and make creates it from the hashed locks"
    ),
}

MACHINE_PATH = re.compile(r"(?<![\w.~:/-])/(?:home|root|Users|work|tmp|mnt|opt)/\w")
OURS = {".ci", ".github"}  # the hidden folders of the project
NOT_OURS = {"results", "profiles", "slurm"}  # computed, and links to folders that are walked anyway


@pytest.mark.slow
def test_lint_finds_what_is_accepted_and_nothing_else():
    command = [sys.executable, "-m", "snakemake", "--lint"]
    linted = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Lints for" in linted.stderr, linted.stderr
    titles = re.findall(r"^    \* (.+?)(?: in line \d+)?:$", linted.stderr, re.MULTILINE)
    assert set(titles) == set(ACCEPTED), linted.stderr


@pytest.mark.slow
def test_the_shipped_benchmark_can_be_planned():
    command = [sys.executable, "-m", "snakemake", "--cores", "1", "--dry-run", "--quiet", "all"]
    planned = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert planned.returncode == 0, planned.stdout[-2000:] + planned.stderr[-2000:]


@functools.cache
def validator(name: str) -> Draft202012Validator:
    content = read_yaml(WORKFLOW / "schemas" / f"{name}.schema.yaml")
    Draft202012Validator.check_schema(content)
    return Draft202012Validator(content)


@pytest.mark.parametrize("name", schemas.MODELS)
def test_the_schema_for_editors_is_that_of_the_model(name):
    """After an edit of a model: `python -m methods schemas`."""
    committed = WORKFLOW / "schemas" / f"{name}.schema.yaml"
    assert committed.read_text("utf-8") == schemas.schema_text(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("config", ROOT / "config.yaml"),
        *(("experiment", path) for path in sorted((WORKFLOW / "experiments").glob("*.yaml"))),
        *(("dataset", path) for path in sorted((ROOT / "datasets").glob("*.yaml"))),
    ],
    ids=lambda value: value if isinstance(value, str) else value.stem,
)
def test_every_file_that_is_shipped_meets_the_schema_for_editors(name, path):
    content = read_yaml(path)
    assert [f"{e.json_path}: {e.message}" for e in validator(name).iter_errors(content)] == []


def test_config_names_its_schema_and_every_key():
    """So that an editor completes it, and a reader sees what may be set."""
    text = (ROOT / "config.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=workflow/schemas/config.schema.yaml\n")
    assert tuple(yaml.safe_load(text)) == Config.__struct_fields__


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


def locked(path: Path) -> dict[str, list[str]]:
    """Requirement with its marker to its hashes; fails on any other line."""
    found: dict[str, list[str]] = {}
    for line in path.read_text("utf-8").replace(" \\\n", " ").splitlines():
        requirement, *hashes = re.split(r"\s+--hash=", line)
        assert re.match(r"[a-z0-9-]+(\[[a-z0-9,-]+\])?==[0-9][^ ]*( ; .+)?$", requirement), line
        found[requirement] = hashes
    return found


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_locked_version_is_hashed(path):
    for requirement, hashes in locked(path).items():
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", value) for value in hashes), requirement


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_locks_name_no_registry(path):
    assert not re.search(r"://|index|find-links", path.read_text("utf-8"))


@pytest.mark.parametrize("path", [TEST_LOCK, RIVALS_LOCK], ids=lambda path: path.name)
def test_tests_and_rivals_run_on_the_locked_versions_of_the_benchmark(path):
    run, more = locked(RUN_LOCK), locked(path)
    assert {requirement: more.get(requirement) for requirement in run} == run


def dependency_names(dependencies):
    return {re.split(r"[\[<>=!~; ]", dependency)[0].lower() for dependency in dependencies}


def test_locks_hold_what_the_project_depends_on():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = dict(project["optional-dependencies"])
    rivals = extras.pop("rivals")
    others = [dependency for extra in extras.values() for dependency in extra]
    run = [*extras["benchmark"], *extras["slurm"]]
    tested = [*extras["benchmark"], *extras["test"], *extras["excel"], *extras["openml"]]
    for path, wanted in [
        (RUN_LOCK, run), (TEST_LOCK, others), (RIVALS_LOCK, [*run, *rivals]),
        (OLDEST_LOCK, tested), (NEWEST_LOCK, [*tested, *extras["slurm"]]),
    ]:  # fmt: skip
        names = dependency_names(locked(path))
        assert dependency_names([*project["dependencies"], *wanted]) <= names, path.name
    # the default installation does not grow
    assert not dependency_names(rivals) & dependency_names(locked(RUN_LOCK))


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_locks_name_the_extras_that_packages_ask_for(path):
    """Else pip takes the newest version for the extra, once there is one, and refuses it for want
    of a hash."""
    names = {requirement.split("==")[0] for requirement in locked(path)}
    for package in distributions():
        for need in map(Requirement, package.requires or []):
            asked = need.marker is None or need.marker.evaluate({"extra": ""})
            if asked and need.extras and package.name.lower() in names:
                assert f"{need.name}[{','.join(sorted(need.extras))}]" in names


def test_the_oldest_lock_has_the_oldest_versions_that_the_project_allows():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wished = [*project["dependencies"], *project["optional-dependencies"]["benchmark"]]
    oldest = dict(re.split("==| ;", requirement)[:2] for requirement in locked(OLDEST_LOCK))
    for name, floor in (wish.split(">=") for wish in wished):
        assert (oldest[name] + ".0.0").startswith(f"{floor}."), name


def our_files() -> Iterator[Path]:
    for top in ROOT.iterdir():
        if top.name in NOT_OURS or (top.name.startswith(".") and top.name not in OURS):
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
