"""What the ERM paper says of its Algorithm 1, tested on random rows without a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from methods.bench.results import Results
from methods.claims.sentences import of_erm
from methods.claims.sentences.words import PERCENT
from methods.claims.shares import judge_share, told
from methods.claims.verdicts import Verdict
from methods.margin.alm import update_rows
from methods.seeds import stream

DRAWS = 200  # random rows of each start, or of each epsilon
EPSILON = 1e-8  # of eq. 10, in our machine
# Of each weight, relative. A share of the largest weight would not do: weights near zero grow by
# far less than that, but they grow.
STILL, MOST_UPDATES = 1e-9, 200_000
ROW_GAP = 1e-4  # of the value that Algorithm 1 reaches to the least one, relative

Entry = Mapping[str, Any]
Start = Literal["ones", "random weights", "one weight of zero"]


def algorithm_1_is_optimal(
    results: Results, *, starts: Sequence[Start], converged: bool = True
) -> Verdict:
    """Theorem 1: does Algorithm 1 reach the minimiser of 1/2 ||w||_1^2 + mu/2 ||w - a||^2?

    The minimiser is known: soft-thresholding of a at the level t / mu with t the l1 norm reached.
    Algorithm 2 starts it from ones. The theorem names no start. From a weight of zero the first
    steps have the size of epsilon, as the factor of eq. 10 is t / epsilon there, and it takes up to
    thousands of them to leave. So the rows are updated until no weight changes any more, unless
    `converged` is false: then Algorithm 1 stops where our machine stops it. Flips are shifts of the
    relative gap.
    """
    rng = stream("claim", "erm", "algorithm_1")
    gaps: dict[str, list[float]] = {start: [] for start in starts}
    for _ in range(DRAWS):
        size, mu = int(rng.integers(2, 31)), float(10 ** rng.uniform(-1, 2))
        pull = rng.normal(size=(1, size)) * mu
        some_zero = np.ones((1, size))
        some_zero[0, -1] = 0.0
        rows: dict[Start, np.ndarray] = {
            "ones": np.ones((1, size)),
            "random weights": rng.normal(size=(1, size)),
            "one weight of zero": some_zero,
        }
        least = _row_value(_row_minimiser(pull, mu), pull, mu)
        for name in starts:
            row = _run_algorithm_1(rows[name], pull, mu, converged)
            # the value is a sum of squares that is never zero here, so a ratio to it is safe
            gaps[name].append(_row_value(row, pull, mu) / least - 1)
    return _judged("start", gaps, of_erm.missed_minimisers)


def _judged(
    of: str, gaps: Mapping[Any, Sequence[float]], say: Callable[[Sequence[Entry], int, float], str]
) -> Verdict:
    """Holds if no relative gap is above `ROW_GAP`; a row of evidence for each key of `gaps`."""
    evidence = [
        {of: key, "draws": DRAWS, "largest_relative_gap": max(of_key),
         "missed": sum(gap > ROW_GAP for gap in of_key)}
        for key, of_key in gaps.items()
    ]  # fmt: skip
    judged = judge_share(np.concatenate(list(gaps.values())), -np.inf, ROW_GAP, 1.0)
    return told(judged, say(evidence, DRAWS, ROW_GAP), evidence, "the gap", PERCENT)


def _run_algorithm_1(
    row: np.ndarray, pull: np.ndarray, mu: float, converged: bool = True, epsilon: float = EPSILON
) -> np.ndarray:
    """The row where our machine leaves Algorithm 1, or where no weight changes any more."""
    for _ in range(MOST_UPDATES if converged else 1):
        before, row = row, update_rows(row, pull, mu, 0.0, epsilon)
        if (np.abs(row - before) <= STILL * np.abs(row)).all():
            break
    return row


def _row_value(row: np.ndarray, pull: np.ndarray, mu: float, epsilon: float = 0.0) -> float:
    norm = (np.abs(row) + epsilon).sum()
    return float(norm**2 / 2 + mu / 2 * ((row - pull / mu) ** 2).sum())


def _row_minimiser(pull: np.ndarray, mu: float, epsilon: float = 0.0) -> np.ndarray:
    """Of the k largest entries |w_c| = (|pull_c| - t) / mu stays, with t = sum |w_c| + epsilon."""
    sizes = np.sort(np.abs(pull[0]))[::-1]
    added = mu * len(sizes) * epsilon
    norms = (np.cumsum(sizes) + added) / (mu + np.arange(1, len(sizes) + 1))
    kept = int((sizes > norms).sum())
    level = norms[kept - 1] if kept else np.inf
    return np.sign(pull) * np.maximum(np.abs(pull) - level, 0) / mu


def epsilon_is_added_to_the_norm(results: Results, *, epsilons: Sequence[float]) -> Verdict:
    """Footnote 2: does Algorithm 1 minimise 1/2 ||w + epsilon||_1^2 + mu/2 ||w - a||^2?

    With a of positive entries, w + epsilon and |w| + epsilon are the same at weights that are not
    negative. The least value over these is known, so that the least of all is at most that. It is
    compared with the value that Algorithm 1 reaches from ones. Flips are shifts of the relative
    gap.
    """
    rng = stream("claim", "erm", "epsilon")
    gaps: dict[float, list[float]] = {epsilon: [] for epsilon in epsilons}
    for _ in range(DRAWS):
        size, mu = int(rng.integers(2, 6)), float(10 ** rng.uniform(-1, 1))
        pull = np.abs(rng.normal(size=(1, size))) * mu
        for epsilon, of_epsilon in gaps.items():
            row = _run_algorithm_1(np.ones((1, size)), pull, mu, epsilon=epsilon)
            least = _row_value(_row_minimiser(pull, mu, epsilon), pull, mu, epsilon)
            of_epsilon.append(_row_value(row, pull, mu, epsilon) / least - 1)
    return _judged("epsilon", gaps, of_erm.missed_with_epsilon)
