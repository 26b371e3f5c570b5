"""The ERM paper's own claims, tested where the answer is known."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from methods.claims.papers.erm import (
    diversity_lowers_error,
    seconds_grow_linearly,
    seconds_grow_slower,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE

NAN = float("nan")
ITERATIONS = 10.0


def results(*, runs=None, **metrics):
    """Stored trials of one data set a column prefix: ``metric={method: {data set: values}}``."""

    def trial_scores(study, metric):
        columns = {}
        for method, of_set in metrics[metric].items():
            pairs = {(d, s): v for d, values in of_set.items() for s, v in enumerate(values)}
            columns[method] = pd.Series(pairs)
        frame = pd.DataFrame(columns)
        frame.index.names = ["dataset", "seed"]
        return frame

    def scores(study, metric):
        return runs.assign(value=ITERATIONS)

    return SimpleNamespace(trial_scores=trial_scores, runs=lambda study: runs, scores=scores)


def one(**values):
    return {name: {"alpha": trials} for name, trials in values.items()}


@pytest.mark.parametrize(
    ("diverse", "angle", "verdict"),
    [
        ([0.1, 0.12] * 3, [30] * 6, HOLDS),
        ([0.2, 0.19] * 3, [30] * 6, FAILS),
        ([0.1, 0.3] * 3, [30] * 6, INCONCLUSIVE),
        ([0.1, 0.12] * 3, [30] * 5 + [5], INCONCLUSIVE),  # too few are diverse
        ([0.1] * 6, [5, NAN] * 3, UNTESTABLE),
    ],
)
def test_diversity_lowers_error(diverse, angle, verdict):
    stored = results(error=one(D=diverse, E=[0.2] * 6), mean_angle=one(D=angle, E=[0] * 6))
    judged = diversity_lowers_error(
        stored, study="s", diverse=["D"], equal=["E"], least_angle=10, margin=0.05
    )
    assert judged.verdict == verdict


def test_a_trial_without_diversity_is_no_evidence_about_it():
    stored = results(
        error=one(D=[0.1] * 6 + [0.9], E=[0.2] * 7), mean_angle=one(D=[30] * 6 + [0], E=[0] * 7)
    )
    judged = diversity_lowers_error(
        stored, study="s", diverse=["D"], equal=["E"], least_angle=10, margin=0.05
    )
    assert (judged.verdict, judged.evidence[0]["trials"]) == (HOLDS, 6)


def timed(exponents, slower=(), sizes=(100, 200, 400, 800)):
    """Fits of A that take n^exponent seconds, a trial an exponent, and of B likewise."""
    rows = [
        ("alpha", method, seed, str(n), n, "ok", float(n) ** exponent)
        for method, of_method in (("A", exponents), ("B", slower))
        for seed, exponent in enumerate(of_method)
        for n in sizes
    ]
    columns = ["dataset", "method", "seed", "condition", "n_train", "status", "fit_seconds"]
    return results(runs=pd.DataFrame(rows, columns=columns))


@pytest.mark.parametrize(
    ("exponents", "verdict"),
    [
        ((1.0, 1.05, 1.1) * 2, HOLDS),
        ((1.9, 2.0, 2.1) * 2, FAILS),
        ((0.5, 1.0, 1.9) * 2, INCONCLUSIVE),
        ((1.1,) * 5, INCONCLUSIVE),
    ],
)
def test_seconds_grow_linearly(exponents, verdict):
    judged = seconds_grow_linearly(timed(exponents), study="s", methods=["A"], at_most=1.2)
    assert judged.verdict == verdict
    assert judged.evidence[0]["exponent"] == pytest.approx(np.mean(exponents))
    assert judged.evidence[0]["rows"] == [100, 800]


@pytest.mark.parametrize(
    ("slower", "verdict"),
    [
        ((1.9, 2.0, 2.1) * 2, HOLDS),
        ((0.4, 0.5, 0.6) * 2, FAILS),
        ((0.5, 1.0, 1.9) * 2, INCONCLUSIVE),
    ],
)
def test_seconds_grow_slower(slower, verdict):
    stored = timed((1.0, 1.05, 1.1) * 2, slower)
    judged = seconds_grow_slower(stored, study="s", methods=["A"], than=["B"])
    assert judged.verdict == verdict
    assert judged.evidence[0]["exponents"] == pytest.approx([1.05, np.mean(slower)])


def test_seconds_of_no_fit_show_no_growth():
    judged = seconds_grow_linearly(timed(()), study="s", methods=["A"], at_most=1.2)
    assert judged.verdict == UNTESTABLE
    judged = seconds_grow_slower(timed((1.0,)), study="s", methods=["A"], than=["B"])
    assert judged.verdict == UNTESTABLE
