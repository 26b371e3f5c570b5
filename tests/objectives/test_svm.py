"""The objectives of the SVM and the exclusivity machine: by hand, and what makes optima equal."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from methods.objectives import exclusivity_objective, primal_svm_objective
from methods.objectives import svm as svm_objectives

powers = st.sampled_from([1.0, 1.3, 1.5, 2.0])
seeds = st.integers(0, 2**32 - 1)
sparsities = st.sampled_from([0.0, 0.7])


def ensemble(seed, n_components=3, n=12, d=4):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, d)), np.where(rng.random(n) < 0.5, 1.0, -1.0)
    return rng.normal(size=(n_components, d)), rng.normal(size=n_components), X, y


def test_primal_svm_objective_by_hand():
    X, y = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([1.0, -1.0])
    # margins are 3.5 and -(-2 + 0.5) = 1.5 at w = (3, -1), and 0.75, -0.5 at w = (0.25, 0)
    assert primal_svm_objective([3, -1], 0.5, X, y, 7.0, "hinge") == 5.0
    assert primal_svm_objective([0.25, 0], 0.5, X, y, 2.0, "hinge") == 0.03125 + 2 * (0.25 + 1.5)
    squared = 0.03125 + 2 * (0.0625 + 2.25)
    assert primal_svm_objective([0.25, 0], 0.5, X, y, 2.0, "squared_hinge") == squared


def test_penalty_may_differ_by_sample():
    W, b, X, y = ensemble(0)
    twice = primal_svm_objective(W[0], b[0], np.r_[X, X[:3]], np.r_[y, y[:3]], 0.4, 1.5)
    weights = np.where(np.arange(len(y)) < 3, 0.8, 0.4)
    assert primal_svm_objective(W[0], b[0], X, y, weights, 1.5) == pytest.approx(twice)


def test_exclusivity_objective_entry_by_entry():
    W, b, X, y = ensemble(1)
    expected = 0.0
    for i in range(X.shape[1]):
        expected += 0.5 * (sum(abs(W[c, i]) for c in range(len(W))) + 0.7) ** 2
    for c in range(len(W)):
        for n in range(len(X)):
            expected += 2.5 * max(0.0, 1 - y[n] * (X[n] @ W[c] + b[c])) ** 1.5
    assert exclusivity_objective(W, b, X, y, 2.5, 1.5, 0.7) == pytest.approx(expected, rel=1e-13)


def test_exclusivity_objective_does_not_depend_on_the_blocks(monkeypatch):
    W, b, X, y = ensemble(2)
    whole = exclusivity_objective(W, b, X, y, 1.0, "hinge")
    monkeypatch.setattr(svm_objectives, "DECISION_VALUES_AT_ONCE", 5)
    assert exclusivity_objective(W, b, X, y, 1.0, "hinge") == pytest.approx(whole, rel=1e-14)


def test_one_component_is_the_primal_svm():
    W, b, X, y = ensemble(3, n_components=1)
    svm = primal_svm_objective(W[0], b[0], X, y, 1.7, 1.2)
    assert exclusivity_objective(W, b, X, y, 1.7, 1.2) == pytest.approx(svm, rel=1e-14)


def test_sparsity_counts_as_the_appended_column():
    W, b, X, y = ensemble(4)
    d, beta = W.shape[1], 0.9
    plain = exclusivity_objective(W, b, X, y, 1.0, "hinge")
    sparse = exclusivity_objective(W, b, X, y, 1.0, "hinge", beta)
    assert sparse - plain == pytest.approx(beta * np.abs(W).sum() + d * beta**2 / 2)


@given(seeds, powers, sparsities, st.floats(0, 1))
def test_exclusivity_objective_is_convex(seed, power, sparsity, t):
    W0, b0, X, y = ensemble(seed)
    W1, b1, _, _ = ensemble(seed + 1)

    def F(W, b):
        return exclusivity_objective(W, b, X, y, 0.8, power, sparsity)

    between = F((1 - t) * W0 + t * W1, (1 - t) * b0 + t * b1)
    assert between <= ((1 - t) * F(W0, b0) + t * F(W1, b1)) * (1 + 1e-12)


@given(seeds, powers, sparsities)
def test_permuted_components_have_the_same_objective(seed, power, sparsity):
    W, b, X, y = ensemble(seed, n_components=4)
    order = np.random.default_rng(seed).permutation(4)
    permuted = exclusivity_objective(W[order], b[order], X, y, 0.8, power, sparsity)
    assert permuted == pytest.approx(exclusivity_objective(W, b, X, y, 0.8, power, sparsity))


@given(seeds, powers, sparsities)
def test_averaging_the_components_never_raises_the_objective(seed, power, sparsity):
    W, b, X, y = ensemble(seed)
    mean, mean_b = np.tile(W.mean(axis=0), (3, 1)), np.full(3, b.mean())
    averaged = exclusivity_objective(mean, mean_b, X, y, 0.8, power, sparsity)
    assert averaged <= exclusivity_objective(W, b, X, y, 0.8, power, sparsity) * (1 + 1e-12)


@given(seeds, powers)
def test_proposition_1_ensemble_loss_is_at_most_the_mean_component_loss(seed, power):
    W, b, X, y = ensemble(seed)

    def loss(w, intercept):
        return primal_svm_objective(w, intercept, X, y, 1.0, power) - 0.5 * w @ w

    components = [loss(w, intercept) for w, intercept in zip(W, b, strict=True)]
    assert loss(W.mean(axis=0), b.mean()) <= np.mean(components) * (1 + 1e-12) + 1e-12
