"""The claims of chapter 1 on principal points and on what detectors remove."""

from pathlib import Path

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers import complexity
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import JITTER, assert_steps, stored, t
from tests.claims.stored import N as TRIALS
from tests.made_up import made_up_results, store_arrays
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


def test_counts_are_those_of_the_draws_of_one_data_set_that_have_a_number():
    counts = {"alpha": {"A": 20 + 3.0 * JITTER}, "beta": {"A": 90 + 3.0 * JITTER}}
    results = stored({"main": {"points": counts}})
    scores = results.frames["main", "scores"]
    scores.loc[scores["seed"] < 2, "value"] = np.nan
    judged = complexity.printed_in_range(results, **OPTIONS, metrics={"points": 20.0})
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["draws"] == TRIALS - 2
    assert judged.evidence[0]["largest"] == pytest.approx(20 + 3.0 * JITTER[2:].max())


def subsets(*rows):
    return np.array([[mark == "x" for mark in row] for row in rows])


@pytest.mark.parametrize(
    ("rows", "points", "each", "none"),
    [
        (["x..", "xx.", "xxx"], [0, 1, 2], 0.0, 0.0),
        (["x..", ".xx", "xxx"], [0, 1, 2], 0.5, 0.5),  # from x.. to .xx
        (["x..", "xx.", ".xx", "xxx"], [0, 1, 1, 2], 0.25, 0.0),  # one of four pairs
        # one of two pairs, and one of four
        (["x...", "xx..", ".xx.", "xxx.", ".xxx"], [0, 1, 1, 2, 2], 1 / 3, 0.0),
        (["xx.", "x..", "xxx"], [1, 0, 2], 0.0, 0.0),  # not by the order of points
        (["x..", ".xx"], [0, 0], np.nan, np.nan),  # two subsets of one point
    ],
)
def test_a_move_removes_unless_the_smaller_subset_lies_in_the_larger(rows, points, each, none):
    shares = [
        complexity.removing_share(subsets(*rows), np.array(points), pairs)
        for pairs in ("each", "none")
    ]
    assert shares == pytest.approx([each, none], nan_ok=True)


def moving(tmp_path, shares, **more):
    """Each draw has five points, and so many of its four moves remove an example."""
    of_sets = {"alpha": shares, **more}
    results = made_up_results(
        tmp_path, {name: {"A": [0.1] * len(of_set)} for name, of_set in of_sets.items()}
    )
    folder = Path("results/toy/main/artifacts")
    folder.mkdir()
    for name, of_set in of_sets.items():
        store_arrays(folder / f"{name}.npz", **moved(of_set))
    return results


def moved(shares):
    kept = {}
    for seed, removing in enumerate(shares):
        if removing is None:  # one point
            kept |= {f"a/{seed}//subsets": np.ones((1, 20), dtype=bool),
                     f"a/{seed}//point_of_subset": np.zeros(1, dtype=int)}  # fmt: skip
            continue
        members = np.tril(np.ones((5, 20), dtype=bool)) | (np.arange(20) >= 10)
        for move in range(removing):  # an example of its own, which the next point lacks
            members[:, 10 + move] = np.arange(5) == move
        kept |= {f"a/{seed}//subsets": members, f"a/{seed}//point_of_subset": np.arange(5)}
    return kept


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [([4, 3] * 4, HOLDS), ([1, 0] * 4, FAILS), ([4, 0, 2, 1] * 2, INCONCLUSIVE),
     ([4] * 5, INCONCLUSIVE)],
)  # fmt: skip
@pytest.mark.parametrize("pairs", ["each", "none"])
def test_the_mean_share_of_moves_that_remove_is_judged(
    tmp_path, monkeypatch, shares, verdict, pairs
):
    monkeypatch.chdir(tmp_path)
    judged = complexity.moves_remove(moving(tmp_path, shares), study="main", pairs=pairs, need=0.5)
    assert judged.verdict == verdict
    assert judged.evidence[0]["share"] == pytest.approx(np.mean(shares) / 4)
    assert "more than 50 % is asked" in judged.reason.lower()


def test_a_draw_with_one_point_has_no_moves(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = moving(tmp_path, [4, 3, 4, None, 4, 3, 4, None])
    judged = complexity.moves_remove(results, study="main", pairs="each", need=0.5)
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["draws"] == 6
    assert judged.evidence[0]["share"] == pytest.approx(22 / 24)


def test_moves_must_remove_on_each_data_set(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = moving(tmp_path, [4, 3] * 4, beta=[1, 0] * 4)
    judged = complexity.moves_remove(results, study="main", pairs="each", need=0.5)
    assert judged.verdict == FAILS
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, FAILS]


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
    assert more.evidence[0]["flipped"] == [7.0, 3.5] and more.evidence[0]["removed"] == 3.5
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


def test_every_method_is_compared_with_every_rival():
    options = {**OPTIONS, **FINDS, "methods": ["A", "B"]}
    judged = complexity.finds_more(removal([1.0] * TRIALS, [2] * TRIALS), **options)
    assert [(e["method"], e["than"]) for e in judged.evidence] == [("A", "B"), ("B", "B")]
    assert judged.verdict == INCONCLUSIVE


def test_nothing_is_found_where_nothing_ran():
    results = removal([1.0] * TRIALS, [2] * TRIALS)
    options = {**OPTIONS, **FINDS, "than": ["gone"]}
    assert complexity.finds_more(results, **options).verdict == UNTESTABLE


def test_a_detector_of_which_no_curve_is_kept_finds_nothing():
    results = removal([1.0] * TRIALS, [2] * TRIALS)
    traces = results.frames["main", "traces"]
    results.frames["main", "traces"] = traces[traces["method"] == "B"]
    assert complexity.finds_more(results, **OPTIONS, **FINDS).verdict == UNTESTABLE


def test_flipped_examples_are_those_of_one_data_set_in_trials_with_both_curves():
    numbers = {"A": [1.0] * TRIALS, "B": [1.0] * TRIALS}
    found = {name: {"A": [[(1, more)]] * TRIALS, "B": [[(1, 1.0)]] * TRIALS}
             for name, more in (("alpha", 2.0), ("beta", 9.0))}  # fmt: skip
    removed = {"removed": {"alpha": numbers, "beta": numbers}}
    results = stored({"main": removed}, curves={"found": found})
    traces = results.frames["main", "traces"]
    gone = (traces["method"] == "A") & (traces["seed"] == 0)
    results.frames["main", "traces"] = traces[~gone]
    (entry,) = complexity.finds_more(results, **OPTIONS, **FINDS).evidence
    assert (entry["trials"], entry["difference"]) == (TRIALS - 1, 1.0)
