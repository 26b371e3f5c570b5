"""A log has the head and the tail of what is printed, and is exact if that is short."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from methods.command.bounded_log import HEAD, TAIL

PRINT = """
import os, sys
from methods.command.bounded_log import bounded_log
print("before")
with bounded_log():
    print("within")
    print("complaint", file=sys.stderr)
    os.system("echo from a child")
    for _ in range({n_lines}):
        os.write(1, b"x" * 999 + b"\\n")
    print("at last")
print("after")
"""


def printed(n_lines: int, path: Path) -> str:
    with open(path, "wb") as log:
        subprocess.run(
            [sys.executable, "-c", PRINT.format(n_lines=n_lines)],
            stdout=log, stderr=subprocess.STDOUT, check=True,
            env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        )  # fmt: skip
    return path.read_text()


@pytest.mark.parametrize("n_lines", [0, 600, 900])
def test_a_short_log_is_exact(tmp_path, n_lines):
    text = printed(n_lines, tmp_path / "log")
    lines = text.splitlines()
    assert lines[0] == "before" and set(lines[1:4]) == {"within", "complaint", "from a child"}
    assert lines[4:-2] == ["x" * 999] * n_lines
    assert lines[-2:] == ["at last", "after"]


def test_a_long_log_keeps_head_and_tail_and_counts_the_rest(tmp_path):
    text = printed(20_000, tmp_path / "log")
    assert len(text) < 10**6
    assert text.startswith("before\n") and text.endswith("at last\nafter\n")
    (line,) = [line for line in text.splitlines() if "left out" in line]
    n_printed = 20_000_000 + len("within\ncomplaint\nfrom a child\nat last\n")
    assert line == f"[{n_printed - HEAD - TAIL} bytes are left out here]"


def test_a_full_disk_is_reported_and_the_fit_goes_on():
    program = PRINT.format(n_lines=5000).replace('print("before")', "")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        )  # fmt: skip
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
