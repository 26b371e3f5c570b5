"""The page on two runs: which cells and verdicts changed, in results/comparison."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from methods.bench import paths
from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.errors import UserError
from methods.report.changes import (
    KINDS,
    MOVED,
    cell_changes,
    seconds_ratio,
    verdict_changes,
)
from methods.report.experiment_page import claims_of
from methods.report.folder import Site
from methods.tables.table import HOLE

LARGEST = 500  # rows of cells on the page, the surest first; the CSV has all


def write_comparison(plan: Plan, root: Path) -> None:
    """Compare the stored results of the selected experiments with those in folder `against`."""
    against = plan.config["against"]
    if not against:
        raise UserError(
            "config: against names the results of another run, as in "
            f"--config against={paths.REFERENCE}"
        )
    folder = Path(against)
    names = sorted({study.experiment for study in plan.studies()})
    known = [name for name in names if (folder / name / "claims.json").exists()]
    if not known:
        raise UserError(f"config: against: {against} holds no results of {', '.join(names)}")
    experiments = [Results.load(plan, name, root) for name in known]
    frames, studies = [], []
    for results in experiments:
        for study in results.experiment.studies:
            if results.datasets(study):
                changes = cell_changes(results, study, folder)
                frames.append(changes)
                studies.append(_study_row(changes, seconds_ratio(results, study, folder)))
    every = pd.concat(frames, ignore_index=True)
    moved = every[every["change"] == MOVED].sort_values("p_value", kind="stable")
    site = Site(Path(paths.COMPARISON).parent, home="../report/")
    site.assets()
    site.text("changes.csv", every.to_csv(index=False, float_format="%.10g"))
    site.page(
        "index.html",
        "compare.html",
        against=against,
        sentence=_sentence(len(moved), len(every)),
        verdicts=[
            change
            for name in known
            for change in verdict_changes(
                json.loads((folder / name / "claims.json").read_text(encoding="utf-8")),
                claims_of(name),
            )
        ],
        study_columns=["study", "cells", *KINDS, "seconds, now over before"],
        studies=studies,
        columns=[
            "data set", "study", "method", "condition", "number", "trials", "before", "now",
            "difference", "p, adjusted",
        ],
        rows=[_cell_row(row) for row in moved.head(LARGEST).to_dict("records")],
        left_out=max(0, len(moved) - LARGEST),
    )  # fmt: skip
    site.sweep()


def _sentence(moved: int, cells: int) -> str:
    if not moved:
        return f"None of {cells:,} cells moved beyond noise"
    return f"{moved:,} of {cells:,} cells moved beyond noise"


def _study_row(changes: pd.DataFrame, ratio: float) -> list[Any]:
    counts = changes["change"].value_counts()
    texts = [f"{len(changes)}", *(str(counts.get(kind, 0)) for kind in KINDS)]
    texts.append(HOLE if np.isnan(ratio) else f"{ratio:.2f}")
    return [changes["study"].iloc[0] if len(changes) else HOLE, *map(_text, texts)]


def _cell_row(row: dict[str, Any]) -> list[Any]:
    numbers = [f"{row[name]:.4g}" for name in ("before", "now", "difference", "p_value")]
    words = [row["study"], row["method"], row["condition"] or HOLE, row["metric"]]
    return [row["dataset"], *map(_text, [*words, str(row["trials"]), *numbers])]


def _text(text: str) -> dict[str, str]:
    return {"text": text, "kind": ""}
