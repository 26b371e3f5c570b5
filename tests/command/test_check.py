"""`check`: every fault is a line, and without one there is an estimate."""

import re
from types import SimpleNamespace

import pandas as pd
import pytest
import yaml

from methods.bench.plan import Plan
from methods.command.command_line import main
from methods.command.estimate import (
    Cost,
    Timed,
    cost,
    expected_shape,
    expected_work,
    row,
    seconds_by_size,
)
from methods.data.catalogue import load_catalogue
from tests.made_up import experiment, store_frame, study, write_descriptor, write_experiment
from tests.project import ROOT


@pytest.fixture
def edit(project):
    """Change the experiment file by a function of its content."""
    file = project / "workflow/experiments/toy.yaml"

    def change(function):
        content = yaml.safe_load(file.read_text())
        function(content)
        file.write_text(yaml.safe_dump(content, sort_keys=False))

    return change


def check(capsys, *arguments):
    status = main(["check", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err.splitlines()


def test_a_sound_project_gets_an_estimate_of_unknown_cost_before_its_first_run(project, capsys):
    status, out, faults = check(capsys)
    assert status == 0 and not faults
    assert "no fault in 1 experiment and 1 data set" in out
    assert re.search(r"^toy +4 +4 +4 +unknown +unknown$", out, re.MULTILINE)
    assert "1 data set to fetch and prepare, 136.6 kB prepared" in out  # 569 x 30 x 8 bytes


def test_a_plugin_whose_name_has_a_dot_is_one_that_nothing_imports(project, capsys):
    (project / "plugins").mkdir()
    (project / "plugins/mine.v2.py").touch()
    _, _, faults = check(capsys)
    assert faults[0] == (
        "error: plugins/mine.v2: import mine.v2 finds nothing; choose another name"
    )


def test_hidden_files_of_an_editor_or_a_system_are_none_of_the_project(project, capsys):
    (project / "plugins").mkdir()
    for file in ("workflow/experiments/toy.yaml", "datasets/alpha.yaml", "plugins/mine.py"):
        lock = project / file
        # Emacs makes such a link to nowhere while a file is edited
        lock.with_name(f".#{lock.name}").symlink_to("me@machine.123:4")
        lock.with_name(f"._{lock.name}").write_bytes(b"\0\5\26\7")  # of another system
    status, _, faults = check(capsys)
    assert status == 0 and not faults
    assert main(["list", "datasets"]) == 0


@pytest.mark.slow
def test_the_estimate_is_of_what_is_not_there_by_what_earlier_fits_took(finished, capsys):
    file = "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file).assign(cpu_seconds=[5.0, 7.0, None, None], predict_seconds=0.0)
    store_frame(runs, file)
    _, out, _ = check(capsys)
    # 2 trials of 6 s each; the method that always fails has no time of its own
    assert re.search(r"^toy +2 +4 +\d +12 s, 1 job unknown +\d.* kB$", out, re.MULTILINE)
    assert "0 data sets to fetch" in out


def test_a_fit_that_was_stopped_counts_with_the_time_it_was_given(finished, capsys):
    file = "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file).assign(cpu_seconds=[5.0, 7.0, None, None], predict_seconds=0.0)
    runs.loc[runs["method"] == "Broken", "status"] = "timeout"
    store_frame(runs, file)
    _, out, _ = check(capsys)
    assert re.search(r"^toy .* 20 min +", out, re.MULTILINE)  # 2 trials of 600 s


def test_each_method_whose_package_is_absent_is_told_once_for_an_experiment(project, edit, capsys):
    rivals = {name: {"class": f"{name.lower()}_of_tests.Rival"} for name in ("First", "Last")}
    edit(lambda c: c["methods"].update(rivals))
    edit(lambda c: c["studies"]["main"].update({"methods": ["First", "Small tree", "Last"]}))
    edit(lambda c: c["studies"].update({"again": c["studies"]["main"]}))
    absent = {"first_of_tests": "get it", "last_of_tests": "buy it"}
    edit(lambda c: c.update({"optional": absent, "claims": {}}))
    status, out, _ = check(capsys)
    assert status == 0
    assert re.findall("^toy: .*", out, re.MULTILINE) == [
        "toy: First leaves gaps: first_of_tests is not installed; get it",
        "toy: Last leaves gaps: last_of_tests is not installed; buy it",
    ]


TABLE = """from methods.schemas.option_kinds import Metric, StudyName


def table(results, *, study: StudyName, metric: Metric): ...
"""
TREE = "sklearn.tree.DecisionTreeClassifier"
FAULTS = {
    "class": (
        lambda c: c["methods"]["Broken"].update({"class": "sklearn.tree.DecisionTreClassifier"}),
        "toy: methods.Broken: sklearn.tree: unknown name 'DecisionTreClassifier'"),
    "parameter": (
        lambda c: c["methods"]["Broken"].update({"depth": 3}),
        "unknown parameter 'depth'; did you mean 'max_depth'"),
    "parameter of a data set": (
        lambda c: c["studies"]["main"].update(
            {"parameters_by_dataset": {"alpha": {"max_depth": {"class": TREE, "depth": 3}}}}),
        f"toy/main: Small tree: {TREE}: unknown parameter 'depth'; did you mean 'max_depth'"),
    "no estimator": (
        lambda c: c["methods"].update({"Broken": {"class": "datetime.timedelta"}}),
        "toy/main: Broken: datetime.timedelta has no fit"),
    "swept parameter": (
        lambda c: c["studies"]["main"].update(
            {"conditions": {"vary": "parameter", "name": "depth", "values": [1, 2]}}),
        "toy/main: Small tree: ValueError: Invalid parameter 'depth'"),
    "measure": (
        lambda c: c["studies"]["main"].update({"record": {"measures": {"m": "methods.seeds.non"}}}),
        "toy/main: methods.seeds: unknown name 'non'"),
    "attribute": (
        lambda c: c["studies"]["main"].update({"record": {"scalars": {"leaves": "n_featurs_in_"}}}),
        "toy/main: record: leaves: unknown attribute 'n_featurs_in_'; did you mean 'n_features_"),
    "option": (
        lambda c: c["tables"]["t"].update({"metrc": "error"}),
        "toy: tables: t: methods.tables.scores.score_table: unknown option 'metrc'"),
    "name in a table": (
        lambda c: c["tables"]["t"].update({"function": "made_up_table.table", "metric": "eror"}),
        "toy: tables: t: metric: unknown metric 'eror'; did you mean 'error'?"),
    "key": (
        lambda c: c["studies"]["main"].update({"trails": 3}),
        "toy: studies.main: unknown key 'trails'"),
    "schema": (
        lambda c: c["studies"]["main"].update({"block_size": 0}),
        "toy: studies.main.block_size: 0 is not a whole number from 1 to"),
    "data set": (
        lambda c: c["studies"]["main"].update({"datasets": ["alpa"]}),
        "toy: studies.main.datasets: unknown data set 'alpa'"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_an_experiment_is_a_line(project, edit, capsys, monkeypatch, name):
    change, message = FAULTS[name]
    (project / "made_up_table.py").write_text(TABLE)
    monkeypatch.syspath_prepend(str(project))
    edit(change)
    status, out, (fault, *_, count) = check(capsys)
    assert status == 1 and not out and count.endswith(" found")
    assert fault.startswith("error: ") and message in fault


def test_all_faults_are_listed_not_the_first_alone(project, edit, capsys):
    edit(lambda c: c["studies"]["main"].update({"trails": 3}))
    (project / "datasets/alpha.yaml").write_text("name: alpha\n")
    (project / "config.yaml").write_text("scale: fast\n")
    _, _, faults = check(capsys)
    assert [fault.split(": ")[1:3] for fault in faults[:1]] == [["toy", "studies.main"]]
    assert faults[-1] == "11 faults found"
    assert any("config.yaml: scale" in fault for fault in faults)


def test_experiments_that_are_not_selected_are_looked_at_too(project, capsys):
    content = experiment(methods={"Lost": {"class": "sklearn.tree.Twig"}})
    write_experiment(project, content, "later")
    (fault, _) = check(capsys, "--config", "experiments=toy")[2]
    assert fault.startswith("error: later: methods.Lost: sklearn.tree: unknown name 'Twig'")


def test_many_classes_for_a_method_of_two_are_a_fault(project, edit, capsys):
    write_descriptor(project, "many")
    file = project / "datasets/many.yaml"
    file.write_text(file.read_text().replace("  benign: 357", "  benign: 356\n  other: 1"))
    edit(lambda c: c["methods"].update({"Broken": {"class": "methods.PrimalSVM"}}))
    edit(lambda c: c["studies"]["main"].update({"datasets": ["alpha", "many"]}))
    assert check(capsys)[2][0] == "error: toy/main: Broken is for two classes, many has 3"


def test_a_table_with_a_word_among_its_numbers_is_a_fault(project, capsys):
    folder = project / "datasets/local"
    folder.mkdir()
    (folder / "mine.csv").write_text("1,2,a\n3,x,b\n4,5,a\n6,7,b\n")
    assert check(capsys)[2][0] == (
        "error: datasets/local/mine.csv: mine.csv:2: column 'column 2': 'x' is not a number among"
        " numbers; write NA for a gap, or columns: {column 2: categorical} in mine.yaml beside it"
        " or in the descriptor"
    )


def test_a_plugin_with_the_name_of_a_library_is_a_fault(project, capsys):
    (project / "plugins").mkdir()
    (project / "plugins/random.py").touch()
    (fault, _) = check(capsys)[2]
    assert fault.startswith("error: plugins/random: import random finds ")


def test_a_time_without_earlier_fits_is_that_of_the_nearest_size():
    timed = [
        Timed(1000, 1, {"SVM": 2.0}), Timed(10_000, 1, {"SVM": 5.0, "Forest": 1.0}),
        Timed(40_000, 3, {"SVM": 700.0}),
    ]  # fmt: skip
    assert seconds_by_size(timed, 40_000, 1, "SVM") == 20.0
    assert seconds_by_size(timed, 1500, 1, "SVM") == 3.0
    assert seconds_by_size(timed, 1500, 1, "Forest") == 0.15  # it did not run on the smaller one
    assert seconds_by_size(timed, None, 1, "SVM") is None
    assert seconds_by_size(timed, 1500, 1, "Trees") is None


def test_jobs_whose_time_is_guessed_by_size_are_counted_beside_it():
    assert row("toy", Cost(fits=9, to_do=7, seconds=12.0))[4] == "12 s"
    assert row("toy", Cost(fits=9, to_do=7, seconds=12.0, by_size=3))[4] == "12 s (3 jobs by size)"


def test_a_size_that_nobody_knows_is_taken_from_the_printed_one():
    catalogue = load_catalogue(ROOT / "datasets")
    assert expected_shape(catalogue["inria_person"]) == [1821, 160, 96]
    assert expected_work(catalogue["inria_person"]) == 1821**2 * 160 * 96
    assert expected_shape(catalogue["eeg_alcoholism_subjects"]) == [61, 64, 64]


def test_a_shape_is_that_of_any_paper_that_prints_all_of_it():
    printed = [SimpleNamespace(shape=None), SimpleNamespace(shape=(9, 4))]
    assert expected_shape(SimpleNamespace(shape=(None, 4), printed=printed)) == [9, 4]


def test_the_memory_of_a_fit_is_that_of_the_studies_of_the_largest_data_set(project, edit, capsys):
    write_descriptor(project, "small")
    file = project / "datasets/small.yaml"
    file.write_text(file.read_text().replace("- 569\n", "- 9\n"))
    edit(lambda c: c["studies"]["main"].update({"memory_mb": 2000}))
    side = {"datasets": ["small"], "memory_mb": 700}
    edit(lambda c: c["studies"].update({"side": c["studies"]["main"] | side}))
    _, out, _ = check(capsys)
    assert "The largest data set is alpha" in out and "a fit on it may use 2000 MB." in out


def test_a_time_by_size_is_that_of_fits_of_the_same_experiment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_descriptor(tmp_path, "alpha")
    for name in ("ant", "toy"):
        write_experiment(tmp_path, experiment(["alpha"], ["A"]), name)
    plan, asked = Plan.from_config({}, tmp_path), []
    cost(plan, plan.study("toy", "main"), "alpha", lambda name: asked.append(name) or [])
    assert asked == ["toy"]


@pytest.mark.parametrize("name", ["random.py", "random/__init__.py"])
def test_a_package_of_plugins_with_the_name_of_a_library_is_a_fault(project, capsys, name):
    file = project / "plugins" / name
    file.parent.mkdir(parents=True)
    file.touch()
    (fault, _) = check(capsys)[2]
    assert fault.startswith("error: plugins/random: import random finds ")


def test_a_selection_of_which_nothing_runs_is_a_fault(project, edit, capsys):
    write_experiment(project, experiment(["alpha"], ["A"]), "other")
    never = {"smoke": 0, "quick": 0, "paper": 3}
    edit(lambda c: c["studies"]["main"].update({"trials": never}))
    assert check(capsys)[0] == 0
    (fault, _) = check(capsys, "--config", "experiments=[toy]")[2]
    assert fault.startswith("error: nothing to run at scale quick")


def test_a_source_of_which_a_file_is_missing_is_no_fault(project, capsys):
    files = {"files": [{"path": "local/a.txt"}, {"path": "local/b.txt"}], "format": "delimited"}
    write_descriptor(project, "beta", files)
    (project / "datasets/local").mkdir()
    (project / "datasets/local/a.txt").write_text("1,x\n2,y\n")
    assert check(capsys)[2] == []


def test_the_nearest_size_is_that_of_the_smallest_ratio():
    timed = [Timed(10, 1, {"SVM": 1.0}), Timed(1000, 1, {"SVM": 50.0})]
    assert seconds_by_size(timed, 200, 1, "SVM") == 10.0


def test_the_memory_of_a_fit_is_the_least_that_a_study_allows(project, edit, capsys):
    side = {"memory_mb": 700}
    edit(lambda c: c["studies"].update({"side": c["studies"]["main"] | side}))
    assert "a fit on it may use 700 MB." in check(capsys)[1]


def test_a_time_by_size_is_at_most_the_limit_of_each_fit_of_a_trial(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_descriptor(tmp_path, "alpha")
    sweep = {"vary": "parameter", "name": "constant", "values": [0, 1, 2]}
    main = study(["alpha"], ["A"], trials=1, block_size=1, seconds=10, conditions=sweep)
    write_experiment(tmp_path, experiment(["alpha"], ["A"], studies={"main": main}))
    plan = Plan.from_config({}, tmp_path)
    slow = Timed(1, 3, {"A": 1.0})
    assert cost(plan, plan.study("toy", "main"), "alpha", lambda name: [slow]).seconds == 30
