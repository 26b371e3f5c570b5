"""Measures on a fitted diversity machine."""

from types import SimpleNamespace

import numpy as np
import pytest

from methods import DiversityMachine
from methods.measures.papers import drm


@pytest.fixture(scope="module")
def sample():
    rng = np.random.default_rng(0)
    X = rng.uniform(size=(40, 2))
    return X, np.where(X[:, 0] > 0.5, 1, 0)


@pytest.mark.parametrize("solver", ["alternating", "exact", "angular"])
def test_proposition_1_holds_on_a_fitted_machine(sample, solver):
    machine = DiversityMachine(5, nu=0.5, mu=0.01, solver=solver, random_state=0).fit(*sample)
    assert drm.proposition_1_slack(machine, *sample) >= -1e-9


def test_equal_components_lose_t_times_the_slack_of_one(sample):
    """With equal margins the rho of all is one, and the squares are counted T times."""
    X, y = sample
    f = np.where(y == 1, 1.0, -1.0) * np.linspace(0.1, 2, len(y))
    machine = SimpleNamespace(
        classes_=np.array([0, 1]), nu=1.0,
        component_decision_function=lambda X: np.tile(f[:, None], (1, 3)),
    )  # fmt: skip
    rho = drm.best_rho(np.abs(f), 1 / 3, np.full(len(f), 1 / len(f)))
    squares = np.mean(np.maximum(rho - np.abs(f), 0) ** 2)
    assert drm.proposition_1_slack(machine, X, y) == pytest.approx((3 - 1) * squares)


def test_the_mean_has_the_mean_rho_of_its_components():
    """At its own best rho the loss of the mean would be smaller, and the slack larger."""
    rng = np.random.default_rng(1)
    decisions = rng.normal(size=(30, 3)) * [1.0, 5.0, 1.5]
    machine = SimpleNamespace(  # nu_ is what a search chose
        classes_=np.array([0, 1]), nu=None, nu_=1.2, component_decision_function=lambda X: decisions
    )
    y, even = rng.integers(0, 2, size=30), np.full(30, 1 / 30)
    margins = np.where(y == 1, 1.0, -1.0) * decisions.T
    rho = [drm.best_rho(m, 0.4, even) for m in margins]

    def loss(m, share, rho):
        return -share * rho + np.mean(np.maximum(rho - m, 0) ** 2)

    of_components = sum(loss(m, 0.4, r) for m, r in zip(margins, rho, strict=True))
    mean = margins.mean(axis=0)
    expected = of_components - loss(mean, 1.2, np.mean(rho))
    assert drm.proposition_1_slack(machine, None, y) == pytest.approx(expected)
    assert expected < of_components - loss(mean, 1.2, drm.best_rho(mean, 1.2, even))


def test_norms_and_angles_are_those_of_the_machine(sample):
    machine = DiversityMachine(4, nu=0.5, mu=0.01).fit(*sample)
    assert drm.smallest_norm(machine, *sample) == machine.component_norms_.min()
    assert drm.first_angle(machine, *sample) == machine.mean_angle_trace_[0]
    assert drm.last_angle(machine, *sample) == machine.mean_angle_trace_[-1]


def test_other_estimators_have_none_of_the_measures(sample):
    for measure in (drm.smallest_norm, drm.first_angle, drm.last_angle, drm.proposition_1_slack):
        assert measure(object(), *sample) is None
