"""scikit-learn's own checks of an estimator, for every machine and solver."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from methods import ExclusivityMachine, PrimalSVM


def excused(estimator):
    if isinstance(estimator, PrimalSVM) and estimator.solver == "alm":
        reason = "it stops on the way, and the way depends on how samples are repeated (eq. 12)"
        return {"check_sample_weight_equivalence_on_dense_data": reason}
    return {}


@parametrize_with_checks(
    [
        PrimalSVM(),
        PrimalSVM(loss="squared_hinge", solver="alm"),
        ExclusivityMachine(),
        ExclusivityMachine(loss="squared_hinge", solver="exact", spread="largest", random_state=0),
    ],
    expected_failed_checks=excused,
)
def test_scikit_learns_checks_pass(estimator, check):
    check(estimator)
