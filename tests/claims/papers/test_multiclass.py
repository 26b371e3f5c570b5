"""The claims of chapter 4: verdicts that can go either way."""

from math import comb, prod
from types import SimpleNamespace

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers.multiclass import gains_more
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import ERROR, JITTER, assert_steps, seen_by_claims, stored, t


def test_naming_the_commonest_class_errs_as_printed_on_iris():
    """Ten-fold cross-validation of 50 rows of each of three classes, dealt without regard to them.

    Of the 15 test rows a, b and c are of the three classes; the training part has most rows of the
    class that they have fewest of. Table 4.4 prints 79.33 with a standard error of 0.75.
    """
    counts = [(a, b, 15 - a - b) for a in range(16) for b in range(16 - a)]
    chances = np.array([prod(comb(50, n) for n in of_class) / comb(150, 15)
                        for of_class in counts])  # fmt: skip
    errors = np.array([100 * (1 - min(of_class) / 15) for of_class in counts])
    assert chances.sum() == pytest.approx(1)
    mean = chances @ errors
    assert mean == pytest.approx(78.36, abs=0.005)
    assert np.sqrt(chances @ (errors - mean) ** 2) == pytest.approx(6.40, abs=0.01)
    assert abs(79.33 - mean) < 2 * 0.75 < 79.33 - 66.67


def test_the_lower_of_two_test_errors_is_too_low():
    """Both methods err in 30 % of 200 test rows; the lower count is chosen each time."""
    errors = np.random.default_rng(0).binomial(200, 0.3, size=(2, 10_000)) / 200
    lower = errors.min(axis=0)
    expected = 0.3 - np.sqrt(0.3 * 0.7 / 200 / np.pi)  # of the smaller of two normal variables
    assert lower.mean() == pytest.approx(expected, abs=0.002)
    assert lower.mean() < errors.mean() - 0.01


STUDIES = {
    "study": "main", "rivals": ["side"],
    "methods": {"main": ["A", "A2"], "side": ["C"]}, "than": {"main": ["B", "B2"], "side": ["D"]},
}  # fmt: skip


def saved(shares, others, **more):
    """A saves `shares` of the error of B in the one study, C `others` of D's in the other.

    A2 and B2 are never the best of the first study.
    """
    main, side = {}, {}
    for i, (share, other) in enumerate(zip(shares, others, strict=True)):
        rival = 0.2 + i / 50
        main[f"set{i}"] = {"A": [rival * (1 - share)] * 3, "A2": [0.9] * 3,
                           "B": [rival] * 3, "B2": [0.8] * 3}  # fmt: skip
        side[f"set{i}"] = {"C": [0.5 * (1 - other)] * 3, "D": [0.5] * 3}
    return stored({"main": {"error": main}, "side": {"error": side}}, **more)


def test_shares_of_the_error_are_compared_by_data_set():
    told = t(ALPHA / 2) * ERROR
    others = 0.05 + 0.03 * JITTER[::-1]
    shares = others + 0.01 * JITTER

    def judge(shift):
        return gains_more(saved(shares + shift, others), **STUDIES)

    assert_steps(judge, [FAILS, -told, INCONCLUSIVE, told, HOLDS])
    judged = judge(0.1)
    half = 100 * told
    assert judged.reason.startswith(
        "In the study named main a larger share of the error is saved than in 1 of 1 other. "
        "Nearest comes side: 15 % against 5 %, the means over 8 data sets."
    )
    ends = [0.1 - half / 100, 0.1 + half / 100]
    assert judged.evidence[0]["interval"] == pytest.approx(ends)
    assert judged.flip.startswith("It would be inconclusive if the share that is saved with main ")
    assert judged.evidence[0]["datasets"] == 8


def test_the_study_must_save_more_than_each_rival():
    results = saved([0.3 + i / 1000 for i in range(8)], [0.1] * 8)
    scores = results.frames["side", "scores"].assign(
        method=lambda frame: frame["method"].map({"C": "E", "D": "F"}).astype("category")
    )
    scores.loc[scores["method"] == "E", "value"] = 0.1  # saves 80 %
    study = results.experiment.study("side")
    other = SimpleNamespace(**{**vars(study), "name": "other"})
    other.methods = [SimpleNamespace(name=name) for name in "EF"]
    results.experiment.study = {
        "main": results.experiment.study("main"), "side": study, "other": other
    }.__getitem__  # fmt: skip
    results.plan.trials = lambda *_: 3
    results.frames["other", "scores"] = scores
    more = {
        "methods": {**STUDIES["methods"], "other": ["E"]},
        "than": {**STUDIES["than"], "other": ["F"]},
    }
    one, both = (
        gains_more(results, **{**STUDIES, **more, "rivals": rivals})
        for rivals in (["side"], ["side", "other"])
    )
    assert (one.verdict, both.verdict) == (HOLDS, FAILS)
    assert [entry["verdict"] for entry in both.evidence] == [HOLDS, FAILS]


@pytest.mark.parametrize(("sets", "verdict"), [(6, HOLDS), (5, INCONCLUSIVE), (1, UNTESTABLE)])
def test_versions_and_data_sets_of_one_study_alone_are_no_trials(sets, verdict):
    shares = [0.1 + i / 1000 for i in range(sets + 2)]
    results = saved(shares, [0.01] * (sets + 2), version_of={f"set{sets}": "set0"})
    scores = results.frames["side", "scores"]
    results.frames["side", "scores"] = scores[scores["dataset"] != f"set{sets + 1}"]
    judged = gains_more(seen_by_claims(results), **STUDIES)
    assert judged.verdict == verdict
    assert [entry["datasets"] for entry in judged.evidence] == ([sets] if sets > 1 else [])
    if sets == 5:
        assert judged.reason.endswith("too few trials to say.")
