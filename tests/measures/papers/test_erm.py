"""Measures on a fitted exclusivity machine."""

import numpy as np
import pytest

from methods import ExclusivityMachine, PrimalSVM
from methods.measures.papers.erm import ensemble_loss_share


def test_the_loss_share_is_that_of_the_definitions():
    X = np.random.default_rng(0).normal(size=(40, 3))
    y = np.where(X[:, 0] + 0.5 * X[:, 1] > 0, "yes", "no")
    machine = ExclusivityMachine(n_components=3, loss="hinge").fit(X, y)
    signs = np.where(y == "yes", 1.0, -1.0)
    single = np.maximum(1 - signs[:, None] * machine.component_decision_function(X), 0).sum() / 3
    whole = np.maximum(1 - signs * machine.decision_function(X), 0).sum()
    share = ensemble_loss_share(machine, X, y)
    assert share == pytest.approx(whole / single)
    assert share <= 1 + 1e-12


def test_a_machine_without_components_has_no_loss_share():
    X, y = np.array([[0.0], [1.0]]), np.array([0, 1])
    assert ensemble_loss_share(PrimalSVM().fit(X, y), X, y) is None


def test_components_without_loss_share_equally():
    class Perfect:
        classes_, loss = np.array([0, 1]), "hinge"
        component_intercepts_ = np.zeros(2)

        def decision_function(self, X):
            return np.array([-2.0, 2.0])

        def component_decision_function(self, X):
            return np.array([[-2.0, -2.0], [2.0, 2.0]])

    assert ensemble_loss_share(Perfect(), None, np.array([0, 1])) == 1.0
