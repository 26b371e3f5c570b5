"""What the studies of the thesis's chapter 1 keep, as its claims and figures read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from methods.bench import paths
from methods.bench.results import Results
from methods.complexity.contribution_sums import ContributionSums
from methods.data.draws import drawn
from methods.data.generators.shapes import concentric_disks_target, yin_yang_signed_distance
from methods.data.prepare import Dataset, load_dataset

# of rows to the boundary of the target; for the disks only the sign is one
SIGNED_DISTANCES: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "concentric_disks_pool": lambda X: concentric_disks_target(X) - 0.5,
    "yinyang": yin_yang_signed_distance,
    "yinyang_noisy": yin_yang_signed_distance,
}


@dataclass(frozen=True)
class DrawnContributions:
    """The sums over permutations of one draw of a data set, its rows, and which are flipped."""

    sums: ContributionSums
    X: np.ndarray
    noisy: np.ndarray


def contribution_chunks(results: Results, study: str, dataset: str) -> list[ContributionSums]:
    """The sums over permutations that each fit has kept, in order of the seeds."""
    if dataset not in results.datasets(study):
        return []
    return [_sums(kept) for kept in results.kept_by_fit(study, dataset).values()]


def contributions_by_draw(results: Results, study: str, dataset: str) -> list[DrawnContributions]:
    """The same of a study whose trials have draws of their own, in order of the seeds."""
    if dataset not in results.datasets(study):
        return []
    stored = load_dataset(paths.prepared(dataset))
    contributions = []
    for (_, seed, _), kept in results.kept_by_fit(study, dataset).items():
        data = drawn(stored, results.study(study).draw_of_trial(seed))
        noisy = data.extras["noisy"].astype(bool)
        contributions.append(DrawnContributions(_sums(kept), data.X, noisy))
    return contributions


def _sums(kept: Mapping[str, np.ndarray]) -> ContributionSums:
    return ContributionSums(
        int(kept["min_size"]), int(kept["max_size"]), int(kept["n_permutations"]),
        kept["times"], kept["increases"], kept["squares"], kept["gram"], kept["moments"],
    )  # fmt: skip


def flipped_examples(dataset: str) -> tuple[Dataset, np.ndarray]:
    """The prepared data set, and which of its labels are flipped."""
    data = load_dataset(paths.prepared(dataset))
    return data, data.extras["noisy"].astype(bool)
