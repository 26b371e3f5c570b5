"""DiversityMachine: its three solvers, its kernels, and the interface."""

import pickle
import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification, make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel
from sklearn.svm import NuSVC

from methods.margin import diversity_machine
from methods.margin.diversity_machine import DiversityMachine
from methods.objectives import angular_objective, diversity_objective

SOLVERS = ["alternating", "exact", "angular"]


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(n_samples=40, n_features=5, flip_y=0.2, random_state=1)
    return (X - X.min(axis=0)) / np.ptp(X, axis=0), y


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_fitted_attributes_agree_with_each_other(data, solver, fit_intercept, kernel):
    X, y = data
    model = DiversityMachine(
        4, nu=2.0, mu=0.01, kernel=kernel, solver=solver, fit_intercept=fit_intercept,
        random_state=0,
    ).fit(X, y)  # fmt: skip
    signs = np.where(y == 1, 1, -1)
    K = (rbf_kernel(X, gamma=model.gamma_) if kernel == "rbf" else X @ X.T) + fit_intercept
    objective = angular_objective if solver == "angular" else diversity_objective
    expected = objective(model.dual_coef_, K, signs, 2.0, 0.01)
    assert model.objective_ == pytest.approx(expected, rel=1e-7)
    assert model.objective_ == model.objective_trace_[-1]
    assert len(model.objective_trace_) == len(model.mean_angle_trace_)
    norms = np.sqrt(np.sum(model.dual_coef_ @ K * model.dual_coef_, axis=1))
    np.testing.assert_allclose(model.component_norms_, norms, rtol=1e-6)
    assert norms.max() <= 1 + 1e-9
    components = model.component_decision_function(X)
    assert components.shape == (40, 4)
    np.testing.assert_allclose(components, K @ model.dual_coef_.T, atol=1e-10)
    np.testing.assert_allclose(components.mean(axis=1), model.decision_function(X), atol=1e-10)
    expected = model.classes_[(model.decision_function(X) > 0).astype(int)]
    np.testing.assert_array_equal(model.predict(X), expected)
    assert model.n_iter_ >= 1


def test_solvers_stand_in_the_expected_order(data):
    exact = DiversityMachine(5, nu=0.5, solver="exact").fit(*data)
    printed = DiversityMachine(5, nu=0.5).fit(*data)
    tighter = DiversityMachine(5, nu=0.5, tol=1e-12).fit(*data)
    size = abs(exact.objective_)
    assert exact.duality_gap_ < 1e-9 * size
    assert 0 <= tighter.objective_ - exact.objective_ < 1e-9 * size
    assert 1e-10 * size < printed.objective_ - exact.objective_ < 1e-5 * size
    assert printed.n_iter_ == len(printed.objective_trace_) < tighter.n_iter_
    assert printed.mean_angle_trace_[0] > printed.mean_angle_trace_[-1] > 0
    assert exact.mean_angle_trace_ == [0]


def test_one_component_is_the_same_svm_by_every_solver(data):
    fits = [DiversityMachine(1, nu=0.3, solver=s, tol=1e-13, random_state=0) for s in SOLVERS]
    objectives = [fit.fit(*data).objective_ for fit in fits]
    np.testing.assert_allclose(objectives, objectives[0], rtol=1e-8)
    assert all(np.isnan(fit.mean_angle_trace_).all() for fit in fits)


@pytest.mark.parametrize("solver", ["alternating", "exact"])
def test_intercept_is_the_one_added_to_the_kernel(data, solver):
    X, y = data
    for kernel, matrix in [
        ("linear", X @ X.T),
        (polynomial_kernel, polynomial_kernel(X)),
        ("rbf", rbf_kernel(X, gamma=0.7)),
    ]:
        model = DiversityMachine(3, kernel=kernel, gamma=0.7, solver=solver).fit(X, y)
        by_hand = DiversityMachine(3, kernel="precomputed", fit_intercept=False, solver=solver)
        by_hand.fit(matrix + 1, y)
        np.testing.assert_allclose(model.dual_coef_, by_hand.dual_coef_, atol=1e-9)
        np.testing.assert_allclose(
            model.decision_function(X), by_hand.decision_function(matrix + 1), rtol=1e-9
        )


def test_linear_intercept_is_a_feature_of_ones(data):
    X, y = data
    ones = np.c_[X, np.ones(len(X))]
    added = DiversityMachine(3, kernel="linear", solver="exact").fit(X, y)
    feature = DiversityMachine(3, kernel="linear", solver="exact", fit_intercept=False)
    feature.fit(ones, y)
    np.testing.assert_allclose(added.decision_function(X), feature.decision_function(ones))


@pytest.mark.parametrize("solver", ["alternating", "exact"])
def test_samples_without_weight_are_as_if_they_were_not_there(data, solver):
    X, y = data
    weights = np.r_[np.zeros(5), np.ones(35)]
    weighted = DiversityMachine(3, solver=solver).fit(X, y, weights)
    left = DiversityMachine(3, solver=solver).fit(X[5:], y[5:])
    np.testing.assert_array_equal(weighted.dual_coef_[:, :5], 0)
    np.testing.assert_allclose(weighted.dual_coef_[:, 5:], left.dual_coef_, atol=1e-12)
    np.testing.assert_allclose(weighted.decision_function(X), left.decision_function(X))
    K = rbf_kernel(X, gamma=left.gamma_)
    pre = DiversityMachine(3, kernel="precomputed", solver=solver).fit(K, y, weights)
    np.testing.assert_allclose(pre.decision_function(K), left.decision_function(X), rtol=1e-9)


