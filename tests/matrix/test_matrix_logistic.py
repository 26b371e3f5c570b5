"""MatrixLogisticRegression: its optimum, its certificate, and its limits in tau."""

import cvxpy as cp
import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from methods.matrix.logistic_proximal import best_intercept, minimise_logistic, tau_max
from methods.matrix.matrix_logistic import MatrixLogisticRegression
from methods.objectives.matrix import logistic_matrix_objective
from tests.scikit_checks import scikit_checks


def matrices(seed, n=40, p=5, q=4, noise=1.0, imbalance=0.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p, q)) + rng.normal(size=(p, q))
    W = np.outer(rng.normal(size=p), rng.normal(size=q))
    scores = np.tensordot(X - X.mean(axis=0), W, axes=2) + noise * rng.normal(size=n)
    return X, np.where(scores > np.std(scores) * imbalance, 1, -1)


@pytest.mark.parametrize(
    ("seed", "n", "p", "q", "imbalance", "share"),
    [
        (0, 40, 5, 4, 0.0, 0.3),
        (1, 40, 4, 5, 0.0, 0.03),
        (2, 10, 6, 5, 0.0, 0.1),
        (3, 10, 3, 8, 0.0, 0.7),
        (4, 60, 5, 5, 1.2, 0.05),
        (5, 60, 6, 1, 0.0, 0.2),
        (6, 60, 1, 6, -1.0, 0.2),
        (7, 30, 8, 3, 0.5, 0.01),
        (8, 50, 2, 2, 0.0, 0.5),
        (9, 25, 7, 7, 0.0, 0.9),
    ],
)
def test_objective_is_that_of_an_interior_point_solver(seed, n, p, q, imbalance, share):
    X, y = matrices(seed, n, p, q, imbalance=imbalance)
    tau = share * MatrixLogisticRegression(1e9).fit(X, y).tau_max_
    model = MatrixLogisticRegression(tau, tol=1e-8).fit(X, y)
    W, b = cp.Variable((p, q)), cp.Variable()
    scores = X.reshape(n, p * q) @ cp.vec(W, order="C") + b
    loss = cp.sum(cp.logistic(cp.multiply(-y, scores)))
    reference = cp.Problem(cp.Minimize(loss + tau * cp.normNuc(W))).solve(solver=cp.CLARABEL)
    assert model.objective_ == pytest.approx(reference, rel=1e-6)
    assert model.duality_gap_ <= 1e-8 * model.objective_


def test_objective_is_the_public_function_and_ends_the_trace():
    X, y = matrices(0)
    model = MatrixLogisticRegression(2.0).fit(X, y)
    value = logistic_matrix_objective(model.coef_, model.intercept_, X, y, 2.0)
    assert model.objective_ == pytest.approx(value, rel=1e-14)
    assert model.objective_trace_[-1] == pytest.approx(value, rel=1e-12)
    assert model.n_iter_ == len(model.objective_trace_)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("tau", [0.0, 0.01, 0.1, 1.0])
def test_objective_never_grows(tau, seed):
    X, y = matrices(seed, n=100, noise=5.0)
    trace = MatrixLogisticRegression(tau, tol=1e-9).fit(X, y).objective_trace_
    assert len(trace) > 10
    assert np.all(np.diff(trace) <= 1e-13 * trace[:-1])


def test_restarts_and_falling_curvature_keep_the_iterations_few():
    # some 800, but more than 5000 without either
    assert MatrixLogisticRegression(0.01, tol=1e-8).fit(*matrices(0)).n_iter_ < 2000


def test_gap_bounds_what_is_left_to_gain():
    X, y = matrices(1)
    exact = MatrixLogisticRegression(0.5, tol=1e-10).fit(X, y)
    for tol in (1e-1, 1e-2, 1e-3):
        rough = MatrixLogisticRegression(0.5, tol=tol).fit(X, y)
        left = rough.objective_ - exact.objective_
        assert 0 <= left <= rough.duality_gap_ <= tol * rough.objective_


def test_coefficients_vanish_from_tau_max_upwards():
    X, y = matrices(2, imbalance=0.7)
    largest = tau_max(X.reshape(len(X), -1), y.astype(float), np.ones(len(X)), X.shape[1:])
    chance = np.mean(y == 1)
    pull = np.tensordot((y == 1) - chance, X, axes=1)
    assert largest == pytest.approx(np.linalg.svd(pull, compute_uv=False)[0])

    above = MatrixLogisticRegression(1.001 * largest).fit(X, y)
    assert above.rank_ == 0 and not above.coef_.any()
    assert above.intercept_ == pytest.approx(np.log(chance / (1 - chance)))
    assert MatrixLogisticRegression(0.99 * largest, tol=1e-9).fit(X, y).rank_ == 1


def test_smaller_tau_gives_larger_rank():
    X, y = matrices(3, n=80)
    largest = MatrixLogisticRegression().fit(X, y).tau_max_
    ranks = [
        MatrixLogisticRegression(share * largest, tol=1e-7).fit(X, y).rank_
        for share in (1.0, 0.8, 0.1, 0.001)
    ]
    assert ranks == sorted(ranks) and ranks[0] == 0 and ranks[-1] == 4


def test_tau_zero_is_logistic_regression():
    X, y = matrices(4, n=200, noise=5.0)
    rows = X.reshape(200, -1)
    model = MatrixLogisticRegression(0.0, tol=1e-9).fit(X, y)
    reference = LogisticRegression(C=np.inf, tol=1e-10, max_iter=10_000).fit(rows, y)
    np.testing.assert_allclose(model.coef_.ravel(), reference.coef_[0], atol=1e-5)
    assert model.intercept_ == pytest.approx(reference.intercept_[0], abs=1e-5)
    np.testing.assert_allclose(model.predict_proba(X), reference.predict_proba(rows), atol=1e-5)


