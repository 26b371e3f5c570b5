"""The smallest shift that changes a verdict: found on step functions with known steps."""

from math import copysign

import numpy as np
import pytest

from methods.claims.flips import BLOCK, as_factors, one_by_one, smallest_shifts
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE


def steps(*stretches):
    """A verdict by shift: pairs of a verdict and where it ends, then the last verdict."""
    *first, last = stretches

    def verdict_at(shift):
        return next((verdict for verdict, end in first if shift < end), last)

    return one_by_one(verdict_at), [end for _, end in first]


@pytest.mark.parametrize(
    ("stretches", "flips"),
    [
        (((HOLDS, 0.2), (INCONCLUSIVE, 0.5), FAILS), {INCONCLUSIVE: 0.2, FAILS: 0.5}),
        (((HOLDS, -0.5), (INCONCLUSIVE, 0.1), FAILS), {HOLDS: -0.5, FAILS: 0.1}),
        # both sides reach the same verdict: the nearer counts
        (((FAILS, -0.3), (HOLDS, 0.1), FAILS), {FAILS: 0.1}),
        (((FAILS, -0.1), (HOLDS, 0.3), FAILS), {FAILS: -0.1}),
        # any shift at all
        (((HOLDS, 0.0), FAILS), {HOLDS: 0.0}),
        ((HOLDS,), {}),
    ],
)
def test_the_nearest_shift_to_each_other_verdict_is_found(stretches, flips):
    verdict_at, places = steps(*stretches)
    found = smallest_shifts(verdict_at, places)
    assert found == pytest.approx(flips)
    sizes = [abs(shift) for shift in found.values()]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("place", [-1e-18, 0.0, 1e-18])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_place_that_is_zero_but_for_rounding_is_zero(place, side):
    def verdict_at(shift):
        return FAILS if side * shift > 0 else HOLDS

    found = smallest_shifts(one_by_one(verdict_at), [place, 0.3, -0.3])
    assert found == {FAILS: 0.0} and copysign(1.0, found[FAILS]) == side


@pytest.mark.parametrize(("here", "other", "side"), [(HOLDS, FAILS, 1.0), (FAILS, HOLDS, -1.0)])
def test_a_shift_of_any_amount_has_the_sign_of_its_side(here, other, side):
    def verdict_at(shift):
        return other if side * shift > 0 else here

    ((verdict, shift),) = smallest_shifts(one_by_one(verdict_at), [0.0]).items()
    assert (verdict, shift, copysign(1.0, shift)) == (other, 0.0, side)


@pytest.mark.parametrize("scale", [1.0, 1e9, 1e-15])
def test_places_that_differ_by_rounding_are_one(scale):
    calls = []

    def verdicts_at(shifts):
        calls.extend(shifts)
        return [HOLDS] * len(shifts)

    places = [0.2, 0.3, 0.1 + 0.2, np.nan, np.inf, 1e-18]
    smallest_shifts(verdicts_at, scale * np.array(places))
    assert len(calls) == 1 + 4


@pytest.mark.parametrize(("ends", "flips"), [((0.5, 1.5), 2), ((0.5, 1e9), 1)])
def test_many_places_are_judged_by_blocks_until_each_verdict_is_found(ends, flips):
    calls = []

    def verdicts_at(shifts):
        calls.append(len(shifts))
        return [(HOLDS, INCONCLUSIVE, FAILS)[np.searchsorted(ends, shift)] for shift in shifts]

    found = smallest_shifts(verdicts_at, np.arange(0.5, 5 * BLOCK))
    assert len(found) == flips and found[INCONCLUSIVE] == 0.5
    assert max(calls) <= BLOCK
    assert sum(calls) <= 1 + BLOCK or flips == 1


def test_a_verdict_that_is_reached_far_behind_another_is_found():
    ends = (10, 2 * BLOCK)

    def verdicts_at(shifts):
        return [(HOLDS, INCONCLUSIVE, FAILS)[np.searchsorted(ends, shift)] for shift in shifts]

    found = smallest_shifts(verdicts_at, np.arange(5.0 * BLOCK))
    assert found == {INCONCLUSIVE: ends[0], FAILS: ends[1]}


def test_flips_of_a_logarithm_are_factors_of_the_number():
    assert as_factors({HOLDS: np.log(0.5)}) == pytest.approx({HOLDS: 0.5})


def test_a_shift_at_which_nothing_can_be_tested_is_no_flip():
    verdict_at, places = steps((HOLDS, 0.2), (UNTESTABLE, 0.5), FAILS)
    assert smallest_shifts(verdict_at, places) == pytest.approx({FAILS: 0.5})


@pytest.mark.parametrize(
    ("stretches", "flips"),
    [
        (((HOLDS, 0.2), (INCONCLUSIVE, 0.5), FAILS), {INCONCLUSIVE: 0.2, FAILS: 0.5}),
        (((HOLDS, -0.5), (INCONCLUSIVE, 0.1), FAILS), {HOLDS: -0.5, FAILS: 0.1}),
        (((HOLDS, -0.5), (INCONCLUSIVE, -0.1), FAILS), {HOLDS: -0.5, INCONCLUSIVE: -0.1}),
        (((HOLDS, 0.0), FAILS), {HOLDS: 0.0}),
        (((HOLDS, 0.0), (INCONCLUSIVE, 0.3), FAILS), {HOLDS: 0.0, FAILS: 0.3}),
        (((HOLDS, 1.0), FAILS), {FAILS: 1.0}),
        ((HOLDS,), {}),
    ],
)
def test_a_few_places_tell_the_flips_of_a_verdict_that_is_left_but_once(stretches, flips):
    verdict_at, places = steps(*stretches)
    for more in ([], [-0.9, -0.3, 0.15, 0.4, 0.7]):
        found = smallest_shifts(verdict_at, [*places, *more], is_monotone=True)
        assert found == pytest.approx(flips)


def test_a_verdict_that_is_left_at_once_flips_by_any_shift():
    def verdicts_at(shifts):
        return [FAILS if shift > 0 else HOLDS for shift in shifts]

    assert smallest_shifts(verdicts_at, [0.4], is_monotone=True) == {FAILS: 0.0}


def test_few_of_many_places_are_judged_if_each_verdict_is_left_but_once():
    calls = []

    def verdicts_at(shifts):
        calls.extend(shifts)
        return [(HOLDS, FAILS)[int(shift > 700.2)] for shift in shifts]

    found = smallest_shifts(verdicts_at, np.arange(0.5, 4000), is_monotone=True)
    assert found == {FAILS: 700.5}
    assert len(calls) < 50


def test_stretches_that_can_reach_no_other_verdict_are_not_judged():
    """Of 3000 places on either side only those above 2000 may fail."""
    judged = []

    def verdicts_at(shifts):
        judged.extend(shifts)
        return [FAILS if shift > 2500 else HOLDS for shift in shifts]

    def reached_between(low, high):
        assert low <= high and low * high >= 0
        return {HOLDS, FAILS} if high > 2000 else {HOLDS}

    places = np.arange(-3000.5, 3001)
    found = smallest_shifts(verdicts_at, [*places, 2500.0], reached_between=reached_between)
    assert found == {FAILS: 2500.0}
    assert min(abs(shift) for shift in judged[1:]) > 1000
