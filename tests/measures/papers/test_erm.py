"""Measures on a fitted exclusivity machine."""

from types import SimpleNamespace

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


def test_the_share_is_that_of_the_mean_over_components_that_differ():
    """Hinge losses of 0 and 3, and of 1 for the mean of the two."""
    machine = SimpleNamespace(
        classes_=np.array([0, 1]), loss="hinge", component_intercepts_=np.zeros(2),
        decision_function=lambda X: X.mean(axis=1), component_decision_function=lambda X: X,
    )  # fmt: skip
    X, y = np.array([[2.0, -2.0], [2.0, -2.0]]), np.array([1, 0])
    assert ensemble_loss_share(machine, X, y) == pytest.approx(1 / 1.5)


@pytest.mark.parametrize("power", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("seed", range(20))
def test_proposition_1_holds_for_any_components(power, seed):
    """The loss is convex, so that of the mean is at most the mean loss. Equality is not needed."""
    rng = np.random.default_rng(seed)

    class AnyComponents:
        classes_, loss = np.array([-1, 1]), power
        component_intercepts_ = np.zeros(3)

        def decision_function(self, X):
            return self.component_decision_function(X).mean(axis=1)

        def component_decision_function(self, X):
            return X

    X, y = rng.normal(scale=3, size=(25, 3)), rng.choice([-1, 1], size=25)
    assert ensemble_loss_share(AnyComponents(), X, y) <= 1 + 1e-12
