"""Honest tables, drawn from decisions on rows, and the same with planted faults.

`PYTHONPATH=. python tests/forensics/simulated.py 10000 0` measures false alarms, and with `power
200` in place of the numbers it prints the table of docs/forensics.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pandas as pd
from scipy.stats import t as student_t

from methods.bench.statistics import holm_correction
from methods.forensics.duplicates import duplicates
from methods.forensics.granularity import granularity, reachable
from methods.forensics.last_digits import chance_of_digits, last_digits
from methods.forensics.possible_spreads import possible, possible_spreads
from methods.forensics.printed_cells import FALSE_ALARMS, Outcome, Protocol
from methods.forensics.rankings import average_ranks, counts, marks, ranks
from methods.forensics.sampling_spreads import (
    chance_below,
    degrees_of_freedom,
    least_variance,
    sampling_spreads,
)
from methods.forensics.significance import NOT_SIGNIFICANT, SIGNIFICANT, Printed, agreed

METRIC = "test_error_percent"
ROWS = (208, 270, 351, 690, 1000)  # of the data sets of a table


def honest(
    rng: np.random.Generator,
    *,
    rows: tuple[int, ...] = ROWS,
    methods: int = 8,
    trials: int = 10,
    share: float = 0.4,
    alike: float = 0.5,
    varying: bool | None = None,
    decimals: int = 2,
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame, Protocol]:
    """Cells, average ranks, counts, and what they state.

    Each row of a data set is as hard for all methods as `alike` says. In half of the tables, or if
    they are `varying`, the decisions also vary from trial to trial.
    """
    varying = bool(rng.integers(2)) if varying is None else varying
    kind = str(rng.choice(["std", "se"]))
    cells, scores = [], {}
    for at, n_rows in enumerate(rows):
        n_test = round(share * n_rows)
        centre = rng.uniform(0.06, 0.4)
        hard = rng.standard_normal(n_rows)
        for m in range(methods):
            own = rng.standard_normal(n_rows)
            rank = (alike**0.5 * hard + (1 - alike) ** 0.5 * own).argsort().argsort()
            error = np.clip(centre * rng.uniform(0.8, 1.25), 0.02, 0.48)
            scores[at, m] = np.clip((rank < error * n_rows).astype(float), 0, 1), error
        picks = np.array([rng.permutation(n_rows)[:n_test] for _ in range(trials)])
        for m in range(methods):
            wrong, error = scores[at, m]
            wrong_tested = wrong[picks]
            if varying:  # some decisions are drawn anew
                anew = rng.random(picks.shape) < 0.3
                wrong_tested = np.where(anew, rng.random(picks.shape) < error, wrong_tested)
            scores[at, m] = 100 * wrong_tested.mean(axis=1)
    for at in range(len(rows)):
        means = np.array([scores[at, m].mean() for m in range(methods)])
        for m in range(methods):
            spread = scores[at, m].std(ddof=1) / (trials**0.5 if kind == "se" else 1)
            note = np.nan
            if m and abs(t_of(scores[at, m] - scores[at, 0])) > student_t.isf(0.025, trials - 1):
                side = "worse" if means[m] > means[0] else "better"
                note = f"significantly {side} than A"
            cells.append(
                {"dataset": f"d{at}", "method": chr(65 + m), "value": round(means[m], decimals),
                 "spread": round(spread, decimals), "spread_kind": kind, "note": note,
                 "rank": 1 + int((means < means[m]).sum())}
            )  # fmt: skip
    table = pd.DataFrame(cells)
    averages = table.groupby("method")["rank"].mean().round(2).rename("value").reset_index()
    said = []
    bar = student_t.isf(0.025, trials - 1)
    for a in range(methods):
        for b in range(a + 1, methods):
            t = [t_of(scores[at, a] - scores[at, b]) for at in range(len(rows))]
            sides = [
                sum(v < -bar for v in t),
                sum(abs(v) <= bar for v in t),
                sum(v > bar for v in t),
            ]
            said.append({"dataset": f"{chr(65 + a)} vs {chr(65 + b)}", "method": chr(65 + a),
                         "value": "/".join(map(str, sides))})  # fmt: skip
    stated = {f"d{at}": n_rows for at, n_rows in enumerate(rows)}
    tested = {name: round(share * n_rows) for name, n_rows in stated.items()}
    return table, averages, pd.DataFrame(said), Protocol(trials, tested, stated)


def fine_table(rng: np.random.Generator, cells: int = 60) -> pd.DataFrame:
    """Means of many trials, whose steps are finer than the last printed digit."""
    errors = np.repeat(rng.uniform(0.05, 0.4, cells // 10), 10) * rng.uniform(0.9, 1.1, cells)
    names = {"dataset": np.repeat(np.arange(cells // 10), 10), "method": np.arange(cells)}
    return pd.DataFrame({**names, "value": np.round(rng.binomial(50_000, errors) / 500, 2)})


def t_of(differences: np.ndarray) -> float:
    error = differences.std(ddof=1) / len(differences) ** 0.5
    return float(differences.mean() / error) if error else 0.0


def outcomes(
    table: pd.DataFrame,
    averages: pd.DataFrame,
    said: pd.DataFrame,
    protocol: Protocol,
    only: str | None = None,
) -> dict[str, Outcome]:
    """Each test on one table but that of last digits, which the steps of test rows make coarse."""
    pairs = [(name, "A") for name in sorted(table["method"].unique())[1:]]
    datasets = table["dataset"].nunique()
    tests: dict[str, Callable[[], Outcome]] = {
        "granularity": lambda: granularity(METRIC, table, protocol),
        "possible spreads": lambda: possible_spreads(METRIC, table, protocol),
        "sampling spreads": lambda: sampling_spreads(METRIC, table, protocol),
        "equal cells": lambda: duplicates(METRIC, table, protocol),
        "ranks": lambda: ranks(METRIC, table),
        "average ranks": lambda: average_ranks(METRIC, table, averages, datasets),
        "counts": lambda: counts(METRIC, table, said, protocol.trials or 0, datasets),
        "marks": lambda: marks(METRIC, table, pairs, protocol.trials or 0),
    }
    return {name: test() for name, test in tests.items() if only in (None, name)}


def false_alarms(tables: int, seed: int = 0) -> pd.DataFrame:
    """Of each test the share of honest tables with a finding, and of tables that it could judge."""
    rng = np.random.default_rng(seed)
    alarms: dict[str, list[bool]] = {}
    judged: dict[str, list[bool]] = {}
    for _ in range(tables):
        alike = rng.uniform(0, 0.6)
        drawn = honest(rng, rows=ROWS[: rng.integers(1, 5)], methods=int(rng.integers(3, 6)),
                       trials=int(rng.choice([10, 20])), alike=alike)  # fmt: skip
        every = outcomes(*drawn)
        every["last digits"] = last_digits(METRIC, fine_table(rng), Protocol())
        for name, outcome in every.items():
            alarms.setdefault(name, []).append(bool(outcome.findings))
            judged.setdefault(name, []).append(outcome.cells > 0)
    return pd.DataFrame(
        {"judged": pd.Series(judged).map(np.mean), "alarms": pd.Series(alarms).map(np.mean)}
    )


def false_alarms_of_arrays(tables: int, seed: int = 0, cells: int = 6) -> pd.Series:
    """The same for many small tables, by the functions on numbers that the tests are made of.

    A table is one data set with `cells` methods. Its decisions are fixed in one half of the tables
    and drawn anew in each trial in the other half.
    """
    rng = np.random.default_rng(seed)
    alarms: dict[str, int] = dict.fromkeys(
        ("granularity", "possible spreads", "sampling spreads", "ranks", "significance",
         "equal cells", "last digits"), 0,
    )  # fmt: skip
    for _ in range(tables):
        n_rows, trials = int(rng.choice(ROWS)), int(rng.choice([10, 20]))
        n = round(0.4 * n_rows)
        wrong = np.round(rng.uniform(0.06, 0.4, (cells, 1)) * n_rows).astype(int)
        if rng.integers(2):
            errors = rng.hypergeometric(wrong, n_rows - wrong, n, (cells, trials))
        else:
            errors = rng.binomial(n, wrong / n_rows, (cells, trials))
        exact = 100 * errors / n
        means, spreads = exact.mean(axis=1).round(2), exact.std(axis=1, ddof=1).round(2)
        sizes = {n: trials}
        alarms["granularity"] += not reachable(means, sizes, 0.01, 100.0, False).all()
        alarms["possible spreads"] += not all(
            possible(((m - 0.005) / 100, (m + 0.005) / 100),
                     ((s - 0.005) / 100, (s + 0.005) / 100), n, trials, 1)
            for m, s in zip(means, spreads, strict=True)
        )  # fmt: skip
        chances = chance_below(
            (spreads + 0.005) / 100,
            least_variance(means / 100, n, n_rows),
            degrees_of_freedom(means / 100, n, trials),
        )
        alarms["sampling spreads"] += bool((holm_correction(chances) <= FALSE_ALARMS).any())
        order = 1 + (exact.mean(axis=1)[:, None] > exact.mean(axis=1) + 1e-9).sum(axis=1)
        first = 1 + (means[:, None] > means).sum(axis=1)
        last = (means[:, None] >= means).sum(axis=1)
        alarms["ranks"] += not ((first <= order) & (order <= last)).all()
        alarms["significance"] += any(
            wrongly_agreed(exact[0], exact[at], means[[0, at]], spreads[[0, at]])
            for at in range(1, cells)
        )
        table = pd.DataFrame({"dataset": "d", "method": range(cells), "value": means,
                              "spread": spreads, "spread_kind": "std"})  # fmt: skip
        if len(set(zip(means, spreads, strict=True))) < cells:
            outcome = duplicates(METRIC, table, Protocol(trials, {"d": n}))
            alarms["equal cells"] += bool(outcome.findings)
        levels = np.repeat(rng.uniform(0.05, 0.4, 6), 10) * rng.uniform(0.9, 1.1, 60)
        digits = np.round(rng.binomial(50_000, levels) / 5).astype(int) % 10
        alarms["last digits"] += chance_of_digits(digits) <= FALSE_ALARMS
    return pd.Series(alarms) / tables


def wrongly_agreed(a: np.ndarray, b: np.ndarray, means: np.ndarray, spreads: np.ndarray) -> bool:
    """Whether the printed numbers are said to decide a paired t-test otherwise than the trials."""
    one, two = (Printed(m, s, 0.01, 0.01) for m, s in zip(means, spreads, strict=True))
    answer = agreed(one, two, len(a), (-1.0, 1.0))
    significant = abs(t_of(a - b)) > student_t.isf(0.025, len(a) - 1)
    return answer == (NOT_SIGNIFICANT if significant else SIGNIFICANT)


def caught(
    test: str, plant: Callable[..., None], tables: int, seed: int = 0, **options: object
) -> float:
    """The share of planted tables in which `test` finds something."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(tables):
        table, averages, said, protocol = honest(rng, **options)  # type: ignore[arg-type]
        plant(rng, table, averages, said)
        found.append(bool(outcomes(table, averages, said, protocol, test)[test].findings))
    return float(np.mean(found))


