"""`main` runs one command for people, or one step that a rule calls."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from methods.bench import paths
from methods.command import records, steps
from methods.command.arguments import add_commands
from methods.command.step_arguments import add_steps
from methods.errors import UserError
from methods.project import NAME, VARIABLE, root
from methods.sealed_files import Damaged

DESCRIPTION = "Commands for people, and the steps that the rules call."


def main(
    arguments: Sequence[str] | None = None, known: argparse.ArgumentParser | None = None
) -> int:
    """Run one command or step; a user's mistake is one line on stderr and exit status 1.

    `known` is the parser, if the caller has one. Making another takes time.
    """
    options = (known or parser()).parse_args(arguments)
    try:
        if "anywhere" not in options:
            enter_project(options)
        return options.step(options) or 0
    except Damaged as damage:
        complaint = str(damage)
        if removable(damage.path) and "makes_again" in options:
            damage.path.unlink(missing_ok=True)
            complaint += "; it is removed, and the next run makes it again"
    except UserError as error:
        complaint = str(error)
    except FileNotFoundError as error:
        complaint = f"no file {error.filename or error}; has the step that makes it run?"
    except BrokenPipeError:  # of the terminal: `run` in methods/__main__.py ends quietly
        raise
    except OSError as error:
        complaint = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    print(f"error: {complaint}", file=sys.stderr)
    return 1


def enter_project(options: argparse.Namespace) -> None:
    """Set `options.root`, and work there if the current folder is below it.

    Files that the user has named stay those of the folder where she named them. A folder with
    results of its own stays the working folder, and so does that of a step.
    """
    options.root = root()
    here = Path.cwd()
    told = VARIABLE in os.environ or "makes_again" in options
    if told or records.NOTES.is_dir() or options.root not in here.parents:
        return
    for key, value in vars(options).items():
        if isinstance(value, Path):
            setattr(options, key, here / value)
        elif isinstance(value, list):
            setattr(options, key, [here / v if isinstance(v, Path) else v for v in value])
    os.chdir(options.root)


def removable(path: Path) -> bool:
    """Whether a run made the file here, so that it can make it again."""
    file, reference = path.resolve(), Path(paths.REFERENCE).resolve()
    return file.is_relative_to(reference.parent) and not file.is_relative_to(reference)


def serve(options: argparse.Namespace) -> None:
    """Serve the steps of one run, each in a child that has everything imported."""
    from methods.bench.experiments import load_experiments
    from methods.bench.server import fork_server
    from methods.data.catalogue import load_catalogue
    from methods.provenance import provenance

    def remember() -> None:
        provenance()
        with suppress(UserError):  # the steps that need the file say it
            load_experiments(options.root / steps.EXPERIMENTS)
            load_catalogue(options.root / "datasets")

    known = parser()
    fork_server.serve(options.address, options.parent, lambda step: main(step, known), remember)


def parser() -> argparse.ArgumentParser:
    """One subcommand for each command and step, the commands for people first."""
    top = argparse.ArgumentParser(prog=f"python -m {NAME}", description=DESCRIPTION)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    add_commands(commands)
    add_steps(commands)
    text = "start the step server of a run (Snakemake does this)"
    server = commands.add_parser("serve", help=text, description=text)
    server.add_argument("address")
    server.add_argument("parent", type=int)
    server.set_defaults(step=serve)
    return top
