"""Methods that record, raise, print, start or end what no method should, for plugins."""

import ctypes
import os
import signal
import subprocess
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClassifierMixin

LONG = 1000  # seconds


class Sound(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.most_frequent_ = self.classes_[np.argmax(counts)]
        self.gap_ = 0.5
        self.steps_, self.path_ = [0, 1], [2.0, 1.0]
        self.kept_ = np.eye(2)
        if len(X) > 100:  # not in the warm-up
            self.misbehave()
        return self

    def misbehave(self):
        pass

    def predict(self, X):
        return np.full(len(X), self.most_frequent_)


class Mute:
    def __repr__(self):
        raise RuntimeError("no text")


class MuteError(Exception):
    def __str__(self):
        raise RuntimeError("no text")


def recording(**attributes):
    class Records(Sound):
        def misbehave(self):
            vars(self).update(attributes)

    return Records


def raising(error):
    class Raises(Sound):
        def misbehave(self):
            raise error

    return Raises


def predicting(answer):
    class Predicts(Sound):
        def predict(self, X):
            return answer(len(X))

    return Predicts


class RaisingAttribute(Sound):
    @property
    def gap_(self):
        raise RuntimeError("not today")

    @gap_.setter
    def gap_(self, value):
        pass


ObjectScalar = recording(gap_=object())
MuteScalar = recording(gap_=Mute())
TextScalar = recording(gap_="so\nmuch\0")
NanScalar = recording(gap_=float("nan"))
InfiniteScalar = recording(gap_=-np.inf)
UnequalCurve = recording(path_=[3.0, 2.0, 1.0])
NoDimension = recording(path_=np.array(1.0))
ThreeDimensions = recording(path_=np.ones((2, 2, 2)), steps_=np.ones((2, 2, 2)))
ObjectArtifact = recording(kept_=[{}, {}])
SparseArtifact = recording(kept_=csr_array(np.eye(2)))
RaggedArtifact = recording(kept_=[[1], [1, 2]])
HugeArtifact = recording(kept_=np.broadcast_to(0.0, (10**4, 10**4)))
HugeCurve = recording(path_=np.zeros(4 * 10**6), steps_=np.zeros(4 * 10**6))
OddSeconds = recording(refit_time_=np.ones(3))

ShortPrediction = predicting(lambda n: np.zeros(n - 1))
TextPrediction = predicting(lambda n: np.full(n, "no"))
ObjectPrediction = predicting(lambda n: np.full(n, Mute()))

SurrogateText = raising(ValueError("a lone \udcff surrogate"))
ControlText = raising(ValueError("a\0b\nc\x1b[31m"))
LongText = raising(ValueError("long " * 10**6))
NoText = raising(MuteError())


class BadWarning(Sound):
    def misbehave(self):
        warnings.warn("a lone \udcff surrogate\0" * 10**5, stacklevel=1)


class Exits(Sound):
    def misbehave(self):
        sys.exit(3)


class Leaves(Sound):
    def misbehave(self):
        os._exit(3)


class Segfaults(Sound):
    def misbehave(self):
        ctypes.string_at(0)


class Hoards(Sound):
    def misbehave(self):
        np.ones(10**10)


class Hangs(Sound):
    def misbehave(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        time.sleep(LONG)


class Prints(Sound):
    def misbehave(self):
        print("the head")
        for _ in range(100):
            print("x" * 10**6)
        print("the tail")


class KillsItsGroup(Sound):
    def misbehave(self):
        os.killpg(0, signal.SIGKILL)


class WritesEverywhere(Sound):
    def misbehave(self):
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, b"no result" * 5)
            except OSError:
                continue
        time.sleep(LONG)


class ClosesEverything(Sound):
    def misbehave(self):
        os.closerange(3, 256)
        time.sleep(LONG)


class ForksAndReturns(Sound):
    def misbehave(self):
        os.fork()


class LeavesItsChild(Sound):
    """The child holds the pipe of results."""

    def misbehave(self):
        if os.fork() == 0:
            time.sleep(LONG)
        os._exit(1)


class Daemon(Sound):
    def misbehave(self):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
                time.sleep(LONG)
            os._exit(0)
        os.wait()


class DaemonAndHangs(Daemon):
    def misbehave(self):
        super().misbehave()
        time.sleep(LONG)


class StartsPrograms(Sound):
    def misbehave(self):
        for _ in range(3):
            subprocess.Popen(["sleep", str(LONG)], start_new_session=True, env={})


class StartsPool(Sound):
    def misbehave(self):
        list(ProcessPoolExecutor(2).map(abs, [1, 2]))
