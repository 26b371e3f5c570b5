"""scikit-learn's own checks of an estimator, for every machine and solver."""

from methods import ExclusivityMachine, PrimalSVM
from methods.margin.diversity_machine import DiversityMachine
from methods.margin.diversity_selection import DiversitySelection
from tests.scikit_checks import ByChance, scikit_checks


def excused(estimator):
    if isinstance(estimator, PrimalSVM | ExclusivityMachine) and estimator.solver == "alm":
        reason = "it stops on the way, and the way depends on how samples are repeated (eq. 12)"
        return {"check_sample_weight_equivalence_on_dense_data": reason}
    if isinstance(estimator, DiversityMachine) and (
        estimator.kernel == "rbf" and estimator.gamma == "mean_distance"
    ):
        reason = "weights leave the width alone, and repeated rows change the mean distance"
        return {"check_sample_weight_equivalence_on_dense_data": reason}
    if isinstance(estimator, DiversityMachine) and estimator.solver == "angular":
        reason = "starts are drawn in coordinates that rounding may turn, and optima are local"
        return {"check_sample_weight_equivalence_on_dense_data": ByChance(reason)}
    return {}


@scikit_checks(
    [
        PrimalSVM(),
        PrimalSVM(loss="squared_hinge", solver="alm"),
        ExclusivityMachine(),
        DiversityMachine(3, kernel="linear", solver="exact"),
        ExclusivityMachine(loss="squared_hinge", solver="exact", spread="largest", random_state=0),
        DiversityMachine(3),
        DiversityMachine(3, gamma=0.5),
        DiversityMachine(3, mu=0.3, gamma=0.5, solver="angular", n_restarts=1, random_state=0),
        DiversitySelection(3, nus=[0.1, 1.0], mus=0.01, cv=2, solver="exact"),
    ],
    excused,
)
def test_scikit_learns_checks_pass(check):
    check()