def mean_off(rng, table, averages, said) -> None:
    """One mean is off by one to nine of its last unit."""
    table.loc[rng.integers(len(table)), "value"] += rng.integers(1, 10) / 100


def spread_off(rng, table, averages, said) -> None:
    """One spread is off by one to nine of its last unit."""
    table.loc[rng.integers(len(table)), "spread"] += rng.integers(1, 10) / 100


def spreads_divided(rng, table, averages, said) -> None:
    """The spreads are divided by three, as when standard errors stand under another name."""
    table["spread"] = (table["spread"] / 3).round(2)


def one_spread_divided(rng, table, averages, said) -> None:
    """One spread is divided by five."""
    at = rng.integers(len(table))
    table.loc[at, "spread"] = round(table.loc[at, "spread"] / 5, 2)


def cells_copied(rng, table, averages, said) -> None:
    """Two methods have the cells of a third on one data set."""
    for at in (1, 2):
        table.loc[at, ["value", "spread"]] = table.loc[0, ["value", "spread"]].to_numpy()


def ranks_swapped(rng, table, averages, said) -> None:
    """Two ranks of a data set are swapped."""
    table.loc[[0, 1], "rank"] = table.loc[[1, 0], "rank"].to_numpy()


def average_off(rng, table, averages, said) -> None:
    """One average rank is off by 0.4, two places on one of five data sets."""
    averages.loc[rng.integers(len(averages)), "value"] += 0.4


