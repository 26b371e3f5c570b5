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
    margins = np.abs(f)[None]
    expected = 3 * drm.margin_loss(margins, 1 / 3)[0] - drm.margin_loss(margins, 1.0)[0]
    assert drm.proposition_1_slack(machine, X, y) == pytest.approx(expected)


def test_the_loss_at_its_best_rho_is_below_any_other():
    margins = np.random.default_rng(1).normal(size=(1, 30))
    best = drm.margin_loss(margins, 0.7)[0]
    for rho in np.linspace(-2, 2, 41):
        assert best <= -0.7 * rho + np.mean(np.maximum(rho - margins, 0) ** 2) + 1e-12


def test_norms_and_angles_are_those_of_the_machine(sample):
    machine = DiversityMachine(4, nu=0.5, mu=0.01).fit(*sample)
    assert drm.smallest_norm(machine, *sample) == machine.component_norms_.min()
    assert drm.first_angle(machine, *sample) == machine.mean_angle_trace_[0]
    assert drm.last_angle(machine, *sample) == machine.mean_angle_trace_[-1]


def test_other_estimators_have_none_of_the_measures(sample):
    for measure in (drm.smallest_norm, drm.first_angle, drm.last_angle, drm.proposition_1_slack):
        assert measure(object(), *sample) is None
