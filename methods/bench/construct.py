"""Dotted paths and nested specifications made into functions and estimators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import signature
from typing import Any

from methods.errors import UserError, unknown
from methods.seeds import integer_seed


def resolve(path: str) -> Any:
    """The object at a dotted path, or one line saying which part of the path does not exist."""
    module, _, name = path.rpartition(".")
    try:
        found = import_module(module)
    except (ImportError, ValueError) as error:  # ValueError: a path without a dot
        raise UserError(f"cannot import {path!r}: {error}") from None
    try:
        return getattr(found, name)
    except AttributeError:
        raise unknown("name", name, vars(found), module) from None


def build(spec: Any) -> Any:
    """The estimator of ``{class: a.b.C, parameter: value, ...}``; values may nest.

    A value ``{function: a.b.f}`` is that function itself.
    """
    if isinstance(spec, Mapping) and set(spec) == {"function"}:
        return resolve(spec["function"])
    if isinstance(spec, Mapping) and "class" in spec:
        parameters = {key: build(value) for key, value in spec.items() if key != "class"}
        made = resolve(spec["class"])
        try:
            return made(**parameters)
        except TypeError as error:
            known = [name for name in signature(made.__init__).parameters if name != "self"]
            for key in parameters:
                if key not in known and "kwargs" not in known:
                    raise unknown("parameter", key, known, spec["class"]) from None
            raise UserError(f"{spec['class']}: {error}") from None
    if isinstance(spec, Mapping):
        return {key: build(value) for key, value in spec.items()}
    if isinstance(spec, list):
        return [build(value) for value in spec]
    return spec


def seed_everywhere(estimator: Any, *names: str | int) -> None:
    """Give every ``random_state`` that is not set, nested ones too, its own named seed."""
    parameters = estimator.get_params(deep=True)
    unset = {
        key: integer_seed(*names, key)
        for key, value in parameters.items()
        if (key == "random_state" or key.endswith("__random_state")) and value is None
    }
    estimator.set_params(**unset)


def options_of(
    entry: Mapping[str, Any], words: Sequence[str] = ()
) -> tuple[Callable[..., Any], dict[str, Any]]:
    """The function and the options of a table, figure or claim entry, which must fit together.

    Keys among `words` are for the reader and no options.
    """
    options = {key: value for key, value in entry.items() if key not in ("function", *words)}
    function = resolve(entry["function"])
    known = signature(function).parameters
    for key in options:
        if key not in known:
            raise unknown("option", key, known, entry["function"])
    try:
        signature(function).bind(None, **options)
    except TypeError as error:
        raise UserError(f"{entry['function']}: {error}") from None
    return function, options
