"""A race: two ways to the same result, timed in turns in one process.

Seconds differ between machines and between hours. Their ratio within one round hardly does. Both
sides use one thread. Processor time is counted, so that other work on the machine does not matter.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from methods.performance.peak_memory import with_peak

ROUNDS, QUICK_ROUNDS = 15, 5
LIMIT_SECONDS, QUICK_LIMIT_SECONDS = 90.0, 10.0  # no round begins after so many

# A faster side runs several times within its turn, and the median counts.
TURN_SECONDS = 0.05

Side = Callable[[], float | None]


@dataclass(frozen=True)
class Contest:
    """Both sides, ready to run. Each returns the objective that it reached, or None."""

    ours: Side
    peer: Side


@dataclass(frozen=True)
class Race:
    """One row of the table of ratios.

    Attributes
    ----------
    problem : what we solve, and how.
    peer : what we compare with.
    at_least : demanded ratio of the peer's seconds to ours.
    contest : makes both sides, at quick sizes if its argument is true.
    slack : share by which our objective may be above the peer's.
    """

    problem: str
    peer: str
    at_least: float
    contest: Callable[[bool], Contest]
    slack: float = 1e-6


def run_race(race: Race, quick: bool) -> dict[str, Any]:
    """The ratio of the peer's seconds to ours, its median and range over the rounds, and memory."""
    contest = race.contest(quick)
    contest.ours()  # compilation and first calls are not timed
    rounds: list[tuple[float, float]] = []
    our_megabytes = peer_megabytes = 0.0
    while _has_next_round(rounds, quick):
        (peer_seconds, peer_value), peer_more = with_peak(lambda: turn(contest.peer))
        (our_seconds, our_value), our_more = with_peak(lambda: turn(contest.ours))
        rounds.append((our_seconds, peer_seconds))
        our_megabytes, peer_megabytes = max(our_megabytes, our_more), max(peer_megabytes, peer_more)
    seconds = np.array(rounds)
    ratios = seconds[:, 1] / seconds[:, 0]
    return {
        "problem": race.problem,
        "peer": race.peer,
        "at_least": race.at_least,
        "ratio": float(np.median(ratios)),
        "low": float(ratios.min()),
        "high": float(ratios.max()),
        "rounds": len(ratios),
        "our_seconds": float(np.median(seconds[:, 0])),
        "peer_seconds": float(np.median(seconds[:, 1])),
        "our_megabytes": our_megabytes,
        "peer_megabytes": peer_megabytes,
        "our_objective": our_value,
        "peer_objective": peer_value,
        "no_worse": is_no_worse(our_value, peer_value, race.slack),
    }


def turn(side: Side) -> tuple[float, float | None]:
    """The median seconds of the calls in one turn, and what the last call returned."""
    seconds: list[float] = []
    while sum(seconds) < TURN_SECONDS:
        started = time.process_time()
        value = side()
        seconds.append(time.process_time() - started)
    return float(np.median(seconds)), value


def _has_next_round(rounds: list[tuple[float, float]], quick: bool) -> bool:
    n_rounds, limit = (QUICK_ROUNDS, QUICK_LIMIT_SECONDS) if quick else (ROUNDS, LIMIT_SECONDS)
    return not rounds or (len(rounds) < n_rounds and np.sum(rounds) < limit)


def is_no_worse(ours: float | None, peer: float | None, slack: float) -> bool:
    """Whether our objective is above the peer's by no more than the share `slack`."""
    return ours is None or peer is None or bool(ours <= peer + slack * abs(peer))
