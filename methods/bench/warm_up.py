"""A small fit before the timed fits: imports, compiled code and other first-call costs.

It stops after a tenth of a second. Otherwise it could take longer than the timed fit, for an
ensemble whose cost does not fall with the number of rows or for a search over many settings. Of six
methods timed in alternation, none became more than 1 % faster with half a second of warm-up.
"""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import numpy as np

from methods.bench.construct import build
from methods.bench.experiments import Method, Study
from methods.bench.guard import one_line
from methods.data.columns import Encoding
from methods.data.features import features_of
from methods.data.prepare import Dataset
from methods.data.splits import Split
from methods.project import NAME

ROWS = 40  # enough for the inner cross-validation of a search, small enough to be quick
SECONDS = 0.1
RETRY_SECONDS = 0.05
# Parts of file names on the stack of an import or a compilation, which must not be interrupted.
UNINTERRUPTED = ("<frozen importlib", "/numba/core/")
# Packages whose code may be interrupted. Compiled code of another library may swallow the exception
# and go on with what is half done: CatBoost did so, and the next fit crashed.
LIBRARIES = "/site-packages/"
INTERRUPTED = tuple(
    f"{LIBRARIES}{name}/" for name in (NAME, "sklearn", "joblib", "numpy", "scipy", "pandas")
)
# Of code that would keep its lock for ever if it were interrupted on its way to release it. A
# tracer of coverage did so, and the next function of another file then waited for it.
WITH_LOCKS = ("/coverage/", "/threading.py", "/logging/")


class _TimeIsUp(BaseException):
    """Not an Exception: a search would take that for a failed setting and continue."""


def warm_up(study: Study, method: Method, dataset: Dataset, split: Split) -> None:
    """Fit and predict a few rows of each class; the timed fit reports failures."""
    if not len(split.train):
        return
    rows = _rows_of_each_class(split.train, dataset.y)
    y = dataset.y[rows]
    estimator = build(method.spec)  # its imports do not count towards SECONDS

    def work() -> None:
        estimator.fit(X, y)
        if hasattr(estimator, "predict"):
            estimator.predict(X)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            part = replace(split, test=rows)
            how = encoding_of(study)
            X = features_of(dataset, part, rows, estimator, how, study.scaling, 0).test
            run_for_at_most(SECONDS, work)
        except BaseException as error:  # also SystemExit: the timed fit says so
            print(f"warm-up: {type(error).__name__}: {one_line(error)}", file=sys.stderr)


def encoding_of(study: Study) -> Encoding:
    """What the study does with the columns of typed tables."""
    return Encoding(study.missing, study.categories, study.dates)


def _rows_of_each_class(train: np.ndarray, y: np.ndarray) -> np.ndarray:
    labels = np.unique(y[train])
    n_per_class = max(2, ROWS // len(labels))
    return np.concatenate([train[y[train] == label][:n_per_class] for label in labels])


def _may_be_interrupted(file: str) -> bool:
    if any(part in file for part in UNINTERRUPTED):
        return False
    return LIBRARIES not in file or any(part in file for part in INTERRUPTED)


def run_for_at_most(seconds: float, work: Callable[[], None]) -> None:
    """Run `work` for at most `seconds`, but let imports, compilation and other libraries finish."""
    finished = False

    def stop(number: int, frame: FrameType | None) -> None:
        if frame is not None and any(part in frame.f_code.co_filename for part in WITH_LOCKS):
            return
        while frame is not None and frame.f_code is not run_for_at_most.__code__:
            if not _may_be_interrupted(frame.f_code.co_filename):
                return
            frame = frame.f_back
        if not finished:
            raise _TimeIsUp

    previous_handler = signal.signal(signal.SIGALRM, stop)
    # Repeatedly, because some code catches every exception.
    signal.setitimer(signal.ITIMER_REAL, seconds, RETRY_SECONDS)
    try:
        try:
            work()
        finally:
            finished = True
    except _TimeIsUp:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous_handler)
