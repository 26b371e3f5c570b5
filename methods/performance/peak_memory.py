"""How much memory a piece of work takes beyond what the process held before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")

STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
RESET_PEAK = "5"  # as proc(5) has it


def with_peak(work: Callable[[], Result]) -> tuple[Result, float]:
    """The result of `work`, and by how many megabytes memory rose during it at most.

    The megabytes are 0 on a system that does not tell.
    """
    if not CLEAR.exists():
        return work(), 0.0
    before = _megabytes("VmRSS")
    CLEAR.write_text(RESET_PEAK)
    result = work()
    return result, max(0.0, _megabytes("VmHWM") - before)


def _megabytes(key: str) -> float:
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith(key))
    return int(line.split()[1]) / 1024
