"""Methods that come to nothing, for a copy of the project to have among its plugins."""

import os
import signal
import time

from sklearn.dummy import DummyClassifier


class Raises(DummyClassifier):
    def fit(self, X, y):
        raise ValueError("no such luck")


class Killed(DummyClassifier):
    """As the kernel does where memory runs out."""

    def fit(self, X, y):
        os.kill(os.getpid(), signal.SIGKILL)


class Hangs(DummyClassifier):
    def fit(self, X, y):
        time.sleep(1000)
