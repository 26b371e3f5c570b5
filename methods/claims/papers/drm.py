"""Claims that only the DRM paper makes: its bounds, and its counts of wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from methods.bench.results import Results
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran
from methods.schemas.option_kinds import DatasetName, MethodName, StudyName
from methods.seeds import stream
from methods.tables.wins import win_tie_loss_table

DRAWS = 200  # random sets of vectors behind a verdict on a theorem
ROUNDING = 1e-9


def _sets_of_vectors() -> list[np.ndarray]:
    """Sets {w_1..w_T} to try a bound on: two by hand and random ones, the longest of norm 1."""
    rng = stream("claim", "drm", "norm_bound")
    thirds = 2 * np.pi * np.arange(3) / 3
    sets = [
        np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]]),
        np.column_stack([np.cos(thirds), np.sin(thirds)]),
    ]
    for _ in range(DRAWS):
        W = rng.normal(size=(int(rng.integers(2, 8)), 3))
        sets.append(W / np.linalg.norm(W, axis=1).max())
    return sets


def norm_bound(
    results: Results,
    *,
    reading: Literal["largest", "every pair"],
    norm: Literal["l1", "l2"] = "l2",
) -> Verdict:
    """Is the mean of diverse vectors short: ||mean w||^2 <= a^2 / T + (1 - q) a^2, when div > q?

    Here a is the largest norm. With ``norm="l2"`` this is a step of theorem 1. Lemma 4, which is
    ``norm="l1"``, says that ||mean w||_1^2 is at most d times the right-hand side.
    With the `reading` "largest", div_infinity is the diversity of the most diverse pair, as
    defined. With "every pair" it is that of the least diverse pair, which the proof uses.
    """
    broken, example = 0, ""
    sets = _sets_of_vectors()
    for W in sets:
        T, d = W.shape
        lengths = np.linalg.norm(W, axis=1)
        cosines = (W @ W.T / np.outer(lengths, lengths))[np.triu_indices(T, 1)]
        q = 1 - (cosines.min() if reading == "largest" else cosines.max())
        mean, bound = W.mean(axis=0), 1 / T + 1 - q
        reached = mean @ mean if norm == "l2" else np.abs(mean).sum() ** 2 / d
        if reached > bound + ROUNDING:
            broken += 1
            example = example or f"T = {T}, q = {q:.2g}, norms from {lengths.min():.2g} to 1"
    evidence = [{"reading": reading, "sets": len(sets), "broken": broken, "first": example}]
    reason = f"the bound is broken by {broken} of {len(sets)} sets of vectors"
    reason += f" ({example})" if broken else ""
    return Verdict(FAILS if broken else HOLDS, reason, evidence)


def covering_bound(results: Results, *, theorem: Literal[1, 2]) -> Verdict:
    """Can any constants C_1 and C_2 save the covering number's bound, div_infinity as defined?

    Let H hold the unit vectors of the plane (a = 1). Take T - 1 copies of one and one copy of the
    other, so that div_infinity = 1. The two mean vectors that this gives have values 1 - 2/T apart
    at both samples e_1 and e_2. If T > 4, no function is within 1/4 of both, so
    log2 N(1/4, 2) >= 1. The bound, with q = 1 - 1/T, falls to zero with T for any C_1 and C_2, so
    the C_1 that it needs has no limit.
    """
    d, epsilon, m = 2, 0.25, 2
    factor = d * (1 + np.log(d)) if theorem == 2 else 1.0
    scale = float(np.sqrt(d)) if theorem == 2 else 1.0
    evidence = []
    for T in (10, 1_000, 100_000):
        squared = 2 / T  # a^2 / T + (1 - q) a^2
        apart = 1 - 2 / T
        bound = factor * squared / epsilon**2
        bound *= np.log2(1 + m * (scale * np.sqrt(squared) / epsilon + 4))
        least = 1.0 if apart > 2 * epsilon else 0.0
        evidence.append({"T": T, "log2_N_at_least": least, "C_1_needed": float(least / bound)})
    needed = [entry["C_1_needed"] for entry in evidence]
    reason = "the C_1 that the bound needs grows without limit with T, at C_2 = 1 " + ", ".join(
        f"{e['C_1_needed']:.2g} for T = {e['T']:,}" for e in evidence
    )
    return Verdict(FAILS if needed[-1] > 100 * needed[0] else HOLDS, reason, evidence)


def never_worse(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: MethodName,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Does no method lose to `than` on any data set, by the two-tailed t-test that papers use?"""
    both = [*methods, than]
    table = win_tie_loss_table(results, study=study, methods=both, datasets=datasets).data
    rows = table[(table["test"] == "paired") & (table["against"] == than)]
    if rows.empty or not rows[["wins", "ties", "losses"]].to_numpy().any():
        return nothing_ran(study, datasets)
    evidence = rows.to_dict("records")
    counts = ", ".join(f"{r['method']} {r['wins']}/{r['ties']}/{r['losses']}" for r in evidence)
    lost = int(rows["losses"].sum())
    return Verdict(FAILS if lost else HOLDS, f"wins/ties/losses against {than}: {counts}", evidence)


def more_wins(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Does each method win on more data sets than it loses, against its own rival?"""
    both = list(dict.fromkeys([*methods, *than]))
    table = win_tie_loss_table(results, study=study, methods=both, datasets=datasets).data
    table = table[table["test"] == "paired"].set_index(["method", "against"])
    evidence = [
        {"method": a, "than": b, **table.loc[(a, b), ["wins", "ties", "losses"]].to_dict()}
        for a, b in zip(methods, than, strict=True)
    ]
    if not any(e["wins"] + e["ties"] + e["losses"] for e in evidence):
        return nothing_ran(study, datasets)
    counts = ", ".join(
        f"{e['method']} against {e['than']} {e['wins']}/{e['ties']}/{e['losses']}" for e in evidence
    )
    holds = all(e["wins"] > e["losses"] for e in evidence)
    return Verdict(HOLDS if holds else FAILS, f"wins/ties/losses: {counts}", evidence)
