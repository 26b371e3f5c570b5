"""The claims of chapter 4: verdicts that can go either way."""

from math import comb, prod
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from methods.bench.statistics import ALPHA
from methods.claims.papers import multiclass
from methods.claims.papers.multiclass import dominated_by_harder, gains_more, improves_more
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import (
    ERROR,
    JITTER,
    NAN,
    N,
    assert_steps,
    seen_by_claims,
    stored,
    t,
)
from tests.made_up import made_up_results, store_arrays


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
        "The study named main is shown to save a larger share of the error than 1 of 1 other. "
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


IMPROVES = {
    "study": "main", "rival": "side", "dataset": "d",
    "methods": {"main": ["A", "A2"], "side": ["C", "C2"]}, "than": {"main": ["B"], "side": ["D"]},
}  # fmt: skip


def improved(by, other=0.02, trials=N, metric="error"):
    """A and A2 are lower than B `by` so much, and C and C2 lower than D by `other`."""
    ours, theirs = (
        (0.5 - lower + 0.01 * JITTER).tolist()[:n] for lower, n in ((by, N), (other, trials))
    )
    main = {"A": ours, "A2": ours, "B": [0.5] * N}
    side = {"C": theirs, "C2": theirs, "D": [0.5] * trials}
    return stored({"main": {metric: {"d": main}}, "side": {metric: {"d": side}}})


def test_a_pair_must_differ_by_more_than_its_like_in_the_other_study():
    # Welch's test of two sides with as many trials; both cases are alike, so Holm's first decides
    far = float(stats.t.isf(ALPHA / 4, 2 * N - 2)) * 2**0.5 * ERROR

    def judge(shift):
        return improves_more(improved(0.02 + shift), **IMPROVES)

    assert_steps(judge, [FAILS, -far, INCONCLUSIVE, far, HOLDS])
    judged = judge(0.1)
    assert judged.reason == (
        "The error is shown to fall by more in the study named main than in that named side in 2 "
        "of 2 comparisons. Nearest to the contrary is A against B: 12 points lower, and 2 points "
        "lower for C against D."
    )
    assert [row["method"] for row in judged.evidence] == ["A", "A2"]
    assert judged.flip.startswith("It would be inconclusive if what the error differs by in main ")


def test_the_mean_over_pairs_is_one_case():
    """A is below B by 20 points more than C below D, and A2 by 10 points less than C2."""
    far = t(ALPHA / 2) * ERROR  # C and C2 do not vary

    def judge(shift):
        wobble = (0.01 * JITTER).tolist()
        ours = {by: [0.5 - by - shift + w for w in wobble] for by in (0.22, -0.08)}
        main = {"A": ours[0.22], "A2": ours[-0.08], "B": [0.5] * N}
        side = {"C": [0.48] * N, "C2": [0.48] * N, "D": [0.5] * N}
        results = stored({"main": {"error": {"d": main}}, "side": {"error": {"d": side}}})
        return improves_more(results, **IMPROVES, on_average=True)

    assert judge(0.0).evidence[0]["difference"] == pytest.approx(0.05)
    assert judge(0.0).verdict == HOLDS and "in 1 of 1 comparison. " in judge(0.0).reason
    assert "A and A2 against B: 7 points lower" in judge(0.0).reason
    steps = [FAILS, -0.05 - far, INCONCLUSIVE, -0.05 + far, HOLDS]
    assert_steps(judge, steps)


def test_costs_differ_by_factors():
    judged = improves_more(improved(np.log(4), metric="log_cost"), **IMPROVES, metric="log_cost")
    assert judged.verdict == HOLDS
    assert "lower by a factor of 4, and 2 % lower for C against D" in judged.reason


