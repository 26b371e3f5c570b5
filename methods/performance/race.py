"""Two ways to the same end, timed in turns in one process.

Seconds differ from machine to machine and from hour to hour; their ratio within one round hardly
does. Both sides use one thread, and what is counted is processor time, so that other work on the
machine weighs on neither.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

ROUNDS, QUICK_ROUNDS = 15, 5
LIMIT_SECONDS, QUICK_LIMIT_SECONDS = 90.0, 10.0  # no further round begins after them

# A side that takes less has another go within its turn, and its median counts.
TURN_SECONDS = 0.05

Side = Callable[[], float | None]


@dataclass(frozen=True)
class Contest:
    """Both sides, ready to run; each returns the objective that it reached, where there is one."""

    ours: Side
    peer: Side


@dataclass(frozen=True)
class Race:
    """A row of the table of ratios.

    Attributes
    ----------
    problem, peer : what is solved and how, and who else solves it.
    at_least : peer's seconds over ours, as demanded.
    contest : makes both sides; told whether sizes shall be quick ones.
    slack : share by which our objective may be above the peer's.
    """

    problem: str
    peer: str
    at_least: float
    contest: Callable[[bool], Contest]
    slack: float = 1e-6


def run_race(race: Race, quick: bool) -> dict[str, Any]:
    """The median over rounds of the peer's seconds divided by ours, with its range."""
    contest = race.contest(quick)
    contest.ours()  # compilation and first calls are not on the clock
    rounds: list[tuple[float, float]] = []
    while _goes_on(rounds, quick):
        peer_seconds, peer_value = turn(contest.peer)
        our_seconds, our_value = turn(contest.ours)
        rounds.append((our_seconds, peer_seconds))
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
        "our_objective": our_value,
        "peer_objective": peer_value,
        "no_worse": is_no_worse(our_value, peer_value, race.slack),
    }


def turn(side: Side) -> tuple[float, float | None]:
    """The median seconds of as many calls as fit into a turn, and what the last one reached."""
    seconds: list[float] = []
    while sum(seconds) < TURN_SECONDS:
        started = time.process_time()
        value = side()
        seconds.append(time.process_time() - started)
    return float(np.median(seconds)), value


def _goes_on(rounds: list[tuple[float, float]], quick: bool) -> bool:
    most, limit = (QUICK_ROUNDS, QUICK_LIMIT_SECONDS) if quick else (ROUNDS, LIMIT_SECONDS)
    return not rounds or (len(rounds) < most and np.sum(rounds) < limit)


def is_no_worse(ours: float | None, peer: float | None, slack: float) -> bool:
    """Whether our objective is not above the peer's by more than a share of it."""
    return ours is None or peer is None or bool(ours <= peer + slack * abs(peer))
