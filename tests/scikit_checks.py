"""scikit-learn's own checks: all of them for one setting of each estimator.

Further settings of it get those that depend on how an estimator fits and predicts. The other checks
look at what all settings share: the names of parameters, the tags, and the refusal of rows and
labels that no estimator takes.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from unittest import SkipTest

import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import estimator_checks_generator

OF_A_SETTING = {
    "check_all_zero_sample_weights_error",
    "check_classifiers_classes",
    "check_classifiers_one_label",
    "check_classifiers_one_label_sample_weights",
    "check_classifiers_train",
    "check_decision_proba_consistency",
    "check_dict_unchanged",
    "check_dont_overwrite_parameters",
    "check_estimators_dtypes",
    "check_estimators_overwrite_params",
    "check_estimators_pickle",
    "check_fit2d_1feature",
    "check_fit2d_1sample",
    "check_fit_idempotent",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_non_transformer_estimators_n_iter",
    "check_outliers_fit_predict",
    "check_outliers_train",
    "check_sample_weight_equivalence_on_dense_data",
    "check_sample_weights_not_overwritten",
}
# Rows that cannot be written, and of 32 bits if the check has them, ask all that other rows ask.
HARDEST = {
    "check_classifiers_train": {"readonly_memmap": True, "X_dtype": "float32"},
    "check_estimators_pickle": {"readonly_memmap": True},
    "check_outliers_train": {"readonly_memmap": True},
}


class ByChance(str):
    """Why a check fails on one processor and passes on another."""


def scikit_checks(
    estimators: Sequence[BaseEstimator],
    excused: Callable[[Any], dict[str, str]] = lambda estimator: {},
) -> pytest.MarkDecorator:
    """A mark that gives a test `check`, a function that runs all checks of an estimator.

    One test runs them all, since a test of its own takes longer than most of them. `excused` says
    which checks an estimator fails, and why. These tests are slow ones.
    """
    seen: set[type] = set()
    runs = []
    for estimator in estimators:
        run = partial(_run_checks, estimator, excused(estimator), type(estimator) in seen)
        name = re.sub(r"\s", "", repr(estimator))
        runs.append(pytest.param(run, id=name, marks=pytest.mark.slow))
        seen.add(type(estimator))
    return pytest.mark.parametrize("check", runs)


def _run_checks(estimator: BaseEstimator, excused: dict[str, str], further: bool) -> None:
    """Raise what the checks raise, and complain of an excused check that passes, but by chance."""
    faults, ran = [], 0
    for instance, check in estimator_checks_generator(estimator):
        name, variant = check.func.__name__, check.keywords
        if further and (name not in OF_A_SETTING or variant != HARDEST.get(name, variant)):
            continue
        ran += 1
        try:
            check(instance)
        except SkipTest:
            continue
        except Exception as error:
            if name not in excused:
                error.add_note(f"in {name} {variant or ''}")
                faults.append(error)
        else:
            if name in excused and not isinstance(excused[name], ByChance):
                faults.append(AssertionError(f"{name} passes, but: {excused[name]}"))
    if faults:
        raise ExceptionGroup(f"{len(faults)} of {ran} checks fail", faults)
