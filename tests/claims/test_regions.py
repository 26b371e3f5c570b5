"""Cases against a region: planted differences, Holm's rule, its error rate, and the flips."""

from math import inf

import numpy as np
import pytest
from scipy import stats

from methods.bench.statistics import ALPHA, FEWEST_TRIALS, Difference, paired_difference
from methods.claims import flips, regions
from methods.claims.flips import smallest_shifts
from methods.claims.regions import Region, better, judge_differences, judge_p_values
from methods.claims.sentences.words import TOO_FEW
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE
from methods.errors import UserError

N = 12
BELOW, NEAR_ZERO = Region(largest=0.0), Region(-1.0, 1.0)


def difference(value, error=1.0, n=N):
    return Difference(value, error, n - 1, n)


def t(alpha, n=N):
    return stats.t.isf(alpha, n - 1)


def test_a_margin_is_asked_for_on_the_side_that_is_better():
    assert better(0.1, lower_is_better=True) == Region(largest=-0.1)
    assert better(0.1, lower_is_better=False) == Region(least=0.1)


def test_differences_without_spread_cannot_lie_beyond_an_end_that_is_not_there():
    constant = [difference(0.1, error=0.0, n=FEWEST_TRIALS)] * 5
    judged = judge_differences(constant, Region(kept=(0.0, inf)))
    assert [p["p_not"] for p in judged.p_values] == [0.0] * 5
    assert judged.verdict == HOLDS


@pytest.mark.parametrize("ends", [(0.01, -0.01), (np.array([0.0, 2.0]), np.array([1.0, 1.0]))])
def test_a_region_that_no_difference_lies_in_is_refused(ends):
    """A margin of equality with a minus would let each claim fail."""
    with pytest.raises(UserError, match="no difference lies between"):
        Region(*ends)
    assert Region(0.0, 0.0).alpha == ALPHA


@pytest.mark.parametrize("inside", [0.99, 1.01])
@pytest.mark.parametrize(
    ("region", "value", "verdict"),
    [
        (BELOW, -t(ALPHA / 2), HOLDS),
        (BELOW, t(ALPHA / 2), FAILS),
        (Region(least=0.0), t(ALPHA / 2), HOLDS),
        (Region(least=0.0), -t(ALPHA / 2), FAILS),
    ],
)
def test_one_end_is_a_two_tailed_test(region, value, verdict, inside):
    expected = verdict if inside > 1 else INCONCLUSIVE
    assert judge_differences([difference(inside * value)], region).verdict == expected


@pytest.mark.parametrize(
    ("value", "error", "verdict"),
    [
        (0.0, 0.99 / t(ALPHA), HOLDS),  # two one-sided tests
        (0.0, 1.01 / t(ALPHA), INCONCLUSIVE),
        (1.0 + 1.01 * t(ALPHA / 2) * 0.1, 0.1, FAILS),
        (1.0 + 0.99 * t(ALPHA / 2) * 0.1, 0.1, INCONCLUSIVE),
        (-1.0 - 1.01 * t(ALPHA / 2) * 0.1, 0.1, FAILS),
    ],
)
def test_two_ends_are_a_test_of_equivalence(value, error, verdict):
    assert judge_differences([difference(value, error)], NEAR_ZERO).verdict == verdict


def test_a_region_may_be_left_before_it_is_reached():
    """No significant difference, and none that is as large as 1: small ones that show refute it."""
    region = Region(-1.0, 1.0, kept=(0.0, 0.0))
    verdicts = [
        judge_differences([difference(value, error)], region).verdict
        for value, error in ((0.1, 0.1), (0.5, 0.1), (0.1, 5.0))
    ]
    assert verdicts == [HOLDS, FAILS, INCONCLUSIVE]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("far", "verdict"), [(0.99, HOLDS), (1.01, FAILS)])
def test_what_holds_unless_it_is_shown_to_be_far_is_a_two_tailed_test(sign, far, verdict):
    value = sign * (1.0 + far * t(ALPHA / 2) * 0.1)
    judged = judge_differences([difference(value, 0.1)], Region(kept=(-1.0, 1.0)))
    assert judged.verdict == verdict


