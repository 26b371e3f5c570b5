"""Trials, rows and printed numbers that the table of scores puts side by side."""

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.tables.scores import WORSE, score_table
from tests.claims.stored import BASE, ERROR, planted, stored, t

NAN = float("nan")
PUBLISHED = {"table": "t1", "metric": "error", "trials": 4}
CLEAR = 1.01 * t(ALPHA / 2) * ERROR  # that one test of eight trials just tells


def printed(method, value, table="t1", metric="error", spread=4.0):
    return {"table": table, "dataset": "alpha", "method": method, "metric": metric,
            "value": value, "spread": spread, "spread_kind": "std"}  # fmt: skip


def results_of(rows=None, **methods):
    published = None if rows is None else pd.DataFrame(rows)
    return stored({"main": {"error": {"alpha": methods}}}, published=published)


def not_worse(results, **more):
    data = score_table(results, study="main", **more).data
    return data.set_index("method")["not_worse_than_best"].to_dict()


def test_trials_are_paired_by_their_seed_where_others_are_missing():
    a, b = [NAN, *BASE[1:]], [*planted(0.02)[:7], NAN]
    results = results_of(A=a, B=b)
    assert not_worse(results) == {"A": True, "B": False}
    marks = score_table(results, study="main", rivals={"B": "A"}).data["mark"].tolist()
    assert marks == ["", WORSE]


def test_a_method_that_shares_few_trials_with_the_best_has_no_star_and_is_no_test():
    few = [NAN] * 4
    results = results_of(A=[*BASE, *few], few=[*few, *BASE], B=[*planted(CLEAR), *few])
    assert not_worse(results) == {"A": True, "few": False, "B": False}


def test_a_method_that_is_clearly_worse_makes_the_next_no_harder_to_tell():
    results = results_of(A=BASE, B=planted(CLEAR), C=planted(0.5), D=planted(0.4))
    assert not_worse(results) == {"A": True, "B": False, "C": False, "D": False}


def test_a_row_of_the_best_of_others_has_no_star_and_is_no_test():
    rows = [printed("better", 26.0)]
    results = results_of(rows, A=BASE, B=planted(CLEAR))
    options = {"published": PUBLISHED, "best_of": {"better": ["A", "B"]}}
    told = not_worse(results, methods=["better", "A", "B"], **options)
    assert told == {"better": False, "A": True, "B": False}


def test_each_data_set_is_corrected_for_its_own_test_rows():
    shift = planted(1.01 * t(ALPHA / 2) * 0.01 * (1 / 8 + 0.25) ** 0.5)
    scores = {name: {"A": BASE, "B": shift} for name in ("alpha", "beta")}
    results = stored({"main": {"error": scores}}, ratio=0.25)
    for name, told in (("alpha", [True, False]), ("beta", [False, True])):
        results.plan.catalogue[name].shape = (150,)  # 50 test rows of 100 training rows
        data = score_table(results, study="main", corrected=True).data
        assert data[data["method"] == "B"]["not_worse_than_best"].tolist() == told
        results.plan.catalogue[name].shape = (125,)


def test_the_difference_to_the_printed_number_rests_on_the_trials_that_ended_well():
    ours = [0.18, 0.20, 0.22, 0.20] * 3
    results = results_of([printed("A", 26.0)], A=[*ours, *[NAN] * 4])
    (row,) = score_table(results, study="main", published=PUBLISHED).data.to_dict("records")
    error = 100 * np.std(ours, ddof=1) / 12**0.5
    assert row["difference_in_se"] == pytest.approx((20 - 26) / np.hypot(error, 2))


def test_only_the_printed_table_asked_for_gives_rows_and_ranks():
    rows = [printed("A", 3.0, "t0", "average_rank"), printed("other", 9.0, "t0"),
            printed("A", 26.0), printed("A", 1.25, "t1", "average_rank")]  # fmt: skip
    results = results_of(rows, A=[0.2] * 6)
    options = {"methods": ["other", "A"], "published": PUBLISHED}
    cells = score_table(results, study="main", **options).cells
    assert cells.index.tolist() == ["A", "A (printed)", "A (difference / se)"]
    assert cells.loc["A (printed)", "average rank"] == "1.25"


def test_average_ranks_stand_beside_the_methods_that_ran_on_the_data_sets_shown():
    scores = {"alpha": {"A": [0.2] * 6, "B": [0.1] * 6}, "beta": {"C": [0.1] * 6}}
    rows = pd.DataFrame([printed("other", 9.0)])
    results = stored({"main": {"error": scores}}, published=rows)
    table = score_table(
        results, study="main", methods=["other", "C", "A", "B"], datasets=["alpha"],
        published=PUBLISHED,
    )  # fmt: skip
    ranks = table.cells["average rank"]
    assert ranks[["other", "C", "A", "B"]].tolist() == ["–", "–", "2.00", "1.00"]
    assert "Average rank of 2 methods over 1 data set." in table.caption


def test_a_method_without_a_rival_has_no_mark():
    results = results_of(A=BASE, B=planted(0.1), C=planted(0.1))
    data = score_table(results, study="main", rivals={"B": "A"}).data
    assert data["mark"].tolist() == ["", WORSE, ""]


@pytest.mark.parametrize(("trials", "mark"), [(5, ""), (6, WORSE)])
def test_few_trials_have_no_mark_however_clear_they_are(trials, mark):
    results = results_of(A=BASE[:trials], B=planted(0.5)[:trials])
    data = score_table(results, study="main", rivals={"B": "A"}).data
    assert data.set_index("method")["mark"]["B"] == mark
