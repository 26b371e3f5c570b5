"""The claims of chapter 2: verdicts that can go either way."""

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers import perceptron
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import (
    BASE,
    ERROR,
    JITTER,
    N,
    assert_steps,
    planted,
    seen_by_claims,
    stored,
    t,
)
from tests.made_up import made_up_results

NAN = float("nan")
RIVAL = [0.30, 0.31, 0.32, 0.30, 0.31, 0.29]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("printed", "trials", "verdict"),
    [(0.305, 500, HOLDS), (0.4, 500, FAILS), (0.32, 500, FAILS), (0.32, 2, HOLDS)],
)
def test_mean_is_one_of_as_many_trials_as_print_has(tmp_path, printed, trials, verdict):
    results = made_up_results(tmp_path, {"alpha": {"A": RIVAL}}, metric="computations")
    options = {"study": "main", "metric": "computations", "methods": ["A"]}
    options |= {"printed": printed, "trials": trials}
    assert perceptron.mean_is(results, dataset="alpha", **options).verdict == verdict
    assert perceptron.mean_is(results, dataset="gone", **options).verdict == UNTESTABLE


def test_few_trials_show_no_mean(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": RIVAL[:5]}}, metric="computations")
    options = {"study": "main", "metric": "computations", "methods": ["A"], "dataset": "alpha"}
    judged = perceptron.mean_is(results, printed=0.4, trials=500, **options)
    assert judged.verdict == INCONCLUSIVE


@pytest.mark.parametrize(("gain", "verdict"), [(0.0, HOLDS), (0.1, FAILS)])
def test_does_not_gain(tmp_path, gain, verdict):
    boosted = [value - gain + 0.001 * i for i, value in enumerate(RIVAL)]
    results = made_up_results(tmp_path, {"alpha": {"A": RIVAL, "B": boosted}})
    judged = perceptron.does_not_gain(
        results, studies=["main", "main"], methods=["A"], boosted=["B"], margin=0.01
    )
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("gains", "verdict"),
    [((-0.1, -0.1, 0.1), HOLDS), ((-0.1, 0.1, 0.1), FAILS), ((-0.1, 0.1, 0.0), INCONCLUSIVE)],
)
def test_a_share_of_the_cases_may_gain(gains, verdict):
    scores = {name: {"A": BASE, "B": planted(-gain)}
              for name, gain in zip(("a", "b", "c"), gains, strict=True)}  # fmt: skip
    results = stored({"main": {"error": scores}})
    options = {"studies": ["main", "main"], "methods": ["A"], "boosted": ["B"], "margin": 0.01}
    assert perceptron.does_not_gain(results, **options, need=0.5).verdict == verdict
    assert perceptron.does_not_gain(results, **options).verdict == FAILS


@pytest.mark.parametrize("trials", [2, 32, 500])
def test_a_printed_mean_is_left_where_ours_is_significantly_different(trials):
    """The printed trials spread as ours do, so both means have an error."""
    told = t(ALPHA / 2) * 5.0 * (1 / N + 1 / trials) ** 0.5
    places = [FAILS, -told, HOLDS, told, FAILS]

    def judge(shift):
        results = stored({"main": {"steps": {"alpha": {"A": -200 + shift + 5.0 * JITTER}}}})
        return perceptron.mean_is(
            results, study="main", metric="steps", methods=["A"], dataset="alpha", printed=-200.0,
            trials=trials,
        )  # fmt: skip

    assert_steps(judge, places)
    assert judge(1.0).reason.startswith(
        "The steps is -199 on average over 8 trials; the difference from the printed -200 lies "
        f"between {1 - told:.3g} and {1 + told:.3g}."
    )
    assert "if our mean were " in judge(1.0).flip


@pytest.mark.parametrize(
    ("shifts", "verdict"), [((0.0, 90.0), HOLDS), ((90.0, 0.0), HOLDS), ((90.0, -90.0), FAILS)]
)
def test_one_reading_that_is_not_refuted_is_enough(shifts, verdict):
    values = {name: -200 + shift + 5.0 * JITTER for name, shift in zip("AB", shifts, strict=True)}
    results = stored({"main": {"steps": {"alpha": values}}})
    options = {"study": "main", "metric": "steps", "dataset": "alpha"}
    judged = perceptron.mean_is(results, methods=["A", "B"], printed=-200.0, trials=500, **options)
    assert judged.verdict == verdict
    assert f"by {sum(map(bool, shifts))} of 2 readings it differs." in judged.reason.lower()