def test_few_trials_of_one_side_are_too_few():
    assert improves_more(improved(0.3, trials=5), **IMPROVES).verdict == INCONCLUSIVE
    assert improves_more(improved(0.3), **IMPROVES | {"dataset": "gone"}).verdict == UNTESTABLE
    without = stored(
        {study: {"error": {"d": dict.fromkeys(names, [NAN] * 3)}}
         for study, names in (("main", ["A", "A2", "B"]), ("side", ["C", "C2", "D"]))}
    )  # fmt: skip
    assert improves_more(without, **IMPROVES).verdict == UNTESTABLE


@pytest.fixture
def tangram(tmp_path, monkeypatch):
    """Votes of A and B over two partitions that dominate and one that does not, in eight trials."""
    monkeypatch.chdir(tmp_path)
    trials = [0.5] * N
    made = made_up_results(tmp_path, {"alpha": {"A": trials, "B": trials}})
    folder = Path("results/toy/main/artifacts")
    folder.mkdir()
    columns = np.array(
        [[1, 1, -1], [1, -1, 1], [-1, -1, 1], [1, -1, -1]]
    ).T  # the third is the first

    def vote(of_a, of_b, than="B", **more):
        kept = {}
        for method, coefficient in (("a", of_a), ("b", of_b)):
            for seed in range(N):
                one = coefficient + 0.01 * JITTER[seed] * (method == "a")
                kept[f"{method}/{seed}/-/columns"] = columns
                kept[f"{method}/{seed}/-/coefficients"] = np.array([one, one, one, 0.01])
        store_arrays(folder / "alpha.npz", **kept)
        return dominated_by_harder(made, study="main", method="A", than=than, **more)

    return vote


@pytest.mark.parametrize(
    ("of_a", "verdict"), [(0.4, HOLDS), (0.5, INCONCLUSIVE), (0.6, FAILS)]
)  # fmt: skip
def test_a_small_coefficient_of_the_dominating_partitions_is_a_hard_problem(tangram, of_a, verdict):
    judged = tangram(of_a, 0.5)
    assert judged.verdict == verdict
    (row,) = judged.evidence
    # three rounds chose the two partitions; the third partition has 0.01 and does not count
    assert row["mean_coefficient"] == pytest.approx(of_a)
    assert judged.reason.startswith(
        f"The 2 dominating partitions of a trial have a mean coefficient of {of_a} with A and of "
        "0.5 with B, over 8 trials;"
    )


@pytest.mark.parametrize(("of_a", "verdict"), [(0.2, HOLDS), (0.25, INCONCLUSIVE), (0.3, FAILS)])
def test_a_problem_is_twice_as_hard_with_half_the_coefficient(tangram, of_a, verdict):
    judged = tangram(of_a, 0.5, times=2.0)
    assert judged.verdict == verdict
    assert "; the first less 1/2 of the second lies between " in judged.reason


def test_partitions_of_no_trial_are_not_judged(tangram):
    assert tangram(0.4, 0.5, than="C").verdict == UNTESTABLE


def test_a_pair_without_trials_is_left_out_and_the_others_are_judged():
    jitter = (0.01 * JITTER).tolist()
    main = {"A": [NAN] * N, "A2": [0.3 + j for j in jitter], "B": [0.5] * N}
    side = {"C": [0.48] * N, "C2": [0.48 + j for j in jitter], "D": [0.5] * N}
    results = stored({"main": {"error": {"d": main}}, "side": {"error": {"d": side}}})
    judged = improves_more(results, **IMPROVES)
    assert [row["method"] for row in judged.evidence] == ["A2"] and judged.verdict == HOLDS


def test_a_data_set_is_compared_by_means_and_not_where_no_rival_errs():
    """A saves a tenth of a mean error, and of the medians nothing. B has no error on set1."""
    main = {f"set{i}": {"A": [0.1, 0.1, 0.7], "A2": [0.9] * 3, "B": [0.1, 0.1, 0.8],
                        "B2": [0.9] * 3} for i in range(3)}  # fmt: skip
    main["set1"]["B"] = [0.0] * 3
    side = {name: {"C": [0.5] * 3, "D": [0.5] * 3} for name in main}
    judged = gains_more(stored({"main": {"error": main}, "side": {"error": side}}), **STUDIES)
    (entry,) = judged.evidence
    assert entry["saves"] == pytest.approx(0.1) and entry["datasets"] == 2


