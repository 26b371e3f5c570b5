"""The test that runs scikit-learn's checks fails where one of them does, and names it."""

import pytest

from methods.boosting.decision_stump import DecisionStump
from tests.scikit_checks import ByChance, scikit_checks


class Restless(DecisionStump):
    """Its predictions change what it is."""

    def predict(self, X):
        self.answers_ = super().predict(X)
        return self.answers_


def run(estimators, excused):
    ((_, runs), _) = scikit_checks(estimators, lambda estimator: excused).args, None
    for case in runs:
        case.values[0]()


@pytest.mark.parametrize("estimators", [[Restless()], [DecisionStump(), Restless()]])
def test_a_failing_check_is_named_unless_it_is_excused(estimators):
    with pytest.raises(ExceptionGroup) as told:
        run(estimators, {})
    notes = [note for fault in told.value.exceptions for note in fault.__notes__]
    assert any("check_dict_unchanged" in note for note in notes)


def test_an_excused_check_that_passes_is_a_fault():
    with pytest.raises(ExceptionGroup) as told:
        run([DecisionStump()], {"check_fit_idempotent": "it is not"})
    (fault,) = told.value.exceptions
    assert str(fault) == "check_fit_idempotent passes, but: it is not"


def test_a_check_that_fails_by_chance_may_pass():
    run([DecisionStump()], {"check_fit_idempotent": ByChance("rounding decides")})


def test_further_settings_get_the_checks_that_depend_on_a_setting():
    first, further = (
        case.values[0].args[2] for case in scikit_checks([DecisionStump()] * 2).args[1]
    )
    assert not first and further
