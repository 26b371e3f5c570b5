"""From named arrays (MATLAB, npz, R) to features and labels.

Descriptor options
    features, targets  names of the two arrays (default X and y); a slash descends into R lists
    axes               order in which the axes of the array become [n, p, q]
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from methods.data.parsed import Parsed, label_texts
from methods.errors import UserError, unknown


def parse_arrays(arrays: Mapping[str, Any], name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels among the `arrays` of the file `name`."""
    X = _array_at(options.get("features", "X"), arrays, name)
    targets = _array_at(options.get("targets", "y"), arrays, name)
    if X.dtype.kind not in "buif" or X.ndim < 2:
        raise UserError(f"{name}: features are {X.dtype} of shape {X.shape}, not a numeric table")
    return Parsed(
        X.transpose(options["axes"]) if "axes" in options else X, label_texts(targets.ravel())
    )


def _array_at(path: str, arrays: Mapping[str, Any], name: str) -> np.ndarray:
    item: Any = arrays
    for key in PurePosixPath(path).parts:
        if not isinstance(item, dict) or key not in item:
            raise unknown("array", path, arrays, name)
        item = item[key]
    return np.asarray(item)