def test_a_mean_over_few_trials_or_none_says_nothing():
    results = stored({"main": {"steps": {"alpha": {"A": [3.0] * 5}, "beta": {"A": [np.nan] * 8}}}})
    options = {"study": "main", "metric": "steps", "methods": ["A"], "printed": 3.0, "trials": 500}
    judged = perceptron.mean_is(results, dataset="alpha", **options)
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")
    assert perceptron.mean_is(results, dataset="beta", **options).verdict == UNTESTABLE


GAIN = {"studies": ["alone", "boosted"], "methods": ["A", "A2"], "boosted": ["B", "B2"]}


def boosted(shift, names=("alpha", "beta"), **more):
    """Errors with boosting that are `shift` from those without, on the data sets named."""
    alone, together = {"A": BASE, "A2": BASE}, {"B": planted(shift), "B2": planted(shift)}
    return stored({
        "alone": {"error": dict.fromkeys((*names, "unboosted"), alone)},
        "boosted": {"error": dict.fromkeys((*names, "only"), together)},
    }, **more)  # fmt: skip


def test_a_gain_is_judged_against_the_margin_on_each_data_set_and_method():
    told = t(ALPHA / 2 / 4) * ERROR

    def judge(shift):
        return perceptron.does_not_gain(boosted(shift), **GAIN, margin=0.05)

    assert_steps(judge, [FAILS, -0.05 - told, INCONCLUSIVE, -0.05 + told, HOLDS])
    told = "comparisons boosting is shown to gain less than 5 points."
    assert judge(0.0).reason == f"In 4 of 4 {told}"
    judged = judge(-0.1)
    assert judged.reason.startswith(
        f"In none of 4 {told} A gain is shown in 4, such as A on alpha."
    )
    beyond = judge(-0.051)  # which is not shown
    assert beyond.verdict == INCONCLUSIVE and "A gain is shown" not in beyond.reason
    assert "if the error of B and B2 were " in judged.flip and "points higher" in judged.flip
    keys = ("dataset", "method", "trials", "verdict")
    assert [tuple(e[key] for key in keys) for e in judged.evidence[:2]] == [
        ("alpha", "A", N, FAILS), ("alpha", "A2", N, FAILS),
    ]  # fmt: skip
    assert judged.evidence[0]["gain"] == pytest.approx(0.1)


def test_a_gain_is_over_common_trials_of_one_version():
    results = boosted(0.0, ("alpha", "again", "beta"), version_of={"again": "alpha"})
    scores = results.frames["boosted", "scores"]
    gone = (scores["dataset"] == "beta") & (scores["method"] == "B")
    gone |= (scores["dataset"] == "alpha") & (scores["method"] == "B2") & (scores["seed"] > 4)
    results.frames["boosted", "scores"] = scores[~gone]
    judged = perceptron.does_not_gain(seen_by_claims(results), **GAIN, margin=0.05)
    assert [(e["dataset"], e["method"], e["trials"]) for e in judged.evidence] == [
        ("alpha", "A", 8), ("alpha", "A2", 5), ("beta", "A2", 8),
    ]  # fmt: skip
    assert judged.verdict == INCONCLUSIVE
    results.frames["boosted", "scores"] = scores[scores["method"] == "none"]
    assert perceptron.does_not_gain(results, **GAIN, margin=0.05).verdict == UNTESTABLE
    few = results.frames["boosted", "scores"] = scores[scores["seed"] < 5]
    judged = perceptron.does_not_gain(results, **GAIN, margin=0.05)
    assert len(few) and judged.reason.endswith("too few trials to say.")


DIVIDES = {"studies": ["alone", "boosted"], "methods": ["A"], "boosted": ["B"], "times": 2.0}


