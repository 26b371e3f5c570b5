"""The claim on the printed test errors of chapter 3."""

from pathlib import Path

import pandas as pd
import pytest

from methods.claims.papers.cgboost import printed_apart
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from tests.claims.stored import assert_steps, stored

PUBLISHED = Path(__file__).parents[3] / "workflow" / "published" / "thesis.csv"
OPTIONS = {"table": "t", "metric": "error", "spread": "bar", "trials": 50}


def printed(cells, bars):
    rows = [("t", d, m, "error", v) for (d, m), v in cells.items()]
    rows += [("t", d, "all", "bar", v) for d, v in bars.items()]
    published = pd.DataFrame(rows, columns=["table", "dataset", "method", "metric", "value"])
    return stored({}, published=published)


def farthest(apart):
    """A bar of 5 over 50 trials is a standard error of 1 of a difference."""
    cells = {("one", "A"): 10.0, ("one", "B"): 10.0 + apart, ("one", "C"): 10.0 + apart / 2,
             ("two", "A"): 3.0, ("two", "B"): 3.0}  # fmt: skip
    return printed_apart(printed(cells, {"one": 5.0, "two": 5.0}), **OPTIONS)


def test_the_farthest_pair_of_any_data_set_counts():
    assert_steps(lambda shift: farthest(1.0 + shift), [FAILS, 1.0, HOLDS])
    judged = farthest(2.5)
    assert judged.reason.startswith("Farthest apart are A and B on one, by 2.5 standard errors of ")
    assert [entry["standard_errors"] for entry in judged.evidence] == pytest.approx([2.5, 0.0])


def test_nothing_is_judged_without_print():
    assert printed_apart(printed({}, {}), **OPTIONS).verdict == UNTESTABLE


def test_the_thesis_prints_a_pair_that_its_bars_tell_apart():
    published = pd.read_csv(PUBLISHED)
    published["value"] = pd.to_numeric(published["value"], errors="coerce")
    judged = printed_apart(
        stored({}, published=published), table="table3.2", metric="test_error_percent",
        spread="rough_error_bar_percent", trials=60,
    )  # fmt: skip
    assert judged.verdict == HOLDS
    on_sonar = next(entry for entry in judged.evidence if entry["dataset"] == "sonar")
    assert on_sonar["standard_errors"] == pytest.approx((24.07 - 19.74) / (9.22 / 30**0.5))
