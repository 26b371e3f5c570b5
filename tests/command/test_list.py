"""`list`: every kind of thing on a line, quickly."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from methods.command import last_run
from methods.command.command_line import main
from methods.command.show_paper import served
from methods.project import VARIABLE
from methods.sealed_files import write_sealed_json
from tests.made_up import FILES, MAJORITY, experiment, study, write_descriptor, write_experiment

ROOT = Path(__file__).resolve().parents[2]
CLAIM = {"function": "methods.claims.scores.lower", "study": "main", "methods": ["A"],
         "than": ["B"], "where": "Table 1", "says": "A beats B"}  # fmt: skip


@pytest.fixture
def project(tmp_path, monkeypatch):
    write_descriptor(tmp_path, "alpha")
    write_descriptor(tmp_path, "far", FILES)
    local = tmp_path / "datasets" / "local"
    local.mkdir()
    (local / "mine.csv").write_text("a,b,state\n1,2,ill\n3,4,well\n5,6,ill\n7,8,well\n")
    content = experiment(studies={"main": study(["alpha", "mine"], ["A", "B"])})
    write_experiment(tmp_path, {**content, "claims": {"a-wins": CLAIM}})
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def listed(capsys, what):
    assert main(["list", what]) == 0
    return [line.split() for line in capsys.readouterr().out.splitlines()[1:]]


def test_methods_come_with_their_class_and_experiment(project, capsys):
    rows = listed(capsys, "methods")
    assert [row[0] for row in rows] == ["A", "B"]
    assert all(row[1].startswith("sklearn.") and row[2] == "toy" for row in rows)


def test_data_sets_come_with_size_origin_and_whether_they_are_here(project, capsys):
    fetched = project / "results/data/raw/far/fetched.json"
    write_sealed_json(fetched, {"status": "missing"}, {})
    (project / "results/data/far.npz").touch()
    alpha, far, mine = listed(capsys, "datasets")
    assert alpha == ["alpha", "569", "x", "30", "2", "scikit-learn", "not", "yet", "toy"]
    assert far == ["far", "569", "x", "30", "2", "download", "missing"]
    assert mine == ["mine", "4", "x", "2", "2", "datasets/local", "not", "yet", "toy"]


def test_experiments_come_with_what_they_hold(project, capsys):
    ((name, *counts),) = listed(capsys, "experiments")
    assert name == "toy" and counts[:3] == ["1", "2", "2"] and counts[5] == "1"


def test_claims_come_with_the_last_verdict_of_this_folder_before_the_reference(project, capsys):
    assert "not tested yet" in " ".join(listed(capsys, "claims")[0])
    for folder, verdict in (("results/reference/toy", "fails"), ("results/toy", "holds")):
        entry = {"name": "toy/a-wins", "verdict": verdict}
        write_sealed_json(project / folder / "claims.json", {"claims": [entry]}, {})
        assert listed(capsys, "claims")[0][:2] == ["toy/a-wins", verdict]


@pytest.mark.parametrize("verdict", ["holds", "fails"])
def test_a_verdict_by_argument_keeps_its_word(project, capsys, verdict):
    entry = {"name": "toy/a-wins", "verdict": verdict, "derived": "tests/a.py::test_b"}
    write_sealed_json(project / "results/toy/claims.json", {"claims": [entry]}, {})
    assert listed(capsys, "claims")[0][1:4] == [verdict, "by", "argument"]


@pytest.mark.parametrize(
    ("what", "path", "makes"),
    [
        ("tables", "methods.tables.scores.score_table", "Methods by data sets"),
        ("figures", "methods.figures.curves.rank_diagram", "Average ranks"),
        ("claim-tests", "methods.claims.scores.lower", "Do `methods` score lower than"),
    ],
)
def test_output_functions_come_with_what_they_make(project, capsys, what, path, makes):
    lines = {row[0]: " ".join(row[1:]) for row in listed(capsys, what)}
    assert lines[path].startswith(makes)
    assert all(name.count(".") >= 3 for name in lines)


def test_a_list_of_what_there_is_not_names_the_choices(capsys):
    with pytest.raises(SystemExit):
        main(["list", "models"])
    assert "'methods', 'datasets', 'experiments', 'papers', 'claims'" in capsys.readouterr().err


def test_a_listing_imports_nothing_heavy():
    code = (
        "import sys; from methods.command.command_line import main; main(['list', 'methods']);"
        "print(sorted({'numpy', 'pandas', 'sklearn', 'numba', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


@pytest.mark.slow
def test_output_into_a_closed_pipe_is_no_traceback():
    command = f"{sys.executable} -m methods list claims | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.startswith("CLAIM") and not done.stderr


def test_a_name_has_a_line_for_each_of_its_classes_with_all_experiments(project, capsys):
    forest = "sklearn.ensemble.RandomForestClassifier"
    write_experiment(project, experiment(methods={"A": MAJORITY, "B": {"class": forest}}), "zoo")
    rows = [[row[0], *row[2:], row[1].rpartition(".")[2]] for row in listed(capsys, "methods")]
    assert rows == [
        ["A", "toy,", "zoo", "DummyClassifier"], ["B", "toy", "DummyClassifier"],
        ["B", "zoo", "RandomForestClassifier"],
    ]  # fmt: skip


def test_what_two_studies_share_counts_once(project, capsys):
    studies = {"main": study(["alpha", "mine"], ["A", "B"]), "side": study(["alpha"], ["B"])}
    write_experiment(project, experiment(studies=studies))
    ((_, *counts),) = listed(capsys, "experiments")
    assert counts[:3] == ["2", "2", "2"]


def test_a_data_set_that_reads_the_files_of_another_is_missing_with_it(project, capsys):
    write_descriptor(project, "near", {"format": "delimited", "delimiter": ","})
    file = project / "datasets/near.yaml"
    file.write_text(f"{file.read_text()}files_of: far\n")
    write_sealed_json(project / "results/data/raw/far/fetched.json", {"status": "missing"}, {})
    (project / "results/data/near.npz").touch()
    rows = {row[0]: row for row in listed(capsys, "datasets")}
    assert rows["near"][6] == "missing"


def test_a_data_set_that_any_source_may_fetch_is_a_download(project, capsys):
    file = project / "datasets/far.yaml"
    content = yaml.safe_load(file.read_text())
    own = {**FILES, "files": [{"path": "far/own.csv"}]}
    file.write_text(yaml.safe_dump({**content, "sources": [own, FILES]}))
    assert listed(capsys, "datasets")[1][5] == "download"
    file.write_text(yaml.safe_dump({**content, "sources": [own]}))
    assert listed(capsys, "datasets")[1][5:7] == ["own", "copy"]


def test_a_paper_has_the_verdicts_of_all_its_experiments(monkeypatch):
    verdict = {"verdict": "cannot be tested here"}
    on_it = [SimpleNamespace(name=name, claims={"a": {}, "b": {}}) for name in ("one", "two")]
    monkeypatch.setattr(last_run, "verdicts", lambda name: {"a": verdict})
    parts = {kind: {} for kind in ("tables", "figures", "equations")}
    assert served(SimpleNamespace(**parts, untested=[]), on_it)["claims"] == "2 of 4"


def test_a_data_set_is_used_under_each_of_its_names(project, capsys):
    file = project / "datasets/far.yaml"
    file.write_text(yaml.safe_dump(yaml.safe_load(file.read_text()) | {"aliases": ["remote"]}))
    write_experiment(project, experiment(["remote"], ["A"]), "other")
    (row,) = [row for row in listed(capsys, "datasets") if row[0] == "far"]
    assert row[-1] == "other"
