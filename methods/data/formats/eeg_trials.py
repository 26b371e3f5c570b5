"""EEG trials packed without loss into one npz file (UCI "EEG Database", the small archive).

The file has six arrays: ``subject``, ``trial``, ``group`` (the label) and ``split`` of each trial,
and the signal of each trial and channel as whole numbers k, in microvolts

    (offset + 488.28125 k) / 1000, rounded to three decimals.

A test trial with the subject and the number of a training trial is the same trial again and is
left out.

Descriptor options: none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from methods.data.formats.npz import read_npz
from methods.data.packing import translated
from methods.data.parsed import Parsed

STEP, DIVISOR = 488.28125, 1000.0


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Microvolts (n, channels, times), with the subject as the group of a trial."""
    arrays = read_npz(data, name)
    return translated(lambda: _unpack(arrays), name, "EEG trials")


def _unpack(arrays: Mapping[str, np.ndarray]) -> Parsed:
    test = arrays["split"] == "test"
    trials = list(zip(arrays["subject"].tolist(), arrays["trial"].tolist(), strict=True))
    in_train = {trial for trial, is_test in zip(trials, test, strict=True) if not is_test}
    kept = np.array(
        [not (is_test and trial in in_train) for trial, is_test in zip(trials, test, strict=True)]
    )
    thousandths = arrays["offset"][kept, :, None] + STEP * arrays["k"][kept]
    X = np.round(thousandths) / DIVISOR
    groups = {"group": arrays["subject"][kept]}
    return Parsed(X, arrays["group"][kept].tolist(), test[kept], groups)