def count_off(rng, table, averages, said) -> None:
    """One count has two more wins, and two fewer ties or losses."""
    at = rng.integers(len(said))
    wins, ties, losses = map(int, said.loc[at, "value"].split("/"))
    moved = min(2, ties + losses)
    of_ties = min(moved, ties)
    said.loc[at, "value"] = f"{wins + moved}/{ties - of_ties}/{losses - moved + of_ties}"


def mark_added(rng, table, averages, said) -> None:
    """A method has a mark although its mean is on the other side."""
    better = table.index[table["value"] < table.groupby("dataset")["value"].transform("first")]
    if len(better):
        table.loc[better[0], "note"] = "significantly worse than A"


PLANTED = (
    ("granularity", mean_off, {"rows": (208,)}),
    ("granularity", mean_off, {"rows": (690,)}),
    ("granularity", mean_off, {"rows": (1000,)}),
    ("granularity", mean_off, {"rows": (3000,)}),
    ("possible spreads", spread_off, {"rows": (208,)}),
    ("possible spreads", spread_off, {"rows": (690,)}),
    ("sampling spreads", spreads_divided, {"trials": 10}),
    ("sampling spreads", one_spread_divided, {"trials": 10}),
    ("sampling spreads", one_spread_divided, {"trials": 20}),
    ("equal cells", cells_copied, {}),
    ("ranks", ranks_swapped, {}),
    ("average ranks", average_off, {}),
    ("counts", count_off, {}),
    ("marks", mark_added, {}),
)


