"""What is measured is stored an entry at a time, and what is stored is not measured again."""

import pytest

from methods.data.prepare import DataSetMissing
from methods.performance import measurements
from methods.performance.measurements import is_done, measure
from methods.performance.stored import KINDS, stored


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = {"first": lambda quick: {"value": quick}, "second": lambda quick: {"value": 2}}
    monkeypatch.setitem(measurements.MEASURES, "ratios", made)


def test_kinds_are_those_that_are_read():
    assert set(measurements.MEASURES) == set(KINDS)


def test_entries_stand_in_their_order_with_where_they_come_from():
    measure("ratios", "second", True)
    measure("ratios", "first", True)
    found = stored("ratios")
    assert list(found) == ["first", "second"]
    assert found["first"]["value"] is True
    assert set(found["second"]["origin"]) == set(measurements.ORIGIN)


@pytest.mark.parametrize("reason", [ImportError("no cvxpy"), DataSetMissing("no ijcnn1")])
def test_what_is_absent_leaves_its_reason(monkeypatch, reason):
    def fail(quick):
        raise reason

    monkeypatch.setitem(measurements.MEASURES["ratios"], "first", fail)
    measure("ratios", "first", True)
    assert stored("ratios")["first"]["missing"] == str(reason)
    assert not is_done(stored("ratios")["first"], True)


def test_a_quick_measurement_does_not_stand_for_a_full_one():
    assert not is_done(None, True)
    assert is_done({"quick": True}, True) and not is_done({"quick": True}, False)
    assert is_done({"quick": False}, True) and is_done({"quick": False}, False)
