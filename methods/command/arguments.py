"""What each command for people takes; the modules that do the work are imported when one runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

LISTS = ("methods", "datasets", "experiments", "claims")
TEMPLATES = ("method", "dataset", "experiment")


def add_commands(commands: Any, root: Path) -> None:
    """Add a parser for each command, which is then done by ``run`` of the module of that name."""

    def command(name: str, text: str, more: str = "") -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=f"{text}. {more}".strip())
        made.set_defaults(step=_later(f"methods.command.{name}"), root=root)
        return made

    made = command("list", "one line for each method, data set, experiment or claim")
    made.add_argument("what", choices=LISTS)

    made = command(
        "show",
        "what is known of a method, data set, experiment or claim",
        "Its parameters or origin, and what the last run gave.",
    )
    _complete(made.add_argument("name", nargs="+", metavar="NAME"), _names(root))

    made = command(
        "new",
        "write a commented template, to be filled in",
        "A method becomes a file in plugins/, the others a YAML file beside those that are there.",
    )
    made.add_argument("what", choices=TEMPLATES)
    made.add_argument("name", metavar="NAME")

    made = command(
        "check",
        "validate everything, and estimate what a run costs",
        "Snakemake says with --dry-run what it would make, also what an edit has made stale.",
    )
    _add_config(made)

    made = command(
        "status",
        "what is done, running, stale, missing and failed, with the time left",
        "snakemake --summary says the same of each file.",
    )
    made.add_argument(
        "--jobs", type=int, metavar="N", help="fits at a time (default as many as run)"
    )
    _add_config(made)

    made = command(
        "bench",
        "measure speed: ratios to peers, growth, suboptimality",
        "Goes on where it was stopped; what is named is measured again.",
    )
    made.add_argument("names", nargs="*", metavar="NAME", help="a kind or an entry of it")
    made.add_argument("--quick", action="store_true", help="small sizes, in minutes")

    command(
        "schemas",
        "write workflow/schemas from the models of the YAML files",
        "Editors complete and check YAML files with them.",
    )

    made = command(
        "clean",
        "remove results, after a question",
        "Of the experiments named; without a name everything but raw data and results/reference.",
    )
    named = made.add_argument("experiments", nargs="*", metavar="EXPERIMENT")
    _complete(named, lambda **_: [p.stem for p in (root / "workflow/experiments").glob("*.yaml")])
    made.add_argument("--yes", action="store_true", help="ask nothing")


def _later(module: str) -> Callable[[argparse.Namespace], int | None]:
    return lambda options: import_module(module).run(options)


def _add_config(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--config", nargs="*", default=[], metavar="KEY=VALUE", help="in place of config.yaml"
    )


def _names(root: Path) -> Callable[..., list[str]]:
    return lambda **_: import_module("methods.command.show").names(root)


def _complete(argument: argparse.Action, completer: Callable[..., list[str]]) -> None:
    argument.completer = completer  # type: ignore[attr-defined]  # read by argcomplete
