"""Every verdict of every comparison of curves, from made-up traces."""

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.curves import _points_at, ends_at, lower_at, lower_early, settles
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import (
    BASE,
    ERROR,
    JITTER,
    N,
    assert_steps,
    planted,
    recorded_curves,
    seen_by_claims,
    t,
)
from tests.made_up import made_up_results, store_frame

FLAT = [0.3] * 6
NAMES = {"study": "main", "curve": "train_error"}


@pytest.fixture
def curves(tmp_path, monkeypatch):
    """Results whose A has a curve that lies `early` and `late` above B's, to within some noise."""
    monkeypatch.chdir(tmp_path)

    def keep(early, late):
        results = made_up_results(tmp_path, {"alpha": {"A": FLAT, "B": FLAT}})
        rows = [
            ("A" if shifted else "B", seed, "", "train_error", x, value)
            for shifted in (True, False)
            for seed in range(6)
            for x, gap in ((1.0, 0.0), (100.0, early), (2000.0, late))
            for value in [0.3 - 1e-5 * x + shifted * (gap + 0.001 * seed * (2000 - x) / 2000)]
        ]
        columns = ["method", "seed", "condition", "curve", "x", "value"]
        frame = pd.DataFrame(rows, columns=columns)
        store_frame(frame, tmp_path / "results/toy/main/traces/alpha.parquet")
        return results

    return keep


@pytest.mark.parametrize(
    ("early", "late", "verdict"),
    [
        (-0.1, -0.02, HOLDS),
        (0.1, 0.0, FAILS),
        (-0.1, -0.2, FAILS),  # lower, and more so at the end
        (-0.0025, 0.0, INCONCLUSIVE),
    ],
)
def test_lower_early(curves, early, late, verdict):
    judged = lower_early(curves(early, late), **NAMES, methods=["A"], than="B", early=90)
    assert judged.verdict == verdict
    if late == -0.2:
        assert judged.flip.endswith("since it leaves the change from early to late as it is.")


@pytest.mark.parametrize(("at", "verdict"), [(100, HOLDS), (120, HOLDS), (1900, FAILS)])
def test_lower_at_takes_the_nearest_recorded_point(curves, at, verdict):
    results = curves(-0.1, 0.1)
    assert lower_at(results, **NAMES, methods=["A"], than=["B"], at=at).verdict == verdict


def test_lower_at_is_inconclusive_within_the_noise(curves):
    results = curves(-0.0025, 0.0)
    judged = lower_at(results, **NAMES, methods=["A"], than=["B"], at=100)
    assert judged.verdict == INCONCLUSIVE


def test_a_curve_may_be_compared_with_itself_at_another_point(curves):
    results = curves(0.0, 0.0)
    options = {**NAMES, "methods": ["B"], "than": ["B"]}
    assert lower_at(results, **options, at=2000, than_at=1).verdict == HOLDS
    assert lower_at(results, **options, at=1, than_at=2000).verdict == FAILS


def test_nothing_is_judged_where_nothing_was_recorded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": FLAT, "B": FLAT}})
    assert lower_early(results, **NAMES, methods=["A"], than="B", early=1).verdict == UNTESTABLE
    assert lower_at(results, **NAMES, methods=["A"], than=["B"], at=1).verdict == UNTESTABLE


def of_pairs(names, points):
    """Curves of A, and of B and B2, on the data sets named: `points(ours)` gives those by seed."""
    of_set = {"A": points(True), "B": points(False), "B2": points(False)}
    return {"cost": dict.fromkeys(names, of_set)}


