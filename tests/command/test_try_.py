"""`try`: what it makes of a wish, and one line for each mistake. Nothing is fitted here."""

import contextlib
import dataclasses
import os
import signal
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import yaml
from msgspec.structs import replace

from methods.bench import experiments
from methods.bench.experiments import load_experiment, slug
from methods.command import try_, try_project
from methods.command.command_line import main
from methods.command.estimate import Timed
from methods.command.try_estimate import (
    LONG,
    PARTS_OF_A_DATE,
    SECONDS_OF_A_JOB,
    in_words,
    n_features,
    reference_times,
    seconds_to_do,
)
from methods.command.try_project import (
    DEFAULTS,
    TRIALS,
    Wish,
    chosen_methods,
    own_methods,
    split_of,
)
from methods.data.columns import CATEGORICAL, DATE
from methods.errors import UserError
from methods.schemas.dataset import MAX_BYTES
from methods.schemas.named_columns import TableNotes
from tests.project import ROOT

ROWS = [f"{i % 7},{'abc'[i % 3]},{'xy'[i % 2]}" for i in range(40)]
HEADER = "age,colour,state\n"
GOOD = HEADER + "\n".join(ROWS)
EXPERIMENT = "results/tries/t/workflow/experiments/try.yaml"


@pytest.fixture
def tried(tmp_path, monkeypatch):
    """Call `try` on a text in t.csv, or on a file; the pipeline does not start."""
    monkeypatch.chdir(tmp_path)
    started = []
    monkeypatch.setattr(try_, "snakemake", lambda cores, lock: started.append(cores) or 0)

    def call(content, *more, target="state", name="t.csv"):
        if isinstance(content, str):
            content = content.encode()
        if content is not None:
            Path(name).write_bytes(content)
        status = main(["try", name, "--target", target, *(more or ["--methods", "Majority"])])
        assert bool(started) == (status == 0)
        started.clear()
        return status

    return call


def complaint(tried, capsys, *arguments, **options):
    assert tried(*arguments, **options) == 1
    (line,) = capsys.readouterr().err.splitlines()
    return line.removeprefix("error: ")


def experiment():
    return yaml.safe_load(Path(EXPERIMENT).read_text())


def test_a_binary_table_meets_all_vector_methods_of_the_yardstick(tried, capsys):
    assert tried(GOOD, "--trials", "7") == 0
    made, defaults = experiment(), load_experiment(ROOT / DEFAULTS)
    study = defaults.studies["halves"]
    installed = [method.name for method in study.methods if not study.lacks(method)]
    assert list(made["methods"]) == installed
    assert made["methods"]["Forest"] == defaults.studies["halves"].method("Forest").spec
    study = made["studies"]["halves"]
    assert study["split"] == {"kind": "holdout", "train": 0.5, "stratify": True}
    assert study["trials"] == TRIALS  # so that the size of a block is that of any call
    assert yaml.safe_load(Path("results/tries/t/config.yaml").read_text())["trials"] == 7
    said = capsys.readouterr().out
    assert "t.csv: 40 rows, 2 features in columns, 2 classes in 'state'" in said
    assert f"{len(installed)} methods x 7 trials" in said and "time: about " in said


def test_three_classes_leave_out_the_methods_of_two(tried, capsys):
    text = HEADER + "\n".join(f"{i % 7},{'ab'[i % 2]},{'xyz'[i % 3]}" for i in range(60))
    assert tried(text, "--trials", "2") == 0
    names = set(experiment()["methods"])
    assert {"Logistic", "Forest", "k-NN"} <= names and not {"L1-ERM10", "RCD"} & names
    message = complaint(tried, capsys, text, "--methods", "RCD")
    assert message.startswith("--methods: RCD is for two classes, the target has 3; choose from: ")


def test_a_method_of_ones_own_is_a_path_or_a_mapping():
    assert own_methods(["plugins.mine.NearestMean", {"class": "mine.NearestMean", "s": 1}]) == {
        "NearestMean": {"class": "mine.NearestMean"},
        "NearestMean 2": {"class": "mine.NearestMean", "s": 1},
    }


def test_methods_of_one_class_write_to_files_of_their_own():
    search = {"class": "sklearn.model_selection.GridSearchCV", "param_grid": {}}
    searches = [search | {"estimator": inner} for inner in ({"class": "mine.Tuned"}, "x", {})]
    assert [*own_methods(searches)] == ["Tuned", "GridSearchCV", "GridSearchCV 2"]
    names = own_methods(["mine.NearestMean"] * 3 + ["other.NearestMean"])
    assert len({slug(name) for name in names}) == 4


