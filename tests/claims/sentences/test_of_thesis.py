"""What the sentences on the thesis's claims tell."""

import pytest

from methods.claims.sentences import of_thesis
from methods.claims.sentences.of_thesis import dominating_coefficients
from methods.claims.sentences.words import PERCENT

ENTRY = {"method": "A", "than": "B", "mean_coefficient": 1.23456, "than_mean_coefficient": 0.5,
         "apart_interval": (-0.12345, 2.0), "trials": 7}  # fmt: skip


def test_dominating_coefficients_are_told_with_three_digits_and_what_was_compared():
    told = dominating_coefficients(ENTRY, 5)
    assert told == (
        "The 5 dominating partitions of a trial have a mean coefficient of 1.23 with A and of 0.5 "
        "with B, over 7 trials; the difference lies between -0.123 and 2."
    )
    told = dominating_coefficients(ENTRY, 5, times=0.5)
    assert "; the first less 1/0.5 of the second lies between " in told


@pytest.mark.parametrize(
    ("unknown", "without"), [(0, ""), (1, " A printed deviation is missing for 1 of them.")]
)
def test_the_means_that_are_farthest_apart_are_told_in_standard_errors(unknown, without):
    entry = {"method": "A", "than": "B", "dataset": "heart_unit", "standard_errors": 3.2123}
    assert of_thesis.farthest_apart(entry, 10, 6, 0.02, unknown) == (
        "Farthest apart are A and B on heart unit, by 3.21 standard errors of 10 trials. Corrected "
        f"for 6 pairs this has p = 0.02.{without}"
    )


def test_the_bar_that_is_nearest_to_its_difference_is_told():
    evidence = [
        {"dataset": "one", "bar": 0.02, "difference": 0.01},
        {"dataset": "heart_unit", "bar": 0.03, "difference": 0.02345},
    ]
    told = "The printed bar is at least 2 times the largest printed difference on"
    nearest = "Nearest are the two on heart unit, 0.03 and 0.0234."
    assert (
        of_thesis.bars_beside_differences(evidence, 1, 2.0, 0)
        == f"{told} 1 of 2 data sets. {nearest}"
    )
    assert of_thesis.bars_beside_differences(evidence[1:], 0, 2.0, 0) == (
        f"{told} none of 1 data set. {nearest}"
    )


@pytest.mark.parametrize(
    ("different", "told"),
    [({"1": 0, "2": 3}, "none at penalty 1 and 3 at 2"),
     ({"1": 3, "2": 0, "5": 1}, "3 at penalty 1, none at 2 and 1 at 5")],
)  # fmt: skip
def test_different_ratios_are_counted_at_each_value(different, told):
    assert of_thesis.ratios_at_each(different, 4, "penalty") == (
        f"Of 4 printed ratios so many are significantly different from ours: {told}."
    )


def test_easier_models_are_counted_by_method():
    evidence = [{"method": "A", "easier": 7, "mean": 0.1, "models": 10},
                {"method": "B", "easier": 2, "mean": 0.2, "models": 9}]  # fmt: skip
    assert of_thesis.easier_models(evidence) == (
        "Of 10 models so many have a lower error than the mean on the one model: 7 for A (10 %) and"
        " 2 for B (20 %)."
    )


def test_half_of_the_cost_is_asked_in_points_of_the_error():
    told = "half of the cost of A is within 1 point of the training error of B"
    assert of_thesis.half_cost_asked(0.01).clause([("A", "B")]) == told


def test_two_printed_counts_are_told_beside_ours():
    first = {"metric": "principal_points", "printed": 12.3456, "least": 10.1234, "largest": 20.0,
             "median": 15.5678, "draws": 7}  # fmt: skip
    of_first = (
        "The printed number of principal points is 12.35, and ours are 10.12 to 20 in 7 draws, with"
        " the median 15.57."
    )
    second, third = first | {"metric": "subsets"}, first | {"metric": "moves"}
    of_second = of_first.replace("principal points", "subsets")
    assert of_thesis.counts_in_range([first]) == of_first
    assert of_thesis.counts_in_range([first, second, third]) == f"{of_first} {of_second}"


def test_removing_moves_are_a_share_by_data_set():
    evidence = [{"dataset": "heart_unit", "share": 0.1234, "interval": (0.1, 0.15), "draws": 20},
                {"dataset": "two", "share": 0.5, "interval": (0.4, 0.6), "draws": 9}]  # fmt: skip
    assert of_thesis.removing_moves(evidence, 0.25) == (
        "The share of moves that remove examples is 12.3 % (10 to 15) on heart unit and 50 % (40 to"
        " 60) on two, the mean over 20 draws each. More than 25 % is asked."
    )


