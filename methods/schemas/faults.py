"""What is wrong in the content of a YAML file: one line for each fault, with its place.

msgspec stops at the first fault and does not name the key of a mapping. So the content of a wrong
file is compared with its model again here, to say where each fault is and what was expected there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Struct, inspect

from methods.errors import unknown

LONGEST = 600  # characters of a line, which may list all known keys
LONGEST_VALUE = 60  # characters of the wrong value in it
Faults = Iterator[tuple[str, str]]  # place and text


def faults(model: type[Struct], content: Any, where: str) -> Iterator[str]:
    """A line for each fault of `content`."""
    for place, text in _faults(_type(model), content, "", {}):
        yield line(where, place, text)


def line(where: str, place: str, text: str) -> str:
    return " ".join(": ".join(part for part in (where, place, text) if part).split())[:LONGEST]


def below(place: str, key: str) -> str:
    return f"{place}.{key}" if place else str(key)


@cache
def _type(model: type[Struct]) -> inspect.Type:
    return inspect.type_info(model)


def _faults(kind: inspect.Type, value: Any, place: str, words: Mapping[str, Any]) -> Faults:
    """The faults of `value`; `words` are those that the model gives for messages."""
    while isinstance(kind, inspect.Metadata):
        words = {**words, **(kind.extra or {})}
        kind = kind.type
    match kind:
        case _ if isinstance(value, str) and "choices" in words:
            if value not in words["choices"]:
                yield place, _unknown(place, value, words["choices"], words)
        case inspect.UnionType():
            yield from _faults_of_union(kind, value, place, words)
        case inspect.LiteralType() if isinstance(value, str) and value not in kind.values:
            yield place, _unknown(place, value, map(str, kind.values), words)
        case inspect.StructType() if isinstance(value, dict):
            yield from _faults_of_model(kind, value, place)
        case inspect.DictType() if isinstance(value, dict):
            yield from _faults_of_mapping(kind, value, place, words)
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, list):
            if not _has_length(kind, value):
                yield place, f"{_quoted(value)} is not {_expected(kind, words)}"
            for position, item in enumerate(value):
                yield from _faults(kind.item_type, item, f"{place}[{position}]", {})
        case inspect.TupleType() if isinstance(value, list):
            if len(value) != len(kind.item_types):
                yield place, f"{_quoted(value)} is not {_expected(kind, words)}"
            for position, (part, item) in enumerate(zip(kind.item_types, value, strict=False)):
                yield from _faults(part, item, f"{place}[{position}]", {})
        case inspect.AnyType():
            pass
        case _ if not _accepts(kind, value):
            yield place, f"{_quoted(value)} is not {_expected(kind, words)}"


def _faults_of_union(
    kind: inspect.UnionType, value: Any, place: str, words: Mapping[str, Any]
) -> Faults:
    """Those of the one member that has the form of the value; there is no other of that form."""
    members = [part for part in kind.types if _has_form(_inside(part), value)]
    models = [part for part in map(_inside, members) if isinstance(part, inspect.StructType)]
    tags = {str(part.tag): part for part in models if part.tag_field}
    if tags:
        key = models[0].tag_field
        if key not in value:
            yield place, f"key {key!r} is missing"
        elif value[key] not in [*tags]:
            yield f"{place}.{key}", _unknown(key or "", value[key], tags, words)
        else:
            yield from _faults_of_model(tags[value[key]], value, place)
    elif len(members) == 1 and not _is_scalar(value):
        yield from _faults(members[0], value, place, words)
    elif all(any(_faults(part, value, place, words)) for part in kind.types):
        if len(members) == 1 and "kind" in words:  # a word that is none of the known ones
            yield from _faults(members[0], value, place, words)
        else:
            yield place, f"{_quoted(value)} is not {_expected(kind, words)}"


def _faults_of_model(kind: inspect.StructType, value: dict[Any, Any], place: str) -> Faults:
    fields = {field.encode_name: field for field in kind.fields}
    known = {*fields, kind.tag_field} if kind.tag_field else {*fields}
    sound = True
    for key, inner in value.items():
        if key in fields:
            for fault in _faults(fields[key].type, inner, below(place, key), {}):
                sound = False
                yield fault
        elif kind.forbid_unknown_fields and key not in known:
            sound = False
            yield place, str(unknown("key", key, known))
    for key, field in fields.items():
        if field.required and key not in value:
            sound = False
            yield place, f"key {key!r} is missing"
    if sound:
        yield from _faults_of_checks(kind.cls, value, place)


def _faults_of_checks(model: type[Struct], value: dict[Any, Any], place: str) -> Faults:
    """What the model itself checks, beyond the types of its keys."""
    try:
        msgspec.convert(value, model)
    except (msgspec.ValidationError, ValueError, OverflowError) as error:
        yield place, str(error).partition(" - at `$")[0]


def _faults_of_mapping(
    kind: inspect.DictType, value: dict[Any, Any], place: str, words: Mapping[str, Any]
) -> Faults:
    if "keys" in words:
        yield from _faults(_type(words["keys"]), value, place, {})
        return
    for key in value:
        if not isinstance(key, str):
            yield place, f"{_quoted(key)} is not text; put it in quotes"
        elif isinstance(kind.key_type, inspect.LiteralType) and key not in kind.key_type.values:
            yield place, str(unknown("key", key, map(str, kind.key_type.values)))
        else:
            yield from _faults(kind.key_type, key, place, {})
    if not _has_length(kind, value):
        if isinstance(kind.key_type, inspect.LiteralType):
            missing = [key for key in kind.key_type.values if key not in value]
            yield place, f"key {str(missing[0])!r} is missing" if missing else "too many keys"
        else:
            yield place, f"needs at least {kind.min_length} {'entries' if value else 'entry'}"
    for key, inner in value.items():
        yield from _faults(kind.value_type, inner, below(place, key), {})


def _inside(kind: inspect.Type) -> inspect.Type:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _is_scalar(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _has_form(kind: inspect.Type, value: Any) -> bool:
    """Whether a type is the one that can hold values such as `value`, right or wrong."""
    match kind:
        case inspect.StructType() | inspect.DictType():
            return isinstance(value, dict)
        case inspect.VarTupleType() | inspect.ListType() | inspect.TupleType():
            return isinstance(value, list)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.LiteralType():
            return isinstance(value, type(kind.values[0]))
    return _accepts(kind, value)


def _accepts(kind: inspect.Type, value: Any) -> bool:
    """Whether a scalar type takes `value`. As in JSON, true is not 1 and 5.0 is not 5."""
    match kind:
        case inspect.LiteralType():
            return any(value == v and type(value) is type(v) for v in kind.values)
        case inspect.StrType():
            return isinstance(value, str) and _converts(value, str, pattern=kind.pattern)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.NoneType():
            return value is None
        case inspect.IntType():
            return isinstance(value, int) and _converts(value, int, **_bounds(kind))
        case inspect.FloatType():
            return isinstance(value, int | float) and _converts(value, float, **_bounds(kind))
    return False


def _converts(value: Any, kind: Any, **constraints: Any) -> bool:
    try:
        msgspec.convert(value, Annotated[kind, msgspec.Meta(**constraints)])
    except (msgspec.ValidationError, OverflowError):
        return False
    return True


def _bounds(kind: inspect.IntType | inspect.FloatType) -> dict[str, Any]:
    return {key: getattr(kind, key) for key in ("gt", "ge", "lt", "le")}


def _has_length(kind: Any, value: Any) -> bool:
    least, most = kind.min_length or 0, kind.max_length
    return least <= len(value) and (most is None or len(value) <= most)


def _expected(kind: inspect.Type, words: Mapping[str, Any]) -> str:
    """What a value must be, as it follows "is not"."""
    while isinstance(kind, inspect.Metadata):
        words = {**words, **(kind.extra or {})}
        kind = kind.type
    if "expected" in words:
        return str(words["expected"])
    match kind:
        case inspect.UnionType():
            parts = [_expected(part, {}) for part in kind.types]
            numbers = {inspect.IntType, inspect.FloatType}
            if numbers <= {type(_inside(part)) for part in kind.types}:
                parts = [part for part in parts if not part.startswith("a whole number")]
            return " or ".join(dict.fromkeys(parts))
        case inspect.LiteralType():
            return " or ".join(map(str, kind.values))
        case inspect.StrType():
            return "text"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.IntType():
            return f"a whole number{_range(kind)}"
        case inspect.FloatType():
            return f"a number{_range(kind)}"
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)} entries"
        case inspect.VarTupleType() | inspect.ListType():
            least, most = kind.min_length or 0, kind.max_length
            if most is None:
                return "a list of at least one entry" if least else "a list"
            return f"a list of {least} entries" if least == most else f"a list of {least} to {most}"
    return "a mapping"


def _range(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.gt is not None:
        return f" above {kind.gt}"
    if kind.ge is not None:
        return f" from {kind.ge} to {kind.le}" if kind.le is not None else f" of at least {kind.ge}"
    return ""


def _unknown(place: str, value: Any, known: Any, words: Mapping[str, Any]) -> str:
    kind = words.get("kind") or place.rpartition(".")[2].replace("_", " ")
    return str(unknown(kind, value, known))


def _quoted(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."
