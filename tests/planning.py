"""What it costs to plan a run of many fits: `python -m tests.planning 100000`.

A dry run of a made-up experiment, with ten methods and a thousand trials on each of as many
data sets as it takes. Nothing is fitted. docs/at_scale.md has what was measured.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.made_up import MAJORITY, experiment, study, write_experiment
from tests.project import command, copy_project, environment

METHODS = 10
TRIALS = 1000
MEASURED = """
import resource, subprocess, sys
limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
done = subprocess.run(sys.argv[2:], capture_output=True, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
sys.exit(done.stderr) if done.returncode else print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def large_project(folder: Path, datasets: int, methods: int, trials: int, block: int) -> Path:
    """An experiment with the product of the first three as its number of fits, on four rows."""
    copy_project(folder)
    (folder / "datasets" / "local").mkdir(exist_ok=True)
    names = [f"table{i}" for i in range(datasets)]
    for name in names:
        (folder / "datasets" / "local" / f"{name}.csv").write_text("1,a\n2,a\n3,b\n4,b\n")
    specs = {f"M{i}": {**MAJORITY, "constant": i} for i in range(methods)}
    matrix = study(names, specs, trials=trials, block_size=block)
    write_experiment(folder, experiment(methods=specs, studies={"main": matrix}))
    return folder


def planning(folder: Path, gigabytes: float = 12) -> tuple[float, float]:
    """Processor seconds and megabytes of a dry run, which may not map more than `gigabytes`."""
    limit = str(int(gigabytes * 2**30))
    words = [sys.executable, "-c", MEASURED, limit, *command("--dry-run", "--quiet", "all")]
    done = subprocess.run(words, cwd=folder, env=environment(), capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    seconds, kilobytes = map(float, done.stdout.split())
    return seconds, kilobytes / 1024


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.planning", description=__doc__)
    parser.add_argument("fits", type=int, help=f"a multiple of {METHODS * TRIALS}")
    parser.add_argument("--block", type=int, default=10, help="fits of a job")
    parser.add_argument("--gigabytes", type=float, default=12, help="of memory, at most")
    asked = parser.parse_args()
    datasets, rest = divmod(asked.fits, METHODS * TRIALS)
    if rest or not datasets or TRIALS % asked.block:
        parser.error(
            f"take a multiple of {METHODS * TRIALS} fits, and a block that divides {TRIALS}"
        )
    with tempfile.TemporaryDirectory() as folder:
        project = large_project(Path(folder), datasets, METHODS, TRIALS, asked.block)
        seconds, megabytes = planning(project, asked.gigabytes)
    fit_jobs = asked.fits // asked.block
    jobs = fit_jobs + fit_jobs // METHODS  # as many splits as fit jobs of one method
    print(
        f"{asked.fits} fits in {fit_jobs} jobs, {jobs} jobs with splits: {seconds:.0f} processor"
        f" seconds, {megabytes:.0f} MB"
    )


if __name__ == "__main__":
    main()
