"""The one rule by which every search here chooses among settings.

A setting is judged by the number of samples that it gets right, over all folds together. These
numbers are exact. Means of shares are not: of two equal means one may be larger by a rounding
error, which then chooses. Of settings that tie the one with the strongest regularisation is chosen.
The papers state no other rule. `GridSearchCV` takes the first of the settings that tie, so the
grids in the experiment files begin with the strongest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def number_right(estimator: Any, X: NDArray, y: NDArray) -> int:
    """How many samples the estimator gets right: the scoring of every `GridSearchCV`.

    Predictions may be a column, as CatBoost gives them of several classes.
    """
    predicted = np.asarray(estimator.predict(X)).reshape(np.shape(y))
    return int(np.count_nonzero(predicted == np.asarray(y)))


def largest_of_best(values: NDArray, wrong: NDArray) -> float:
    """The largest of the values with the fewest samples wrong, if more of it regularises more."""
    return float(values[wrong == wrong.min()].max())
