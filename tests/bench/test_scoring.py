"""Scores of small blocks, compared with numbers computed by hand."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from methods.bench import blocks, scoring
from methods.bench.blocks import Run, save_block
from methods.bench.experiments import Method
from methods.bench.metrics import METRICS
from methods.bench.plan import Block
from methods.bench.scoring import save_scored, score_blocks, score_values
from methods.data.prepare import Dataset
from methods.data.splits import Split

ONE = np.ones(1)


def codes(*values):
    return np.array(values, dtype=np.int16)


@pytest.fixture
def scored(tmp_path, monkeypatch):
    """Six rows of classes 0 0 0 0 1 1; rows 0, 4 train, the rest test; seed 1 failed."""
    monkeypatch.chdir(tmp_path)
    dataset = Dataset("toy", np.zeros((6, 1)), np.array([0, 0, 0, 0, 1, 1]), ("a", "b"))
    split = Split(np.array([0, 4]), np.array([1, 2, 3, 5]), ONE, 0 * ONE)
    runs = [
        Run(0, "", n_train=2, fit_seconds=0.123456, scalars={"objective": 2.5, "error": 9.0},
            train=codes(0, 0), test=codes(0, 0, 1, 0),
            traces={"objective": np.array([[0.0, 5.0], [9.0, 8.0]])},
            artifacts={"coding": np.eye(2),
                       "component_predictions": codes(0, 0, 1, 0, 0, 0, 0, 0).reshape(2, 4),
                       "component_weights": np.array([[1.0, 0.0], [0.0, 1.0]])}),
        Run(1, "", "timeout", "no result after 1 s"),
    ]  # fmt: skip
    block = Block(Method("M|1", {}), "block.npz")
    save_block(block.path, runs, {})
    return score_blocks([block], dataset, {0: split, 1: split}, trials=2)


def test_scores_of_a_fit_equal_those_computed_by_hand(scored):
    values = scored["scores"].set_index("metric")["value"]
    expected = {
        "objective": 2.5, "error": 0.5, "balanced_error": (1 / 3 + 1) / 2,
        "train_error": 0.5, "train_balanced_error": 0.5,
        "mean_angle": 90.0, "relaxed_exclusivity": 0.0, "disagreement": 0.25,
    }  # fmt: skip
    for name, value in expected.items():
        assert values[name] == pytest.approx(value), name


def test_a_failed_fit_has_a_run_and_no_score(scored):
    assert set(scored["scores"]["seed"]) == {0}
    runs = scored["runs"].set_index("seed")
    assert runs.loc[1, "status"] == "timeout" and runs.loc[1, "message"] == "no result after 1 s"
    assert np.isnan(runs.loc[1, "fit_seconds"])
    assert runs.loc[0, "fit_seconds"] == 0.1235  # of a clock, four digits say enough
    assert (runs.loc[0, "values"], runs.loc[1, "values"]) == ("none", "")
    assert runs.loc[0, "method"] == "M|1" and "numpy" in runs


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({}, (1.0, 3.0)),
        ({"n_jobs": 1, "estimator": {"n_jobs": None}}, (1.0, 3.0)),
        ({"n_jobs": 2}, (2.0, 6.0)),  # its processes are not in the processor seconds
        ({"estimators": [["a", {"n_jobs": -1}]]}, (2.0, 6.0)),
    ],
)
def test_seconds_are_those_of_the_processor_unless_a_method_starts_processes(
    tmp_path, monkeypatch, spec, expected
):
    monkeypatch.chdir(tmp_path)
    block = Block(Method("M", spec), "block.npz")
    clock = {"fit_seconds": 2.0, "tune_seconds": 6.0, "cpu_seconds": 4.0}
    save_block(block.path, [Run(0, "", "timeout", **clock)], {})
    (run,) = score_blocks([block], None, {}, trials=1)["runs"].itertuples()
    assert (run.fit_seconds, run.tune_seconds) == expected


def test_traces_and_artifacts_keep_their_key(scored):
    trace = scored["traces"]
    assert trace[["method", "seed", "curve"]].drop_duplicates().to_numpy().tolist() == [
        ["M|1", 0, "objective"]
    ]
    assert trace["x"].tolist() == [0.0, 5.0] and trace["value"].tolist() == [9.0, 8.0]
    assert list(scored["artifacts"]) == ["m_1/0/-/coding"]


def test_a_shorter_training_part_is_scored_on_its_own_rows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dataset = Dataset("toy", np.zeros((4, 1)), np.array([0, 1, 1, 0]), ("a", "b"))
    split = Split(np.array([3, 1, 2]), np.array([0]), ONE, 0 * ONE)
    block = Block(Method("M", {}), "block.npz")
    save_block(block.path, [Run(0, "2", train=codes(0, 0), test=codes(0))], {})
    values = score_blocks([block], dataset, {0: split}, trials=1)["scores"].set_index("metric")[
        "value"
    ]
    assert values["train_error"] == 0.5 and values["error"] == 0.0


def test_trials_beyond_the_number_asked_for_are_not_scored(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dataset = Dataset("toy", np.zeros((2, 1)), np.array([0, 1]), ("a", "b"))
    split = Split(np.array([0]), np.array([1]), ONE, 0 * ONE)
    block = Block(Method("M", {}), "block.npz")
    save_block(block.path, [Run(seed, "", test=codes(1)) for seed in range(3)], {})
    scored = score_blocks([block], dataset, dict.fromkeys(range(3), split), trials=2)
    assert set(scored["scores"]["seed"]) == set(scored["runs"]["seed"]) == {0, 1}


def test_trials_are_counted_by_their_seeds_in_every_block(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    block = Block(Method("M", {}), "block.npz")
    save_block(block.path, [Run(seed, label) for seed in (2, 3) for label in "ab"], {})
    for trials, seeds in ((1, []), (3, [2, 2]), (4, [2, 2, 3, 3])):
        runs = score_blocks([block, block], None, {}, trials)["runs"]
        assert (runs["seed"].tolist() if len(runs) else []) == 2 * seeds


def test_each_trial_is_scored_by_the_labels_of_its_draw(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dataset = Dataset("toy", np.zeros((2, 1)), np.array([0, 1]), ("a", "b"))
    turned = replace(dataset, y=1 - dataset.y)
    monkeypatch.setattr(scoring, "drawn", lambda _, draw: (turned, dataset)[draw])
    split = Split(np.array([0]), np.array([1]), ONE, 0 * ONE)
    splits = {seed: replace(split, draw=draw) for seed, draw in enumerate((1, 0, 1))}
    block = Block(Method("M", {}), "block.npz")
    save_block(block.path, [Run(seed, "", test=codes(1)) for seed in splits], {})
    scores = score_blocks([block], dataset, splits, trials=3)["scores"]
    assert scores[scores["metric"] == "error"]["value"].tolist() == [0, 1, 0]


def test_a_missing_data_set_has_runs_only(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    block = Block(Method("M", {}), "block.npz")
    save_block(block.path, [Run(0, "", "missing", "unavailable")], {})
    scored = score_blocks([block], None, {}, trials=1)
    assert scored["runs"]["message"].tolist() == ["unavailable"]
    assert scored["scores"].empty and scored["traces"].empty and not scored["artifacts"]


def test_saved_tables_equal_the_scored_ones(scored, tmp_path):
    paths = {kind: tmp_path / f"{kind}.parquet" for kind in ("scores", "runs", "traces")}
    save_scored(scored, paths | {"artifacts": tmp_path / "artifacts.npz"}, {})
    for kind, path in paths.items():
        pd.testing.assert_frame_equal(pd.read_parquet(path), scored[kind], check_dtype=False)
    with np.load(tmp_path / "artifacts.npz") as stored:
        assert stored["m_1/0/-/coding"].tolist() == np.eye(2).tolist()


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        ({"artifacts": {"a": np.array([{}])}}, "artifacts/a holds Python objects, not numbers"),
        ({"traces": {"t": np.ones((2, 2, 2))}}, "trace 't': shape (2, 2, 2) is no curve"),
        ({"traces": {"t": np.array([["a"], ["b"]])}}, "trace 't': <U1 values are no numbers"),
        ({"scalars": {"s": "much"}}, "scalar 's': str 'much' is no number"),
        ({"test": codes(1, 0, 1)}, "predictions of the test part: 3 for 1 rows"),
        ({"artifacts": {"component_predictions": codes(1)}},
         "the members of the ensemble: predictions of shape (1,) for 1 rows"),
    ],
)  # fmt: skip
def test_a_stored_run_that_cannot_be_scored_is_invalid_alone(
    tmp_path, monkeypatch, stored, message
):
    monkeypatch.chdir(tmp_path)
    dataset = Dataset("toy", np.zeros((2, 1)), np.array([0, 1]), ("a", "b"))
    split = Split(np.array([0]), np.array([1]), ONE, 0 * ONE)
    bad = Run(0, "", **{"test": codes(1)} | stored)
    block = Block(Method("M", {}), "block.npz")
    save_block(block.path, [bad, Run(1, "", message="a\0b \udcff", test=codes(1))], {})
    scored = score_blocks([block], dataset, {0: split, 1: split}, trials=2)
    assert scored["runs"]["status"].tolist() == ["invalid", "ok"]
    assert scored["runs"]["message"].tolist() == [message, "a b"]
    assert set(scored["scores"]["seed"]) == {1}


def test_a_slash_in_a_condition_or_a_name_divides_no_key(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dataset = Dataset("toy", np.zeros((2, 1)), np.array([0, 1]), ("a", "b"))
    split = Split(np.array([0]), np.array([1]), ONE, 0 * ONE)
    block = Block(Method("M", {}), "block.npz")
    save_block(block.path, [Run(0, "a/b", test=codes(1), artifacts={"c/d": np.eye(2)})], {})
    scored = score_blocks([block], dataset, {0: split}, trials=1)
    assert list(scored["artifacts"]) == ["m/0/a%2Fb/c%2Fd"]


def test_a_function_that_writes_into_the_labels_spoils_no_other_metric():
    def spoil(classifier, X, y):
        y[:] = 0
        return 0.0

    scorers = {"first": spoil, "second": lambda classifier, X, y: float(y.sum())}
    labels = np.array([1, 1])
    scores, _, gaps = score_values(Run(0, "", test=codes(1, 0)), labels, scorers, [])
    assert scores == {"first": 0.0, "second": 2.0} and not gaps
    assert labels.tolist() == [1, 1]


def test_a_function_that_got_the_values_it_asked_for_lacks_an_attribute_of_something_else():
    def misspelled(classifier, X, y):
        return classifier.predict_proba(X).total()

    def unasked(classifier, X, y):
        return y.total()

    run = Run(0, "", test=codes(1, 0), values={"predict_proba": np.eye(2)}, classes=(0, 1))
    scorers = {"misspelled": misspelled, "unasked": unasked}
    _, _, gaps = score_values(run, np.array([1, 0]), scorers, [])
    assert {reason.partition(":")[0] for reason in gaps.values()} == {"AttributeError"}


def test_a_function_that_writes_into_what_a_fit_said_spoils_no_other_metric():
    def spoil(classifier, X, y):
        classifier.predict(X)[:] = 7
        classifier.predict_proba(X)[:] = 7
        return 0.0

    def total(classifier, X, y):
        return float(classifier.predict(X).sum() + classifier.predict_proba(X).sum())

    run = Run(0, "", test=codes(1, 0), values={"predict_proba": np.eye(2)}, classes=(0, 1))
    scorers = {"first": spoil, "second": total}
    assert score_values(run, np.array([1, 1]), scorers, [])[0] == {"first": 0.0, "second": 3.0}
    assert run.test.tolist() == [1, 0] and run.values["predict_proba"].tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(("classes", "right"), [((0, 1), "decision"), ((0, 1, 2), "share")])
def test_a_curve_is_of_decisions_on_two_classes_and_of_probabilities_on_more(classes, right):
    y = np.repeat(classes, 2)
    shares = np.eye(len(classes))[y]  # of one's own class 1
    decisions = shares if len(classes) > 2 else y * 2.0 - 1
    values = {"predict_proba": shares, "decision_function": decisions}
    wrong = "predict_proba" if right == "decision" else "decision_function"
    values[wrong] = -values[wrong]
    run = Run(0, "", test=y.astype(np.int16), values=values, classes=classes)
    _, traces, _ = score_values(run, y, {}, ["roc_curve"])
    rates, hits = traces["roc_curve"]
    assert np.trapezoid(hits, rates) == pytest.approx(1.0)


def test_a_run_without_classes_knows_those_of_its_rows_and_of_its_predictions():
    seen = []

    def classes(classifier, X, y):
        seen.append(classifier.classes_.tolist())
        return 0.0

    for y, predicted in (([0, 0], (0, 2)), ([0, 2], (0, 0))):
        score_values(Run(0, "", test=codes(*predicted)), np.array(y), {"m": classes}, [])
    assert seen == [[0, 2], [0, 2]]


def test_the_runs_of_every_block_are_checked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dataset = Dataset("toy", np.zeros((2, 1)), np.array([0, 1]), ("a", "b"))
    split = Split(np.array([0]), np.array([1]), ONE, 0 * ONE)
    blocks = [Block(Method(name, {}), f"{name}.npz") for name in ("M", "M2")]
    for block, predicted in zip(blocks, (codes(1), codes(1, 0)), strict=True):
        save_block(block.path, [Run(0, "", test=predicted)], {})
    runs = score_blocks(blocks, dataset, {0: split}, trials=1)["runs"]
    assert runs["status"].tolist() == ["ok", "invalid"]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_metric_that_is_not_finite_makes_the_run_invalid_with_the_reason(scored_with, value):
    scored = scored_with(lambda y, predicted: value)
    assert scored["runs"]["status"].tolist() == ["invalid"]
    assert scored["runs"]["message"].tolist() == [f"metric 'odd' is {value}"]
    assert len(scored["scores"]) == 0


def test_a_recorded_number_that_is_not_finite_is_stored_as_it_is(scored_with):
    scored = scored_with(lambda y, predicted: 0.5)
    assert scored["runs"]["status"].tolist() == ["ok"]
    values = scored["scores"].set_index("metric")["value"]
    assert np.isnan(values["gap"]) and values["odd"] == 0.5


@pytest.fixture
def scored_with(tmp_path, monkeypatch):
    """The scores of one fit that recorded NaN, with one metric more."""

    def score(metric):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setitem(METRICS, "odd", metric)
        dataset = Dataset("toy", np.zeros((2, 1)), np.array([0, 1]), ("a", "b"))
        split = Split(np.array([0]), np.array([1]), ONE, 0 * ONE)
        block = Block(Method("M", {}), "block.npz")
        save_block(block.path, [Run(0, "", test=codes(1), scalars={"gap": float("nan")})], {})
        return score_blocks([block], dataset, {0: split}, trials=1)

    return score


def test_each_run_has_the_origin_of_its_block(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in "AB":
        monkeypatch.setattr(blocks, "provenance", lambda name=name: {"cpu": f"cpu of {name}"})
        save_block(f"{name}.npz", [Run(0, "", "timeout")], {})
    planned = [Block(Method(name, {}), f"{name}.npz") for name in "AB"]
    assert score_blocks(planned, None, {}, trials=1)["runs"]["cpu"].tolist() == [
        "cpu of A", "cpu of B"
    ]  # fmt: skip


def test_an_artifact_may_have_a_name_like_that_of_the_members(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dataset = Dataset("toy", np.zeros((2, 1)), np.array([0, 1]), ("a", "b"))
    split = Split(np.array([0]), np.array([1]), ONE, 0 * ONE)
    block = Block(Method("M", {}), "block.npz")
    save_block(block.path, [Run(0, "", test=codes(1), artifacts={"components": ONE})], {})
    scored = score_blocks([block], dataset, {0: split}, trials=1)
    assert list(scored["artifacts"]) == ["m/0/-/components"]


def test_an_artifact_of_the_components_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dataset = Dataset("toy", np.zeros((2, 1)), np.array([0, 1]), ("a", "b"))
    split = Split(np.array([0]), np.array([1]), np.ones(1), np.zeros(1))
    block = Block(Method("M", {}), "block.npz")
    run = Run(0, "", test=np.array([1]), artifacts={"component_norms": np.ones(3)})
    save_block(block.path, [run], {})
    scored = score_blocks([block], dataset, {0: split}, trials=1)
    assert list(scored["artifacts"]) == ["m/0/-/component_norms"]
