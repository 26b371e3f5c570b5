"""A small fit before those on the clock: imports, compiled kernels and other first calls.

It is cut short after half a second, because an ensemble whose cost does not fall with the rows, or
a search over many settings, would take longer here than where it counts.
"""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import numpy as np

from methods.bench.construct import build
from methods.bench.experiments import Method
from methods.data.prepare import Dataset
from methods.data.splits import Split

ROWS = 40  # enough for the inner cross-validation of a search, small enough to be quick
SECONDS = 0.5
RETRY_SECONDS = 0.05
WHOLE = (
    "<frozen importlib",
    "/numba/core/",
)  # importing and compiling, which shall not end half done


class _Enough(BaseException):
    """Not an Exception, which a search takes for the failure of a setting and goes on."""


def rehearse(method: Method, dataset: Dataset, split: Split) -> None:
    """Fit and predict a few rows of each class; what fails is left to the real fit to say."""
    rows = _few_of_each_class(split.train, dataset.y)
    X, y = split.features(dataset.X[rows]), dataset.y[rows]
    with warnings.catch_warnings(), at_most(SECONDS):
        warnings.simplefilter("ignore")
        try:
            estimator = build(method.spec)
            estimator.fit(X, y)
            if hasattr(estimator, "predict"):
                estimator.predict(X)
        except Exception as error:
            print(f"warm-up: {error}", file=sys.stderr)


def _few_of_each_class(train: np.ndarray, y: np.ndarray) -> np.ndarray:
    labels, at = np.unique(y[train], return_inverse=True)
    share = max(2, ROWS // len(labels))
    return np.concatenate([train[at == code][:share] for code in range(len(labels))])


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Leave the block after so many seconds, though not while something is imported or compiled."""

    def stop(number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if any(part in frame.f_code.co_filename for part in WHOLE):
                signal.setitimer(signal.ITIMER_REAL, RETRY_SECONDS)
                return
            frame = frame.f_back
        raise _Enough

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except _Enough:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
