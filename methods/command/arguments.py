"""What each command takes. The module that does the work is imported when the command runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.command.own_method_arguments import add_land, add_try
from methods.command.step_arguments import add_config
from methods.project import root

LISTS = (
    "methods", "datasets", "experiments", "papers", "claims", "tables", "figures", "claim-tests",
)  # fmt: skip
TEMPLATES = (
    "method", "dataset", "experiment", "paper", "openml-dataset", "openml-task", "openml-suite",
)  # fmt: skip


def add_commands(commands: Any) -> None:
    """Add a parser for each command for people; ``run`` of the module of that name does it."""

    def command(name: str, text: str, more: str = "") -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(
            name, help=text, description=f"{text}. {more}".strip()
        )
        module = f"{name}_" if iskeyword(name) else name
        parser.set_defaults(step=_later(f"methods.command.{module}"))
        return parser

    parser = command(
        "list",
        "one line for each method, data set, experiment, paper, claim or output function",
        "Tables, figures and claim-tests are the functions that an experiment file may name.",
    )
    parser.add_argument("what", choices=LISTS)

    parser = command(
        "show",
        "what is known of a method, data set, experiment, paper, claim or output function",
        "Its parameters or origin, and what the last run gave.",
    )
    _complete(parser.add_argument("name", nargs="+", metavar="NAME"), _names)
    parser.add_argument("--json", action="store_true", help="print what the files say, as JSON")

    parser = command(
        "new",
        "write a commented template for you to fill in, or descriptors of data of OpenML",
        "A method becomes a file in plugins/, the others YAML files beside the existing ones. "
        "A paper gets three: itself, its printed numbers and an experiment on it. "
        "A data set or task of OpenML has a number in place of a name, a suite either.",
    )
    parser.add_argument("what", choices=TEMPLATES)
    parser.add_argument("name", metavar="NAME")

    parser = command(
        "init",
        "make a project folder, with all that a run needs",
        "A new or empty folder gets Snakefile, config.yaml, experiments, papers, data sets and an "
        "example of a plugin.",
    )
    parser.set_defaults(anywhere=True)
    parser.add_argument("folder", type=Path, metavar="DIR")

    parser = command(
        "check",
        "check all files, and estimate what a run costs",
        "snakemake --dry-run lists what a run would make, also what an edit has made stale.",
    )
    add_config(parser)

    parser = command(
        "status",
        "what is done, running, stale, missing and failed, with the time left",
        "snakemake --summary says the same of each file.",
    )
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="fits at a time (default: as many as run now)"
    )
    add_config(parser)

    parser = command(
        "bench",
        "measure speed: ratios to peers, growth, suboptimality",
        "Goes on where it stopped. What you name is measured again.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a kind or one of its entries")
    parser.add_argument("--quick", action="store_true", help="small sizes, in minutes")

    command(
        "schemas",
        "write workflow/schemas from the models of the YAML files",
        "Editors complete and check YAML files with them.",
    )

    parser = command(
        "clean",
        "remove results, after a question",
        "Removes those of the experiments that you name. Without a name it removes everything "
        "except raw data, results/tries, results/lands and results/reference.",
    )
    experiments = parser.add_argument("experiments", nargs="*", metavar="EXPERIMENT")
    _complete(experiments, _experiments)
    parser.add_argument("--yes", action="store_true", help="ask nothing")

    parser = command("claim", "judge one claim again on the stored results; nothing is fitted")
    parser.add_argument("name", metavar="EXPERIMENT/CLAIM")
    parser.add_argument("--json", action="store_true", help="print its entry of the ledger as JSON")
    add_config(parser)

    parser = command(
        "export",
        "write all scores of all trials, with what they were made from, as one table",
        "The name of the table ends in .parquet or .csv.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "--crate", type=Path, metavar="FOLDER", help="write a Workflow Run RO-Crate there too"
    )
    parser.add_argument("--by", default="", metavar="NAME", help="who ran it, for the crate")
    add_config(parser)

    parser = command(
        "merge",
        "take the fits of other machines or people",
        "Takes what this plan would fit just so, refuses the rest with the reason, and keeps "
        "other outcomes of the same fit apart. A run then makes what is missing.",
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    add_config(parser)

    parser = command(
        "audit",
        "what a table of printed numbers says of itself, without data",
        "The columns are dataset, method, value and, if there are any, table, metric, spread, "
        "spread_kind (std or se), rank and note. docs/forensics.md explains the tests.",
    )
    parser.set_defaults(anywhere=True)
    parser.add_argument("file", type=Path, metavar="FILE.csv")
    parser.add_argument("--table", metavar="NAME", help="only this table of the file")
    parser.add_argument("--trials", type=int, metavar="N", help="trials behind each number")
    for option, text in (
        ("--test-rows", "test rows of a trial; several readings as DATASET=36,37"),
        ("--rows", "all rows of the data set"),
        ("--larger-class", "share of the larger class"),
    ):
        parser.add_argument(option, nargs="+", default=[], metavar="DATASET=N", help=text)
    parser.add_argument(
        "--folds", type=int, metavar="K", help="trials are folds of repeated cross-validation"
    )
    parser.add_argument("--out", type=Path, metavar="PAGE.md", help="write the page in Markdown")

    add_config(command("keep", "copy the outcome of a run to results/reference"))

    command(
        "judge",
        "judge the kept results again",
        "Writes ledger, tables and figures in results/reference again, and prints what differs.",
    )

    parser = command(
        "summary",
        "write a summary of each paper from the kept results",
        "Each is a page that prints on two sides, and the same in Markdown.",
    )
    parser.add_argument("papers", nargs="*", metavar="PAPER", help="the stem of its file")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="the folder (default: results/summaries)"
    )  # fmt: skip

    parser = command(
        "pages",
        "write the whole report from the kept results, without a run",
        "Nothing is fitted. The logs and curves of single trials are not kept and are left out.",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help=f"the folder (default: {paths.KEPT_REPORT})"
    )  # fmt: skip

    add_try(command)
    add_land(command)

    command(
        "document",
        "write again the pages of docs that are generated",
    )


def _later(module: str) -> Callable[[argparse.Namespace], int | None]:
    return lambda options: import_module(module).run(options)


def _names(**_: Any) -> list[str]:
    names: list[str] = import_module("methods.command.show").names(root())
    return names


def _experiments(**_: Any) -> list[str]:
    from methods.yaml_files import yaml_files_in  # few calls need it

    return [path.stem for path in yaml_files_in(root() / "workflow" / "experiments")]


def _complete(argument: argparse.Action, completer: Callable[..., list[str]]) -> None:
    argument.completer = completer  # type: ignore[attr-defined]  # read by argcomplete
