"""Claims of the thesis's chapter 1 on the curves of Figure 1.11: contributions by size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.regions import Judged, Region, judge_differences
from methods.claims.sentences import of_thesis
from methods.claims.shares import judge_shares
from methods.claims.verdicts import HOLDS, Verdict, nothing_ran
from methods.complexity.contribution_sums import ContributionSums, contributions_by_size
from methods.schemas.option_kinds import DatasetName, StudyName
from methods.tables.papers.complexity import contribution_chunks, flipped_examples

# which examples, and the sizes of the subsets from the first to the second, which is excluded
Kind = Literal["noisy", "clean"]
Examples = tuple[Kind, int, int]


def contributions_compared(
    results: Results,
    *,
    study: StudyName,
    dataset: DatasetName,
    first: Examples,
    second: Examples,
    above: float = 0.0,
    within: float | None = None,
    each_size: bool = False,
) -> Verdict:
    """Is the mean contribution of ``first`` larger than that of ``second`` by more than ``above``?

    With ``within`` the question is whether they agree to within that much. With ``each_size`` it
    must be so at each size, not on average over them; both sides then have the same sizes. Draws of
    the data set are the trials, or chunks of the permutations of one draw. Flips are shifts of the
    contributions of ``first``.
    """
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    pairs = [(first, second)]
    if each_size:
        sizes = range(first[1], first[2])
        pairs = [((first[0], n, n + 1), (second[0], n, n + 1)) for n in sizes]
    region = Region(least=above) if within is None else Region(-within, within)
    differences, evidence = _differences(chunks, dataset, pairs)
    judged = judge_differences(differences, region)
    return _verdict(judged, evidence, chunks, region)


def curves_coincide(
    results: Results,
    *,
    study: StudyName,
    dataset: DatasetName,
    sizes: tuple[int, int],
    axes: tuple[float, float],
    thinnest: float,
    thickest: float,
) -> Verdict:
    """In a figure, do the curves of noisy and of clean examples lie on each other at small sizes?

    The figure has the sizes and the mean contribution over the draws on its axes, of these lengths.
    The distance of the curves is that of the point of one, at one of ``sizes``, that is farthest
    from the other, as a share of the axes. The claim holds if the distance is shown to be below the
    ``thinnest`` line that one might draw, and fails if it is shown to be above the ``thickest``.
    Flips are shifts of the distance.
    """
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    shown = range(min(2 * sizes[1], chunks[0].times.shape[1]))
    curves = np.array(
        [[_means(chunks, dataset, (kind, n, n + 1)) for n in shown] for kind in get_args(Kind)]
    )

    def distance(draws: NDArray[np.bool_]) -> float:
        points = [
            np.column_stack([np.array(shown) / axes[0], curve[:, draws].mean(axis=1) / axes[1]])
            for curve in curves
        ]
        first, second = points
        at = slice(*sizes)
        return max(_farthest(first[at], second), _farthest(second[at], first))

    n = len(chunks)
    of_all = distance(np.ones(n, dtype=bool))
    # the jackknife: the distance is that of means, so it is not a mean over the draws itself
    without = np.array([distance(np.arange(n) != draw) for draw in range(n)])
    difference = paired_difference(n * of_all - (n - 1) * without, np.zeros(n))
    judged = judge_differences([difference], Region(largest=thinnest, kept=(-np.inf, thickest)))
    ends = confidence_interval(difference)
    reason = of_thesis.in_the_figure(difference.value, ends, n, sizes, (thinnest, thickest))
    evidence = [{"distance": difference.value, "interval": list(ends), "draws": n}]
    return judged.told(reason, judged.marked(evidence), "the distance")


def _farthest(points: NDArray[np.float64], line: NDArray[np.float64]) -> float:
    """The largest distance of a point from a line through points."""
    starts, steps = line[:-1], np.diff(line, axis=0)
    to_starts = points[:, None] - starts
    along = np.clip((to_starts * steps).sum(axis=2) / (steps**2).sum(axis=1), 0, 1)
    gaps = np.linalg.norm(to_starts - along[..., None] * steps, axis=2)
    return float(gaps.min(axis=1).max())


def falls(
    results: Results, *, study: StudyName, dataset: DatasetName, of: Kind, edges: Sequence[int]
) -> Verdict:
    """Is the mean contribution lower from each bin of sizes to the next, between the edges?

    Flips are shifts of the contributions in the later bin of each two.
    """
    return _goes(results, study, dataset, of, edges, Region(largest=0.0))


def rises(
    results: Results, *, study: StudyName, dataset: DatasetName, of: Kind, edges: Sequence[int]
) -> Verdict:
    """Is the mean contribution higher from each bin of sizes to the next, between the edges?

    Flips are shifts of the contributions in the later bin of each two.
    """
    return _goes(results, study, dataset, of, edges, Region(least=0.0))


def ends_bend(
    results: Results,
    *,
    study: StudyName,
    dataset: DatasetName,
    before: Sequence[int],
    differ: float,
    of_draws: float,
) -> Verdict:
    """Do both curves, of noisy and of clean examples, leave their course at the largest size?

    The course is the line through two bins, from the first of three sizes `before` to the second
    and from there to the third. A curve bends in a draw if its contribution at the largest size
    lies more than `differ` above or below this line. The claim holds if each curve is shown to bend
    in more than a share `of_draws` of the draws, by the binomial test. What bends up in one draw
    may bend down in the next, so the mean over draws says nothing. Flips are shifts of the sizes of
    the bends.
    """
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    first, middle, last = before
    largest = chunks[0].times.shape[1] - 1
    # the line at the largest size is `share` of the later bin, and the rest of the earlier one
    share = (2 * largest - first - middle + 1) / (last - first)
    kinds: tuple[Kind, Kind] = ("noisy", "clean")
    sizes = []
    for which in kinds:
        earlier, later = (
            np.array(_means(chunks, dataset, (which, *ends)))
            for ends in ((first, middle), (middle, last))
        )
        course = share * later + (1 - share) * earlier
        sizes.append(np.abs(_to_all_others(chunks, dataset, which) - course))
    judged = judge_shares(sizes, differ, np.inf, of_draws, 1.0)
    evidence = [
        {"curve": which, "least": float(of_curve.min()), "median": float(np.median(of_curve)),
         "largest": float(of_curve.max()), "bends": int((of_curve >= differ).sum()),
         "draws": len(of_curve)}
        for which, of_curve in zip(kinds, sizes, strict=True)
    ]  # fmt: skip
    reason = of_thesis.bends(evidence, largest, differ)
    return judged.told(reason, judged.marked(evidence), "the sizes of the bends")


def one_more_draw_near(
    results: Results,
    *,
    study: StudyName,
    dataset: DatasetName,
    of: Examples,
    value: float,
    within: float,
) -> Verdict:
    """Could one more draw of ours have a mean contribution of ``of`` near `value`?

    It fails if the value is farther than `within` outside of the prediction interval for one more
    draw (Student's t). The claim holds if not: one printed draw can show no more.
    """
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    means = _means(chunks, dataset, of)
    difference = paired_difference(means, [value] * len(means))
    error = difference.standard_error * (difference.n + 1) ** 0.5  # of one more, not of the mean
    one_more = replace(difference, standard_error=error)
    judged = judge_differences([one_more], Region(-np.inf, np.inf, kept=(-within, within)))
    ends = [value + end for end in confidence_interval(one_more)]
    reason = of_thesis.near_value(
        _for_the(of), value + difference.value, ends, difference.n, value, within
    )
    return judged.told(reason, [], "our contribution")


def _goes(
    results: Results, study: str, dataset: str, of: Kind, edges: Sequence[int], region: Region
) -> Verdict:
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    bins: list[Examples] = [(of, start, end) for start, end in pairwise(edges)]
    pairs = [(later, earlier) for earlier, later in pairwise(bins)]
    differences, evidence = _differences(chunks, dataset, pairs)
    return _verdict(judge_differences(differences, region), evidence, chunks, region)


def _differences(
    chunks: Sequence[ContributionSums], dataset: str, pairs: Sequence[tuple[Examples, Examples]]
) -> tuple[list[Difference], list[dict[str, Any]]]:
    """First minus second of each pair, over the trials, and what is known of it."""
    differences, evidence = [], []
    for first, second in pairs:
        means = [_means(chunks, dataset, examples) for examples in (first, second)]
        difference = paired_difference(*means)
        differences.append(difference)
        evidence.append(
            {"first": _for_the(first), "second": _for_the(second),
             "means": [float(np.mean(values)) for values in means],
             "difference": difference.value, "interval": list(confidence_interval(difference))}
        )  # fmt: skip
    return differences, evidence


def _verdict(
    judged: Judged,
    evidence: list[dict[str, Any]],
    chunks: Sequence[ContributionSums],
    region: Region,
) -> Verdict:
    def beyond(entry: dict[str, Any]) -> float:
        """How far the difference is on the side where the claim fails."""
        value = entry["difference"]
        return float(max(region.least - value, value - region.largest))

    hardest = max(evidence, key=beyond)
    counted = judged.cases.count(HOLDS), len(evidence)
    over = len(chunks), chunks[0].n_permutations
    reason = of_thesis.contributions_apart(hardest, counted, over)
    return judged.told(reason, judged.marked(evidence), "the first of the contributions")


def _to_all_others(
    chunks: Sequence[ContributionSums], dataset: str, which: Kind
) -> NDArray[np.float64]:
    """The mean contribution of the examples to all others, by trial.

    There is one subset of all others, so the permutations that end with an example all have the
    same number for it. Examples count alike, however often they came last.
    """
    _, noisy = flipped_examples(dataset)
    chosen = noisy if which == "noisy" else ~noisy
    means = []
    for sums in chunks:
        last = chosen & (sums.times[:, -1] > 0)
        means.append(np.mean(sums.increases[last, -1] / sums.times[last, -1]))
    return np.array(means)


def _means(chunks: Sequence[ContributionSums], dataset: str, examples: Examples) -> list[float]:
    """The mean contribution of some examples, by trial; every draw has the same flipped places."""
    which, start, end = examples
    _, noisy = flipped_examples(dataset)
    chosen = noisy if which == "noisy" else ~noisy
    return [float(contributions_by_size(sums, chosen, [start, end])[0]) for sums in chunks]


def _for_the(examples: Examples) -> str:
    which, start, end = examples
    sizes = f"sizes {start} to {end - 1}" if end - start > 1 else f"size {start}"
    return f"for the {which} at {sizes}"
