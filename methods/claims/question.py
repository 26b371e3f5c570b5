"""The test of a claim as a question in plain words, made from its function and its options."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

from methods.claims.sentences.words import PLAIN, POINTS, Unit, unit_of

BACKTICKED = re.compile(r"``?(\w+)``?")  # an option, in the docstring of its function
# phrases of docstrings that have words for some values
SEVERAL = re.compile(r"\b([Dd])o `methods`")
# in place of it, if the question is whether two numbers agree
LARGER_THAN = re.compile(r"larger than (that of ``\w+``) by more than ``\w+``")
BY_MORE_THAN = re.compile(r" by more than ``?(margin|above)``?")
OF_CASES = re.compile(r"(more than )?a share ``?need``? of (?:the |all )?(data set|\w+?)s\b")
A_SHARE = re.compile(r"a share ``?(\w+)``?")
DIFFERENCES = ("margin", "visible", "differs_from")  # options in the unit of the metric
VALUES = ("at_least", "at_most")
AGREEMENT = ("within", "each_size")
FEW = 0.01  # a needed share that one case exceeds


def question(function: Callable[..., Any], options: Mapping[str, Any]) -> str:
    """The first paragraph of the docstring with the options' values, then the other options."""
    bound = inspect.signature(function).bind(None, **options)
    bound.apply_defaults()
    given = bound.arguments
    first, _, _ = (inspect.getdoc(function) or function.__name__).partition("\n\n")
    mentioned = set(BACKTICKED.findall(first))
    unit = _unit(given)

    def told(name: str) -> str:
        value = given[name]
        if name in DIFFERENCES and value is not None:
            return unit.step(value, 3)
        if name in VALUES and is_on_bounds:
            return unit.told(value)
        if name == "need":
            return share_of_cases(value, "case", False)
        return in_words(value)

    def in_place(match: re.Match[str]) -> str:
        name = match[1]
        if name == "than":
            in_turn = " in turn" if given.get("pairwise") and len(given["than"]) > 1 else ""
            divided = f", divided by {given['times']:g}," if given.get("times", 1.0) != 1 else ""
            return told(name) + in_turn + divided
        return told(name) if name in given else name

    is_on_bounds = {"metric", *VALUES} <= given.keys()
    asked = " ".join(first.split())
    if given.get("within") is not None:
        asked = LARGER_THAN.sub(r"within ``within`` of \1", asked)
    if given.get("each_size"):
        asked = asked.replace("?", " at each size?")
    if len(given.get("methods", ())) == 1:
        asked = SEVERAL.sub(r"\1oes `methods`", asked)
    if given.get("larger"):
        asked = asked.replace(" lower ", " larger ")
    if given.get("of_trials"):
        more = share_of_cases(given["of_trials"], "trial", True)
        asked = asked.replace("of all trials", f"of the cases, each in {more}")
    asked = BY_MORE_THAN.sub(lambda m: _beyond(given[m[1]], unit), asked)
    asked = OF_CASES.sub(lambda m: share_of_cases(given["need"], m[2], bool(m[1])), asked)
    asked = A_SHARE.sub(lambda m: f"{100 * given[m[1]]:g} %", asked)
    asked = BACKTICKED.sub(in_place, asked).replace(" in 1 trials", " in 1 trial")
    in_than = ("pairwise", "times") if "than" in mentioned else ()
    in_each_size = AGREEMENT if "each_size" in given else ()
    told_in_it = {*mentioned, "of_trials", *in_than, *in_each_size}
    rest = [
        f"{name.replace('_', ' ')}: {told(name)}"
        for name in options
        if name not in told_in_it and name not in ("why", "verdict", "larger")
    ]
    return asked + (f" ({'; '.join(rest)})" if rest else "")


def _unit(given: Mapping[str, Any]) -> Unit:
    """That of the metric or the curve; margins of tests that have no such option are of errors."""
    if metric := given.get("metric") or given.get("curve"):
        return unit_of(metric)
    return POINTS if {"margin", "visible"} & given.keys() else PLAIN


def _beyond(margin: float, unit: Unit) -> str:
    if margin < 0:
        return f", or worse by less than {unit.step(margin, 3)},"
    return f" by more than {unit.step(margin, 3)}" if margin else ""


def share_of_cases(need: float, case: str, more: bool) -> str:
    """The cases that a claim needs: a share of them, or `more` than this share."""
    if need == 1:
        return f"every {case}"
    if need == 0:
        return f"any {case}"
    if need < FEW:
        return f"one {case} or more"
    share = "half" if need == 0.5 else f"{100 * need:g} %"
    return f"more than {share} of the {case}s" if more else f"{share} of the {case}s or more"


def in_words(value: Any) -> str:
    """An option as it stands in a sentence."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if value is None:
        return "none"
    match value:
        case [str(kind), int(first), int(end)]:  # examples of a kind, and the sizes of subsets
            return f"{kind} examples at sizes {first} to {end - 1}"
    if isinstance(value, Mapping):
        if all(isinstance(inner, list | tuple) for inner in value.values()):  # names by study
            return ", ".join(f"{in_words(inner)} in {key}" for key, inner in value.items())
        return ", ".join(f"{key} {in_words(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        *most, last = map(in_words, value)
        return f"{', '.join(most)} and {last}" if most else last
    return str(value)
