"""BilinearSVM: what it finds, against the plain SVM, brute force and the SVM in either factor."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from methods.matrix.bilinear_svm import BilinearSVM
from methods.objectives.matrix import support_matrix_objective
from tests.scikit_checks import scikit_checks


def matrices(seed, n=60, p=5, q=4, noise=0.3):
    """Matrices parted, up to noise, by one of rank 1."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p, q))
    W = np.outer(rng.normal(size=p), rng.normal(size=q))
    return X, np.where(np.tensordot(X, W, axes=2) + noise * rng.normal(size=n) > 0, 1, -1)


def svm_objective(rows, y, C):
    model = LinearSVC(C=C, loss="hinge", fit_intercept=False, tol=1e-9, max_iter=10**6)
    w = model.fit(rows, y).coef_[0]
    return w @ w / 2 + C * np.maximum(1 - y * (rows @ w), 0).sum()


def test_objective_is_the_public_function_and_ends_the_trace():
    X, y = matrices(0)
    model = BilinearSVM(0.5, rank=2, random_state=0).fit(X, y)
    value = support_matrix_objective(model.coef_, 0.0, X, y, 0.5, 0.0)
    assert model.objective_ == pytest.approx(value, rel=1e-12)
    assert model.objective_trace_[-1] == pytest.approx(value, rel=1e-9)
    assert model.n_iter_ == len(model.objective_trace_)
    assert model.intercept_ == 0


@pytest.mark.parametrize("seed", range(12))
def test_a_round_that_ends_higher_is_not_taken(seed):
    X, y = matrices(seed, noise=2.0)
    model = BilinearSVM(1.0, tol=0.9, random_state=0).fit(X, y)  # halves far from their optimum
    assert model.objective_trace_[-1] == model.objective_trace_.min()
    assert model.objective_ == pytest.approx(model.objective_trace_[-1], rel=1e-9)


@pytest.mark.parametrize("rank", [1, 2, 4])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_objective_never_grows(C, rank):
    X, y = matrices(1, noise=2.0)
    trace = BilinearSVM(C, rank=rank, tol=1e-5, random_state=0).fit(X, y).objective_trace_
    assert len(trace) > 1
    assert np.all(np.diff(trace) <= 0)


def test_coefficients_are_the_product_of_the_factors():
    X, y = matrices(2, p=6, q=3)
    model = BilinearSVM(rank=2, random_state=0).fit(X, y)
    W_y, W_x = model.factors_
    assert W_y.shape == (6, 2) and W_x.shape == (3, 2)
    np.testing.assert_allclose(W_y @ W_x.T, model.coef_, atol=1e-12)
    np.testing.assert_allclose(W_y.T @ W_y, W_x.T @ W_x, atol=1e-12)
    assert np.linalg.matrix_rank(model.coef_) == 2


def test_neither_factor_alone_can_be_bettered():
    X, y = matrices(3, noise=1.0)
    model = BilinearSVM(0.3, rank=2, tol=1e-8, random_state=0).fit(X, y)
    for matrices_, coef in ((X, model.coef_), (X.transpose(0, 2, 1), model.coef_.T)):
        basis = np.linalg.svd(coef)[2][:2].T
        best = svm_objective((matrices_ @ basis).reshape(len(X), -1), y, 0.3)
        assert model.objective_ == pytest.approx(best, rel=1e-5)


@pytest.mark.parametrize("C", [0.01, 0.3, 10.0])
def test_full_rank_is_the_linear_svm_without_offset(C):
    X, y = matrices(4, noise=1.0)
    model = BilinearSVM(C, rank=4, tol=1e-8, random_state=0).fit(X, y)
    assert model.objective_ == pytest.approx(svm_objective(X.reshape(60, -1), y, C), rel=1e-5)


def test_vectors_give_the_linear_svm_without_offset():
    X, y = matrices(5, q=1)
    model = BilinearSVM(0.3, tol=1e-8).fit(X, y)
    assert model.objective_ == pytest.approx(svm_objective(X[:, :, 0], y, 0.3), rel=1e-6)