@pytest.mark.parametrize(("side", "verdict"), [(-1, HOLDS), (1, FAILS)])
def test_the_level_of_each_case_is_that_of_holm(side, verdict):
    # of three cases the strongest is judged at alpha / 3, then alpha / 2, then alpha
    levels = [ALPHA / 2 / k for k in (3, 2, 1)]
    just = [difference(side * 1.01 * t(level)) for level in levels]
    assert judge_differences(just, BELOW).cases == [verdict] * 3
    weaker = [difference(side * 0.99 * t(levels[0])), *just[1:]]
    assert judge_differences(weaker, BELOW).cases == [INCONCLUSIVE] * 3
    weaker = [just[0], difference(side * 0.99 * t(levels[1])), just[2]]
    assert judge_differences(weaker, BELOW).cases == [verdict, INCONCLUSIVE, INCONCLUSIVE]


def test_either_side_of_what_is_kept_may_refuse_a_case_if_one_of_the_cases_has_both():
    region = Region(kept=(np.array([-inf, -1.0]), np.array([1.0, 1.0])))
    judged = judge_differences([difference(4.0), difference(4.0)], region)
    alone = 2 * stats.t.sf(3.0, N - 1)
    assert [p["p_holds"] for p in judged.p_values] == pytest.approx([2 * alone] * 2)


def test_a_mean_of_few_trials_is_few_whatever_its_degrees_of_freedom():
    few = Difference(-99.0, 1.0, 40.0, FEWEST_TRIALS - 1)
    assert judge_differences([few], BELOW).verdict == INCONCLUSIVE
    enough = Difference(-99.0, 1.0, 2.5, FEWEST_TRIALS)
    assert judge_differences([enough], BELOW).verdict == HOLDS


def test_few_trials_are_no_case_and_too_few_are_no_verdict():
    strong, few = difference(-99.0), difference(-99.0, n=FEWEST_TRIALS - 1)
    assert judge_differences([strong, few], BELOW).cases == [HOLDS, INCONCLUSIVE]
    assert judge_differences([strong, few], BELOW).verdict == INCONCLUSIVE
    assert judge_differences([strong, few], BELOW, need=0.5).verdict == HOLDS
    assert judge_differences([few], BELOW, need=0.0).verdict == INCONCLUSIVE
    judged = judge_differences([few, few], BELOW)
    assert (judged.verdict, judged.flips) == (INCONCLUSIVE, {})
    told = judged.told("So it is.", [], "the error")
    assert (told.reason, told.flip) == (f"So it is. {TOO_FEW}", "")


def test_what_is_open_with_enough_trials_is_told_with_its_flips():
    judged = judge_differences([difference(0.0)], BELOW)
    told = judged.told("So it is.", [], "the error")
    assert (told.verdict, told.reason) == (INCONCLUSIVE, "So it is.")
    assert set(told.flips) == {HOLDS, FAILS} and told.flip


def test_the_evidence_of_a_case_has_its_verdict_and_p_values():
    judged = judge_differences([difference(-99.0), difference(99.0)], BELOW)
    marked = judged.marked([{"x": 1}, {"x": 2}])
    assert [entry["verdict"] for entry in marked] == [HOLDS, FAILS]
    assert [list(entry) for entry in marked] == [["x", "p_not", "p_holds", "verdict"]] * 2
    assert judged.told("So.", marked, "the error").evidence == marked


@pytest.mark.parametrize("few", [FEWEST_TRIALS, FEWEST_TRIALS - 1])
def test_the_flip_counts_the_cases_that_have_just_enough_trials(few):
    """The strongest of all of them is judged at the level over their number."""
    strong, others = difference(-9.0, n=FEWEST_TRIALS), [difference(99.0, n=few)] * 4
    level = ALPHA / 2 / (5 if few == FEWEST_TRIALS else 1)
    judged = judge_differences([strong, *others], BELOW, need=0.2)
    assert judged.verdict == HOLDS
    assert judged.flips[INCONCLUSIVE] == pytest.approx(9.0 - t(level, FEWEST_TRIALS))


@pytest.mark.parametrize(
    ("value", "n", "verdict"),
    [(-0.1, 6, HOLDS), (0.1, 6, FAILS), (0.0, 6, INCONCLUSIVE), (-0.1, 5, INCONCLUSIVE)],
)
def test_an_interval_without_width_is_weighed_by_its_trials(value, n, verdict):
    constant = paired_difference(np.full(n, 0.5 + value), np.full(n, 0.5))
    assert constant.standard_error == 0
    assert judge_differences([constant], BELOW).verdict == verdict
    # three such cases need more trials to be told from chance
    assert judge_differences([constant] * 3, BELOW).verdict == INCONCLUSIVE


