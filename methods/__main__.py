# PYTHON_ARGCOMPLETE_OK
"""The command line. During a run a step is handed to the server of that run from here.

Python's start and these imports are paid for by every job, so nothing else is imported before it is
known that there is no server.
"""

import os
import sys

from methods.bench.server import lifeline
from methods.bench.server.client import delegate


def run() -> int:
    """The step of the command line, by the server of this run where there is one."""
    lifeline.follow()
    status = delegate(sys.argv[1:])
    return _run_here() if status is None else status


def _run_here() -> int:
    for library in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")  # read when the library loads
    from methods.command.command_line import main, parser
    from methods.command.steps import ROOT

    sys.path.append(str(ROOT / "plugins"))
    if "_ARGCOMPLETE" in os.environ:  # set by the shell that asks what may come next
        import argcomplete

        argcomplete.autocomplete(parser())
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # who reads, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    return status


if __name__ == "__main__":
    sys.exit(run())
