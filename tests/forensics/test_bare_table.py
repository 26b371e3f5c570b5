"""The audit of a bare table, and its page."""

import numpy as np
import pandas as pd
import pytest

from methods.errors import UserError
from methods.forensics.bare_table import audits, page
from methods.forensics.printed_cells import Protocol, rate_tables


def bare(**columns):
    rows = {"dataset": ["d"] * 3, "method": list("ABC"), "value": [10.34, 13.79, 20.0]}
    return pd.DataFrame({**rows, **columns})


def test_three_columns_are_enough():
    (audit,) = audits(bare(), Protocol(10, {"d": 58}))
    assert (audit.table, audit.cells) == ("table", 3)
    assert [f.method for o in audit.outcomes for f in o.findings] == []
    (audit,) = audits(bare(value=[10.34, 13.79, 20.03]), Protocol(10, {"d": 58}))
    assert audit.findings == 1


def test_the_majority_class_is_a_test_of_its_own():
    numbers = bare(spread=[1.0, 1.0, 1.0], spread_kind="std")
    (audit,) = audits(numbers, Protocol(10), {"d": 0.15})
    (outcome,) = (o for o in audit.outcomes if o.test == "majority class")
    assert [f.method for f in outcome.findings] == ["C"]


def test_an_error_without_a_deviation_is_not_held_against_the_larger_class():
    numbers = bare(value=[35.1, 35.1, 20.0], spread=[np.nan, 0.1, np.nan], spread_kind="std")
    (audit,) = audits(numbers, Protocol(10), {"d": 0.35})
    (outcome,) = (o for o in audit.outcomes if o.test == "majority class")
    assert outcome.cells == 1 and [f.method for f in outcome.findings] == ["B"]
    (audit,) = audits(numbers.iloc[[0, 2]], Protocol(10), {"d": 0.35})
    (outcome,) = (o for o in audit.outcomes if o.test == "majority class")
    assert (outcome.cells, outcome.findings) == (0, ()) and "deviations" in outcome.note


def test_honest_accuracies_have_no_finding():
    accuracies = pd.DataFrame(
        [{"dataset": d, "method": method, "value": str(value), "spread": 1.0, "rank": rank,
          "metric": "accuracy_percent"}
         for d in "def" for method, value, rank in (("A", 90.5, 1), ("B", 80.5, 2))]
        + [{"dataset": "ALL", "method": "A", "value": "1.0", "metric": "average_rank"},
           {"dataset": "A vs B", "method": "A", "value": "3/0/0", "metric": "win/tie/loss"}]
    )  # fmt: skip
    (audit,) = audits(accuracies, Protocol(10))
    judged = {outcome.test: outcome.cells for outcome in audit.outcomes}
    assert (judged["ranks"], judged["average ranks"], judged["counts"]) == (6, 1, 1)
    assert audit.findings == 0
    (wrong,) = audits(accuracies.assign(metric=accuracies["metric"].replace(
        "accuracy_percent", "error_percent")), Protocol(10))  # fmt: skip
    assert wrong.findings == 8


def test_the_page_is_text_or_markdown():
    audited = list(audits(bare(value=[10.34, 13.79, 20.03]), Protocol(10, {"d": 58})))
    text, markdown = page(audited, "mine"), page(audited, "mine", markdown=True)
    line = "d, C: 20.03 cannot come from 58 test rows in 10 trials"
    assert f"    {line}\n" in text and f"  - {line}\n" in markdown
    assert text.startswith("mine\n") and markdown.startswith("# mine\n")
    assert "1 finding" in text and "no more" in text
    assert "Each test but that of the majority class" in text


def test_only_rates_are_judged():
    mixed = bare(metric=["error_percent", "train_seconds", "rough_error_bar_percent"])
    ((_, metric, rows),) = rate_tables(mixed.assign(table="t", spread=np.nan))
    assert metric == "error_percent" and len(rows) == 1
    with pytest.raises(UserError, match="no table has a metric"):
        list(audits(mixed.iloc[1:], Protocol()))


def test_a_missing_column_or_table_is_named():
    with pytest.raises(UserError, match=r"no column 'value' in dataset, method; .*columns"):
        list(audits(bare().drop(columns="value"), Protocol()))
    with pytest.raises(UserError, match="table1"):
        list(audits(bare(table="table1"), Protocol(), only="table2"))


def test_each_data_set_has_a_larger_class_of_its_own():
    numbers = bare(dataset=["d", "e", "e"], value=[20.0, 20.0, 45.0], spread=1.0, spread_kind="std")
    (audit,) = audits(numbers, Protocol(10), {"d": 0.15, "e": 0.4})
    (outcome,) = (o for o in audit.outcomes if o.test == "majority class")
    assert [(f.dataset, f.method) for f in outcome.findings] == [("d", "A"), ("e", "C")]