@pytest.mark.parametrize("need", [1.0, 0.5, 0.2])
@pytest.mark.parametrize("region", [BELOW, Region(-1.0, 1.0)], ids=["one end", "two ends"])
@pytest.mark.parametrize("wrong", [HOLDS, FAILS])
def test_a_claim_is_judged_wrongly_at_most_at_the_level(region, need, wrong, monkeypatch):
    """One true case too few or too many for the claim, the others at the worst place, the bound."""
    monkeypatch.setattr("methods.claims.regions.smallest_shifts", lambda *_: {})  # which is slow
    rng = np.random.default_rng(7)
    cases, runs, trials = 5, 150, 8
    needed = int(np.ceil(need * cases))
    true = needed - 1 if wrong == HOLDS else needed
    error = 0.2
    inside = -50.0 if region is BELOW else 0.0
    places = [inside] * true + [50.0] * (cases - true)
    bound = region.largest
    # the null cases lie on the bound: there, a wrong verdict on one is likeliest
    for i in range(cases):
        if (wrong == HOLDS and i >= true) or (wrong == FAILS and i < true):
            places[i] = bound
    mistakes = 0
    for _ in range(runs):
        noise = error * trials**0.5 * rng.normal(size=(cases, trials))
        differences = [
            paired_difference(place + of_case, np.zeros(trials))
            for place, of_case in zip(places, noise, strict=True)
        ]
        mistakes += judge_differences(differences, region, need).verdict == wrong
    largest = stats.binom.isf(1e-4, runs, region.alpha)
    assert mistakes <= largest


def test_without_a_correction_the_claim_would_be_judged_wrongly_more_often(monkeypatch):
    """So the simulation above can fail."""
    monkeypatch.setattr("methods.claims.regions.holm_correction", lambda p: p)
    with pytest.raises(AssertionError):
        test_a_claim_is_judged_wrongly_at_most_at_the_level(BELOW, 0.2, HOLDS, monkeypatch)


@pytest.mark.parametrize("need", [1.0, 0.5])
@pytest.mark.parametrize(
    "region",
    [BELOW, Region(least=-0.5), NEAR_ZERO, Region(-1.0, 1.0, kept=(0.0, 0.0)),
     Region(largest=1.0, kept=(-np.inf, 0.0))],
    ids=str,
)  # fmt: skip
def test_each_flip_is_where_the_verdict_changes(region, need):
    rng = np.random.default_rng(3)
    flipped = 0
    for _ in range(5):
        values, errors = rng.normal(size=4) * 0.1, rng.uniform(0, 0.3, size=4)
        errors[0] *= rng.integers(2)  # some without width

        def judged(shift, values=values, errors=errors):
            moved = [difference(v + shift, e) for v, e in zip(values, errors, strict=True)]
            return judge_differences(moved, region, need)

        now = judged(0.0)
        if not now.flips:  # cases far apart can be such that no shift helps
            continue
        flipped += 1
        for verdict, shift in now.flips.items():
            assert judged(shift + np.copysign(1e-9, shift)).verdict == verdict
        nearest = min(map(abs, now.flips.values()))
        for shift in (0.99 * nearest, -0.99 * nearest):
            assert judged(shift).verdict == now.verdict
    assert flipped > 1


@pytest.mark.parametrize(
    ("region", "one_sided"),
    [
        (Region(largest=-1.0), True),
        (Region(least=0.5), True),
        (Region(largest=0.0, kept=(-inf, 1.0)), True),
        (Region(-inf, inf, kept=(0.0, inf)), True),
        (Region(-1.0, 1.0), False),
        (Region(-inf, inf, kept=(-1.0, 1.0)), False),
        (Region(largest=0.0, kept=(0.0, inf)), False),
        (Region(largest=np.array([0.0, 1.0])), True),
        (Region(np.array([-inf, -1.0]), np.array([1.0, inf])), False),
    ],
)
def test_a_region_is_one_sided_if_cases_leave_it_by_one_side(region, one_sided):
    assert region.is_one_sided is one_sided


@pytest.mark.parametrize("need", [0.5, 1.0])
@pytest.mark.parametrize(
    "region", [Region(largest=-0.2), Region(least=0.1), Region(-inf, inf, kept=(0.0, inf))]
)
def test_a_few_places_tell_the_flips_of_a_one_sided_region(region, need, monkeypatch):
    rng = np.random.default_rng(5)
    for _ in range(20):
        differences = [
            paired_difference(rng.normal(rng.normal(), 1, 12), np.zeros(12)) for _ in range(4)
        ]
        by_few = judge_differences(differences, region, need)
        with monkeypatch.context() as patch:
            patch.setattr(Region, "is_one_sided", False)
            by_all = judge_differences(differences, region, need)
        assert by_few == by_all


