"""Wilcoxon's test is that of scikit-posthocs, and effects are right by hand."""

import numpy as np
import pytest

from methods.bench.statistics import holm_correction
from methods.inference.effects import mean_difference, rank_biserial, wilcoxon_p_value
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


def test_the_rank_biserial_counts_ranks_by_hand():
    assert rank_biserial([-1, -2, -3, -4, -5, -6]).value == 1
    assert rank_biserial([1, 2, 3, 4, 5, 6]).value == -1
    # ranks 1 to 6; the two that are worse have ranks 2 and 5
    assert rank_biserial([-1, 2, -3, -4, 5, -6]).value == pytest.approx((14 - 7) / 21)
    # two zeros share rank 1.5 and count for neither side
    assert rank_biserial([0, 0, -3, -4, -5, -6]).value == pytest.approx(18 / 21)
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
