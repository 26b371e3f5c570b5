"""A fit that serves several conditions has one row, which is of the condition that it failed."""

from types import SimpleNamespace

import pandas as pd
import pytest

from methods.tables.fit_rows import row_per_fit

KEYS = ["dataset", "method", "seed", "condition", "status"]


def per_fit(*rows, one_fit=True, keys=KEYS):
    runs = pd.DataFrame(rows, columns=KEYS, index=range(5, 5 + len(rows)))[keys]
    study = SimpleNamespace(one_fit_for_all_conditions=one_fit)
    return list(row_per_fit(runs, study)[["condition", "status"]].itertuples(index=False))


@pytest.mark.parametrize(
    "other", [("b", "A", 0), ("a", "B", 0), ("a", "A", 1)], ids=["data set", "method", "seed"]
)
def test_a_fit_is_one_of_a_method_on_a_data_set_in_a_trial(other):
    rows = [(*fit, label, "ok") for label in "01" for fit in (("a", "A", 0), other)]
    assert per_fit(*rows) == [("0", "ok"), ("0", "ok")]
    assert len(per_fit(*rows, one_fit=False)) == 4


@pytest.mark.parametrize("first", ["ok", "error"])
def test_a_fit_that_failed_under_a_condition_has_failed(first):
    rows = [("a", "A", 0, "0", first), ("a", "A", 0, "1", "invalid"), ("a", "A", 0, "2", "error"),
            ("a", "A", 1, "0", "ok")]  # fmt: skip
    failed = ("0", "error") if first == "error" else ("1", "invalid")
    assert per_fit(*rows) == [failed, ("0", "ok")]


def test_the_rows_keep_their_order():
    rows = [("a", "A", seed, "0", status) for seed, status in enumerate(["ok", "error", "ok"])]
    assert [status for _, status in per_fit(*rows)] == ["ok", "error", "ok"]


def test_runs_of_one_data_set_need_not_name_it():
    rows = [("a", "A", 0, label, "ok") for label in "01"]
    assert per_fit(*rows, keys=KEYS[1:]) == [("0", "ok")]
