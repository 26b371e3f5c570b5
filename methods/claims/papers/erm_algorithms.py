"""What the ERM paper says of its Algorithm 2, tested on random problems without a run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Literal

import numpy as np

from methods.angles import mean_pairwise_angle
from methods.bench.results import Results
from methods.bench.statistics import FEWEST_TRIALS
from methods.claims.flips import one_by_one, smallest_shifts
from methods.claims.sentences import of_erm
from methods.claims.sentences.words import DEGREES, FACTOR, OF_LARGEST_WEIGHT, PERCENT, flip
from methods.claims.shares import judge_share, told
from methods.claims.verdicts import Verdict, decide
from methods.margin.alm import alm_iterates
from methods.margin.primal_svm import PrimalSVM
from methods.objectives.losses import find_loss
from methods.objectives.svm import exclusivity_objective
from methods.seeds import stream

RESOLUTION = 1e-12  # of an objective, relative
# Of a multiplier, from the first half of the iterations to the second. One that grows as the number
# of iterations doubles, and one that grows as its logarithm gains 15 %.
LATE_GROWTH = 0.01
# A product that falls to this share vanishes, and one that keeps this share does not. It is
# followed from START on, after the transient, until mu is this share of that of the limit.
# mu grows about 500-fold between the quarters that are compared, so a product that falls as mu^-0.4
# vanishes, and one that falls as mu^-0.1 or slower does not.
VANISHED, KEPT, START, LAST_MU = 0.1, 0.5, 40, 1e-3
PROBLEMS = FEWEST_TRIALS
PENALTY = 2.0  # lambda in the paper's experiments
FROZEN_MU = 1e7  # the multipliers are bounded, so weights move by 1e-7 or less then

Loss = Literal["hinge", "squared_hinge"]


def multipliers_bounded(results: Results, *, loss: Loss, iterations: int) -> Verdict:
    """Lemma 2: do the largest entries of Z and Q stop growing while mu grows without bound?

    They are followed on several random problems. Flips are shifts of their relative growth from the
    first half of the iterations to the second.
    """
    evidence, growth = [], []
    for problem in range(PROBLEMS):
        X, y = _noisy_problem("multipliers", loss, str(problem))
        run = list(islice(alm_iterates(X, y, 5, PENALTY, find_loss(loss)), iterations))
        for name in ("Z", "Q"):
            sizes = [float(np.abs(getattr(iterate, name)).max()) for iterate in run]
            early, late = max(sizes[: iterations // 2]), max(sizes[iterations // 2 :])
            growth.append(late / early - 1)
            evidence.append(
                {"problem": problem, "multiplier": name, "largest": max(sizes),
                 "largest_late": late}
            )  # fmt: skip
    largest = {
        name: max(float(e["largest"]) for e in evidence if e["multiplier"] == name) for name in "ZQ"
    }
    reason = of_erm.sizes_of_multipliers(
        largest, PROBLEMS, iterations, run[-1].mu, max(growth), LATE_GROWTH
    )
    judged = judge_share(growth, -np.inf, LATE_GROWTH, 1.0)
    return told(judged, reason, evidence, "this growth", PERCENT)


def objective_converges_faster_than_mu_grows(
    results: Results, *, loss: Loss, iterations: int, vanishes: bool = True
) -> Verdict:
    """Theorem 2's rate o(1/mu): does mu times the distance to the limit of the objective vanish?

    The limit is the objective of the last iterate. The product is followed on several random
    problems after the start. The claim holds if it falls to a tenth or to rounding on each, and
    fails if it keeps half of its size on any. Without `vanishes` the rate is O(1/mu): the claim
    holds if the product at most doubles on each, and fails if it grows tenfold on any. Flips are
    shifts of the decimal logarithm of its fall or growth.
    """
    falls = [_fall(loss, iterations, problem) for problem in range(PROBLEMS)]
    least, most = (VANISHED, KEPT) if vanishes else (1 / KEPT, 1 / VANISHED)

    def verdict_at(shift: float) -> str:
        worst = max(falls) + shift
        return decide(worst <= np.log10(least), worst >= np.log10(most))

    evidence = [
        {"loss": loss, "problem": problem, "late_over_early": float(10**fall)}
        for problem, fall in enumerate(falls)
    ]
    flips = smallest_shifts(
        one_by_one(verdict_at), [np.log10(share) - max(falls) for share in (least, most)]
    )
    kept = sum(fall >= np.log10(most) for fall in falls)
    lost = sum(fall <= np.log10(RESOLUTION) for fall in falls)
    reason = of_erm.product_kept(START, most, kept, lost, PROBLEMS, 10 ** max(falls))
    factors = {verdict: shift * np.log(10) for verdict, shift in flips.items()}
    change = flip(factors, "what is left of the product", FACTOR)
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)


def _fall(loss: Loss, iterations: int, problem: int) -> float:
    """log10 of how far the product falls between the first and last quarter of its course."""
    X, y = _noisy_problem("rate", loss, str(problem))
    run = list(islice(alm_iterates(X, y, 5, PENALTY, find_loss(loss)), iterations))
    mu = np.array([iterate.mu for iterate in run])
    values = np.array([exclusivity_objective(i.W.T, i.b, X, y, PENALTY, loss) for i in run])
    distance = np.abs(values - values[-1])
    last = int(np.searchsorted(mu, LAST_MU * mu[-1]))
    course = slice(min(START, last // 2), last)
    resolved = distance[course] > RESOLUTION * np.abs(values[-1])
    products = np.where(resolved, distance[course] * mu[course], 0.0)
    quarter = max(len(products) // 4, 1)
    early, late = products[:quarter].max(), products[-quarter:].max()
    if not early:  # lost in rounding, unless it comes out of it again
        return float(-np.log10(RESOLUTION) if late else np.log10(RESOLUTION))
    return float(np.log10(max(late / early, RESOLUTION)))


def unequal_columns_reach_one_svm(
    results: Results, *, loss: Loss, n_components: int, rho: Sequence[float], at_most: float
) -> Verdict:
    """Does Algorithm 2 reach one SVM from columns that differ, the slower mu grows?

    It does not use the single SVM. From the printed start its columns stay equal, which makes ERM
    one SVM from the outset. So the multipliers Q start from normal numbers here. The distance of
    its ensemble to the SVM with the penalty divided by C is told in shares of the SVM's largest
    weight. It must be `at_most` for the last of `rho` on each of several random problems; the
    others show the rate. Flips are shifts of that distance.
    """
    evidence: list[dict[str, Any]] = [
        {"loss": loss, "rho": growth, "problem": problem,
         **_after_unequal_start(loss, n_components, growth, str(problem))}
        for growth in rho
        for problem in range(PROBLEMS)
    ]  # fmt: skip
    distances = {
        growth: [e["relative_distance"] for e in evidence if e["rho"] == growth] for growth in rho
    }
    angles = [entry["mean_angle"] for entry in evidence if entry["rho"] == rho[-1]]
    largest = {growth: max(of_rho) for growth, of_rho in distances.items()}
    reason = of_erm.distance_to_one_svm(largest, max(angles))
    judged = judge_share(distances[rho[-1]], -np.inf, at_most, 1.0)
    return told(judged, reason, evidence, "the distance to the SVM", OF_LARGEST_WEIGHT)


def unequal_columns_stay_apart(
    results: Results,
    *,
    loss: Loss,
    n_components: Sequence[int],
    scales: Sequence[float],
    rho: float,
    at_least: float,
) -> Verdict:
    """Do the columns of Algorithm 2 differ at its end, if they differ at its start?

    From the printed start they are equal throughout. Here the multipliers Q start from normal
    numbers, times one of `scales`. A case is a number of components and a scale. It holds if the
    mean angle between the columns is `at_least` so many degrees on each of several random problems.
    The paper has no such start, so there is a verdict only if all cases agree. Flips are shifts of
    the angles.
    """
    evidence: list[dict[str, Any]] = [
        {"loss": loss, "components": size, "scale": scale, "rho": rho, "problem": problem,
         **_after_unequal_start(loss, size, rho, str(problem), scale)}
        for size in n_components
        for scale in scales
        for problem in range(PROBLEMS)
    ]  # fmt: skip
    angles: dict[tuple[int, float], list[float]] = {}
    for entry in evidence:
        angles.setdefault((entry["components"], entry["scale"]), []).append(entry["mean_angle"])
    least = {case: min(of_case) for case, of_case in angles.items()}

    def verdict_at(shift: float) -> str:
        apart = [angle + shift >= at_least for angle in least.values()]
        return decide(all(apart), not any(apart))

    flips = smallest_shifts(one_by_one(verdict_at), at_least - np.array([*least.values()]))
    distance = max(entry["relative_distance"] for entry in evidence)
    reason = of_erm.columns_apart(angles, at_least, distance)
    return Verdict(verdict_at(0.0), reason, evidence, flips, flip(flips, "the mean angle", DEGREES))


def _after_unequal_start(
    loss: Loss, n_components: int, rho: float, name: str, scale: float = 1.0
) -> dict[str, float]:
    X, y = _noisy_problem("one svm", loss, name, features=30)
    normal = stream("claim", "erm", "start", loss, name).normal(size=(X.shape[1], n_components))
    start = scale * normal
    iterates = alm_iterates(
        X, y, n_components, PENALTY, find_loss(loss), rho=rho, initial_multipliers=start
    )
    last = next(iterate for iterate in iterates if iterate.mu > FROZEN_MU)
    svm = PrimalSVM(PENALTY / n_components, loss=loss).fit(X, y)
    reached = exclusivity_objective(last.W.T, last.b, X, y, PENALTY, loss)
    distance = np.abs(last.W.mean(axis=1) - svm.coef_).max() / np.abs(svm.coef_).max()
    return {
        "relative_distance": float(distance),
        "relative_gap": float(reached / (n_components**2 * svm.objective_) - 1),
        "mean_angle": float(mean_pairwise_angle(last.W.T)),
    }


def _noisy_problem(*names: str, features: int = 5) -> tuple[np.ndarray, np.ndarray]:
    rng = stream("claim", "erm", *names)
    X = rng.normal(size=(60, features))
    return X, np.where(X[:, 0] + rng.normal(size=60) > 0, 1.0, -1.0)