@pytest.mark.slow
def test_best_of_a_few_starts_is_the_global_optimum_by_brute_force():
    X, y = matrices(6, n=20, p=2, q=2, noise=1.0)
    lowest = min(
        BilinearSVM(0.5, tol=1e-8, random_state=seed).fit(X, y).objective_ for seed in range(8)
    )
    angles = np.linspace(0, np.pi, 361)
    scanned = min(svm_objective(X @ [np.cos(t), np.sin(t)], y, 0.5) for t in angles)
    assert lowest == pytest.approx(scanned, rel=2e-3)  # what the spacing of the angles leaves
    assert lowest <= scanned


@pytest.mark.slow
def test_objective_falls_as_the_rank_grows():
    X, y = matrices(7, noise=2.0)
    values = [
        min(
            BilinearSVM(rank=rank, tol=1e-6, random_state=seed).fit(X, y).objective_
            for seed in range(3)
        )
        for rank in (1, 2, 3, 4)
    ]
    assert values == sorted(values, reverse=True)


def cosine(V, W):
    return np.sum(V * W) / np.linalg.norm(V) / np.linalg.norm(W)


def test_a_rank_one_truth_is_found_from_any_start():
    X, y = matrices(8, n=300, noise=0.1)
    models = [BilinearSVM(tol=1e-5, random_state=seed).fit(X, y) for seed in range(3)]
    for model in models:
        assert cosine(model.coef_, models[0].coef_) > 0.999
        assert model.objective_ == pytest.approx(models[0].objective_, rel=0.01)
        assert model.score(X, y) > 0.95


def test_transposed_matrices_transpose_the_coefficients():
    # up to the optimum that the other factor's start leads to
    X, y = matrices(8, n=300, noise=0.1)
    model = BilinearSVM(tol=1e-5, random_state=0).fit(X, y)
    turned = BilinearSVM(tol=1e-5, random_state=0).fit(X.transpose(0, 2, 1), y)
    assert cosine(turned.coef_, model.coef_.T) > 0.999
    assert turned.objective_ == pytest.approx(model.objective_, rel=0.01)


def test_flipped_labels_negate_the_coefficients():
    X, y = matrices(9)
    model, flipped = (BilinearSVM(rank=2, random_state=0).fit(X, labels) for labels in (y, -y))
    np.testing.assert_allclose(flipped.coef_, -model.coef_, atol=1e-6)


def test_order_of_the_samples_does_not_matter():
    X, y = matrices(10, n=300, noise=0.1)
    order = np.random.default_rng(0).permutation(len(y))
    model = BilinearSVM(tol=1e-8, random_state=0).fit(X, y)
    shuffled = BilinearSVM(tol=1e-8, random_state=0).fit(X[order], y[order])
    assert shuffled.objective_ == pytest.approx(model.objective_, rel=1e-5)
    np.testing.assert_allclose(shuffled.coef_, model.coef_, atol=1e-2)


def test_the_seed_decides():
    X, y = matrices(11, noise=3.0)
    one, same, other = (BilinearSVM(random_state=seed).fit(X, y).coef_ for seed in (0, 0, 1))
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)


def test_rows_with_their_shape_are_matrices():
    X, y = matrices(0)
    model = BilinearSVM(random_state=0).fit(X, y)
    rows = BilinearSVM(random_state=0, matrix_shape=(5, 4)).fit(X.reshape(60, -1), y)
    np.testing.assert_array_equal(rows.coef_, model.coef_)


def test_matrices_of_zeros_give_zero():
    model = BilinearSVM(0.5, random_state=0).fit(np.zeros((6, 3, 2)), [0, 1] * 3)
    assert not model.coef_.any() and model.objective_ == 3.0


def test_a_rank_above_the_smaller_side_is_named():
    with pytest.raises(ValueError, match=r"rank=5 is more than .* \(5, 4\) .* pass 4 or less"):
        BilinearSVM(rank=5).fit(*matrices(0))


def test_max_iter_that_stops_it_is_a_warning():
    with pytest.warns(ConvergenceWarning, match="max_iter=1"):
        BilinearSVM(max_iter=1).fit(*matrices(0))


def excused(estimator):
    reason = "a half stops at a duality gap, and the way there depends on how samples are repeated"
    return {"check_sample_weight_equivalence_on_dense_data": reason}


@scikit_checks([BilinearSVM(random_state=0)], excused)
def test_scikit_learns_checks_pass(check):
    check()
