"""Shares of trials and of groups: exact counts, binomial tests, and flips."""

import numpy as np
import pytest
from scipy.stats import binomtest

from methods.bench.statistics import ALPHA, FEWEST_TRIALS
from methods.claims.sentences.words import PERCENT, SPREAD, TOO_FEW
from methods.claims.shares import inside_counts, judge_share, judge_shares, told
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE

TEN = np.arange(10.0)


def test_numbers_on_the_bounds_are_inside():
    counts = inside_counts([3.0, 1.0, 2.0, np.nan], 1.0, 2.0, np.array([0.0, 1.0, -1.0, 9.0]))
    assert counts.tolist() == [2, 1, 2, 0]
    assert inside_counts([1.0, 2.0], 5.0, 4.0, np.zeros(1)).tolist() == [0]
    assert inside_counts([np.inf, 1.0, -np.inf], 0.0, np.inf, np.zeros(1)).tolist() == [2]


@pytest.mark.parametrize(
    ("least", "largest", "need", "verdict", "flips"),
    [
        (-np.inf, 6.5, 0.7, HOLDS, {FAILS: 0.5}),
        (-np.inf, 6.5, 0.71, FAILS, {HOLDS: -0.5}),
        (-np.inf, 6.0, 0.7, HOLDS, {FAILS: 0.0}),
        (3.25, np.inf, 0.7, FAILS, {HOLDS: 0.25}),
        (2.75, np.inf, 0.7, HOLDS, {FAILS: -0.25}),
        (-0.25, 9.5, 1.0, HOLDS, {FAILS: -0.25}),
        (0.0, 3.0, 0.5, FAILS, {}),
        (-20.0, 20.0, 0.0, HOLDS, {}),
    ],
)
def test_a_share_is_counted_exactly_and_flips_where_a_number_crosses_a_bound(
    least, largest, need, verdict, flips
):
    now, told = judge_share(TEN, least, largest, need)
    assert now == verdict
    assert told == pytest.approx(flips)


@pytest.mark.parametrize(
    ("n", "largest", "need", "verdict"),
    [
        (FEWEST_TRIALS, 9.0, 1.0, HOLDS),
        (FEWEST_TRIALS - 1, 9.0, 1.0, INCONCLUSIVE),
        (FEWEST_TRIALS, 0.5, 0.9, FAILS),
        (FEWEST_TRIALS - 1, 0.5, 0.9, INCONCLUSIVE),
        (FEWEST_TRIALS - 1, 3.5, 1.0, FAILS),  # by one counter-example
        (1, -1.0, 1.0, FAILS),
    ],
)
def test_few_trials_can_only_refute_a_claim_on_every_trial(n, largest, need, verdict):
    assert judge_share(TEN[:n], -np.inf, largest, need)[0] == verdict


@pytest.mark.parametrize("share", [0.2, 0.5])
@pytest.mark.parametrize("n", [FEWEST_TRIALS, 20])
def test_a_group_counts_by_the_binomial_test_and_holms_correction(n, share):
    """Two equal groups: each at half of the level, one-tailed at half of alpha."""
    for inside in range(n + 1):
        values = np.append(np.zeros(inside), np.full(n - inside, 5.0))
        judged = judge_shares([values, values], -1.0, 1.0, share, 1.0)
        more, fewer = (
            binomtest(inside, n, share, alternative=side).pvalue for side in ("greater", "less")
        )
        expected = HOLDS if more <= ALPHA / 4 else FAILS if fewer <= ALPHA / 4 else INCONCLUSIVE
        assert (judged.verdict, judged.cases) == (expected, [expected] * 2)
        assert judged.p_values[0]["p_not"] == pytest.approx(min(2 * more, 1))
        assert judged.p_values[0]["p_holds"] == pytest.approx(min(2 * fewer, 1))


def test_groups_of_few_trials_count_in_the_share_and_not_in_the_correction():
    inside, few = np.zeros(FEWEST_TRIALS), np.zeros(FEWEST_TRIALS - 1)
    judged = judge_shares([inside, few], -1.0, 1.0, 0.5, 1.0)
    assert (judged.verdict, judged.cases) == (INCONCLUSIVE, [HOLDS, INCONCLUSIVE])
    assert judged.p_values[0]["p_not"] == pytest.approx(0.5**FEWEST_TRIALS)
    assert judge_shares([inside, few], -1.0, 1.0, 0.5, 0.5).verdict == HOLDS
    assert judge_shares([few, few], -1.0, 1.0, 0.5, 0.5).too_few


def test_the_verdict_on_groups_flips_where_enough_numbers_have_crossed():
    judged = judge_shares([TEN, TEN + 1], -np.inf, 10.5, 0.5, 1.0)
    # ten and nine of ten hold at half of the level, and eight do not; none and one of ten refute
    assert binomtest(9, 10, 0.5, alternative="greater").pvalue <= ALPHA / 4
    assert binomtest(8, 10, 0.5, alternative="greater").pvalue > ALPHA / 2
    assert judged.verdict == HOLDS
    assert judged.flips == pytest.approx({INCONCLUSIVE: 1.5, FAILS: 8.5})


@pytest.mark.parametrize(
    ("verdict", "flips", "words"),
    [
        (INCONCLUSIVE, {}, (f"So it is. {TOO_FEW}", "")),
        (
            INCONCLUSIVE,
            {HOLDS: 0.01},
            ("So it is.", "It would hold if the error were 1 point higher."),
        ),
        (
            HOLDS,
            {},
            ("So it is.", f"No shift of the error would change the verdict, since {SPREAD}."),
        ),
    ],
)
def test_a_count_tells_few_trials_or_its_flips(verdict, flips, words):
    judged = told((verdict, flips), "So it is.", [{"x": 1}], "the error", PERCENT)
    assert (judged.reason, judged.flip) == words
    assert (judged.verdict, judged.flips, judged.evidence) == (verdict, flips, [{"x": 1}])