def test_curves_are_compared_at_each_place_by_the_paired_tests_of_all_cases():
    """Over two data sets, two rivals and two places; between them and at the ends A is far off."""
    told = t(ALPHA / 2 / 8) * ERROR

    def judge(shift):
        def points(ours):
            values = planted(shift) if ours else BASE
            return [
                [(0, 9.0 * ours), (10, v), (20, 9.0 * ours), (30, 1 + v), (40, -9.0 * ours)]
                for v in values
            ]

        curves = of_pairs(("alpha", "beta"), points)
        options = {"methods": ["A"], "than": ["B", "B2"], "at": [11, 27]}
        return lower_at(recorded_curves(curves), study="main", curve="cost", **options)

    assert_steps(judge, [HOLDS, -told, INCONCLUSIVE, told, FAILS])
    judged = judge(-0.1)
    assert len(judged.evidence) == 8
    assert judged.reason.startswith(
        "In all 8 comparisons the cost at steps 11 and 27 of A is lower than"
    )


def test_a_curve_is_compared_with_that_of_its_rival_where_both_have_trials():
    low, high = [[(1, 0.0)]] * 7, [[(1, 1.0)]] * 8
    curves = {"cost": {
        "alpha": {"A": low, "A2": high, "B": high, "B2": low},
        "alone": {"A": low, "A2": [], "B": [], "B2": []},
        "again": {"A": high, "A2": high, "B": low, "B2": low},
    }}  # fmt: skip
    results = recorded_curves(curves)
    results.plan.catalogue["again"].version_of = "alpha"
    options = {"study": "main", "curve": "cost", "methods": ["A", "A2"], "than": ["B", "B2"]}
    judged = lower_at(seen_by_claims(results), **options, at=1, pairwise=True, need=0.5)
    assert [(e["dataset"], e["method"], e["pairs"], e["verdict"]) for e in judged.evidence] == [
        ("alpha", "A", 7, HOLDS), ("alpha", "A2", 7, FAILS),
    ]  # fmt: skip
    assert judged.verdict == HOLDS
    assert lower_at(results, **options, at=1, datasets=["alone"]).verdict == UNTESTABLE
    told = lower_at(results, **options, at=1, than_at=2, datasets=["alpha"], pairwise=True)
    assert told.reason.startswith(
        "In 1 of 2 comparisons the cost at step 1 of A and A2 is lower than that of B and B2 in "
    )


def early_and_end(gap, change, deviation=0.01, names=("alpha", "beta")):
    """Curves of A whose gap to B is `gap` at x = 10, and larger than at the end by `change`."""

    def points(ours):
        early, end = planted(gap, deviation), np.full(N, gap - change)
        return [
            [(0, 0.0), (10, early[i] if ours else BASE[i]), (100, 1 + ours * end[i])]
            for i in range(N)
        ]

    return recorded_curves(of_pairs(names, points))


EARLY = {"study": "main", "curve": "cost", "methods": ["A"], "than": "B", "early": 12}
# of two data sets; either of two reasons may refute one
HELD, REFUTED = t(ALPHA / 2 / 2) * ERROR, t(ALPHA / 2 / 4) * ERROR


def test_lower_early_needs_a_gap_and_one_that_is_larger_than_at_the_end():
    places = [HOLDS, -HELD, INCONCLUSIVE, REFUTED, FAILS]
    assert_steps(lambda gap: lower_early(early_and_end(gap, -0.5), **EARLY), places)

    def by_change(change):
        return lower_early(early_and_end(-0.5, change), **EARLY)

    assert_steps(by_change, places, flips=False)  # a shift of a whole curve keeps the change
    assert by_change(0.1).flips == {}


def test_lower_early_tells_both_gaps_in_points():
    judged = lower_early(early_and_end(-0.1, -0.07), **EARLY)
    assert judged.reason.startswith(
        "It is so on 2 of 2 data sets. On alpha the cost of A against that of B is 0.1 lower at "
        "step 10 and 0.03 lower at the end."
    )
    assert judged.flip.endswith(f"and fail if {judged.flips[FAILS]:.2g} higher.")
    assert judged.evidence[0]["interval"] == pytest.approx(
        [-0.1 - t(ALPHA / 2) * ERROR, -0.1 + t(ALPHA / 2) * ERROR]
    )
    uneven = recorded_curves(of_pairs(["alpha"], lambda ours: [
        [(0, 0.0), (12, -1.0 * ours), (100, ours * end)] for end in (0, 0, 0, 0, 0, 6)
    ]))  # fmt: skip
    assert lower_early(uneven, **EARLY).evidence[0]["difference_at_the_end"] == 1


