"""Tests of the ERM paper's own claims: its identities, its theorems, its growth of time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Any

import numpy as np

from methods.bench.claims import ALPHA, FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE, Verdict, overall
from methods.bench.ranks import friedman_test
from methods.bench.results import Results, finished
from methods.bench.statistics import Summary, confidence_interval, unpaired_difference
from methods.margin.alm import alm_iterates, update_rows
from methods.objectives import hinge_loss, loss_power
from methods.seeds import stream

DRAWS = 200  # random problems behind a verdict on an identity
ROUNDING = 1e-9


def ensemble_loss_share(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Training loss of the ensemble over the mean loss of its components: Proposition 1 says <= 1.

    None for estimators without components; 1 where no component has any loss.
    """
    if not hasattr(estimator, "component_decision_function"):
        return None
    signs = np.where(y == estimator.classes_[1], 1.0, -1.0)
    power = loss_power(estimator.loss)
    of_ensemble = hinge_loss(signs * estimator.decision_function(X), 1.0, power)
    margins = signs[:, None] * estimator.component_decision_function(X)
    of_components = hinge_loss(margins, 1.0, power) / margins.shape[1]
    return of_ensemble / of_components if of_components else 1.0


def squared_row_sums(results: Results) -> Verdict:
    """Eq. 4: is 1/2 ||W||_F^2 plus the relaxed exclusivities equal to 1/2 sum_i (sum_c |w_c(i)|)^2?

    Summed over all ordered pairs c != c', as printed, and over each unordered pair once.
    """
    rng = stream("claim", "erm", "squared_row_sums")
    errors = {"ordered pairs, as printed": 0.0, "each pair once": 0.0}
    for _ in range(DRAWS):
        W = rng.normal(size=(rng.integers(1, 6), rng.integers(2, 6)))
        A = np.abs(W)
        right = (A.sum(axis=1) ** 2).sum() / 2
        ordered = sum(A[:, c] @ A[:, k] for c, k in permutations(range(W.shape[1]), 2))
        for name, pairs in zip(errors, (ordered, ordered / 2), strict=True):
            errors[name] = max(errors[name], abs((W**2).sum() / 2 + pairs - right) / right)
    evidence = [{"sum": name, "largest_relative_error": error} for name, error in errors.items()]
    once = errors["each pair once"] < ROUNDING
    printed = errors["ordered pairs, as printed"] < ROUNDING
    reason = (
        f"on {DRAWS} random matrices the two sides differ by up to "
        f"{100 * errors['ordered pairs, as printed']:.0f} % with the sum over c != c' as printed, "
        f"and by rounding only with each unordered pair once"
    )
    return Verdict(
        HOLDS if printed else FAILS, reason if once else "neither reading holds", evidence
    )


def regulariser_is_convex(results: Results) -> Verdict:
    """Is 1/2 sum_i (sum_c |w_c(i)|)^2 below its chords, where the exclusivities alone are not?"""
    rng = stream("claim", "erm", "regulariser_is_convex")
    above = {"with the Frobenius norm": 0, "relaxed exclusivities alone": 0}
    for _ in range(DRAWS):
        U, V = rng.normal(size=(2, 4, 3))
        for name, frobenius in zip(above, (1.0, 0.0), strict=True):
            at = [_regulariser(W, frobenius) for W in (U, V, (U + V) / 2)]
            above[name] += at[2] > (at[0] + at[1]) / 2 + ROUNDING
    evidence = [{"regulariser": name, "midpoints_above_chord": n} for name, n in above.items()]
    reason = ", ".join(
        f"{name}: {n} of {DRAWS} random midpoints above the chord" for name, n in above.items()
    )
    return Verdict(HOLDS if not above["with the Frobenius norm"] else FAILS, reason, evidence)


def _regulariser(W: np.ndarray, frobenius: float) -> float:
    squares = float((W**2).sum())
    return (float((np.abs(W).sum(axis=1) ** 2).sum()) - squares) / 2 + frobenius * squares / 2


def algorithm_1_is_optimal(results: Results) -> Verdict:
    """Theorem 1: does Algorithm 1 reach the minimiser of 1/2 ||w||_1^2 + mu/2 ||w - a||^2?

    The minimiser is known: soft-thresholding of a at the level t / mu with t the l1 norm reached.
    """
    rng = stream("claim", "erm", "algorithm_1")
    gaps = []
    for _ in range(DRAWS):
        size, mu = int(rng.integers(2, 31)), float(10 ** rng.uniform(-1, 2))
        pull = rng.normal(size=(1, size)) * mu
        found = update_rows(np.ones((1, size)), pull, mu, 0.0, 1e-8)
        gaps.append(
            _row_value(found, pull, mu) / _row_value(_row_minimiser(pull, mu), pull, mu) - 1
        )
    # the value is a sum of squares that is never zero here, so a ratio to it is safe
    worst = max(gaps)
    evidence = [{"draws": DRAWS, "largest_relative_gap": worst, "median": float(np.median(gaps))}]
    reason = f"largest relative gap {worst:.2g} to the closed form over {DRAWS} random rows"
    return Verdict(HOLDS if worst < 1e-4 else FAILS, reason, evidence)


