"""The claims of chapter 1 on principal points and on what detectors remove."""

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers import complexity
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import JITTER, assert_steps, stored, t
from tests.claims.stored import N as TRIALS
from tests.made_up import made_up_results
from tests.tables.papers.contributions import OPTIONS


@pytest.mark.parametrize(("printed", "verdict"), [({"points": 12}, HOLDS), ({"points": 20}, FAILS)])
def test_printed_in_range(tmp_path, monkeypatch, printed, verdict):
    monkeypatch.chdir(tmp_path)
    made = made_up_results(tmp_path, {"alpha": {"A": [9, 11, 13] * 2}}, metric="points")
    assert complexity.printed_in_range(made, **OPTIONS, metrics=printed).verdict == verdict


def counted(values, **printed):
    results = stored({"main": {name: {"alpha": {"A": values}} for name in printed}})
    return complexity.printed_in_range(results, **OPTIONS, metrics=printed)


def test_a_printed_count_is_refuted_outside_of_the_prediction_interval():
    """Of one more draw: t times the deviation times sqrt(1 + 1/n)."""
    values = 20 + 3.0 * JITTER
    half = 3.0 * t(ALPHA / 2) * (1 + 1 / TRIALS) ** 0.5
    for sign in (-1, 1):
        assert counted(values, points=20 + sign * 0.999 * half).verdict == HOLDS
        assert counted(values, points=20 + sign * 1.001 * half).verdict == FAILS
    wider = 3.0 * t(ALPHA / 2 / 2) * (1 + 1 / TRIALS) ** 0.5  # of two counts
    assert counted(values, points=20.0, more=20 + 0.999 * wider).verdict == HOLDS
    judged = counted(values, points=20.0, more=20 + 1.001 * wider)
    assert judged.verdict == FAILS
    assert judged.reason.startswith(
        f"The printed number of points is 20, and ours are {values.min():.4g} to "
        f"{values.max():.4g} in 8 draws, with the median 20. The printed number of more is "
    )
    assert judged.flip.startswith("It would hold if our counts were ")


def test_counts_of_few_draws_or_none_refute_nothing():
    assert counted([1.0, 2.0, 3.0, 1.0, 2.0], points=99).verdict == INCONCLUSIVE
    assert counted([1.0], points=99).verdict == INCONCLUSIVE
    assert counted([np.nan] * 8, points=99).verdict == UNTESTABLE


FINDS = {"number": "removed", "curve": "found", "methods": ["A"], "than": ["B"]}


def removal(extra, sizes):
    """B removes so many examples of which all are flipped, and A finds `extra` more of them."""
    numbers = {"alpha": {"A": [1.0] * TRIALS, "B": sizes}}
    found = {
        name: [[(k, k * (1 + shift)) for k in range(6)] for shift in shifts]
        for name, shifts in (("A", extra), ("B", [0.0] * TRIALS))
    }
    return stored({"main": {"removed": numbers}}, curves={"found": {"alpha": found}})


def test_flipped_examples_are_counted_among_as_many_as_the_rival_removes():
    sizes = [2, 3, 4, 5, 2, 3, 4, 5]
    more = complexity.finds_more(removal([1.0] * TRIALS, sizes), **OPTIONS, **FINDS)
    assert more.verdict == HOLDS
    assert more.evidence[0]["flipped"] == [7.0, 3.5]
    fewer = complexity.finds_more(removal([-0.5] * TRIALS, sizes), **OPTIONS, **FINDS)
    assert fewer.verdict == FAILS
    alike = complexity.finds_more(removal(JITTER, [1] * TRIALS), **OPTIONS, **FINDS)
    assert alike.verdict == INCONCLUSIVE
    few = complexity.finds_more(removal([1.0] * TRIALS, sizes[:5]), **OPTIONS, **FINDS)
    assert few.verdict == INCONCLUSIVE and few.reason.endswith("too few trials to say.")


def test_more_is_found_from_the_bar_of_the_t_test_on():
    bar = t(ALPHA / 2) / TRIALS**0.5
    assert_steps(
        lambda shift: complexity.finds_more(
            removal(shift + JITTER, [1] * TRIALS), **OPTIONS, **FINDS
        ),
        [FAILS, -bar, INCONCLUSIVE, bar, HOLDS],
    )


def test_nothing_is_found_where_nothing_ran():
    results = removal([1.0] * TRIALS, [2] * TRIALS)
    options = {**OPTIONS, **FINDS, "than": ["gone"]}
    assert complexity.finds_more(results, **options).verdict == UNTESTABLE