def test_lower_early_holds_by_one_of_two_readings_if_half_of_the_cases_are_asked():
    def judge(gap, need, datasets):
        results = early_and_end(gap, -0.5)
        frame = results.frames["main", "traces"]
        of_b = frame[frame["method"] == "B"]
        higher = of_b.assign(method="A2", value=of_b["value"] + (of_b["x"] == 10))
        results.frames["main", "traces"] = pd.concat([frame, higher], ignore_index=True)
        options = {**EARLY, "methods": ["A", "A2"], "need": need, "datasets": datasets}
        return lower_early(results, **options)

    one = judge(-0.1, 0.5, ["alpha"])
    assert [(e["method"], e["verdict"]) for e in one.evidence] == [("A", HOLDS), ("A2", FAILS)]
    assert one.verdict == HOLDS and judge(-0.1, 1.0, ["alpha"]).verdict == FAILS
    assert judge(0.1, 0.5, ["alpha"]).verdict == FAILS
    assert judge(0.0, 0.5, ["alpha"]).verdict == INCONCLUSIVE
    assert one.reason.startswith("It is so of 1 of 2 methods. On alpha the cost of A2 against")
    assert judge(-0.1, 0.5, None).reason.startswith("It is so of 2 of 4 cases. ")


def test_the_recorded_step_is_told_and_not_the_one_that_is_asked_for():
    judged = lower_early(early_and_end(-0.1, -0.07), **EARLY)
    assert judged.evidence[0]["at"] == 10 and " at step 10 " in judged.reason
    ends = {**EARLY, "at": 12, "margin": 1.0}
    del ends["than"], ends["early"]
    assert " at step 10 " in ends_at(early_and_end(-0.1, -0.07), **ends).reason


def test_lower_early_leaves_out_data_sets_without_both_curves_and_too_few_trials():
    results = early_and_end(-0.1, -0.05, names=("alpha", "beta", "gamma"))
    trace = results.frames["main", "traces"]
    gone = (trace["dataset"] == "beta") & (trace["method"] == "B")
    few = (trace["dataset"] == "gamma") & (trace["seed"] > 4)
    results.frames["main", "traces"] = trace[~gone & ~few]
    judged = lower_early(results, **EARLY)
    assert [(e["dataset"], e["verdict"]) for e in judged.evidence] == [
        ("alpha", HOLDS), ("gamma", INCONCLUSIVE),
    ]  # fmt: skip
    assert lower_early(results, **EARLY, datasets=["alpha"]).verdict == HOLDS
    judged = lower_early(results, **EARLY, datasets=["gamma"])
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")


def settling(at, **more):
    """Curves that fall by 4 and stay at their end from x = `at` on, which differs by the trial."""

    def points(x):
        return [(0, 7.0), (x - 1, 3.0), (x - 0.5, 3.5), (x, 3.0039), (x + 1, 2.9961), (90, 3.0)]

    by_seed = [points(at + jitter) for jitter in JITTER]
    of_set = {"A": by_seed, "A2": by_seed, "B": [points(50)] * N}
    return recorded_curves({"cost": {"alpha": of_set, "beta": of_set}})


SETTLES = {"study": "main", "curve": "cost", "methods": ["A", "A2"]}


