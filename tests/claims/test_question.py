"""The test of a claim in one sentence."""

import re
from pathlib import Path

import pytest

from methods.bench.construct import options_of
from methods.bench.experiments import load_experiment
from methods.claims.question import in_words, question
from methods.schemas.outputs import CLAIM_WORDS

ROOT = Path(__file__).resolve().parents[2]


def asks(results, *, methods, at_most=1.0, study="", why=""):
    """Are ``methods`` at most `at_most`,
    by `ALPHA`?

    More about `study`.
    """


def test_the_question_has_the_values_of_the_options_and_the_defaults():
    assert question(asks, {"methods": ["A", "B", "C"]}) == "Are A, B and C at most 1, by ALPHA?"


def test_options_that_the_question_does_not_mention_come_behind_it():
    text = question(asks, {"methods": ["A"], "at_most": 0.25, "study": "main", "why": "so"})
    assert text == "Are A at most 0.25, by ALPHA? (study: main)"


@pytest.mark.parametrize(
    "path", sorted((ROOT / "workflow" / "experiments").glob("*.yaml")), ids=lambda path: path.stem
)
def test_every_claim_of_the_benchmark_has_a_question_in_plain_words(path):
    for claim in load_experiment(path).claims.values():
        text = question(*options_of(claim, CLAIM_WORDS))
        assert re.match(r"[A-Z].*[.?]", text) and "`" not in text, text


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"), (False, "no"), (0.10, "0.1"), (3, "3"), (None, "none"),
        (["a"], "a"), (["a", 0.5], "a and 0.5"), (("a", "b", True), "a, b and yes"),
        ({"a": [1, 2], "b": None}, "a 1 and 2, b none"),
    ],
)  # fmt: skip
def test_an_option_stands_in_a_sentence(value, words):
    assert in_words(value) == words


def test_a_function_without_a_docstring_is_asked_by_its_name():
    def plain_test(results, *, verdict="", level=1):
        pass

    assert question(plain_test, {"verdict": "holds", "level": 2}) == "plain_test (level: 2)"
