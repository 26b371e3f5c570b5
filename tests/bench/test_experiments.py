"""Experiment files: what they say when they are wrong."""

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
)
from methods.errors import UserError
from tests.made_up import MAJORITY, experiment, study, write_experiment

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
    "no letter": (experiment(methods={"+": MAJORITY}), "toy: methods: '+' has no letter or digit"),
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
    "scaling without rows": (
        broken(scaling={"range": [0, 1]}), "toy: studies.main.scaling: key 'rows' is missing"),
    "scaling": (
        broken(scaling={"rows": "all"}),
        "scaling needs exactly one of range, variance and norm"),
    "condition": (broken(conditions={"vary": "paramter"}), "unknown condition 'paramter'"),
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
    assert by_scale({"other": 1}, "paper") == {"other": 1}


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
