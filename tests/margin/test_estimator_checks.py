"""scikit-learn's own checks of an estimator, for every machine and solver."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from methods import ExclusivityMachine, PrimalSVM


@parametrize_with_checks(
    [
        PrimalSVM(),
        PrimalSVM(loss="squared_hinge", solver="alm"),
        ExclusivityMachine(),
        ExclusivityMachine(loss="squared_hinge", solver="exact", spread="largest", random_state=0),
    ]
)
def test_scikit_learns_checks_pass(estimator, check):
    check(estimator)
