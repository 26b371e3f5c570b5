"""From the content of a YAML file to its model; anything wrong in it is one line."""

from __future__ import annotations

import json
import unicodedata
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from methods.errors import UserError
from methods.schemas.faults import Faults, below, faults, line

T = TypeVar("T", bound=Struct)

# Keys whose values people read. They become one line, whatever breaks YAML or its escapes hold.
PROSE = {
    "about", "argument", "caption", "chosen", "citation", "how", "instead", "latex", "licence",
    "note", "notes", "one_draw", "open", "origin", "proposes", "says", "shows", "title", "venue",
    "what", "where", "why",
}  # fmt: skip
CODE = {"methods", "parameters", "parameters_by_dataset"}  # whose values go to functions
UNSEEN = {"Cc", "Cs", "Zl", "Zp"}  # categories of Unicode: controls, halves and line ends


def read(model: type[T], content: Any, where: str) -> T:
    """`content` as a `model`; its first fault is a `UserError` that begins with `where`."""
    try:
        return msgspec.convert(_with_prose_on_one_line(content, {}), model)
    except (ValueError, OverflowError, RecursionError) as error:  # ValidationError is the first
        for fault in faults(model, content, where):
            raise UserError(fault) from None
        raise UserError(line(where, "", str(error))) from None


def on_one_line(text: str) -> str:
    """The words of a text with one blank between them, without line ends and control characters."""
    seen = (" " if unicodedata.category(letter) in UNSEEN else letter for letter in text)
    return " ".join("".join(seen).split())


def _with_prose_on_one_line(content: Any, done: dict[int, Any]) -> Any:
    """The content again; `done` has its parts by identity, since YAML may repeat one many times."""
    if not isinstance(content, dict | list):
        return content
    if id(content) not in done:
        if isinstance(content, list):
            done[id(content)] = [_with_prose_on_one_line(value, done) for value in content]
        else:
            done[id(content)] = {
                key: _value_on_one_line(key, value, done) for key, value in content.items()
            }
    return done[id(content)]


def _value_on_one_line(key: Any, value: Any, done: dict[int, Any]) -> Any:
    if key in CODE:
        return value
    if key in PROSE and isinstance(value, str):
        return on_one_line(value)
    return _with_prose_on_one_line(value, done)


def check_plain(content: Any, where: str) -> None:
    """Raise a `UserError` unless `content` can be written as JSON with sorted keys, for hashes."""
    try:
        json.dumps(content, sort_keys=True)
    except TypeError:
        for place, text in _faults_as_json(content, ""):
            raise UserError(line(where, place, text)) from None
    except (ValueError, RecursionError):
        raise UserError(f"{where}: a mapping or a list contains itself") from None


def _faults_as_json(value: Any, place: str) -> Faults:
    if isinstance(value, dict):
        if len(kinds := sorted({type(key).__name__ for key in value})) > 1:
            yield place, f"keys are of different types ({', '.join(kinds)}); put them in quotes"
        for key, inner in value.items():
            yield from _faults_as_json(inner, below(place, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _faults_as_json(inner, f"{place}[{position}]")
    elif not isinstance(value, str | int | float | None):
        yield place, f"{value} is read as a {type(value).__name__}; put it in quotes"
