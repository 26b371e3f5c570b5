"""PrimalSVM: what an estimator promises beyond the solver underneath."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from sklearn.datasets import make_classification
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, LinearSVC

from methods import PrimalSVM
from methods.objectives import primal_svm_objective

LOSSES = ["hinge", 1.4, "squared_hinge"]


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(n_samples=80, n_features=6, flip_y=0.2, random_state=0)
    return X, y


@pytest.mark.parametrize("loss", LOSSES)
def test_objective_is_the_public_function_at_the_hyperplane(data, loss):
    X, y = data
    model = PrimalSVM(0.7, loss=loss).fit(X, y)
    signs = np.where(y == 1, 1, -1)
    value = primal_svm_objective(model.coef_, model.intercept_, X, signs, 0.7, loss)
    assert model.objective_ == value
    assert 0 <= model.duality_gap_ <= 1e-9 * value


def test_hinge_equals_libsvm(data):
    X, y = data
    reference = SVC(kernel="linear", C=0.7, tol=1e-10).fit(X, y)
    model = PrimalSVM(0.7).fit(X, y)
    np.testing.assert_allclose(model.coef_, reference.coef_[0], atol=1e-6)
    np.testing.assert_allclose(model.intercept_, reference.intercept_[0], atol=1e-6)


def test_squared_hinge_is_liblinears_optimum_where_its_intercept_is_free(data):
    X, y = data
    # liblinear penalises the intercept: a large constant feature makes that negligible.
    reference = LinearSVC(C=0.7, tol=1e-10, intercept_scaling=1e4, dual=False, max_iter=10**5).fit(
        X, y
    )
    model = PrimalSVM(0.7, loss="squared_hinge").fit(X, y)
    np.testing.assert_allclose(model.coef_, reference.coef_[0], atol=1e-4)


@pytest.mark.parametrize("loss", LOSSES)
def test_order_of_the_rows_does_not_matter(data, loss):
    X, y = data
    order = np.random.default_rng(0).permutation(len(y))
    model = PrimalSVM(0.7, loss=loss).fit(X, y)
    shuffled = PrimalSVM(0.7, loss=loss).fit(X[order], y[order])
    np.testing.assert_allclose(shuffled.coef_, model.coef_, atol=1e-7)
    assert shuffled.intercept_ == pytest.approx(model.intercept_, abs=1e-7)


@pytest.mark.parametrize("penalty", [1e-4, 1e-2])
def test_order_does_not_matter_where_the_intercept_is_an_interval(data, penalty):
    X, y = data
    order = np.random.default_rng(0).permutation(len(y))
    model = PrimalSVM(penalty).fit(X, y)
    shuffled = PrimalSVM(penalty).fit(X[order], y[order])
    assert shuffled.intercept_ == pytest.approx(model.intercept_, abs=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
def test_flipped_labels_negate_the_hyperplane(data, loss):
    X, y = data
    model = PrimalSVM(0.7, loss=loss).fit(X, y)
    flipped = PrimalSVM(0.7, loss=loss).fit(X, 1 - y)
    np.testing.assert_allclose(flipped.coef_, -model.coef_, atol=1e-7)
    assert flipped.intercept_ == pytest.approx(-model.intercept_, abs=1e-7)


@pytest.mark.parametrize("loss", LOSSES)
def test_permuted_features_permute_the_coefficients(data, loss):
    X, y = data
    order = np.random.default_rng(1).permutation(X.shape[1])
    model = PrimalSVM(0.7, loss=loss).fit(X, y)
    permuted = PrimalSVM(0.7, loss=loss).fit(X[:, order], y)
    np.testing.assert_allclose(permuted.coef_, model.coef_[order], atol=1e-7)


@pytest.mark.parametrize("loss", LOSSES)
def test_features_times_k_is_penalty_times_k_squared(data, loss):
    X, y = data
    small = PrimalSVM(0.7, loss=loss).fit(3 * X, y)
    large = PrimalSVM(0.7 * 9, loss=loss).fit(X, y)
    np.testing.assert_allclose(3 * small.coef_, large.coef_, atol=1e-6)
    assert 9 * small.objective_ == pytest.approx(large.objective_)


def test_shifted_features_move_the_intercept_alone(data):
    X, y = data
    model, shifted = PrimalSVM().fit(X, y), PrimalSVM().fit(X + 50, y)
    np.testing.assert_allclose(shifted.coef_, model.coef_, atol=1e-7)


@pytest.mark.parametrize("loss", LOSSES)
def test_vanishing_penalty_gives_a_vanishing_hyperplane(data, loss):
    X, y = data
    assert np.linalg.norm(PrimalSVM(1e-9, loss=loss).fit(X, y).coef_) < 1e-5


@pytest.mark.parametrize("loss", LOSSES)
def test_growing_penalty_gives_the_hard_margin(loss):
    X, y = np.array([[0.0, 1.0], [2.0, 1.0], [5.0, -3.0]]), np.array([0, 1, 1])
    model = PrimalSVM(1e6, loss=loss).fit(X, y)
    np.testing.assert_allclose(model.coef_, [1, 0], atol=1e-4)
    assert model.intercept_ == pytest.approx(-1, abs=1e-4)


def test_weights_are_repetitions(data):
    X, y = data
    weights = np.arange(len(y)) % 3
    weighted = PrimalSVM(0.7).fit(X, y, sample_weight=weights)
    repeated = PrimalSVM(0.7).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=1e-7)


def test_alm_stops_above_the_optimum_and_says_so_in_its_trace(data):
    X, y = data
    exact, alm = PrimalSVM().fit(X, y), PrimalSVM(solver="alm").fit(X, y)
    assert alm.objective_ == alm.objective_trace_[-1] > exact.objective_
    assert abs(alm.objective_trace_[-1] - alm.objective_trace_[-2]) < 0.05
    assert alm.n_iter_ == len(alm.objective_trace_)


def test_alm_warns_where_max_iter_stops_it(data):
    with pytest.warns(ConvergenceWarning, match="max_iter=3"):
        PrimalSVM(solver="alm", max_iter=3).fit(*data)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"penalty": 0}, "'penalty' parameter of PrimalSVM must be a float in the range"),
        ({"loss": "log"}, "'loss' parameter of PrimalSVM must be a str among"),
        ({"loss": 2.5}, "'loss' parameter of PrimalSVM"),
        ({"solver": "simplex"}, "'solver' parameter of PrimalSVM must be a str among"),
    ],
)
def test_bad_parameter_is_named_with_its_legal_set(data, parameters, message):
    with pytest.raises(ValueError, match=message):
        PrimalSVM(**parameters).fit(*data)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (["a"] * 6, "got 1 class: 'a'"),
        (["a", "b", "c"] * 2, "got 3 classes: 'a', 'b', 'c'"),
    ],
)
def test_other_than_two_classes_are_named(y, message):
    with pytest.raises(ValueError, match=message):
        PrimalSVM().fit(np.eye(6), y)


def test_labels_may_be_words_and_features_a_data_frame(data):
    X, y = data
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(X.shape[1])])
    words = np.where(y == 1, "yes", "no")
    model = PrimalSVM().fit(frame, words)
    assert list(model.classes_) == ["no", "yes"]
    assert list(model.feature_names_in_) == list(frame.columns)
    assert model.score(frame, words) == PrimalSVM().fit(X, y).score(X, y) > 0.7


def test_a_pickled_model_predicts_the_same(data):
    X, y = data
    model = PrimalSVM().fit(X, y)
    restored = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(restored.decision_function(X), model.decision_function(X))


def test_components_with_penalties_of_their_own_are_the_single_svm():
    """Minimise sum_c 1/2 ||w_c||^2 + penalty * loss(w_c) over all components at once."""
    rng = np.random.default_rng(0)
    X, n_components = rng.normal(size=(30, 3)), 4
    y = np.where(X[:, 0] + rng.normal(size=30) > 0, 1.0, -1.0)

    def joint(flat):
        W = flat.reshape(n_components, 4)
        return sum(primal_svm_objective(w[:3], w[3], X, y, 0.7, "squared_hinge") for w in W)

    optimum = minimize(joint, rng.normal(size=4 * n_components), tol=1e-12)
    single = PrimalSVM(0.7, loss="squared_hinge").fit(X, y)
    for w in optimum.x.reshape(n_components, 4):
        np.testing.assert_allclose(w, [*single.coef_, single.intercept_], atol=1e-4)


def test_with_an_absolute_penalty_components_of_equal_objective_may_differ():
    """Two equal features share the weight as they like, and each way is an optimum."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 3))
    y = np.where(X[:, 0] + rng.normal(size=30) > 0, 1.0, -1.0)
    X = np.column_stack([X, X[:, 0]])

    def objective(w):
        return np.abs(w).sum() + 0.7 * (np.maximum(0, 1 - y * (X @ w)) ** 2).sum()

    model = LinearSVC(penalty="l1", C=0.7, dual=False, fit_intercept=False, tol=1e-10).fit(X, y)
    one = model.coef_[0]
    other = one[[3, 1, 2, 0]]  # with the weights of the equal features exchanged
    assert np.abs(one - other).max() > 0.1
    assert objective(other) == pytest.approx(objective(one), abs=1e-12)
    best = min(
        minimize(objective, one + rng.normal(0, 0.1, 4), method="Powell").fun for _ in range(5)
    )
    assert objective(one) <= best + 1e-9