def test_the_first_metric_decides_and_error_is_always_shown(tried):
    more = ["--metric", "roc_auc", "--metric", "neg_log_loss"]
    assert tried(GOOD, "--methods", "Logistic", *more) == 0
    tables = experiment()["tables"]
    assert tables["who_wins"]["metric"] == "roc_auc"
    assert list(tables) == ["who_wins", "scores_roc_auc", "scores_neg_log_loss", "scores_error"]
    assert tables["scores_roc_auc"]["caption"].startswith("All methods by roc_auc, half the rows")
    config = yaml.safe_load(Path("results/tries/t/config.yaml").read_text())
    assert config["metrics"] == ["roc_auc", "neg_log_loss"]


def test_groups_and_the_notes_beside_the_table_are_taken(tried):
    Path("t.yaml").write_text("columns: {age: identifier}\ngroups: colour\n")
    text = HEADER + "\n".join(f"{i},c{i % 9},{'xy'[i % 2]}" for i in range(40))
    assert tried(text) == 1  # no feature is left
    text = "a,age,colour,state\n" + "\n".join(
        f"{i % 5},{i},c{i % 9},{'xy'[i % 2]}" for i in range(40)
    )
    assert tried(text) == 0
    assert experiment()["studies"]["halves"]["split"]["groups"] is True
    notes = yaml.safe_load(Path("results/tries/t/datasets/local/t.yaml").read_text())
    assert notes == {"columns": {"age": "identifier"}, "groups": "colour", "target": "state"}


@pytest.mark.parametrize("kind", ["parquet", "xlsx", "arff"])
def test_other_formats_are_taken(tried, kind):
    frame = pd.DataFrame({"age": np.arange(40.0) % 7, "colour": list("ab") * 20,
                          "state": list("xxyy") * 10})  # fmt: skip
    name = f"My table.{kind}"
    if kind == "parquet":
        frame.to_parquet(name)
    elif kind == "xlsx":
        pytest.importorskip("openpyxl")
        frame.to_excel(name, index=False)
    else:
        rows = "\n".join(",".join(map(str, row)) for row in frame.to_numpy())
        head = "@attribute age numeric\n@attribute colour {a,b}\n@attribute state {x,y}\n"
        Path(name).write_text(f"@relation t\n{head}@data\n{rows}\n")
    assert tried(None, name=name) == 0
    assert Path("results/tries/my_table/Snakefile").is_symlink()


