"""The claims of chapter 4: verdicts that can go either way."""

from math import comb, prod

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers.multiclass import gains_more
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import ERROR, JITTER, assert_steps, seen_by_claims, stored, t
from tests.made_up import made_up_results, store_frame, study


@pytest.fixture
def two_studies(tmp_path, monkeypatch):
    """A saves `weak` on B in the one study, C saves `strong` on D in the other, by data set."""
    monkeypatch.chdir(tmp_path)

    def make(weak, strong):
        names = [f"set{i}" for i in range(len(weak))]
        studies = {"main": study(names, ["A", "B"]), "side": study(names, ["C", "D"])}
        scores = {
            name: {"A": [0.3 - w] * 3, "B": [0.3] * 3, "C": [0.2 - s] * 3, "D": [0.2] * 3}
            for name, w, s in zip(names, weak, strong, strict=True)
        }
        results = made_up_results(tmp_path, scores, studies=studies)
        for name in names:
            for kind in ("scores", "runs", "traces"):
                frame = pd.read_parquet(tmp_path / f"results/toy/main/{kind}/{name}.parquet")
                folder = tmp_path / f"results/toy/side/{kind}"
                folder.mkdir(parents=True, exist_ok=True)
                store_frame(frame, folder / f"{name}.parquet")
        return results

    return make


@pytest.mark.parametrize(
    ("weak", "strong", "verdict"),
    [
        ([0.05, 0.06, 0.04] * 2, [0.01, 0.01, 0.0] * 2, HOLDS),
        ([0.01, 0.01, 0.0] * 2, [0.05, 0.06, 0.04] * 2, FAILS),
        ([0.05, 0.0, 0.02] * 2, [0.0, 0.04, 0.02] * 2, INCONCLUSIVE),
        ([0.05, 0.06, 0.04], [0.01, 0.01, 0.0], INCONCLUSIVE),
        ([0.05], [0.0], UNTESTABLE),
    ],
)
def test_gains_more(two_studies, weak, strong, verdict):
    options = {"studies": ["main", "side"], "methods": ["A", "C"], "than": ["B", "D"]}
    assert gains_more(two_studies(weak, strong), **options).verdict == verdict


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


STUDIES = {"studies": ["main", "side"], "methods": ["A", "C"], "than": ["B", "D"]}


def saved(gains, others, shift=0.0, **more):
    """A saves `gains` on B in the one study, C saves `others` on D in the other; B has no D."""
    main, side = {}, {}
    for i, (gain, other) in enumerate(zip(gains, others, strict=True)):
        main[f"set{i}"] = {"A": [0.4 + i / 50 - gain + shift] * 3, "B": [0.4 + i / 50] * 3}
        side[f"set{i}"] = {"C": [0.3 - other] * 3, "D": [0.3] * 3}
    return stored({"main": {"error": main}, "side": {"error": side}}, **more)


def test_gains_are_paired_by_data_set_and_shrink_with_higher_errors():
    told = t(ALPHA / 2) * ERROR
    others = 0.05 + 0.03 * JITTER[::-1]
    gains = others + 0.01 * JITTER

    def judge(shift):
        return gains_more(saved(gains, others, shift), **STUDIES)

    assert_steps(judge, [HOLDS, -told, INCONCLUSIVE, told, FAILS])
    judged = judge(-0.1)
    half = 100 * told
    assert judged.reason.startswith(
        "saves 15.00 points in main and 5.00 in side, means over 8 data sets; the difference is "
        f"10.00 [{10 - half:.2f}, {10 + half:.2f}]; would be inconclusive at +"
    )
    assert judged.reason.endswith("points")
    assert judged.evidence[0] == pytest.approx(
        {"dataset": "set0", "main": gains[0] + 0.1, "side": others[0]}
    )


@pytest.mark.parametrize(("sets", "verdict"), [(6, HOLDS), (5, INCONCLUSIVE), (1, UNTESTABLE)])
def test_versions_and_data_sets_of_one_study_alone_are_no_trials(sets, verdict):
    gains = [0.1 + i / 1000 for i in range(sets + 2)]
    results = saved(gains, [0.01] * (sets + 2), version_of={f"set{sets}": "set0"})
    scores = results.frames["side", "scores"]
    results.frames["side", "scores"] = scores[scores["dataset"] != f"set{sets + 1}"]
    judged = gains_more(seen_by_claims(results), **STUDIES)
    assert judged.verdict == verdict
    assert len(judged.evidence) == (sets if sets > 1 else 0)
    if sets == 5:
        assert judged.reason.endswith("too few trials to say")


def test_two_shared_data_sets_are_too_few_and_not_nothing():
    assert gains_more(saved([0.1, 0.2], [0.0, 0.0]), **STUDIES).verdict == INCONCLUSIVE
