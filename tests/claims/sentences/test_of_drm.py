"""What the sentences on the claims of DRM tell."""

import pytest

from methods.claims.sentences import of_drm

PAIR = [("A", "B")]


def entry(method, than, wins, ties, losses, again=None, **more):
    return {
        "method": method, "than": than, "wins": wins, "ties": ties, "losses": losses,
        "corrected_for_resampling": again or f"{wins}/{ties}/{losses}", **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("only_if_fourfold", "rest"),
    [(False, "."),
     (True, "; if mu of equation 2 is four times that of equation 3, it varies by rounding "
            "alone.")],
)  # fmt: skip
def test_the_difference_of_two_equations_is_told_in_mu(only_if_fourfold, rest):
    told = of_drm.difference_of_terms(2.345, only_if_fourfold)
    assert told == f"With one mu for both equations the difference varies by up to 2.3 mu{rest}"


def test_a_broken_bound_is_told_with_its_first_example():
    told = "The bound is broken by 2 of 9 sets of vectors. The first that breaks it has T = 3."
    assert of_drm.broken_bound(2, 9, "T = 3") == told
    assert of_drm.broken_bound(0, 9, "") == "The bound is broken by none of 9 sets of vectors."


def test_the_constant_that_a_bound_needs_is_told_at_both_ends():
    assert of_drm.constant_needed([(10, 1.5), (1_000, 7.0), (100_000, 3000.0)]) == (
        "The first constant that the bound needs grows without limit with T. With 1 for the second "
        "constant it is 1.5 for T = 10 and 3,000 for T = 100,000."
    )


def test_what_is_no_worse_is_asked_in_points():
    assert of_drm.no_worse(0.01).clause(PAIR) == (
        "the error of A is neither significantly above that of B nor above it by 1 point"
    )


@pytest.mark.parametrize(
    ("training", "gap", "no_worse", "clause"),
    [
        ("any", False, False, "the test error of A is lower than that of B"),
        ("any", False, True,
         "the test error of A is lower than that of B where its test error is not larger"),
        ("smaller", False, False,
         "the test error of A is lower than that of B where its training error is smaller"),
        ("smaller", False, True,
         "the test error of A is lower than that of B where its training error is smaller and its "
         "test error not larger"),
        ("larger", True, False,
         "the gap between test and training error of A is lower than that of B where its training "
         "error is larger"),
    ],
)  # fmt: skip
def test_what_is_asked_at_training_errors_says_where(training, gap, no_worse, clause):
    assert of_drm.at_training_errors(training, gap, no_worse).clause(PAIR) == clause


def test_settings_that_do_not_count_are_told():
    assert of_drm.no_setting("smaller") == "The training error is smaller in no setting."
    assert of_drm.one_class_alone("A") == "In every setting A answers one class alone."


def test_a_small_gap_is_asked_in_points_and_counted_over_settings():
    clause = "the test error of A is within 2 points of its training error"
    assert of_drm.small_gap(0.02).clause(PAIR) == clause
    told = "A gap within 2 points at errors that are not larger than those of B is shown in "
    none, three = of_drm.gap_at_low_errors("B", 0.02, 0, 1, 1), (3, 0, 4)
    assert none == f"{told}none of 1 setting, and ruled out in 1."
    assert of_drm.gap_at_low_errors("B", 0.02, *three) == (
        f"{told}3 of 4 settings, and ruled out in none."
    )


def test_printed_counts_say_how_many_are_as_claimed_if_there_are_several():
    first = entry("A", "B", 3, 1, 0, verdict="holds")
    other = entry("C", "D", 0, 1, 3, verdict="fails")
    one = "The printed wins/ties/losses are 3/1/0 of A against B"
    assert of_drm.printed_wins([first], "more wins") == f"{one}."
    both = f"{one} and 0/1/3 of C against D."
    assert of_drm.printed_wins([first, other], "some losses") == (
        f"{both} Of these 1 is as the claim says; one is enough."
    )
    assert of_drm.printed_wins([first, first | {"method": "C"}], "more wins").endswith(
        " Of these 2 are as the claim says; all must be."
    )
    assert of_drm.printed_ties([first], 1, 4) == f"{one}. Of 4 comparisons 1 is a tie."
    assert of_drm.printed_ties([first, other], 2, 8) == f"{both} Of 8 comparisons 2 are ties."


def test_a_correlation_is_told_with_its_interval_and_its_data_sets():
    told = "The mean rank correlation of the angle between the SVMs with their error is "
    assert of_drm.angle_and_error(-0.123, [-0.2, 0.05], 0, 1) == (
        f"{told}-0.12 (-0.2 to 0.05). It is below 0 on none of 1 data set."
    )
    assert of_drm.angle_and_error(-0.123, [-0.2, -0.05], 2, 3).endswith("on 2 of 3 data sets.")