def test_the_rival_that_finds_nearly_as_many_is_told():
    evidence = [
        {"than": "B", "difference": 2.0, "removed": 9, "flipped": (7, 5)},
        {"than": "C", "difference": 1.123, "removed": 12.345, "flipped": (5.1234, 4.0)},
    ]
    told = "More flipped examples are shown to be found than by"
    assert of_thesis.flipped_found(evidence, 1) == (
        f"{told} 1 of 2 rivals. The nearest is C: of 12.3 examples that each removes 5.12 are "
        "flipped against 4."
    )
    assert of_thesis.flipped_found(evidence[:1], 0).startswith(f"{told} none of 1 rival. ")


def test_means_over_draws_are_told_with_their_intervals():
    means = [("first", 0.1234, (0.1, 0.2)), ("second", 2.0, (1.0, 3.0))]
    assert of_thesis.means_over_draws(means, 0.05, 20, 1_000) == (
        "The first is 0.123 (0.1 to 0.2) and the second is 2 (1 to 3); more than 0.05 is asked. "
        "These are means over 20 draws with 1,000 permutations each."
    )


def test_a_printed_value_is_told_beside_one_more_draw():
    told = of_thesis.near_value("at size 1", 0.1234, (0.1111, 0.1666), 20, 0.135, 0.02)
    assert told == (
        "The mean contribution at size 1 is 0.123 over 20 draws, and one more draw has 0.111 to "
        "0.167 with a chance of 95 %. The printed 0.14 may lie 0.02 outside of this range."
    )


def test_bends_are_counted_for_both_curves():
    evidence = [{"curve": "noisy", "bends": 3, "median": 0.1234, "draws": 20},
                {"curve": "clean", "bends": 0, "median": 0.05, "draws": 9}]  # fmt: skip
    assert of_thesis.bends(evidence, 5, 0.2) == (
        "Of 20 draws the curve lies more than 0.2 off its course at size 5 in 3 for the noisy "
        "(median 0.12) and in 0 for the clean (median 0.05)."
    )


def test_of_several_comparisons_of_contributions_the_hardest_is_told():
    entry = {"first": "for the noisy", "second": "for the clean", "means": (0.1234, 0.5),
             "difference": -0.3766, "interval": (-0.4, -0.35)}  # fmt: skip
    what = (
        "he mean contribution for the noisy is 0.123, and for the clean it is 0.5; the difference "
        "is -0.377 (-0.4 to -0.35)."
    )
    over = "Over 20 trials of 1,000 permutations"
    assert of_thesis.contributions_apart(entry, (1, 1), (20, 1_000)) == f"{over} t{what}"
    assert of_thesis.contributions_apart(entry, (0, 2), (20, 1_000)) == (
        f"{over} it is so in none of 2 comparisons. In the hardest one t{what}"
    )
    told = of_thesis.contributions_apart(entry, (1, 2), (20, 1_000))
    assert told.startswith(f"{over} it is so in 1 of 2 comparisons.")


def test_curves_of_a_figure_are_told_with_the_last_size():
    told = of_thesis.in_the_figure(0.01234, (0.01, 0.02), 1, (10, 100), (0.03, 0.05))
    assert told == (
        "In the mean over 1 draw the curves lie 1.23 % (1 to 2) of the axes apart, at the size from"
        " 10 to 99 at which it is most. To hold, it must be less than 3 %, and above 5 % it fails."
    )


def test_the_study_that_saves_nearly_as_much_is_told():
    evidence = [
        {"than": "two", "difference": 0.2, "saves": 0.5, "rival_saves": 0.3, "datasets": 9},
        {"than": "one_more", "difference": 0.1, "saves": 0.4, "rival_saves": 0.3, "datasets": 3},
    ]
    told = "The study named main one is shown to save a larger share of the error than"
    assert of_thesis.saved_shares("main_one", evidence, 1) == (
        f"{told} 1 of 2 others. Nearest comes one more: 40 % against 30 %, the means over 3 data "
        "sets."
    )
    told = f"{told} none of 1 other. "
    assert of_thesis.saved_shares("main_one", evidence[:1], 0).startswith(told)


def by_more(method, difference, lower_by, other_lower_by):
    return {"method": method, "than": "B", "other": "C", "than_other": "D",
            "difference": difference, "lower_by": lower_by,
            "other_lower_by": other_lower_by}  # fmt: skip


