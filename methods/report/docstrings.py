"""The parts of a class docstring in numpydoc's layout."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from methods.project import NAME

HEADING = re.compile(r"^([A-Z][A-Za-z ]+)\n-{3,}\n", re.MULTILINE)
ENTRY = re.compile(r"^(\S.*?)(?: : ?(.*))?$")
LISTS = ("Parameters", "Attributes")
ROLE = re.compile(r":[\w:]+:`(?:~[\w.]*\.)?([^`<]+?)(?:\s*<[^`]*>)?`")
# formulas in ASCII: a line with the number of its equation, and what a class minimises
NUMBERED = re.compile(r"^ {4,}\S.*? {2,}\((\d[\d.]*)(, \w+)?\)$", re.MULTILINE)
MINIMISED = re.compile(r"^(It minimises[^:]*:\n\n)(?: {4}(?!eq\. ).*(?:\n|$))+")
DIRECTIVE = re.compile(r"^\s*\.\. [\w:]+::.*\n?", re.MULTILINE)


@dataclass(frozen=True)
class About:
    """What a docstring says; `lists` has the parameters and attributes as (name, text)."""

    path: str
    summary: str
    text: str
    module: str
    lists: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    references: str = ""


def about(cls: type, path: str) -> About:
    """Read the docstring of a class and, if the class is ours, that of its module."""
    own = vars(cls).get("__doc__") or ""  # a base class would say what it is itself
    parts = HEADING.split(_plain(inspect.cleandoc(own)))
    head, *rest = parts
    sections = dict(zip(rest[::2], rest[1::2], strict=True))
    summary, _, text = head.strip().partition("\n\n")
    ours = cls.__module__.startswith(f"{NAME}.")
    module = inspect.getdoc(inspect.getmodule(cls)) or "" if ours else ""
    return About(
        path,
        " ".join(summary.split()),
        text.strip(),
        _plain(module).strip(),
        {name: _entries(sections[name]) for name in LISTS if name in sections},
        sections.get("References", "").strip(),
    )


def by_number(about: About, equations: Mapping[str, str]) -> About:
    """The same without the formulas that are typeset beside it, each told by its number.

    `equations` has the LaTeX of these by number. A formula is one of them if its line ends with the
    number, or if it is what the class minimises and one of them is a minimum.
    """

    def told(line: re.Match[str]) -> str:
        return f"    eq. {line[1]} above{line[2] or ''}" if line[1] in equations else line[0]

    text, module = (NUMBERED.sub(told, part) for part in (about.text, about.module))
    minimum = next((number for number, latex in equations.items() if r"\min" in latex), None)
    if minimum is not None:
        text = MINIMISED.sub(rf"\g<1>    eq. {minimum} above\n", text)
    return replace(about, text=text.strip(), module=module)


def _entries(section: str) -> list[tuple[str, str]]:
    """Name and text of the entries ``name : type``, the text being the type and what follows."""
    entries: list[tuple[str, str]] = []
    for line in section.splitlines():
        if entry := ENTRY.match(line):
            kind = f"{entry[2]}." if entry[2] else ""
            entries.append((entry[1], kind))
        elif entries and line.strip():
            name, text = entries[-1]
            entries[-1] = (name, f"{text} {line.strip()}".strip())
    return entries


def _plain(text: str) -> str:
    """The text without the markup of Sphinx."""
    words = ROLE.sub(r"\1", DIRECTIVE.sub("", text)).replace("`", "")
    return re.sub(r"::$", ":", re.sub(r" ::$", "", words, flags=re.MULTILINE), flags=re.MULTILINE)
