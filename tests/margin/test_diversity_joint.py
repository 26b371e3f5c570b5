"""JointDiversitySelection against a plain loop of refits over the pairs of the grids."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV

from methods import (
    DiversityMachine,
    DiversitySelection,
    JointDiversitySelection,
    SharedSelection,
)
from methods.selection import number_right

NUS = [0.01, 0.1, 1.0, 10.0]
MUS = [1e-5, 1e-3, 0.1]


@pytest.fixture
def sample():
    X, y = make_classification(60, 6, n_informative=4, flip_y=0.15, random_state=1)
    return (X - X.min(axis=0)) / np.ptp(X, axis=0), y


@pytest.mark.parametrize("n_components", [2, 5])
def test_errors_and_choice_are_those_of_refitting_each_pair(sample, n_components):
    settings = {"gamma": 0.8, "solver": "exact"}
    joint = JointDiversitySelection(n_components, nus=NUS, mus=MUS, **settings).fit(*sample)
    grid = {"nu": NUS, "mu": MUS}
    machine = DiversityMachine(n_components, **settings)
    search = GridSearchCV(machine, grid, cv=5, scoring=number_right).fit(*sample)
    right = {
        (of["nu"], of["mu"]): score
        for of, score in zip(
            search.cv_results_["params"], search.cv_results_["mean_test_score"], strict=True
        )
    }
    errors = [[1 - right[nu, mu] / 12 for mu in MUS] for nu in NUS]
    np.testing.assert_allclose(joint.errors_, errors)
    best = [pair for pair, score in right.items() if score == max(right.values())]
    assert (joint.nu_, joint.mu_) == max(best)  # the largest nu, and then the largest mu
    refit = DiversityMachine(n_components, nu=joint.nu_, mu=joint.mu_, **settings).fit(*sample)
    np.testing.assert_array_equal(joint.dual_coef_, refit.dual_coef_)


def test_the_errors_at_the_nu_of_the_svm_are_those_of_the_selection_in_two_steps(sample):
    joint = JointDiversitySelection(5, nus=NUS, mus=MUS, solver="exact").fit(*sample)
    in_steps = DiversitySelection(5, nus=NUS, mus=MUS, solver="exact").fit(*sample)
    assert joint.errors_.min() <= in_steps.mu_errors_.min()
    of_its_nu = joint.errors_[NUS.index(in_steps.nu_)]
    np.testing.assert_allclose(of_its_nu, in_steps.mu_errors_)


def test_with_one_component_it_is_the_selection_of_the_svm(sample):
    joint = JointDiversitySelection(1, nus=NUS, mus=MUS, solver="exact").fit(*sample)
    svm = DiversitySelection(1, nus=NUS, mus=MUS, solver="exact").fit(*sample)
    assert joint.errors_.shape == (len(NUS), 1)
    np.testing.assert_allclose(joint.errors_[:, 0], svm.nu_errors_)
    assert (joint.nu_, joint.mu_) == (svm.nu_, svm.mu_)
    np.testing.assert_array_equal(joint.dual_coef_, svm.dual_coef_)


def test_an_svm_can_share_the_nu_of_the_machine(sample):
    joint = JointDiversitySelection(5, nus=NUS, mus=MUS)
    shared = SharedSelection(joint, DiversityMachine(1, solver="exact"), shares={"nu_": "nu"})
    shared.fit(*sample)
    assert shared.estimator_.nu == joint.fit(*sample).nu_


def test_the_final_fit_is_by_the_solver_asked_for(sample):
    settings = {"solver": "alternating", "tol": 1e-3}
    joint = JointDiversitySelection(3, nus=NUS, mus=MUS, **settings).fit(*sample)
    plain = DiversityMachine(3, nu=joint.nu_, mu=joint.mu_, **settings).fit(*sample)
    np.testing.assert_array_equal(joint.objective_trace_, plain.objective_trace_)
    assert joint.refit_time_ >= 0


def test_a_bad_grid_is_named(sample):
    with pytest.raises(ValueError, match="mus must be a list of numbers that are"):
        JointDiversitySelection(mus=[-1.0]).fit(*sample)
