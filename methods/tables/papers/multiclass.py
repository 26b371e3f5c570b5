"""The partitions of the classes that chapter 4 of the thesis counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from methods.bench.experiments import slug
from methods.bench.results import Results


def partition_sums(results: Results, study: str, method: str) -> pd.DataFrame:
    """Rounds and sum of coefficients of each partition and trial, the largest sum first."""
    rows: list[dict[str, Any]] = []
    for dataset in results.datasets(study):
        for (method_slug, seed, _), kept in results.kept_by_fit(study, dataset).items():
            if method_slug != slug(method):
                continue
            columns = kept["columns"]
            # the first class always gets the positive side
            partitions = (columns * columns[0]).T
            distinct, place = np.unique(partitions, axis=0, return_inverse=True)
            sums = np.bincount(place.ravel(), weights=kept["coefficients"])
            counts = np.bincount(place.ravel())
            for signs, total, count in zip(distinct, sums, counts, strict=True):
                text = "".join("+" if sign > 0 else "-" for sign in signs)
                rows.append(
                    {"method": method, "seed": seed, "partition": text, "rounds": int(count),
                     "sum": float(total)}
                )  # fmt: skip
    frame = pd.DataFrame(rows, columns=["method", "seed", "partition", "rounds", "sum"])
    return frame.sort_values(["seed", "sum"], ascending=[True, False], ignore_index=True)
