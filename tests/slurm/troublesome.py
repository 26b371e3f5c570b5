"""Methods that bring a job into trouble; the tests copy this file into a project.

Those that do so only once leave a mark in the working directory and work when they find it.
"""

import os
import signal
from pathlib import Path

from sklearn.dummy import DummyClassifier

WARM_UP_ROWS = 40  # a fit on at most these rows is the warm-up, which is cut short
HOG_MB = 400


def never_before(mark):
    try:
        Path(mark).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


class HangsOnce(DummyClassifier):
    def fit(self, X, y):
        if len(X) > WARM_UP_ROWS and never_before("hung"):
            signal.pause()
        return super().fit(X, y)


class HogsOnce(DummyClassifier):
    """Has four processes, each below the limit of one process."""

    def fit(self, X, y):
        if len(X) > WARM_UP_ROWS and never_before("hogged"):
            for _ in range(4):
                if os.fork() == 0:
                    hog = b"\1" * (HOG_MB * 2**20)
                    signal.pause()
                    del hog
            signal.pause()
        return super().fit(X, y)


class AlwaysHangs(DummyClassifier):
    def fit(self, X, y):
        if len(X) > WARM_UP_ROWS:
            signal.pause()
        return super().fit(X, y)


class AlwaysHogs(DummyClassifier):
    def fit(self, X, y):
        self.hog_ = b"\1" * (2**34 if len(X) > WARM_UP_ROWS else 1)
        return super().fit(X, y)
