"""ExclusivityMachine: the joint problem of eq. 5, its collapse to one SVM, and the interface."""

import pickle
import warnings

import cvxpy as cp
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, make_classification, make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_approximation import Nystroem
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import minmax_scale

from methods import ExclusivityMachine, PrimalSVM
from methods.objectives import exclusivity_objective

LOSSES = {"hinge": 1.0, 1.5: 1.5, "squared_hinge": 2.0}


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(n_samples=30, n_features=5, flip_y=0.2, random_state=1)
    return X, y


def joint_optimum(X, signs, n_components, penalty, power, sparsity):
    """Eq. 5 over all components at once, by Clarabel."""
    W, b = cp.Variable((n_components, X.shape[1])), cp.Variable(n_components)
    row_sums = cp.sum(cp.abs(W), axis=0) + sparsity
    excess = cp.pos(1 - cp.multiply(signs[:, None], X @ W.T + np.ones((len(X), 1)) @ b[None, :]))
    loss = cp.sum(excess if power == 1 else cp.power(excess, power))
    problem = cp.Problem(cp.Minimize(cp.sum_squares(row_sums) / 2 + penalty * loss))
    problem.solve(solver=cp.CLARABEL)
    return problem.value, W.value.mean(axis=0)


@pytest.mark.parametrize("sparsity", [0.0, 0.8])
@pytest.mark.parametrize("penalty", [0.05, 2.0, 40.0])
@pytest.mark.parametrize("n_components", [1, 3, 5])
@pytest.mark.parametrize("loss", LOSSES)
def test_exact_is_the_optimum_of_the_joint_problem(data, loss, n_components, penalty, sparsity):
    X, y = data
    signs = np.where(y == 1, 1.0, -1.0)
    value, ensemble = joint_optimum(X, signs, n_components, penalty, LOSSES[loss], sparsity)
    model = ExclusivityMachine(
        n_components, penalty=penalty, loss=loss, sparsity=sparsity, solver="exact"
    ).fit(X, y)
    assert model.objective_ == pytest.approx(value, rel=1e-6)
    # Strong convexity: an objective to 1e-8 fixes the ensemble to about 1e-4.
    np.testing.assert_allclose(model.coef_, ensemble, atol=2e-3 * np.abs(ensemble).max())


@pytest.mark.parametrize("n_components", [1, 4, 30])
@pytest.mark.parametrize("loss", LOSSES)
def test_ensemble_is_the_svm_with_the_penalty_shared_out(data, loss, n_components):
    ensemble = ExclusivityMachine(n_components, penalty=3.0, loss=loss, solver="exact").fit(*data)
    svm = PrimalSVM(3.0 / n_components, loss=loss).fit(*data)
    np.testing.assert_allclose(ensemble.coef_, svm.coef_, rtol=1e-12)
    assert ensemble.intercept_ == pytest.approx(svm.intercept_, rel=1e-12)
    assert ensemble.objective_ == pytest.approx(n_components**2 * svm.objective_, rel=1e-12)
    assert ensemble.duality_gap_ == pytest.approx(n_components**2 * svm.duality_gap_)


def test_sparsity_empties_coordinates(data):
    X, y = data
    noisy = np.c_[X, np.random.default_rng(0).normal(size=(len(y), 10))]
    counts = [
        np.sum(
            np.abs(ExclusivityMachine(3, sparsity=beta, solver="exact").fit(noisy, y).coef_) > 1e-7
        )
        for beta in (0.0, 5.0, 1e4)
    ]
    assert counts[0] == 15 > counts[1] > counts[2] == 0


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("sparsity", [0.0, 0.8])
def test_alm_stops_above_the_optimum(data, loss, sparsity):
    parameters = {"n_components": 5, "loss": loss, "sparsity": sparsity}
    exact = ExclusivityMachine(solver="exact", **parameters).fit(*data)
    alm = ExclusivityMachine(**parameters).fit(*data)
    assert exact.objective_ * (1 + 1e-6) < alm.objective_ < 1.5 * exact.objective_


@pytest.mark.slow
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_alm_freezes_far_above_the_optimum_however_small_the_tolerance(loss):
    X, y = load_breast_cancer(return_X_y=True)
    X = minmax_scale(X, feature_range=(-1, 1))
    exact = ExclusivityMachine(loss=loss, solver="exact").fit(X, y)
    printed = ExclusivityMachine(loss=loss).fit(X, y)
    frozen = ExclusivityMachine(loss=loss, tol=1e-9).fit(X, y)
    assert printed.n_iter_ < frozen.n_iter_ < 500
    assert printed.objective_ > frozen.objective_ > 1.1 * exact.objective_
    with pytest.warns(ConvergenceWarning):
        on = ExclusivityMachine(loss=loss, tol=1e-300, max_iter=frozen.n_iter_ + 50).fit(X, y)
    assert on.objective_ == pytest.approx(frozen.objective_, rel=1e-7)