def test_each_rival_is_compared_on_the_data_sets_that_it_shares():
    side = {f"set{i}": {"C": [0.5] * 3, "D": [0.5] * 3} for i in range(8)}
    other = {name: of_set for name, of_set in side.items() if name != "set7"}
    main = {name: {"A": [0.4] * 3, "B": [0.5] * 3} for name in side}
    studies = {"main": main, "side": side, "other": other}
    judged = gains_more(
        stored({name: {"error": scores} for name, scores in studies.items()}),
        study="main", rivals=["side", "other"],
        methods={"main": ["A"], "side": ["C"], "other": ["C"]},
        than={"main": ["B"], "side": ["D"], "other": ["D"]},
    )  # fmt: skip
    assert [entry["datasets"] for entry in judged.evidence] == [8, 7]


@pytest.mark.parametrize(("higher", "verdict"), [(0.1, HOLDS), (-0.1, FAILS)])
def test_a_metric_whose_high_values_are_good_is_to_rise_by_more(higher, verdict):
    results = improved(-0.02 - higher, other=-0.02)
    for study in ("main", "side"):
        results.experiment.study(study).lower_is_better = lambda _: False
    assert improves_more(results, **IMPROVES).verdict == verdict


def test_pairs_of_both_studies_are_compared_in_the_order_of_the_claim():
    options = IMPROVES | {"methods": {"main": ["A2", "A"], "side": ["C", "C2"]}}
    judged = improves_more(improved(0.1), **options)
    assert [(e["method"], e["other"]) for e in judged.evidence] == [("A2", "C"), ("A", "C2")]


def test_dominating_coefficients_are_compared_by_trial(monkeypatch):
    """Half of that of B is larger by 0.05 in each trial; each method lacks a trial."""
    of_b = {seed: 0.5 + 0.1 * (-1) ** seed for seed in range(N)}
    of_a = {seed: value / 2 - 0.05 for seed, value in of_b.items()}
    del of_a[0], of_b[3]
    of_a = dict(reversed(of_a.items()))
    kept = {"A": of_a, "B": of_b}
    monkeypatch.setattr(
        "methods.claims.papers.multiclass._dominating", lambda _, __, method: kept[method]
    )
    judged = dominated_by_harder(None, study="main", method="A", than="B", times=2.0)
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["trials"] == N - 2
    assert judged.evidence[0]["apart"] == pytest.approx(-0.05)
    assert judged.flips[FAILS] == pytest.approx(0.05, abs=1e-6)


def test_each_round_that_chose_a_dominating_partition_counts_once(monkeypatch):
    sums = pd.DataFrame({"seed": [0, 0, 0], "sum": [0.8, 0.3, 0.1], "rounds": [2, 1, 1]})
    monkeypatch.setattr("methods.claims.papers.multiclass.partition_sums", lambda *_: sums)
    assert multiclass._dominating(None, "main", "A") == pytest.approx({0: 1.1 / 3})


def test_a_method_with_one_lucky_trial_gains_nothing():
    scores = {"A": [0.2] * 8, "A2": [0.0] + [NAN] * 7, "B": [0.4] * 8}
    made = stored({"main": {"error": {"alpha": scores}}})
    assert multiclass._gains(made, "main", ["A", "A2"], ["B"]) == {"alpha": pytest.approx(0.5)}


def test_a_rival_that_lacks_a_trial_is_not_passed_over():
    scores = {"A": [0.1] * 8, "good": [NAN] + [0.09] * 7, "weak": [0.2] * 8}
    made = stored({"main": {"error": {"alpha": scores}}})
    assert multiclass._gains(made, "main", ["A"], ["good", "weak"]) == {}
