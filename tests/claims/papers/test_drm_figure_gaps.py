"""Whether the gap between training and test error closes, on made-up errors by setting."""

import pytest
from scipy import stats

from methods.bench.statistics import ALPHA
from methods.claims.papers.drm_figure import gap_closes
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.papers.swept import FIGURE, swept, with_one_class
from tests.claims.stored import ERROR, JITTER, t


def without_a(results, **where):
    """The same without the fits of A on a data set, or at a condition."""
    scores = results.frames["main", "scores"]
    ((column, name),) = where.items()
    gone = (scores["method"] == "A") & (scores[column] == name)
    results.frames["main", "scores"] = scores[~gone]
    return results


@pytest.mark.parametrize(
    ("test", "training", "verdict"),
    [
        (-0.1, -0.1, HOLDS),
        (-0.1, -0.2, FAILS),  # a gap of a tenth
        (-0.2, -0.1, FAILS),  # as far on the other side
        (0.1, 0.1, FAILS),
        (-0.01, 0.01, FAILS),  # one error is larger
        (0.02, -0.01, FAILS),
        (0.0, -0.01, INCONCLUSIVE),  # as good as that of the rival
    ],
)
def test_a_gap_closes_at_errors_that_are_not_larger(test, training, verdict):
    results = swept(test, training)
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.05, as_low=True)
    assert judged.verdict == verdict
    assert [case["dataset"] for case in judged.evidence] == ["alpha at mu=2", "beta at mu=2"]
    assert {case["verdict"] for case in judged.evidence} == {verdict}
    shown = {HOLDS: ("2", "none"), FAILS: ("none", "2"), INCONCLUSIVE: ("none", "none")}[verdict]
    assert judged.reason == (
        "A gap within 5 points at errors that are not larger than those of B is shown in "
        f"{shown[0]} of 2 settings, and ruled out in {shown[1]}."
    )


def test_a_gap_at_low_errors_is_ruled_out_by_the_worst_of_three_tests_after_bonferroni():
    results = swept(0.01, -0.1, ("alpha",), ("mu=2",))
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.2, as_low=True)
    (case,) = judged.evidence
    of_test = stats.t.sf(0.01 / ERROR, len(JITTER) - 1)
    assert (case["p_not"], case["p_holds"]) == pytest.approx((1 - of_test, 3 * of_test))
    assert judged.verdict == INCONCLUSIVE
    assert judged.flips[FAILS] == pytest.approx(t(ALPHA / 6) * ERROR - 0.01, abs=1e-4)
    assert judged.flips[HOLDS] == pytest.approx(-t(ALPHA / 2) * ERROR - 0.01, abs=1e-4)


@pytest.mark.parametrize(("test", "verdict"), [(0.1, HOLDS), (-0.1, FAILS)])
def test_the_errors_may_be_larger_unless_the_claim_says_not(test, verdict):
    judged = gap_closes(swept(test, 0.1), **FIGURE, conditions=["mu=2"], margin=0.05)
    assert judged.verdict == verdict and len(judged.evidence) == 2


def test_a_gap_flips_at_its_margin_and_nothing_is_judged_where_nothing_ran():
    results = swept(-0.1, -0.1, ("alpha",), ("mu=1",))
    judged = gap_closes(results, **FIGURE, conditions=["mu=1"], margin=0.05)
    told = t(ALPHA) * ERROR
    nearest = min(shift for v, shift in judged.flips.items() if v == INCONCLUSIVE)
    assert abs(nearest) == pytest.approx(0.05 - told)
    scores = results.frames["main", "scores"]
    results.frames["main", "scores"] = scores[scores["method"] == "none"]
    judged = gap_closes(results, **FIGURE, conditions=["mu=1"], margin=0.05)
    assert judged.verdict == UNTESTABLE and "No trial of" in judged.reason


def test_a_gap_that_nothing_rules_out_has_a_p_value_of_one():
    results = swept(-0.1, -0.1, ("alpha",), ("mu=2",))
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.2, as_low=True)
    assert judged.evidence[0]["p_holds"] == 1.0


def test_no_gap_is_judged_if_every_setting_has_one_class():
    results = with_one_class(-0.1, -0.1, 1.0)
    scores = results.frames["main", "scores"]
    results.frames["main", "scores"] = scores[scores["dataset"] == "alpha"]
    results.experiment.study("main").datasets.remove("beta")
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.05)
    assert judged.verdict == UNTESTABLE
    assert judged.reason == "In every setting A answers one class alone."


def test_errors_that_move_together_leave_the_gap_as_it_is():
    """The test error is 4.5 points above that in training, and may rise by nearly ten more."""
    results = swept(-0.1, -0.145, ("alpha",), ("mu=2",))
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.06, as_low=True)
    assert judged.verdict == HOLDS
    assert judged.flips[INCONCLUSIVE] == pytest.approx(0.1 - t(ALPHA / 2) * ERROR, abs=1e-4)


@pytest.mark.parametrize("as_low", [True, False])
def test_a_setting_without_a_fit_of_the_method_has_no_gap(as_low):
    results = without_a(swept(-0.1, -0.1), dataset="beta")
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.05, as_low=as_low)
    assert judged.verdict == HOLDS
    assert [case["dataset"] for case in judged.evidence] == ["alpha at mu=2"]


def test_a_gap_on_new_data_of_the_same_kind_is_less_certain():
    results = swept(-0.1, -0.1, ("alpha",), ("mu=2",))
    (case,) = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.01).evidence
    assert (case["verdict"], case["verdict_corrected_for_resampling"]) == (HOLDS, INCONCLUSIVE)


def test_gaps_are_those_of_all_conditions_asked_for():
    results = swept(-0.1, -0.1, ("alpha",), ("mu=1", "mu=2", "mu=3"))
    judged = gap_closes(results, **FIGURE, conditions=["mu=1", "mu=3"], margin=0.05)
    assert [case["dataset"] for case in judged.evidence] == ["alpha at mu=1", "alpha at mu=3"]


@pytest.mark.parametrize("as_low", [False, True])
def test_no_gap_is_judged_if_the_method_ran_in_other_settings_alone(as_low):
    results = without_a(swept(-0.1, -0.1), condition="mu=2")
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.05, as_low=as_low)
    assert judged.verdict == UNTESTABLE and judged.reason.startswith("No trial of the study")