@pytest.mark.parametrize(("share", "verdict"), [(0.4, HOLDS), (0.6, FAILS)])
def test_boosting_may_divide_the_error(share, verdict):
    errors = {"alpha": {"A": BASE.tolist()}, "beta": {"A": BASE.tolist()}}
    boosted = {"alpha": {"B": (share * BASE).tolist()}, "beta": {"B": BASE.tolist()}}
    results = stored({"alone": {"error": errors}, "boosted": {"error": boosted}})
    judged = perceptron.boosting_divides(results, **DIVIDES, datasets=["alpha"])
    assert judged.verdict == verdict
    assert f" helps A on alpha least, from {100 * BASE.mean():.1f} % to " in judged.reason
    gone = perceptron.boosting_divides(results, **DIVIDES, datasets=["gone"])
    assert gone.verdict == UNTESTABLE


def test_boosting_that_lowers_the_error_says_where_it_does_not():
    """A comparison that is not decided is neither."""
    alone = {name: {"A": BASE.tolist()} for name in ("alpha", "beta", "gamma")}
    errors = {name: {"B": planted(s)} for name, s in zip(alone, (-0.1, 0.1, 0.0), strict=True)}
    results = stored({"alone": {"error": alone}, "boosted": {"error": errors}})
    options = DIVIDES | {"times": 1.0}
    judged = perceptron.boosting_divides(results, **options, datasets=list(alone))
    assert judged.verdict == FAILS
    assert judged.reason.startswith(
        "Boosting is shown to lower the error in 1 of 3 comparisons. It is ruled out in 1, on"
        " beta. It helps A on beta least, from "
    )
    judged = perceptron.boosting_divides(results, **options, datasets=["alpha"])
    assert judged.verdict == HOLDS and "ruled out" not in judged.reason
    judged = perceptron.boosting_divides(results, **options, datasets=["beta"])
    assert judged.reason.startswith("Boosting is shown to lower the error in none of 1 comparison.")


POOLS = {"study": "alone", "pools": "pools", "methods": ["A"], "datasets": ["alpha"], "unit": 100.0,
         "published": {"table": "t", "metric": "e", "trials": 100}}  # fmt: skip


def pooled(printed, of_splits=0.01, of_pools=0.05, **more):
    rows = [{"table": "t", "dataset": "alpha", "method": "A", "metric": "e", "value": printed,
             "spread": 0.2, "spread_kind": "se"}]  # fmt: skip
    errors = {
        study: {"error": {"alpha": {"A": (0.3 + deviation * JITTER).tolist()}}}
        for study, deviation in (("alone", of_splits), ("pools", of_pools))
    }
    results = stored(errors, published=pd.DataFrame(rows))
    return perceptron.one_pool_reproduces(results, **POOLS, **more)


@pytest.mark.parametrize(("of_splits", "of_pools"), [(0.01, 0.05), (0.05, 0.05), (0.05, 0.01)])
def test_a_printed_pool_is_one_more_of_ours(of_splits, of_pools):
    """The variance between pools is what splits of one pool do not explain."""
    between = max(of_pools**2 - of_splits**2, 0)
    told = t(ALPHA / 2) * (1e4 * (between + of_pools**2 / N) + 0.2**2) ** 0.5
    for sign in (-1, 1):
        inside = pooled(30 + sign * 0.999 * told, of_splits, of_pools)
        assert inside.verdict == HOLDS
        assert pooled(30 + sign * 1.001 * told, of_splits, of_pools).verdict == FAILS
    assert inside.evidence[0]["between_pools"] == pytest.approx(100 * between**0.5)


def test_the_variance_between_pools_of_a_mean_over_a_share_is_that_share():
    told = t(ALPHA / 2) * (1e4 * 0.05**2 * (0.12 + 1 / N) + 0.2**2) ** 0.5
    assert pooled(30 + 0.999 * told, of_splits=0.06, share=0.12).verdict == HOLDS
    assert pooled(30 + 1.001 * told, of_splits=0.06, share=0.12).verdict == FAILS


def test_a_pool_that_is_not_printed_is_not_judged():
    assert pooled(NAN).verdict == UNTESTABLE