def digits_caught(share: float, tables: int, seed: int = 0) -> float:
    """Of tables in which this share of the last digits is a 0 or a 5, those that are seen."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(tables):
        table = fine_table(rng)
        rounded = rng.random(len(table)) < share
        table.loc[rounded, "value"] = (table["value"] * 20).round() / 20
        found.append(bool(last_digits(METRIC, table, Protocol()).findings))
    return float(np.mean(found))


def power_table(tables: int) -> str:
    """The power on planted faults, as the Markdown table of docs/forensics.md."""
    lines = ["| test | planted | tables | found |", "|---|---|---|---|"]
    for test, plant, options in PLANTED:
        about = str(plant.__doc__).split("\n")[0].rstrip(".")
        where = ", ".join(f"{key} {value}" for key, value in options.items()).replace(",)", ")")
        share = caught(test, plant, tables, **options)
        lines.append(f"| {test} | {about} | {where or 'as above'} | {share:.0%} |")
    for share in (0.2, 0.4, 0.6):
        about = f"{share:.0%} of 60 last digits are 0 or 5"
        lines.append(f"| last digits | {about} | 60 cells | {digits_caught(share, tables):.0%} |")
    return "\n".join(lines)


if __name__ == "__main__":
    if sys.argv[1] == "power":
        print(power_table(int(sys.argv[2])))
    else:
        print(false_alarms_of_arrays(int(sys.argv[1]), int(sys.argv[2])))
