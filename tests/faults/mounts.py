"""Small file systems in memory, to stand for full and read-only disks."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, text=True, capture_output=True)


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[None]:
    """A file system with these mount options at `folder`; skips the test if not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        done = _run("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder))
    except FileNotFoundError:
        pytest.skip("there is no mount command")
    if done.returncode:
        pytest.skip(f"this user may not mount: {done.stderr.strip()}")
    try:
        yield
    finally:
        _run("umount", "--lazy", str(folder))


def remount(folder: Path, options: str) -> None:
    done = _run("mount", "-o", f"remount,{options}", str(folder))
    assert done.returncode == 0, done.stderr