def test_what_falls_by_more_is_told_where_it_hardly_does():
    evidence = [by_more("A", 0.03, 0.02, -0.01), by_more("E", 0.01, 0.02, 0.01)]
    told = of_thesis.better_by_more("main_one", "other_one", "error", True, evidence, 1)
    assert told == (
        "The error is shown to fall by more in the study named main one than in that named other "
        "one in 1 of 2 comparisons. Nearest to the contrary is E against B: 2 points lower, and 1 "
        "point lower for C against D."
    )


def test_what_rises_by_more_is_told_where_it_hardly_does():
    evidence = [by_more("A", -0.03, -0.02, 0.01), by_more("E", -0.01, -0.02, -0.01)]
    told = of_thesis.better_by_more("main", "other", "auc", False, evidence, 0)
    assert told == (
        "The area under the ROC curve is shown to rise by more in the study named main than in that"
        " named other in none of 2 comparisons. Nearest to the contrary is E against B: 0.02 higher"
        ", and 0.01 higher for C against D."
    )


NEAREST = ("A", 0.12344, 20, (-0.01, 0.012345))


def test_a_mean_is_told_beside_a_printed_one_in_the_unit_of_the_table():
    mean = (
        "is 12.34 % on average over 20 trials; the difference from the printed 12.346 lies between "
        "-1 and 1.23."
    )
    assert of_thesis.means_beside("error", NEAREST, 0.1234567, 1, 1) == f"The error {mean}"
    assert of_thesis.means_beside("error", NEAREST, 0.1234567, 1, 2) == (
        f"The error of A {mean} By 1 of 2 readings it differs."
    )


def test_gains_of_boosting_are_named_if_there_are_any():
    told = "boosting is shown to gain less than 1 point."
    assert of_thesis.without_gain(0.01, 0, 1, []) == f"In none of 1 comparison {told}"
    assert of_thesis.without_gain(0.01, 1, 3, [("A", "heart_unit"), ("B", "two")]) == (
        f"In 1 of 3 comparisons {told} A gain is shown in 2, such as A on heart unit."
    )


def test_orders_are_told_where_they_are_least_alike():
    evidence = [
        {"dataset": "one", "tau": 1.0, "interval": (0.5, 1.0), "trials": 9},
        {"dataset": "heart_unit", "tau": 1 / 3, "interval": (0.0, 2 / 3), "trials": 20},
    ]
    assert of_thesis.orders_alike(evidence, 4, 0.5) == (
        "On heart unit Kendall's tau of the means of 4 methods is 0.333 (0 to 0.667); 0.5 is asked."
        " The interval is that of bootstraps over 20 trials."
    )


def test_boosting_is_told_where_it_helps_least():
    evidence = [
        {"method": "A", "dataset": "one", "alone": 0.0, "boosted": 0.0},
        {"method": "B", "dataset": "heart_unit", "alone": 0.1, "boosted": 0.09},
        {"method": "C", "dataset": "two", "alone": 0.5, "boosted": 0.2},
    ]
    least = "It helps B on heart unit least, from 10 % to 9 %."
    assert of_thesis.divided(evidence, 2.0, 0, ["two", "heart_unit"]) == (
        "Boosting is shown to divide the error by 2 in none of 3 comparisons. It is ruled out in 2,"
        f" on two and heart unit. {least}"
    )
    assert of_thesis.divided(evidence, 1.0, 2, []) == (
        f"Boosting is shown to lower the error in 2 of 3 comparisons. {least}"
    )
    evidence[0]["boosted"] = 0.01
    assert "It helps A on one least, from 0 % to 1 %." in of_thesis.divided(evidence, 1.0, 2, [])


def test_of_printed_means_outside_the_four_that_are_farthest_are_told():
    def outside(method, ours):
        return {"method": method, "dataset": "one", "ours": ours, "printed": 0.2}

    those = [outside(*of) for of in zip("ABCDE", (0.21, 0.5, 0.0, 0.22, 0.23), strict=True)]
    told = of_thesis.of_one_more_pool(7, those, PERCENT)
    assert told == (
        "Of 7 printed means 2 are what one more pool may have. Farthest are B on one with 50 % "
        "against 20 % in print, C on one with 0 % against 20 % in print, E on one with 23 % against"
        " 20 % in print and D on one with 22 % against 20 % in print."
    )
    assert of_thesis.of_one_more_pool(1, [], PERCENT) == (
        "Of 1 printed mean 1 is what one more pool may have."
    )
