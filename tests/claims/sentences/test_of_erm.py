"""What the sentences on the claims of ERM tell."""

import pytest

from methods.claims.sentences import of_erm


def test_a_missing_optimum_is_told_with_its_angle_and_its_study():
    told = of_erm.no_diverse_optimum(45.0, "strong_penalty")
    assert told == "No optimum 45 degrees apart was found in the study named strong penalty."


def test_the_change_with_diversity_is_told_where_there_is_one():
    found = (
        "In 3 of 10 fits, on 2 splits, an optimum with components at least 45 degrees apart was "
        "found. "
    )
    arguments = (3, 10, 2, 45.0, -0.012, (-0.02, 0.004))
    assert of_erm.change_with_diversity(*arguments, 0.05) == found + (
        "There the test error changes by -1.2 points (-2 to 0.4) against that of equal components, "
        "and at most by 5 points."
    )
    assert of_erm.change_with_diversity(*arguments, 0.0) == found + (
        "Its test error is that of equal components in each of them."
    )


@pytest.mark.parametrize(("per_iteration", "of"), [(False, "a fit"), (True, "an iteration")])
def test_exponents_are_ranges_and_say_of_what_is_asked(per_iteration, of):
    assert of_erm.exponents([1.234, 1.0], [0.5, 0.9], 1.5, per_iteration) == (
        "The seconds grow with the rows like a power of 1 to 1.23, and those of an iteration of 0.5"
        f" to 0.9. At most 1.5 is asked of {of}."
    )


def test_of_compared_exponents_the_largest_difference_is_told():
    evidence = [
        {"method": "A", "than": "B", "exponents": [1.0, 1.5], "ratios": [1, 1], "rows": [9, 9]},
        {"method": "C", "than": "D", "exponents": [1.234, 1.0], "ratios": [0.5, 2.25],
         "rows": [1_000, 20_000]},
        {"method": "E", "than": "F", "exponents": [3.0, 2.9], "ratios": [1, 1], "rows": [9, 9]},
    ]  # fmt: skip
    assert of_erm.exponents_compared(0, 1, evidence) == (
        "The seconds are shown to grow more slowly in none of 3 comparisons, and faster in 1. The "
        "largest difference is that of C, with the power 1.23, and D, with 1. The first takes 0.5 "
        "times the seconds of the second with 1,000 rows, and 2.2 times with 20,000."
    )
    told = of_erm.exponents_compared(1, 0, evidence[:1])
    assert told.startswith(
        "The seconds are shown to grow more slowly in 1 of 1 comparison, and faster in none."
    )


def test_missed_values_are_counted_by_start_and_by_epsilon():
    of_starts = [
        {"start": "ones", "missed": 0, "largest_relative_gap": 1e-6},
        {"start": "random weights", "missed": 2, "largest_relative_gap": 0.1234},
    ]
    assert of_erm.missed_minimisers(of_starts, 200, 1e-4) == (
        "Of 200 rows Algorithm 1 misses the least value by more than 0.01 % in none from ones and 2"
        " from random weights. The largest gap is 12 %."
    )
    of_epsilons = [
        {"epsilon": 1e-8, "missed": 0, "largest_relative_gap": 1e-6},
        {"epsilon": 0.5, "missed": 1, "largest_relative_gap": 0.1234},
    ]
    assert of_erm.missed_with_epsilon(of_epsilons, 200, 1e-4) == (
        "Of 200 rows Algorithm 1 misses the least value of the footnote by more than 0.01 % in none"
        " with epsilon = 1 × 10⁻⁸ and 1 with epsilon = 0.5 (by at most 12 %)."
    )


def test_a_gap_is_asked_of_two_pairs():
    told = "the gap in error of A to B is smaller than that of C to D"
    assert of_erm.gap_asked().clause([("A to B", "C to D")]) == told


def test_exponents_of_learners_are_a_range():
    assert of_erm.exponents_of_learners([1.234, 1.0], 2.0) == (
        "The seconds of an iteration grow with the number of learners like a power of 1 to 1.23 by "
        "trial. At most 2 is asked."
    )


