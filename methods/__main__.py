# PYTHON_ARGCOMPLETE_OK
"""The command line. During a run, each step goes from here to the step server of that run.

Every job waits for Python and for these imports. So all other imports wait until it is known that
there is no server.
"""

import os
import sys
from io import TextIOWrapper

from methods.bench.server import lifeline
from methods.bench.server.client import delegate


def run() -> int:
    """Run the command or step, by the step server if this run has one."""
    lifeline.follow()
    status = delegate(sys.argv[1:])
    if status is not None:
        return status
    return lifeline.kept(_run_here) if sys.argv[1:2] == ["fit"] else _run_here()


def _run_here() -> int:
    for library in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")  # each library reads it when it loads
    os.environ["MPLBACKEND"] = "agg"  # figures go to files, whatever the terminal is set to
    if isinstance(sys.stdout, TextIOWrapper):  # its encoding may have no dash, and no λ
        sys.stdout.reconfigure(errors="replace")
    from importlib.util import find_spec

    from methods.project import find

    if find_spec("snakemake") is None:
        wish = "pip install 'marginbench[benchmark]'"
        sys.exit(f"error: only the library is installed; {wish} adds the commands")
    from methods.command.command_line import main, parser

    if folder := find():
        sys.path.append(str(folder / "plugins"))
    if "_ARGCOMPLETE" in os.environ:  # the shell asks which words may come next
        import argcomplete

        argcomplete.autocomplete(parser())
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    return status


if __name__ == "__main__":
    sys.exit(run())