def _row_value(row: np.ndarray, pull: np.ndarray, mu: float) -> float:
    return float(np.abs(row).sum() ** 2 / 2 + mu / 2 * ((row - pull / mu) ** 2).sum())


def _row_minimiser(pull: np.ndarray, mu: float) -> np.ndarray:
    """Of the k largest entries |w_c| = (|pull_c| - t) / mu stays, with t = sum |w_c|."""
    sizes = np.sort(np.abs(pull[0]))[::-1]
    norms = np.cumsum(sizes) / (mu + np.arange(1, len(sizes) + 1))
    kept = int((sizes > norms).sum())
    return np.sign(pull) * np.maximum(np.abs(pull) - norms[kept - 1], 0) / mu


def multipliers_bounded(results: Results, *, loss: str, iterations: int) -> Verdict:
    """Lemma 2: do the largest entries of Z and Q stop growing while mu grows without bound?"""
    rng = stream("claim", "erm", "multipliers", loss)
    X = rng.normal(size=(60, 5))
    y = np.where(X[:, 0] + rng.normal(size=60) > 0, 1.0, -1.0)
    run = list(islice(alm_iterates(X, y, 5, 2.0, loss_power(loss)), iterations))
    evidence, still = [], True
    for name in ("Z", "Q"):
        sizes = [float(np.abs(getattr(iterate, name)).max()) for iterate in run]
        early, late = max(sizes[: iterations // 2]), max(sizes[iterations // 2 :])
        still &= late <= early * (1 + 1e-6)
        evidence.append({"multiplier": name, "largest": max(sizes), "largest_late": late})
    reason = ", ".join(f"largest |{e['multiplier']}| {e['largest']:.3g}" for e in evidence)
    reason += f" over {iterations} iterations, mu up to {run[-1].mu:.1g}"
    return Verdict(HOLDS if still else FAILS, reason, evidence)


def diversity_lowers_error(
    results: Results,
    *,
    study: str,
    diverse: Sequence[str],
    equal: Sequence[str],
    least_angle: float,
    margin: float,
) -> Verdict:
    """Among optima of one problem, does the diverse one err less than the one of equal columns?

    Only trials count in which the diverse optimum stands at least `least_angle` degrees apart. It
    holds when the mean error is lower by `margin`, and fails when no trial differs by as much.
    """
    error = results.trial_scores(study, "error")
    angle = results.trial_scores(study, "mean_angle")
    evidence, changes = [], []
    for a, b in zip(diverse, equal, strict=True):
        apart = angle[a] >= least_angle
        change = (error[a] - error[b])[apart].dropna()
        changes.append(change.to_numpy())
        if len(change):
            evidence.append(
                {"method": a, "than": b, "trials": len(change), "mean_change": change.mean(),
                 "largest_change": change.abs().max(), "mean_angle": angle[a][apart].mean()}
            )  # fmt: skip
    every = np.concatenate(changes)
    if not len(every):
        why = f"no optimum {least_angle:g} degrees apart was found in study {study!r} of this run"
        return Verdict(UNTESTABLE, why)
    largest = np.abs(every).max()
    if every.mean() <= -margin:
        verdict = HOLDS
    else:
        verdict = FAILS if largest < margin else INCONCLUSIVE
    reason = (
        f"in {len(every)} trials with an optimum at least {least_angle:g} degrees apart the test "
        f"error changes by at most {100 * largest:.2g} points against that of equal components"
    )
    return Verdict(verdict, reason, evidence)


def differs(
    results: Results, *, study: str, methods: Sequence[str], than: Sequence[str], margin: float
) -> Verdict:
    """Does any test error differ by more than `margin` between a method and its rival?"""
    error = results.trial_scores(study, "error")
    evidence, changes = [], []
    for a, b in zip(methods, than, strict=True):
        change = (error[a] - error[b]).abs().dropna()
        changes.append(change.to_numpy())
        if len(change):
            evidence.append(
                {"method": a, "than": b, "trials": len(change), "largest_change": change.max()}
            )
    every = np.concatenate(changes)
    if not len(every):
        return Verdict(UNTESTABLE, f"study {study!r} has no finished trials in this run")
    reason = (
        f"the test error at the optimum is that of the SVM with penalty 2/C to within "
        f"{100 * every.max():.2g} points in all {len(every)} trials"
    )
    if every.max() > margin:
        reason = f"test errors differ by up to {100 * every.max():.2g} points"
    return Verdict(HOLDS if every.max() > margin else FAILS, reason, evidence)


def top_ranks(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    ours: Sequence[str],
    datasets: Sequence[str],
) -> Verdict:
    """Are four of the best five average ranks among `ours`?

    The ranks are descriptive; that they tell methods apart at all is Friedman's test at 5 %.
    """
    wide = results.trial_scores(study, "error")[list(methods)]
    means = wide.groupby(level="dataset", sort=False).mean()
    means = means.loc[[name for name in means.index if name in datasets]].dropna()
    if len(means) < len(datasets):
        why = f"needs all of {', '.join(datasets)}; this run has {len(means)} of them"
        return Verdict(UNTESTABLE, why)
    friedman = friedman_test(means.to_numpy(), lower_is_better=True)
    ranks = dict(zip(methods, friedman.average_ranks.tolist(), strict=True))
    best = sorted(ranks, key=lambda name: ranks[name])[:5]
    count = len(set(best) & set(ours))
    reason = f"{count} of the best five are ERM: " + ", ".join(f"{n} {ranks[n]:.1f}" for n in best)
    reason += f"; Friedman's test p = {friedman.f_p_value:.2g}"
    if friedman.f_p_value >= ALPHA:
        verdict = INCONCLUSIVE
    else:
        verdict = HOLDS if count >= 4 else FAILS
    return Verdict(verdict, reason, [{"method": n, "average_rank": r} for n, r in ranks.items()])


def gap_below(
    results: Results, *, study: str, methods: Sequence[str], optimum: Sequence[str], margin: float
) -> Verdict:
    """Is each objective within a relative `margin` of its exact optimum, in every trial?"""
    wide = results.trial_scores(study, "objective")
    evidence, gaps = [], []
    for name, best in zip(methods, optimum, strict=True):
        gap = (wide[name] / wide[best] - 1).dropna()
        gaps.append(gap.to_numpy())
        for dataset, values in gap.groupby(level="dataset", sort=False):
            evidence.append(
                {"dataset": dataset, "method": name, "least": values.min(),
                 "median": values.median(), "largest": values.max(), "trials": len(values)}
            )  # fmt: skip
    every = np.concatenate(gaps)
    if not len(every):
        return Verdict(UNTESTABLE, f"study {study!r} has no finished trials in this run")
    inside = int((every <= margin).sum())
    reason = (
        f"the objective is within {margin:g} of the optimum in {inside} of {len(every)} trials; "
        f"median gap {100 * np.median(every):.2g} %, largest {100 * every.max():.2g} %"
    )
    return Verdict(HOLDS if inside == len(every) else FAILS, reason, evidence)


def seconds_grow_linearly(
    results: Results, *, study: str, methods: Sequence[str], at_most: float
) -> Verdict:
    """Is the slope of log seconds against log rows, upper half of the sizes, at most `at_most`?

    One slope a trial; the verdict on a (data set, method) is that of the 95 % interval of their
    mean, or of the mean itself where there is one trial only.
    """
    runs = finished(results.runs(study))
    runs = runs[runs["method"].isin(methods)]
    if runs.empty:
        return Verdict(UNTESTABLE, f"study {study!r} has no finished trials in this run")
    evidence, words = [], []
    for (dataset, method), group in runs.groupby(["dataset", "method"], observed=True):
        sizes = np.sort(group["n_train"].unique())
        upper = group[group["n_train"] >= sizes[(len(sizes) - 1) // 2]]
        slopes = np.array(
            [
                np.polyfit(np.log(trial["n_train"]), np.log(trial["fit_seconds"]), 1)[0]
                for _, trial in upper.groupby("seed")
            ]
        )
        low, high = _interval(slopes)
        words.append(HOLDS if high <= at_most else FAILS if low > at_most else INCONCLUSIVE)
        evidence.append(
            {"dataset": str(dataset), "method": str(method), "exponent": float(slopes.mean()),
             "interval": [low, high], "rows": [int(sizes[0]), int(sizes[-1])], "verdict": words[-1]}
        )  # fmt: skip
    slopes_seen = [float(e["exponent"]) for e in evidence]  # type: ignore[arg-type]
    reason = f"seconds grow like N^{min(slopes_seen):.2f} to N^{max(slopes_seen):.2f}"
    reason += f", at most N^{at_most:g} asked"
    return Verdict(overall(words, 1.0), reason, evidence)


def _interval(values: np.ndarray) -> tuple[float, float]:
    if len(values) < 2:
        return float(values.mean()), float(values.mean())
    zero = Summary(0.0, 0.0, len(values))
    summary = Summary(float(values.mean()), float(values.std(ddof=1)), len(values))
    return confidence_interval(unpaired_difference(summary, zero))
