"""Average ranks of made-up methods whose order is known."""

import numpy as np
import pytest

from methods.claims import average_ranks
from methods.claims.average_ranks import best_ranks
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import stored

SETS = [f"d{i}" for i in range(8)]


@pytest.fixture(autouse=True)
def without_flips(monkeypatch, request):
    if "flips" not in request.function.__name__:  # to look for flips is slow
        monkeypatch.setattr(average_ranks, "smallest_shifts", lambda *_: {})
        monkeypatch.setattr(average_ranks, "_changes", lambda *_: [])


def judged(order, noise=0.0, datasets=SETS, trials=8, places=5, needed=4, **more):
    """The methods in the `order` of their errors, each with its own noise; A to D are ours."""
    rng = np.random.default_rng(1)
    scores = {
        name: {
            m: (0.1 * place + noise * rng.normal(size=trials)).tolist()
            for place, m in enumerate(order)
        }
        for name in SETS
    }
    return best_ranks(
        stored({"main": {"error": scores}}), study="main", methods=list("ABCDxyz"),
        ours=list("ABCD"),
        datasets=datasets, places=places, needed=needed, **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("order", "noise", "verdict"),
    [("ABCDxyz", 0.0, HOLDS), ("xyABCDz", 0.0, FAILS), ("ABCDxyz", 50.0, INCONCLUSIVE)],
)
def test_ours_must_be_among_the_best_however_the_trials_fall(order, noise, verdict):
    known = judged(order, noise)
    assert known.verdict == verdict
    assert len(known.evidence) == 7


@pytest.mark.parametrize(("needed", "verdict"), [(2, HOLDS), (3, FAILS)])
def test_the_places_and_how_many_are_needed_are_options(needed, verdict):
    assert judged("AxBCDyz", places=3, needed=needed).verdict == verdict


@pytest.mark.parametrize(
    ("order", "needed", "verdict"),
    [("ABCDxyz", 4, HOLDS), ("ABDCxyz", 4, FAILS), ("ABDCxyz", 2, HOLDS), ("BACDxyz", 3, FAILS)],
)
def test_places_may_have_to_be_in_the_order_of_the_claim(order, needed, verdict):
    assert judged(order, places=4, needed=needed, in_order=True).verdict == verdict
    assert judged(order, places=4, needed=needed).verdict == HOLDS


def test_equal_ranks_are_in_no_order():
    """A and B change places between the two halves of the data sets, so their ranks are equal."""
    low, high = [0.1] * 8, [0.2] * 8
    scores = {
        name: {"A": [low, high][i % 2], "B": [high, low][i % 2], "x": [0.3] * 8}
        for i, name in enumerate(SETS)
    }
    of = stored({"main": {"error": scores}})
    options = {"study": "main", "methods": list("ABx"), "ours": list("AB"), "datasets": SETS}
    options |= {"places": 2, "needed": 2}
    assert best_ranks(of, **options).verdict == HOLDS
    assert best_ranks(of, **options, in_order=True).verdict == INCONCLUSIVE


