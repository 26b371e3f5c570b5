"""`document`: write the pages of docs that are generated."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from methods.bench.experiments import load_experiments
from methods.command.output_functions import SECTIONS, OutputFunction, output_functions
from methods.files import write_text
from methods.report import glossary, text_pages

PAGE = Path("docs", "output_functions.md")
GLOSSARY = Path("docs", "glossary.md")
TESTING = Path("docs", "testing.md")
TOP = """\
# Output functions

A table, a figure or a claim of an experiment file names one of these functions and its options.
`python -m methods check` looks up every name among the options before anything is fitted.
`python -m methods show <function>` prints one entry. This page is generated: after an edit of a
function run `python -m methods document`.
"""


def run(options: argparse.Namespace) -> None:
    """Write the pages again."""
    texts = {
        PAGE: page(options.root),
        GLOSSARY: glossary.page(),
        TESTING: text_pages.claims_testing(),
    }
    for path, text in texts.items():
        write_text(options.root / path, text)
        print(f"{path} is written")


def page(root: Path) -> str:
    """The whole page in Markdown."""
    experiments = load_experiments(root / "workflow" / "experiments")
    functions = output_functions(experiments.values())
    return "\n".join([TOP, *(line for s in SECTIONS for line in section(s, functions))])


def section(name: str, functions: Iterable[OutputFunction]) -> Iterator[str]:
    """The lines on the functions of one section."""
    yield f"## Functions under `{name}`\n"
    for function in functions:
        if function.section == name:
            yield from entry(function)


def entry(function: OutputFunction) -> Iterator[str]:
    """The lines on one function: docstring, options, example."""
    yield f"### {function.path}\n"
    yield f"{function.about}\n"
    if function.options:
        yield "| option | kind | default |"
        yield "|---|---|---|"
        for option, kind, default in function.options:
            yield f"| `{option}` | {kind} | {f'`{default}`' if default else 'required'} |"
        yield ""
    if function.example:
        yield f"```yaml\n{function.example}\n```\n"