def some_differences(rng, n=7):
    """Differences near the ends of regions, of many and of too few trials, one without width."""
    trials = rng.choice([3, 8, 30], size=n)
    errors = rng.uniform(0.05, 0.6, size=n) * (rng.random(n) > 0.15)
    values = rng.normal(0, 0.8, size=n)
    return [difference(*of_one) for of_one in zip(values, errors, trials.tolist(), strict=True)]


TWO_SIDED = [NEAR_ZERO, Region(-0.5, 0.5, kept=(-1.0, 1.0)), Region(-inf, inf, kept=(-0.3, 0.3))]


@pytest.mark.slow
@pytest.mark.parametrize("need", [0.3, 0.5, 1.0])
@pytest.mark.parametrize("region", TWO_SIDED, ids=str)
def test_blocks_that_are_passed_over_hold_no_flip(region, need, monkeypatch):
    """With blocks of three places nearly all can be passed over, and the flips stay the same."""
    rng = np.random.default_rng(7)
    monkeypatch.setattr(flips, "BLOCK", 3)
    found = 0
    for _ in range(6):
        differences = some_differences(rng)
        by_bounds = judge_differences(differences, region, need)
        with monkeypatch.context() as patch:
            patch.setattr(regions, "smallest_shifts", lambda *args: smallest_shifts(*args[:3]))
            one_after_another = judge_differences(differences, region, need)
        assert by_bounds.verdict == one_after_another.verdict
        assert by_bounds.flips == one_after_another.flips
        found += len(by_bounds.flips)
    assert found


@pytest.mark.parametrize(("seed", "need"), [(0, 1.0), (1, 0.5)])
def test_a_block_that_may_hold_a_flip_is_not_passed_over(seed, need, monkeypatch):
    differences, region = some_differences(np.random.default_rng(seed)), TWO_SIDED[2]
    at_once = judge_differences(differences, region, need)
    monkeypatch.setattr(flips, "BLOCK", 3)
    assert judge_differences(differences, region, need).flips == at_once.flips != {}


@pytest.mark.parametrize("region", TWO_SIDED, ids=str)
def test_p_values_between_two_estimates_lie_within_their_bounds(region):
    rng = np.random.default_rng(8)
    for _ in range(10):
        differences = some_differences(rng)
        values = np.array([d.value for d in differences])
        low, high = np.sort(rng.normal(size=2))
        shifts = np.linspace(low, high, 21)[:, None]
        bounds = region.p_values_between(values + low, values + high, differences)
        p_values = region.p_values(values + shifts, differences)
        for p, least, largest in zip(p_values, *bounds, strict=True):
            known = ~np.isnan(least)
            assert (p[:, known] >= least[known] - 1e-12).all()
            assert (p[:, known] <= largest[known] + 1e-12).all()


@pytest.mark.parametrize(
    ("region", "is_so"),
    [
        (Region(largest=0.0), True),
        (Region(least=0.0), True),
        (Region(largest=-0.1), False),
        (Region(largest=1.0), False),
        (Region(least=1.0), False),
        (Region(0.0, 1.0), False),
        (Region(), False),
        (Region(largest=0.0, kept=(-inf, 0.1)), False),
    ],
)
def test_the_question_is_the_side_of_zero_if_the_region_ends_there_alone(region, is_so):
    assert region.is_half_at_zero is is_so


@pytest.mark.parametrize(
    ("region", "is_so"),
    [
        (Region(), True),
        (Region(-inf, inf, kept=(0.0, inf)), True),
        (Region(np.full(2, -inf), np.full(2, inf)), True),
        (Region(largest=0.0), False),
        (Region(least=0.0), False),
        (Region(largest=np.array([inf, 0.0])), False),
        (Region(least=np.array([-inf, 0.0])), False),
    ],
)
def test_a_case_holds_unless_it_fails_if_no_end_can_refuse_it(region, is_so):
    assert region.is_everything is is_so


def test_a_verdict_that_is_left_again_is_found_among_places_farther_out():
    """It holds at shifts between 2 and 4, and nothing is shown elsewhere."""

    def p_values_at(shifts):
        holding = np.abs(shifts - 3.0) < 1.0
        return np.where(holding, 0.0, 1.0)[:, None], np.ones((len(shifts), 1))

    judged = judge_p_values(p_values_at, np.array([2.0, 4.0, 10.0, 20.0, 30.0, 40.0]), 1.0, 0.05)
    assert (judged.verdict, judged.flips) == (INCONCLUSIVE, {HOLDS: 2.0})