@pytest.mark.parametrize(
    ("bounds", "places"),
    [
        ({"at_most": 20}, [HOLDS, 20 - t(ALPHA / 8) / N**0.5, INCONCLUSIVE,
                           20 + t(ALPHA / 8) / N**0.5, FAILS]),
        ({"at_most": 20, "at_least": 10},
         [FAILS, 10 - t(ALPHA / 8) / N**0.5, INCONCLUSIVE, 10 + t(ALPHA / 4) / N**0.5, HOLDS,
          20 - t(ALPHA / 4) / N**0.5, INCONCLUSIVE, 20 + t(ALPHA / 8) / N**0.5, FAILS]),
    ],
)  # fmt: skip
def test_curves_settle_where_they_stay_within_a_share_of_their_fall(bounds, places):
    """Four cases; before its last large step each curve is at its end once."""
    assert_steps(lambda at: settles(settling(at), **SETTLES, **bounds), places)
    judged = settles(settling(15), **SETTLES, **bounds)
    assert [e["settles_at"] for e in judged.evidence] == [pytest.approx([15])] * 4
    assert judged.reason.startswith("The cost stays within 0.1 % of its fall from step 15 on, by")
    assert "if the step of settling were" in judged.flip


@pytest.mark.parametrize(("share", "x"), [(0.25, 1), (0.0625, 2), (0.0624, 3)])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_share_is_one_of_the_whole_fall_or_rise(share, x, sign):
    points = [(0, 5 + sign * 4.0), (1, 5 - sign * 1.0), (2, 5 + sign * 0.25), (3, 5.0)]
    results = recorded_curves({"cost": {"alpha": {"A": [points[::-1]] * 6}}})
    options = {"study": "main", "curve": "cost", "methods": ["A"], "share": share}
    assert settles(results, **options, at_most=9).evidence[0]["settles_at"] == [x]
    assert settles(results, **options, at_most=9, first=1).evidence[0]["settles_at"] == [x + 1]


@pytest.mark.parametrize(("at_most", "verdict"), [(2.5, FAILS), (3.5, INCONCLUSIVE), (5, HOLDS)])
def test_a_verdict_on_flatness_needs_every_sense_of_the_word(at_most, verdict):
    points = [(0, 1.0), (1, 0.5), (2, 0.2), (3, 0.05), (4, 0.005), (5, 0.0)]
    results = recorded_curves({"cost": {"alpha": {"A": [points] * 6}}})
    options = {"study": "main", "curve": "cost", "methods": ["A"], "share": [0.1, 0.01]}
    judged = settles(results, **options, at_most=at_most)
    assert judged.verdict == verdict
    assert judged.evidence[0]["settles_at"] == [3, 4]
    assert (
        "10 % of its fall from step 3 on and within 1 % of its fall from step 4 on" in judged.reason
    )


def test_curves_that_never_move_settle_at_once_and_those_not_recorded_nowhere():
    results = recorded_curves({"cost": {"alpha": {"A": [[(1, 2.0), (5, 2.0)]] * 6, "B": []}}})
    options = {"study": "main", "curve": "cost", "methods": ["A", "B"]}
    judged = settles(results, **options, at_most=9)
    assert [(e["method"], e["settles_at"], e["trials"]) for e in judged.evidence] == [("A", [1], 6)]
    assert judged.verdict == HOLDS
    assert settles(results, **options, at_most=9, datasets=["beta"]).verdict == UNTESTABLE
    first = recorded_curves({"cost": {"alpha": {"A": [[(0, 2.0), (5, 2.0)]] * 6}}})
    assert settles(first, **options, at_most=9, at_least=1).verdict == FAILS
    few = recorded_curves({"cost": {"alpha": {"A": [[(1, 2.0)]] * 5}}})
    judged = settles(few, **options, at_most=9)
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")


def test_without_a_common_trial_there_is_no_case():
    curves = {"cost": {"alpha": {"A": [[(1, 0.0)]], "B": [[], [(1, 0.0)]]}}}
    nothing = recorded_curves(curves)
    options = {"study": "main", "curve": "cost"}
    assert lower_at(nothing, **options, methods=["A"], than=["B"], at=1).verdict == UNTESTABLE
    assert lower_early(nothing, **options, methods=["A"], than="B", early=1).verdict == UNTESTABLE


def test_a_pair_without_a_curve_is_counted_in_the_reason(curves):
    results = curves(-0.1, -0.02)
    pairs = {"methods": ["A", "C"], "than": ["B"], "at": 100.0}
    judged = lower_at(results, **NAMES, **pairs)
    assert len(judged.evidence) == 1
    assert "Left out without a common score is C against B on alpha." in judged.reason