@pytest.mark.parametrize("loss", LOSSES)
def test_alm_keeps_its_components_equal(data, loss):
    model = ExclusivityMachine(30, loss=loss).fit(*data)
    assert np.ptp(model.components_, axis=0).max() < 1e-12
    assert np.ptp(model.component_intercepts_) < 1e-12


@pytest.mark.parametrize(
    "choice",
    [{"initial_slack": "labels"}, {"objective_at": "P"}, {"rho": 1.3}, {"epsilon": 1e-2}],
)
def test_every_open_choice_of_the_paper_reaches_the_iterates(data, choice):
    default = ExclusivityMachine(max_iter=7, tol=1e-9)
    other = clone(default).set_params(**choice)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        first, second = (model.fit(*data).objective_trace_ for model in (default, other))
    assert not np.allclose(first, second, rtol=1e-6)


@pytest.mark.parametrize("solver", ["alm", "exact"])
@pytest.mark.parametrize("spread", ["none", "largest"])
def test_fitted_attributes_agree_with_each_other(data, solver, spread):
    X, y = data
    model = ExclusivityMachine(4, penalty=1.5, solver=solver, spread=spread, random_state=0)
    model.fit(X, y)
    signs = np.where(y == 1, 1, -1)
    value = exclusivity_objective(
        model.components_, model.component_intercepts_, X, signs, 1.5, "hinge"
    )
    assert model.objective_ == value == model.objective_trace_[-1]
    assert model.components_.shape == (4, 5) and model.component_intercepts_.shape == (4,)
    np.testing.assert_allclose(
        model.component_decision_function(X).mean(axis=1), model.decision_function(X)
    )
    np.testing.assert_array_equal(
        model.predict(X), model.classes_[(model.decision_function(X) > 0).astype(int)]
    )


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_weights_are_repetitions(data, loss):
    X, y = data
    weights = np.arange(len(y)) % 3
    machine = ExclusivityMachine(4, loss=loss, solver="exact")
    weighted = clone(machine).fit(X, y, sample_weight=weights)
    repeated = clone(machine).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    np.testing.assert_allclose(weighted.components_, repeated.components_, atol=1e-6)
    assert weighted.objective_ == pytest.approx(repeated.objective_, rel=1e-9)


def test_weights_reach_the_iterates_as_the_penalty_does(data):
    X, y = data
    machine = ExclusivityMachine(3, penalty=2.0, max_iter=40)
    weighted = machine.fit(X, y, sample_weight=np.full(len(y), 0.5)).components_
    np.testing.assert_array_equal(
        weighted, ExclusivityMachine(3, penalty=1.0, max_iter=40).fit(X, y).components_
    )


def test_flipped_labels_negate_the_components(data):
    X, y = data
    for solver in ("alm", "exact"):
        model = ExclusivityMachine(3, solver=solver).fit(X, y)
        flipped = ExclusivityMachine(3, solver=solver).fit(X, 1 - y)
        if solver == "exact":
            np.testing.assert_allclose(flipped.components_, -model.components_, atol=1e-7)
        else:
            # W(0) = 1 and Q(0) = 1 prefer positive weights: the printed method is not symmetric.
            assert not np.allclose(flipped.components_, -model.components_, atol=1e-3)


def test_feature_map_is_a_pipeline_step():
    X, y = make_moons(200, noise=0.1, random_state=0)
    linear = ExclusivityMachine(5, solver="exact").fit(X, y)
    mapped = make_pipeline(
        Nystroem(gamma=2.0, n_components=40, random_state=0),
        ExclusivityMachine(5, penalty=50.0, solver="exact"),
    ).fit(X, y)
    assert linear.score(X, y) < 0.92 < 0.98 < mapped.score(X, y)


def test_alm_warns_where_max_iter_stops_it(data):
    with pytest.warns(ConvergenceWarning, match="max_iter=2"):
        ExclusivityMachine(max_iter=2).fit(*data)


@pytest.mark.parametrize(
    "parameters",
    [{"n_components": 0}, {"sparsity": -1.0}, {"rho": 1.0}, {"spread": "wide"}, {"tol": 0.0}],
)
def test_bad_parameter_is_named(data, parameters):
    (name,) = parameters
    with pytest.raises(ValueError, match=f"'{name}' parameter of ExclusivityMachine must be"):
        ExclusivityMachine(**parameters).fit(*data)


def test_data_frames_and_pickles(data):
    X, y = data
    frame = pd.DataFrame(X, columns=list("abcde"))
    model = ExclusivityMachine(3).fit(frame, np.where(y == 1, "yes", "no"))
    restored = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(restored.predict(frame), model.predict(frame))
    assert set(restored.predict(frame)) == {"yes", "no"}


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_swapped_classes_change_what_the_printed_algorithm_ends_at(data, loss):
    """Its start is not the same for both signs, and it stops early. The optimum has no start."""
    X, y = data

    def change(solver):
        one, other = (
            ExclusivityMachine(5, loss=loss, solver=solver).fit(X, codes).decision_function(X)
            for codes in (y, 1 - y)
        )
        return np.abs(one + other).max() / np.abs(one).max()

    assert change("alm") > 1e-3
    assert change("exact") < 1e-9
