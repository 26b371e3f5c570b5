"""Measurements are stored one entry at a time, and a stored entry is not measured again."""

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


def test_every_kind_is_read_back():
    assert set(measurements.MEASURES) == set(KINDS)


def test_entries_keep_their_order_and_have_their_origin():
    measure("ratios", "second", True)
    measure("ratios", "first", True)
    entries = stored("ratios")
    assert list(entries) == ["first", "second"]
    assert entries["first"]["value"] is True
    assert set(entries["second"]["origin"]) == set(measurements.ORIGIN)


@pytest.mark.parametrize("reason", [ImportError("no cvxpy"), DataSetMissing("no ijcnn1")])
def test_a_missing_peer_or_data_set_leaves_its_reason(monkeypatch, reason):
    def fail(quick):
        raise reason

    monkeypatch.setitem(measurements.MEASURES["ratios"], "first", fail)
    measure("ratios", "first", True)
    assert stored("ratios")["first"]["missing"] == str(reason)
    assert not is_done(stored("ratios")["first"], True)


def test_a_quick_measurement_does_not_replace_a_full_one():
    assert not is_done(None, True)
    assert is_done({"quick": True}, True) and not is_done({"quick": True}, False)
    assert is_done({"quick": False}, True) and is_done({"quick": False}, False)
