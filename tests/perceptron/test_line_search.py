"""The exact line search against its definition, evaluated one interval at a time."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.perceptron._line_search_kernels import sorted_crossings
from methods.perceptron.line_search import LineMinimum, minimise_error_along


def weight_of_errors(alpha, polarity, f, delta, signs, weights, update):
    """Errors at one alpha, with the sign of 0 that Algorithm 2.3 prints where delta is 0."""
    total = Fraction(0)
    for value, slope, sign, weight in zip(f, delta, signs, weights, strict=True):
        moved = Fraction(value) + Fraction(alpha) * Fraction(slope)
        if update == "full" and moved == 0 and slope == 0:
            moved = -1
        total += Fraction(weight) if int(polarity * sign) * moved <= 0 else 0
    return total


def by_definition(f, delta, signs, weights, update):
    """Try the middle of every interval and a point 1 beyond either end."""
    crossings = sorted({-Fraction(v) / Fraction(d) for v, d in zip(f, delta, strict=True) if d})
    middles = [(hi - lo, (lo + hi) / 2) for lo, hi in pairwise(crossings)]
    outside = [(0, crossings[0] - 1), (0, crossings[-1] + 1)] if crossings else [(0, Fraction(0))]
    candidates = []
    for width, alpha in middles + outside:
        for polarity in (1, -1) if update == "full" else (1,):
            error = weight_of_errors(alpha, polarity, f, delta, signs, weights, update)
            candidates.append(((error, -width, alpha, -polarity), alpha, polarity))
    (error, *_), alpha, polarity = min(candidates)
    return LineMinimum(float(alpha), polarity, float(error / sum(map(Fraction, weights))))


def integer_problem(rng):
    """Few numbers, so that zeros, ties and repeated rows abound, and crossings are exact."""
    n = rng.integers(1, 9)
    f = rng.integers(-4, 5, n).astype(float)
    delta = rng.choice([-4.0, -2.0, -1.0, 0.0, 1.0, 2.0], n)
    weights = rng.integers(1, 4, n).astype(float) if rng.random() < 0.7 else np.full(n, 0.1)
    return f, delta, rng.choice([-1.0, 1.0], n), weights


@pytest.mark.slow
@pytest.mark.parametrize("update", ["positive", "full"])
def test_search_is_exact_with_ties_zeros_and_weights(update):
    rng = np.random.default_rng(0)
    for _ in range(800):
        problem = integer_problem(rng)
        minimum, expected = minimise_error_along(*problem, update), by_definition(*problem, update)
        assert minimum[:2] == expected[:2], problem
        assert minimum.error == pytest.approx(expected.error, abs=1e-15), problem


@pytest.mark.parametrize("update", ["positive", "full"])
def test_search_is_exact_if_crossings_are_crowded(update):
    # the buckets cannot tell most of these apart, and the sort of last resort takes over
    rng = np.random.default_rng(1)
    n = 400
    crossings = np.r_[rng.permutation(n - 1) / 2**30, 2.0**40]
    delta = rng.choice([-1.0, 1.0], n)
    f = -crossings * delta
    signs = rng.choice([-1.0, 1.0], n)
    minimum = minimise_error_along(f, delta, signs, np.ones(n), update)
    beyond = np.cumsum(np.r_[0.0, -(signs * delta)[np.argsort(crossings)]])
    errors = (signs * delta > 0).sum() + beyond
    if update == "full":
        errors = np.minimum(errors, n - errors)
    assert minimum.error == errors[1:-1].min() / n
    actual = (minimum.polarity * signs * (f + minimum.alpha * delta) <= 0).mean()
    assert minimum.error == actual


def test_crossings_are_sorted_for_any_spread():
    rng = np.random.default_rng(2)
    spreads = {
        "normal": rng.standard_normal(700),
        "heavy": rng.standard_normal(700) / rng.standard_normal(700),
        "crowded": 1 + 1e-9 * rng.standard_normal(700),
        "far apart": 10.0 ** rng.uniform(-300, 300, 700),
        "repeated": rng.integers(-3, 4, 700).astype(float),
        "falling": -(np.arange(700.0) ** 7),
        "denormal": rng.standard_normal(700) * 1e-312,
    }
    for name, crossings in spreads.items():
        delta = rng.choice([-1.0, 1.0], 700)
        weights = rng.random(700)
        ts, gains = sorted_crossings(-crossings * delta, delta, np.ones(700), weights)
        order = np.argsort(crossings, kind="stable")
        np.testing.assert_array_equal(ts, crossings[order], err_msg=name)
        for value in np.unique(crossings)[:50]:
            expected = np.sort(-(weights * delta)[crossings == value])
            np.testing.assert_array_equal(np.sort(gains[ts == value]), expected, err_msg=name)


# so few digits that crossings which differ are different numbers
numbers = st.integers(-1600, 1600).map(lambda k: k / 16)
problems = st.lists(
    st.tuples(numbers, numbers, st.sampled_from([-1.0, 1.0]), st.floats(0.01, 5)),
    min_size=1,
    max_size=25,
).map(lambda rows: tuple(np.array(column) for column in zip(*rows, strict=True)))


@pytest.mark.slow
@given(problems, st.sampled_from(["positive", "full"]))
@settings(max_examples=80)
def test_no_other_step_makes_fewer_errors(problem, update):
    f, delta, signs, weights = problem
    minimum = minimise_error_along(f, delta, signs, weights, update)
    least = minimum.error * weights.sum()
    with np.errstate(all="ignore"):
        crossings = np.unique((-f / delta)[delta != 0])
    tried = np.concatenate([(crossings[1:] + crossings[:-1]) / 2, crossings, [0.0, -1e9, 1e9]])
    for alpha in tried:
        for polarity in (1, -1) if update == "full" else (1,):
            error = weight_of_errors(alpha, polarity, f, delta, signs, weights, update)
            assert float(error) >= least - 1e-9
    there = weight_of_errors(minimum.alpha, minimum.polarity, f, delta, signs, weights, update)
    assert float(there) == pytest.approx(least)


@pytest.mark.slow
@given(problems, st.sampled_from(["positive", "full"]), st.integers(-30, 30))
@settings(max_examples=100)
def test_the_step_scales_with_w_and_inversely_with_d(problem, update, power):
    f, delta, signs, weights = problem
    base = minimise_error_along(f, delta, signs, weights, update)
    scale = 2.0**power
    assert minimise_error_along(scale * f, scale * delta, signs, weights, update) == base
    assert minimise_error_along(f, delta, signs, weights * scale, update) == base
    with np.errstate(all="ignore"):
        crossings = (-f / delta)[delta != 0]
    if crossings.size and crossings.min() < base.alpha < crossings.max():
        longer = minimise_error_along(scale * f, delta, signs, weights, update)
        shorter = minimise_error_along(f, scale * delta, signs, weights, update)
        assert longer == (base.alpha * scale, base.polarity, base.error)
        assert shorter == (base.alpha / scale, base.polarity, base.error)


@pytest.mark.slow
@given(problems, st.sampled_from(["positive", "full"]), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_order_of_examples_does_not_matter_to_the_last_bit(problem, update, random):
    order = list(range(len(problem[0])))
    random.shuffle(order)
    shuffled = tuple(column[order] for column in problem)
    assert minimise_error_along(*shuffled, update) == minimise_error_along(*problem, update)


@pytest.mark.slow
@given(problems, st.data())
@settings(max_examples=100)
def test_an_integer_weight_equals_repeated_examples(problem, data):
    f, delta, signs, _ = problem
    counts = np.array([data.draw(st.integers(1, 4)) for _ in f])
    for update in ("positive", "full"):
        weighted = minimise_error_along(f, delta, signs, counts, update)
        copies = (np.repeat(column, counts) for column in (f, delta, signs))
        assert weighted == minimise_error_along(*copies, np.ones(counts.sum()), update)


def test_widest_of_equally_good_bounded_intervals_is_taken():
    # crossings 0, 1, 3, 4; one error between 0 and 1, 1 and 3 worse, 3 and 4 again one
    f, delta = np.array([0.0, -1.0, -3.0, -4.0]), np.ones(4)
    signs = np.array([1.0, -1.0, 1.0, -1.0])
    assert minimise_error_along(f, delta, signs, np.ones(4), "positive") == (0.5, 1, 0.25)
    f[3] = -4.5
    assert minimise_error_along(f, delta, signs, np.ones(4), "positive") == (3.75, 1, 0.25)


def test_unbounded_end_needs_fewer_errors_than_any_bounded_interval():
    delta = np.ones(3)
    f = -np.array([0.0, 2.0, 5.0])
    # one error right of 5, one between 2 and 5: the bounded interval is taken
    bounded = minimise_error_along(f, delta, [1.0, 1.0, -1.0], np.ones(3), "positive")
    assert bounded == (3.5, 1, 0.0)
    right = minimise_error_along(f, delta, [1.0, 1.0, 1.0], np.ones(3), "positive")
    assert right == (6.0, 1, 0.0)
    left = minimise_error_along(f, delta, [-1.0, -1.0, -1.0], np.ones(3), "positive")
    assert left == (-1.0, 1, 0.0)
    even = minimise_error_along([0.0, 0.0], [1.0, 1.0], [1.0, -1.0], [1.0, 1.0], "positive")
    assert even == (-1.0, 1, 0.5)


def test_step_beyond_a_huge_crossing_passes_it():
    minimum = minimise_error_along([-(2.0**70)], [1.0], [1.0], [1.0], "positive")
    assert minimum.alpha > 2.0**70
    assert minimum.error == 0


def test_where_nothing_crosses_nothing_moves():
    assert minimise_error_along([1.0, -2.0], [0.0, 0.0], [1, 1], [1, 3], "positive") == (0, 1, 0.75)
    assert minimise_error_along([1.0, -2.0], [0.0, 0.0], [1, 1], [1, 3], "full") == (0, -1, 0.25)


def test_a_crossing_that_overflows_is_not_counted():
    f, delta = [1e300, -1.0, 1.0], [1e-300, 1.0, 1.0]
    assert minimise_error_along(f, delta, [1, 1, 1], [1, 1, 1], "positive") == (2.0, 1, 0.0)
    assert minimise_error_along(f, delta, [-1, 1, 1], [1, 1, 1], "positive") == (2.0, 1, 1 / 3)


def test_zero_on_the_hyperplane_counts_as_negative_only_in_the_full_update():
    # the first example never crosses and lies on the hyperplane
    f, delta, weights = [0.0, -1.0], [0.0, 1.0], [1.0, 1.0]
    for sign in (1, -1):
        full = minimise_error_along(f, delta, [sign, 1], weights, "full")
        assert (full.polarity, full.error) == (-sign, 0)
        assert minimise_error_along(f, delta, [sign, 1], weights, "positive") == (2, 1, 0.5)


def test_interval_between_neighbouring_numbers_is_empty():
    above = np.nextafter(1.0, 2.0)
    # only between the two crossings would nothing be wrong
    minimum = minimise_error_along([-1.0, -above], [1.0, 1.0], [1.0, -1.0], [1, 1], "positive")
    assert minimum == (0.0, 1, 0.5)


def test_unknown_update_is_named():
    with pytest.raises(ValueError, match="'positive', 'full'"):
        minimise_error_along([1.0], [1.0], [1.0], [1.0], "both")