def ranked(*cells, averages=(), counts=(), **columns):
    """Cells (table, metric, dataset, method, value), average ranks and counts of table t."""
    names = ["table", "metric", "dataset", "method", "value"]
    rows = [*cells, *(("t", "average_rank", "ALL", *each) for each in averages),
            *(("t", "win/tie/loss", *each) for each in counts)]  # fmt: skip
    return pd.DataFrame(rows, columns=names).assign(spread=1.0, rank=np.nan, **columns)


def of_rankings(numbers, **options):
    """Of each table and metric what the tests of ranks judged, and their findings."""
    tests = ("ranks", "average ranks", "counts")
    return {
        (audit.table, audit.metric): {
            o.test: (o.cells, len(o.findings)) for o in audit.outcomes if o.test in tests
        }
        for audit in audits(numbers, Protocol(10), **options)
    }


TRAIN, TEST = "train_error", "test_error"


def test_average_ranks_and_counts_are_of_no_metric_if_a_table_has_several():
    """A has the lower test errors, by which it is ranked, and the higher training errors."""
    cells = [("t", metric, d, method, value) for d in "de"
             for metric, values in ((TRAIN, (50, 40)), (TEST, (40, 50)))
             for method, value in zip("AB", values, strict=True)]  # fmt: skip
    said = {"averages": [("A", 1.0), ("B", 2.0)], "counts": [("A vs B", "A", "2/0/0")]}
    none = {"ranks": (0, 0), "average ranks": (0, 0)}
    assert of_rankings(ranked(*cells, **said)) == {("t", TRAIN): none, ("t", TEST): none}
    one = [cell for cell in cells if cell[1] == TEST]
    judged = {"ranks": (0, 0), "average ranks": (2, 0), "counts": (1, 0)}
    assert of_rankings(ranked(*one, **said)) == {("t", TEST): judged}


@pytest.mark.parametrize(("table", "judged"), [("t", {"counts": (1, 0)}), ("u", {})])
def test_counts_of_one_of_several_tables_are_not_held_against_another(table, judged):
    cells = [(name, TEST, "d", method, value)
             for name, values in (("t", (40, 50)), ("u", (50, 40)))
             for method, value in zip("AB", values, strict=True)]  # fmt: skip
    numbers = ranked(*cells, counts=[("A vs B", "A", "1/0/0")])
    assert of_rankings(numbers, only=table) == {(table, TEST): {"ranks": (0, 0), **judged}}


@pytest.mark.parametrize(("ranks", "findings"), [((2, 3, 1), 0), ((1, 2, 3), 0), ((3, 2, 1), 1)])
def test_a_cell_without_a_number_may_have_any_rank(ranks, findings):
    cells = zip("ABC", ["10", "12", "–"], strict=True)
    numbers = ranked(*(("t", TEST, "d", *cell) for cell in cells)).assign(rank=ranks)
    assert of_rankings(numbers)["t", TEST]["ranks"] == (2, findings)


def test_a_data_set_without_any_number_counts_as_one_of_the_average_ranks():
    cells = [("t", TEST, "d", "A", "10"), ("t", TEST, "d", "B", "20")]
    cells += [("t", TEST, "e", method, "–") for method in "AB"]
    said = {"averages": [("A", 1.5), ("B", 1.5)], "counts": [("A vs B", "A", "1/0/1")]}
    judged = {"ranks": (0, 0), "average ranks": (2, 0), "counts": (1, 0)}
    assert of_rankings(ranked(*cells, **said))["t", TEST] == judged


def test_ranks_are_not_judged_where_a_method_has_several_numbers_on_a_data_set():
    cells = [("t", TEST, "d", method, value) for method, value in zip("AAB", "123", strict=True)]
    numbers = ranked(*cells, averages=[("A", 1.0), ("B", 2.0)]).assign(rank=[1, 1, 2, None, None])
    assert of_rankings(numbers)["t", TEST] == {"ranks": (0, 0)}


@pytest.mark.parametrize("value", ["inf", "-inf", np.inf])
def test_an_infinite_number_is_none(value):
    numbers = bare(value=[10.0, value, 20.0], spread=[1.0, 1.0, value], spread_kind="std")
    (audit,) = audits(numbers, Protocol(10, {"d": 20}, {"d": 100}), {"d": 0.5})
    assert (audit.cells, audit.findings) == (2, 0)


def test_counts_of_one_trial_are_not_judged():
    cells = [("t", TEST, "d", "A", "10"), ("t", TEST, "d", "B", "20")]
    (audit,) = audits(ranked(*cells, counts=[("A vs B", "A", "1/0/0")]), Protocol(1))
    (outcome,) = (o for o in audit.outcomes if o.test == "counts")
    assert (outcome.cells, outcome.findings, outcome.note) == (0, (), "one trial has no t-test")
