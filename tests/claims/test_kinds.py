"""What a verdict rests on."""

import json
from pathlib import Path

import pytest

from methods.claims.kinds import ARITHMETIC, EXPERIMENT, REPRINT, THEORY, kind_of

LEDGER = Path(__file__).parents[2] / "results/reference/claims.json"


def entry(function, verdict="holds", derived="", **options):
    return {"verdict": verdict, "derived": derived, "test": {"function": function, **options}}


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        (entry("a.scores.lower", study="main"), EXPERIMENT),
        (entry("a.perceptron.boosting_divides", studies=["a", "b"]), EXPERIMENT),
        (entry("a.erm_algorithms.algorithm_1_is_optimal"), EXPERIMENT),  # fits by itself
        (entry("a.reproduction.reproduces", study="main", published={}), REPRINT),
        (entry("a.perceptron.mean_is", study="main", printed=3.0), REPRINT),
        (entry("a.readings.any_reproduces", methods={"main": ["A"]}, published={}), REPRINT),
        (entry("a.printed.printed_ranks", table="table1"), ARITHMETIC),
        # a printed number in the range of our draws
        (entry("a.complexity.printed_in_range", study="main"), EXPERIMENT),
        (entry("a.trials.bounded", study="main", derived="tests/a.py::b"), THEORY),
        (entry("a.scores.lower", "cannot be tested here", derived="tests/a.py::b"), THEORY),
        (entry("a.reasoned.cannot", "cannot be tested here"), ""),
    ],
)
def test_the_kind_follows_from_what_the_test_reads(claim, kind):
    assert kind_of(claim) == kind


def test_each_kind_is_in_the_kept_ledger():
    claims = json.loads(LEDGER.read_text())["claims"]
    assert {kind_of(claim) for claim in claims} == {"", THEORY, EXPERIMENT, REPRINT, ARITHMETIC}
