"""How the seconds and the memory of a fit grow with its problem.

The fits of a case run in a child process. The memory of a fit is the peak of the child during the
fit, minus what the child held before, which includes the data.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from methods.performance.growth_cases import CASES, Fit
from methods.performance.peak_memory import with_peak

# After a fit of so many seconds no larger size is tried.
LAST_SECONDS, QUICK_LAST_SECONDS = 20.0, 0.5
REPETITIONS, ENOUGH_SECONDS = 3, 1.0

# Below these values a fit mostly checks its input.
LEAST_SECONDS, LEAST_MEGABYTES = 1e-3, 1.0
FEWEST_SIZES = 3  # for an exponent


def measure_growth(name: str, quick: bool) -> dict[str, Any]:
    """Sizes, seconds, megabytes, and exponents fitted to the larger half of the sizes."""
    case = CASES[name]
    code = f"from methods.performance.growth import grow; grow({name!r}, {quick})"
    child = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    measured = json.loads(child.stdout.splitlines()[-1])
    return {
        "machine": case.machine,
        "grows": case.grows,
        "theory": case.theory,
        "exponent": exponent(measured["sizes"], measured["seconds"], LEAST_SECONDS),
        "memory_exponent": exponent(measured["sizes"], measured["megabytes"], LEAST_MEGABYTES),
        **measured,
    }


def grow(name: str, quick: bool) -> None:
    """Fit at growing sizes and print the measurements as JSON. This runs in the child."""
    case = CASES[name]
    measured: dict[str, list[float]] = {"sizes": [], "seconds": [], "megabytes": []}
    case.fit(case.sizes[0])()  # compilation is not timed
    for size in case.sizes:
        fit = case.fit(size)
        first, megabytes = with_peak(partial(_seconds, fit))
        seconds = [first]
        while len(seconds) < REPETITIONS and sum(seconds) < ENOUGH_SECONDS:
            seconds.append(_seconds(fit))
        measured["sizes"].append(size)
        measured["seconds"].append(float(np.median(seconds)))
        measured["megabytes"].append(megabytes)
        if seconds[-1] > (QUICK_LAST_SECONDS if quick else LAST_SECONDS):
            break
    print(json.dumps(measured))


def exponent(sizes: Sequence[float], values: Sequence[float], least: float) -> float | None:
    """Slope of log values over log sizes, for the larger half of the sizes.

    Values below `least` are left out. None if too few sizes remain.
    """
    large = [(s, v) for s, v in zip(sizes, values, strict=True) if v >= least]
    if len(large) < FEWEST_SIZES:
        return None
    logs = np.log(large[-max(FEWEST_SIZES, -(-len(large) // 2)) :])
    return float(np.polyfit(logs[:, 0], logs[:, 1], 1)[0])


def _seconds(fit: Fit) -> float:
    started = time.process_time()
    fit()
    return time.process_time() - started
