"""Make functions and estimators from dotted paths and nested specifications."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import Any

from methods import HOMES
from methods.errors import UserError, raised_at, unknown
from methods.project import IS_INSTALLED, NAME
from methods.seeds import integer_seed


def resolve(path: str) -> Any:
    """The object at a dotted path. A `UserError` says why there is none, and in which line."""
    module, _, name = path.rpartition(".")
    if module == NAME:
        module = HOMES.get(name, module)
    try:
        home = import_module(module)
    except (Exception, SystemExit) as error:  # a module may raise anything when it is imported
        place = raised_at(error, beside=__file__)
        if place is None:  # the module itself is missing
            hint = f"; the installed package is {NAME}" if path.startswith("methods.") else ""
            raise UserError(f"cannot import {path!r}: {error}{hint * IS_INSTALLED}") from None
        raise UserError(f"{place}: {type(error).__name__}: {_message(error)}") from None
    try:
        return getattr(home, name)
    except AttributeError:
        raise unknown("name", name, _offered(home), module) from None


def _offered(module: ModuleType) -> list[str]:
    """The public names that a module defines itself, or else all that it has."""
    public = [name for name in dir(module) if not name.startswith("_")]
    own = [
        name
        for name in public
        if str(getattr(vars(module).get(name), "__module__", "")).startswith(module.__name__)
    ]
    return own or public


def _message(error: BaseException) -> str:
    """What an error says, without the place that a syntax error repeats."""
    return " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())


def build(spec: Any) -> Any:
    """The estimator of ``{class: a.b.C, parameter: value, ...}``. Values may nest.

    A value ``{function: a.b.f}`` becomes that function.
    """
    if isinstance(spec, Mapping) and set(spec) == {"function"}:
        return resolve(spec["function"])
    if isinstance(spec, Mapping) and "class" in spec:
        parameters = {key: build(value) for key, value in spec.items() if key != "class"}
        estimator_class = resolve(spec["class"])
        try:
            return estimator_class(**parameters)
        except TypeError as error:
            known = [
                name for name in signature(estimator_class.__init__).parameters if name != "self"
            ]
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
    """Give each ``random_state`` that is not set a seed of its own, also in nested estimators."""
    parameters = _with_hidden_seeds(estimator, estimator.get_params(deep=True))
    unset = {
        key: integer_seed(*names, key)
        for key, value in parameters.items()
        if (key == "random_state" or key.endswith("__random_state")) and value is None
    }
    estimator.set_params(**unset)


def _with_hidden_seeds(estimator: Any, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters, and each ``random_state`` that an estimator takes but lists only when set.

    CatBoost lists so.
    """
    hidden: dict[str, Any] = {}
    for name, value in {"": estimator, **parameters}.items():
        takes = hasattr(value, "get_params") and "random_state" in signature(type(value)).parameters
        key = f"{name}__random_state".removeprefix("__")
        if takes and key not in parameters:
            hidden[key] = None
    return {**parameters, **hidden}


def options_of(
    entry: Mapping[str, Any], words: Sequence[str] = ()
) -> tuple[Callable[..., Any], dict[str, Any]]:
    """The function and the options of a table, figure or claim. The function must take them.

    Keys among `words` are for the reader, not for the function.
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
