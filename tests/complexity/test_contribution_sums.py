"""Sums along subset paths: against explicit equations, Theorem 1.6, and chunk by chunk."""

from dataclasses import fields

import numpy as np
import pytest

from methods.complexity.contribution_sums import (
    ContributionSums,
    average_contributions,
    combine,
    contribution_sums,
    contributions_by_size,
    jackknife_errors,
    uniform_contributions,
)
from methods.complexity.support_vector_path import support_vector_path
from methods.data.generators.shapes import yin_yang
from methods.kernel_functions import perceptron_kernel

N, S1, S2 = 12, 3, 10


@pytest.fixture(scope="module")
def problem():
    X, y, _ = yin_yang(N, 5, flip=0.2)
    permutations = np.array([np.random.default_rng(p).permutation(N) for p in range(40)])
    return perceptron_kernel(X), y, permutations


def equations(problem, s1=S1, s2=S2):
    """P and Delta of eq. 1.10, a block of s2 - s1 rows a permutation."""
    K, y, permutations = problem
    P, Delta = [], []
    for order in permutations:
        counts = np.r_[0, support_vector_path(K, y, order)]
        for m in range(1, s2 - s1 + 1):
            row = np.zeros(len(y))
            row[order[s1 : s1 + m]] = 1
            P.append(row)
            Delta.append(counts[s1 + m] - counts[s1])
    return np.array(P), np.array(Delta)


@pytest.mark.parametrize("s1, s2", [(S1, S2), (0, N), (4, 5), (0, 1)])
def test_normal_equations_are_those_of_the_explicit_matrix(problem, s1, s2):
    P, Delta = equations(problem, s1, s2)
    sums = contribution_sums(*problem, s1, s2)
    np.testing.assert_array_equal(sums.gram, P.T @ P)
    np.testing.assert_array_equal(sums.moments, P.T @ Delta)


def test_uniform_contributions_are_least_squares(problem):
    expected = np.linalg.lstsq(*equations(problem))[0]
    contributions = uniform_contributions(contribution_sums(*problem, S1, S2))
    np.testing.assert_allclose(contributions, expected, atol=1e-10)


@pytest.mark.parametrize("s1, s2", [(S1, S2), (0, N)])
def test_theorem_1_6_average_is_the_best_linear_unbiased_estimator(problem, s1, s2):
    P, Delta = equations(problem, s1, s2)
    steps = np.arange(1, s2 - s1 + 1)
    block = np.linalg.inv(np.minimum.outer(steps, steps))  # Sigma_1: min(i, j)
    weight = np.kron(np.eye(len(problem[2])), block)
    expected = np.linalg.solve(P.T @ weight @ P, P.T @ weight @ Delta)  # eq. 1.12
    contributions, _ = average_contributions(contribution_sums(*problem, s1, s2))
    np.testing.assert_allclose(contributions, expected, atol=1e-10)


def test_average_and_its_error_are_those_of_the_listed_increases(problem):
    K, y, permutations = problem
    listed = [[] for _ in range(N)]
    for order in permutations:
        counts = np.r_[0, support_vector_path(K, y, order)]
        for i in range(S1, S2):
            listed[order[i]].append(counts[i + 1] - counts[i])
    sums = contribution_sums(*problem, S1, S2)
    mean, error = average_contributions(sums)
    assert sums.n_increases.tolist() == [len(values) for values in listed]
    np.testing.assert_allclose(mean, [np.mean(v) for v in listed])
    np.testing.assert_allclose(error, [np.std(v, ddof=1) / len(v) ** 0.5 for v in listed])


def test_chunks_in_any_order_add_up_to_the_bits_of_the_whole(problem):
    K, y, permutations = problem
    chunks = [contribution_sums(K, y, permutations[i : i + 7], S1, S2) for i in range(0, 40, 7)]
    whole = contribution_sums(*problem, S1, S2)
    assert whole.n_permutations == 40
    for order in (chunks, chunks[::-1]):
        for field in fields(ContributionSums):
            left, right = getattr(combine(order), field.name), getattr(whole, field.name)
            np.testing.assert_array_equal(left, right)


