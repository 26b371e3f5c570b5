"""SharedSelection: one selection, handed on; KernelMap: the width of the training rows."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.base import clone
from sklearn.ensemble import BaggingClassifier
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from methods import DiversityMachine, DiversitySelection, KernelMap, SharedSelection


@pytest.fixture
def sample():
    rng = np.random.default_rng(3)
    X = rng.uniform(size=(60, 3))
    return X, np.where(X[:, 0] + 0.2 * rng.standard_normal(60) > 0.5, "yes", "no")


def bagged(n_estimators=5):
    return SharedSelection(
        DiversitySelection(1, solver="exact"),
        BaggingClassifier(
            DiversityMachine(1, solver="exact"), n_estimators=n_estimators, random_state=0
        ),
        {"nu_": "estimator__nu"},
    )


def test_every_member_gets_the_selected_nu(sample):
    machine = bagged().fit(*sample)
    assert {member.nu for member in machine.estimators_} == {machine.selector_.nu_}


def test_it_predicts_as_the_ensemble_fitted_by_hand(sample):
    X, y = sample
    machine = bagged().fit(X, y)
    nu = DiversitySelection(1, solver="exact").fit(X, y).nu_
    by_hand = BaggingClassifier(
        DiversityMachine(1, solver="exact", nu=nu), n_estimators=5, random_state=0
    ).fit(X, y)
    assert machine.predict(X).tolist() == by_hand.predict(X).tolist()
    assert machine.classes_.tolist() == ["no", "yes"]


def test_the_selection_is_not_on_the_clock_of_the_fit(sample):
    machine = bagged().fit(*sample)
    assert 0 < machine.refit_time_ < 5


def test_the_parts_it_was_given_stay_unfitted_and_unchanged(sample):
    machine = bagged()
    before = repr(clone(machine))
    machine.fit(*sample)
    assert repr(machine) == before
    assert not hasattr(machine.selector, "nu_")


def test_an_unknown_attribute_is_named(sample):
    machine = SharedSelection(LogisticRegressionCV(), LogisticRegression(), {"nu_": "C"})
    with pytest.raises(AttributeError, match="nu_"):
        machine.fit(*sample)


@pytest.mark.parametrize(
    ("gamma", "factor"), [("mean_distance", 0.5), ("mean_distance_squared", 1)]
)
def test_the_map_has_the_width_of_the_training_rows(sample, gamma, factor):
    X, _ = sample
    kernel_map = KernelMap(gamma).fit(X[:40])
    assert kernel_map.gamma_ == pytest.approx(factor / pdist(X[:40]).mean() ** 2)
    assert kernel_map.transform(X[40:]) == pytest.approx(
        rbf_kernel(X[40:], X[:40], kernel_map.gamma_)
    )


def test_the_map_before_a_precomputed_kernel_is_the_kernel_machine(sample):
    X, y = sample
    piped = Pipeline([("kernel", KernelMap(0.7)), ("svm", SVC(kernel="precomputed"))]).fit(X, y)
    plain = SVC(gamma=0.7).fit(X, y)
    assert piped.decision_function(X) == pytest.approx(plain.decision_function(X))
