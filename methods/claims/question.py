"""The test of a claim as a question in plain words, made from its function and its options."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

BACKTICKED = re.compile(r"``?(\w+)``?")  # an option, in the docstring of its function


def question(function: Callable[..., Any], options: Mapping[str, Any]) -> str:
    """The first paragraph of the docstring with the options' values, then the other options."""
    bound = inspect.signature(function).bind(None, **options)
    bound.apply_defaults()
    first, _, _ = (inspect.getdoc(function) or function.__name__).partition("\n\n")
    mentioned = set(BACKTICKED.findall(first))

    def value(match: re.Match[str]) -> str:
        name = match[1]
        return in_words(bound.arguments[name]) if name in bound.arguments else name

    rest = [
        f"{name.replace('_', ' ')}: {in_words(value)}"
        for name, value in options.items()
        if name not in mentioned and name not in ("why", "verdict")
    ]
    asked = " ".join(BACKTICKED.sub(value, first).split())
    return asked + (f" ({'; '.join(rest)})" if rest else "")


def in_words(value: Any) -> str:
    """An option as it stands in a sentence."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        *most, last = map(in_words, value)
        return f"{', '.join(most)} and {last}" if most else last
    return str(value)