def test_every_example_stands_once_in_each_permutation(problem):
    sums = contribution_sums(*problem, S1, S2)
    assert (sums.times.sum(axis=0) == 40).all()
    assert (sums.times.sum(axis=1) == 40).all()


def test_increases_of_a_permutation_add_up_to_the_complexity_of_the_whole(problem):
    K, y, permutations = problem
    total = support_vector_path(K, y, permutations[0])[-1]
    assert contribution_sums(*problem, S1, S2).increases.sum() == 40 * total


def test_contributions_by_size_average_the_listed_increases(problem):
    K, y, permutations = problem
    some = np.arange(N) >= N - 4
    edges = [0, 1, 4, 8, N]
    listed = [[] for _ in edges[1:]]
    for order in permutations:
        counts = np.r_[0, support_vector_path(K, y, order)]
        for i in np.flatnonzero(some[order]):
            listed[np.searchsorted(edges, i, side="right") - 1].append(counts[i + 1] - counts[i])
    expected = [np.mean(values) for values in listed]
    for s1, s2 in ((S1, S2), (0, 1)):
        contributions = contributions_by_size(contribution_sums(*problem, s1, s2), some, edges)
        np.testing.assert_allclose(contributions, expected)


def test_bin_without_any_example_has_no_mean(problem):
    K, y, permutations = problem
    sums = contribution_sums(K, y, permutations[:1], S1, S2)
    last = permutations[0][-1:]
    by_size = contributions_by_size(sums, last, [0, N - 1, N])
    assert np.isnan(by_size[0])
    assert np.isfinite(by_size[1])


def test_unseen_examples_have_no_contribution_and_the_others_do(problem):
    K, y, permutations = problem
    sums = contribution_sums(K, y, permutations[:1], S1, S2)
    outside = np.r_[permutations[0][:S1], permutations[0][S2:]]
    for contributions in (average_contributions(sums)[0], uniform_contributions(sums)):
        assert set(np.flatnonzero(np.isnan(contributions))) == set(outside)
    assert np.isnan(average_contributions(sums)[1]).all()


@pytest.mark.slow
def test_errors_are_of_the_size_of_the_spread_between_repetitions():
    X, y, _ = yin_yang(20, 1, flip=0.1)
    K = perceptron_kernel(X)
    averages, uniforms, average_errors, uniform_errors = [], [], [], []
    for repetition in range(40):
        rng = np.random.default_rng(repetition)
        chunks = [
            contribution_sums(K, y, [rng.permutation(20) for _ in range(10)], 4, 20)
            for _ in range(10)
        ]
        mean, error = average_contributions(combine(chunks))
        averages.append(mean)
        average_errors.append(error)
        uniforms.append(uniform_contributions(combine(chunks)))
        uniform_errors.append(jackknife_errors(chunks))
    for estimates, errors in ((averages, average_errors), (uniforms, uniform_errors)):
        spread = np.std(estimates, axis=0, ddof=1)
        ratio = np.mean(errors, axis=0) / spread
        assert 0.85 < np.median(ratio) < 1.2
        assert 0.6 < ratio.min() < ratio.max() < 1.7


def test_jackknife_of_one_chunk_is_unknown(problem):
    assert np.isnan(jackknife_errors([contribution_sums(*problem, S1, S2)])).all()


@pytest.mark.parametrize("s1, s2", [(-1, 5), (5, 5), (0, N + 1)])
def test_impossible_sizes_are_named(problem, s1, s2):
    with pytest.raises(ValueError, match=f"s1={s1} and s2={s2} .* 0 <= s1 < s2 <= {N}"):
        contribution_sums(*problem, s1, s2)


def test_chunks_of_different_sizes_are_not_combined(problem):
    chunks = [contribution_sums(*problem, s1, S2) for s1 in (2, 3)]
    with pytest.raises(ValueError, match=r"one pair of s1 and s2, got \[\(2, 10\), \(3, 10\)\]"):
        combine(chunks)