def test_columns_are_penalised_by_their_length():
    X, y = matrices(5, p=6, q=1)
    model = MatrixLogisticRegression(2.0, tol=1e-9).fit(X, y)
    length = np.linalg.norm(model.coef_)
    # stationary: the gradient is -tau w / ||w||
    prices = y / (1 + np.exp(y * model.decision_function(X)))
    np.testing.assert_allclose(
        np.tensordot(prices, X, axes=1), 2.0 * model.coef_ / length, atol=1e-3
    )


def test_transposed_matrices_transpose_the_coefficients():
    X, y = matrices(6)
    model = MatrixLogisticRegression(tol=1e-9).fit(X, y)
    turned = MatrixLogisticRegression(tol=1e-9).fit(X.transpose(0, 2, 1), y)
    np.testing.assert_allclose(turned.coef_, model.coef_.T, atol=1e-4)
    assert turned.intercept_ == pytest.approx(model.intercept_, abs=1e-4)


def test_flipped_labels_negate_the_coefficients():
    X, y = matrices(7)
    model, flipped = (MatrixLogisticRegression(tol=1e-9).fit(X, labels) for labels in (y, -y))
    np.testing.assert_allclose(flipped.coef_, -model.coef_, atol=1e-4)
    assert flipped.intercept_ == pytest.approx(-model.intercept_, abs=1e-4)


def test_order_of_the_samples_does_not_matter():
    X, y = matrices(8)
    order = np.random.default_rng(0).permutation(len(y))
    model = MatrixLogisticRegression(tol=1e-9).fit(X, y)
    shuffled = MatrixLogisticRegression(tol=1e-9).fit(X[order], y[order])
    np.testing.assert_allclose(shuffled.coef_, model.coef_, atol=1e-4)


def test_shifted_features_move_the_intercept_alone():
    X, y = matrices(9)
    model = MatrixLogisticRegression(tol=1e-9).fit(X, y)
    shifted = MatrixLogisticRegression(tol=1e-9).fit(X + 10, y)
    np.testing.assert_allclose(shifted.coef_, model.coef_, atol=1e-4)


def test_rows_with_their_shape_are_matrices():
    X, y = matrices(0)
    model = MatrixLogisticRegression().fit(X, y)
    rows = MatrixLogisticRegression(matrix_shape=X.shape[1:]).fit(X.reshape(len(X), -1), y)
    np.testing.assert_array_equal(rows.coef_, model.coef_)


def test_probabilities_are_those_of_the_logistic_model():
    X, y = matrices(1)
    model = MatrixLogisticRegression().fit(X, np.where(y > 0, "yes", "no"))
    chances = model.predict_proba(X)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    np.testing.assert_allclose(np.log(chances[:, 1] / chances[:, 0]), model.decision_function(X))
    assert list(model.classes_) == ["no", "yes"]
    assert np.mean(model.predict(X) == np.where(y > 0, "yes", "no")) > 0.8


def test_a_start_nearby_saves_iterations_and_changes_nothing():
    X, y = matrices(2, n=80)
    data, options = (X.reshape(80, -1), y * 1.0, np.ones(80)), {"tol": 1e-8, "max_iter": 10_000}
    cold = minimise_logistic(*data, (5, 4), 1.0, **options)
    nearby = minimise_logistic(*data, (5, 4), 1.05, **options)
    warm = minimise_logistic(*data, (5, 4), 1.0, start=nearby, **options)
    assert warm.objective_trace[-1] == pytest.approx(cold.objective_trace[-1], rel=1e-8)
    assert len(warm.objective_trace) < len(cold.objective_trace)


@pytest.mark.parametrize("guess", [0.0, 1e6])
@pytest.mark.parametrize("spread", [1e-3, 1.0, 1e4])
def test_intercept_is_the_best_one_for_any_spread_of_decisions(spread, guess):
    rng = np.random.default_rng(0)
    signs = np.where(rng.random(30) < 0.3, 1.0, -1.0)
    decisions = spread * (rng.normal(size=30) + 0.1 * signs) + 5
    weights = rng.uniform(0.1, 3, size=30)
    b = best_intercept(decisions, signs, weights, guess)

    def loss(b):
        return weights @ np.logaddexp(0, -signs * (decisions + b))

    bracket = (decisions.min() - 10, decisions.max() + 10)
    minimum = minimize_scalar(loss, bounds=(-bracket[1], -bracket[0]), options={"xatol": 1e-10})
    assert loss(b) <= minimum.fun * (1 + 1e-12)


def test_max_iter_that_stops_it_is_a_warning():
    with pytest.warns(ConvergenceWarning, match=r"stopped after 2 iterations \(max_iter=2\)"):
        MatrixLogisticRegression(0.01, max_iter=2).fit(*matrices(0))


@pytest.mark.parametrize("tau", [0.0, 0.01, 1.0])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_tolerance_below_rounding_ends_at_the_optimum(tau):
    X, y = matrices(2, n=80, noise=5.0)
    model = MatrixLogisticRegression(tau, tol=1e-17, max_iter=500).fit(X, y)
    reference = MatrixLogisticRegression(tau, tol=1e-6).fit(X, y).objective_
    assert model.objective_ == pytest.approx(reference, rel=1e-6)


@scikit_checks([MatrixLogisticRegression(), MatrixLogisticRegression(0.1, tol=1e-6)])
def test_scikit_learns_checks_pass(check):
    check()
