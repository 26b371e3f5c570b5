"""What is wrong in a file: the place, what was expected there, and the nearest known word."""

from datetime import date

import pytest

from methods.schemas.config import Config
from methods.schemas.dataset import Descriptor
from methods.schemas.experiment import ExperimentFile
from methods.schemas.faults import faults
from tests.made_up import experiment, study

COUNTS = "a whole number from 0 to 1000000, or one for each scale"
SCALED = {"smoke": 1, "quick": 2, "paper": 3}


def with_study(**entries):
    return experiment(studies={"main": {**study(["alpha"], ["A"]), **entries}})


CONFIG = {
    "unknown key": ({"scal": 1}, ": unknown key 'scal'; did you mean 'scale'?"),
    "word": ({"scale": "papr"}, "scale: unknown scale 'papr'; did you mean 'paper'?"),
    "no word": ({"scale": 3}, "scale: 3 is not paper or quick or smoke"),
    "range": ({"trials": 0}, "trials: 0 is not a whole number from 1 to 1000000 or null"),
    "true": ({"trials": True}, "trials: True is not a whole number from 1 to 1000000 or null"),
    "huge": ({"block_size": 10**30}, f"block_size: {10**30} is not auto or a whole number from 1"),
    "date": ({"mirror": date(2020, 2, 2)}, "mirror: datetime.date(2020, 2, 2) is not text or null"),
    "list": ({"methods": [3]}, "methods[0]: 3 is not text"),
    "empty list": ({"methods": []}, "methods: [] is not all, a name or a list of names"),
    "no list": ({"figure_formats": "svg"}, "figure_formats: 'svg' is not a list of at least one"),
    "in a list": ({"figure_formats": ["pgn"]}, "figure_formats[0]: unknown figure format 'pgn'"),
    "boolean": ({"strict": "yes"}, "strict: 'yes' is not true or false"),
    "no mapping": ([1], ": [1] is not a mapping"),
    "key that is no text": ({None: 1}, ": unknown key 'None'; choose from: against, block_size"),
}  # fmt: skip
EXPERIMENT = {
    "missing": ({}, ": key 'methods' is missing"),
    "kind": (with_study(split={"kind": "flods"}), "studies.main.split.kind: unknown split 'flods'; "
             "did you mean 'folds'?"),
    "no kind": (with_study(split={}), "studies.main.split: key 'kind' is missing"),
    "list as a kind": (with_study(split={"kind": [1]}), "split.kind: unknown split '[1]'"),
    "key of another kind": (
        with_study(split={"kind": "none", "train": 5}), "studies.main.split: unknown key 'train'"),
    "one of two forms": (with_study(trials="x"), f"studies.main.trials: 'x' is not {COUNTS}"),
    "scale": (with_study(trials={**SCALED, "papr": 1}), "trials: unknown key 'papr'; did you mean"),
    "missing scale": (with_study(trials={"smoke": 1}), "studies.main.trials: key 'paper' is miss"),
    "in a scale": (with_study(trials={**SCALED, "paper": -3}), "trials.paper: -3 is not a whole"),
    "pair": (with_study(record={"traces": {"t": ["x"]}}), "record.traces.t: ['x'] is not a list of"
             " 2 entries"),
    "path": (with_study(record={"measures": {"m": "x"}}), "record.measures.m: 'x' is not a dotted"),
    "check of the model": (with_study(scaling={"rows": "all"}), "studies.main.scaling: scaling "
                           "needs exactly one of range, variance and norm"),
    "twice": (with_study(methods=["A", "A"]), "studies.main: methods: 'A' comes twice"),
    "a data set twice": (
        with_study(datasets=["alpha", "alpha"]), "studies.main: datasets: 'alpha' comes twice"),
    "two scalings": (with_study(scaling={"range": [0, 1], "norm": 1, "rows": "all"}),
                     "studies.main.scaling: scaling needs exactly one of range, variance and norm"),
    "name": (experiment(tables={"a/b": {"function": "a.b"}}), "tables: 'a/b' is not a name of a-z"),
    "entry": (experiment(tables={"t": {}}), "tables.t: key 'function' is missing"),
}  # fmt: skip


@pytest.mark.parametrize("case", CONFIG)
def test_a_fault_of_a_config_says_place_and_what_was_expected(case):
    content, message = CONFIG[case]
    assert message in next(faults(Config, content, "config"))


@pytest.mark.parametrize("case", EXPERIMENT)
def test_a_fault_of_an_experiment_says_place_and_what_was_expected(case):
    content, message = EXPERIMENT[case]
    assert message in next(faults(ExperimentFile, content, "erm"))


def test_the_place_leads_from_the_file_to_the_key():
    (fault,) = faults(ExperimentFile, with_study(split={"kind": "holduot"}), "erm")
    assert fault == "erm: studies.main.split.kind: unknown split 'holduot'; did you mean 'holdout'?"


def test_every_fault_is_listed():
    content = {"trials": 0, "scale": "papr", "streict": True}
    assert len(list(faults(Config, content, "config"))) == 3


def test_a_sound_file_has_no_fault():
    assert [*faults(Config, {}, "config"), *faults(ExperimentFile, experiment(), "toy")] == []


def test_a_long_value_is_cut():
    (fault,) = faults(Config, {"trials": "x" * 1000}, "here")
    assert len(fault) < 150 and fault.startswith("here: trials: 'xxx")


def test_the_known_keys_are_listed_to_the_end():
    (fault, *_) = faults(Descriptor, {"zzzzzz": 1}, "d.yaml")
    assert fault.endswith("version_of")
