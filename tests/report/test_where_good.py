"""The sentences that say where a method is good."""

from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from methods.report.shown_tables import ShownTable
from methods.report.where_good import (
    CountedTable,
    counted_tables,
    is_worst,
    sentences,
    where_good,
    wins,
)
from methods.tables.table import NO_VALUE


def cells(dataset, means, n=10, std=1.0):
    """A data set of a table of scores; the lowest mean is the best, and B is close to any best."""
    order = sorted(means, key=means.get)
    return pd.DataFrame(
        {
            "dataset": dataset, "method": list(means), "n": n, "trials": n, "std": std,
            "mean": list(means.values()), "rank": [float(order.index(m) + 1) for m in means],
            "best": [m == order[0] for m in means],
            "not_worse_than_best": [m in (order[0], "B") for m in means],
        }
    )  # fmt: skip


def experiment(name, *parts, metric="error"):
    """Results of an experiment whose one table has these data sets, and its table."""
    options = {"study": "main", "metric": metric}
    table = ShownTable("t", options, pd.concat(parts), f"{name}'s: note", [], [])
    results = SimpleNamespace(
        experiment=SimpleNamespace(name=name, title="Title"),
        study=lambda name: SimpleNamespace(metrics={}, methods=[]),
        folder=Path("nowhere"),
        counted_once=lambda names: [d for d in names if d != "copy"],
    )
    return results, {name: [table]}


FIVE = [cells(f"d{i}", {"A": 1.0, "B": 2.0, "C": 9.0}) for i in range(4)]
FIVE.append(cells("e", {"A": 5.0, "B": 2.0, "C": 4.9}))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("A", "best on 4 (d0, d1, d2, …), and not told apart from the best on none. It is clearly"
              " worst on none."),
        ("B", "best on 1 (e), and not told apart from the best on 4 more (d0, d1, d2, …). It is"
              " clearly worst on none."),
        ("C", "best on none, and not told apart from the best on none. It is clearly worst on 4"
              " (d0, d1, d2, …)."),
    ],
)  # fmt: skip
def test_it_counts_where_a_method_is_best_close_and_clearly_worst(name, told):
    words = sentences(pd.concat(FIVE), name)
    assert words == {"before": "Of 5 data sets in ", "after": f", it is {told}"}


def test_more_is_said_only_after_some():
    words = sentences(cells("d", {"A": 1.0, "B": 2.0}), "B")
    assert "best on none, and not told apart from the best on 1 (d)." in words["after"]


def test_the_last_by_less_than_two_standard_errors_is_not_clearly_worst():
    assert is_worst(cells("d", {"A": 1.0, "B": 2.0}), "B")  # a standard error is 0.45
    assert not is_worst(cells("d", {"A": 1.0, "B": 1.8}), "B")
    assert not is_worst(cells("d", {"A": 1.0, "B": 2.0}), "A")
    assert not is_worst(cells("d", {"A": 1.0, "B": 1.0}, std=0.0), "B")


def test_the_yardsticks_table_comes_before_a_longer_one():
    long, tables = experiment("long", *FIVE)
    short, more = experiment("yardstick", FIVE[-1])
    good = where_good(counted_tables([long, short], tables | more), "A")
    assert (good["table"], good["before"]) == ("Title: yardstick's", "Of 1 data set in ")
    assert where_good(counted_tables([long], tables), "A")["before"] == "Of 5 data sets in "
    assert where_good(counted_tables([long, short], tables | more), "Z") is None


def test_versions_few_trials_lone_methods_and_recorded_numbers_do_not_count():
    parts = [cells("copy", {"A": 1.0, "B": 2.0}), cells("few", {"A": 1.0, "B": 2.0}, n=5)]
    alone = cells("alone", {"A": 1.0})
    results, tables = experiment("toy", *parts, alone)
    assert where_good(counted_tables([results], tables), "A") is None
    results, tables = experiment("toy", *FIVE, metric="rounds")
    assert where_good(counted_tables([results], tables), "A") is None


def test_six_trials_of_two_methods_are_enough_to_count():
    results, tables = experiment("toy", cells("six", {"A": 1.0, "B": 2.0}, n=6))
    assert where_good(counted_tables([results], tables), "A")["before"] == "Of 1 data set in "


def test_a_data_set_of_few_trials_is_in_no_count_of_the_sentences():
    few = cells("few", {"A": 1.0, "B": 5.0, "C": 9.0}, n=5)
    results, tables = experiment("toy", *FIVE, few)
    good = where_good(counted_tables([results], tables), "A")
    assert good["before"] == "Of 5 data sets in " and "best on 4 (" in good["after"]


