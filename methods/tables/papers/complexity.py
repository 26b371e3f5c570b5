"""What the studies of the thesis's chapter 1 keep, as its claims and figures read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from methods.bench import paths
from methods.bench.results import Results
from methods.complexity.contribution_sums import ContributionSums
from methods.data.generators.shapes import concentric_disks_target, yin_yang_signed_distance
from methods.data.prepare import Dataset, load_dataset

# of rows to the boundary of the target; for the disks only the sign is one
SIGNED_DISTANCES: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "concentric_disks_pool": lambda X: concentric_disks_target(X) - 0.5,
    "yinyang": yin_yang_signed_distance,
    "yinyang_noisy": yin_yang_signed_distance,
}


def contribution_chunks(results: Results, study: str, dataset: str) -> list[ContributionSums]:
    """The sums over permutations that each fit has kept, in order of the seeds."""
    if dataset not in results.datasets(study):
        return []
    return [
        ContributionSums(
            int(kept["min_size"]), int(kept["max_size"]), int(kept["n_permutations"]),
            kept["times"], kept["increases"], kept["squares"], kept["gram"], kept["moments"],
        )
        for kept in results.kept_by_fit(study, dataset).values()
    ]  # fmt: skip


def flipped_examples(dataset: str) -> tuple[Dataset, np.ndarray]:
    """The prepared data set, and which of its labels are flipped."""
    data = load_dataset(paths.prepared(dataset))
    return data, data.extras["noisy"].astype(bool)
