"""Stored tables of the kept results: their average ranks, and the words beside them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from methods.bench import paths
from methods.bench.results import Results
from methods.command.judge import plan_of_kept
from methods.report.kept_plan import only_kept
from methods.report.shown_tables import (
    as_score_table,
    datasets_of_ranks,
    score_tables,
    shown_tables,
)
from methods.report.what_ran import study_summaries, totals
from methods.report.where_good import counted_tables, wins

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / paths.REFERENCE


@pytest.fixture(scope="module")
def kept():
    """The kept results of the experiment on ERM."""
    plan, _ = only_kept(plan_of_kept(ROOT), REFERENCE)
    return Results.load(plan, "erm", ROOT, REFERENCE)


def test_average_ranks_are_over_the_data_sets_that_the_caption_counts(kept):
    for table in shown_tables(kept):
        if table.of_scores:
            ranked = datasets_of_ranks(kept, table)
            (told,) = re.findall(r"methods over (\d+) data sets?", table.caption)
            assert len(ranked) == int(told)


def test_a_table_marks_the_data_sets_that_its_ranks_leave_out(kept):
    (table,) = [table for table in shown_tables(kept) if table.name == "table1"]
    assert as_score_table(kept, table)["unranked"] == ["wdbc", "twonorm", "ringnorm", "threenorm"]


def test_the_page_of_a_method_has_the_average_rank_of_the_table(kept):
    tables = counted_tables([kept], {kept.experiment.name: shown_tables(kept)})
    (row,) = [row for row in wins(tables, "L2-ERM30") if "Table 1" in row["table"]]
    rows = (REFERENCE / "erm/table1.md").read_text().splitlines()
    (printed,) = [line.split("|")[-2].strip() for line in rows if line.startswith("| L2-ERM30  ")]
    assert (row["rank"], row["ranked"], row["datasets"]) == (printed, 8, 12)


def test_a_table_of_recorded_numbers_does_not_say_which_method_is_good(kept):
    (table,) = [table for table in shown_tables(kept) if table.name == "table1"]
    rounds = replace(table, options={**table.options, "metric": "rounds"})
    assert [told for told, _ in score_tables(kept, [table, rounds])] == [table]


@pytest.mark.parametrize("on_paper", [True, False])
def test_a_table_on_no_paper_is_sorted_by_the_average_rank(kept, on_paper):
    kept.scores("table1"), kept.runs("table1")  # read before the name, by which files are found
    experiment = structs.replace(kept.experiment, source="erm" if on_paper else "erm_own")
    experiment = structs.replace(experiment, name="erm_own")
    (table,) = [table for table in shown_tables(kept) if table.name == "table1"]
    shown = as_score_table(replace(kept, experiment=experiment), table)
    ranks = [float(row["average"]) for row in shown["rows"] if row["average"] not in ("", "–")]
    assert shown["by_rank"] is not on_paper and (ranks == sorted(ranks)) is not on_paper


def test_trials_that_differ_between_data_sets_are_told_as_a_range(kept):
    lines = {study["name"]: study["line"] for study in study_summaries(kept)}
    assert "10 to 20 trials" in lines["convergence"] and " 50 trials" in lines["table1"]
    assert totals(kept)["trials"] == "10 to 600"
