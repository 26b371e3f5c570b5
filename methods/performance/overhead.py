"""The overhead of the default run: Python, imports, Snakemake, files, tables and pages."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pandas as pd

from methods.parquet_files import read_frame
from methods.project import root
from methods.yaml_files import yaml_files_in

AT_LEAST = 1 / 1.6  # the overhead is at most 60 % of the fits


def measure_overhead(quick: bool) -> dict[str, Any]:
    """Run the pipeline in an empty folder, and compare its seconds with those of its fits.

    The seconds of the fits are divided by the number of cores.
    """
    cores = os.cpu_count() or 1
    project = root()
    first = min(file.stem for file in yaml_files_in(project / "workflow" / "experiments"))
    chosen = ["--config", "scale=smoke", f"experiments=[{first}]"] if quick else []
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "snakemake", "--quiet", "all", "--cores", str(cores),
            "--snakefile", str(project / "Snakefile"), "--directory", folder,
            *chosen,
        ]  # fmt: skip
        started = time.perf_counter()
        subprocess.run(command, check=True, cwd=project, capture_output=True)
        seconds = time.perf_counter() - started
        runs = [read_frame(p) for p in Path(folder).glob("results/*/*/runs/*.parquet")]
    fits = sum(seconds_of_fits(run) for run in runs) / cores
    return {
        "problem": f"{'a smoke' if quick else 'the default'} run on {cores} cores, from an empty "
        "folder to the report",
        "peer": "its fits alone",
        "at_least": AT_LEAST,
        "ratio": fits / seconds,
        "low": fits / seconds,
        "high": fits / seconds,
        "rounds": 1,
        "our_seconds": seconds,
        "peer_seconds": fits,
        "our_objective": None,
        "peer_objective": None,
        "no_worse": True,
    }


def seconds_of_fits(runs: pd.DataFrame) -> float:
    """Seconds of fitting and tuning. A fit with several test conditions has several rows."""
    timed = ["fit_seconds", "tune_seconds"]
    return float(runs.drop_duplicates(["method", "seed", *timed])[timed].sum().sum())
