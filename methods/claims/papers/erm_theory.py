"""The ERM paper's identities and theorems, tested on random problems without a run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice, permutations
from typing import Literal

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import FEWEST_TRIALS, paired_difference
from methods.claims.flips import in_words, one_by_one, smallest_shifts
from methods.claims.regions import Region, judge_differences
from methods.claims.shares import ending, judge_share
from methods.claims.verdicts import Verdict, decide
from methods.data.generators import twonorm
from methods.margin.alm import alm_iterates, update_rows
from methods.margin.primal_svm import PrimalSVM
from methods.objectives.losses import find_loss
from methods.objectives.svm import exclusivity_objective
from methods.seeds import integer_seed, stream

DRAWS = 200  # random problems behind a verdict on an identity
ROUNDING = 1e-9
RESOLUTION = 1e-12  # of an objective, relative
TEST_POINTS = 5000
SOLVER_NOISE = 1e-6  # of the size of a multiplier
ROW_GAP = 1e-4  # of the value that Algorithm 1 reaches to the least one, relative
# A product that falls to this share vanishes, and one that keeps this share does not. It is
# followed from START on, after the transient, until mu is this share of that of the limit.
# mu grows about 500-fold between the quarters that are compared, so a product that falls as mu^-0.4
# vanishes, and one that falls as mu^-0.1 or slower does not.
VANISHED, KEPT, START, LAST_MU = 0.1, 0.5, 40, 1e-3
PROBLEMS = FEWEST_TRIALS

Loss = Literal["hinge", "squared_hinge"]


def squared_row_sums(results: Results) -> Verdict:
    """Eq. 4: is 1/2 ||W||_F^2 plus the relaxed exclusivities equal to 1/2 sum_i (sum_c |w_c(i)|)^2?

    Summed over all ordered pairs c != c', as printed, and over each unordered pair once.
    """
    rng = stream("claim", "erm", "squared_row_sums")
    errors: dict[str, list[float]] = {"ordered pairs, as printed": [], "each pair once": []}
    for _ in range(DRAWS):
        W = rng.normal(size=(rng.integers(1, 6), rng.integers(2, 6)))
        A = np.abs(W)
        right = (A.sum(axis=1) ** 2).sum() / 2
        ordered = sum(A[:, c] @ A[:, k] for c, k in permutations(range(W.shape[1]), 2))
        for name, pairs in zip(errors, (ordered, ordered / 2), strict=True):
            errors[name].append(((W**2).sum() / 2 + pairs - right) / right)
    largest = {name: float(np.abs(of_name).max()) for name, of_name in errors.items()}
    evidence = [{"sum": name, "largest_relative_error": error} for name, error in largest.items()]
    verdict, flips = judge_share(errors["ordered pairs, as printed"], -ROUNDING, ROUNDING, 1.0)
    reason = "neither reading holds"
    if largest["each pair once"] < ROUNDING:
        reason = (
            f"on {DRAWS} random matrices the two sides differ by up to "
            f"{100 * largest['ordered pairs, as printed']:.0f} % with the sum over c != c' as "
            f"printed, and by rounding only with each unordered pair once"
        )
    return Verdict(verdict, reason + ending(verdict, flips, ""), evidence, flips)


def regulariser_is_convex(results: Results) -> Verdict:
    """Is 1/2 sum_i (sum_c |w_c(i)|)^2 convex, although the exclusivities are not?

    It is a sum of squares of norms. The exclusivities are 0 at W = (1, 0) and W = (0, 1) but 1/4
    half-way between. Both functions are compared with their chords at the middle of this segment
    and of random ones. Flips are shifts of the middles of the first.
    """
    rng = stream("claim", "erm", "regulariser_is_convex")
    segments = [(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]]))]
    segments += [tuple(rng.normal(size=(2, 1, 2))) for _ in range(DRAWS)]
    heights = {
        name: np.array(
            [
                _regulariser((U + V) / 2, frobenius)
                - (_regulariser(U, frobenius) + _regulariser(V, frobenius)) / 2
                for U, V in segments
            ]
        )
        for name, frobenius in (("squared row sums", 1.0), ("exclusivities alone", 0.0))
    }
    above = {name: int((of_name > ROUNDING).sum()) for name, of_name in heights.items()}
    evidence = [{"regulariser": name, "midpoints_above_chord": n} for name, n in above.items()]
    reason = "; ".join(
        f"{name}: {n} of {len(segments)} midpoints above the chord" for name, n in above.items()
    )

    def verdict_at(shift: float) -> str:
        convex = (heights["squared row sums"] + shift <= ROUNDING).all()
        needed = (heights["exclusivities alone"] > ROUNDING).any()
        return decide(bool(convex and needed), bool(not convex or not needed))

    flips = smallest_shifts(one_by_one(verdict_at), ROUNDING - heights["squared row sums"])
    return Verdict(verdict_at(0.0), reason + in_words(flips), evidence, flips)


def _regulariser(W: np.ndarray, frobenius: float) -> float:
    squares = float((W**2).sum())
    return (float((np.abs(W).sum(axis=1) ** 2).sum()) - squares) / 2 + frobenius * squares / 2


def algorithm_1_is_optimal(results: Results) -> Verdict:
    """Theorem 1: does Algorithm 1 reach the minimiser of 1/2 ||w||_1^2 + mu/2 ||w - a||^2?

    The minimiser is known: soft-thresholding of a at the level t / mu with t the l1 norm reached.
    The algorithm starts from ones, as Algorithm 2 does, from random weights, and from (1, 0). The
    theorem names no start. A weight that starts at zero, or gets there, stays near zero: the factor
    of eq. 10 is t / epsilon there. Flips are shifts of the relative gap.
    """
    rng = stream("claim", "erm", "algorithm_1")
    gaps: dict[str, list[float]] = {"ones": [], "random weights": [], "one weight of zero": []}
    for _ in range(DRAWS):
        size, mu = int(rng.integers(2, 31)), float(10 ** rng.uniform(-1, 2))
        pull = rng.normal(size=(1, size)) * mu
        some_zero = np.ones((1, size))
        some_zero[0, -1] = 0.0
        starts = (np.ones((1, size)), rng.normal(size=(1, size)), some_zero)
        least = _row_value(_row_minimiser(pull, mu), pull, mu)
        for name, start in zip(gaps, starts, strict=True):
            row = update_rows(start, pull, mu, 0.0, 1e-8)
            # the value is a sum of squares that is never zero here, so a ratio to it is safe
            gaps[name].append(_row_value(row, pull, mu) / least - 1)
    evidence = [
        {"start": name, "draws": DRAWS, "largest_relative_gap": max(of_start),
         "missed": sum(gap > ROW_GAP for gap in of_start)}
        for name, of_start in gaps.items()
    ]  # fmt: skip
    verdict, flips = judge_share(np.concatenate(list(gaps.values())), -np.inf, ROW_GAP, 1.0)
    reason = f"relative gap to the closed form above {ROW_GAP:g}: " + ", ".join(
        f"from {e['start']} in {e['missed']} of {DRAWS} rows (largest "
        f"{e['largest_relative_gap']:.2g})"
        for e in evidence
    )
    return Verdict(verdict, reason + ending(verdict, flips, ""), evidence, flips)


def _row_value(row: np.ndarray, pull: np.ndarray, mu: float) -> float:
    return float(np.abs(row).sum() ** 2 / 2 + mu / 2 * ((row - pull / mu) ** 2).sum())


def _row_minimiser(pull: np.ndarray, mu: float) -> np.ndarray:
    """Of the k largest entries |w_c| = (|pull_c| - t) / mu stays, with t = sum |w_c|."""
    sizes = np.sort(np.abs(pull[0]))[::-1]
    norms = np.cumsum(sizes) / (mu + np.arange(1, len(sizes) + 1))
    kept = int((sizes > norms).sum())
    return np.sign(pull) * np.maximum(np.abs(pull) - norms[kept - 1], 0) / mu


def multipliers_bounded(results: Results, *, loss: Loss, iterations: int) -> Verdict:
    """Lemma 2: do the largest entries of Z and Q stop growing while mu grows without bound?

    Flips are shifts of their relative growth from the first half of the iterations to the second.
    """
    X, y = _noisy_problem("multipliers", loss)
    run = list(islice(alm_iterates(X, y, 5, 2.0, find_loss(loss)), iterations))
    evidence, growth = [], []
    for name in ("Z", "Q"):
        sizes = [float(np.abs(getattr(iterate, name)).max()) for iterate in run]
        early, late = max(sizes[: iterations // 2]), max(sizes[iterations // 2 :])
        growth.append(late / early - 1)
        evidence.append({"multiplier": name, "largest": max(sizes), "largest_late": late})

    def verdict_at(shift: float) -> str:
        bounded = max(growth) + shift <= SOLVER_NOISE
        return decide(bounded, not bounded)

    flips = smallest_shifts(one_by_one(verdict_at), [SOLVER_NOISE - max(growth)])
    reason = ", ".join(f"largest |{e['multiplier']}| {e['largest']:.3g}" for e in evidence)
    reason += f" over {iterations} iterations, mu up to {run[-1].mu:.1g}"
    return Verdict(verdict_at(0.0), reason + in_words(flips), evidence, flips)


def objective_converges_faster_than_mu_grows(
    results: Results, *, loss: Loss, iterations: int
) -> Verdict:
    """Theorem 2's rate o(1/mu): does mu times the distance to the limit of the objective vanish?

    The limit is the objective of the last iterate. The product is followed on several random
    problems after the start. The claim holds if it falls to a tenth or to rounding on each, and
    fails if it keeps half of its size on any. Flips are shifts of the decimal logarithm of its fall
    or growth.
    """
    falls = [_fall(loss, iterations, problem) for problem in range(PROBLEMS)]

    def verdict_at(shift: float) -> str:
        worst = max(falls) + shift
        return decide(worst <= np.log10(VANISHED), worst >= np.log10(KEPT))

    evidence = [
        {"loss": loss, "problem": problem, "late_over_early": float(10**fall)}
        for problem, fall in enumerate(falls)
    ]
    flips = smallest_shifts(
        one_by_one(verdict_at), [np.log10(share) - max(falls) for share in (VANISHED, KEPT)]
    )
    kept = sum(fall >= np.log10(KEPT) for fall in falls)
    reason = (
        f"from iteration {START} on mu |F - F_limit| keeps half of its size in {kept} of "
        f"{PROBLEMS} problems, and falls to {10 ** max(falls):.2g} of it or less in all"
    )
    return Verdict(verdict_at(0.0), reason + in_words(flips), evidence, flips)


def _fall(loss: Loss, iterations: int, problem: int) -> float:
    """log10 of how far the product falls between the first and last quarter of its course."""
    X, y = _noisy_problem("rate", loss, str(problem))
    penalty = 2.0
    run = list(islice(alm_iterates(X, y, 5, penalty, find_loss(loss)), iterations))
    mu = np.array([iterate.mu for iterate in run])
    values = np.array([exclusivity_objective(i.W.T, i.b, X, y, penalty, loss) for i in run])
    distance = np.abs(values - values[-1])
    last = int(np.searchsorted(mu, LAST_MU * mu[-1]))
    course = slice(min(START, last // 2), last)
    resolved = distance[course] > RESOLUTION * np.abs(values[-1])
    products = np.where(resolved, distance[course] * mu[course], 0.0)
    quarter = max(len(products) // 4, 1)
    early, late = products[:quarter].max(), products[-quarter:].max()
    return float(np.log10(max(late / early, RESOLUTION))) if early else np.log10(RESOLUTION)


def subsets_give_like_learners(
    results: Results, *, n_components: int, rows: Sequence[int], at_most: float
) -> Verdict:
    """Footnote 1: do learners trained on disjoint, well sampled parts of the data hardly differ?

    Squared-hinge SVMs on parts of twonorm; a disagreement is the mean share of test points on which
    two of them differ. It is drawn several times for each of `rows`, the number of rows of a part.
    At the largest its mean must be shown to be below `at_most`; the others show the rate.
    """
    drawn = [
        [_disagreement(n_components, size, draw) for draw in range(FEWEST_TRIALS)] for size in rows
    ]
    differences = paired_difference(drawn[-1], np.zeros(FEWEST_TRIALS))
    judged = judge_differences([differences], Region(largest=at_most))
    evidence = [
        {"components": n_components, "rows": size, "mean_disagreement": float(np.mean(of_size))}
        for size, of_size in zip(rows, drawn, strict=True)
    ]
    reason = f"two of {n_components} learners disagree on " + ", ".join(
        f"{e['mean_disagreement']:.1%} with {e['rows']:,} rows each" for e in evidence
    )
    reason += judged.reason() or in_words(judged.flips, "error")
    return Verdict(judged.verdict, reason, evidence, judged.flips)


def _disagreement(n_components: int, rows: int, draw: int) -> float:
    seed = integer_seed("claim", "erm", "subsets", str(rows), str(draw))
    X, y = twonorm(n_components * rows + TEST_POINTS, seed)
    parts = [slice(k * rows, (k + 1) * rows) for k in range(n_components)]
    machines = [PrimalSVM(2.0, loss="squared_hinge").fit(X[part], y[part]) for part in parts]
    votes = [machine.predict(X[-TEST_POINTS:]) for machine in machines]
    return float(np.mean([np.mean(a != b) for a, b in combinations(votes, 2)]))


def _noisy_problem(*names: str) -> tuple[np.ndarray, np.ndarray]:
    rng = stream("claim", "erm", *names)
    X = rng.normal(size=(60, 5))
    return X, np.where(X[:, 0] + rng.normal(size=60) > 0, 1.0, -1.0)
