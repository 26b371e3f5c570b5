"""Races of the support matrix machine, the perceptrons, boosting and the hard-margin path."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import SGDClassifier
from sklearn.svm import SVC

from methods.boosting.adaboost import AdaBoost
from methods.boosting.cgboost import CGBoost
from methods.complexity.support_vector_path import support_vector_path
from methods.data.generators import yin_yang
from methods.kernel_functions import perceptron_kernel
from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.perceptron._kernels import PERCEPTRON, descend
from methods.perceptron.averaged import AveragedPerceptron
from methods.perceptron.examples import make_examples
from methods.perceptron.pocket import PocketPerceptron
from methods.performance import conic
from methods.performance.race import Contest, Race
from methods.performance.samples import PIMA_SHAPE, prepared, smooth_matrices, tied_classes

EPOCHS, STUMPS, UPDATES = 2000, 300, 200
PATH_SIZES = (50, 400)  # the peer refits at every size from the first to the last
LARGEST_C = 1e10  # stands for a hard margin
SMM_C, SMM_TAU = 1e-3, 0.05


def smm_against_conic(quick: bool) -> Contest:
    X, y = smooth_matrices()
    machine = SupportMatrixMachine(SMM_C, tau=SMM_TAU, solver="exact")
    scs = conic.support_matrix_solver(X, y, SMM_C, SMM_TAU, "SCS")
    iterations = 100 if quick else 2000
    return Contest(
        lambda: machine.fit(X, y).objective_, lambda: scs(eps=1e-6, max_iters=iterations)
    )


def update_against_sort(quick: bool) -> Contest:
    rng = np.random.default_rng(0)
    n, m = PIMA_SHAPE
    X = rng.uniform(-1, 1, (n, m))
    signs = np.sign(X[:, 0] + X[:, 1] + 0.6 * rng.standard_normal(n))
    examples = make_examples(X, signs, np.ones(n))
    w = np.r_[0.0, 1.0, 1.0, np.zeros(m - 2)]

    def update() -> None:
        directions = rng.uniform(-1, 1, (UPDATES, m + 1))
        descend(
            examples.columns, examples.rows, signs, examples.weights, w, directions,
            PERCEPTRON, False,
        )  # fmt: skip

    many_keys = rng.standard_normal((UPDATES, n))  # drawing them is not timed

    def sort() -> None:
        for keys in many_keys:
            np.argsort(keys)

    return Contest(update, sort)


def averaged_against_sgd(quick: bool) -> Contest:
    X, y = tied_classes()
    ours = AveragedPerceptron(EPOCHS, init="zero", random_state=0)
    peer = SGDClassifier(
        loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, average=True,
        max_iter=EPOCHS, tol=None, random_state=0,
    )  # fmt: skip
    return Contest(lambda: ours.fit(X, y) and None, lambda: peer.fit(X, y) and None)


def pocket_against_numpy(quick: bool) -> Contest:
    X, y = (part[: PIMA_SHAPE[0]] for part in prepared("diabetes"))
    ours = PocketPerceptron(EPOCHS, random_state=0).fit(X, y)
    w, b = ours.coef_, ours.intercept_

    def evaluate() -> None:
        for _ in range(ours.n_error_evaluations_):
            np.mean(np.where(X @ w + b > 0, 1, -1) != y)

    return Contest(lambda: ours.fit(X, y) and None, evaluate)


def boosting_against_scikit_learn(
    booster: Callable[..., AdaBoost | CGBoost], quick: bool
) -> Contest:
    X, y = tied_classes()
    ours, peer = booster(n_estimators=STUMPS), AdaBoostClassifier(n_estimators=STUMPS)

    return Contest(lambda: ours.fit(X, y) and None, lambda: peer.fit(X, y) and None)


def path_against_refits(quick: bool) -> Contest:
    first, last = PATH_SIZES
    X, y, _ = yin_yang(last, 0, flip=0.1)
    K, order = perceptron_kernel(X), np.random.default_rng(0).permutation(last)

    def refit() -> None:
        for size in range(first, last + 1):
            rows = order[:size]
            SVC(kernel="precomputed", C=LARGEST_C).fit(K[np.ix_(rows, rows)], y[rows])

    return Contest(lambda: support_vector_path(K, y, order) is None or None, refit)


RACES = {
    "smm-conic": Race("SMM, exact, 85 matrices of 256 x 64", "SCS", 50, smm_against_conic),
    "rcd-sort": Race(
        "an update of RCD, 614 x 8", "np.argsort of 614 keys", 1 / 2.5, update_against_sort,
    ),
    "averaged-sgd": Race(
        "averaged perceptron, 2000 epochs from zero, 614 x 8", "SGDClassifier(average=True)",
        1, averaged_against_sgd,
    ),
    "pocket-numpy": Race(
        "pocket, 2000 epochs from Fisher's discriminant, 614 rows of diabetes",
        "its evaluations of the error, in NumPy", 3, pocket_against_numpy,
    ),
    "adaboost": Race(
        "AdaBoost, 300 stumps, 614 x 8", "AdaBoostClassifier",
        30, partial(boosting_against_scikit_learn, AdaBoost),
    ),
    "cgboost": Race(
        "CGBoost, 300 stumps, 614 x 8", "AdaBoostClassifier",
        30, partial(boosting_against_scikit_learn, CGBoost),
    ),
    "hard-margin-path": Race(
        "hard-margin SVM along 400 rows", "libsvm from zero at each size from 50",
        8, path_against_refits,
    ),
}  # fmt: skip
"""Each race by the name that `python -m methods bench` takes."""
