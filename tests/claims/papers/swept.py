"""Errors of two methods in training and in the test, over the settings of a sweep."""

import numpy as np
import pandas as pd

from tests.claims.stored import BASE, JITTER, planted, stored

FIGURE = {"study": "main", "method": "A", "than": "B"}


def swept(test, training, names=("alpha", "beta"), settings=("mu=1", "mu=2"), **more):
    """Test and training errors of A that are so far from those of B, alike in all settings."""
    shifted = {"error": test, "train_error": training}
    of_metric = {
        (metric, setting): {
            name: {"A": planted(shift, 0.01 * (metric == "error")), "B": BASE} for name in names
        }
        for metric, shift in shifted.items()
        for setting in settings
    }
    return stored({"main": of_metric}, **more)


def with_one_class(test, training, share):
    """The same, and A answers one class alone in a share of the trials of alpha."""
    results = swept(test, training)
    scores = results.frames["main", "scores"]
    rows = scores[(scores["metric"] == "train_error") & (scores["method"] == "A")]
    constant = (rows["dataset"] == "alpha") & (rows["seed"] < share * len(JITTER))
    other = np.where(rows["seed"] % 2, 0.4, 0.6)
    value = np.where(constant, 0.5 + 1e-12, other)  # as rounding leaves it
    balanced = rows.assign(metric="train_balanced_error", value=value)
    results.frames["main", "scores"] = pd.concat([scores, balanced])
    return results
