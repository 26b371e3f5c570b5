"""Tables that only the SMM paper needs, and the regression matrices that its outputs read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from methods.bench.experiments import slug
from methods.bench.results import Results
from methods.data.generators.matrices import column_groups
from methods.schemas.option_kinds import DatasetName, StudyName
from methods.tables.table import Table


def coefficients(
    results: Results, study: str, dataset: str, seed: int = 0
) -> dict[str, np.ndarray]:
    """The regression matrix of every method at one seed."""
    stored = results.artifacts(study, dataset)
    matrices = {}
    for name in results.methods(study):
        for key, value in stored.items():
            method, of_seed, *_, what = key.split("/")
            if (method, of_seed, what) == (slug(name), str(seed), "coef"):
                matrices[name] = value
    return matrices


def block_variance_ratio(coef: np.ndarray, n_blocks: int) -> float:
    """Variance within blocks of columns over the variance of the blocks' means.

    It is 0 for a matrix of pure blocks, and about p q over the number of blocks for a matrix of
    independent entries.
    """
    group = column_groups(coef.shape[1], n_blocks)
    means = np.array([coef[:, group == block].mean() for block in range(n_blocks)])[group]
    between, within = np.mean((means - coef.mean()) ** 2), np.mean((coef - means) ** 2)
    return float(within / between) if between else float("inf")


def grouping_table(
    results: Results, *, study: StudyName, blocks: Mapping[DatasetName, int], caption: str = ""
) -> Table:
    """Methods by data sets: how much the coefficients vary within blocks, over between them.

    ``blocks`` gives the number of blocks of columns of each data set.
    """
    rows = [
        {"dataset": dataset, "method": name, "blocks": blocks[dataset],
         "within_over_between": block_variance_ratio(coef, blocks[dataset])}
        for dataset in results.datasets(study)
        for name, coef in coefficients(results, study, dataset).items()
    ]  # fmt: skip
    data = pd.DataFrame(rows, columns=["dataset", "method", "blocks", "within_over_between"])
    cells = data.pivot(index="method", columns="dataset", values="within_over_between")
    cells = cells.reindex(index=list(dict.fromkeys(data["method"])))
    return Table(data, cells.map("{:.3g}".format), caption or results.study(study).about)
