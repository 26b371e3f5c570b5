"""Claims that only the DRM paper makes: its relaxation, its bounds, and its counts of wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
from scipy.stats import binom, spearmanr
from scipy.stats import t as student_t

from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    confidence_interval,
    paired_difference,
)
from methods.claims.cases import Case, judge_cases, judgeable, score_cases
from methods.claims.regions import Array, PValues, Region, judge_differences, judge_p_values
from methods.claims.sentences import of_drm
from methods.claims.sentences.words import PERCENT, flip, group, sentences
from methods.claims.shares import judge_share, told
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran
from methods.schemas.option_kinds import DatasetName, MethodName, StudyName
from methods.seeds import stream

DRAWS = 200  # random sets of vectors behind a verdict on a theorem
ROUNDING = 1e-9
# A short vector adds to the mean diversity and takes little from the mean.
ONE_SHORT = np.array([[1.0, 0.0]] * 5 + [[-0.01, 0.0]])
LARGEST_R = 0.999  # of a rank correlation, so that Fisher's transform of it is finite


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


def eq_3_adds_a_constant(results: Results, *, times: Literal[1, 4] = 1) -> Verdict:
    """If all norms are 1, do the diversity terms of eqs. 2 and 3 differ by a constant?

    The losses are the same. Eq. 2 has mu times the cosine of each pair once, and eq. 3 has mu times
    ||w_t + w_t'||^2 for t != t', so each pair twice. The difference is looked at on random
    learners, with mu of eq. 2 `times` that of eq. 3. Flips are shifts of what varies.
    """
    rng = stream("claim", "drm", "eq_3_adds_a_constant")
    varying: dict[int, list[float]] = {1: [], 2: [], 4: []}  # by the factor of mu in eq. 2
    for T in range(2, 7):
        sets = rng.normal(size=(DRAWS, T, 3))
        sets /= np.linalg.norm(sets, axis=2, keepdims=True)
        t, other = np.triu_indices(T, 1)
        cosines = np.sum(sets[:, t] * sets[:, other], axis=(1, 2))
        sums = 2 * np.sum((sets[:, t] + sets[:, other]) ** 2, axis=(1, 2))
        for factor, of_factor in varying.items():
            difference = sums - factor * cosines
            of_factor += (difference - difference.mean()).tolist()
    largest = {factor: float(np.abs(values).max()) for factor, values in varying.items()}
    evidence = [{"mu_of_eq_2_times": f, "varies_by_mu_times": size} for f, size in largest.items()]
    reason = of_drm.difference_of_terms(largest[1], largest[4] < ROUNDING)
    judged = judge_share(varying[times], -ROUNDING, ROUNDING, 1.0)
    return told(judged, reason, evidence, "what varies")


def norm_bound(
    results: Results,
    *,
    reading: Literal["largest", "every pair", "mean"],
    norm: Literal["l1", "l2"] = "l2",
    q_at_most: float = 2.0,
    equal_norms: bool = False,
) -> Verdict:
    """Is the mean of diverse vectors short: ||mean w||^2 <= a^2 / T + (1 - q) a^2, when div > q?

    Here a is the largest norm. With ``norm="l2"`` this is a step of theorem 1. Lemma 4, which is
    ``norm="l1"``, says that ||mean w||_1^2 is at most d times the right-hand side.
    With the `reading` "largest", div_infinity is the diversity of the most diverse pair, as
    defined. With "every pair" it is that of the least diverse pair, which the proof uses. With
    "mean" it is div_1, which DRM uses, for each pair, and one more set is tried. With `equal_norms`
    all vectors are made as long as the longest. Sets whose q is above `q_at_most` do not count; no
    q is above 2. Flips are shifts of the squared norms.
    """
    of_cosines: dict[str, Callable[[Array], Any]] = {
        "largest": np.min, "every pair": np.max, "mean": np.mean,
    }  # fmt: skip
    example = ""
    excess = []
    for W in [*_sets_of_vectors(), *[ONE_SHORT] * (reading == "mean")]:
        T, d = W.shape
        lengths = np.linalg.norm(W, axis=1)
        if equal_norms:
            W, lengths = W / lengths[:, None], np.ones(T)
        shortest = round(lengths.min(), 2)
        cosines = (W @ W.T / np.outer(lengths, lengths))[np.triu_indices(T, 1)]
        q = 1 - of_cosines[reading](cosines)
        if q > q_at_most + ROUNDING:
            continue
        mean, bound = W.mean(axis=0), 1 / T + 1 - q
        reached = mean @ mean if norm == "l2" else np.abs(mean).sum() ** 2 / d
        excess.append(reached - bound)
        if excess[-1] > ROUNDING:
            norms = f"norms from {shortest:.2g} to 1" if shortest < 1 else "norms of 1"
            example = example or f"T = {T} vectors, q = {q:.2g} and {norms}"
    broken = sum(value > ROUNDING for value in excess)
    evidence = [{"reading": reading, "sets": len(excess), "broken": broken, "first": example}]
    reason = of_drm.broken_bound(broken, len(excess), example)
    judged = judge_share(excess, -np.inf, ROUNDING, 1.0)
    return told(judged, reason, evidence, "the squared norms")


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
    reason = of_drm.constant_needed([(e["T"], e["C_1_needed"]) for e in evidence])
    return Verdict(FAILS if needed[-1] > 100 * needed[0] else HOLDS, reason, evidence)


def never_worse(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: MethodName,
    datasets: Sequence[DatasetName] | None = None,
    visible: float = 0.01,
) -> Verdict:
    """Is no method significantly worse than `than` on any data set?

    A case fails if a method is significantly worse. It holds if the method is not, and is shown to
    be worse by less than `visible`, so that few trials prove nothing.
    """
    cases = score_cases(results, study, "error", methods, [than], datasets, "", None, False)
    if not judgeable(cases)[0]:
        return nothing_ran(study, datasets)
    region = Region(largest=visible, kept=(-np.inf, 0.0))
    return judge_cases(cases, region, 1.0, of_drm.no_worse(visible))


def errs_less_with_angle(
    results: Results,
    *,
    study: StudyName,
    method: MethodName,
    than: MethodName,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Does `method` err the less, against `than`, the farther apart its learners are in a trial?

    The rank correlation of the mean pairwise angle with the difference of the errors is taken over
    the trials of each data set. A data set with one angle or one difference alone says nothing. The
    mean of Fisher's transform over the data sets must be shown to be below 0, by the t-test over
    data sets. Flips are shifts of that mean.
    """
    errors = results.trial_scores(study, "error")
    angles = results.trial_scores(study, "last_angle")[method]
    evidence: list[dict[str, Any]] = []
    transformed = []
    for dataset in results.datasets(study, datasets):
        change = (errors[method] - errors[than]).loc[dataset]
        known = pd.concat([angles.loc[dataset], change], axis=1).dropna()
        if len(known) < FEWEST_TRIALS or (known.nunique() < 2).any():
            continue
        correlation = float(spearmanr(known.iloc[:, 0], known.iloc[:, 1])[0])
        transformed.append(np.arctanh(np.clip(correlation, -LARGEST_R, LARGEST_R)))
        evidence.append(
            {"dataset": dataset, "method": method, "than": than, "rank_correlation": correlation,
             "median_angle": float(known.iloc[:, 0].median()), "trials": len(known)}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    mean = paired_difference(transformed, np.zeros(len(transformed)))
    judged = judge_differences([mean], Region(largest=0.0))
    lower = sum(entry["rank_correlation"] < 0 for entry in evidence)
    reason = of_drm.angle_and_error(
        float(np.tanh(mean.value)),
        np.tanh(confidence_interval(mean)).tolist(),
        lower,
        len(evidence),
    )
    return judged.told(reason, evidence, "the mean of the transformed correlations")


def more_wins(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Does each method win on more data sets than it loses, against its own rival?

    A win or a loss is a significant difference by the two-tailed t-test that papers use. By chance
    alone a data set that is not a tie is a win as often as a loss, so their counts are compared by
    the sign test. Flips are shifts of the errors of `methods`.
    """
    pairs = list(zip(methods, than, strict=True))
    cases = score_cases(results, study, "error", methods, than, datasets, "", None, True)
    if not judgeable(cases)[0]:
        return nothing_ran(study, datasets)
    values, bars, left_out = values_and_bars(cases, pairs)

    def counts_at(shifts: Array) -> tuple[Array, Array]:
        moved = [v + shifts[:, None] for v in values]
        wins = [(m < -bar).sum(axis=1) for m, bar in zip(moved, bars, strict=True)]
        losses = [(m > bar).sum(axis=1) for m, bar in zip(moved, bars, strict=True)]
        return np.stack(wins, axis=-1), np.stack(losses, axis=-1)

    def p_values_at(shifts: Array) -> PValues:
        wins, losses = counts_at(shifts)
        decided = wins + losses
        return binom.sf(wins - 1, decided, 0.5), binom.sf(losses - 1, decided, 0.5)

    places = [side * bar - v for v, bar in zip(values, bars, strict=True) for side in (-1, 1)]
    judged = judge_p_values(p_values_at, np.concatenate(places), 1.0, ALPHA / 2)
    wins, losses = (counts[0] for counts in counts_at(np.zeros(1)))
    evidence: list[dict[str, Any]] = [
        {"method": a, "than": b, "wins": int(won), "ties": int(len(known) - won - lost),
         "losses": int(lost), "corrected_for_resampling": again, **p_values, "verdict": verdict}
        for (a, b), known, won, lost, again, p_values, verdict in zip(
            pairs, values, wins, losses, corrected_counts(cases, pairs), judged.p_values,
            judged.cases, strict=True,
        )
    ]  # fmt: skip
    reason = sentences(of_drm.wins(evidence, "more wins"), left_out)
    change = flip(judged.flips, f"the error of {group(methods)}", PERCENT)
    return Verdict(judged.verdict, reason, evidence, judged.flips, change)


def corrected_counts(cases: Sequence[Case], pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Wins, ties and losses of each pair by the t-test that is corrected for resampling."""
    counts = []
    for values, bars in zip(*values_and_bars(cases, pairs, corrected=True)[:2], strict=True):
        won, lost = int((values < -bars).sum()), int((values > bars).sum())
        counts.append(f"{won}/{len(values) - won - lost}/{lost}")
    return counts


def values_and_bars(
    cases: Sequence[Case], pairs: Sequence[tuple[str, str]], corrected: bool = False
) -> tuple[list[Array], list[Array], str]:
    """By pair, the differences of `FEWEST_TRIALS`, and from which size on each is significant.

    They are `corrected` for resampling, if that is asked. The last is a sentence on the cases that
    are left out.
    """
    judged, left_out = judgeable(cases)
    by_pair = [[c for c in judged if (c.method, c.than) == pair] for pair in pairs]
    known = [
        [c.corrected if corrected else c.difference for c in of if c.difference.n >= FEWEST_TRIALS]
        for of in by_pair
    ]
    values = [np.array([d.value for d in of_pair]) for of_pair in known]
    bars = [
        np.array([d.standard_error * student_t.isf(ALPHA / 2, d.degrees_of_freedom) for d in of])
        for of in known
    ]
    return values, bars, left_out