OTHER = {"study": "boosted", "methods": ["B", "B2"], "studies": ["alone", "pools"],
         "alone": ["A", "A2"], "datasets": ["alpha"], "unit": 100.0,
         "published": {"table": "t", "metric": "e", "trials": 100}}  # fmt: skip


def other_pool(printed, of_splits=0.01, of_pools=0.05, **more):
    """B has 20 % and B2 10 %, with a deviation of 2 % over splits."""
    rows = [{"table": "t", "dataset": "alpha", "method": method, "metric": "e", "value": value,
             "spread": 0.2, "spread_kind": "se"}
            for method, value in zip(("B", "B2"), printed, strict=True)]  # fmt: skip
    alone = {
        study: {"error": {"alpha": dict.fromkeys(("A", "A2"), 0.3 + deviation * JITTER)}}
        for study, deviation in (("alone", of_splits), ("pools", of_pools))
    }
    boosted = {"alpha": {"B": 0.2 + 0.02 * JITTER, "B2": 0.1 + 0.02 * JITTER}}
    results = stored({**alone, "boosted": {"error": boosted}}, published=pd.DataFrame(rows))
    return perceptron.other_pool_reproduces(results, **OTHER | more)


@pytest.mark.parametrize(("of_splits", "of_pools"), [(0.01, 0.05), (0.05, 0.01)])
def test_a_printed_pool_may_differ_from_one_of_ours_by_the_variance_of_both(of_splits, of_pools):
    """That between pools is the perceptron's alone, and the error of a mean is that of boosting."""
    between = max(of_pools**2 - of_splits**2, 0)
    error = (1e4 * (2 * between + 0.02**2 / N) + 0.2**2) ** 0.5
    told = t(ALPHA / 2 / 2) * error  # by Holm over two means
    for sign in (-1, 1):
        inside = other_pool((20 + sign * 0.999 * told, 10), of_splits, of_pools)
        assert inside.verdict == HOLDS
        assert inside.reason == "Of 2 printed means 2 are what one more pool may have."
        assert other_pool((20 + sign * 1.001 * told, 10), of_splits, of_pools).verdict == FAILS
    assert inside.evidence[0]["between_pools"] == pytest.approx(100 * between**0.5)
    assert inside.evidence[0]["ours"] == pytest.approx(20)


def test_printed_means_that_no_other_pool_has_are_named_the_farthest_first():
    judged = other_pool((60, 70))
    assert judged.reason == (
        "Of 2 printed means none is what one more pool may have. Farthest are B2 on alpha with 10 %"
        " against 70 % in print and B on alpha with 20 % against 60 % in print."
    )
    judged = other_pool((60, 50))
    assert judged.verdict == FAILS
    assert judged.flip.startswith("It would hold if the error of B and B2 were ")
    assert judged.flips[HOLDS] == pytest.approx(0.4, abs=0.2)


def test_another_pool_needs_printed_means_and_trials_of_all_studies():
    assert other_pool((NAN, NAN)).verdict == UNTESTABLE
    assert other_pool((20, 10), datasets=["gone"]).verdict == UNTESTABLE
    assert [e["method"] for e in other_pool((20, NAN)).evidence] == ["B"]


def test_errors_that_are_printed_as_shares_need_no_unit():
    for judge, options in (
        (perceptron.one_pool_reproduces, POOLS), (perceptron.other_pool_reproduces, OTHER),
    ):  # fmt: skip
        method = options["methods"][0]
        row = {"table": "t", "dataset": "alpha", "method": method, "metric": "e", "value": 0.3,
               "spread": 0.002, "spread_kind": "se"}  # fmt: skip
        scores = {"alpha": dict.fromkeys(("A", "B"), (0.3 + 0.05 * JITTER).tolist())}
        studies = {name: {"error": scores} for name in ("alone", "pools", "boosted")}
        results = stored(studies, published=pd.DataFrame([row]))
        plain = {key: value for key, value in options.items() if key != "unit"}
        one = {"methods": [method]} | ({"alone": ["A"]} if "alone" in plain else {})
        judged = judge(results, **plain | one)
        assert judged.verdict == HOLDS
        assert judged.evidence[0]["ours"] == pytest.approx(0.3)


