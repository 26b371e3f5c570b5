"""Experiment files: what they say when they are wrong."""

from contextlib import nullcontext
from datetime import date
from pathlib import Path

import pytest
import yaml

from methods.bench.experiments import (
    SCALES,
    Conditions,
    by_scale,
    load_experiment,
    load_experiments,
    slug,
    with_metrics,
)
from methods.errors import UserError
from tests.made_up import MAJORITY, experiment, study, write_experiment, write_paper

SHIPPED = sorted((Path(__file__).parents[2] / "workflow" / "experiments").glob("*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_experiment_is_well_formed(path):
    found = load_experiment(path)
    for one in found.studies.values():
        for scale in SCALES:
            assert by_scale(one.trials, scale) >= 0
            for label in one.conditions.labels(scale):
                assert str(one.conditions.value(label)) == label


def test_an_edited_file_is_read_anew(tmp_path):
    for title in ("One", "Other"):
        path = write_experiment(tmp_path, experiment(title=title))
        assert load_experiment(path).title == title


def test_defaults_fill_what_a_study_leaves_out(tmp_path):
    main = load_experiment(write_experiment(tmp_path, experiment())).study("main")
    assert (main.seconds, main.memory_mb) == (600.0, 4000)
    assert main.scaling is None and main.conditions.labels("quick") == ("",)
    assert [method.name for method in main.methods] == ["A", "B"]


@pytest.mark.parametrize(
    ("vary", "name", "fits"),
    [("test_noise", "methods.data.noise.salt_and_pepper", 1), ("train_size", "rows", 3)],
)
def test_one_fit_serves_conditions_that_change_the_test_rows_alone(tmp_path, vary, name, fits):
    sweep = {"vary": vary, "name": name, "values": {"smoke": [1], "quick": [1, 2, 3], "paper": [1]}}
    studies = {"main": study(["alpha"], ["A"], conditions=sweep)}
    content = experiment(methods=["A"], studies=studies)
    main = load_experiment(write_experiment(tmp_path, content)).study("main")
    assert main.fits_of_a_trial("quick") == fits and main.fits_of_a_trial("smoke") == 1
    assert main.one_fit_for_all_conditions == (vary == "test_noise")


def test_a_method_is_found_by_name_and_by_slug(tmp_path):
    content = experiment(methods=["L1-ERM10 tol 1e-9"])
    main = load_experiment(write_experiment(tmp_path, content)).study("main")
    assert main.method("l1_erm10_tol_1e_9") is main.method("L1-ERM10 tol 1e-9")


@pytest.mark.parametrize(
    ("name", "path"), [("L2-ERM10 E=Y", "l2_erm10_e_y"), ("<b>|&", "b"), ("../../x", "x")]
)
def test_a_slug_is_a_harmless_path_element(name, path):
    assert slug(name) == path


@pytest.mark.parametrize("value", [1e-5, 0.001, 3, True, None, "scale", "1e-05"])
def test_a_condition_means_the_value_that_stands_in_the_file(value):
    conditions = Conditions("parameter", "gamma", {"smoke": [value], "paper": [7]})
    (label,) = conditions.labels("smoke")
    assert conditions.value(label) is value
    with pytest.raises(UserError, match="gamma: unknown condition '8'"):
        conditions.value("8")


def broken(**main):
    content = experiment()
    content["studies"]["main"] |= main
    return content


def without(key):
    content = experiment()
    del content["studies"]["main"][key]
    return content


CLAIM = {"function": "methods.claims.reasoned.cannot", "why": "x", "where": "here", "says": "that"}
WRONG = {
    "unknown key": (experiment(studdies={}), "toy: unknown key 'studdies'; did you mean 'studies'"),
    "unknown study key": (
        broken(trails=3),
        "toy: studies.main: unknown key 'trails'; did you mean 'trials'"),
    "unknown method": (
        broken(methods=["AA"]),
        "toy: studies.main.methods: unknown method 'AA'; did you mean 'A'"),
    "missing key": (without("trials"), "toy: studies.main: key 'trials' is missing"),
    "no class": (experiment(methods={"A": {}}), "toy: methods.A: key 'class' is missing"),
    "same path": (
        experiment(methods={"A+": MAJORITY, "A-": MAJORITY}),
        "toy: methods: 'A+' and 'A-' make the same path"),
    "no letter": (experiment(methods={"+": MAJORITY}), "toy: methods: '+' has no letter of a-z"),
    "other letters": (experiment(methods={"лес": MAJORITY}), "'лес' has no letter of a-z and no"),
    "date": (
        experiment(methods={"A": MAJORITY | {"constant": date(2020, 2, 2)}}),
        "toy: methods.A.constant: 2020-02-02 is read as a date; put it in quotes"),
    "keys of two kinds": (
        experiment(methods={"A": MAJORITY | {"constant": {1: 2, "a": 3}}}),
        "toy: methods.A.constant: keys are of different types (int, str)"),
    "endless trials": (
        broken(trials=10**12),
        "toy: studies.main.trials: 1000000000000 is not a whole number from 0 to 1000000"),
    "words for a number": (
        broken(block_size="ten"),
        "toy: studies.main.block_size: 'ten' is not a whole number from 1"),
    "path as a name": (
        experiment(tables={"../t": {"function": "a.b"}}),
        "toy: tables: '../t' is not a name of a-z"),
    "no study": (experiment(studies={}), "toy: studies: needs at least 1 entry"),
    "empty study": (experiment(studies={"main": None}), "toy: studies.main: None is not a mapping"),
    "split": (
        broken(split={"kind": "holduot"}),
        "toy: studies.main.split.kind: unknown split 'holduot'; did you mean 'holdout'"),
    "split as a word": (
        broken(split="holdout"),
        "toy: studies.main.split: 'holdout' is not a mapping"),
    "split key": (
        broken(split={"kind": "holdout", "tran": 2}),
        "split: unknown key 'tran'; did you mean 'train'"),
    "split size": (
        broken(split={"kind": "holdout"}),
        "toy: studies.main.split: key 'train' is missing"),
    "stratified groups": (
        broken(split={"kind": "holdout", "train": 0.5, "groups": True, "stratify": True}),
        "toy: studies.main.split: a split of whole groups cannot stratify"),
    "scaling without rows": (
        broken(scaling={"range": [0, 1]}), "toy: studies.main.scaling: key 'rows' is missing"),
    "scaling": (
        broken(scaling={"rows": "all"}),
        "scaling needs exactly one of range, variance and norm"),
    "condition": (broken(conditions={"vary": "paramter"}), "unknown condition 'paramter'"),
    "condition of two types": (
        broken(conditions={"vary": "parameter", "name": "C", "values": {
            "smoke": [1], "quick": ["1"], "paper": ["1"]}}),
        "values: 1 is a number at one scale and a text at another"),
    "condition key": (broken(conditions={"function": "f"}), "conditions: unknown key 'function'"),
    "record": (broken(record={"scalar": {}}), "unknown key 'scalar'; did you mean 'scalars'"),
    "no function": (experiment(tables={"t": {}}), "toy: tables.t: key 'function' is missing"),
    "table and figure of one name": (
        experiment(tables={"t": {"function": "a.b"}}, figures={"t": {"function": "a.b"}}),
        "toy: tables: 't' has the name of a figure"),
    "table with the name of the verdicts": (
        experiment(tables={"claims": {"function": "a.b"}}),
        "toy: tables: 'claims' has the name of the file of verdicts"),
    "claim without words": (
        experiment(claims={"c": {k: v for k, v in CLAIM.items() if k != "says"}}),
        "toy: claims.c: key 'says' is missing"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_one_line_with_its_place(tmp_path, name):
    content, message = WRONG[name]
    with pytest.raises(UserError) as caught:
        load_experiment(write_experiment(tmp_path, content))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["data", "My paper", "logs", "conflicts", "landing"])
def test_a_name_that_cannot_be_a_folder_of_results_is_refused(tmp_path, name):
    path = write_experiment(tmp_path, experiment(), name)
    with pytest.raises(
        UserError, match="a name consists of a-z, 0-9 and _, and is none of comparison, compiled"
    ):
        load_experiment(path)


def test_a_file_that_is_no_mapping_is_refused(tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text("- 1\n")
    with pytest.raises(UserError, match=r"list: \[1\] is not a mapping"):
        load_experiment(path)


def test_a_scale_without_a_value_is_said():
    with pytest.raises(UserError, match="no value for scale 'paper' among smoke, quick"):
        by_scale({"smoke": 1, "quick": 2}, "paper")
    for value in ({"other": 1}, {"quick": 1, "other": 2}, {}):  # of other keys, too
        assert by_scale(value, "paper") == value


def test_experiments_are_named_by_their_files(tmp_path):
    write_experiment(tmp_path, experiment(), "b")
    write_experiment(tmp_path, experiment(studies={"one": study(["alpha"], ["A"])}), "a")
    found = load_experiments(tmp_path / "workflow" / "experiments")
    assert list(found) == ["a", "b"]
    with pytest.raises(UserError, match="a: unknown study 'two'; choose from: one"):
        found["a"].study("two")
    assert yaml.safe_load("1e-5") == "1e-5"  # why experiment files write 1.0e-5


def test_a_parameter_may_take_another_value_on_a_data_set(tmp_path):
    content = experiment(["alpha", "beta"], {"A": MAJORITY, "B": {"class": "x.B", "rounds": 500}})
    content["studies"]["main"]["parameters_by_dataset"] = {"beta": {"rounds": 1000}}
    main = load_experiment(write_experiment(tmp_path, content)).study("main")
    rounds = {d: main.on(d, main.method("B")).spec["rounds"] for d in ("alpha", "beta")}
    assert rounds == {"alpha": 500, "beta": 1000}
    assert main.on("beta", main.method("A")).spec == MAJORITY


def test_a_parameter_may_take_another_value_for_one_method_alone(tmp_path):
    """What is said of the method alone counts more than what is said of all."""
    methods = {name: {"class": "x.B", "rounds": 500, "C": 1} for name in ("A", "B")}
    content = experiment(["alpha"], methods)
    content["studies"]["main"]["parameters_by_dataset"] = {
        "alpha": {"rounds": 1000, "C": 2, "B": {"C": 3}}
    }
    main = load_experiment(write_experiment(tmp_path, content)).study("main")
    specs = {name: main.on("alpha", main.method(name)).spec for name in methods}
    assert specs["A"] == {"class": "x.B", "rounds": 1000, "C": 2}
    assert specs["B"] == {"class": "x.B", "rounds": 1000, "C": 3}


@pytest.mark.parametrize(
    ("parameters", "fault"),
    [({"B": {"round": 9}}, r"main\.parameters_by_dataset\.alpha\.B: unknown parameter 'round'"),
     ({"B": 9}, r"parameters_by_dataset\.alpha\.B: a method takes a mapping of its parameters"),
     ({"D": {"rounds": 9}}, r"parameters_by_dataset\.alpha: unknown parameter 'D'"),
     ({"C": {"C": 9}}, r"alpha: 'C' is a method and a parameter; rename the method")],
)  # fmt: skip
def test_parameters_of_one_method_are_a_mapping_of_its_own_parameters(tmp_path, parameters, fault):
    methods = {name: {"class": "x.B", "rounds": 500, "C": 1} for name in "BC"}
    content = experiment(["alpha"], methods)
    content["studies"]["main"]["parameters_by_dataset"] = {"alpha": parameters}
    with pytest.raises(UserError, match=fault):
        load_experiment(write_experiment(tmp_path, content))


def test_a_parameter_that_no_method_names_cannot_take_another_value(tmp_path):
    content = experiment(["alpha"], {"B": {"class": "x.B", "rounds": 500}})
    content["studies"]["main"]["parameters_by_dataset"] = {"alpha": {"round": 1000}}
    with pytest.raises(UserError, match=r"parameters_by_dataset\.alpha: unknown parameter 'round'"):
        load_experiment(write_experiment(tmp_path, content))


def loaded(root, **main):
    """The study ``main`` with these entries, read from its file."""
    return load_experiment(write_experiment(root, broken(**main))).study("main")


def test_a_method_of_another_name_is_refused_with_the_place_of_the_study(tmp_path):
    with pytest.raises(UserError, match=r"^toy/main: unknown method 'C'; choose from: A, B$"):
        loaded(tmp_path).method("C")


COSTS = [
    {"function": "own.cost", "lower_is_better": True},
    {"function": "own.gain", "lower_is_better": False},
    "roc_auc",
]


@pytest.mark.parametrize(
    ("metric", "lower"),
    [("cost", True), ("gain", False), ("roc_auc", False), ("error", True), ("rounds", True)],
)
def test_a_scorer_is_a_gain_and_a_number_that_says_nothing_is_a_cost(tmp_path, metric, lower):
    main = loaded(tmp_path, metrics=COSTS, record={"scalars": {"rounds": "rounds_"}})
    assert main.lower_is_better(metric) is lower


RIVAL = {"class": "rival_of_tests.parts.Rival"}


@pytest.mark.parametrize(
    ("spec", "optional", "lacking"),
    [
        (RIVAL, {"rival_of_tests": "get it"}, "rival_of_tests is not installed; get it"),
        (
            {"class": "json.JSONDecoder", "steps": [["a", {"class": "json.Other"}], ["b", RIVAL]]},
            {"json": "have it", "rival_of_tests": "get it"},
            "rival_of_tests is not installed; get it",
        ),
        ({"class": "json.JSONDecoder"}, {"json": "have it", "rival_of_tests": "get it"}, ""),
        (RIVAL, {"another": "get it"}, ""),
    ],
    ids=["absent", "absent within a pipeline", "installed", "not optional"],
)
def test_a_method_lacks_what_is_optional_and_absent(tmp_path, spec, optional, lacking):
    content = experiment(methods={"A": spec}, optional=optional)
    main = load_experiment(write_experiment(tmp_path, content)).study("main")
    assert main.lacks(main.method("A")) == lacking


HOLDOUT, FOLDS = {"kind": "holdout", "train": 0.5}, {"kind": "folds", "folds": 10}


@pytest.mark.parametrize(
    ("split", "seed", "draw"),
    [
        (HOLDOUT, 0, 0),
        (HOLDOUT, 17, 17),
        ({"kind": "given"}, 17, 17),
        ({"kind": "given", "by": "trial"}, 17, None),
        (FOLDS, 0, 0),
        (FOLDS, 9, 0),
        (FOLDS, 10, 1),
        (FOLDS, 29, 2),
    ],
)
def test_a_repetition_has_a_draw_and_the_slices_of_a_draw_share_it(tmp_path, split, seed, draw):
    assert loaded(tmp_path, split=split).draw_of_trial(seed) == draw
    assert loaded(tmp_path, split=split, one_draw="printed").draw_of_trial(seed) is None


def test_an_experiment_has_the_name_of_its_file_for_title_and_paper_unless_it_says_others(tmp_path):
    bare = {key: value for key, value in experiment().items() if key != "title"}
    found = load_experiment(write_experiment(tmp_path, bare))
    assert (found.title, found.source) == ("toy", "toy")
    write_paper(tmp_path, "known")
    found = load_experiment(write_experiment(tmp_path, experiment(source="known")))
    assert (found.title, found.source) == ("Toy", "known")


@pytest.mark.parametrize(
    ("papers", "hint"), [(["known"], "did you mean 'known'?"), ([], "choose from: nothing")]
)
def test_a_paper_without_a_file_is_refused(tmp_path, papers, hint):
    for key in papers:
        write_paper(tmp_path, key)
    with pytest.raises(UserError) as caught:
        load_experiment(write_experiment(tmp_path, experiment(source="knwon")))
    assert str(caught.value) == f"toy: source: unknown paper 'knwon'; {hint}"


@pytest.mark.parametrize(
    ("key", "value"), [("trials_by_dataset", 2), ("parameters_by_dataset", {"strategy": "prior"})]
)
def test_what_is_said_of_a_data_set_that_the_study_lacks_is_refused(tmp_path, key, value):
    with pytest.raises(UserError) as caught:
        loaded(tmp_path, **{key: {"alpha": value, "alfa": value}})
    place = f"toy: studies.main.{key}"
    assert str(caught.value) == f"{place}: unknown data set 'alfa'; did you mean 'alpha'?"


def test_a_wrong_parameter_is_refused_also_after_right_ones(tmp_path):
    content = experiment(["alpha"], {"B": {"class": "x.B", "rounds": 500}})
    content["studies"]["main"]["parameters_by_dataset"] = {"alpha": {"rounds": 1, "round": 1}}
    with pytest.raises(UserError, match=r"unknown parameter 'round'; did you mean 'rounds'\?"):
        load_experiment(write_experiment(tmp_path, content))


@pytest.mark.parametrize("record", [{"scalars": {"f1": "f_"}}, {"measures": {"f1": "own.f"}}])
def test_a_metric_and_a_recorded_number_have_different_names(tmp_path, record):
    refusal = "the study records a number 'f1'; write another name"
    with pytest.raises(UserError) as caught:
        loaded(tmp_path, record=record, metrics=["accuracy", "f1"])
    assert str(caught.value) == f"toy: studies.main.metrics: {refusal}"
    content = broken(record=record, metrics=["accuracy"])
    found = load_experiment(write_experiment(tmp_path, content))
    with pytest.raises(UserError) as caught:
        with_metrics(found, ["f1"])
    assert str(caught.value) == f"toy/main: metrics: {refusal}"


def test_a_metric_may_have_the_name_of_a_recorded_curve(tmp_path):
    main = loaded(tmp_path, record={"traces": {"f1": "f_"}}, metrics=["f1"])
    assert [*main.metrics] == ["f1"]


SCORES = "methods.tables.scores.score_table"
TABLE = {"function": SCORES, "study": "main", "metric": "accuracy"}
CURVES = "methods.figures.probabilities"
NEW = TABLE | {"caption": "Study main, accuracy"}


def more_metrics(root, entries, content):
    return with_metrics(load_experiment(write_experiment(root, content)), entries)


def test_metrics_of_study_file_and_config_come_in_this_order_each_with_a_table(tmp_path):
    content = broken(metrics=["recall", "accuracy"]) | {"metrics": ["f1", "recall"]}
    found = more_metrics(tmp_path, ["accuracy", "precision"], content)
    names = ["recall", "accuracy", "f1", "precision"]
    assert [*found.study("main").metrics] == names
    assert found.tables == {
        f"main_{name}": NEW | {"metric": name, "caption": f"Study main, {name}"} for name in names
    }
    assert [*found.tables] == [f"main_{name}" for name in names] and not found.figures


def test_the_tables_of_two_metrics_have_titles_of_their_own(tmp_path):
    found = more_metrics(tmp_path, ["accuracy", "roc_auc_ovr"], experiment())
    captions = [table["caption"] for table in found.tables.values()]
    assert captions == ["Study main, accuracy", "Study main, roc auc ovr"]


def test_each_study_gets_tables_of_its_own(tmp_path):
    studies = {name: study(["alpha"], ["A"]) for name in ("main", "rest")}
    found = more_metrics(tmp_path, ["accuracy"], experiment(studies=studies))
    rest = NEW | {"study": "rest", "caption": "Study rest, accuracy"}
    assert found.tables == {"main_accuracy": NEW, "rest_accuracy": rest}


@pytest.mark.parametrize("curve", ["roc_curve", "calibration_curve"])
def test_a_curve_gets_a_figure_with_the_methods_of_its_study(tmp_path, curve):
    found = more_metrics(tmp_path, [curve], experiment())
    shown = {"function": f"{CURVES}.{curve}s", "study": "main", "methods": ["A", "B"]}
    assert found.figures == {f"main_{curve}": shown} and not found.tables
    again = experiment(figures={"other": {"function": "a.b"}, "mine": shown | {"methods": ["A"]}})
    assert [*more_metrics(tmp_path, [curve], again).figures] == ["other", "mine"]


@pytest.mark.parametrize("more", [{}, {"caption": "Mine", "percent": True}])
def test_a_metric_that_one_of_the_tables_shows_gets_no_other(tmp_path, more):
    tables = {"first": {"function": "a.b"}, "mine": TABLE | more, "last": {"function": "a.b"}}
    found = more_metrics(tmp_path, ["accuracy"], experiment(tables=tables))
    assert found.tables == tables


@pytest.mark.parametrize(
    "other",
    [
        TABLE | {"study": "rest"},
        TABLE | {"metric": "f1"},
        TABLE | {"function": "a.b"},
        {"function": SCORES, "study": "main"},
    ],
    ids=["another study", "another metric", "another function", "the error"],
)
def test_a_table_of_something_else_does_not_show_the_metric(tmp_path, other):
    found = more_metrics(tmp_path, ["accuracy"], experiment(tables={"mine": other}))
    assert found.tables == {"mine": other, "main_accuracy": NEW}


@pytest.mark.parametrize(
    ("tables", "figures", "free"),
    [
        (["main_accuracy"], [], "main_accuracy_"),
        ([], ["main_accuracy"], "main_accuracy_"),
        (["main_accuracy"], ["main_accuracy_"], "main_accuracy__"),
        (["main_accuracy_"], ["accuracy"], "main_accuracy"),
    ],
)
def test_an_added_table_takes_a_name_that_no_table_and_no_figure_has(
    tmp_path, tables, figures, free
):
    outputs = {"tables": tables, "figures": figures}
    taken = {kind: {name: {"function": "a.b"} for name in names} for kind, names in outputs.items()}
    found = more_metrics(tmp_path, ["accuracy"], experiment(**taken))
    assert found.tables == taken["tables"] | {free: NEW} and found.figures == taken["figures"]


def test_a_sweep_is_scored_by_a_metric_but_gets_no_table(tmp_path):
    sweep = {"vary": "parameter", "name": "C", "values": [1, 2]}
    found = more_metrics(tmp_path, ["accuracy", "roc_curve"], broken(conditions=sweep))
    assert [*found.study("main").metrics] == ["accuracy", "roc_curve"]
    assert not found.tables and not found.figures


def test_metrics_of_a_config_do_not_stay_in_the_experiment_that_was_read(tmp_path):
    path = write_experiment(tmp_path, experiment())
    with_metrics(load_experiment(path), ["accuracy", "roc_curve"])
    found = load_experiment(path)
    assert not (found.tables or found.figures or found.study("main").metrics)


@pytest.mark.parametrize(
    ("trials", "fits"), [(3, True), (4, False), ({"smoke": 1, "quick": 2, "paper": 3}, True),
                         ({"smoke": 1, "quick": 2, "paper": 4}, False)],
)  # fmt: skip
def test_a_split_by_time_has_no_more_trials_than_folds_at_any_scale(tmp_path, trials, fits):
    main = study(["alpha"], ["A"], trials=trials) | {"split": {"kind": "time", "folds": 3}}
    file = write_experiment(tmp_path, experiment(methods=["A"], studies={"main": main}))
    with nullcontext() if fits else pytest.raises(UserError, match="has 3 at most, its folds"):
        load_experiment(file)