@pytest.mark.parametrize(
    ("gap", "verdict"), [(0.0, HOLDS), (0.02, FAILS), (-0.02, FAILS), (0.01, INCONCLUSIVE)]
)
def test_a_curve_may_be_near_its_end_early(gap, verdict):
    points = {
        "alpha": {"A": [[(1, 0.9), (200, 0.3 + gap + 0.001 * j), (2000, 0.3)] for j in JITTER]}
    }
    results = recorded_curves({"train_error": points})
    options = {**NAMES, "methods": ["A"], "margin": 0.01}
    assert ends_at(results, at=210, **options).verdict == verdict
    assert ends_at(results, at=1, **options).verdict == FAILS


def test_a_method_without_a_curve_has_no_end():
    points = {"alpha": {"A": [[(1, 0.9), (2, 0.3)]] * N}}
    results = recorded_curves({"train_error": points})
    judged = ends_at(results, at=1, **NAMES, methods=["gone"], margin=0.01)
    assert judged.verdict == UNTESTABLE


def test_a_factor_is_one_of_the_curve_and_data_sets_may_have_places_of_their_own():
    """A's cost is a third of B's at 1, and nine tenths of it at 2, in every trial."""
    rng = np.random.default_rng(0)
    base = np.exp(rng.normal(size=8))
    points = {
        "A": [
            [(1, v / 3 * (1 + s)), (2, v * 0.9 * (1 + s))]
            for v, s in zip(base, JITTER / 50, strict=True)
        ],
        "B": [[(1, v), (2, v)] for v in base],
    }
    results = recorded_curves({"cost": {"alpha": points, "beta": points}})
    one = {"study": "main", "curve": "cost", "methods": ["A"], "than": ["B"]}
    half = lower_at(results, **one, at=1, factor=2.0)
    assert half.verdict == HOLDS and " by a factor of more than 2. " in half.reason
    assert half.reason.endswith("largest on alpha: lower by a factor of 3.")
    assert "if the cost at step 1 of A were 4" in half.flip and " % higher" in half.flip
    assert half.evidence[0]["difference"] == pytest.approx(-np.log(3), abs=0.01)
    assert lower_at(results, **one, at=2, factor=2.0).verdict == FAILS
    assert lower_at(results, **one, at=2).verdict == HOLDS
    own = lower_at(results, **one, at=2, factor=2.0, at_by_dataset={"beta": [1]}, need=0.5)
    assert [entry["verdict"] for entry in own.evidence] == [FAILS, HOLDS]
    assert "the cost at one step of A" in own.reason  # and not at step 2, where beta is not read


def test_each_trial_is_read_at_its_own_nearest_point_and_its_own_end():
    """Ten trials stop at steps 80 to 98; a curve falls from 1 to its end, where it stays."""
    by_seed = [[(0, 1.0), (49, 0.3), (80 + 2 * seed, 0.3)] for seed in range(10)]
    higher = [[(x, 2 * value) for x, value in points] for points in by_seed]
    results = recorded_curves({"train_error": {"alpha": {"A": by_seed, "B": higher}}})
    settled = ends_at(results, at=50, **NAMES, methods=["A"], margin=0.01)
    assert settled.verdict == HOLDS and settled.evidence[0]["pairs"] == 10
    assert " at step 49 " in settled.reason
    late = lower_at(results, at=90, **NAMES, methods=["A"], than=["B"])
    assert late.verdict == HOLDS and late.evidence[0]["pairs"] == 10
    early = lower_early(results, **NAMES, methods=["A"], than="B", early=1)
    assert early.verdict == HOLDS
    assert early.evidence[0]["difference_at_the_end"] == pytest.approx(-0.3)


def test_the_recorded_point_that_is_told_is_the_median_over_the_trials():
    by_seed = [[(0, 1.0), (40 + seed, 0.3), (80, 0.3)] for seed in range(7)]
    results = recorded_curves({"train_error": {"alpha": {"A": by_seed}}})
    assert " at step 43 " in ends_at(results, at=50, **NAMES, methods=["A"], margin=0.01).reason


