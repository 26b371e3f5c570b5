"""The ERM paper's identities, and its footnote on subsets."""

from methods.claims.papers.erm_theory import (
    regulariser_is_convex,
    squared_row_sums,
    subsets_give_like_learners,
)
from methods.claims.verdicts import FAILS, HOLDS


def test_equation_4_holds_for_unordered_pairs_only():
    judged = squared_row_sums(None)
    assert judged.verdict == FAILS
    ordered, once = (entry["largest_relative_error"] for entry in judged.evidence)
    assert ordered > 0.1 and once < 1e-9


def test_the_regulariser_is_convex_with_the_frobenius_norm_alone():
    judged = regulariser_is_convex(None)
    assert judged.verdict == HOLDS
    whole, bare = (entry["midpoints_above_chord"] for entry in judged.evidence)
    assert whole == 0 and bare > 0


def test_learners_on_parts_of_the_data_are_compared_by_what_they_disagree_on():
    few, many = (
        subsets_give_like_learners(None, n_components=3, rows=rows, at_most=at_most)
        for rows, at_most in (([10, 20], 0.01), ([10, 300], 0.1))
    )
    assert (few.verdict, many.verdict) == (FAILS, HOLDS)
    assert [entry["rows"] for entry in many.evidence] == [10, 300]