def test_a_version_counts_if_the_first_one_has_no_fit():
    parts = [cells("origin", {"A": 1.0, "B": 2.0}, n=0), cells("again", {"A": 1.0, "B": 2.0})]
    results, tables = experiment("toy", *parts)
    results.counted_once = lambda names: list(names)[:1]  # one is a version of the other
    good = where_good(counted_tables([results], tables), "A")
    assert "best on 1 (again)," in good["after"]


def test_of_two_tables_that_with_most_data_sets_of_the_method_counts():
    others = [cells(f"o{i}", {"B": 1.0, "C": 2.0}) for i in range(4)]
    few, tables = experiment("few", cells("d", {"A": 1.0, "B": 2.0}), *others)
    two, more = experiment("two", *FIVE[:2])
    none, rest = experiment("none", *others)
    counted = counted_tables([none, few, two], tables | more | rest)
    assert where_good(counted, "A")["table"] == "Title: two's"
    assert where_good(counted, "B")["table"] == "Title: few's"
    assert [row["table"] for row in wins(counted, "A")] == ["Title: few's", "Title: two's"]
    assert counted[1].href == "../experiments/few/index.html#table-t"


def test_a_cell_without_a_fit_is_not_counted_and_one_fit_is():
    part = cells("d", {"A": 1.0, "B": 2.0, "C": 3.0}).assign(n=[0, 1, 2])
    results, tables = experiment("toy", part)
    (counted,) = counted_tables([results], tables)
    assert list(counted.ran["method"]) == list(counted.by_method) == ["B", "C"]
    assert [row["methods"] for row in wins([counted], "B")] == [2]
    assert wins([counted], "A") == []


def test_three_names_are_all_told_in_the_order_of_the_table():
    parts = [cells(name, {"A": 1.0, "C": 9.0}) for name in ("z", "a", "m")]
    after = sentences(pd.concat(parts), "C")["after"]
    assert after.endswith("It is clearly worst on 3 (z, a, m).")
    assert "best on 3 (z, a, m), and" in sentences(pd.concat(parts), "A")["after"]


def test_the_last_of_a_metric_whose_highest_is_best_may_be_clearly_worst():
    part = cells("d", {"A": 0.1, "B": 0.5, "C": 0.9}, std=0.1).assign(rank=[3.0, 2.0, 1.0])
    assert is_worst(part, "A") and not is_worst(part, "C")
    near = part.assign(mean=[0.1, 0.15, 0.9])  # a standard error is 0.045
    assert not is_worst(near, "A")


def test_without_scatter_any_difference_is_clear():
    assert is_worst(cells("d", {"A": 0.1, "B": 0.2}, std=0.0), "B")


def test_the_last_is_that_of_the_ranked_and_of_two_or_more():
    part = cells("d", {"A": 1.0, "B": 5.0, "C": 9.0})
    assert is_worst(part.assign(rank=[1.0, 2.0, float("nan")]), "B")
    assert not is_worst(part.assign(rank=[float("nan"), 1.0, float("nan")]), "B")


def test_a_row_names_the_data_sets_where_the_method_is_best_and_those_where_it_is_close():
    results, tables = experiment("toy", *FIVE)
    of_a, of_b = (wins(counted_tables([results], tables), name)[0] for name in "AB")
    assert (of_a["best"], of_a["close"]) == ("d0, d1, d2, d3", "")
    assert (of_b["best"], of_b["close"]) == ("e", "d0, d1, d2, d3")


@pytest.mark.parametrize(
    ("rank", "n_ranked", "told"),
    [("1.5", 3, 3), ("1.5", 5, None), (NO_VALUE, 3, None), (NO_VALUE, 0, None)],
)
def test_only_a_rank_over_fewer_data_sets_says_over_how_many(rank, n_ranked, told):
    parts = dict(list(pd.concat(FIVE).groupby("method")))
    table = CountedTable("x", "Title", "x.html", pd.concat(FIVE), parts, {"A": rank}, n_ranked)
    (row,) = wins([table], "A")
    assert (row["rank"], row["ranked"], row["datasets"]) == (rank, told, 5)


def test_a_rank_over_all_data_sets_of_the_method_says_no_number():
    parts = [*FIVE, cells("z", {"B": 1.0, "C": 2.0})]
    by_method = dict(list(pd.concat(parts).groupby("method")))
    table = CountedTable("x", "Title", "x.html", pd.concat(parts), by_method,
                         {"A": "1.5", "B": "2.0"}, 5)  # fmt: skip
    rows = [wins([table], name)[0] for name in "AB"]
    assert [(row["ranked"], row["datasets"]) for row in rows] == [(None, 5), (5, 6)]


def test_with_few_trials_too_the_last_is_judged_by_both_deviations():
    part = cells("d", {"A": 1.0, "B": 2.0}, n=6)
    assert not is_worst(part.assign(std=[0.1, 5.0]), "B") and is_worst(part.assign(std=0.1), "B")
    assert not is_worst(part.assign(std=[5.0, 0.1]), "B")
