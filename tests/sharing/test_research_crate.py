"""The research crate: a public validator accepts it, and every file in it is described."""

import json
from hashlib import sha256

import pytest

from methods.bench.dependencies import of_verdicts
from methods.bench.plan import Plan
from methods.errors import UserError
from methods.sealed_files import Damaged, write_sealed_json
from methods.sharing.all_scores import all_scores, write_table
from methods.sharing.research_crate import METADATA, write_crate
from tests.made_up import made_up_results
from tests.project import ROOT

BIOSCHEMAS = "https://bioschemas.org/"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A plan with stored results, the table of its scores, and a folder for the crate."""
    monkeypatch.chdir(tmp_path)
    results = made_up_results(
        tmp_path, {"alpha": {"A": [0.1, 0.2], "B": [0.3, 0.4]}},
        tables={"scores": {"function": "methods.tables.scores.score_table", "study": "main"}},
    )  # fmt: skip
    write_sealed_json("results/claims.json", {}, {})
    write_sealed_json("results/toy/claims.json", {}, of_verdicts(results.plan, "toy"))
    for name in ("scores.csv", "orphan.csv"):  # the experiment has no table of the second name
        (tmp_path / "results/toy" / name).write_text("{}")
    report = tmp_path / "results/data/raw/alpha/fetched.json"
    report.parent.mkdir(parents=True)
    source = {"path": "a.csv", "from": "https://example.invalid/a.csv", "sha256": "0" * 64}
    write_sealed_json(report, {"status": "ok", "files": [source]}, {})
    table = tmp_path / "scores.parquet"
    write_table(all_scores(results.plan), table)
    return results.plan, table, tmp_path / "crate"


def entities(folder):
    content = json.loads((folder / METADATA).read_text())
    return {entity["@id"]: entity for entity in content["@graph"]}


def test_every_file_is_described_with_its_hash(run):
    plan, table, folder = run
    write_crate(plan, ROOT, folder, [table], "")
    described = entities(folder)
    files = [f for f in folder.rglob("*") if f.is_file() and f.name != METADATA]
    assert len(files) > 100
    for file in files:
        entity = described[file.relative_to(folder).as_posix()]
        assert entity["sha256"] == sha256(file.read_bytes()).hexdigest()
    parts = [part["@id"] for part in described["./"]["hasPart"]]
    assert len(parts) == len(set(parts)) == len(files) + 1  # and the data set's upstream file
    assert described["https://example.invalid/a.csv"]["sha256"] == "0" * 64
    results = [part["@id"] for part in described["#run"]["result"]]
    assert results == [
        "results/claims.json", "results/toy/claims.json", "results/toy/scores.csv",
        "scores.parquet",
    ]  # fmt: skip


def test_a_crate_has_all_that_its_workflow_reads(run, tmp_path):
    plan, table, folder = run
    for part in ("methods", "workflow"):
        (tmp_path / "project" / part).parent.mkdir(exist_ok=True)
        (tmp_path / "project" / part).symlink_to(ROOT / part)
    (tmp_path / "project/Snakefile").write_text("")
    package = tmp_path / "project/plugins/mine/machine.py"
    package.parent.mkdir(parents=True)
    package.write_text("")
    write_crate(plan, tmp_path / "project", folder, [table], "")
    assert (folder / "plugins/mine/machine.py").exists()
    for part in ("methods", "workflow"):
        files = [f for f in (ROOT / part).rglob("*.*") if f.is_file()]
        missing = [f for f in files if not (folder / f.relative_to(ROOT)).exists()]
        assert not [f for f in missing if "__pycache__" not in f.parts]


def test_results_of_another_scale_and_damaged_ones_are_refused(run, tmp_path):
    plan, table, folder = run
    other = Plan.from_config({"scale": "paper"}, tmp_path)
    with pytest.raises(UserError, match=r"results/toy/claims\.json is of a run with other"):
        write_crate(other, ROOT, folder, [table], "")
    ledger = tmp_path / "results/claims.json"
    ledger.write_text(ledger.read_text().replace("1", "2"))
    with pytest.raises(Damaged, match=r"results/claims\.json is damaged"):
        write_crate(plan, ROOT, folder, [table], "")
    assert not folder.exists()


def test_a_full_folder_and_a_missing_run_are_refused(run, tmp_path):
    plan, table, folder = run
    folder.mkdir()
    (folder / "thesis.tex").write_text("mine")
    with pytest.raises(UserError, match="not empty"):
        write_crate(plan, ROOT, folder, [table], "")
    (tmp_path / "results/claims.json").unlink()
    with pytest.raises(UserError, match="finish a run"):
        write_crate(plan, ROOT, tmp_path / "new", [table], "")


class Context:
    """The terms of RO-Crate 1.1 that a crate uses, as the web answers; tests ask no network."""

    status_code, ok, headers = 200, True, {"Content-Type": "application/ld+json"}

    def __init__(self, terms):
        own = {"ComputationalWorkflow", "FormalParameter"}
        self.content = {term: f"http://schema.org/{term}" for term in terms}
        self.content |= {term: BIOSCHEMAS + term for term in own}
        self.content |= {
            "File": "http://schema.org/MediaObject",
            "input": f"{BIOSCHEMAS}ComputationalWorkflow#input",
            "conformsTo": "http://purl.org/dc/terms/conformsTo",
        }

    def json(self):
        return {"@context": self.content}

    def raise_for_status(self):
        pass


def terms_of(folder):
    content = json.loads((folder / METADATA).read_text())["@graph"]
    kinds = [entity["@type"] for entity in content]
    names = {key for entity in content for key in entity if not key.startswith("@")}
    return names | {name for kind in kinds for name in ([kind] if isinstance(kind, str) else kind)}


@pytest.mark.slow
def test_a_public_validator_accepts_the_crate_and_refuses_a_broken_one(run, monkeypatch):
    services = pytest.importorskip("rocrate_validator.services")
    from rocrate_validator.models import Severity
    from rocrate_validator.utils.http import HttpRequester

    plan, table, folder = run
    write_crate(plan, ROOT, folder, [table], "A Person")
    context = Context(terms_of(folder))
    monkeypatch.setattr(HttpRequester, "get", lambda *_, **__: context, raising=False)

    def issues():
        settings = services.ValidationSettings(
            rocrate_uri=str(folder), profile_identifier="workflow-run-crate-0.5",
            requirement_severity=Severity.REQUIRED, skip_availability_check=True,
        )  # fmt: skip
        return [issue.message for issue in services.validate(settings).get_issues()]

    assert issues() == []
    metadata = json.loads((folder / METADATA).read_text())
    for entity in metadata["@graph"]:
        entity.pop("instrument", None)
    (folder / METADATA).write_text(json.dumps(metadata))
    assert any("instrument" in message for message in issues())