BAD = {
    "no target": (GOOD, "stat", "t.csv: unknown column 'stat'; did you mean 'state'?"),
    "one class": (HEADER + "1,a,x\n2,b,x\n" * 9, "state", "name another one with --target"),
    "a rare class": (GOOD + "\n1,a,z", "state", "class 'z' has 1 row, and halves"),
    "a gap in the target": (GOOD + "\n1,a,", "state", "t.csv:42: column 'state': a gap"),
    "nothing but gaps": ("e,state\n" + ",x\n,y\n" * 9, "state", "no column is left as a feature"),
    "mixed types": (GOOD + "\noops,a,x", "state", "t.csv:42: column 'age': 'oops' is not a number"),
    "headers twice": ("v,v,state\n" + "\n".join(ROWS), "state", "t.csv:1: column 'v' comes twice"),
    "no feature": ("state\n" + "x\ny\n" * 9, "state", "one column; the class and at least one"),
    "ids alone": ("id,state\n" + "".join(f"{i},{'xy'[i % 2]}\n" for i in range(30)), "state",
                  "out: it counts the rows; write id: numeric under columns in t.yaml beside it"),
    "an empty file": ("", "state", "t.csv: holds no rows"),
    "a ragged row": (GOOD + "\n1,a,x,5", "state", "t.csv:42: 4 columns where the first row has 3"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_bad_table_is_one_line_with_the_users_own_file(tried, tmp_path, capsys, case):
    text, target, part = BAD[case]
    message = complaint(tried, capsys, text, target=target)
    assert message.startswith(str(tmp_path / "t.csv")) and part in message
    assert "datasets/local" not in message


FINE = {
    "decimal commas": (GOOD.replace(",", ";").replace("\n1;", "\n1,5;"), "decimal commas"),
    "byte order mark": ("\ufeff" + GOOD, "40 rows, 2 features"),
    "Latin-1": ((GOOD + "\n1,é,x").encode("latin-1"), "line 42 is not UTF-8"),
    "half numbers": (
        HEADER + "\n".join(f"{'k' * (i % 2 == 0)}{i % 7},a,{'xy'[i % 3 > 0]}" for i in range(40)),
        "'age': 20 of 40 values are numbers, and 'k0' in line 2 is not, so all are categories",
    ),
    "ids": ("id," + HEADER + "\n".join(f"{i},{r}" for i, r in enumerate(ROWS)), "'id' is left out"),
    "constant": ("k," + HEADER + "\n".join(f"1,{r}" for r in ROWS), "'k' is left out: all rows"),
    "empty": ("e," + HEADER + "\n".join(f",{r}" for r in ROWS), "'e' is left out"),
    "10,000 categories": (
        HEADER + "\n".join(f"{i % 7},k{i // 2},{'xy'[i % 3 > 0]}" for i in range(20000)),
        "10000 categories; 100 at most get an indicator",
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("case", FINE)
def test_what_was_made_of_an_odd_table_is_said_before_the_run(tried, capsys, case):
    text, part = FINE[case]
    assert tried(text) == 0
    assert part in capsys.readouterr().out


@pytest.mark.parametrize(
    "more", [["--method", "nope.X"], ["--metric", "roc_acu"], ["--target", "age"]]
)
def test_a_refused_call_leaves_the_project_of_an_earlier_one(tried, more):
    assert tried(GOOD) == 0
    files = [
        file for file in Path("results/tries/t").rglob("*.yaml") if "/methods/" not in str(file)
    ]
    before = {file: file.read_text() for file in files if not file.is_symlink()}
    assert tried(GOOD, "--methods", "Majority", *more) == 1
    assert before == {file: file.read_text() for file in before}


def test_a_file_of_5_gb_is_refused_before_it_is_read(tried, tmp_path, capsys):
    Path("t.csv").touch()
    os.truncate("t.csv", 5 * 10**9)
    assert complaint(tried, capsys, None) == (
        f"{tmp_path}/t.csv: 5000000000 bytes, the cap is {MAX_BYTES}; allow it with"
        " --max-bytes 5000000000, or save a part of its rows"
    )


def test_the_largest_size_of_a_file_is_an_option(tried, capsys):
    message = complaint(tried, capsys, GOOD, "--max-bytes", "20")
    assert (
        f"t.csv: {len(GOOD)} bytes, the cap is 20; allow it with --max-bytes {len(GOOD)}" in message
    )
    assert tried(GOOD, "--methods", "Majority", "--max-bytes", str(len(GOOD))) == 0


def test_the_default_number_of_trials_is_one(tried):
    assert tried(GOOD) == 0
    assert yaml.safe_load(Path("results/tries/t/config.yaml").read_text())["trials"] == TRIALS


@pytest.mark.parametrize(
    ("more", "part"),
    [
        (["--method", "NearestMean"], "write the dotted path of a class, such as"),
        (["--method", "nope.X"], "--method: cannot import 'nope.X'"),
        (["--methods", "Forst"], "--methods: unknown method 'Forst'; did you mean 'Forest'?"),
        (["--metric", "roc_acu"], "unknown metric 'roc_acu'; did you mean 'roc_auc'?"),
        (["--metric", "roc_curve"], "--metric roc_curve: a curve is no number"),
        (["--groups", "clinc"], "t.csv: unknown column 'clinc'"),
        (["--groups", "state"], "t.csv: column 'state' is both target and groups"),
        (["--out", "."], "is not empty; name a new folder with --out"),
        (["--out", "t.csv"], "is a file; name a new folder with --out"),
    ],
)
def test_a_bad_option_is_one_line_with_the_remedy(tried, capsys, more, part):
    assert part in complaint(tried, capsys, GOOD, *more)


@pytest.mark.parametrize("groups", ["xy", "zz"])
def test_groups_that_leave_a_class_on_one_side_are_refused(tried, capsys, groups):
    rows = (f"{i % 7},{groups[i % 2]},{'xy'[i % 2]}" for i in range(40))
    message = complaint(tried, capsys, HEADER + "\n".join(rows), "--groups", "colour")
    assert f"column 'colour': all rows of class 'x' are in one group, '{groups[0]}', and" in message


def test_a_folder_is_no_table(tried, capsys):
    Path("t.csv").mkdir()
    assert "t.csv is a folder; name a file in it" in complaint(tried, capsys, None)


def test_a_folder_with_results_of_another_table_is_kept(tried, tmp_path, capsys):
    assert tried(GOOD) == 0
    Path("results/tries/t/results").mkdir()
    Path("other").mkdir()
    Path("other/t.csv").write_text(GOOD)
    message = complaint(tried, capsys, None, name="other/t.csv")
    assert f"has results of {tmp_path}/t.csv; name another folder with --out" in message
    assert Path("results/tries/t/datasets/local/t.csv").readlink() == tmp_path / "t.csv"


def test_a_long_run_says_what_takes_long_and_how_to_make_it_less():
    lines = in_words({"Forest": 10 * LONG, "k-NN": LONG, "Mine": None}, cores=2)
    assert lines[0] == "time: about 17 min on 2 cores, without Mine, of which nothing is known"
    assert "Forest 91%, k-NN 9%" in lines[1] and "--trials" in lines[1] and "--methods" in lines[1]
    assert len(in_words({"Forest": LONG}, cores=2)) == 1
    assert in_words({}, cores=2) == []


def test_the_estimate_knows_every_method_of_the_yardstick():
    known = {name for timed in reference_times(ROOT, DEFAULTS) for name in timed.seconds}
    study = load_experiment(ROOT / DEFAULTS).studies["halves"]
    newer = {"LightGBM", "XGBoost", "CatBoost", "Average of three", "TabPFN"}  # than the kept run
    assert {method.name for method in study.methods} <= known | newer


def test_a_method_whose_package_is_absent_is_left_out_and_refused_by_name(monkeypatch):
    study = load_experiment(ROOT / DEFAULTS).studies["halves"]
    monkeypatch.setattr(experiments, "find_spec", lambda package: None)
    assert "LightGBM" not in [method.name for method in chosen_methods(study, [], 2)]
    with pytest.raises(UserError, match="--methods: LightGBM: lightgbm is not installed; run"):
        chosen_methods(study, ["LightGBM"], 2)


def test_names_of_methods_keep_their_order():
    study = load_experiment(ROOT / DEFAULTS).studies["halves"]
    assert [m.name for m in chosen_methods(study, ["k-NN", "Forest"], 2)] == ["Forest", "k-NN"]
    with pytest.raises(UserError, match="did you mean"):
        chosen_methods(study, ["Forrest"], 2)
    assert Wish(Path("/a/My Data 2.csv"), "y").name == "my_data_2"


def test_rows_are_split_by_groups_or_by_time():
    with pytest.raises(UserError, match="groups or by time"):
        split_of(TableNotes(groups="who", time="seen"))


@pytest.mark.parametrize(("asked", "trials"), [((), 10), (("--trials", "4"), 4)])
def test_a_table_with_a_time_has_a_trial_for_each_step(tried, capsys, asked, trials):
    Path("t.yaml").write_text("time: age\n")
    assert tried(GOOD, "--methods", "Majority", *asked) == 0
    assert experiment()["studies"]["halves"]["split"] == {"kind": "time", "folds": 10}
    assert f"1 method x {trials} trials" in capsys.readouterr().out


def test_notes_that_say_nothing_yet_are_no_fault(tried):
    Path("t.yaml").write_text("# groups: age\n")
    assert tried(GOOD, "--methods", "Majority") == 0


def test_what_is_asked_for_wins_over_the_notes_beside_the_table(tried):
    Path("t.yaml").write_text("target: age\ngroups: age\n")
    assert tried(GOOD, "--methods", "Majority", "--groups", "colour") == 0
    notes = yaml.safe_load(Path("results/tries/t/datasets/local/t.yaml").read_text())
    assert notes == {"target": "state", "groups": "colour"}


def test_a_method_of_hers_takes_the_place_of_a_shipped_one_of_its_name(tried):
    mine = "{class: sklearn.dummy.DummyClassifier, strategy: uniform}"
    wish = Wish(Path("t.csv"), "state", own=[yaml.safe_load(mine)], chosen=["Majority"])
    defaults = load_experiment(ROOT / DEFAULTS)
    study = next(iter(defaults.studies.values()))
    renamed = [replace(m, name="DummyClassifier") for m in study.methods if m.name == "Majority"]
    defaults = replace(defaults, studies={"halves": replace(study, methods=renamed)})
    wish = dataclasses.replace(wish, chosen=["DummyClassifier"], memory_mb=900, seconds=7)
    content = try_project.experiment_of(wish, defaults, 2, TableNotes())
    assert content["methods"] == {"DummyClassifier": yaml.safe_load(mine)}
    (entry,) = content["studies"].values()
    assert (entry["seconds"], entry["memory_mb"]) == (7, 900)


def test_a_backslash_in_the_name_of_a_table_is_one(tried, capsys):
    said = complaint(tried, capsys, HEADER + "1,a\n2,b\n", name="a\\d.csv")
    assert said.startswith(str(Path("a\\d.csv").absolute()))


def test_a_table_is_taken_whatever_the_case_of_its_ending(tried):
    assert tried(GOOD, name="t.CSV") == 0
    assert Path("results/tries/t/datasets/local/t.csv").is_symlink()


def test_a_class_with_just_enough_rows_is_taken(tried):
    assert tried(HEADER + "1,a,x\n" * 6 + "2,b,y\n" * 6) == 0


def test_columns_that_are_left_out_are_no_features(tried, capsys):
    Path("t.yaml").write_text("columns: {age: identifier}\n")
    assert tried(GOOD) == 0
    assert "t.csv: 40 rows, 1 feature in columns" in capsys.readouterr().out


def test_links_follow_a_project_that_has_moved(tmp_path):
    link = tmp_path / "methods"
    for place in ("before", "after"):
        try_project.link_to(link, tmp_path / place)
        assert link.readlink() == tmp_path / place


def test_a_file_that_says_the_same_is_not_written_again(tmp_path):
    file = tmp_path / "a.yaml"
    try_project.write_yaml(file, {"a": 1})
    os.utime(file, (1, 1))
    try_project.write_yaml(file, {"a": 1})
    assert file.stat().st_mtime == 1


def test_the_time_is_of_the_trials_to_do_each_within_its_limit(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("done").touch()
    blocks = [SimpleNamespace(path=path) for path in ("done", "b", "c")]
    study = SimpleNamespace(seconds=10.0)
    plan = SimpleNamespace(
        studies=lambda: [study], methods=lambda study: [SimpleNamespace(name="A")],
        blocks=lambda *_: blocks, block_size=lambda *_: 5, trials=lambda *_: 12,
    )  # fmt: skip
    dataset = SimpleNamespace(name="t", y=range(10), X=np.zeros((10, 3)), columns=())
    for seconds, of_trial in ((2.0, 2.0), (99.0, 10.0)):
        timed = [Timed(10 * 10 * 3, 1, {"A": seconds})]
        (said,) = seconds_to_do(plan, dataset, timed).values()
        assert said == pytest.approx(2 * (5 * of_trial + SECONDS_OF_A_JOB))


def test_the_times_are_those_of_all_studies_of_the_yardstick():
    kept = ROOT / "results/reference/yardstick"
    studies = load_experiment(ROOT / DEFAULTS).studies
    files = [file for study in studies for file in (kept / study / "runs").glob("*.parquet")]
    assert len(reference_times(ROOT, DEFAULTS)) == len(files)


def test_a_column_counts_as_the_features_that_it_becomes():
    kinds = [("number", 9, ""), (CATEGORICAL, 3, ""), (DATE, 99, ""), (CATEGORICAL, 4, "all alike")]
    columns = [SimpleNamespace(kind=k, distinct=n, left_out=why) for k, n, why in kinds]
    assert n_features(SimpleNamespace(columns=columns)) == 1 + 3 + PARTS_OF_A_DATE


def test_a_pipeline_that_is_stopped_is_killed_and_the_call_ends_as_one_that_was(
    tmp_path, monkeypatch
):
    calls, killed = [], []

    class Pipeline(contextlib.nullcontext):
        pid = 7

        def __init__(self, command, pass_fds):
            super().__init__(self)
            calls.append((command[3:], pass_fds))

        def wait(self):
            raise KeyboardInterrupt

    def unlock(command, pass_fds, **how):
        calls.append((command[3:], pass_fds))

    monkeypatch.setattr(try_.subprocess, "Popen", Pipeline)
    monkeypatch.setattr(try_.subprocess, "run", unlock)
    monkeypatch.setattr(try_, "kill_with_descendants", killed.append)
    before = signal.getsignal(signal.SIGTERM)
    for since, words in ((1.0, [["--cores", "2", "--unlock"]]), (None, [])):
        monkeypatch.setattr(try_, "locked_since", lambda since=since: since)
        assert try_.snakemake(2, lock=5) == 128 + signal.SIGTERM
        assert calls == [(each, [5]) for each in (*words, ["--cores", "2"])]
        assert killed.pop() == 7 and signal.getsignal(signal.SIGTERM) is before
        calls.clear()