@pytest.mark.parametrize(
    ("asked", "first", "other", "told"),
    [
        ("more wins", (5, 2, 1), (3, 2, 2),
         "Of 2 methods 2 win more often than losing; all must. In the weakest comparison C has "
         "3/2/2 wins/ties/losses against D."),
        ("more wins", (2, 4, 2), (3, 2, 2),
         "Of 2 methods 1 wins more often than losing; all must. In the weakest comparison A has "
         "2/4/2 wins/ties/losses against B."),
        ("as many wins", (1, 3, 4), (2, 5, 1),
         "Wins and losses of 2 methods differ by 1 to 3 data sets. Farthest apart A has 1/3/4 "
         "wins/ties/losses against B."),
        ("as many wins", (2, 5, 1), (1, 5, 2),
         "Wins and losses of 2 methods differ by 1 data set. Farthest apart A has 2/5/1 "
         "wins/ties/losses against B."),
        ("as many wins", (0, 8, 0), (4, 0, 4),
         "Wins and losses of 2 methods differ by 0 data sets. Farthest apart A has 0/8/0 "
         "wins/ties/losses against B."),
        ("no wins or losses", (1, 7, 0), (2, 5, 1),
         "Of 2 methods 2 win or lose somewhere; none may. With the most wins and losses C has "
         "2/5/1 wins/ties/losses against D."),
        ("no wins or losses", (1, 6, 1), (0, 8, 0),
         "Of 2 methods 1 wins or loses somewhere; none may. With the most wins and losses A has "
         "1/6/1 wins/ties/losses against B."),
        ("some losses", (8, 0, 0), (0, 7, 1),
         "Of 2 methods 1 loses somewhere; one is enough. With the most losses C has 0/7/1 "
         "wins/ties/losses against D."),
        ("no losses", (8, 0, 0), (0, 8, 0),
         "Of 2 methods none loses somewhere; none may. With the most losses A has 8/0/0 "
         "wins/ties/losses against B."),
    ],
)  # fmt: skip
def test_of_several_counts_the_one_that_matters_most_is_told(asked, first, other, told):
    evidence = [entry("A", "B", *first), entry("C", "D", *other)]
    assert of_drm.wins(evidence, asked) == told


@pytest.mark.parametrize(
    ("again", "more", "told"),
    [
        (None, {}, "."),
        (None, {"after_holm": "3/1/0"}, "."),
        ("1/3/0", {"after_holm": "1/3/0"}, ", and 1/3/0 after Holm."),
        ("3/1/0", {"after_holm": "1/3/0"}, ", and 1/3/0 after Holm."),
        ("0/4/0", {"after_holm": "1/3/0"},
         ", and 1/3/0 after Holm. On new data of the same kind it has 0/4/0 (corrected for "
         "resampling)."),
        ("0/4/0", {}, ". On new data of the same kind it has 0/4/0 (corrected for resampling)."),
    ],
)  # fmt: skip
def test_corrected_counts_are_told_if_they_are_others(again, more, told):
    one = entry("A", "B", 3, 1, 0, again, **more)
    assert of_drm.wins([one], "more wins") == f"A has 3/1/0 wins/ties/losses against B{told}"
    several = of_drm.wins([one, entry("C", "D", 4, 0, 0)], "more wins")
    assert several.endswith(
        f"In the weakest comparison A has 3/1/0 wins/ties/losses against B{told}"
    )


def test_an_improvement_is_counted_over_comparisons():
    told = "An improvement on SVM and on the rival by more than 0.5 points is shown in "
    assert of_drm.improvement("SVM", 0.005, 0, 2, 3) == (
        f"{told}none of 3 comparisons, and ruled out in 2."
    )
    assert of_drm.improvement("SVM", 0.005, 1, 0, 1) == (
        f"{told}1 of 1 comparison, and ruled out in none."
    )


def loss(method, than, ours, theirs, datasets):
    return {"method": method, "than": than, "largest_loss": ours, "largest_loss_of_rival": theirs,
            "datasets": datasets}  # fmt: skip


@pytest.mark.parametrize(
    ("holding", "failing", "shown"),
    [(1, 0, "shown to be smaller"), (0, 0, "not shown to be smaller"),
     (0, 1, "shown to be larger")],
)  # fmt: skip
def test_the_largest_loss_of_one_method_has_its_verdict(holding, failing, shown):
    told = of_drm.largest_losses("SVM", [loss("A", "B", 0.012, 0.034, 1)], holding, failing)
    assert told == (
        "The largest mean loss against SVM on 1 data set is 1.2 points for A, and 3.4 points for B."
        f" It is {shown}."
    )


@pytest.mark.parametrize(
    ("holding", "failing", "shown"),
    [(1, 1, "1 of 2 comparisons, and to be larger in 1"), (0, 0, "none of 2 comparisons")],
)
def test_the_largest_losses_of_several_are_a_range_and_counted(holding, failing, shown):
    evidence = [loss("A", "B", 0.03, 0.05, 4), loss("C", "D", 0.012, 0.0501, 5)]
    assert of_drm.largest_losses("SVM", evidence, holding, failing) == (
        "The largest mean loss against SVM on 5 data sets is 1.2 to 3 points for A and C, and "
        f"5 points for B and D. It is shown to be smaller in {shown}."
    )