@pytest.mark.parametrize(
    ("growth", "grow"),
    [(0.00123, "grow by at most 0.12 %"), (0.0, "do not grow"), (-0.1, "do not grow")],
)
def test_multipliers_are_told_with_their_late_growth(growth, grow):
    assert of_erm.sizes_of_multipliers({"Z": 1.234, "Q": 0.25}, 20, 100, 1.4e9, growth, 0.01) == (
        "The largest entry is 1.23 in Z and 0.25 in Q, in 20 problems over 100 iterations, in which"
        " mu grows to 1 × 10⁹. From the first half of the iterations to the second the largest "
        f"entries {grow}; at most 1 % is asked."
    )


def test_a_product_that_is_kept_or_grows_is_counted():
    told = "From iteration 40 on the product of mu and the distance to the limit "
    assert of_erm.product_kept(40, 0.5, 3, 0, 20, 0.25) == (
        f"{told}keeps half of its size in 3 of 20 problems. At most 0.25 times its size is left."
    )
    assert of_erm.product_kept(40, 10.0, 0, 1, 20, 0.25) == (
        f"{told}grows by a factor of 10 in none of 20 problems. In 1 the distance falls below "
        "rounding, and the product with it. At most 0.25 times its size is left."
    )


def test_the_distance_from_one_svm_is_told_by_the_growth_of_mu():
    assert of_erm.distance_to_one_svm({1.1: 0.0123, 1.0123: 0.2}, 12.34) == (
        "The ensemble is away from the SVM by at most 1 % with rho = 1.1 and 20 % with rho = 1.01, "
        "of its largest weight. Its components end up to 12 degrees apart."
    )


def test_columns_are_counted_by_their_least_angle():
    angles = {(5, 1.0): [40.0, 30.0], (2, 10.0): [60.4, 50.0], (3, 2.0): [70.0, 45.0]}
    assert of_erm.columns_apart(angles, 45.0, 0.0123) == (
        "The columns end at least 45 degrees apart on every problem in 2 of 3 cases. By the least "
        "angle of a problem they end least far apart with C = 5 and starts of size 1 (30 to 40 "
        "degrees) and farthest with C = 2 and starts of size 10 (50 to 60 degrees). Their ensemble "
        "is away from one SVM by at most 1 % of its largest weight."
    )
    assert " in none of 3 cases. " in of_erm.columns_apart(angles, 80.0, 0.0123)


def test_two_sides_differ_only_with_the_printed_sum():
    assert of_erm.two_sides(200, 0.1234, True) == (
        "On 200 random matrices the two sides differ by up to 12 % with the sum over all ordered "
        "pairs, as printed. With each pair once they differ by rounding alone."
    )
    assert of_erm.two_sides(200, 0.1234, False) == "Neither reading holds."


def test_midpoints_are_counted_for_each_function():
    assert of_erm.above_chords({"first": 0, "second": 7}, 201) == (
        "Of 201 midpoints none of the first and 7 of the second lie above the chord."
    )


def drawn(generator, rows, disagreement):
    return {"generator": generator, "rows": rows, "mean_disagreement": disagreement}


def test_disagreement_is_told_by_generator():
    evidence = [drawn("twonorm", 1_000, 0.1234), drawn("ringnorm", 1_000, 0.03)]
    assert of_erm.disagreement(5, evidence, 0.1) == (
        "Two of 5 learners with 1,000 rows each disagree on 12 % of twonorm and 3 % of ringnorm. "
        "Below 10 % is asked."
    )


def test_falling_disagreement_is_told_with_many_rows():
    evidence = [drawn("twonorm", 100, 0.2), drawn("twonorm", 1_000, 0.05),
                drawn("ringnorm", 100, 0.05), drawn("ringnorm", 1_000, 0.02)]  # fmt: skip
    assert of_erm.falling_disagreement(5, evidence, [4.0, 2.5], 2.0) == (
        "With 1,000 rows each, two of 5 learners disagree on 5 % of twonorm and 2 % of ringnorm. "
        "That is 2.5 to 4 times less than with 100 rows; at least 2 times less is asked."
    )
