"""What the options of an output mention, found by their types.

`mentions` walks the type of an option and its value side by side. Each text whose type has a
`Kind` is a `Mention`, to be looked up. Each value that its type does not allow is a `Misfit`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from methods.errors import UserError
from methods.schemas.option_kinds import Kind

Place = tuple[str | int, ...]  # the option, then the keys and positions inside its value
A_KEY = "key"
WORDS = {str: "text", bool: "true or false", int: "whole number", float: "number", NoneType: "null"}


@dataclass(frozen=True)
class Mention:
    """A text that names something of one of these kinds."""

    kinds: tuple[str, ...]
    name: str
    place: Place
    is_key: bool = False  # of the mapping at `place`, not a value


@dataclass(frozen=True)
class Misfit:
    """A value that the type of its option does not allow."""

    expected: str
    value: Any
    place: Place
    choices: tuple[str, ...] = ()  # of which the value should have been one


Part = Mention | Misfit


@cache
def option_types(function: Callable[..., Any]) -> dict[str, Any]:
    """The type of each annotated option, by its name."""
    if not inspect.isroutine(function):
        return {}
    try:
        types = get_type_hints(function, include_extras=True)
    except NameError as error:
        raise UserError(f"the annotations cannot be read: {error}") from None
    return {name: types[name] for name in inspect.signature(function).parameters if name in types}


def option_mentions(function: Callable[..., Any], options: Mapping[str, Any]) -> list[Part]:
    """All that the options of one output mention."""
    types = option_types(function)
    return [
        part
        for option, value in options.items()
        if option in types
        for part in mentions(types[option], value, (option,))
    ]


def names_of(parts: Iterable[Part], kind: str) -> tuple[str, ...]:
    """What the parts mention of one kind, each name once."""
    mentioned = (part for part in parts if isinstance(part, Mention))
    return tuple(dict.fromkeys(part.name for part in mentioned if part.kinds == (kind,)))


def mentions(hint: Any, value: Any, place: Place) -> list[Part]:
    """The names in a value of type `hint`, and what does not fit that type."""
    hint, kind = _bare(hint)
    origin, arguments = _outermost(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _of_union(hint, value, place)
    if origin is Literal:
        fits = any(type(value) is type(choice) and value == choice for choice in arguments)
        return [] if fits else [Misfit(words(hint), value, place, tuple(map(str, arguments)))]
    if not _allows(origin, value):
        return [Misfit(kind or words(hint), value, place)]
    if is_typeddict(origin):
        return _of_typed_dict(origin, value, place)
    if kind:
        return [Mention((kind,), value, place)]
    if not arguments or not _is_a(origin, Iterable):
        return []
    if _is_a(origin, Mapping):
        return [p for key, entry in value.items() for p in _of_pair(arguments, key, entry, place)]
    same = origin is not tuple or ... in arguments  # one type for every entry
    hints = arguments[:1] * len(value) if same else arguments
    if len(hints) != len(value):
        return [Misfit(words(hint), value, place)]
    return [
        part
        for at, (inside, entry) in enumerate(zip(hints, value, strict=True))
        for part in mentions(inside, entry, (*place, at))
    ]


def words(hint: Any) -> str:
    """A type in plain English, such as ``list of methods``."""
    hint, kind = _bare(hint)
    origin, arguments = _outermost(hint), get_args(hint)
    if kind:
        return kind
    if origin in (Union, UnionType):
        return " or ".join(words(member) for member in arguments)
    if origin is Literal:
        return " or ".join(map(repr, arguments))
    if is_typeddict(origin):
        return _words_of_keys(origin)
    if _is_a(origin, Mapping):
        return (
            f"mapping of {_plural(arguments[0])} to {_plural(arguments[1])}"
            if arguments
            else "mapping"
        )
    if origin is tuple and ... not in arguments:
        return f"list of {', '.join(map(words, arguments))}"
    if _is_a(origin, Iterable) and origin is not str:
        return f"list of {_plural(arguments[0])}" if arguments else "list"
    return WORDS.get(origin, "any value")


def _words_of_keys(hint: Any) -> str:
    types = get_type_hints(hint, include_extras=True)
    optional = [key for key, entry in types.items() if get_origin(entry) is NotRequired]
    text = f"mapping with {', '.join(key for key in types if key not in optional)}"
    return f"{text}, optional {', '.join(optional)}" if optional else text


def _plural(hint: Any) -> str:
    text = words(hint)
    first, of, rest = text.partition(" of ")
    if " or " in text or text == "any value":
        return f"({text})" if " or " in text else "any values"
    return f"{first[:-1]}ies{of}{rest}" if first.endswith("y") else f"{first}s{of}{rest}"


def _bare(hint: Any) -> tuple[Any, str]:
    """A type without ``Annotated`` and ``NotRequired``, and the word of its `Kind` if any."""
    kind = ""
    while get_origin(hint) in (Annotated, NotRequired, Required):
        for mark in getattr(hint, "__metadata__", ()):
            kind = mark.word if isinstance(mark, Kind) else kind
        hint = get_args(hint)[0]
    return hint, kind


def _outermost(hint: Any) -> Any:
    """The outermost layer of a type, such as ``list`` of ``list[str]``."""
    bare, _ = _bare(hint)
    return get_origin(bare) or bare


def _allows(origin: Any, value: Any) -> bool:
    """Whether the outermost layer of a value is of this type; YAML has lists but no tuples."""
    if origin is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if origin is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if origin in (str, bool, NoneType):
        return isinstance(value, origin)
    if _is_a(origin, Mapping):
        return isinstance(value, Mapping)
    if _is_a(origin, Iterable):
        return isinstance(value, list | tuple)
    return True  # a type that no value of YAML is checked for, such as Any


def _is_a(origin: Any, parent: type) -> bool:
    return isinstance(origin, type) and issubclass(origin, parent)


def _of_pair(hints: Sequence[Any], key: Any, value: Any, place: Place) -> list[Part]:
    keys = [
        Mention(part.kinds, part.name, place, is_key=True) if isinstance(part, Mention) else part
        for part in mentions(hints[0], key, place)
    ]
    return [*keys, *mentions(hints[1], value, (*place, key))]


def _of_typed_dict(hint: Any, value: Mapping[str, Any], place: Place) -> list[Part]:
    types = get_type_hints(hint, include_extras=True)
    parts: list[Part] = [
        Misfit(A_KEY, key, place, tuple(types)) for key in value if key not in types
    ]
    needed = [key for key, entry in types.items() if get_origin(entry) is not NotRequired]
    if absent := [key for key in needed if key not in value]:
        parts.append(Misfit(f"mapping with {', '.join(absent)}", value, place))
    return parts + [
        part
        for key, entry in value.items()
        if key in types
        for part in mentions(types[key], entry, (*place, key))
    ]


def _of_union(hint: Any, value: Any, place: Place) -> list[Part]:
    """What the member of the union says that the value fits, or that it comes nearest to."""
    answers = [mentions(member, value, place) for member in get_args(hint)]
    fitting = [parts for parts in answers if not any(isinstance(part, Misfit) for part in parts)]
    if [] in fitting:
        return []
    if fitting and isinstance(value, str):  # a name of the one kind or of the other
        kinds = [p.kinds for parts in fitting for p in parts if isinstance(p, Mention)]
        return [Mention(tuple(k for each in kinds for k in each), value, place)]
    if fitting:
        return fitting[0]
    for member, parts in zip(get_args(hint), answers, strict=True):
        outermost = _outermost(member)
        if outermost is not Literal and _allows(outermost, value):
            return parts
    choices = [c for parts in answers for p in parts if isinstance(p, Misfit) for c in p.choices]
    return [Misfit(words(hint), value, place, tuple(choices))]
