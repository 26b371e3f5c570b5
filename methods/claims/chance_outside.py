"""How many printed means lie outside two combined standard errors of ours by chance alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from methods.bench.results import Results
from methods.bench.statistics import (
    FEW_TRIALS,
    FEWEST_TRIALS,
    STANDARD_ERRORS,
    holm_correction,
)
from methods.claims.regions import Array
from methods.forensics.printed_cells import unit_of
from methods.schemas.option_kinds import Published

DRAWS = 20_000  # of the number of cells that chance puts outside; a p of 0.05 is good to 0.002
AT_ONCE = 200  # of these draws, which they divide: what a processor has near for hundreds of trials


def last_digits(results: Results, published: Published) -> tuple[float, float]:
    """The units of the last printed digit of a mean and of its standard error."""
    rows = results.printed(published["table"], published["metric"])
    spreads, of_errors = rows["spread"], bool((rows["spread_kind"] == "se").any())
    if "spread" in published:
        spreads = results.printed(published["table"], published["spread"])["value"]
    factor = float(published.get("factor", 1))
    of_spread = factor * unit_of(spreads.dropna())
    return (
        factor * unit_of(rows["value"].dropna()),
        of_spread if of_errors else of_spread / sqrt(published["trials"]),
    )


def outside_by_chance(
    cells: Sequence[Array], printed_trials: int, digits: tuple[float, float]
) -> Array:
    """Which cells lie outside in each of many draws in which our trials stand for both sides.

    Each entry of `cells` has the trials of one data set, as (cells, trials). A draw takes as many
    trials for each side as it has, the same ones for all cells of the data set, and rounds the mean
    and the standard error of the printed side to their last `digits`, as print does. Our deviation
    is that of print if our trials are few, as in `combined_standard_error`. The result has a row
    for each cell, in their order, and a column for each draw.
    """
    rng = np.random.default_rng(0)
    outside = []
    for trials in cells:
        common = trials[:, np.isfinite(trials).all(axis=0)]
        alone = [cell[np.isfinite(cell)][None] for cell in trials]
        for sampled in [common] if common.shape[1] >= FEWEST_TRIALS else alone:
            size = sampled.shape[1]
            ours, theirs = (_means_of_samples(sampled, n, rng) for n in (size, printed_trials))
            mean, error = (
                unit * np.round(x / unit) for x, unit in zip(theirs, digits, strict=True)
            )
            own = error * sqrt(printed_trials / size) if size < FEW_TRIALS else ours[1]
            is_far = np.abs(ours[0] - mean) > STANDARD_ERRORS * np.hypot(own, error)
            # means of equal trials differ by rounding alone
            outside.append(is_far & (np.ptp(sampled, axis=1) > 0)[:, None])
    return np.concatenate(outside)


def _means_of_samples(trials: Array, size: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Means and standard errors of samples of trials, as arrays (cells, draws)."""
    n = trials.shape[1]
    centre = trials.mean(axis=1, keepdims=True)
    from_centre = trials - centre
    values = np.concatenate([from_centre, from_centre**2])
    sums = [values @ _times_drawn(n, size, rng).T.astype(float) for _ in range(DRAWS // AT_ONCE)]
    sum_from_centre, sum_of_squares = np.split(np.concatenate(sums, axis=1), 2)
    mean = sum_from_centre / size
    variance = (sum_of_squares - size * mean**2) / (size - 1)
    return centre + mean, np.sqrt(variance.clip(0) / size)


def _times_drawn(n: int, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """How often a sample has each of n trials, as (samples, n)."""
    trial_of_sample = rng.integers(n, size=(AT_ONCE, size)) + n * np.arange(AT_ONCE)[:, None]
    times = np.bincount(trial_of_sample.ravel(), minlength=n * AT_ONCE)
    return times.reshape(AT_ONCE, n)


def at_least_by_chance(chance: Array) -> float:
    """How many cells chance puts outside on average, less what the draws may be off.

    So no claim holds by the seed of the draws.
    """
    by_draw = chance.sum(axis=0)
    return float(by_draw.mean() - STANDARD_ERRORS * by_draw.std() / sqrt(len(by_draw)))


def chance_of(outside: int, chance: Array) -> float:
    """The probability that chance puts so many cells or more outside.

    `chance` has a row for each cell, as of `outside_by_chance`.
    """
    return float((1 + (chance.sum(axis=0) >= outside).sum()) / (1 + chance.shape[1]))


def chance_of_methods(
    outside: NDArray[np.bool_], chance: Array, methods: Sequence[str]
) -> dict[str, float]:
    """The same for the cells of each method alone, corrected by Holm for the number of methods.

    `methods` has the method of each cell, and `outside` whether it lies outside.
    """
    names = list(dict.fromkeys(methods))
    mine = [np.array([method == name for method in methods]) for name in names]
    alone = [chance_of(int(outside[rows].sum()), chance[rows]) for rows in mine]
    return dict(zip(names, holm_correction(alone).tolist(), strict=True))
