"""A method that starts processes in every way, and hangs, for the plugins of a copy."""

import multiprocessing
import os
import signal
import subprocess
import time
from pathlib import Path

from sklearn.dummy import DummyClassifier

LONG = 1000  # seconds
WAYS = ("fork", "daemon", "program", "pool by fork", "pool by spawn", "pool by forkserver", "loky")


def hang(way: str) -> None:
    """Ignore what asks to end, and say who and in which way started."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path(f"started {way}").write_text(str(os.getpid()))
    time.sleep(LONG)


class StartsAll(DummyClassifier):
    def fit(self, X, y):
        if len(X) < 100:  # the warm-up
            return super().fit(X, y)
        if not os.fork():
            hang("fork")
        if not os.fork():
            os.setsid()
            if os.fork():
                os._exit(0)
            hang("daemon")
        script = "echo $$ > 'started program'; trap '' TERM; while :; do sleep 1; done"
        subprocess.Popen(["sh", "-c", script], start_new_session=True)
        multiprocessing.current_process()._config["daemon"] = False  # as a user may force it
        for kind in ("fork", "spawn", "forkserver"):
            process = multiprocessing.get_context(kind).Process(
                target=hang, args=(f"pool by {kind}",)
            )
            process.start()
        from joblib.externals.loky import get_reusable_executor

        get_reusable_executor(2).submit(hang, "loky")
        time.sleep(LONG)
