"""Tests of the DRM paper's own claims, and the measures they are tested on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.bench.verdicts import FAILS, HOLDS, Verdict, nothing_ran
from methods.bench.win_tie_loss import win_tie_loss_table
from methods.objectives.diversity import best_rho
from methods.seeds import stream

DRAWS = 200  # random sets of vectors behind a verdict on a theorem
ROUNDING = 1e-9


def smallest_norm(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """The smallest ||w_t||; the bridge from eq. 3 back to eq. 2 needs all of them to be 1."""
    norms = getattr(estimator, "component_norms_", None)
    return None if norms is None else float(np.min(norms))


def first_angle(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Mean angle in degrees between the learners after the first sweep."""
    trace = getattr(estimator, "mean_angle_trace_", None)
    return None if trace is None or not len(trace) else float(trace[0])


def last_angle(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Mean angle in degrees between the learners at the end."""
    trace = getattr(estimator, "mean_angle_trace_", None)
    return None if trace is None or not len(trace) else float(trace[-1])


def proposition_1_slack(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Sum of the components' losses minus the loss of their mean: Proposition 1 says >= 0.

    The loss of a component is -nu rho_t / T + 1/m sum xi_ti^2, that of the mean
    -nu rho + 1/m sum xi_i^2, each at its best rho.
    """
    if not hasattr(estimator, "component_decision_function"):
        return None
    signs = np.where(y == estimator.classes_[1], 1.0, -1.0)
    margins = signs * estimator.component_decision_function(X).T
    nu, T = float(getattr(estimator, "nu_", None) or estimator.nu), len(margins)
    of_mean = _loss(margins.mean(axis=0, keepdims=True), nu)
    return float(_loss(margins, nu / T).sum() - of_mean.sum())


def _loss(margins: np.ndarray, share: float) -> np.ndarray:
    weights = np.full(margins.shape[1], 1 / margins.shape[1])
    rho = best_rho(margins, share, weights)
    return -share * rho + np.maximum(rho[:, None] - margins, 0) ** 2 @ weights


def norm_bound(results: Results, *, reading: str) -> Verdict:
    """Theorem 1's step: is ||mean w||^2 <= a^2 / T + (1 - q) a^2 when the diversity exceeds q?

    `reading` "largest": div_infinity is the diversity of the most diverse pair, as defined;
    "every pair": that of the least diverse one, which the proof uses.
    """
    rng = stream("claim", "drm", "norm_bound")
    thirds = 2 * np.pi * np.arange(3) / 3
    sets = [
        np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]]),
        np.column_stack([np.cos(thirds), np.sin(thirds)]),
    ]
    for _ in range(DRAWS):
        W = rng.normal(size=(int(rng.integers(2, 8)), 3))
        sets.append(W / np.linalg.norm(W, axis=1).max())
    broken, example = 0, ""
    for W in sets:
        lengths = np.linalg.norm(W, axis=1)
        cosines = (W @ W.T / np.outer(lengths, lengths))[np.triu_indices(len(W), 1)]
        q = 1 - (cosines.min() if reading == "largest" else cosines.max())
        if np.sum(W.mean(axis=0) ** 2) > 1 / len(W) + 1 - q + ROUNDING:
            broken += 1
            example = example or f"T = {len(W)}, q = {q:.2g}, norms from {lengths.min():.2g} to 1"
    evidence = [{"reading": reading, "sets": len(sets), "broken": broken, "first": example}]
    reason = f"the bound is broken by {broken} of {len(sets)} sets of vectors"
    return Verdict(
        FAILS if broken else HOLDS, reason + (f" ({example})" if broken else ""), evidence
    )


def never_worse(
    results: Results, *, study: str, methods: Sequence[str], than: str, test: str = "paired"
) -> Verdict:
    """Does no method lose to `than` on any data set, by the two-tailed t-test that papers use?"""
    table = win_tie_loss_table(results, study=study, methods=[*methods, than]).data
    rows = table[(table["test"] == test) & (table["against"] == than)]
    if rows.empty or not rows[["wins", "ties", "losses"]].to_numpy().any():
        return nothing_ran(study, None)
    evidence = rows.to_dict("records")
    counts = ", ".join(f"{r['method']} {r['wins']}/{r['ties']}/{r['losses']}" for r in evidence)
    lost = int(rows["losses"].sum())
    return Verdict(FAILS if lost else HOLDS, f"wins/ties/losses against {than}: {counts}", evidence)


def more_wins(
    results: Results, *, study: str, methods: Sequence[str], than: Sequence[str]
) -> Verdict:
    """Does each method win on more data sets than it loses, against its own rival?"""
    table = win_tie_loss_table(results, study=study, methods=[*methods, *than]).data
    table = table[table["test"] == "paired"].set_index(["method", "against"])
    evidence = [
        {"method": a, "than": b, **table.loc[(a, b), ["wins", "ties", "losses"]].to_dict()}
        for a, b in zip(methods, than, strict=True)
    ]
    if not any(e["wins"] + e["ties"] + e["losses"] for e in evidence):
        return nothing_ran(study, None)
    counts = ", ".join(
        f"{e['method']} against {e['than']} {e['wins']}/{e['ties']}/{e['losses']}" for e in evidence
    )
    holds = all(e["wins"] > e["losses"] for e in evidence)
    return Verdict(HOLDS if holds else FAILS, f"wins/ties/losses: {counts}", evidence)


def same_objective(
    results: Results, *, study: str, methods: Sequence[str], optimum: Sequence[str], margin: float
) -> Verdict:
    """Is each objective within `margin`, relative, of the exact one, in every trial?

    The two share their selection of nu and mu, so that they solve the same problem.
    """
    wide = results.trial_scores(study, "objective")
    gaps = np.concatenate(
        [
            ((wide[a] - wide[b]).abs() / wide[b].abs()).dropna().to_numpy()
            for a, b in zip(methods, optimum, strict=True)
        ]
    )
    if not len(gaps):
        return nothing_ran(study, None)
    inside = int((gaps <= margin).sum())
    reason = (
        f"the objective is within {margin:g} of the optimum in {inside} of {len(gaps)} trials, "
        f"median {np.median(gaps):.2g}, largest {gaps.max():.2g}"
    )
    return Verdict(HOLDS if inside == len(gaps) else FAILS, reason)
