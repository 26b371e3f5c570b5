"""The ERM paper's identities, and its footnote on subsets, on random problems without a run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from methods.bench.results import Results
from methods.bench.statistics import FEWEST_TRIALS, paired_difference
from methods.claims.flips import one_by_one, smallest_shifts
from methods.claims.regions import Region, judge_differences
from methods.claims.sentences import of_erm
from methods.claims.sentences.words import PERCENT, flip
from methods.claims.shares import judge_share, told
from methods.claims.verdicts import Verdict, decide
from methods.data.generators import ringnorm, threenorm, twonorm
from methods.margin.primal_svm import PrimalSVM
from methods.seeds import integer_seed, stream

DRAWS = 200  # random problems behind a verdict on an identity
ROUNDING = 1e-9
TEST_POINTS = 5000
PENALTY = 2.0  # lambda in the paper's experiments
Generator = Literal["twonorm", "threenorm", "ringnorm"]
# The classes of the first are split by a plane, as a linear learner has it. Those of the others are
# not, so that its plane is less certain.
GENERATORS = {"twonorm": twonorm, "threenorm": threenorm, "ringnorm": ringnorm}


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
    as_printed, each_once = largest.values()
    reason = of_erm.two_sides(DRAWS, as_printed, each_once < ROUNDING)
    judged = judge_share(errors["ordered pairs, as printed"], -ROUNDING, ROUNDING, 1.0)
    return told(judged, reason, evidence, "the printed side", PERCENT)


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
    reason = of_erm.above_chords(above, len(segments))

    def verdict_at(shift: float) -> str:
        convex = (heights["squared row sums"] + shift <= ROUNDING).all()
        needed = (heights["exclusivities alone"] > ROUNDING).any()
        return decide(bool(convex and needed), bool(not convex or not needed))

    flips = smallest_shifts(one_by_one(verdict_at), ROUNDING - heights["squared row sums"])
    change = flip(flips, "the midpoints of the squared row sums")
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)


def _regulariser(W: np.ndarray, frobenius: float) -> float:
    squares = float((W**2).sum())
    return (float((np.abs(W).sum(axis=1) ** 2).sum()) - squares) / 2 + frobenius * squares / 2


def subsets_give_like_learners(
    results: Results,
    *,
    n_components: int,
    generators: Sequence[Generator],
    rows: int,
    at_most: float,
) -> Verdict:
    """Do learners trained on disjoint parts of `rows` rows each hardly differ?

    They are squared-hinge SVMs. A disagreement is the mean share of test points on which two of
    them differ, and it is drawn several times. A case is a generator, whose mean disagreement must
    be shown to be below `at_most`.
    """
    drawn = {name: _disagreements(name, n_components, rows) for name in generators}
    nothing = np.zeros(FEWEST_TRIALS)
    differences = [paired_difference(of_one, nothing) for of_one in drawn.values()]
    judged = judge_differences(differences, Region(largest=at_most))
    evidence = [
        {"generator": name, "rows": rows, "mean_disagreement": float(np.mean(of_one))}
        for name, of_one in drawn.items()
    ]
    reason = of_erm.disagreement(n_components, evidence, at_most)
    return judged.told(reason, judged.marked(evidence), "the disagreement", PERCENT)


def subsets_become_alike(
    results: Results,
    *,
    n_components: int,
    generators: Sequence[Generator],
    rows: Sequence[int],
    at_most: float,
) -> Verdict:
    """Footnote 1: do learners trained on disjoint parts differ the less, the more rows a part has?

    `rows` are those of a small and of a large part. A case is a generator, whose disagreement with
    large parts must be shown to be below `at_most` times that with small ones.
    """
    few, many = rows
    drawn = {
        name: [_disagreements(name, n_components, size) for size in (few, many)]
        for name in generators
    }
    differences = [paired_difference(large, at_most * small) for small, large in drawn.values()]
    judged = judge_differences(differences, Region(largest=0.0))
    evidence = [
        {"generator": name, "rows": size, "mean_disagreement": float(np.mean(of_size))}
        for name, of_one in drawn.items()
        for size, of_size in zip(rows, of_one, strict=True)
    ]
    ratios = [float(np.mean(small) / np.mean(large)) for small, large in drawn.values()]
    reason = of_erm.falling_disagreement(n_components, evidence, ratios, 1 / at_most)
    return judged.told(reason, evidence, "the disagreement with large parts", PERCENT)


def _disagreements(generator: str, n_components: int, rows: int) -> NDArray[np.float64]:
    """On draws of their own."""
    return np.array(
        [_disagreement(generator, n_components, rows, draw) for draw in range(FEWEST_TRIALS)]
    )


def _disagreement(generator: str, n_components: int, rows: int, draw: int) -> float:
    seed = integer_seed("claim", "erm", "subsets", generator, str(rows), str(draw))
    X, y = GENERATORS[generator](n_components * rows + TEST_POINTS, seed)
    parts = [slice(k * rows, (k + 1) * rows) for k in range(n_components)]
    machines = [PrimalSVM(PENALTY, loss="squared_hinge").fit(X[part], y[part]) for part in parts]
    votes = [machine.predict(X[-TEST_POINTS:]) for machine in machines]
    return float(np.mean([np.mean(a != b) for a, b in combinations(votes, 2)]))
