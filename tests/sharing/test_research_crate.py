"""The research crate: a public validator accepts it, and every file in it is described."""

import json
from hashlib import sha256

import pytest

from methods.errors import UserError
from methods.sharing.all_scores import all_scores, write_table
from methods.sharing.research_crate import METADATA, write_crate
from tests.made_up import made_up_results
from tests.project import ROOT

BIOSCHEMAS = "https://bioschemas.org/"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A plan with stored results, the table of its scores, and a folder for the crate."""
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2], "B": [0.3, 0.4]}})
    for file in ("results/claims.json", "results/toy/claims.json", "results/toy/table.csv"):
        (tmp_path / file).write_text("{}")
    report = tmp_path / "results/data/raw/alpha/fetched.json"
    report.parent.mkdir(parents=True)
    source = {"path": "a.csv", "url": "https://example.invalid/a.csv", "sha256": "0" * 64}
    report.write_text(json.dumps({"status": "ok", "files": [source]}))
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
        "results/claims.json", "results/toy/claims.json", "results/toy/table.csv", "scores.parquet",
    ]  # fmt: skip


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
