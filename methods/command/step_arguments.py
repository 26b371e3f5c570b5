"""What each step takes that a rule calls. The functions in `steps` do the work."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from methods.command import edits, steps
from methods.command.edits import unedited

SEEDS = "first:last, both included"


def add_steps(commands: Any) -> None:
    """Add a parser for each step that a rule calls; a function of `steps` does it."""

    def step(name: str, run: Any, text: str, *positional: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
        parser.set_defaults(step=run, makes_again=True)
        for argument in positional:
            parser.add_argument(argument)
        return parser

    parser = step(
        "fetch", unedited(steps.fetch, edits.of_data),
        "download the files of a data set and verify them", "dataset",
    )  # fmt: skip
    parser.add_argument("--mirror", default="", help="folder or address to try first")
    _add_out(parser)
    _add_made_from(parser)

    parser = step(
        "prepare", unedited(steps.prepare, edits.of_data), "read fetched files into X and y",
        "dataset",
    )  # fmt: skip
    parser.add_argument("--fetched", type=Path, required=True)
    _add_out(parser)
    _add_made_from(parser)

    parser = step(
        "split", unedited(steps.split, edits.of_splits), "draw the rows of each seed",
        "experiment", "study",
    )  # fmt: skip
    parser.add_argument("data", type=Path)
    parser.add_argument("--seeds", required=True, help=SEEDS)
    _add_out(parser)
    _add_made_from(parser)

    parser = step(
        "compile", unedited(steps.compile_kernels, edits.of_compiled),
        "compile a module of kernels", "module",
    )  # fmt: skip
    _add_out(parser)
    _add_made_from(parser)

    parser = step(
        "fit", unedited(steps.fit, edits.of_fits), "fit one method for a block of seeds",
        "experiment", "study", "method",
    )  # fmt: skip
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--splits", type=Path, required=True)
    parser.add_argument("--seeds", required=True, help=SEEDS)
    parser.add_argument("--conditions", type=json.loads, default=[""], help="labels as JSON")
    _add_out(parser)
    _add_made_from(parser)

    parser = step("strict", steps.strict, "fail if any fit failed")
    _add_out(parser)
    add_config(parser)
    _add_beside(parser)
    stating = (
        step(
            "evaluate", unedited(steps.evaluate, edits.of_scores), "score the fits of a data set",
            "experiment", "study", "dataset",
        ),
        step(
            "aggregate", unedited(steps.aggregate, edits.of_verdicts), "write tables and verdicts",
            "experiment",
        ),
        step(
            "figures", unedited(steps.figures, edits.of_figures), "draw the figures", "experiment"
        ),
        step(
            "report", unedited(steps.report, edits.of_ledger),
            "write the report and the ledger of claims",
        ),
    )  # fmt: skip
    _add_made_from(*stating)
    for parser in (
        *stating,
        step("compare", steps.compare, "show what changed since the run in the folder `against`"),
    ):
        add_config(parser)
        _add_beside(parser)


def add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", nargs="*", default=[], metavar="KEY=VALUE", help="in place of config.yaml"
    )


def _add_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True)


def _add_made_from(*parsers: argparse.ArgumentParser) -> None:
    for parser in parsers:
        parser.add_argument(
            "--made-from", type=json.loads, default={}, metavar="JSON",
            help="hashes by name that the file states beside those of its inputs",
        )  # fmt: skip


def _add_beside(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--beside", type=Path, metavar="INPUT",
        help="the first input, if the files are in another folder than the current one",
    )  # fmt: skip
