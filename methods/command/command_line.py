"""The command line: `main` runs one command for people, or one step that a rule calls."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from methods.command import steps
from methods.command.arguments import add_commands
from methods.errors import UserError

DESCRIPTION = "Commands for people, and the steps that the rules call."


def main(
    arguments: Sequence[str] | None = None, known: argparse.ArgumentParser | None = None
) -> int:
    """Run one command or step; a user's mistake is one line on stderr and exit status 1.

    `known` is the parser where one is at hand, to save the time that it takes to make.
    """
    options = (known or parser()).parse_args(arguments)
    try:
        return options.step(options) or 0
    except UserError as error:
        complaint = str(error)
    except FileNotFoundError as error:
        complaint = f"no file {error.filename or error}; has the step that makes it run?"
    except BrokenPipeError:  # that of the terminal, for `run`
        raise
    except OSError as error:
        complaint = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    print(f"error: {complaint}", file=sys.stderr)
    return 1


def serve(options: argparse.Namespace) -> None:
    from methods.bench.experiments import load_experiments
    from methods.bench.provenance import provenance
    from methods.bench.server import fork_server

    def remember() -> None:
        provenance()
        with suppress(UserError):  # said by the steps that need the file
            load_experiments(steps.ROOT / steps.EXPERIMENTS)

    known = parser()
    fork_server.serve(options.address, options.parent, lambda step: main(step, known), remember)


def parser() -> argparse.ArgumentParser:
    """One subcommand a command or step, those for people first."""
    top = argparse.ArgumentParser(prog="python -m methods", description=DESCRIPTION)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    add_commands(commands, steps.ROOT)

    def step(name: str, run: Any, text: str, *positional: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(step=run)
        for argument in positional:
            made.add_argument(argument)
        return made

    made = step("fetch", steps.fetch, "bring the files of a data set and verify them", "dataset")
    made.add_argument("--mirror", default="", help="folder or address that is tried first")
    made.add_argument("--out", type=Path, required=True)

    made = step("prepare", steps.prepare, "parse fetched files into X and y", "dataset")
    made.add_argument("--fetched", type=Path, required=True)
    made.add_argument("--out", type=Path, required=True)

    made = step("split", steps.split, "draw the rows of every seed", "experiment", "study")
    made.add_argument("data", type=Path)
    made.add_argument("--seeds", required=True, help="first:last, both included")
    made.add_argument("--out", type=Path, required=True)

    made = step("compile", steps.compile_kernels, "compile a module of kernels", "module")
    made.add_argument("--out", type=Path, required=True)

    made = step(
        "fit", steps.fit, "fit one method for a block of seeds", "experiment", "study", "method"
    )
    made.add_argument("--data", type=Path, required=True)
    made.add_argument("--splits", type=Path, required=True)
    made.add_argument("--seeds", required=True, help="first:last, both included")
    made.add_argument("--conditions", type=json.loads, default=[""], help="labels as JSON")
    made.add_argument("--out", type=Path, required=True)

    made = step("evaluate", steps.evaluate, "score the fits of a data set", "experiment", "study")
    made.add_argument("dataset")
    selective = [made]
    selective += [
        step("aggregate", steps.aggregate, "write tables and verdicts", "experiment"),
        step("figures", steps.figures, "draw the figures", "experiment"),
        step("report", steps.report, "write the report and the claims ledger"),
        step("compare", steps.compare, "show what changed since the run in folder `against`"),
        step("keep", steps.keep, "copy the outcome to results/reference"),
        step("claim", steps.claim, "test one claim again on stored results", "name"),
    ]
    made = step("strict", steps.strict, "fail if any fit failed")
    made.add_argument("--out", type=Path, required=True)
    selective.append(made)
    for made in selective:
        made.add_argument("--config", nargs="*", default=[], metavar="KEY=VALUE")
    made = step(
        "serve", serve, "fork a child a step, imports done (started by snakemake)", "address"
    )
    made.add_argument("parent", type=int)
    return top
