"""From the columns of a typed table to features, by what the training rows alone say.

    numbers, ordinals    as they are
    yes and no           0 and 1
    categories           an indicator for each, their rank, or the share of each class among the
                         training rows that have it; a category that no training row has gives
                         zeros, -1, or the shares of all training rows
    dates                year, month, day and weekday (0 is Monday), and the hour if there are times
    gaps                 filled, marked by an indicator or kept, as the study says

Study keys
    missing     median (of categories, and of yes and no, the most frequent), most_frequent,
                indicator (as median, with an indicator for each column that has gaps; among
                indicators of categories the gap is one more), drop (a split has no rows with gaps)
                or keep
    categories  one_hot, ordinal, target or keep (a data frame for methods that take one)
    dates       parts or drop

The scaling of the study follows. A fit depends on this module by its source hash.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.impute import MissingIndicator, SimpleImputer
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    OneHotEncoder,
    OrdinalEncoder,
    TargetEncoder,
)

from methods.data.columns import BOOLEAN, CATEGORICAL, DATE, MANY_CATEGORIES, Column, Encoding
from methods.data.scaling import fit_scaling

TARGET_FOLDS = 5  # as in scikit-learn, or the rows of the smallest class
UNKNOWN = -1  # the rank of a category that no training row has
GAP = "(gap)"  # the category of a gap that has one
PARTS = ("year", "month", "day", "weekday")


@dataclass(frozen=True)
class FittedEncoding:
    """What the training rows said.

    Attributes
    ----------
    transformer : makes numbers of the columns; None if there is nothing to make.
    kept : position and name of a column of categories that is kept to its training categories.
    fill : of each such column what stands for a gap; None if the gap is kept.
    factor, shift : the scaling of the numbers.
    """

    transformer: ColumnTransformer | None
    names: tuple[str, ...]
    kept: Mapping[int, pd.CategoricalDtype]
    fill: Mapping[int, str | None]
    columns: tuple[Column, ...]
    factor: np.ndarray
    shift: np.ndarray

    def transform(self, rows: np.ndarray) -> Any:
        """The features of rows: an array, or a data frame if categories are kept."""
        numbers = np.empty((len(rows), 0))
        if self.transformer is not None and len(rows):
            with warnings.catch_warnings():
                # The encoder says so of each category that no training row has.
                warnings.simplefilter("ignore", UserWarning)
                numbers = self.transformer.transform(rows)
        elif self.transformer is not None:
            numbers = np.empty((0, len(self.names)))
        return self.finished(numbers, rows)

    def finished(self, numbers: np.ndarray, rows: np.ndarray) -> Any:
        """The numbers after the scaling, with the kept columns beside them."""
        scaled = np.ascontiguousarray(numbers * self.factor + self.shift)
        if not self.kept:
            return scaled
        frame = pd.DataFrame(scaled, columns=list(self.names))
        for at, dtype in self.kept.items():
            words = _words(self.columns[at], rows[:, at], self.fill[at])
            frame[f"category of {self.columns[at].name}"] = pd.Categorical(words, dtype=dtype)
        return frame


def fit_encoding(
    columns: Sequence[Column],
    rows: np.ndarray,
    y: np.ndarray,
    how: Encoding,
    scaling: Mapping[str, Any] | None,
    seed: int,
) -> tuple[FittedEncoding, Any]:
    """The encoding that the training rows give, and their features.

    Features of a target encoding are not those that `transform` gives for the same rows: each row
    is encoded by rows other than itself.

    Parameters
    ----------
    columns : the columns that are features, in the order of those of `rows`.
    rows, y : the training rows and their class codes.
    scaling : of the study. Its map is fitted on the encoded training rows in any case.
    seed : of the folds of a target encoding.
    """
    features = tuple(columns)
    kept: dict[int, pd.CategoricalDtype] = {}
    fill: dict[int, str | None] = {}
    if how.categories == "keep":
        for at in _of_kind(features, CATEGORICAL):
            fill[at] = _filling(features[at], rows[:, at], how.missing)
            words = pd.Series(_words(features[at], rows[:, at], fill[at]), dtype=object)
            ordered = sorted(words.dropna().unique(), key=str)
            kept[at] = pd.CategoricalDtype(ordered)
    smallest_class = int(np.unique(y, return_counts=True)[1].min())
    n_folds = min(max(2, smallest_class), TARGET_FOLDS)
    folds = StratifiedKFold(n_folds, shuffle=True, random_state=seed)
    parts = _transformers(features, how, folds)
    transformer = ColumnTransformer(parts, sparse_threshold=0) if parts else None
    names: tuple[str, ...] = ()
    numbers = np.empty((len(rows), 0))
    if transformer is not None:
        numbers = np.asarray(transformer.fit_transform(rows, y), dtype=np.float64)
        names = tuple(f"number {at}" for at in range(1, numbers.shape[1] + 1))
    factor, shift = _scaling_of(numbers, scaling)
    fitted = FittedEncoding(transformer, names, kept, fill, features, factor, shift)
    return fitted, fitted.finished(numbers, rows)


def _transformers(
    columns: Sequence[Column], how: Encoding, folds: StratifiedKFold
) -> list[tuple[Any, ...]]:
    """Names, transformers and positions of columns, without those of no column."""
    keeps = how.missing == "keep"
    usual = "most_frequent" if how.missing == "most_frequent" else "median"
    words, dates = _of_kind(columns, CATEGORICAL), _of_kind(columns, DATE)
    answers = _of_kind(columns, BOOLEAN)
    numbers = sorted(set(range(len(columns))) - {*words, *dates, *answers})
    marked = [*numbers, *answers, *(dates if how.dates == "parts" else [])]
    own_category = how.missing in ("indicator", "keep") and how.categories != "ordinal"
    if how.categories == "ordinal":
        marked += words
    encoder = {
        "one_hot": OneHotEncoder(
            handle_unknown="infrequent_if_exist", max_categories=MANY_CATEGORIES,
            sparse_output=False,
        ),
        "ordinal": OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=UNKNOWN),
        "target": TargetEncoder(cv=folds),
    }.get(how.categories)  # fmt: skip
    timed = [at for at in dates if columns[at].timed]
    parts = [
        ("numbers", _filled(usual, keeps), numbers),
        ("answers", _filled("most_frequent", keeps), answers),
        ("dates", make_pipeline(_filled(usual, keeps), FunctionTransformer(date_parts)), dates),
        ("hours", make_pipeline(_filled(usual, keeps), FunctionTransformer(hours)), timed),
        ("words", make_pipeline(_filled("most_frequent", keeps or own_category), encoder), words),
        ("gaps", MissingIndicator(error_on_new=False), sorted(marked)),
    ]
    dropped = {"words"} if encoder is None else set()
    dropped |= {"dates", "hours"} if how.dates == "drop" else set()
    dropped |= {"gaps"} if how.missing != "indicator" else set()
    return [part for part in parts if part[0] not in dropped and part[2]]


def _of_kind(columns: Sequence[Column], kind: str) -> list[int]:
    return [at for at, column in enumerate(columns) if column.kind == kind]


def _filled(strategy: str, keeps: bool) -> Any:
    # A column without a value in the training rows is filled with 0.
    return "passthrough" if keeps else SimpleImputer(strategy=strategy, keep_empty_features=True)


def _filling(column: Column, codes: np.ndarray, missing: str) -> str | None:
    """What stands for a gap in a column of categories that is kept."""
    if missing in ("keep", "indicator"):
        return None if missing == "keep" else GAP
    present = codes[~np.isnan(codes)].astype(int)
    return column.categories[np.bincount(present).argmax()] if len(present) else GAP


def _words(column: Column, codes: np.ndarray, fill: str | None) -> list[str | None]:
    return [fill if np.isnan(code) else column.categories[int(code)] for code in codes]


def date_parts(seconds: np.ndarray) -> np.ndarray:
    """The four `PARTS` of each date, column by column; NaN of a gap."""
    missing = np.isnan(seconds)
    days = np.floor(np.where(missing, 0, seconds) / 86400).astype("datetime64[D]")
    months, years = days.astype("datetime64[M]"), days.astype("datetime64[Y]")
    since_epoch = days.astype(np.int64)
    of_a_date = {
        "year": years.astype(np.int64) + 1970,
        "month": months.astype(np.int64) % 12 + 1,
        "day": (days - months).astype(np.int64) + 1,
        "weekday": (since_epoch + 3) % 7,  # the first of January 1970 was a Thursday
    }
    parts = [np.where(missing, np.nan, of_a_date[part]) for part in PARTS]
    return np.stack(parts, axis=2).reshape(len(seconds), -1)


def hours(seconds: np.ndarray) -> np.ndarray:
    """The time of day in hours."""
    return seconds % 86400 / 3600


def _scaling_of(
    numbers: np.ndarray, scaling: Mapping[str, Any] | None
) -> tuple[np.ndarray, np.ndarray]:
    """Factor and shift of each feature, by the values that are there."""
    everywhere = np.ones(len(numbers), dtype=bool)
    if not np.isnan(numbers).any() or scaling is None:
        return fit_scaling(numbers, everywhere, scaling)
    if scaling.get("norm"):
        return fit_scaling(np.nan_to_num(numbers), everywhere, scaling)
    factor, shift = np.ones(numbers.shape[1]), np.zeros(numbers.shape[1])
    for at, feature in enumerate(numbers.T):
        values = feature[~np.isnan(feature)][:, None]
        if len(values):
            factor[[at]], shift[[at]] = fit_scaling(values, np.ones(len(values), bool), scaling)
    return factor, shift
