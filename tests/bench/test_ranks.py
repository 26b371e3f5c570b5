"""Many methods over many data sets: ranks, counts, and tests of ranks."""

from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from methods.bench.ranks import (
    average_ranks,
    friedman_test,
    indistinguishable_groups,
    means_to_rank,
    nemenyi_critical_difference,
    pairwise_tests,
    rank_methods,
    win_tie_loss,
)
from methods.bench.statistics import (
    Summary,
    holm_correction,
    paired_difference,
    t_test,
    unpaired_difference,
)

NAN = float("nan")

# Demšar (2006), tables 5(a): the quantiles q for k = 2, ..., 10 methods.
NEMENYI_Q = {
    0.05: [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
    0.10: [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
}

# Demšar (2006): AUC of four variants of C4.5 on 14 data sets. On the last but one the last two are
# printed alike (0.975) but ranked 2 and 3.
DEMSAR_TABLE = """
    0.763 0.768 0.771 0.798   0.599 0.591 0.590 0.569   0.954 0.971 0.968 0.967
    0.628 0.661 0.654 0.657   0.882 0.888 0.886 0.898   0.936 0.931 0.916 0.931
    0.661 0.668 0.609 0.685   0.583 0.583 0.563 0.625   0.775 0.838 0.866 0.875
    1.000 1.000 1.000 1.000   0.940 0.962 0.965 0.962   0.619 0.666 0.614 0.669
    0.972 0.981 0.9751 0.975   0.957 0.978 0.946 0.970
"""

tables = arrays(
    float,
    st.tuples(st.integers(2, 8), st.integers(3, 6)),
    elements=st.integers(0, 6).map(float),
)


def test_tied_methods_share_the_mean_or_the_best_place():
    scores = [0.3, 0.1, 0.2, 0.2]
    assert rank_methods(scores, lower_is_better=True).tolist() == [4, 1, 2.5, 2.5]
    competition = rank_methods(scores, lower_is_better=True, ties="competition")
    assert competition.tolist() == [4, 1, 2, 2]
    assert rank_methods(scores, lower_is_better=False).tolist() == [1, 4, 2.5, 2.5]
    with pytest.raises(ValueError, match=r"'dense'; choose one of \['average', 'competition'\]"):
        rank_methods(scores, lower_is_better=True, ties="dense")


def test_a_missing_score_takes_no_place_and_its_data_set_no_part_in_averages():
    scores = [[0.1, 0.2, 0.3], [0.3, NAN, 0.1], [0.2, 0.1, 0.3]]
    np.testing.assert_array_equal(rank_methods(scores, lower_is_better=True)[1], [2, NAN, 1])
    ranks, n_datasets = average_ranks(scores, lower_is_better=True)
    assert ranks.tolist() == [1.5, 1.5, 3.0]
    assert n_datasets == 2
    places, _ = average_ranks([[0.1, 0.1, 0.2]], lower_is_better=True, ties="competition")
    assert places.tolist() == [1, 1, 3]
    none, n_datasets = average_ranks([[NAN, 1.0]], lower_is_better=True)
    assert np.isnan(none).all() and none.shape == (2,)
    assert n_datasets == 0


@given(tables, st.booleans())
def test_average_ranks_share_out_the_same_total(scores, lower_is_better):
    ranks, _ = average_ranks(scores, lower_is_better=lower_is_better)
    k = scores.shape[1]
    assert ranks.sum() == pytest.approx(k * (k + 1) / 2)
    flipped, _ = average_ranks(scores, lower_is_better=not lower_is_better)
    np.testing.assert_allclose(ranks + flipped, k + 1)


def test_scores_that_differ_by_rounding_alone_tie():
    scores = [[0.1 + 0.2, 0.3, 0.3 + 1e-9], [3e5 + 1e-10, 3e5, np.nan], [0.0, 1e-30, 1.0]]
    ranks = rank_methods(scores, lower_is_better=True)
    np.testing.assert_array_equal(ranks, [[1.5, 1.5, 3], [1.5, 1.5, np.nan], [1.5, 1.5, 3]])
    assert rank_methods([0.0, np.inf, 0.1], lower_is_better=True).tolist() == [1, 3, 2]


@pytest.mark.parametrize("other", [2e-6, np.inf])
def test_what_counts_as_rounding_follows_the_size_of_the_scores(other):
    assert rank_methods([1e-6 + 1e-12, 1e-6, other], lower_is_better=True).tolist() == [2, 1, 3]
    ranks = rank_methods([1e-6 + 1e-20, 1e-6, other], lower_is_better=True)
    assert ranks.tolist() == [1.5, 1.5, 3]


def test_a_method_with_fewer_trials_than_another_has_no_mean_to_rank():
    trials = {"A": [0.1, 0.3, np.nan], "B": [0.2, 0.2, np.nan], "C": [np.nan, 0.0, 0.1]}
    index = pd.MultiIndex.from_tuples([("d", 0), ("d", 1), ("e", 0)], names=["dataset", "seed"])
    means = means_to_rank(pd.DataFrame(trials, index))
    np.testing.assert_allclose(means, [[0.2, 0.2, np.nan], [np.nan, np.nan, 0.1]])


def test_means_keep_the_order_of_the_data_sets():
    index = pd.MultiIndex.from_tuples([("e", 0), ("d", 0)], names=["dataset", "seed"])
    assert means_to_rank(pd.DataFrame({"A": [0.1, 0.2]}, index)).index.tolist() == ["e", "d"]


def test_pairwise_tests_hold_row_minus_column():
    methods = np.random.default_rng(0).normal(size=(3, 9))
    differences, p_values = pairwise_tests(methods)
    for i, j in combinations(range(3), 2):
        expected = t_test(paired_difference(methods[i], methods[j]))
        assert differences[i, j] == -differences[j, i] == expected.difference
        assert p_values[i, j] == p_values[j, i] == expected.p_value
    assert np.isnan(np.diag(p_values)).all()


def test_pairwise_tests_take_any_difference():
    summaries = [Summary(0.14, 0.01, 20), Summary(0.15, 0.01, 20)]
    _, p_values = pairwise_tests(summaries, unpaired_difference)
    assert p_values[0, 1] == t_test(unpaired_difference(*summaries)).p_value
    trials = [[1.0, 2.0, 4.0], [0.9, 1.7, 3.8]]
    corrected = partial(paired_difference, test_train_ratio=1.0)
    assert pairwise_tests(trials, corrected)[1][0, 1] > pairwise_tests(trials)[1][0, 1]


def test_wins_ties_and_losses_of_rows_against_columns_by_hand():
    differences = np.zeros((3, 2, 2))
    p_values = np.full((3, 2, 2), NAN)
    for dataset, (difference, p) in enumerate([(-0.1, 0.01), (-0.1, 0.2), (0.1, 0.04)]):
        differences[dataset] = [[0, difference], [-difference, 0]]
        p_values[dataset] = [[NAN, p], [p, NAN]]
    errors = win_tie_loss(differences, p_values, lower_is_better=True)
    assert (errors.wins[0, 1], errors.ties[0, 1], errors.losses[0, 1]) == (1, 1, 1)
    strict = win_tie_loss(differences, p_values, lower_is_better=True, alpha=0.02)
    assert (strict.wins[0, 1], strict.ties[0, 1], strict.losses[0, 1]) == (1, 2, 0)
    accuracies = win_tie_loss(differences, p_values, lower_is_better=False, alpha=0.02)
    assert (accuracies.wins[0, 1], accuracies.ties[0, 1], accuracies.losses[0, 1]) == (0, 2, 1)
    assert np.diag(errors.ties).tolist() == [0, 0]


def test_a_p_value_at_the_level_is_a_tie():
    differences, p_values = np.array([[[0, -1.0], [1.0, 0]]]), np.full((1, 2, 2), 0.05)
    counts = win_tie_loss(differences, p_values, lower_is_better=True, alpha=0.05)
    assert (counts.wins[0, 1], counts.ties[0, 1]) == (0, 1)


def test_a_pair_that_could_not_be_tested_counts_nowhere():
    tested = pairwise_tests([[0.1, 0.2, 0.2], [0.4, 0.5, 0.6]])
    untested = pairwise_tests([[0.1, NAN, NAN], [0.4, 0.5, 0.6]])
    differences, p_values = (np.stack(both) for both in zip(tested, untested, strict=True))
    counts = win_tie_loss(differences, p_values, lower_is_better=True)
    assert counts.wins.tolist() == [[0, 1], [0, 0]]
    assert (counts.wins + counts.ties + counts.losses)[0, 1] == 1


def test_corrected_p_values_can_be_counted_too():
    methods = np.random.default_rng(1).normal(size=(4, 12)) + np.array([[0], [0], [0], [1.2]])
    differences, p_values = pairwise_tests(methods)
    upper = np.triu_indices(4, 1)
    corrected = np.full_like(p_values, NAN)
    corrected[upper] = holm_correction(p_values[upper])
    raw = win_tie_loss(differences[None], p_values[None], lower_is_better=True)
    holm = win_tie_loss(differences[None], corrected[None], lower_is_better=True)
    assert holm.wins[upper].sum() <= raw.wins[upper].sum()


@given(tables)
def test_friedman_statistics_by_hand_from_the_ranks_ties_included(scores):
    result = friedman_test(scores, lower_is_better=True)
    (n, k), ranks = scores.shape, rank_methods(scores, lower_is_better=True)
    averages = ranks.mean(axis=0)
    between, within = n * ((averages - (k + 1) / 2) ** 2).sum(), ((ranks - averages) ** 2).sum()
    if between + within == 0:
        assert (result.chi_squared, result.chi_squared_p_value) == (0, 1)
        assert (result.f_statistic, result.f_p_value) == (0, 1)
        return
    chi_squared = n * (k - 1) * between / (between + within)
    assert result.chi_squared == pytest.approx(chi_squared, abs=1e-9)
    expected_p = stats.chi2.sf(chi_squared, k - 1)
    assert result.chi_squared_p_value == pytest.approx(expected_p, abs=1e-9)
    if within == 0:
        assert (result.f_statistic, result.f_p_value) == (np.inf, 0)
    else:
        assert result.f_statistic == pytest.approx((n - 1) * between / within, abs=1e-9)


def test_demsar_example_reproduces_his_ranks_and_critical_difference():
    scores = np.array(DEMSAR_TABLE.split(), dtype=float).reshape(14, 4)
    result = friedman_test(scores, lower_is_better=False)
    np.testing.assert_allclose(result.average_ranks, [3.143, 2.000, 2.893, 1.964], atol=5e-4)
    # He prints 9.28, not corrected for the ties: one of all four methods, three of two.
    n, k = scores.shape
    share_of_ties = ((4**3 - 4) + 3 * (2**3 - 2)) / (n * (k**3 - k))
    assert result.chi_squared * (1 - share_of_ties) == pytest.approx(9.28, abs=0.005)
    f_by_chi = (n - 1) * result.chi_squared / (n * (k - 1) - result.chi_squared)
    assert result.f_statistic == pytest.approx(f_by_chi)
    assert result.f_p_value == pytest.approx(stats.f.sf(f_by_chi, 3, 39))
    assert nemenyi_critical_difference(k, n, alpha=0.10) == pytest.approx(1.12, abs=0.005)


def test_friedman_edge_cases_are_defined():
    by_rounding = friedman_test([[0.1 + 0.2, 0.3, 0.3]] * 3, lower_is_better=True)
    assert (by_rounding.chi_squared, by_rounding.f_p_value) == (0, 1)
    rows, tied = [[1.0, 2, 3], [2, 1, 3]], [0.3, 0.3, 0.5]
    nearly = friedman_test([*rows, [0.1 + 0.2, *tied[1:]]], lower_is_better=True)
    assert nearly.chi_squared == friedman_test([*rows, tied], lower_is_better=True).chi_squared
    unanimous = friedman_test([[1, 2, 3]] * 4, lower_is_better=True)
    assert (unanimous.chi_squared, unanimous.f_statistic, unanimous.f_p_value) == (8, np.inf, 0)
    lone = friedman_test([[1, 2, 3], [1, NAN, 2]], lower_is_better=True)
    assert lone.n_datasets == 1
    assert lone.average_ranks.tolist() == [1, 2, 3]
    assert np.isnan([lone.chi_squared, lone.f_p_value]).all()
    two = friedman_test([[1, 2]] * 4, lower_is_better=True)
    assert two.average_ranks.tolist() == [1, 2]
    assert np.isnan([two.chi_squared, two.f_p_value]).all()
    with pytest.raises(ValueError, match=r"\(n_datasets, n_methods\), got \(3,\)"):
        friedman_test([1, 2, 3], lower_is_better=True)


@pytest.mark.parametrize("alpha", NEMENYI_Q)
def test_critical_difference_matches_the_published_quantiles(alpha):
    for k, q in enumerate(NEMENYI_Q[alpha], start=2):
        n_datasets = 7
        critical = nemenyi_critical_difference(k, n_datasets, alpha)
        assert critical / (k * (k + 1) / (6 * n_datasets)) ** 0.5 == pytest.approx(q, abs=1.1e-3)


def test_critical_difference_of_too_little_is_refused():
    with pytest.raises(ValueError, match="got 1 and 5"):
        nemenyi_critical_difference(1, 5)
    with pytest.raises(ValueError, match="got 2 and 0"):
        nemenyi_critical_difference(2, 0)
    assert nemenyi_critical_difference(2, 1) == pytest.approx(1.960, abs=1e-3)


def test_groups_are_the_maximal_runs_of_close_ranks():
    ranks = {"d": 4.0, "a": 1.0, "b": 1.9, "c": 2.8, "e": 4.5}
    assert indistinguishable_groups(ranks, 1.0) == [("a", "b"), ("b", "c"), ("d", "e")]
    assert indistinguishable_groups(ranks, 2.5) == [
        ("a", "b", "c"),
        ("b", "c", "d"),
        ("c", "d", "e"),
    ]
    assert indistinguishable_groups(ranks, 0.1) == []


def test_a_difference_equal_to_the_critical_one_is_significant():
    assert indistinguishable_groups({"a": 1.0, "b": 2.0}, 1.0) == []


@given(st.lists(st.integers(0, 20), min_size=2, max_size=8), st.floats(0.1, 8))
def test_groups_are_exactly_the_maximal_cliques(values, critical):
    ranks = {f"m{i}": float(value) for i, value in enumerate(values)}

    def close(names):
        return all(abs(ranks[a] - ranks[b]) < critical for a, b in combinations(names, 2))

    cliques = [
        set(names)
        for size in range(2, len(ranks) + 1)
        for names in combinations(ranks, size)
        if close(names)
    ]
    maximal = [clique for clique in cliques if not any(clique < other for other in cliques)]
    groups = [set(group) for group in indistinguishable_groups(ranks, critical)]
    assert len(groups) == len(maximal)
    assert all(group in maximal for group in groups)
