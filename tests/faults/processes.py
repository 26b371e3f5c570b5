"""The processes of a run: start them, list them and wait for them."""

import subprocess
import time
from collections.abc import Callable
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
    """Every process that works in the folder, whatever its parent is now."""
    processes = []
    for process in psutil.process_iter():
        try:
            if Path(process.cwd()).is_relative_to(folder) and process.status() != "zombie":
                processes.append(process)
        except psutil.Error:
            continue
    return processes


def steps(folder: Path) -> list[psutil.Process]:
    """Processes that ask for a step or do one, without the guarded children that fit."""
    ours = [p for p in at_work(folder) if "methods" in p.cmdline()]
    serving = {p.pid for p in ours if "serve" in p.cmdline()}
    server = next((p for p in ours if p.pid in serving and p.ppid() not in serving), None)
    below = {p.pid for p in ours}
    first = [p for p in ours if server and p.ppid() == server.pid]
    return first + [p for p in ours if p.pid not in serving and p.ppid() not in below]


def servers(folder: Path) -> list[psutil.Process]:
    return [p for p in at_work(folder) if "serve" in p.cmdline()][:1]


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
