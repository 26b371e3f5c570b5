"""What is told of our numbers beside printed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from methods.claims.sentences.words import (
    PERCENT,
    Unit,
    chance,
    counted,
    how_many,
    listed,
    number,
    sentence,
    sentences,
    unit_of,
    words,
)

LEAST_P_VALUE = 0.001  # that thousands of draws can tell


def in_unit(metric: str, factor: float) -> Unit:
    """The unit of a printed number, which is `factor` times ours."""
    unit = unit_of(metric)
    return Unit(" %", " points", 100.0 / factor) if unit == PERCENT else unit


def few_cells(enough: int, cells: int, trials: int) -> str:
    """Too few means have enough trials."""
    have = how_many(enough, "has", "have")
    return sentence(f"of {counted(cells, 'mean')} {have} {trials} trials or more")


def far_apart(outside: int, cells: int, standard_errors: float, p_value: float) -> str:
    """How many means lie far from the printed ones, and how many chance would put there."""
    p = chance(p_value) if p_value >= LEAST_P_VALUE else f"p below {LEAST_P_VALUE}"
    by_chance = f"; chance alone gives as many with {p}" if outside else ""
    return sentence(
        f"of {counted(cells, 'mean')} {how_many(outside, 'lies', 'lie')} more than "
        f"{number(standard_errors)} combined standard errors from the printed one{by_chance}"
    )


def method_apart(method: str, p_value: float) -> str:
    """Which method has more means outside than chance puts there, where all together do not."""
    return sentence(
        f"chance alone gives those of {method} with {chance(p_value)}, corrected for the number of "
        "methods, so it is not reproduced"
    )


def of_readings(counts: Mapping[str, tuple[int, int, str]], standard_errors: float) -> str:
    """How many means of each reading lie far from the printed ones, and the verdict on it."""
    return sentences(
        *(
            f"{words(reading)}, {outside or 'none'} of {counted(cells, 'mean')} "
            f"{'lies' if outside < 2 else 'lie'} more than {number(standard_errors)} "
            f"combined standard errors from the printed one, "
            f"and this reading {verdict if verdict.endswith('s') else f'is {verdict}'}"
            for reading, (outside, cells, verdict) in counts.items()
        )
    )


def farthest(entries: Sequence[Mapping[str, Any]], unit: Unit, by_dataset: bool = False) -> str:
    """The means that are farthest from the printed ones, the first with its standard errors.

    With `by_dataset` they are the farthest of each data set, of which others may be nearer.
    """
    told = [
        f"{entry['method']} on {words(entry['dataset'])} with {unit.told(entry['ours'])} against "
        f"{unit.told(entry['printed'])} in print"
        for entry in entries
    ]
    if "standard_errors" in entries[0]:
        told[0] += f" ({number(abs(entries[0]['standard_errors']))} standard errors)"
    if len(told) == 1:
        return sentence(f"farthest is {told[0]}")
    each = ", one of each data set," if by_dataset else ""
    return sentence(f"farthest{each} are {listed(told)}")


def methods_outside(counts: Mapping[str, int], sides: Mapping[str, str]) -> str:
    """How many means of each method lie outside, and whose means all lie on one side of print."""
    most_first = sorted((m for m in counts if counts[m]), key=lambda m: -counts[m])
    named = [f"{method} ({counts[method]})" for method in most_first]
    are = "is" if len(named) == 1 else "are"
    outside = f"outside {are} {listed(named, 'methods')}" if named and len(counts) > 1 else ""
    on_sides = [
        f"all means of {listed([m for m in sides if sides[m] == side])} lie {side} print"
        for side in dict.fromkeys(sides.values())
    ]
    return sentences(outside, *on_sides)


def single_runs(inside: int, cells: int, margin: str) -> str:
    """How many means are near the printed ones of single runs."""
    return sentence(
        f"of {counted(cells, 'mean')} that {'is' if cells == 1 else 'are'} printed without a "
        f"deviation, {how_many(inside, 'lies', 'lie')} within {margin} of ours"
    )


def not_different(what: str, cells: int, different: int) -> str:
    """How many printed means or ratios could be ours."""
    return sentence(
        f"of {counted(cells, f'printed {what}')} {how_many(different)} significantly different "
        "from ours"
    )


def all_alike(cells: Sequence[tuple[str, str]]) -> str:
    """Means of trials without any spread, by method and data set, of which nothing can be said."""
    if not cells:
        return ""
    named = listed([f"{method} on {words(dataset)}" for method, dataset in cells], "means")
    return sentence(f"left out, since all trials are alike: {named}")


def farthest_ratio(entry: Mapping[str, Any]) -> str:
    """The ratio that is least like the printed one."""
    return sentence(
        f"least alike is the ratio {words(entry['ratio'])} on {words(entry['dataset'])}, "
        f"{number(entry['geometric_mean'], 4)} against {number(entry['printed'], 4)} in print"
    )
