"""The features that a method gets of a split.

Those of a plain data set are its numbers after the scaling, the same for all methods. A typed table
is encoded by what the training rows say. Gaps and categories that a study keeps go to methods that
take them; others get the usual encoding, and a remark says so. scikit-learn's tags tell what a
method takes: `input_tags.allow_nan` is about gaps, `input_tags.categorical` about categories.
Sparse rows stay so for methods that take them (`input_tags.sparse`), others get dense ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

from methods.data.columns import Encoding
from methods.data.prepare import Dataset
from methods.data.sparse_rows import made_dense
from methods.data.splits import Split

USUAL = Encoding()


@dataclass(frozen=True)
class Features:
    """What is handed to a method: arrays, or data frames of kept categories.

    Attributes
    ----------
    parameters : further arguments of ``fit``, such as the weights of the training rows.
    remarks : what the method does not take, and gets in another form.
    """

    train: Any
    test: Any
    parameters: Mapping[str, np.ndarray]
    remarks: tuple[str, ...]


def features_of(
    dataset: Dataset,
    split: Split,
    train: np.ndarray,
    estimator: BaseEstimator,
    how: Encoding,
    scaling: Any,
    seed: int,
) -> Features:
    """The features of the test rows, and of `train`, which are all or some of the training rows.

    Parameters
    ----------
    how, scaling : the keys of the study, which typed tables need.
    seed : the same for all methods of a split.
    """
    parameters, remarks = _weights(dataset, train, estimator)
    if not dataset.columns:
        X = split.features(dataset.X)
        if issparse(X) and not get_tags(estimator).input_tags.sparse:
            X = made_dense(X, dataset.name)
            remarks += ("the method takes no sparse rows and gets dense ones",)
        return Features(X[train], X[split.test], parameters, remarks)
    from methods.data.encoding import fit_encoding  # imports what other data sets do not need

    how, changed = suited(how, estimator)
    columns = [column for column in dataset.columns if not column.left_out]
    fitted, of_train = fit_encoding(columns, dataset.X[train], dataset.y[train], how, scaling, seed)
    of_test = fitted.transform(dataset.X[split.test])
    return Features(of_train, of_test, parameters, remarks + changed)


def suited(how: Encoding, estimator: BaseEstimator) -> tuple[Encoding, tuple[str, ...]]:
    """The encoding with the usual in place of what the method does not take; remarks say so."""
    remarks = []
    if how.categories == "keep" and not takes_categories(estimator):
        how = how._replace(categories=USUAL.categories)
        remarks.append("the method takes no categories and gets an indicator for each")
    if how.missing == "keep" and not takes_gaps(estimator):
        how = how._replace(missing=USUAL.missing)
        remarks.append("the method takes no gaps, which are filled by the median")
    return how, tuple(remarks)


def takes_categories(estimator: Any) -> bool:
    """Whether a method takes a data frame with columns of categories."""
    from sklearn.compose import ColumnTransformer

    inner = _inside(estimator)
    if isinstance(inner, Pipeline):
        return isinstance(inner[0], ColumnTransformer) or takes_categories(inner[0])
    parameters = inner.get_params(deep=False)
    return bool(
        get_tags(inner).input_tags.categorical
        or parameters.get("categorical_features") == "from_dtype"
        or parameters.get("enable_categorical")
        or type(inner).__module__.startswith("lightgbm.")
    )


def takes_gaps(estimator: Any) -> bool:
    """Whether a method takes missing values."""
    inner = _inside(estimator)
    steps = [step for _, step in inner.steps] if isinstance(inner, Pipeline) else [inner]
    return all(step == "passthrough" or get_tags(step).input_tags.allow_nan for step in steps)


def _inside(estimator: Any) -> Any:
    """The estimator that a search tunes; any other as it is."""
    return _inside(estimator.estimator) if hasattr(estimator, "refit") else estimator


def _weights(
    dataset: Dataset, train: np.ndarray, estimator: BaseEstimator
) -> tuple[dict[str, np.ndarray], tuple[str, ...]]:
    weights = dataset.extras.get("weight")
    if weights is None:
        return {}, ()
    inner = _inside(estimator)
    name, last = "sample_weight", inner
    if isinstance(inner, Pipeline):
        name, last = f"{inner.steps[-1][0]}__sample_weight", inner.steps[-1][1]
    if has_fit_parameter(last, "sample_weight"):
        return {name: weights[train]}, ()
    return {}, ("the method takes no weights; each row counts the same",)