@pytest.mark.parametrize("gone", [("boosted", "B2"), ("alone", "A2"), ("pools", "A2")])
def test_another_pool_is_judged_with_trials_of_boosting_and_of_both_perceptrons(gone):
    rows = [{"table": "t", "dataset": "alpha", "method": method, "metric": "e", "value": 30.0,
             "spread": 0.2, "spread_kind": "se"} for method in ("B", "B2")]  # fmt: skip
    errors = {
        study: {"error": {"alpha": dict.fromkeys(names, 0.3 + 0.05 * JITTER)}}
        for study, names in (("alone", ("A", "A2")), ("pools", ("A", "A2")), ("boosted", "B"))
    }
    errors["boosted"]["error"]["alpha"]["B2"] = 0.3 + 0.05 * JITTER
    errors[gone[0]]["error"]["alpha"][gone[1]] = [NAN] * N
    results = stored(errors, published=pd.DataFrame(rows))
    judged = perceptron.other_pool_reproduces(results, **OTHER)
    assert [entry["method"] for entry in judged.evidence] == ["B"]
    assert judged.verdict == HOLDS


@pytest.mark.parametrize("gone", ["alone", "pools"])
def test_a_pool_is_judged_with_trials_of_both_studies(gone):
    row = {"table": "t", "dataset": "alpha", "method": "A", "metric": "e", "value": 30.0,
           "spread": 0.2, "spread_kind": "se"}  # fmt: skip
    errors = {name: {"error": {"alpha": {"A": 0.3 + 0.05 * JITTER}}} for name in ("alone", "pools")}
    errors[gone]["error"]["alpha"]["A"] = [NAN] * N
    results = stored(errors, published=pd.DataFrame([row]))
    assert perceptron.one_pool_reproduces(results, **POOLS).verdict == UNTESTABLE


def test_the_reading_that_is_nearest_to_print_is_told_on_whichever_side_it_is():
    values = {"A": -290 + 5.0 * JITTER, "B": -199 + 5.0 * JITTER, "C": -100 + 5.0 * JITTER}
    results = stored({"main": {"steps": {"alpha": values}}})
    options = {"study": "main", "metric": "steps", "dataset": "alpha", "printed": -200.0}
    judged = perceptron.mean_is(results, methods=["A", "B", "C"], trials=500, **options)
    assert judged.reason.startswith("The steps of B is -199 on average over 8 trials; ")
    assert judged.verdict == HOLDS  # one of three


def test_readings_are_judged_if_all_of_them_ran():
    results = stored({"main": {"steps": {"alpha": {"A": [NAN] * 8, "B": -100 + 5.0 * JITTER}}}})
    options = {"study": "main", "metric": "steps", "dataset": "alpha", "printed": -200.0}
    judged = perceptron.mean_is(results, methods=["A", "B"], trials=500, **options)
    assert judged.verdict == UNTESTABLE


def test_a_gain_is_that_of_the_trials_that_share_a_split():
    """Without boosting the first trial failed, and with it the last."""
    alone = {"alpha": {"A": [NAN, *BASE[1:]]}}
    boosted = {"alpha": {"B": [*(BASE - 0.1)[:-1], NAN]}}
    results = stored({"alone": {"error": alone}, "boosted": {"error": boosted}})
    options = {"studies": ["alone", "boosted"], "methods": ["A"], "boosted": ["B"]}
    (entry,) = perceptron.does_not_gain(results, **options, margin=0.05).evidence
    assert (entry["trials"], entry["gain"]) == (N - 2, pytest.approx(0.1))
    judged = perceptron.boosting_divides(results, **options, datasets=["alpha"], times=1.0)
    assert judged.verdict == HOLDS and judged.evidence[0]["trials"] == N - 2