def test_methods_that_are_alike_refute_no_claim_on_several_places():
    """Three given ones of seven are the best three in one of 35 orders, which is below 5 %."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        scores = {name: {m: 0.2 + 0.05 * rng.normal(size=20) for m in "ABCwxyz"} for name in SETS}
        judged = best_ranks(
            stored({"main": {"error": scores}}), study="main", methods=list("ABCwxyz"),
            ours=list("ABC"), datasets=SETS, places=3, needed=3,
        )  # fmt: skip
        assert judged.verdict == INCONCLUSIVE


def test_ranks_over_some_of_the_data_sets_are_no_test_of_the_claim():
    assert judged("ABCDxyz", datasets=[*SETS, "far"]).verdict == UNTESTABLE


@pytest.mark.parametrize(("trials", "verdict"), [(5, INCONCLUSIVE), (6, HOLDS)])
def test_few_trials_decide_nothing(trials, verdict):
    known = judged("ABCDxyz", trials=trials)
    assert known.verdict == verdict
    assert known.evidence[0] == {"method": "A", "average_rank": 1}


def test_few_trials_on_one_data_set_decide_nothing():
    many = {m: [0.1 * place] * 8 for place, m in enumerate("ABCDxyz")}
    few = {m: values[:5] for m, values in many.items()}
    judged = best_ranks(
        stored({"main": {"error": {"one": many, "two": few}}}), study="main",
        methods=list("ABCDxyz"), ours=list("ABCD"), datasets=["one", "two"], places=5, needed=4,
    )  # fmt: skip
    assert judged.verdict == INCONCLUSIVE


def ranked_as(places, gap=0.1):
    """Errors by the places of A, B, C, D, x, y, z, alike on six data sets and in eight trials."""
    errors = {m: [gap * place] * 8 for m, place in zip("ABCDxyz", places, strict=True)}
    sets = dict.fromkeys(SETS[:6], errors)
    return best_ranks(
        stored({"main": {"error": sets}}), study="main", methods=list("ABCDxyz"), ours=list("ABCD"),
        datasets=list(sets), places=5, needed=4,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("d", "verdict"),
    [
        (4, HOLDS),
        (5, INCONCLUSIVE),  # as good as y, of which one is the fifth
        (6, FAILS),
    ],
)
def test_equal_average_ranks_at_the_fifth_place_favour_nobody(d, verdict):
    # D is the fourth, or shares places with y, or is behind it
    y = {4: 6, 5: 5, 6: 5}[d]
    x = {4: 5, 5: 4, 6: 4}[d]
    judged = ranked_as((1, 2, 3, d, x, y, 7))
    assert judged.verdict == verdict
    share = 100 if verdict == HOLDS else 0
    ours, rank, best_other = {4: (4, 4, 5), 5: (3, 5.5, 4), 6: (3, 6, 4)}[d]
    assert judged.reason == (
        f"Over 6 data sets the average ranks are 1 of A, 2 of B, 3 of C and {rank} of D; those of "
        f"the others are {best_other} of x to 7 of z. Of the best 5 the claim is about {ours}. "
        f"The claim is true in {share} % of 2,000 resamples of the trials; 95 % or more are asked, "
        "and rivals that are shown to take its places refute it. "
        "Friedman's test of all ranks has p below 0.0001."
    )
    assert "the error of A, B, C and D" in judged.flip


def test_flips_are_shifts_of_ours():
    judged = ranked_as((1, 2, 3, 4, 5.5, 6, 7))
    # D is as good as y at a shift of 0.2, and behind it beyond that
    assert judged.flips[FAILS] == pytest.approx(0.2, abs=2e-6)
    assert judged.verdict == HOLDS
    assert {e["method"]: e["average_rank"] for e in judged.evidence}["x"] == 5


@pytest.mark.parametrize(
    ("lead", "verdict"),
    [(1.0, HOLDS), (0.0, INCONCLUSIVE), (-1.0, FAILS)],
)
def test_a_place_that_changes_with_the_trials_decides_nothing(lead, verdict):
    """D leads y by so much in the mean, with a spread of 1; the others are far away."""
    swing = np.array([1.0, -1.0] * 8)
    errors = {m: [100.0 * at] * 16 for m, at in zip("ABCxz", (1, 2, 3, 4, 7), strict=True)}
    errors |= {"D": (500 - lead + swing).tolist(), "y": [500.0] * 16}
    judged = best_ranks(
        stored({"main": {"error": {"one": errors, "two": errors}}}), study="main",
        methods=list("ABCDxyz"), ours=list("ABCD"), datasets=["one", "two"], places=5, needed=4,
    )  # fmt: skip
    assert judged.verdict == verdict


def test_resamples_draw_whole_trials_of_each_data_set():
    """Methods of one trial stay together: their difference is the same in every resample."""
    one = np.array([[0.1, 0.2], [0.5, 0.6], [0.9, 1.0]])
    means = average_ranks._resampled_means([one, one + 1.0], np.random.default_rng(0))
    assert means.shape == (average_ranks.RESAMPLES, 2, 2)
    np.testing.assert_allclose(means[:, :, 1] - means[:, :, 0], 0.1)
    np.testing.assert_allclose(means.mean(axis=0), [[0.5, 0.6], [1.5, 1.6]], atol=0.02)
    # each data set has draws of its own
    assert abs(np.corrcoef(means[:, 0, 0], means[:, 1, 0])[0, 1]) < 0.1
    # the standard error of the mean of three such trials, with their own deviation
    assert means[:, 0, 0].std() == pytest.approx(one[:, 0].std() / 3**0.5, rel=0.05)


# AVERAGE
def with_resamples(monkeypatch, methods, ours, resamples):
    """The verdict of resamples with these mean errors by method, over one data set."""
    drawn = np.stack([np.broadcast_to(resamples[m], 1000) for m in methods], axis=1)[:, None, :]
    monkeypatch.setattr(average_ranks, "_resampled_means", lambda *_: drawn)
    errors = {"one": {m: [0.1] * 8 for m in methods}}
    return best_ranks(
        stored({"main": {"error": errors}}), study="main", methods=list(methods), ours=list(ours),
        datasets=["one"], places=len(ours), needed=len(ours),
    ).verdict  # fmt: skip


@pytest.mark.parametrize(
    ("methods", "ours", "shown", "verdict"),
    [
        ("Axy", "A", 988, FAILS),  # of 1000, at 2.5 % for two pairs
        ("Axy", "A", 987, INCONCLUSIVE),
        ("ABxy", "AB", 996, FAILS),  # for six pairs
        ("ABxy", "AB", 995, INCONCLUSIVE),
    ],
)
def test_a_rival_is_shown_before_one_of_ours_at_its_part_of_the_level(
    monkeypatch, methods, ours, shown, verdict
):
    resamples = {"A": np.where(np.arange(1000) < shown, 0.4, 0.2), "B": 0.1, "x": 0.3, "y": 0.9}
    assert with_resamples(monkeypatch, methods, ours, resamples) == verdict


@pytest.mark.parametrize(("true", "verdict"), [(950, HOLDS), (949, INCONCLUSIVE)])
def test_a_claim_on_ranks_holds_if_it_is_true_in_nineteen_of_twenty_resamples(
    monkeypatch, true, verdict
):
    resamples = {"A": np.where(np.arange(1000) < true, 0.2, 0.4), "x": 0.3, "y": 0.9}
    assert with_resamples(monkeypatch, "Axy", "A", resamples) == verdict


def means_of(scores, **more):
    """The verdict on A and B against x, over the data sets of these scores."""
    results = stored({"main": {"error": scores}})
    options = {"methods": ["A", "B", "x"], "ours": ["A", "B"], "places": 2, "needed": 2} | more
    return best_ranks(results, **{"study": "main", "datasets": list(scores)} | options)


def test_ranks_are_those_of_the_means():
    """x is the best in seven of eight trials, and the last by its mean."""
    of_set = {"A": [0.2] * 8, "B": [0.3] * 8, "x": [0.1] * 7 + [9.0]}
    told = means_of({"one": of_set, "two": of_set}, methods=["x", "A", "B"]).evidence
    assert [(e["method"], e["average_rank"]) for e in told] == [("x", 3), ("A", 1), ("B", 2)]


def test_the_order_of_ours_is_that_of_the_claim():
    of_set = {"A": [0.2] * 8, "B": [0.1] * 8, "x": [0.3] * 8}
    scores = {"one": of_set, "two": of_set}
    assert means_of(scores, ours=["B", "A"], in_order=True).verdict == HOLDS
    assert means_of(scores, ours=["A", "B"], in_order=True).verdict == FAILS


@pytest.mark.parametrize(("best", "verdict"), [("ABx", HOLDS), ("xAB", FAILS)])
def test_each_data_set_has_ranks_of_its_own(best, verdict):
    """By the mean over all data sets the best one would be the last, because of one of them."""
    most = {m: [value] * 8 for m, value in zip(best, (0.1, 0.2, 0.3), strict=True)}
    far = most | {best[0]: [9.0] * 8}
    judged = means_of({"one": most, "two": most, "three": most, "far": far}, places=1, needed=1)
    assert judged.verdict == verdict


def test_a_method_and_a_data_set_that_the_claim_does_not_name_do_not_count():
    near = {"A": [0.1] * 8, "B": [0.2] * 8, "x": [0.3] * 8, "gone": [float("nan")] * 8}
    far = {"A": [0.3] * 8, "B": [0.4] * 8, "x": [0.1] * 8, "gone": [0.5] * 8}
    judged = means_of({"one": near, "two": far, "three": far}, datasets=["one"])
    assert judged.verdict == HOLDS
    assert [entry["average_rank"] for entry in judged.evidence] == [1, 2, 3]


def test_a_trial_of_which_one_method_failed_is_left_out_for_all():
    """In the trial that A lacks B would be the best by far."""
    whole = {"A": [0.1] * 8, "B": [0.2] * 8, "x": [0.3] * 8}
    lacking = {"A": [float("nan")] + [0.1] * 8, "B": [-9.0] + [0.2] * 8, "x": [0.3] * 9}
    options = {"study": "main", "methods": list("ABx"), "ours": ["A"], "datasets": SETS,
               "places": 1, "needed": 1}  # fmt: skip
    for of_set in (whole, lacking):
        results = stored({"main": {"error": dict.fromkeys(SETS, of_set)}})
        found = best_ranks(results, **options)
        assert found.verdict == HOLDS
        assert [entry["average_rank"] for entry in found.evidence] == [1, 2, 3]


def test_flips_in_order_are_found_though_lower_errors_may_lose_a_place():
    rng = np.random.default_rng(1)
    means = {"A": 0.30, "B": 0.28, "C": 0.20, "D": 0.21}
    known = {
        name: {m: mean + 0.001 * rng.standard_normal(10) for m, mean in means.items()}
        for name in "abcdef"
    }

    def judged_at(shift):
        moved = {
            name: {m: v + shift * (m in "AB") for m, v in of_set.items()}
            for name, of_set in known.items()
        }
        return best_ranks(
            stored({"main": {"error": moved}}), study="main", methods=list("ABCD"),
            ours=["A", "B"], datasets=list("abcdef"), places=2, needed=1, in_order=True,
        )  # fmt: skip

    # between C and D, B has the second place
    assert judged_at(-0.075).verdict == HOLDS and judged_at(-0.09).verdict != HOLDS
    now = judged_at(0.0)
    assert now.verdict != HOLDS and -0.075 < now.flips[HOLDS] < -0.065
