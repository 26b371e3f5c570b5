"""What a picture shows and what was found on it, for readers who do not see it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from methods.bench.construct import resolve
from methods.errors import UserError
from methods.report.shown_claims import methods_in, studies_in

NUMBER = r"\d+(?:\.\d+)?"
PLACES = re.compile(rf"\b(Table|Figure)s? ({NUMBER}(?:(?:, | and | to ){NUMBER})*)")
SPOKEN_CLAIMS = 3  # in an alternative text; longer ones are tiring to hear
QUANTITIES = ("metric", "metrics", "curve")  # options of figures and of claim tests
SECONDS = "seconds"  # what a figure or a claim is about whose function says so


def alternative(caption: str, claims: Iterable[Mapping[str, Any]]) -> str:
    """The caption of a figure, and the verdicts of the first `claims`."""
    found = [f"{_said(claim)}: {claim['verdict']}" for claim in claims][:SPOKEN_CLAIMS]
    return ". ".join([caption.rstrip("."), *found]) + "."


def _said(claim: Mapping[str, Any]) -> str:
    about = claim.get("about")
    return f"{claim['says']} ({about})" if about else str(claim["says"])


def claims_on(claims: Iterable[Mapping[str, Any]], entry: Mapping[str, Any]) -> list[Any]:
    """The claims on what a figure draws: its study, its methods, its metrics or curves.

    First are those on what its caption names in print.
    """
    studies = studies_in(entry)
    methods = set(entry.get("methods", ()))
    drawn = quantities_of(entry)
    found = [
        claim
        for claim in claims
        if studies & studies_in(claim["test"])
        and (not methods or methods & methods_in(claim["test"]))
        and any(_is_of(asked, shown) for asked in quantities_of(claim["test"]) for shown in drawn)
    ]
    places = set(PLACES.findall(entry.get("caption", "")))
    return sorted(found, key=lambda claim: places.isdisjoint(PLACES.findall(claim["where"])))


def quantities_of(entry: Mapping[str, Any]) -> set[str]:
    """The metrics or curves of a figure or of a claim test, also those that it has by default."""
    if SECONDS in entry["function"]:
        return {SECONDS}
    try:
        parameters = inspect.signature(resolve(entry["function"])).parameters.values()
    except UserError:  # stored by an older version, with a function that is gone
        return set()
    defaults = {each.name: each.default for each in parameters}
    given = [entry.get(key, defaults.get(key)) for key in QUANTITIES]
    return set().union(*(_names(named) for named in given if isinstance(named, str | Sequence)))


def _is_of(asked: str, drawn: str) -> bool:
    """Whether a metric is drawn, or is a place of a curve, as the last angle is."""
    return asked == drawn or asked in (f"first_{drawn}", f"last_{drawn}")


def _names(named: str | Sequence[str]) -> set[str]:
    """One name, or several."""
    return {named} if isinstance(named, str) else set(named)
