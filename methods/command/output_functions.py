"""Every function that a table, a figure or a claim of an experiment file may name.

They are the public functions of `methods.tables`, `methods.figures` and `methods.claims` that take
the results first, known by what they return, and those of plugins that an experiment file names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, get_args, get_type_hints

from methods.bench.construct import resolve
from methods.bench.experiments import Experiment
from methods.errors import UserError
from methods.schemas.option_mentions import option_types, words
from methods.yaml_files import dump_yaml

ROOMS = ("methods.tables", "methods.figures", "methods.claims")
# the section of an experiment file, and what it calls one function that it may name
SECTIONS = {"tables": "table", "figures": "figure", "claims": "claim test"}


@dataclass(frozen=True)
class Use:
    """One table, figure or claim of an experiment file that names a function."""

    experiment: str
    name: str
    entry: Mapping[str, Any]


@dataclass(frozen=True)
class OutputFunction:
    """A function at a dotted path, the section that may name it, and the outputs that do."""

    path: str
    section: str
    function: Callable[..., Any]
    uses: tuple[Use, ...]

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def about(self) -> str:
        return inspect.getdoc(self.function) or ""

    @property
    def summary(self) -> str:
        """The first paragraph of the docstring on one line."""
        return " ".join(self.about.partition("\n\n")[0].split())

    @property
    def options(self) -> list[tuple[str, str, str]]:
        """Each option with its type in words, and its default as YAML, "" if it has none."""
        types = option_types(self.function)
        _, *parameters = inspect.signature(self.function).parameters.values()
        return [
            (
                option.name,
                words(types.get(option.name, Any)),
                "" if option.default is option.empty else as_yaml(option.default),
            )
            for option in parameters
        ]

    @property
    def example(self) -> str:
        """The shortest of its uses, as an experiment file has it."""
        texts = [
            "\n".join(
                [
                    f"{self.section}:",
                    f"  {use.name}:",
                    *(f"    {key}: {as_yaml(value)}" for key, value in use.entry.items()),
                ]
            )
            for use in self.uses
        ]
        return min(texts, key=len, default="")


def output_functions(experiments: Iterable[Experiment]) -> list[OutputFunction]:
    """All functions, those of one section together."""
    uses: dict[tuple[str, str], list[Use]] = {}
    for experiment in experiments:
        for section in SECTIONS:
            for name, entry in getattr(experiment, section).items():
                use = Use(experiment.name, name, entry)
                uses.setdefault((section, str(entry["function"])), []).append(use)
    functions = dict(shipped_functions())
    for key in uses:
        if key not in functions:
            try:
                functions[key] = resolve(key[1])
            except UserError:  # `check` says why
                continue
    order = list(SECTIONS)
    return [
        OutputFunction(path, section, function, tuple(uses.get((section, path), ())))
        for (section, path), function in sorted(
            functions.items(), key=lambda item: (order.index(item[0][0]), item[0][1])
        )
    ]


def shipped_functions() -> Iterator[tuple[tuple[str, str], Callable[..., Any]]]:
    """Section and dotted path of each function in `ROOMS`, and the function itself."""
    for room in ROOMS:
        for module in walk_packages(import_module(room).__path__, f"{room}."):
            for name, function in vars(import_module(module.name)).items():
                if inspect.isfunction(function) and function.__module__ == module.name:
                    section = section_of(function)
                    if section and not name.startswith("_"):
                        yield (section, f"{module.name}.{name}"), function


def section_of(function: Callable[..., Any]) -> str | None:
    """The section of an experiment file that may name a function; None if none may."""
    from matplotlib.figure import Figure

    from methods.claims.verdicts import Verdict
    from methods.tables.table import Table

    if next(iter(inspect.signature(function).parameters), "") != "results":
        return None
    made = get_type_hints(function).get("return")
    if made is Table:
        return "tables"
    if made is Verdict:
        return "claims"
    return "figures" if get_args(made)[:1] == (Figure,) else None


def as_yaml(value: Any) -> str:
    """A value on one line, as an experiment file would have it."""
    text = dump_yaml(value, default_flow_style=True, width=float("inf"))
    return text.removesuffix("...\n").strip()
