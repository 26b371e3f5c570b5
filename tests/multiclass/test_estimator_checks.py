"""scikit-learn's own checks of an estimator, for every machine of the package."""

from sklearn.naive_bayes import GaussianNB

from methods.multiclass.adaboost_ecc import AdaBoostECC
from methods.multiclass.adaboost_erp import AdaBoostERP
from methods.multiclass.svm_perceptron import SVMPerceptron, SVMPerceptronSelection
from tests.scikit_checks import scikit_checks


@scikit_checks(
    [
        AdaBoostECC(n_estimators=30),
        AdaBoostECC(n_estimators=30, columns="rand_half"),
        AdaBoostECC(n_estimators=30, symmetric=False),
        AdaBoostERP(n_estimators=30),
        SVMPerceptron(),
        AdaBoostECC(GaussianNB(), n_estimators=5),
        AdaBoostERP(n_estimators=30, columns="rand_2", schedule="LR" * 20),
        AdaBoostERP(GaussianNB(), n_estimators=4, schedule="LRLR"),
        SVMPerceptronSelection(AdaBoostERP(SVMPerceptron(), n_estimators=2), Cs=(1, 8), n_splits=2),
    ]
)
def test_scikit_learns_checks_pass(check):
    check()
