"""Methods that always fail, for the plugins of a copy of the project."""

import os
import signal
import time

from sklearn.dummy import DummyClassifier


class Raises(DummyClassifier):
    def fit(self, X, y):
        raise ValueError("no such luck")


class Killed(DummyClassifier):
    """Dies as when the operating system runs out of memory."""

    def fit(self, X, y):
        os.kill(os.getpid(), signal.SIGKILL)


class Hangs(DummyClassifier):
    def fit(self, X, y):
        time.sleep(1000)