def test_a_divided_error_flips_by_points_of_the_error_with_boosting():
    results = stored({"alone": {"error": {"alpha": {"A": BASE}}},
                      "boosted": {"error": {"alpha": {"B": BASE / 2 - 0.1}}}})  # fmt: skip
    judged = perceptron.boosting_divides(results, **DIVIDES, datasets=["alpha"])
    assert judged.verdict == HOLDS
    assert judged.flips[FAILS] == pytest.approx(0.1, abs=1e-6)
    (entry,) = judged.evidence
    assert entry["alone"] == pytest.approx(BASE.mean())
    assert entry["boosted"] == pytest.approx(BASE.mean() / 2 - 0.1)


def test_a_pool_is_compared_by_the_mean_over_pools():
    row = {"table": "t", "dataset": "alpha", "method": "A", "metric": "e", "value": 30.0,
           "spread": 0.2, "spread_kind": "se"}  # fmt: skip
    errors = {study: {"error": {"alpha": {"A": mean + 0.01 * JITTER}}}
              for study, mean in (("alone", 0.9), ("pools", 0.3))}  # fmt: skip
    results = stored(errors, published=pd.DataFrame([row]))
    judged = perceptron.one_pool_reproduces(results, **POOLS)
    assert judged.verdict == HOLDS and judged.evidence[0]["ours"] == pytest.approx(30)


def test_the_variance_between_pools_is_that_of_the_perceptron_of_each_method():
    rows = [{"table": "t", "dataset": "alpha", "method": method, "metric": "e", "value": 30.0,
             "spread": 0.2, "spread_kind": "se"} for method in ("B", "B2")]  # fmt: skip
    pools = {"A": 0.3 + 0.05 * JITTER, "A2": 0.3 + 0.02 * JITTER}
    errors = {"alone": dict.fromkeys(pools, [0.3] * N), "pools": pools,
              "boosted": dict.fromkeys(("B", "B2"), 0.3 + 0.01 * JITTER)}  # fmt: skip
    results = stored(
        {study: {"error": {"alpha": scores}} for study, scores in errors.items()},
        published=pd.DataFrame(rows),
    )
    judged = perceptron.other_pool_reproduces(results, **OTHER)
    assert [entry["between_pools"] for entry in judged.evidence] == pytest.approx([5.0, 2.0])


@pytest.mark.parametrize(
    "far", [("alpha", "A2", "B2"), ("beta", "A", "B"), ("beta", "A2", "B2"), None], ids=str
)
def test_every_printed_mean_must_be_that_of_a_pool(far):
    names, sets = {"A": "B", "A2": "B2"}, ("alpha", "beta")
    rows = [{"table": "t", "dataset": dataset, "method": method, "metric": "e",
             "value": 90.0 if far and dataset == far[0] and method in far else 30.0,
             "spread": 0.2, "spread_kind": "se"}
            for dataset in sets for method in (*names, *names.values())]  # fmt: skip
    alone = dict.fromkeys(sets, dict.fromkeys(names, 0.3 + 0.05 * JITTER))
    boosted = dict.fromkeys(sets, dict.fromkeys(names.values(), 0.3 + 0.05 * JITTER))
    studies = {"alone": alone, "pools": alone, "boosted": boosted}
    results = stored(
        {name: {"error": scores} for name, scores in studies.items()}, published=pd.DataFrame(rows)
    )
    one = perceptron.one_pool_reproduces(
        results, **POOLS | {"methods": [*names], "datasets": list(sets)}
    )
    other = perceptron.other_pool_reproduces(results, **OTHER | {"datasets": list(sets)})
    assert one.verdict == other.verdict == (FAILS if far else HOLDS)
    assert len(one.evidence) == len(other.evidence) == 4


def test_a_share_of_a_pool_needs_no_splits_of_one_pool():
    row = {"table": "t", "dataset": "alpha", "method": "A", "metric": "e", "value": 30.0,
           "spread": 0.2, "spread_kind": "se"}  # fmt: skip
    errors = {"alone": [NAN] * N, "pools": 0.3 + 0.05 * JITTER}
    results = stored(
        {study: {"error": {"alpha": {"A": scores}}} for study, scores in errors.items()},
        published=pd.DataFrame([row]),
    )
    assert perceptron.one_pool_reproduces(results, **POOLS, share=0.12).verdict == HOLDS
    assert perceptron.one_pool_reproduces(results, **POOLS).verdict == UNTESTABLE
