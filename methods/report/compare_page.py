"""The page that compares two runs: which cells and verdicts changed, in results/comparison."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from methods.bench import paths
from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.claims.ledger import read_claims
from methods.errors import UserError
from methods.report.cells import Cell, row
from methods.report.changes import (
    KINDS,
    MOVED,
    cell_changes,
    seconds_ratio,
    verdict_changes,
)
from methods.report.site_folder import SiteFolder
from methods.tables.table import NO_VALUE

SHOWN_CELLS = 500  # on the page, the smallest p-values first; the CSV has all


def write_comparison(plan: Plan, root: Path, here: Path = Path()) -> None:
    """Compare the stored results of the selected experiments with those in the folder `against`.

    The stored results are below the current folder. `against` and the page are below `here`.
    """
    against = plan.config["against"]
    if not against:
        raise UserError(
            "config: against names the results of another run, as in "
            f"--config against={paths.REFERENCE}"
        )
    folder = here / against
    names = plan.running()
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
    cells = pd.concat(frames, ignore_index=True)
    moved = cells[cells["change"] == MOVED].sort_values("p_value", kind="stable")
    site = SiteFolder((here / paths.COMPARISON).parent, home="../report/")
    site.assets()
    site.text("changes.csv", cells.to_csv(index=False, float_format="%.10g"))
    site.page(
        "index.html",
        "compare.html",
        against=against,
        sentence=_sentence(len(moved), len(cells), int(cells["lost"].sum())),
        verdicts=[
            change
            for name in known
            for change in verdict_changes(
                read_claims(folder / name / "claims.json"),
                read_claims(paths.claims(name)),
            )
        ],
        study_columns=["study", "cells", *KINDS, "lost scores", "ratio of seconds, now to before"],
        studies=studies,
        columns=[
            "data set", "study", "method", "condition", "metric", "trials", "before", "now",
            "difference", "adjusted p-value",
        ],
        rows=[_cell_row(change) for change in moved.head(SHOWN_CELLS).to_dict("records")],
        left_out=max(0, len(moved) - SHOWN_CELLS),
    )  # fmt: skip
    site.sweep()


def _sentence(moved: int, cells: int, lost: int) -> str:
    scores = "1 score" if lost == 1 else f"{lost:,} scores"
    away = f"; {scores} of the other run {'is' if lost == 1 else 'are'} missing here"
    which = f"{moved:,}" if moved else "None"
    return f"{which} of {cells:,} cells moved beyond noise{away * (lost > 0)}"


def _study_row(changes: pd.DataFrame, ratio: float) -> list[str | Cell]:
    counts = changes["change"].value_counts()
    texts = [f"{len(changes)}", *(str(counts.get(kind, 0)) for kind in KINDS)]
    texts.append(f"{changes['lost'].sum()}")
    texts.append(NO_VALUE if np.isnan(ratio) else f"{ratio:.2f}")
    return row(changes["study"].iloc[0] if len(changes) else NO_VALUE, *texts)


def _cell_row(change: dict[str, Any]) -> list[str | Cell]:
    names = [change["study"], change["method"], change["condition"] or NO_VALUE, change["metric"]]
    numbers = [f"{change[name]:.4g}" for name in ("before", "now", "difference", "p_value")]
    return row(change["dataset"], *names, str(change["trials"]), *numbers)
