"""How far above the optimum each solver of a problem is after how many seconds.

Each solver runs from the start at tighter and tighter settings: tolerances or iteration limits. The
optimum is the lowest objective that any solver reached.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any

from methods.performance.panels import PANELS, Reached, Solver

# After a run of so many seconds no tighter setting is tried.
LAST_SECONDS, QUICK_LAST_SECONDS = 10.0, 0.3


def measure_panel(name: str, quick: bool) -> dict[str, Any]:
    """For each solver its seconds, its distance to the optimum, and its certificates.

    Distances and certificates are shares of the optimum. A solver that is not installed is left
    out, with the reason in ``absent``.
    """
    panel = PANELS[name]
    data = panel.data()
    curves, absent = [], {}
    for solver in panel.solvers:
        try:
            run = solver.make(data)
        except ImportError as reason:
            absent[solver.name] = str(reason)
        else:
            curves.append((solver, runs_of(solver, run, quick)))
    least = min(reached.objective for _, runs in curves for _, reached in runs)
    scale = abs(least)
    return {
        "machine": panel.machine,
        "dataset": panel.dataset,
        "optimum": least,
        "absent": absent,
        "curves": [
            {
                "solver": solver.name,
                "seconds": [seconds for seconds, _ in runs],
                "suboptimality": [(r.objective - least) / scale for _, r in runs],
                "certificate": [
                    None if r.certificate is None else r.certificate / scale for _, r in runs
                ],
            }
            for solver, runs in curves
        ],
    }


def runs_of(
    solver: Solver, run: Callable[[float], Reached], quick: bool
) -> list[tuple[float, Reached]]:
    """Seconds and result at each setting, until a run takes too long."""
    limit = QUICK_LAST_SECONDS if quick else LAST_SECONDS
    runs: list[tuple[float, Reached]] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # every run that stops early warns
        run(solver.settings[0])  # compilation is not timed
        for setting in solver.settings:
            started = time.process_time()
            reached = run(setting)
            runs.append((time.process_time() - started, reached))
            if runs[-1][0] > limit:
                break
    return runs