def judged_curve(test, results):
    options = {"study": "main", "curve": "cost", "methods": ["A", "A2"]}
    if test is ends_at:
        return ends_at(results, **options, at=1, margin=1.0)
    if test is lower_at:
        return lower_at(results, **options, than=["B"], at=1)
    if test is lower_early:
        return lower_early(results, **options, than="B", early=1)
    return settles(results, **options, at_most=5)


@pytest.mark.parametrize("test", [lower_at, ends_at, lower_early, settles])
def test_a_method_without_a_curve_leaves_those_after_it(test):
    """On alpha A has none; on beta it has all."""
    low, high = [[(1, 0.2), (9, 0.1)]] * N, [[(1, 0.4), (9, 0.1)]] * N
    of_set = {"A": low, "A2": low, "B": high}
    results = recorded_curves({"cost": {"beta": of_set, "alpha": {**of_set, "A": []}}})
    judged = judged_curve(test, results)
    assert [(e["dataset"], e["method"]) for e in judged.evidence] == [
        ("beta", "A"), ("beta", "A2"), ("alpha", "A2"),
    ]  # fmt: skip


@pytest.mark.parametrize("test", [lower_at, lower_early])
def test_a_pair_without_a_trial_of_both_leaves_those_after_it(test):
    low, high = [[(1, 0.2), (9, 0.1)]], [[(1, 0.4), (9, 0.1)]]
    of_set = {"A": low * N, "A2": [[]] * N + low * N, "B": [[]] * N + high * N}
    judged = judged_curve(test, recorded_curves({"cost": {"alpha": of_set}}))
    assert [(e["method"], e["verdict"]) for e in judged.evidence] == [("A2", HOLDS)]


@pytest.mark.parametrize(("first", "settled"), [(0, 4.0), (1, 5.0)])
def test_the_steps_of_a_curve_may_be_counted_from_one(first, settled):
    of_set = {"A": [[(0, 7.0), (4, 3.0), (9, 3.0)]] * N}
    judged = settles(
        recorded_curves({"cost": {"alpha": of_set}}), study="main", curve="cost", methods=["A"],
        at_most=4.5, first=first,
    )  # fmt: skip
    assert judged.evidence[0]["settles_at"] == [settled]
    assert judged.verdict == (HOLDS if first == 0 else FAILS)


@pytest.mark.parametrize(("at_least", "verdict"), [(0.0, HOLDS), (0.5, FAILS), (1.0, FAILS)])
def test_no_curve_settles_too_early_unless_a_least_step_is_asked(at_least, verdict):
    of_set = {"A": [[(0, 3.0), (4, 3.0)]] * N}
    judged = settles(
        recorded_curves({"cost": {"alpha": of_set}}), study="main", curve="cost", methods=["A"],
        at_most=9, at_least=at_least,
    )  # fmt: skip
    assert judged.verdict == verdict


def test_the_shares_by_which_a_curve_is_flat_must_agree():
    """From step 3 on it is within a tenth of its fall, and from 8 on within a hundredth."""
    points = [(0, 1.0), (3, 0.05), (8, 0.005), (20, 0.0)]
    results = recorded_curves({"cost": {"alpha": {"A": [points] * N}}})

    def judge(at_most):
        return settles(
            results, study="main", curve="cost", methods=["A"], at_most=at_most, share=[0.1, 0.01]
        )

    assert [judge(at_most).verdict for at_most in (2, 5, 9)] == [FAILS, INCONCLUSIVE, HOLDS]
    assert judge(5).evidence[0]["settles_at"] == [3.0, 8.0]


def test_the_reason_tells_the_method_without_a_curve_of_which_the_end_is_asked():
    points = {"alpha": {"A": [[(1, 0.9), (2, 0.3)]] * N, "A2": []}}
    results = recorded_curves({"cost": points})
    judged = ends_at(results, at=2, study="main", curve="cost", methods=["A", "A2"], margin=0.01)
    assert "Left out without a common score is A2" in judged.reason


