"""scikit-learn's own checks of an estimator, for the support matrix machine and its selection."""

from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.matrix.support_matrix_selection import SupportMatrixSelection
from tests.scikit_checks import scikit_checks


@scikit_checks(
    [
        SupportMatrixMachine(),
        SupportMatrixMachine(solver="exact"),
        SupportMatrixSelection([0.1, 1.0], tau_shares=[0.1, 0.01], cv=2),
    ]
)
def test_scikit_learns_checks_pass(check):
    check()