def test_no_weights_make_any_nu_infeasible(data):
    # LibSVM's nu-SVM bounds each dual variable and balances the classes: these weights it refuses.
    X, y = data
    weights = np.where(y == 1, 1.0, 1e-6)
    with pytest.raises(ValueError, match="infeasible"):
        NuSVC(nu=0.9).fit(X, y, weights * len(y) / weights.sum())
    for nu in (1e-2, 0.9, 1e3):
        model = DiversityMachine(1, nu=nu, solver="exact").fit(X, y, weights)
        assert model.duality_gap_ <= 1e-6 * abs(model.objective_)
        assert np.mean(model.predict(X) == 1) > 0.9


def test_rbf_separates_what_no_line_does():
    X, y = make_moons(200, noise=0.1, random_state=0)
    linear = DiversityMachine(5, kernel="linear", solver="exact").fit(X, y)
    rbf = DiversityMachine(5, nu=0.01, mu=1e-6, gamma=2.0, solver="exact").fit(X, y)
    assert linear.score(X, y) < 0.92 < 0.98 < rbf.score(X, y)


def test_flipped_labels_negate_the_learners(data):
    X, y = data
    for solver in ("alternating", "exact"):
        model = DiversityMachine(3, solver=solver).fit(X, y)
        flipped = DiversityMachine(3, solver=solver).fit(X, 1 - y)
        np.testing.assert_allclose(flipped.dual_coef_, -model.dual_coef_, atol=1e-9)


def test_fit_does_not_write_to_a_precomputed_kernel(data):
    K = rbf_kernel(data[0])
    K.flags.writeable = False
    for solver in SOLVERS:
        DiversityMachine(2, kernel="precomputed", solver=solver, random_state=0).fit(K, data[1])


def test_stopping_does_not_depend_on_the_scale_of_nu(data):
    # The ball does not bind, so that nu only scales learners and objective.
    fits = [DiversityMachine(5, nu=nu, mu=0.1).fit(*data) for nu in (0.1, 1e-4)]
    assert max(fit.component_norms_.max() for fit in fits) < 1
    assert fits[0].n_iter_ == fits[1].n_iter_ > 2


def test_sweeps_at_their_limit_are_warned_of(data):
    with pytest.warns(ConvergenceWarning, match="max_iter=2 sweeps"):
        DiversityMachine(5, max_iter=2, tol=1e-12).fit(*data)
    with pytest.warns(ConvergenceWarning, match="max_iter=2 iterations"):
        DiversityMachine(5, solver="angular", max_iter=2, tol=1e-12).fit(*data)


def test_gap_that_stays_open_is_warned_of(data, monkeypatch):
    monkeypatch.setattr(diversity_machine, "ACCEPTED_GAP", -1.0)
    with pytest.warns(ConvergenceWarning, match="relative duality gap of"):
        DiversityMachine(5, solver="exact").fit(*data)


@pytest.mark.parametrize(
    "parameters",
    [{"n_components": 0}, {"nu": 0.0}, {"mu": -1e-3}, {"kernel": "cosine"}, {"gamma": "scale"},
     {"solver": "joint"}, {"n_restarts": -1}],
)  # fmt: skip
def test_bad_parameter_is_named(data, parameters):
    (name,) = parameters
    with pytest.raises(ValueError, match=f"'{name}' parameter of DiversityMachine must be"):
        DiversityMachine(**parameters).fit(*data)


def test_precomputed_kernel_must_be_square(data):
    with pytest.raises(ValueError, match=r"square matrix, got \(40, 5\)"):
        DiversityMachine(kernel="precomputed").fit(*data)


@pytest.mark.slow
def test_seed_repeats_the_angular_fit_and_pickles_predict(data):
    X, y = data
    names = np.where(y == 1, "yes", "no")
    model = DiversityMachine(3, mu=0.1, solver="angular", random_state=3).fit(X, names)
    again = clone(model).fit(X, names)
    np.testing.assert_array_equal(again.dual_coef_, model.dual_coef_)
    restored = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(restored.predict(X), model.predict(X))
    assert model.mean_angle_trace_[-1] > 60


@pytest.mark.slow
@pytest.mark.parametrize("T", [21, 101])
def test_alternating_reaches_the_exact_optimum_of_many_learners(T):
    X, y = make_classification(n_samples=150, n_features=10, flip_y=0.15, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exact = DiversityMachine(T, solver="exact").fit(X, y)
        printed = DiversityMachine(T).fit(X, y)
    assert printed.objective_ == pytest.approx(exact.objective_, rel=1e-6)
    np.testing.assert_array_equal(printed.predict(X), exact.predict(X))


@pytest.mark.parametrize("T, nu, mu", [(5, 1.0, 1e-3), (21, 0.3, 1e-5), (21, 30.0, 1e-6)])
def test_one_svm_decides_as_the_optimum_does(T, nu, mu):
    X, y = make_classification(60, 4, flip_y=0.2, random_state=2)
    machine = DiversityMachine(T, nu=nu, mu=mu, solver="exact").fit(X, y)
    svm = DiversityMachine(1, nu=machine.svm_nu_, solver="exact").fit(X, y)
    ours, its = machine.decision_function(X), svm.decision_function(X)
    np.testing.assert_allclose(ours / np.abs(ours).max(), its / np.abs(its).max(), atol=1e-7)
