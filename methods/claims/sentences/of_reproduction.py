"""What is told of our numbers beside printed ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from methods.claims.sentences.words import (
    PERCENT,
    Unit,
    chance,
    how_many,
    number,
    sentence,
    unit_of,
    words,
)

LEAST_P_VALUE = 0.001  # that thousands of draws can tell


def in_unit(metric: str, factor: float) -> Unit:
    """The unit of a printed number, which is `factor` times ours."""
    unit = unit_of(metric)
    return Unit(" %", " points", 100.0 / factor) if unit == PERCENT else unit


def few_cells(counted: int, cells: int, trials: int) -> str:
    """Too few means have enough trials."""
    return sentence(f"of {cells} means {counted} have {trials} trials or more")


def far_apart(outside: int, cells: int, standard_errors: float, p_value: float) -> str:
    """How many means lie far from the printed ones, and how many chance would put there."""
    p = chance(p_value) if p_value >= LEAST_P_VALUE else f"p below {LEAST_P_VALUE}"
    by_chance = f"; chance alone gives as many with {p}" if outside else ""
    return sentence(
        f"of {cells} means {how_many(outside, 'lies', 'lie')} more than {number(standard_errors)} "
        f"combined standard errors from the printed one{by_chance}"
    )


def farthest(entry: Mapping[str, Any], unit: Unit) -> str:
    """The mean that is farthest from the printed one."""
    return sentence(
        f"the farthest is {entry['method']} on {words(entry['dataset'])}, "
        f"{unit.told(entry['ours'])} against {unit.told(entry['printed'])} in print"
    )


def not_different(what: str, cells: int, different: int) -> str:
    """How many printed means or ratios could be ours."""
    return sentence(
        f"of {cells} printed {what} {how_many(different)} significantly different from ours"
    )


def farthest_ratio(entry: Mapping[str, Any]) -> str:
    """The ratio that is least like the printed one."""
    return sentence(
        f"least alike is the ratio {words(entry['ratio'])} on {words(entry['dataset'])}, "
        f"{number(entry['geometric_mean'], 4)} against {number(entry['printed'], 4)} in print"
    )
