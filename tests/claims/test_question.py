"""The test of a claim in one sentence."""

import re
from math import log
from pathlib import Path

import pytest

from methods.bench.construct import options_of
from methods.bench.experiments import load_experiment
from methods.claims.papers.contributions import contributions_compared
from methods.claims.papers.smm import printed_order
from methods.claims.question import in_words, question, share_of_cases
from methods.claims.scores import lower, lower_in_studies
from methods.claims.trials import bounded
from methods.schemas.outputs import CLAIM_KEYS

FILES = sorted((Path(__file__).resolve().parents[2] / "workflow" / "experiments").glob("*.yaml"))
EXPERIMENTS = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


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


def test_the_data_sets_that_a_claim_names_are_told():
    options = {"study": "main", "methods": ["A"], "than": ["B"], "datasets": ["alpha", "beta"]}
    assert question(lower, options).endswith("? (study: main; datasets: alpha and beta)")


@EXPERIMENTS
def test_every_claim_of_the_benchmark_has_a_question_in_plain_words(path):
    for claim in load_experiment(path).claims.values():
        text = question(*options_of(claim, CLAIM_KEYS))
        assert re.match(r"[A-Z].*[.?]", text) and "`" not in text, text


@EXPERIMENTS
def test_no_two_claims_of_an_experiment_have_the_same_words(path):
    says = [claim["says"] for claim in load_experiment(path).claims.values()]
    assert says and not [text for text in says if says.count(text) > 1]


@EXPERIMENTS
def test_a_claim_names_others_in_words_and_not_by_their_keys(path):
    keys = {key for file in FILES for key in load_experiment(file).claims if "-" in key}
    for name, claim in load_experiment(path).claims.items():
        texts = [str(claim.get(key, "")) for key in ("says", "about", "argument", "why")]
        told = set(re.findall(r"[\w.]+(?:-[\w.]+)+", " ".join(texts))) & keys
        assert len(keys) > 100 and not told, name


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"), (False, "no"), (0.10, "0.1"), (3, "3"), (None, "none"),
        (["a"], "a"), (["a", 0.5], "a and 0.5"), (("a", "b", True), "a, b and yes"),
        ({"a": [1, 2], "b": None}, "a 1 and 2, b none"),
        (["noisy", 1, 7], "noisy examples at sizes 1 to 6"), (["a", 1, 7, 9], "a, 1, 7 and 9"),
    ],
)  # fmt: skip
def test_an_option_stands_in_a_sentence(value, words):
    assert in_words(value) == words


@pytest.mark.parametrize(
    ("need", "more", "words"),
    [
        (1, False, "every case"), (1.0, True, "every case"), (0, True, "any case"),
        (0.001, False, "one case or more"), (0.5, False, "half of the cases or more"),
        (0.5, True, "more than half of the cases"), (0.9, False, "90 % of the cases or more"),
        (0.4, True, "more than 40 % of the cases"), (0.01, True, "more than 1 % of the cases"),
        (0.05, False, "5 % of the cases or more"),
    ],
)  # fmt: skip
def test_a_share_of_cases_has_words(need, more, words):
    assert share_of_cases(need, "case", more) == words


def scored(
    results, *, methods, than, margin=0.0, metric="error", need=1.0, times=1.0, pairwise=False
):
    """Do `methods` score lower than `than` by more than `margin` in a share `need` of the cases?"""


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, "Does A score lower than B and C in every case?"),
        ({"methods": ["A", "D"], "pairwise": True},
         "Do A and D score lower than B and C in turn in every case?"),
        ({"than": ["B"], "pairwise": True}, "Does A score lower than B in every case?"),
        ({"margin": 0.001},
         "Does A score lower than B and C by more than 0.1 points in every case?"),
        ({"margin": -0.005},
         "Does A score lower than B and C, or worse by less than 0.5 points, in every case?"),
        ({"metric": "log_cost", "margin": log(2)},
         "Does A score lower than B and C by more than a factor of 2 in every case? "
         "(metric: log_cost)"),
        ({"times": 2.0}, "Does A score lower than B and C, divided by 2, in every case?"),
    ],
)  # fmt: skip
def test_margins_and_sides_have_words(options, asked):
    assert question(scored, {"methods": ["A"], "than": ["B", "C"], **options}) == asked


def test_the_trials_of_each_case_and_the_bounds_are_told():
    options = {"study": "main", "metric": "train_error", "methods": ["A"], "at_most": 0.01}
    asked = "Does the recorded number lie within bounds in every "
    rest = "(study: main; metric: train_error; methods: A; at most: 1 %)"
    assert question(bounded, options) == f"{asked}trial? {rest}"
    of_cases = question(bounded, {**options, "of_trials": 0.5})
    assert of_cases == f"{asked}case, each in more than half of the trials? {rest}"


def test_a_printed_order_is_asked_in_its_direction():
    options = {"table": "t", "metric": "m", "methods": ["A"], "than": ["B"], "larger": True}
    assert question(printed_order, options).startswith("Is the printed value of A larger than")


def test_methods_by_study_are_told_in_their_study():
    methods = {"one": ["A", "A2"], "two": ["C"]}
    asked = question(lower_in_studies, {"methods": methods, "than": {"one": ["B"], "two": ["D"]}})
    assert asked == (
        "Do A and A2 in one, C in two score lower than B in one, D in two, each than its own, in "
        "every case?"
    )


def test_a_function_without_a_docstring_is_asked_by_its_name():
    def plain_test(results, *, verdict="", level=1):
        pass

    assert question(plain_test, {"verdict": "holds", "level": 2}) == "plain_test (level: 2)"


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({"above": 1.0}, "larger than that of clean examples at sizes 0 to 5 by more than 1?"),
        ({"within": 0.25}, "within 0.25 of that of clean examples at sizes 0 to 5?"),
        ({"within": 0.25, "each_size": True},
         "within 0.25 of that of clean examples at sizes 0 to 5 at each size?"),
    ],
)  # fmt: skip
def test_contributions_are_asked_to_be_larger_or_to_agree(options, asked):
    of = {"study": "draws", "dataset": "d", "first": ["noisy", 1, 7], "second": ["clean", 0, 6]}
    text = question(contributions_compared, {**of, **options})
    asked = f"Is the mean contribution of noisy examples at sizes 1 to 6 {asked}"
    assert text == f"{asked} (study: draws; dataset: d)"


def test_a_difference_that_the_question_leaves_out_is_told_in_the_unit_of_the_metric():
    def near(results, *, metric, margin, differs_from=None):
        """Is it near?"""

    told = question(near, {"metric": "error", "margin": 0.01, "differs_from": 0.025})
    assert told == "Is it near? (metric: error; margin: 1 point; differs from: 2.5 points)"
    told = question(near, {"metric": "rounds", "margin": 3.0, "differs_from": None})
    assert told == "Is it near? (metric: rounds; margin: 3 rounds; differs from: none)"
