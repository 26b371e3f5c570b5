"""scikit-learn's own checks of an estimator, for the support matrix machine and its selection."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.matrix.support_matrix_selection import SupportMatrixSelection


@parametrize_with_checks(
    [
        SupportMatrixMachine(),
        SupportMatrixMachine(solver="exact"),
        SupportMatrixSelection([0.1, 1.0], tau_shares=[0.1, 0.01]),
    ],
)
def test_scikit_learns_checks_pass(estimator, check):
    check(estimator)
