"""The docstrings of `methods`, which are plain text, as the markup that Sphinx reads.

A paragraph that begins with "min " or is indented is a formula, and stays as it is. In the lists
of parameters and attributes each entry is ``names : what they are``, with the lines that continue
it indented. `Name` is a link where the name is public. Whatever else would mean something to
Sphinx, such as ||w||_2, is quoted.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from textwrap import indent
from typing import Any

from sphinx.application import Sphinx

import methods
from methods.report.docstrings import ENTRY, HEADING

CODE = re.compile(r"(``[^`]+``|`[^`]+`)")
MARKUP = re.compile(r"([\\*|_])")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", rewrite)
    return {"parallel_read_safe": True}


def rewrite(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Put the markup in the place of the docstring, as autodoc asks for it."""
    lines[:] = "\n".join(marked_up("\n".join(lines), types_of(obj))).splitlines()


def marked_up(docstring: str, types: dict[str, str]) -> Iterator[str]:
    """The parts of a docstring in markup; `types` has what a parameter takes, by its name."""
    text, *sections = HEADING.split(docstring)
    yield from map(paragraph, paragraphs(text))
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        yield f".. rubric:: {title}\n"
        if title == "Examples":
            yield body
        elif title in ("Parameters", "Attributes"):
            yield from entries(body, types if title == "Parameters" else {})
        else:
            yield from map(paragraph, paragraphs(body))


def paragraphs(text: str) -> list[str]:
    return [part for part in re.split(r"\n\s*\n", text.strip("\n")) if part.strip()]


def paragraph(text: str) -> str:
    """A formula as it stands, or a text with its markup quoted."""
    if text.startswith(("min ", " ")):
        return ".. code-block:: none\n\n" + indent(inspect.cleandoc("\n" + text), "   ") + "\n"
    return quoted(text) + "\n"


def entries(section: str, types: dict[str, str]) -> Iterator[str]:
    """A list of definitions, each with the type of what it defines, where all names share one."""
    for line in section.splitlines():
        found = ENTRY.match(line)
        if found:
            names, text = found.groups()
            kinds = {types.get(name) for name in names.split(", ")}
            kind = kinds.pop() if len(kinds) == 1 else None
            yield f"\n``{names}``" + (f" : *{escaped(kind)}*" if kind else "")
            yield f"   {quoted(text)}"
        else:
            yield f"   {quoted(line.strip())}" if line.startswith(" ") else f"\n{quoted(line)}"
    yield ""


def quoted(text: str) -> str:
    """Text whose signs mean themselves, apart from `code` and names of the library."""
    parts = CODE.split(text)
    parts[::2] = map(escaped, parts[::2])
    parts[1::2] = [reference(part.strip("`")) for part in parts[1::2]]
    return "".join(parts)


def escaped(text: str) -> str:
    return MARKUP.sub(r"\\\1", text)


def reference(name: str) -> str:
    if name not in methods.HOMES:
        return f"``{name}``"
    role = "class" if inspect.isclass(getattr(methods, name)) else "func"
    return f":{role}:`~methods.{name}`"


def types_of(obj: Any) -> dict[str, str]:
    """The annotation of every parameter that has one, as it stands in the source."""
    if not callable(obj):
        return {}
    parameters = inspect.signature(obj).parameters.values()
    return {p.name: p.annotation for p in parameters if isinstance(p.annotation, str)}
