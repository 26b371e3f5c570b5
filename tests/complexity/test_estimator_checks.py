"""scikit-learn's own checks of an estimator, for every detector of noisy labels."""

from sklearn.linear_model import LogisticRegression

from methods.complexity.complexity_contribution import ComplexityContribution
from methods.complexity.greedy_pruning import GreedyPruning
from methods.complexity.label_noise import (
    ClassIsolationForest,
    NeighbourAgreement,
    SelfConfidence,
)
from tests.scikit_checks import scikit_checks

WITHOUT_LABELS = "it fits without labels, and a detector of noisy labels has nothing else to go by"
NEW_ROWS = "it predicts for rows outside the training set, which have no label to doubt"


def excused(estimator):
    return {
        "check_outliers_fit_predict": WITHOUT_LABELS,
        "check_outliers_train": WITHOUT_LABELS,
        "check_fit_idempotent": NEW_ROWS,
    }


@scikit_checks(
    [
        ComplexityContribution(n_permutations=20, random_state=0),
        ComplexityContribution(weighting="uniform", n_permutations=20, random_state=0),
        NeighbourAgreement(),
        GreedyPruning(),
        SelfConfidence(LogisticRegression(), random_state=0),
        ClassIsolationForest(n_estimators=10, random_state=0),
    ],
    excused,
)
def test_scikit_learns_checks_pass(check):
    check()
