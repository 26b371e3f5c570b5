"""Which data sets the average ranks are over: those in print, once each and without stand-ins."""

import pandas as pd
import pytest

from methods.tables.ranked_datasets import rank_note, ranked_datasets
from tests.claims.stored import stored

PUBLISHED = {"table": "t1", "metric": "error"}
NAMES = ["alpha", "again", "beta"]


def ranked(*in_print, stand_ins=(), published=PUBLISHED):
    """Those of three data sets of which the second is a version of the first."""
    scores = {name: {"A": [0.1]} for name in NAMES}
    printed = pd.DataFrame(
        {"table": "t1", "dataset": list(in_print), "method": "A", "metric": "error", "value": 1.0}
    )
    results = stored(
        {"main": {"error": scores}}, published=printed, version_of={"again": "alpha"}
    )  # fmt: skip
    for name in stand_ins:
        results.plan.catalogue[name].stands_in_for = "another"
    return ranked_datasets(results, published, NAMES)


@pytest.mark.parametrize(
    ("in_print", "expected"),
    [
        (["alpha", "again", "beta"], ["alpha", "beta"]),
        (["again", "beta"], ["again", "beta"]),  # of a version in print the other is none
        (["again"], ["again"]),
        ([], ["alpha", "beta"]),
    ],
)
def test_of_the_versions_in_print_the_first_is_ranked(in_print, expected):
    assert ranked(*in_print) == expected


def test_stand_ins_are_ranked_only_if_nothing_else_is_in_print():
    assert ranked("alpha", "beta", stand_ins=["alpha"]) == ["beta"]
    assert ranked("beta", stand_ins=["beta"]) == ["alpha", "beta"]


def test_without_a_printed_table_all_are_ranked_once():
    assert ranked("beta", published=None) == ["alpha", "beta"]


@pytest.mark.parametrize(
    ("methods", "datasets", "note"),
    [
        (3, 2, "Average rank of 3 methods over 2 data sets"),
        (3, 1, "Average rank of 3 methods over 1 data set"),
        (3, 0, "No average rank: no data set that counts has scores of all 3 methods"),
        (0, 0, "No average rank: no method has scores"),
    ],
)
def test_the_caption_says_what_ranks_are_over_or_why_there_are_none(methods, datasets, note):
    assert rank_note(methods, datasets) == note