def test_curves_are_compared_by_the_seeds_that_both_have():
    """The first trial of A and the last of B recorded nothing, and trials lie far apart."""
    ours, theirs = ([[(1, value)] for value in values] for values in (planted(-0.1), BASE))
    ours[0], theirs[-1] = [], []
    results = recorded_curves({"cost": {"alpha": {"A": ours, "B": theirs}}})
    judged = lower_at(results, study="main", curve="cost", methods=["A"], than=["B"], at=1)
    assert judged.verdict == HOLDS and judged.evidence[0]["pairs"] == N - 2


def test_the_end_of_a_trial_is_compared_with_its_own_early_value():
    """Trials lie far apart and stop in another order than they are numbered; each is flat."""
    by_seed = [[(0, 9.0), (40 - i, i / 10), (90 - 5 * i, i / 10)] for i in range(N)]
    results = recorded_curves({"cost": {"alpha": {"A": by_seed}}})
    judged = ends_at(results, study="main", curve="cost", methods=["A"], at=38, margin=0.001)
    assert judged.verdict == HOLDS and judged.evidence[0]["difference"] == 0


def test_a_curve_may_be_compared_with_the_start_of_another():
    curves = {"A": [[(0, 0.9), (5, 0.5)]] * N, "B": [[(0, 1.0), (5, 0.1)]] * N}
    one = {"study": "main", "curve": "cost", "methods": ["A"], "than": ["B"], "at": 5}
    results = recorded_curves({"cost": {"alpha": curves}})
    assert lower_at(results, **one, than_at=0).verdict == HOLDS
    assert lower_at(results, **one).verdict == FAILS


def test_of_two_points_as_near_the_earlier_is_read():
    curves = {"A": [[(10, 0.1), (20, 0.9)]] * N, "B": [[(10, 0.5), (20, 0.5)]] * N}
    one = {"study": "main", "curve": "cost", "methods": ["A"], "than": ["B"], "at": 15}
    assert lower_at(recorded_curves({"cost": {"alpha": curves}}), **one).verdict == HOLDS


def test_of_two_points_as_near_the_earlier_is_read_wherever_it_was_recorded():
    index = pd.MultiIndex.from_tuples([(0, 20.0), (0, 10.0)], names=["seed", "x"])
    assert _points_at(pd.Series([0.9, 0.1], index), 15.0)["x"].tolist() == [10.0]


def test_a_curve_that_first_rises_settles_by_its_start_and_end():
    points = [(0, 1.0), (1, 5.0), (2, 0.3), (3, 0.0)]
    results = recorded_curves({"cost": {"alpha": {"A": [points] * N}}})
    options = {"study": "main", "curve": "cost", "methods": ["A"], "share": 0.1}
    assert settles(results, **options, at_most=9).evidence[0]["settles_at"] == [3]


def test_a_trial_without_a_number_at_the_nearest_point_is_no_pair():
    ours = [[(1, 0.1), (5, 0.2)] for _ in range(N)]
    ours[0][1] = (5, float("nan"))
    curves = {"A": ours, "B": [[(1, 0.1), (5, 0.5)]] * N}
    one = {"study": "main", "curve": "cost", "methods": ["A"], "than": ["B"], "at": 5}
    judged = lower_at(recorded_curves({"cost": {"alpha": curves}}), **one)
    assert judged.evidence[0]["pairs"] == N - 1


def test_a_comparison_of_curves_is_corrected_for_resampling():
    curves = {"A": [[(1, value)] for value in planted(-0.015)], "B": [[(1, v)] for v in BASE]}
    one = {"study": "main", "curve": "cost", "methods": ["A"], "than": ["B"], "at": 1}
    (case,) = lower_at(recorded_curves({"cost": {"alpha": curves}}), **one).evidence
    assert (case["verdict"], case["verdict_corrected_for_resampling"]) == (HOLDS, INCONCLUSIVE)


