"""A small fit before those on the clock: imports, compiled kernels and other first calls.

It is cut short after a tenth of a second, because an ensemble whose cost does not fall with the
rows, or a search over many settings, would take longer here than where it counts. Of six methods
timed in turns, none was faster by more than one in a hundred after half a second of it.
"""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Callable
from types import FrameType

import numpy as np

from methods.bench.construct import build
from methods.bench.experiments import Method
from methods.data.prepare import Dataset
from methods.data.splits import Split

ROWS = 40  # enough for the inner cross-validation of a search, small enough to be quick
SECONDS = 0.1
RETRY_SECONDS = 0.05
WHOLE = ("<frozen importlib", "/numba/core/")  # on the stack of an import or a compilation


class _Enough(BaseException):
    """Not an Exception, which a search takes for the failure of a setting and goes on."""


def warm_up(method: Method, dataset: Dataset, split: Split) -> None:
    """Fit and predict a few rows of each class; what fails is left to the real fit to say."""
    rows = _few_of_each_class(split.train, dataset.y)
    X, y = split.features(dataset.X[rows]), dataset.y[rows]

    estimator = build(method.spec)  # imports are not what the time is for

    def work() -> None:
        estimator.fit(X, y)
        if hasattr(estimator, "predict"):
            estimator.predict(X)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            run_for_at_most(SECONDS, work)
        except Exception as error:
            print(f"warm-up: {error}", file=sys.stderr)


def _few_of_each_class(train: np.ndarray, y: np.ndarray) -> np.ndarray:
    labels, at = np.unique(y[train], return_inverse=True)
    share = max(2, ROWS // len(labels))
    return np.concatenate([train[at == code][:share] for code in range(len(labels))])


def run_for_at_most(seconds: float, work: Callable[[], None]) -> None:
    """Do the work, or what of it takes so long; no import or compilation is left half done."""
    over = False

    def stop(number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if any(part in frame.f_code.co_filename for part in WHOLE):
                return
            frame = frame.f_back
        if not over:
            raise _Enough

    before = signal.signal(signal.SIGALRM, stop)
    # again and again: some code swallows whatever is raised in it
    signal.setitimer(signal.ITIMER_REAL, seconds, RETRY_SECONDS)
    try:
        try:
            work()
        finally:
            over = True
    except _Enough:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
