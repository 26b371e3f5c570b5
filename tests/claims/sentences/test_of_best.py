"""What is told of a method that is the best, or below each rival, on some data sets."""

import pytest

from methods.claims.sentences import of_best


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("error", True, 2, 3, 2, ["heart_unit"]),
         "A method of the claim has the lowest error, significantly, on 2 of 3 data sets; 2 are "
         "needed. A rival is significantly lower on heart unit."),
        (("error", True, 3, 3, 3, []),
         "A method of the claim has the lowest error, significantly, on 3 of 3 data sets; 3 are "
         "needed."),
        (("auc", False, 0, 1, 1, ["one", "two"]),
         "A method of the claim has the highest area under the ROC curve, significantly, on none "
         "of 1 data set; 1 is needed. A rival is significantly higher on one and two."),
    ],
)  # fmt: skip
def test_the_best_are_counted_and_lost_data_sets_named(arguments, told):
    assert of_best.best_on(*arguments) == told


@pytest.mark.parametrize(
    ("metric", "lower_is_better", "margin", "better", "worse"),
    [
        ("error", True, 0.0, "below", "above"),
        ("error", True, 0.01234, "more than 1.23 points below", "less than 1.23 points below"),
        ("error", True, -0.01234, "at most 1.23 points above", "more than 1.23 points above"),
        ("auc", False, 0.0, "above", "below"),
        ("auc", False, 0.01234, "more than 0.0123 above", "less than 0.0123 above"),
        ("auc", False, -0.01234, "at most 0.0123 below", "more than 0.0123 below"),
    ],
)
def test_what_is_better_by_a_margin_is_told_from_its_own_side(
    metric, lower_is_better, margin, better, worse
):
    told = of_best.each_better_on(
        metric, lower_is_better, ["A", "B"], ["C"], 1, 2, ["heart_unit"], margin
    )
    what = "The error" if metric == "error" else "The area under the ROC curve"
    assert told == (
        f"{what} of each of A and B is shown to be {better} that of each of C on 1 of 2 data sets. "
        f"One of a method is shown to be {worse} one of a rival on heart unit."
    )


def test_without_a_lost_data_set_nothing_is_told_of_rivals():
    told = of_best.each_better_on("error", True, ["A"], ["C"], 0, 1, [])
    assert told == (
        "The error of each of A is shown to be below that of each of C on none of 1 data set."
    )


def test_data_sets_without_scores_are_named_if_there_are_any():
    told = "Left out without a score of each method: heart unit."
    assert of_best.without_scores(["heart_unit"]) == told
    assert of_best.without_scores([]) == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("error", True, ["A", "B"], 3, ["heart_unit"]),
         "The lowest mean error is that of A and B on 2 of 3 data sets. A rival is as low or lower "
         "on heart unit."),
        (("auc", False, ["A"], 3, ["one", "two"]),
         "The highest mean area under the ROC curve is that of A on 1 of 3 data sets. A rival is as"
         " high or higher on one and two."),
        (("error", True, list("ABCDE"), 1, []),
         "The lowest mean error is that of 5 methods that the claim is about on 1 of 1 data set."),
    ],
)  # fmt: skip
def test_the_lowest_mean_is_counted_where_it_is_not_lost(arguments, told):
    assert of_best.lowest_on(*arguments) == told


def test_the_lowest_means_are_counted_in_all_and_by_study():
    told = of_best.lowest_in("error", True, {"main": [True, False, True], "one_more": [False]})
    assert told == (
        "The lowest mean error is that of a method that the claim is about in 2 of 4 cases; by "
        "study it is so in 2 of 3 in main and 0 of 1 in one more."
    )
    told = of_best.lowest_in("auc", False, {"main": [False]})
    assert told.startswith("The highest mean area") and " in none of 1 case; " in told