def test_the_recorded_point_that_is_told_is_that_of_all_methods_of_the_claim_alone():
    of_set = {
        "A": [[(0, 1.0), (8, 0.3), (90, 0.3)]] * N, "A2": [[(0, 1.0), (12, 0.3), (90, 0.3)]] * N,
        "B": [[(0, 2.0), (3, 2.0), (90, 0.3)]] * N,
    }  # fmt: skip
    results = recorded_curves({"cost": {"alpha": of_set}})
    options = {"study": "main", "curve": "cost", "methods": ["A", "A2"]}
    assert " at step 10 " in ends_at(results, **options, at=10, margin=1.0).reason
    judged = lower_early(results, **options, than="B", early=10)
    assert [entry["at"] for entry in judged.evidence] == [8, 12]


@pytest.mark.parametrize(
    ("gap", "settled"), [(0, 0), (1, 2), (4, 5), (5, 0)], ids=["start", "early", "late", "end"]
)
def test_a_curve_without_start_or_end_settles_nowhere_and_none_in_a_gap(gap, settled):
    points = [(x, float(x == 0)) for x in range(6)]
    points[gap] = (gap, float("nan"))
    results = recorded_curves({"cost": {"alpha": {"A": [points] * 6}}})
    judged = settles(results, study="main", curve="cost", methods=["A"], at_most=9)
    if settled:
        assert judged.evidence[0]["settles_at"] == [settled]
    else:
        assert judged.verdict == UNTESTABLE and judged.reason.startswith("No trial")


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("value", [0.0, -1.0])
def test_a_curve_that_falls_to_zero_has_no_ratio(side, value):
    ends = {"A": [1.0] * 6, "B": [2.0] * 6}
    ends[side] = [value, *ends[side][1:]]
    curves = {name: [[(1, end)] for end in of_trials] for name, of_trials in ends.items()}
    results = recorded_curves({"cost": {"alpha": curves}})
    options = {"study": "main", "curve": "cost", "methods": ["A"], "than": ["B"], "at": 1}
    judged = lower_at(results, **options, factor=1.1)
    assert judged.verdict == UNTESTABLE
    assert judged.reason == "The cost is not always above zero, so there is no ratio."
    assert lower_at(results, **options).evidence


def test_a_curve_of_test_errors_is_a_share_of_test_rows():
    points = {"alpha": {"A": [[(1, 0.1)]] * N, "B": [[(1, 0.2)]] * N}}
    for name, said in (("test_error", "one fit is tested over its test rows"),
                       ("train_error", "all trials give the same")):  # fmt: skip
        results = recorded_curves({name: points})
        options = {"study": "main", "curve": name, "methods": ["A"], "than": ["B"]}
        assert said in lower_at(results, **options, at=1).reason.lower()


@pytest.mark.parametrize(("early", "told"), [(0.32, "2 points higher"), (0.28, "2 points lower")])
def test_an_early_value_is_told_beside_the_end_and_not_the_other_way_round(early, told):
    points = {"alpha": {"A": [[(200, early + 0.001 * j), (2000, 0.3)] for j in JITTER]}}
    judged = ends_at(
        recorded_curves({"train_error": points}), **NAMES, methods=["A"], at=200, margin=0.05
    )
    assert f"It is {told} (95 % interval: " in judged.reason


def test_the_ratio_of_rows_is_that_of_the_data_set_of_the_curve():
    curve = {"A": [[(1, v)] for v in planted(-0.015)], "B": [[(1, v)] for v in BASE]}
    results = recorded_curves({"cost": {"many": curve, "few": curve}})
    for name, rows in (("many", 200), ("few", 101)):
        results.plan.catalogue[name].shape = (rows,)
    judged = lower_at(results, study="main", curve="cost", methods=["A"], than=["B"], at=1)
    told = [entry["verdict_corrected_for_resampling"] for entry in judged.evidence]
    assert told == [INCONCLUSIVE, HOLDS]
