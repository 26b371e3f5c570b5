"""Every verdict of the comparisons of scores, from made-up scores."""

from functools import partial

import pytest

from methods.claims.scores import lower, not_told_apart, same
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE
from tests.claims.shifted import shifted_results, verdict_of
from tests.made_up import made_up_results


@pytest.fixture
def against(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return partial(shifted_results, tmp_path)


@pytest.mark.parametrize(
    ("shift", "noise", "margin", "verdict"),
    [
        (0.05, 1, 0.0, HOLDS),
        (0.05, 1, 0.02, HOLDS),
        (0.05, 1, 0.1, FAILS),  # lower, but by less than was claimed
        (-0.05, 1, 0.0, FAILS),
        (0.0, 0, 0.0, INCONCLUSIVE),  # an interval without width, on the bound
        (0.001, 20, 0.0, INCONCLUSIVE),
    ],
)
def test_lower(against, shift, noise, margin, verdict):
    assert verdict_of(lower, against(shift, noise), margin=margin) == verdict


@pytest.mark.parametrize(
    ("shift", "noise", "verdict"),
    [
        (0.0, 0, HOLDS),
        (0.002, 1, HOLDS),
        (0.05, 1, FAILS),
        (-0.05, 1, FAILS),
        (0.0, 30, INCONCLUSIVE),
    ],
)
def test_same(against, shift, noise, verdict):
    assert verdict_of(same, against(shift, noise), margin=0.01) == verdict


@pytest.mark.parametrize(("shift", "verdict"), [(0.0, HOLDS), (0.02, INCONCLUSIVE), (0.05, FAILS)])
def test_between_equal_and_different_may_be_a_region_that_says_nothing(against, shift, verdict):
    options = {"margin": 0.01, "differs_from": 0.03}
    assert verdict_of(same, against(shift, 1.0), **options) == verdict


@pytest.mark.parametrize(
    ("shift", "noise", "verdict"), [(0.0, 1, HOLDS), (0.05, 1, FAILS), (-0.05, 1, FAILS)]
)
def test_not_told_apart(against, shift, noise, verdict):
    assert verdict_of(not_told_apart, against(shift, noise), visible=0.01) == verdict


def test_one_trial_is_no_evidence_that_methods_cannot_be_told_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1], "B": [0.9]}})
    assert verdict_of(not_told_apart, results, visible=0.01) == INCONCLUSIVE
