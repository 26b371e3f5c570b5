"""Wilcoxon's test is that of scikit-posthocs, and effects are right by hand."""

import numpy as np
import pytest
from scipy import stats

from methods.bench.statistics import holm_correction
from methods.inference.effects import (
    bootstrap_interval,
    mean_difference,
    rank_biserial,
    wilcoxon_p_value,
)
from tests.inference.kept_errors import ERRORS

# scikit-posthocs 0.17.1, posthoc_wilcoxon(errors, zero_method="zsplit", p_adjust="holm") over all
# 21 pairs: the row of Forest
POSTHOC = {
    "Boosted trees": 0.41405487060546875, "RBF-SVM": 1.0, "Logistic": 0.3823100730816026,
    "k-NN": 0.8349609375, "L1-SVM": 0.20308685302734375, "L2-SVM": 0.3823100730816026,
}  # fmt: skip


def test_wilcoxon_with_holm_is_that_of_scikit_posthocs():
    names = list(ERRORS)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    adjusted = holm_correction([wilcoxon_p_value(ERRORS[a] - ERRORS[b]) for a, b in pairs])
    ours = {b: p for (a, b), p in zip(pairs, adjusted, strict=True) if a == "Forest"}
    assert ours == pytest.approx(POSTHOC)


def test_methods_that_agree_everywhere_are_not_told_apart_and_few_data_sets_say_nothing():
    assert wilcoxon_p_value(np.zeros(9)) == 1.0
    assert np.isnan(wilcoxon_p_value([0.1, 0.2, np.nan, 0.1, 0.3, 0.2]))
    assert wilcoxon_p_value([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]) == pytest.approx(2 / 2**6)


def test_data_sets_on_which_methods_agree_count_for_both_sides():
    """All 2^7 signs of ranks 1.5, 1.5, 3 to 7, of which each of the two zeros has either sign."""
    differences = [0, 0, -3, -4, -5, -6, 7]
    with_zeros = stats.wilcoxon(differences, zero_method="zsplit").pvalue
    without = stats.wilcoxon(differences[2:], zero_method="wilcox").pvalue
    assert with_zeros != pytest.approx(without, abs=0.01)
    assert wilcoxon_p_value(differences) == pytest.approx(with_zeros)


def test_the_bootstrap_interval_is_that_of_the_binomial_distribution():
    """Of eight draws with one half of ones, 1 to 7 are ones with a chance of 95 % and more."""
    values = np.array([0.0, 0, 0, 0, 1, 1, 1, 1])
    ends = [stats.binom.ppf(share, 8, 0.5) / 8 for share in (0.025, 0.975)]
    assert ends == [1 / 8, 7 / 8]
    assert bootstrap_interval(values, lambda drawn: drawn.mean(axis=1)) == tuple(ends)


def test_the_same_differences_give_the_same_interval():
    differences = np.linspace(-0.05, 0.02, 9) ** 3
    assert rank_biserial(differences) == rank_biserial(differences)
    first, again = (
        bootstrap_interval(differences, lambda drawn: drawn.mean(axis=1)) for _ in range(2)
    )
    assert first == again


def test_the_rank_biserial_counts_ranks_by_hand():
    assert rank_biserial([-1, -2, -3, -4, -5, -6]).value == 1
    assert rank_biserial([1, 2, 3, 4, 5, 6]).value == -1
    # ranks 1 to 6; the two that are worse have ranks 2 and 5
    assert rank_biserial([-1, 2, -3, -4, 5, -6]).value == pytest.approx((14 - 7) / 21)
    # two zeros share rank 1.5 and count for neither side
    assert rank_biserial([0, 0, -3, -4, -5, -6]).value == pytest.approx(18 / 21)
    # differences of one size share ranks 1 and 2, and balance
    assert rank_biserial([-1, 1, -3, -4, -5, -6]).value == pytest.approx(18 / 21)
    assert np.isnan(rank_biserial([np.nan]).value)


def test_effects_change_their_sign_with_the_sides():
    differences = np.array([-0.05, -0.02, 0.001, 0.03, -0.04, 0.01, -0.08])
    for effect in (mean_difference, rank_biserial):
        ours, theirs = effect(differences), effect(-differences)
        assert theirs.value == pytest.approx(-ours.value)
        assert ours.low <= ours.value <= ours.high
    few = rank_biserial(differences[:5])
    assert np.isfinite(few.value) and np.isnan([few.low, few.high]).all()


def test_the_mean_difference_has_the_t_interval_of_a_textbook():
    effect = mean_difference([1.0, 2.0, 3.0, 4.0, np.nan])
    half = 3.182446305284263 * np.std([1, 2, 3, 4], ddof=1) / 2  # t quantile on 3 degrees
    assert (effect.value, effect.low, effect.high) == pytest.approx((2.5, 2.5 - half, 2.5 + half))


@pytest.mark.parametrize(
    "differences", [[0.1, -0.1], [0.0, 0.0], [-0.3, 0.1, 0.2], [0.2, -0.2] * 4]
)
def test_a_correlation_of_zero_leans_to_no_side(differences):
    assert f"{rank_biserial(differences).value:+.2f}" == "+0.00"
