"""The research crate: a public validator accepts it, and every file in it is described."""

import json
import os
from hashlib import sha256

import pytest
import yaml

from methods.bench import paths
from methods.bench.dependencies import of_verdicts
from methods.bench.plan import Plan
from methods.errors import UserError
from methods.sealed_files import Damaged, read_sealed_json, write_sealed_json
from methods.sharing import research_crate
from methods.sharing.all_scores import all_scores, write_table
from methods.sharing.research_crate import METADATA, write_crate
from tests.made_up import FILES, experiment, made_up_results, write_descriptor, write_experiment
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.fixture
def small(tmp_path):
    """A project of a few files, of which some belong to a crate."""
    root = tmp_path / "small"
    for name in ("README.md", "LICENSE", "Snakefile", "datasets/alpha.yaml", "methods/a/b.py",
                 "methods/a/b.txt", "datasets/alpha.csv", "thesis.md", "methods/report/look/s.css",
                 "workflow/Zoë.yaml"):  # fmt: skip
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{name}\n")
    return root


OF_SMALL = [
    "LICENSE", "README.md", "Snakefile", "config.yaml", "datasets/alpha.yaml", "methods/a/b.py",
    "methods/report/look/s.css", "results/claims.json", "results/toy/claims.json",
    "results/toy/scores.csv", "scores.parquet", "workflow/Zoë.yaml",
]  # fmt: skip
UPSTREAM = "https://example.invalid/a.csv"


def names_of(references):
    return [reference["@id"] for reference in references]


def test_a_crate_lists_its_files_in_the_order_of_their_names_and_counts_them(run, small):
    plan, table, folder = run
    folder.mkdir()  # an empty folder may be there
    (small.parent / "results/toy/scores.tex").write_text("for the paper alone")
    assert write_crate(plan, small, folder, [table], "") == len(OF_SMALL)
    files = {f.relative_to(folder).as_posix() for f in folder.rglob("*") if f.is_file()}
    assert files == {*OF_SMALL, METADATA}
    assert names_of(entities(folder)["./"]["hasPart"]) == [*OF_SMALL, UPSTREAM]
    for name in ("README.md", "methods/a/b.py"):
        assert (folder / name).read_text() == f"{name}\n"
    text = (folder / METADATA).read_text(encoding="utf-8")
    assert '"workflow/Zoë.yaml"' in text and text.endswith("}\n")
    ids = [entity["@id"] for entity in json.loads(text)["@graph"]]
    assert len(ids) == len({*ids})


def test_a_file_is_described_by_its_size_and_its_format(run, small):
    plan, table, folder = run
    write_crate(plan, small, folder, [table], "")
    described = entities(folder)
    formats = {name: described[name]["encodingFormat"] for name in OF_SMALL}
    assert formats == {
        "LICENSE": "text/plain", "README.md": "text/markdown", "Snakefile": "text/plain",
        "config.yaml": "application/yaml", "datasets/alpha.yaml": "application/yaml",
        "methods/a/b.py": "text/x-python", "methods/report/look/s.css": "text/css",
        "results/claims.json": "application/json", "results/toy/claims.json": "application/json",
        "results/toy/scores.csv": "text/csv", "scores.parquet": "application/vnd.apache.parquet",
        "workflow/Zoë.yaml": "application/yaml",
    }  # fmt: skip
    assert described["LICENSE"]["contentSize"] == "8"
    assert [name for name in OF_SMALL if "about" in described[name]] == ["README.md"]
    assert described["README.md"]["about"] == {"@id": "./"}
    assert "ComputationalWorkflow" in described["Snakefile"]["@type"]
    assert described[METADATA]["about"] == {"@id": "./"}


def test_the_configuration_of_the_run_is_in_the_crate_and_among_its_inputs(run, small):
    plan, table, folder = run
    write_crate(plan, small, folder, [table], "")
    config = yaml.safe_load((folder / "config.yaml").read_text())
    assert config == json.loads(json.dumps(plan.config)) and [*config] == [*plan.config]
    described = entities(folder)
    settings = [f"#{key}" for key in plan.config]
    inputs = names_of(described["#run"]["object"])
    assert inputs == [*settings, UPSTREAM, "config.yaml"]
    assert described["#scale"]["value"] == '"quick"'
    assert names_of(described["Snakefile"]["input"]) == [f"#parameter-{key}" for key in plan.config]


