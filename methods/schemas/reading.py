"""From the content of a YAML file to its model; anything wrong in it is one line."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from methods.errors import UserError
from methods.schemas.faults import Faults, below, faults, line

T = TypeVar("T", bound=Struct)


def read(model: type[T], content: Any, where: str) -> T:
    """`content` as a `model`; its first fault is a `UserError` that begins with `where`."""
    try:
        return msgspec.convert(content, model)
    except (ValueError, OverflowError, RecursionError) as error:  # ValidationError is the first
        for fault in faults(model, content, where):
            raise UserError(fault) from None
        raise UserError(line(where, "", str(error))) from None


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
