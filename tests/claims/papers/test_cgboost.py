"""The claim on the printed test errors of chapter 3."""

from pathlib import Path

import pandas as pd
import pytest
from scipy import stats

from methods.claims.papers.cgboost import printed_apart
from methods.claims.verdicts import HOLDS, INCONCLUSIVE, UNTESTABLE
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


def test_the_farthest_pair_of_all_data_sets_counts_after_correction_for_their_number():
    """Four pairs of means of 50 trials, each with two tails."""
    bar = float(stats.t.isf(0.05 / 2 / 4, 2 * 49))
    assert_steps(lambda shift: farthest(1.0 + shift), [INCONCLUSIVE, bar - 1.0, HOLDS])
    judged = farthest(2.5)
    p_value = 2 * 4 * float(stats.t.sf(2.5, 2 * 49))
    assert judged.reason == (
        "Farthest apart are A and B on one, by 2.5 standard errors of 50 trials. Corrected for 4 "
        f"pairs this has p = {p_value:.2g}."
    )
    apart = {entry["dataset"]: entry["standard_errors"] for entry in judged.evidence}
    assert apart == pytest.approx({"one": 2.5, "two": 0.0})


def test_nothing_is_judged_without_print():
    assert printed_apart(printed({}, {}), **OPTIONS).verdict == UNTESTABLE


def test_the_bars_of_the_thesis_tell_no_pair_apart_for_sure():
    published = pd.read_csv(PUBLISHED)
    published["value"] = pd.to_numeric(published["value"], errors="coerce")
    judged = printed_apart(
        stored({}, published=published), table="table3.2", metric="test_error_percent",
        spread="rough_error_bar_percent", trials=60,
    )  # fmt: skip
    assert judged.verdict == INCONCLUSIVE and "for 36 pairs" in judged.reason
    on_sonar = next(entry for entry in judged.evidence if entry["dataset"] == "sonar")
    assert on_sonar["standard_errors"] == pytest.approx((24.07 - 19.74) / (9.22 / 30**0.5))
