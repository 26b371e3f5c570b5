"""What is told of single trials: in how many of them a number is as a claim says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from methods.claims.sentences.words import (
    DATASETS,
    PERCENT,
    Unit,
    counted,
    listed,
    quantity,
    sentence,
    sentences,
    sides,
    unit_of,
    words,
)

EVENTS = {  # metrics that are 1 or 0, and what each means
    "fronts_agree": (
        "both plots have the same principal points",
        "the plots differ in principal points",
    ),
    "nested": (
        "some choice of principal subsets grows by adding alone",
        "no choice of principal subsets grows by adding alone",
    ),
}


def near_optimum(
    margin: float,
    inside: int,
    trials: int,
    misses: Mapping[str, int],
    median: float,
    largest: float,
) -> str:
    """How many objectives are near the optimum, and where and how far away the others are."""
    near, middle, most = (PERCENT.told(gap, 2) for gap in (margin, median, largest))
    return sentences(
        f"the objective is within {near} of the optimum in {_share(inside, trials)} on"
        f" {counted(len(misses), 'data set')}",
        f"the gap has the median {middle} and is at most {most}",
        where_missed(misses),
    )


def where_missed(misses: Mapping[str, int]) -> str:
    """The data sets with misses, those with the most first."""
    missed = sorted((name for name in misses if misses[name]), key=lambda name: -misses[name])
    if not missed or len(misses) == 1:
        return ""
    told = [f"{words(name)} ({misses[name]:,})" for name in missed]
    return f"the misses are on {listed(told, DATASETS)}"


def bounds(least: float, largest: float, unit: Unit) -> str:
    """The bounds of a number, of which one may be infinite."""
    ends = [f"at least {unit.told(least)}"] if np.isfinite(least) else []
    ends += [f"at most {unit.told(largest)}"] if np.isfinite(largest) else []
    return " and ".join(ends)


def within_bounds(metric: str, least: float, largest: float, inside: int, values: pd.Series) -> str:
    """In how many trials a number lies within bounds, and where it lies in all; or what happens."""
    if metric in EVENTS:
        happens, does_not = EVENTS[metric]
        asked = happens if largest >= 1 else does_not
        return sentence(f"{asked} in {_share(inside, len(values))}")
    unit = unit_of(metric)
    low, middle, high = (unit.told(of) for of in (values.min(), values.median(), values.max()))
    lies = f"it lies between {low} and {high}, with the median {middle}"
    return sentences(
        f"{quantity(metric)} is {bounds(least, largest, unit)} in {_share(inside, len(values))}",
        f"it is always {low}" if low == high else lies,
    )


def in_most_trials(share: float, holding: int, failing: int, cases: int) -> str:
    """In how many cases a share of the trials is as claimed."""
    more = "most" if share == 0.5 else f"more than {100 * share:g} % of the"
    fewer = "few" if share == 0.5 else "fewer"
    return sentence(
        f"this is shown for {more} trials in {holding or 'none'} of {counted(cases, 'case')}, and "
        f"for {fewer} in {failing or 'none'}"
    )


def differ_in(
    metric: str,
    methods: Sequence[str],
    than: Sequence[str],
    margin: float,
    larger: int,
    trials: int,
    most: float,
) -> str:
    """In how many trials two methods differ, and by how much at most."""
    unit = unit_of(metric)
    ours, theirs = sides(list(zip(methods, than, strict=True)))
    if not most:
        return sentence(
            f"{quantity(metric)} of {ours} is the same as that of {theirs} in "
            f"{_share(trials, trials)}"
        )
    return sentences(
        f"{quantity(metric)} of {ours} differs from that of {theirs} by more than "
        f"{unit.step(margin, 3)} in {_share(larger, trials)}",
        f"it differs by {unit.step(most)} at most",
    )


def _share(count: int, trials: int) -> str:
    """So many of all trials."""
    if count == trials > 1:
        return f"all {trials:,} trials"
    return f"{f'{count:,}' if count else 'none'} of {counted(trials, 'trial')}"
