"""Trials of two methods: summaries, tests, intervals, and degenerate input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from methods.bench import statistics
from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    Difference,
    Summary,
    combined_standard_error,
    confidence_interval,
    detectable_difference,
    differences,
    holm_correction,
    one_tailed_p_values,
    paired_difference,
    summarise,
    t_test,
    unpaired_difference,
)

A = np.array([0.21, 0.24, 0.19, 0.25, 0.22, 0.20, 0.27])
B = np.array([0.20, 0.21, 0.20, 0.21, 0.19, 0.18, 0.24])
NAN = float("nan")

trials = arrays(float, st.integers(3, 12), elements=st.floats(0, 1, width=32))


@st.composite
def paired_trials(draw):
    a = draw(trials)
    return a, draw(arrays(float, a.size, elements=st.floats(0, 1, width=32)))


def test_summary_divides_by_n_minus_one():
    summary = summarise([2, 4, 4, 6])
    assert summary.mean == 4
    assert summary.std == pytest.approx((8 / 3) ** 0.5)
    assert summary.standard_error == pytest.approx(stats.sem([2, 4, 4, 6]))


def test_two_trials_have_a_deviation():
    assert summarise([1.0, 3.0]).std == pytest.approx(2**0.5)


def test_summary_of_one_trial_has_no_deviation_and_of_none_no_mean():
    one, none = summarise([3.0, NAN]), summarise([NAN])
    assert (one.mean, one.n) == (3.0, 1)
    assert np.isnan([one.std, one.standard_error]).all()
    assert none.n == 0
    assert np.isnan([none.mean, none.std, none.standard_error]).all()


def test_paired_test_agrees_with_scipy():
    expected = stats.ttest_rel(A, B)
    result = t_test(paired_difference(A, B))
    assert result.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert result.p_value == pytest.approx(expected.pvalue, rel=1e-10)
    assert result.difference == pytest.approx(np.mean(A - B))
    interval = expected.confidence_interval(0.9)
    assert confidence_interval(paired_difference(A, B), 0.9) == pytest.approx(tuple(interval))


def test_welch_test_agrees_with_scipy_on_trials_and_on_printed_summaries():
    expected = stats.ttest_ind(A, B[:5], equal_var=False)
    difference = unpaired_difference(summarise(A), summarise(B[:5]))
    assert difference.degrees_of_freedom == pytest.approx(expected.df)
    assert t_test(difference).p_value == pytest.approx(expected.pvalue, rel=1e-10)
    printed = stats.ttest_ind_from_stats(0.141, 0.006, 20, 0.157, 0.008, 20, equal_var=False)
    result = t_test(unpaired_difference(Summary(0.141, 0.006, 20), Summary(0.157, 0.008, 20)))
    assert result.statistic == pytest.approx(printed.statistic)
    assert result.p_value == pytest.approx(printed.pvalue)
    assert result.n == 40


def test_welch_test_needs_two_trials_on_each_side_and_no_more():
    for a, b in (([1.0, 2.0], [3.0, 5.0, 4.0]), ([3.0, 5.0, 4.0], [1.0, 2.0])):
        expected = stats.ttest_ind(a, b, equal_var=False)
        difference = unpaired_difference(summarise(a), summarise(b))
        assert t_test(difference).p_value == pytest.approx(expected.pvalue, rel=1e-10)


def test_resampling_correction_widens_the_error_as_nadeau_and_bengio_state():
    # By hand: d = 1, 2, 3, 2 has mean 2, variance 2/3; J = 4 trials of half/half splits.
    difference = paired_difference([2, 4, 6, 5], [1, 2, 3, 3], test_train_ratio=1.0)
    assert difference.standard_error == pytest.approx((2 / 3 * (1 / 4 + 1)) ** 0.5)
    assert t_test(difference).statistic == pytest.approx(2 / (5 / 6) ** 0.5)
    assert difference.degrees_of_freedom == 3


def test_equal_scores_give_p_one_although_they_differ_by_rounding():
    result = t_test(paired_difference([0.1 + 0.2, 0.7, 0.4], [0.3, 0.7, 0.4]))
    assert (result.difference, result.statistic, result.p_value) == (0, 0, 1)
    constant = summarise([0.1] * 10)
    assert constant.std == 0
    assert t_test(unpaired_difference(constant, Summary(0.1, 0.0, 10))).p_value == 1


def test_a_constant_nonzero_difference_is_weighed_by_the_sign_test_although_it_varies_by_rounding():
    result = t_test(paired_difference([0.3, 0.5, 0.9], [0.1, 0.3, 0.7]))
    assert result.p_value == stats.binomtest(3, 3).pvalue
    assert result.statistic == np.inf
    assert result.difference == pytest.approx(0.2)
    nothing, same = [0.0, 0.0, 0.0], [0.1 + 0.2, 0.3, 0.3]
    for sides in ((nothing, same), (same, nothing)):
        assert t_test(paired_difference(*sides)).p_value == result.p_value
    printed = unpaired_difference(Summary(1, 0, 5), Summary(2, 0, 5))
    assert t_test(printed).statistic == -np.inf
    assert t_test(printed).p_value == 2 * 0.5**10
    assert printed.degrees_of_freedom == 8


def test_differences_that_are_equal_on_paper_are_equal():
    known = differences([0.1 + 0.2, 0.3, 0.5, 0.2, NAN], [0.3, 0.1, 0.3, 0.4, 0.1])
    assert known.tolist()[:4] == [0, 0.2, 0.2, -0.2] and np.isnan(known[4])
    large = differences([3e5 + 1e-11, 3e5 + 1e-3], [3e5, 3e5])
    assert large[0] == 0 and large[1] == pytest.approx(1e-3, rel=1e-3)
    small = differences([1e-8 + 1e-16, 1e-8 + 1e-22], [1e-8, 1e-8])
    assert small[0] == pytest.approx(1e-16, rel=1e-6) and small[1] == 0
    of_sides = differences([1_000_000.1, 1_000_000.2], [0.2, 0.3])  # the second is much smaller
    assert of_sides[0] == of_sides[1]
    assert differences([0.0], [0.0]).tolist() == [0] and differences([], []).size == 0


def test_a_tiny_but_real_difference_is_not_mistaken_for_rounding():
    assert paired_difference([1.0, 1.0, 1.0 + 2e-9], [1.0, 1.0, 1.0]).standard_error > 0


@pytest.mark.parametrize(("a", "b", "n"), [([], [], 0), ([1.0], [2.0], 1), ([1, NAN], [2, 3], 1)])
def test_fewer_than_two_pairs_leave_the_question_open(a, b, n):
    difference = paired_difference(a, b)
    assert difference.n == n
    assert np.isnan(t_test(difference).p_value)
    assert np.isnan(detectable_difference(difference))
    assert np.isnan(confidence_interval(difference)).all()
    assert np.isnan(t_test(unpaired_difference(summarise(a), summarise(b))).p_value)


@pytest.mark.parametrize(("n", "m"), [(1, 5), (5, 1)])
def test_one_trial_on_either_side_leaves_the_question_open(n, m):
    difference = unpaired_difference(Summary(0.1, 0.1, n), Summary(0.3, 0.1, m))
    assert (difference.value, difference.n) == (pytest.approx(-0.2), 6)
    assert np.isnan([difference.standard_error, difference.degrees_of_freedom]).all()


def test_a_missing_trial_drops_its_pair_and_is_not_counted():
    gappy_a, gappy_b = A.copy(), B.copy()
    gappy_a[1] = gappy_b[4] = NAN
    kept = [0, 2, 3, 5, 6]
    assert paired_difference(gappy_a, gappy_b) == paired_difference(A[kept], B[kept])
    assert paired_difference(gappy_a, gappy_b).n == 5


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ([1, 2], [1, 2, 3], "as many trials on both sides, got 2, 3"),
        ([[1, 2]], [[1, 2]], r"1-D.*shape \(1, 2\)"),
        ([1, np.inf], [1, 2], "trial 1 is infinite"),
    ],
)
def test_scores_that_do_not_pair_are_refused_with_the_reason(a, b, message):
    with pytest.raises(ValueError, match=message):
        paired_difference(a, b)


@given(paired_trials(), st.floats(0, 2))
def test_paired_test_ignores_order_and_mirrors_with_its_sides(pair, ratio):
    a, b = pair
    forward = t_test(paired_difference(a, b, test_train_ratio=ratio))
    backward = t_test(paired_difference(b, a, test_train_ratio=ratio))
    shuffled = t_test(paired_difference(a[::-1], b[::-1], test_train_ratio=ratio))
    assert 0 <= forward.p_value <= 1
    assert backward == statistics.TestResult(
        -forward.difference, -forward.statistic, forward.p_value, forward.n
    )
    assert shuffled.p_value == pytest.approx(forward.p_value, rel=1e-6, abs=1e-12)


@given(paired_trials(), st.floats(0.01, 2))
def test_the_correction_never_makes_a_result_more_significant(pair, ratio):
    plain = t_test(paired_difference(*pair))
    corrected = t_test(paired_difference(*pair, test_train_ratio=ratio))
    assert corrected.p_value >= plain.p_value


@pytest.mark.parametrize("degrees", [1, 4, 19, 1e5])
@pytest.mark.parametrize("power", [0.8, 0.95, 0.9999])
def test_detectable_difference_is_found_with_the_stated_power(degrees, power):
    effect = detectable_difference(Difference(0.0, 0.5, degrees, 2), power=power)
    critical = stats.t.isf(0.025, degrees)
    seen = stats.nct.sf(critical, degrees, effect / 0.5)
    assert seen == pytest.approx(power, abs=1e-6)  # the far tail adds less than that
    twice = detectable_difference(Difference(0.0, 1.0, degrees, 2), power=power)
    assert twice == pytest.approx(2 * effect)


@pytest.mark.parametrize("levels", [(0.05, 0.01), (0.01, 0.05)])
def test_what_is_detectable_depends_on_the_level_whichever_was_asked_for_before(levels):
    difference = Difference(0.0, 1.0, 11, 12)
    found = {alpha: detectable_difference(difference, alpha=alpha) for alpha in levels}
    assert found[0.01] > found[0.05] + 0.5


def test_at_a_high_level_the_far_tail_of_a_detectable_difference_counts_too():
    effect = detectable_difference(Difference(0.0, 1.0, 7, 8), alpha=0.7, power=0.75)
    trials = stats.nct.rvs(7, effect, size=200_000, random_state=0)
    assert np.mean(np.abs(trials) > stats.t.isf(0.35, 7)) == pytest.approx(0.75, abs=0.005)


def test_detectable_difference_agrees_with_the_textbook_sample_size():
    # Cohen: 34 pairs see a standardised difference of 0.5 with power 0.8 at 5 %, two-tailed.
    assert detectable_difference(Difference(0.0, 34**-0.5, 33, 34)) == pytest.approx(0.5, abs=0.006)


def test_detectable_difference_vanishes_without_variance_and_needs_sensible_levels():
    assert detectable_difference(Difference(0.1, 0.0, 4, 5)) == 0
    with pytest.raises(ValueError, match="need 0 < alpha < power < 1"):
        detectable_difference(Difference(0.1, 0.1, 4, 5), power=0.01)


def test_holm_by_hand_keeps_order_and_passes_over_missing_values():
    # 4 tests: 0.01*4, max(0.04, 0.02*3), max(0.06, 0.03*2), max(0.06, 0.6*1)
    adjusted = holm_correction([0.03, NAN, 0.01, 0.6, 0.02])
    np.testing.assert_allclose(adjusted, [0.06, NAN, 0.04, 0.6, 0.06])
    assert holm_correction([0.9, 0.8]).tolist() == [1.0, 1.0]
    assert holm_correction([]).size == 0


@given(arrays(float, st.integers(1, 10), elements=st.floats(0, 1)))
def test_holm_lies_between_the_raw_and_the_bonferroni_value_in_the_same_order(p_values):
    adjusted = holm_correction(p_values)
    assert (adjusted >= p_values).all()
    assert (adjusted <= np.minimum(p_values * p_values.size, 1)).all()
    assert (np.diff(adjusted[np.argsort(p_values)]) >= 0).all()


@pytest.mark.parametrize(("n", "ours", "std"), [(9, 1.0, 4.0), (9, 9.0, 4.0), (10, 1.0, 1.0)])
def test_the_deviation_of_few_trials_gives_way_to_the_printed_one(n, ours, std):
    combined = combined_standard_error(Summary(20.0, ours, n), Summary(26.0, 4.0, 100))
    assert combined == pytest.approx(np.hypot(std / n**0.5, 0.4))


def test_no_trial_has_no_standard_error():
    assert np.isnan(combined_standard_error(Summary(NAN, NAN, 0), Summary(26.0, 4.0, 100)))


def test_one_tailed_p_values_are_halves_of_the_two_tailed_ones_beyond_the_bound():
    difference = paired_difference(A, B)
    expected = stats.ttest_rel(A, B, alternative="greater").pvalue
    assert one_tailed_p_values([difference.value], [difference])[0] == pytest.approx(expected)
    opposite = one_tailed_p_values([-difference.value], [difference])[0]
    assert opposite == pytest.approx(1 - expected)


def test_a_constant_difference_is_evidence_of_its_own_sign_alone():
    constant = Difference(0.1, 0.0, 3, 4)
    assert one_tailed_p_values([0.1], [constant]).tolist() == [0.5**4]
    assert one_tailed_p_values([0.0], [constant]).tolist() == [1]
    assert one_tailed_p_values([-0.1], [constant]).tolist() == [1]


def test_an_interval_is_of_95_percent_unless_said():
    difference = paired_difference(A, B)
    assert confidence_interval(difference) == confidence_interval(difference, 0.95)
    assert confidence_interval(difference) != confidence_interval(difference, 0.9)


def test_negative_means_that_differ_by_rounding_are_equal():
    difference = unpaired_difference(Summary(-(0.1 + 0.2), 0.1, 5), Summary(-0.3, 0.1, 5))
    assert difference.value == 0


def test_holm_takes_each_row_as_a_family():
    p = [[0.01, 0.04, NAN], [0.5, 0.001, 0.02]]
    rows = holm_correction(p)
    assert rows[0][:2] == pytest.approx([0.02, 0.04]) and np.isnan(rows[0][2])
    assert rows[1] == pytest.approx([0.5, 0.003, 0.04])


def test_the_fewest_trials_are_those_with_which_ranks_can_reach_the_level():
    for n, enough in ((FEWEST_TRIALS - 1, False), (FEWEST_TRIALS, True)):
        assert (stats.wilcoxon(np.arange(1.0, n + 1)).pvalue <= ALPHA) == enough
