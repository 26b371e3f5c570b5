"""Claims that need no run."""

from pathlib import Path

import pytest

from methods.bench.experiments import load_experiment
from methods.claims.reasoned import cannot, derived
from methods.claims.verdicts import HOLDS, UNTESTABLE

ROOT = Path(__file__).resolve().parents[2]


def test_what_cannot_be_tested_says_why():
    verdict = cannot(None, why="no such data")
    assert (verdict.verdict, verdict.reason) == (UNTESTABLE, "no such data")


def test_what_an_argument_settles_names_its_test():
    verdict = derived(None, verdict=HOLDS, why="by convexity", test="tests/margin")
    assert (verdict.verdict, verdict.reason) == (HOLDS, "by convexity")
    assert verdict.evidence == [{"test": "tests/margin"}]


@pytest.mark.parametrize(
    "path", sorted((ROOT / "workflow" / "experiments").glob("*.yaml")), ids=lambda path: path.stem
)
def test_what_settles_a_claim_of_the_benchmark_exists(path):
    for claim in load_experiment(path).claims.values():
        if claim["function"].endswith(".derived"):
            file, _, test = claim["test"].partition("::")
            assert (ROOT / file).exists(), claim["test"]
            assert not test or f"def {test}(" in (ROOT / file).read_text("utf-8"), claim["test"]
