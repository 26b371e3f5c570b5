"""Conditions of a claim that a run of a smaller scale lacks, and what they are values of."""

import pytest

from methods.claims.conditions import run_at_scale, swept_parameter
from methods.claims.scores import lower
from methods.claims.verdicts import HOLDS
from tests.claims.stored import BASE, planted, stored

RUN = stored(
    {
        "s": {
            ("error", "0.5"): {"d": {"A": planted(-0.02), "B": BASE}},
            ("error", "2"): {"d": {"A": planted(-0.04), "B": BASE}},
        }
    },
    parameter="penalty",
)


@pytest.mark.parametrize(
    ("asked", "has"),
    [
        (["0.5", "1", "2"], ["0.5", "2"]),
        (["1", "3"], ["1", "3"]),
        ("1", "1"),
        ("", ""),
        (None, None),
    ],
)
def test_a_list_keeps_the_conditions_that_the_scale_has(asked, has):
    assert run_at_scale(RUN, "s", asked) == has


def test_the_mean_is_over_the_conditions_that_ran():
    judged = lower(RUN, study="s", methods=["A"], than=["B"], condition=["0.5", "1", "2"])
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["difference"] == pytest.approx(-0.03)
    assert "at penalty 0.5 and 2" in judged.reason


def test_noise_on_test_rows_tells_its_own_kind():
    assert swept_parameter(RUN, "s") == "penalty"
    RUN.study("s").conditions.vary = "test_noise"
    try:
        assert swept_parameter(RUN, "s") == ""
    finally:
        RUN.study("s").conditions.vary = "parameter"
