"""The ERM paper's identities and theorems, tested on random problems without a run."""

from __future__ import annotations

from itertools import combinations, islice, permutations
from typing import Literal

import numpy as np

from methods.bench.results import Results
from methods.claims.verdicts import FAILS, HOLDS, Verdict
from methods.data.generators import twonorm
from methods.margin.alm import alm_iterates, update_rows
from methods.margin.primal_svm import PrimalSVM
from methods.objectives.losses import find_loss
from methods.objectives.svm import exclusivity_objective
from methods.seeds import integer_seed, stream

DRAWS = 200  # random problems behind a verdict on an identity
ROUNDING = 1e-9
TEST_POINTS = 5000

Loss = Literal["hinge", "squared_hinge"]


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
    reason = "neither reading holds"
    if errors["each pair once"] < ROUNDING:
        reason = (
            f"on {DRAWS} random matrices the two sides differ by up to "
            f"{100 * errors['ordered pairs, as printed']:.0f} % with the sum over c != c' as "
            f"printed, and by rounding only with each unordered pair once"
        )
    holds = errors["ordered pairs, as printed"] < ROUNDING
    return Verdict(HOLDS if holds else FAILS, reason, evidence)


def regulariser_is_convex(results: Results) -> Verdict:
    """Is 1/2 sum_i (sum_c |w_c(i)|)^2 convex, although the exclusivities are not?

    It is a sum of squares of norms. The exclusivities are 0 at W = (1, 0) and W = (0, 1) but 1/4
    half-way between. Both functions are compared with their chords at the middle of this segment
    and of random ones.
    """
    rng = stream("claim", "erm", "regulariser_is_convex")
    segments = [(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]]))]
    segments += [tuple(rng.normal(size=(2, 1, 2))) for _ in range(DRAWS)]
    above = {
        name: sum(
            _regulariser((U + V) / 2, frobenius)
            > (_regulariser(U, frobenius) + _regulariser(V, frobenius)) / 2 + ROUNDING
            for U, V in segments
        )
        for name, frobenius in (("squared row sums", 1.0), ("exclusivities alone", 0.0))
    }
    evidence = [{"regulariser": name, "midpoints_above_chord": n} for name, n in above.items()]
    reason = "; ".join(
        f"{name}: {n} of {len(segments)} midpoints above the chord" for name, n in above.items()
    )
    convex, alone = above["squared row sums"] == 0, above["exclusivities alone"] > 0
    return Verdict(HOLDS if convex and alone else FAILS, reason, evidence)


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
        row = update_rows(np.ones((1, size)), pull, mu, 0.0, 1e-8)
        gaps.append(_row_value(row, pull, mu) / _row_value(_row_minimiser(pull, mu), pull, mu) - 1)
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


def multipliers_bounded(results: Results, *, loss: Loss, iterations: int) -> Verdict:
    """Lemma 2: do the largest entries of Z and Q stop growing while mu grows without bound?"""
    X, y = _noisy_problem("multipliers", loss)
    run = list(islice(alm_iterates(X, y, 5, 2.0, find_loss(loss)), iterations))
    evidence, bounded = [], True
    for name in ("Z", "Q"):
        sizes = [float(np.abs(getattr(iterate, name)).max()) for iterate in run]
        early, late = max(sizes[: iterations // 2]), max(sizes[iterations // 2 :])
        bounded &= late <= early * (1 + 1e-6)
        evidence.append({"multiplier": name, "largest": max(sizes), "largest_late": late})
    reason = ", ".join(f"largest |{e['multiplier']}| {e['largest']:.3g}" for e in evidence)
    reason += f" over {iterations} iterations, mu up to {run[-1].mu:.1g}"
    return Verdict(HOLDS if bounded else FAILS, reason, evidence)


def objective_converges_faster_than_mu_grows(
    results: Results, *, loss: Loss, iterations: int
) -> Verdict:
    """Theorem 2's rate o(1/mu): does mu times the distance to the limit of the objective vanish?

    The limit is the objective of the last iterate; the largest product of the third quarter of
    the iterations must be at most a tenth of that of the first quarter. A distance within rounding
    counts as 0.
    """
    X, y = _noisy_problem("rate", loss)
    penalty = 2.0
    run = list(islice(alm_iterates(X, y, 5, penalty, find_loss(loss)), iterations))
    values = np.array([exclusivity_objective(i.W.T, i.b, X, y, penalty, loss) for i in run])
    distance = np.abs(values - values[-1])
    distance[distance < ROUNDING * values[-1]] = 0.0
    products = distance * np.array([i.mu for i in run])
    quarter = iterations // 4
    early, late = products[:quarter].max(), products[2 * quarter : 3 * quarter].max()
    evidence = [{"loss": loss, "largest_early": early, "largest_late": late}]
    reason = f"mu |F - F_limit| is at most {early:.2g} early and {late:.2g} late"
    return Verdict(HOLDS if late <= early / 10 else FAILS, reason, evidence)


def subsets_give_like_learners(
    results: Results, *, n_components: int, rows: int, at_most: float
) -> Verdict:
    """Footnote 1: do learners trained on disjoint parts of the data hardly differ?

    Squared-hinge SVMs on parts of `rows` rows each of twonorm; the mean share of test points on
    which two of them disagree is compared with `at_most`.
    """
    X, y = twonorm(n_components * rows + TEST_POINTS, integer_seed("claim", "erm", "subsets"))
    parts = [slice(k * rows, (k + 1) * rows) for k in range(n_components)]
    machines = [PrimalSVM(2.0, loss="squared_hinge").fit(X[part], y[part]) for part in parts]
    votes = [machine.predict(X[-TEST_POINTS:]) for machine in machines]
    disagreement = float(np.mean([np.mean(a != b) for a, b in combinations(votes, 2)]))
    evidence = [{"components": n_components, "rows": rows, "mean_disagreement": disagreement}]
    reason = f"two of {n_components} learners on {rows} rows each disagree on {disagreement:.1%}"
    return Verdict(HOLDS if disagreement <= at_most else FAILS, reason, evidence)


def _noisy_problem(*names: str) -> tuple[np.ndarray, np.ndarray]:
    rng = stream("claim", "erm", *names)
    X = rng.normal(size=(60, 5))
    return X, np.where(X[:, 0] + rng.normal(size=60) > 0, 1.0, -1.0)
