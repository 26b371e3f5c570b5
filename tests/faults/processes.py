"""The processes of a run: start them, list them and wait for them."""

import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil

from tests.project import command, environment

PATIENCE = 180.0  # seconds, for a busy machine


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    words = command("--cores", "2", *arguments, strict=True)
    with open(folder / "printed.txt", "wb") as printed:
        return subprocess.Popen(
            words, cwd=folder, env=environment(), stdout=printed, stderr=subprocess.STDOUT
        )


def at_work(folder: Path) -> list[psutil.Process]:
    """Every process that works in the folder, whatever its parent is now, with its `info`."""
    return [
        process
        for process in psutil.process_iter(["cmdline", "cwd", "ppid", "status"])
        if process.info["status"] != psutil.STATUS_ZOMBIE
        and Path(process.info["cwd"] or "").is_relative_to(folder)
    ]


def steps(folder: Path) -> list[psutil.Process]:
    """Processes that ask for a step or do one, without the guarded children that fit."""
    ours = _with_word("methods", folder)
    serving = {p.pid for p in ours if "serve" in p.info["cmdline"]}
    server = next((p for p in ours if p.pid in serving and p.info["ppid"] not in serving), None)
    below = {p.pid for p in ours}
    first = [p for p in ours if server and p.info["ppid"] == server.pid]
    return first + [p for p in ours if p.pid not in serving and p.info["ppid"] not in below]


def servers(folder: Path) -> list[psutil.Process]:
    return _with_word("serve", folder)[:1]


def _with_word(word: str, folder: Path) -> list[psutil.Process]:
    return [p for p in at_work(folder) if word in (p.info["cmdline"] or ())]


def wait_until(true: Callable[[], bool], said: Callable[[], str] = lambda: "") -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain {said()}"
        time.sleep(0.05)


def wait_until_nobody_works(folder: Path) -> None:
    wait_until(lambda: not at_work(folder), lambda: "\n".join(map(_told, at_work(folder))))


def _told(process: psutil.Process) -> str:
    """What a process is, and where it waits, to find out why it stays."""
    places = []
    for task in sorted(Path(f"/proc/{process.pid}/task").glob("*")):
        with suppress(OSError):
            places.append(f"{task.name}: {(task / 'wchan').read_text()}")
    return f"{process.pid} {process.info} {' '.join(places)}"