@pytest.mark.parametrize(("by", "author"), [("A Person", "#agent"), ("", "#authors")])
def test_who_has_run_the_workflow_is_its_author_and_else_the_project_is(run, small, by, author):
    plan, table, folder = run
    write_crate(plan, small, folder, [table], by)
    described = entities(folder)
    assert described["./"]["author"] == {"@id": author}
    assert described["#run"].get("agent") == ({"@id": author} if by else None)
    assert described.get("#agent", {}).get("name", "") == by
    assert described["./"]["publisher"] == {"@id": "#authors"}


def test_each_profile_is_named_with_its_version(run, small):
    plan, table, folder = run
    write_crate(plan, small, folder, [table], "")
    described = entities(folder)
    profiles = names_of(described["./"]["conformsTo"])
    assert [(described[p]["name"], described[p]["version"]) for p in profiles] == [
        ("Process Run Crate", "0.5"), ("Workflow Run Crate", "0.5"), ("Workflow RO-Crate", "1.0")
    ]  # fmt: skip


def test_upstream_files_are_named_once_and_files_of_ones_own_are_not(run, small):
    plan, table, folder = run
    first, second = f"{UPSTREAM}?1", f"{UPSTREAM}?2"
    sources = [("a.csv", first), ("b.csv", "/data/b.csv"), ("c.csv", first), ("d.csv", second)]
    files = [{"path": name, "from": place, "sha256": name * 2} for name, place in sources]
    write_sealed_json("results/data/raw/alpha/fetched.json", {"status": "ok", "files": files}, {})
    write_crate(plan, small, folder, [table], "")
    described = entities(folder)
    assert names_of(described["./"]["hasPart"])[len(OF_SMALL) :] == [first, second]
    assert described[first] == {
        "@id": first, "@type": "File", "name": "alpha: a.csv", "sha256": "a.csva.csv"
    }  # fmt: skip
    assert described[second]["name"] == "alpha: d.csv"


def test_a_crate_without_fetched_files_has_no_upstream_files(run, small):
    plan, table, folder = run
    (small.parent / "results/data/raw/alpha/fetched.json").unlink()
    write_crate(plan, small, folder, [table], "")
    assert names_of(entities(folder)["./"]["hasPart"]) == OF_SMALL


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


def test_the_outcome_is_that_of_every_experiment_and_a_shared_file_is_named_once(run, tmp_path):
    write_descriptor(tmp_path, "beta", FILES)
    write_experiment(tmp_path, experiment(["alpha", "beta"], ["A", "B"]), "zoo")
    plan = Plan.from_config({"datasets": "all"}, tmp_path)
    report = read_sealed_json("results/data/raw/alpha/fetched.json")
    write_sealed_json("results/data/raw/beta/fetched.json", report, {})
    write_sealed_json("results/zoo/claims.json", {}, {})
    files = [name for name, _ in research_crate._outcome(plan)]
    assert files[:2] == ["results/claims.json", "results/toy/claims.json"]
    assert files[-1] == "results/zoo/claims.json"
    assert [e["@id"] for e in research_crate._data(plan)] == ["https://example.invalid/a.csv"]


def test_a_crate_is_of_the_run_and_not_of_what_else_is_in_the_folder(run, small, monkeypatch):
    plan, table, folder = run
    (small / "config.yaml").write_text("scale: paper\n")
    os.utime(paths.LEDGER, (0, 0))
    monkeypatch.setattr(Plan, "running", lambda plan: [])
    write_crate(plan, small, folder, [table], "")
    assert yaml.safe_load((folder / "config.yaml").read_text())["scale"] == "quick"
    action = entities(folder)["#run"]
    assert action["endTime"] == "1970-01-01T00:00:00+00:00"
    assert names_of(action["result"]) == ["results/claims.json", "scores.parquet"]


def test_data_that_share_their_files_are_named_by_these(run, small, monkeypatch):
    plan, table, folder = run
    monkeypatch.setattr(Plan, "used_datasets", lambda plan: ["a_reading_of_alpha"])
    monkeypatch.setattr(Plan, "fetched_datasets", lambda plan: ["alpha"])
    write_crate(plan, small, folder, [table], "")
    assert UPSTREAM in names_of(entities(folder)["#run"]["object"])
