"""Whether our numbers reproduce printed ones: every verdict, from made-up scores."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from methods.bench.statistics import ALPHA
from methods.claims.reproduction import (
    is_outside,
    means_reproduce,
    ratios_reproduce,
    reproduces,
)
from methods.claims.sentences.words import how_many
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.shifted import BASE, shifted_results
from tests.claims.stored import (
    BASE as LOGS,
)
from tests.claims.stored import (
    ERROR,
    N,
    assert_steps,
    planted,
    seen_by_claims,
    stored,
    t,
)
from tests.made_up import made_up_results
from tests.tables.ratios import ABOVE, BELOW, OPTIONS, ratio_results
from tests.tables.ratios import PUBLISHED as PUBLISHED_RATIO

NAN = float("nan")
DATASETS = tuple(f"d{i}" for i in range(6))
PUBLISHED = {"table": "t", "metric": "e", "trials": 4}


@pytest.fixture
def without_flips(monkeypatch):
    monkeypatch.setattr("methods.claims.reproduction.smallest_shifts", lambda *_: {})  # is slow


NO_FLIPS = pytest.mark.usefixtures("without_flips")


@pytest.fixture
def against(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return partial(shifted_results, tmp_path)


def printed(value, spread):
    rows = [
        {"table": "t", "metric": "e", "dataset": dataset, "method": "A", "value": value,
         "spread": spread, "spread_kind": "std"}
        for dataset in DATASETS
    ]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("value", "spread", "verdict"),
    [(30.0, 4.0, HOLDS), (60.0, 4.0, FAILS), (60.0, NAN, UNTESTABLE)],
)
def test_reproduces(against, value, spread, verdict):
    results = against(0.0, datasets=DATASETS, published=printed(value, spread))
    judged = reproduces(results, study="main", methods=["A"], published=PUBLISHED, unit=100)
    assert judged.verdict == verdict
    for cell in judged.evidence:
        se = np.hypot(spread / 8**0.5, spread / 2)  # eight trials are few
        assert cell["standard_errors"] == pytest.approx((100 * BASE.mean() - value) / se)


def test_one_trial_is_judged_by_the_printed_deviation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"d0": {"A": [0.4]}}, published=printed(30.0, 4.0))
    judged = reproduces(results, study="main", methods=["A"], published=PUBLISHED, unit=100)
    assert judged.evidence[0]["standard_errors"] == pytest.approx(10 / np.hypot(4, 2))


def test_the_best_condition_of_each_cell_is_compared():
    """The printed 30 % is that of condition 8 on half of the data sets, and of 64 on the rest."""
    best, other = (np.array(BASE) - BASE.mean() + mean for mean in (0.3, 0.5))
    scores = {
        ("error", label): {
            name: {"A": best if (i % 2) == parity else other} for i, name in enumerate(DATASETS)
        }
        for parity, label in enumerate(("8", "64"))
    }
    results = stored({"main": scores}, published=printed(30.0, 4.0))
    options = {"study": "main", "methods": ["A"], "published": PUBLISHED, "unit": 100}
    judged = reproduces(results, **options, best_condition=True)
    assert judged.verdict == HOLDS
    assert [cell["ours"] for cell in judged.evidence] == pytest.approx([30.0] * len(DATASETS))
    three = reproduces(results, **options, best_condition=True, datasets=DATASETS[:3])
    assert len(three.evidence) == 3 and three.verdict == INCONCLUSIVE


def test_a_better_condition_counts_only_if_it_is_asked_for():
    scores = {
        ("error", label): {name: {"A": np.array(BASE) - BASE.mean() + mean} for name in DATASETS}
        for label, mean in (("8", 0.3), ("64", 0.2))
    }
    results = stored({"main": scores}, published=printed(30.0, 4.0))
    options = {"study": "main", "methods": ["A"], "published": PUBLISHED, "unit": 100}
    judged = reproduces(results, **options, condition="8")
    assert judged.verdict == HOLDS
    assert [cell["ours"] for cell in judged.evidence] == pytest.approx([30.0] * 6)
    judged = reproduces(results, **options, best_condition=True)
    assert [cell["ours"] for cell in judged.evidence] == pytest.approx([20.0] * 6)


@pytest.mark.parametrize(("printed", "verdict"), [(0.51, HOLDS), (0.9, FAILS)])
def test_printed_ratio_holds_inside_our_interval(tmp_path, monkeypatch, printed, verdict):
    monkeypatch.chdir(tmp_path)
    results = ratio_results(tmp_path, printed)
    judged = ratios_reproduce(results, published=PUBLISHED_RATIO, **OPTIONS)
    assert judged.verdict == verdict


@pytest.mark.parametrize(("trials", "verdict"), [(1000, FAILS), (2, HOLDS)])
def test_printed_ratio_spreads_as_ours_do(tmp_path, monkeypatch, trials, verdict):
    monkeypatch.chdir(tmp_path)
    results = ratio_results(tmp_path, 0.55)
    published = PUBLISHED_RATIO | {"trials": trials}
    assert ratios_reproduce(results, published=published, **OPTIONS).verdict == verdict


def test_printed_zero_is_anything_that_rounds_to_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tiny = ABOVE - 40 - np.arange(6)
    results = ratio_results(tmp_path, 0.0, tiny)
    judged = ratios_reproduce(results, published=PUBLISHED_RATIO, **OPTIONS)
    assert judged.verdict == HOLDS


def test_few_trials_judge_no_printed_ratio(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = ratio_results(tmp_path, 0.5, ABOVE[:5], BELOW[:5])
    assert ratios_reproduce(results, published=PUBLISHED_RATIO, **OPTIONS).verdict == INCONCLUSIVE


CELLS = [(f"d{i}", method) for i in range(10) for method in ("A", "A2")]
COMBINED = np.hypot(2.0 / 12**0.5, 3.0 / 25**0.5)  # of ours, in percent, and of the printed means
COMPARE = {"study": "main", "methods": ["A", "A2"], "unit": 100,
           "published": {"table": "t", "metric": "e", "trials": 25}}  # fmt: skip


def made_up_cells(standard_errors, trials=12, together=False, table="t"):
    """Cells of 12 trials with a deviation of 2 %, so many standard errors above printed ones.

    The trials of a data set rise and fall by themselves, or `together` for both of its methods.
    """
    scores, rows = {}, []
    for i, ((dataset, method), z) in enumerate(zip(CELLS, standard_errors, strict=False)):
        noise = np.random.default_rng(i // 2 if together else i).normal(size=trials)
        noise = 0.02 * (noise - noise.mean()) / noise.std(ddof=1)
        scores.setdefault(dataset, {})[method] = 0.3 + noise
        rows.append(
            {"table": table, "metric": "e", "dataset": dataset, "method": method,
             "value": 30 - z * COMBINED, "spread": 3.0, "spread_kind": "std"}
        )  # fmt: skip
    return scores, rows


def reproduced(standard_errors, trials=12, together=False, **more):
    """The results of one study with such cells."""
    scores, rows = made_up_cells(standard_errors, trials, together)
    return stored({"main": {"error": scores}}, published=pd.DataFrame(rows), **more)


@pytest.mark.parametrize(
    ("outside", "verdict"), [(0, HOLDS), (2, HOLDS), (3, INCONCLUSIVE), (4, FAILS), (20, FAILS)]
)
def test_as_many_cells_may_lie_outside_as_chance_allows(outside, verdict):
    """Of twenty: up to a tenth hold, and four have a probability of 0.016 by chance."""
    z = [2.001 * (-1) ** i for i in range(outside)] + [1.999] * (20 - outside)
    judged = reproduces(reproduced(z), **COMPARE)
    assert judged.verdict == verdict
    lie = f"{outside} lie" if outside else "none lies"
    assert judged.reason.startswith(
        f"Of 20 means {lie} more than 2 combined standard errors from the printed one"
    )
    assert [e["standard_errors"] for e in judged.evidence] == pytest.approx(z)
    assert judged.evidence[0]["standard_error"] == pytest.approx(COMBINED)


@pytest.mark.parametrize(
    ("of_a", "of_a2", "verdict"),
    [(2, 1, INCONCLUSIVE), (3, 0, FAILS), (0, 3, FAILS), (2, 0, HOLDS)],
)
def test_methods_that_agree_do_not_make_up_for_one_that_does_not(of_a, of_a2, verdict):
    """Three of twenty are not too many; of ten they have a probability of 0.012, twice of 0.024."""
    z = np.zeros((10, 2))
    z[:of_a, 0] = z[:of_a2, 1] = 2.5
    judged = reproduces(reproduced(z.ravel()), **COMPARE)
    assert judged.verdict == verdict
    apart = {(3, 0): "A", (0, 3): "A2"}.get((of_a, of_a2))
    assert (f"Chance alone gives those of {apart} with p = 0.0" in judged.reason) == bool(apart)
    assert ("it is not reproduced" in judged.reason) == bool(apart)


@pytest.mark.parametrize(("outside", "verdict"), [(0, HOLDS), (3, INCONCLUSIVE), (4, FAILS)])
def test_a_study_may_have_the_methods_that_the_first_one_lacks(outside, verdict):
    scores, rows = made_up_cells([2.001] * outside + [0.0] * (20 - outside))
    first = {dataset: {"A": of_set["A"]} for dataset, of_set in scores.items()}
    # the trials of A in the other study lie far outside, and do not count
    other = {dataset: {**of_set, "A": of_set["A"] + 0.5} for dataset, of_set in scores.items()}
    results = stored(
        {"first": {"error": first}, "other": {"error": other}}, published=pd.DataFrame(rows)
    )
    judged = reproduces(results, **COMPARE | {"study": ["first", "other"]})
    assert judged.verdict == verdict
    assert len(judged.evidence) == 20


@NO_FLIPS
def test_the_data_sets_are_those_of_the_first_study():
    scores, rows = made_up_cells([0.0] * 20)
    some = {name: {"A": scores[name]["A"]} for name in ("d0", "d1", "d2")}
    every = {name: {"A2": of_set["A2"]} for name, of_set in scores.items()}
    results = stored(
        {"first": {"error": some}, "other": {"error": every}}, published=pd.DataFrame(rows)
    )
    judged = reproduces(results, **COMPARE | {"study": ["first", "other"]})
    assert {e["dataset"] for e in judged.evidence} == set(some)


def test_cells_that_move_together_are_oftener_outside_together():
    """Ten data sets with two cells each are ten chances, not twenty."""
    z = [2.001] * 4 + [0.0] * 16
    assert reproduces(reproduced(z), **COMPARE).verdict == FAILS
    judged = reproduces(reproduced(z, together=True), **COMPARE)
    assert judged.verdict == INCONCLUSIVE
    p = float(judged.reason.split("p = ")[1].split(". ")[0])
    # two or more of ten, each with the probability of 2 standard errors on 12 and 25 trials
    assert p == pytest.approx(binom.sf(1, 10, 0.06), abs=0.03)


@pytest.mark.parametrize(("digits", "verdict"), [(6, FAILS), (0, HOLDS)])
def test_rounding_in_print_refutes_nothing(digits, verdict):
    """Our means lie 0.4 from the printed ones, which is 12 of their standard errors."""
    scores, rows = made_up_cells([0.0] * 20)
    scores = {d: {m: 0.304 + 0.05 * (x - 0.3) for m, x in of.items()} for d, of in scores.items()}
    table = pd.DataFrame(rows).assign(value=30 + 10.0**-digits, spread=10.0**-digits)
    table["value"] = np.where(np.arange(len(table)) % 2, 30, 30 + (digits and 10.0**-digits))
    results = stored({"main": {"error": scores}}, published=table)
    assert reproduces(results, **COMPARE).verdict == verdict


@pytest.mark.parametrize("gaps", [1, 8])
def test_trials_that_failed_are_left_out_of_the_draws(gaps):
    results = reproduced([2.001] * 4 + [0.0] * 16)
    scores = results.frames["main", "scores"]
    of_a = (scores["method"] == "A") & (scores["seed"] < gaps)
    of_a2 = (scores["method"] == "A2") & (scores["seed"] >= 12 - gaps)
    results.frames["main", "scores"] = scores[~of_a & ~(of_a2 if gaps == 1 else False)]
    judged = reproduces(seen_by_claims(results), **COMPARE)
    counted = [e for e in judged.evidence if e["trials"] >= 6]
    assert len(counted) == (20 if gaps == 1 else 10) and judged.verdict != UNTESTABLE


def test_only_cells_of_the_data_sets_asked_for_count():
    results = reproduced([9.0] * 4 + [0.0] * 16)
    every = [e["dataset"] for e in reproduces(results, **COMPARE).evidence]
    bad = list(dict.fromkeys(every[:4]))
    good = [name for name in dict.fromkeys(every) if name not in bad]
    assert reproduces(results, **COMPARE, datasets=good).verdict == HOLDS
    judged = reproduces(results, **COMPARE, datasets=[*bad, *good[:4]])
    assert judged.verdict == FAILS and {e["dataset"] for e in judged.evidence} < set(every)
    assert reproduces(results, **COMPARE, datasets=["gone"]).verdict == UNTESTABLE


def test_the_reason_has_the_chance_and_the_farthest_cell():
    judged = reproduces(reproduced([1.0, -3.0, 2.5] + [0.5] * 17), **COMPARE)
    p = float(judged.reason.split("chance alone gives as many with p = ")[1].split(". ")[0])
    assert p == pytest.approx(binom.sf(1, 20, 0.06), abs=0.05)
    assert (
        " Farthest, one of each data set, are A2 on d0 with 30 % against 32.5 % in print "
        "(3 standard errors) and A on d1 "
        "with 30 % against 27.9 % in print. "
    ) in judged.reason  # but no mean that chance puts as far
    assert "points" in judged.flip


def test_the_reason_counts_the_means_outside_by_method_and_tells_their_side():
    """Means on one side of print are told of a method with some outside, and of many."""
    z = [2.5, 1.0, 3.0, -1.0, 2.1, 0.0, 2.2, 0.0] + [0.5, 0.5] * 6
    judged = reproduces(reproduced(z), **COMPARE)
    assert judged.reason.endswith(" Outside is A (4). All means of A lie above print.")
    assert " Farthest is A on d1 with " in judged.reason  # alone, as the others are counted
    z = [-2.5, -3.0] + [-1.0, 1.0] * 9
    told = reproduces(reproduced(z), **COMPARE).reason
    assert told.endswith(" Outside are A (1) and A2 (1). All means of A lie below print.")
    z = [3.0, 2.5, 3.0, 1.0] + [-0.5, 0.5] * 8
    told = reproduces(reproduced(z), **COMPARE).reason
    assert told.endswith(" Outside are A (2) and A2 (1). All means of A2 lie above print.")
    six = reproduces(reproduced(z), **COMPARE, datasets=[f"d{i}" for i in range(6)]).reason
    assert six.endswith(" Outside are A (2) and A2 (1). All means of A2 lie above print.")
    few = reproduces(reproduced(z), **COMPARE, datasets=[f"d{i}" for i in range(5)]).reason
    assert few.endswith(" Outside are A (2) and A2 (1).")


@NO_FLIPS
@pytest.mark.parametrize("few", [9.0, -9.0])
def test_a_mean_of_few_trials_is_not_counted_and_has_no_side(few):
    results = reproduced([few, 0.0] + [2.5, 0.5, 2.5, -0.5] * 2 + [0.5, 0.5] * 5)
    scores = results.frames["main", "scores"]
    gone = (scores["dataset"] == "d0") & (scores["method"] == "A") & (scores["seed"] >= 5)
    results.frames["main", "scores"] = scores[~gone]
    told = reproduces(seen_by_claims(results), **COMPARE).reason
    assert told.startswith("Of 19 means 4 lie ")
    assert " Outside is A (4). All means of A lie above print." in told


@pytest.mark.parametrize(
    "z",
    [
        [0.5] * 20,  # none outside
        [3.0, -1.0, -1.0, -3.0] + [-0.5, 0.5] * 8,  # all outside are named
        [3.0] * 11 + [0.5] * 9,  # most are outside
    ],
)
def test_the_reason_counts_no_means_outside_where_that_tells_nothing_more(z):
    told = reproduces(reproduced(z), **COMPARE).reason
    assert "utside " not in told and "All means" not in told


@pytest.mark.parametrize(("outside", "counted"), [(8, True), (10, True), (11, False)])
def test_means_outside_are_counted_unless_they_are_most_of_all(outside, counted, monkeypatch):
    monkeypatch.setattr("methods.claims.reproduction.smallest_shifts", lambda *_: {})  # slow
    told = reproduces(reproduced([3.0] * outside + [0.5] * (20 - outside)), **COMPARE).reason
    half, rest = (outside + 1) // 2, outside // 2
    assert (f" Outside are A ({half}) and A2 ({rest})." in told) == counted
    assert ("utside are" in told) == counted


def test_of_one_method_only_the_side_of_its_means_is_told():
    options = COMPARE | {"methods": ["A"]}
    told = reproduces(reproduced([-3.0, 9.0] + [-0.5] * 18), **options).reason
    assert "utside" not in told and told.endswith("All means of A lie below print.")


def test_our_means_would_have_to_move_by_what_is_left_to_two_standard_errors():
    judged = reproduces(reproduced([1.0] * 20), **COMPARE)
    step = COMBINED / 100
    assert judged.flips == pytest.approx({FAILS: step})
    # of twenty cells the third that leaves makes it inconclusive, and the fourth refutes it
    judged = reproduces(reproduced([1.9, 1.8, 1.7, 1.6] + [0.0] * 16), **COMPARE)
    assert judged.flips == pytest.approx({INCONCLUSIVE: 0.3 * step, FAILS: 0.4 * step})
    judged = reproduces(reproduced([-1.9, -1.8, -1.7, -1.6] + [0.0] * 16), **COMPARE)
    assert judged.flips == pytest.approx({INCONCLUSIVE: -0.3 * step, FAILS: -0.4 * step})


@pytest.mark.parametrize(
    ("cells", "trials", "verdict"),
    [(6, 6, HOLDS), (5, 6, INCONCLUSIVE), (6, 5, INCONCLUSIVE), (20, 5, INCONCLUSIVE)],
)
def test_few_trials_make_no_cell_and_few_cells_no_verdict(cells, trials, verdict):
    judged = reproduces(reproduced([0.0] * cells, trials), **COMPARE)
    assert judged.verdict == verdict
    if verdict == INCONCLUSIVE:
        counted = cells * (trials >= 6)
        few = f"Of {cells} means {how_many(counted, 'has', 'have')} 6 trials or more."
        assert judged.reason == f"{few} There are too few trials to say."
        assert judged.flips == {} and len(judged.evidence) == cells


def test_cells_that_are_not_printed_failed_or_are_of_a_version_do_not_count():
    results = reproduced([0.0] * 20, version_of={"d9": "d0"})
    scores = results.frames["main", "scores"]
    results.frames["main", "scores"] = scores[scores["dataset"] != "d1"]
    results.published.loc[results.published["dataset"] == "d2", "value"] = NAN
    results.published.loc[results.published["dataset"] == "d3", "spread"] = NAN
    judged = reproduces(seen_by_claims(results), **COMPARE)
    assert {e["dataset"] for e in judged.evidence} == {"d0", *(f"d{i}" for i in range(4, 9))}


def test_a_method_that_is_not_printed_leaves_the_others_of_its_data_set():
    results = reproduced([0.0] * 20)
    printed = results.published
    lacking = (printed["dataset"] == "d0") & (printed["method"] == "A")
    results = replace(results, published=printed[~lacking])
    judged = reproduces(results, **COMPARE)
    assert [(e["dataset"], e["method"]) for e in judged.evidence] == CELLS[1:]


def test_a_printed_method_may_be_the_best_of_ours_on_each_data_set():
    results = reproduced([0.0] * 20)
    results.published.loc[:, "method"] = ["better", "other"] * 10
    best_of = {"better": ["A", "A2"]}
    judged = reproduces(results, **COMPARE | {"methods": ["better"]}, best_of=best_of)
    assert len(judged.evidence) == 10 and judged.verdict == HOLDS


TOLD = t(ALPHA / 2 / 4) * ERROR  # of four cases, if the printed ratios had no error
LOW, HIGH = np.log(0.49995), np.log(0.50005)  # what rounds to 0.5000
RATIOS = {"study": "main", "metric": "log_cost", "published": PUBLISHED_RATIO,
          "pairs": {"A to B": ["A", "B"], "A2 to B": ["A2", "B"], "lost": ["A", "C"]}}  # fmt: skip


def ratios(shift, names=("alpha", "beta"), **more):
    of_set = {"A": planted(shift), "A2": planted(shift), "B": LOGS}
    rows = [
        {"table": "t", "metric": "ratio", "dataset": name, "method": ratio, "value": 0.5,
         "spread": NAN, "spread_kind": NAN}
        for name in names
        for ratio in RATIOS["pairs"]
    ]  # fmt: skip
    scores = {"log_cost": dict.fromkeys(names, of_set)}
    return stored({"main": scores}, published=pd.DataFrame(rows), **more)


@pytest.mark.parametrize("trials", [2, 60])
def test_a_ratio_fails_beyond_rounding_and_the_errors_of_both(trials):
    """Over two data sets and two ratios; a third ratio names a method that did not run."""
    told = TOLD * (1 + N / trials) ** 0.5  # the printed trials spread as ours do
    places = [FAILS, LOW - told, HOLDS, HIGH + told, FAILS]
    options = RATIOS | {"published": PUBLISHED_RATIO | {"trials": trials}}
    assert_steps(lambda s: ratios_reproduce(ratios(s), **options), places)


def test_the_reason_counts_the_ratios_and_names_the_worst():
    results = ratios(np.log(0.5), ("alpha", "again", "beta"), version_of={"again": "alpha"})
    printed = results.published
    printed.loc[printed["method"] == "A2 to B", "value"] = 0.4
    printed.loc[(printed["method"] == "A2 to B") & (printed["dataset"] == "beta"), "value"] = 0.3
    results.published.loc[5, "value"] = NAN
    judged = ratios_reproduce(seen_by_claims(results), **RATIOS)
    assert judged.verdict == FAILS
    assert [(e["dataset"], e["ratio"]) for e in judged.evidence] == [
        ("alpha", "A to B"), ("alpha", "A2 to B"), ("beta", "A to B"), ("beta", "A2 to B"),
    ]  # fmt: skip
    assert judged.reason.startswith(
        "Of 4 printed ratios 2 are significantly different from ours. Least alike is the ratio A2 "
        "to B on beta, 0.5 against 0.3 in print."
    )
    assert judged.evidence[0]["geometric_mean"] == pytest.approx(0.5)
    results.published["value"] = 0.5
    judged = ratios_reproduce(results, **RATIOS)
    assert judged.reason == "Of 6 printed ratios none is significantly different from ours."
    results.published["value"] = NAN
    assert ratios_reproduce(results, **RATIOS).verdict == UNTESTABLE


def test_cells_are_those_of_the_data_sets_that_are_asked_for():
    judged = reproduces(reproduced([0.0] * 20), **COMPARE, datasets=["d0", "d1", "d2"])
    assert {e["dataset"] for e in judged.evidence} == {"d0", "d1", "d2"}


def test_both_scores_of_a_ratio_may_have_a_condition():
    ours = {("log_cost", "5"): LOGS + np.log(0.5), ("log_cost", "300"): LOGS}
    scores = {key: {"alpha": {"A": values.tolist()}} for key, values in ours.items()}
    rows = [{"table": "t", "dataset": "alpha", "method": "r", "metric": "c", "value": 0.5}]
    rows = [{**rows[0], "spread": NAN, "spread_kind": "std"}]
    results = stored({"main": scores}, published=pd.DataFrame(rows))
    options = {"study": "main", "metric": "log_cost", "pairs": {"r": ["A", "A"]},
               "published": {"table": "t", "metric": "c", "trials": 60}}  # fmt: skip
    judged = ratios_reproduce(results, **options, condition="5", than_condition="300")
    assert judged.evidence[0]["geometric_mean"] == pytest.approx(0.5)
    judged = ratios_reproduce(results, **options, condition="300", than_condition="5")
    assert judged.evidence[0]["geometric_mean"] == pytest.approx(2.0)


def rounds(shift, printed=10.0, trials=8):
    rows = [{"table": "t", "dataset": "alpha", "method": "A", "metric": "rounds",
             "value": printed, "spread": NAN, "spread_kind": ""}]  # fmt: skip
    scores = {"alpha": {"A": (10.0 + shift + 100 * (LOGS - LOGS.mean())).tolist()}}
    results = stored({"main": {"rounds": scores}}, published=pd.DataFrame(rows))
    return means_reproduce(
        results, study="main", metric="rounds", methods=["A"], last_digit=0.1,
        published={"table": "t", "metric": "rounds", "trials": trials},
    )  # fmt: skip


@pytest.mark.parametrize("trials", [8, 500])
def test_a_printed_mean_without_deviation_spreads_as_ours_does(trials):
    deviation = 100 * np.std(LOGS, ddof=1)
    told = t(ALPHA / 2) * deviation * (1 / N + 1 / trials) ** 0.5 + 0.05  # and what rounds to it
    assert_steps(
        lambda shift: rounds(shift, trials=trials), [FAILS, -told, HOLDS, told, FAILS], scale=10
    )


def test_trials_that_are_all_alike_tell_no_spread():
    rows = [{"table": "t", "dataset": d, "method": "A", "metric": "rounds", "value": 9.7,
             "spread": NAN, "spread_kind": ""} for d in ("alpha", "beta")]  # fmt: skip
    scores = {"alpha": {"A": [10.0] * N}, "beta": {"A": (9.7 + LOGS - LOGS.mean()).tolist()}}
    results = stored({"main": {"rounds": scores}}, published=pd.DataFrame(rows))

    def judged(datasets):
        return means_reproduce(
            results, study="main", metric="rounds", methods=["A"], last_digit=0.1,
            published={"table": "t", "metric": "rounds", "trials": 500}, datasets=datasets,
        )  # fmt: skip

    both = judged(["alpha", "beta"])
    assert both.verdict == HOLDS and [row["dataset"] for row in both.evidence] == ["beta"]
    assert both.reason.endswith(" Left out, since all trials are alike: A on alpha.")
    assert judged(["alpha"]).verdict == INCONCLUSIVE


@pytest.mark.parametrize(("trials", "alike"), [(1, False), (2, True)])
def test_two_equal_trials_are_alike_and_one_trial_has_no_spread(trials, alike):
    rows = [{"table": "t", "dataset": "alpha", "method": "A", "metric": "rounds", "value": 9.7,
             "spread": NAN, "spread_kind": ""}]  # fmt: skip
    scores = {"alpha": {"A": [10.0] * trials}}
    judged = means_reproduce(
        stored({"main": {"rounds": scores}}, published=pd.DataFrame(rows)),
        study="main", metric="rounds", methods=["A"], last_digit=0.1,
        published={"table": "t", "metric": "rounds", "trials": 500},
    )  # fmt: skip
    assert judged.verdict == INCONCLUSIVE
    assert ("all trials are alike: A on alpha." in judged.reason) == alike
    assert judged.reason.endswith("There are too few trials to say.") == (not alike)


def test_the_reason_names_the_printed_mean_that_is_farthest():
    assert rounds(30).reason.startswith(
        "Of 1 printed mean 1 is significantly different from ours. Farthest is A on alpha with 40 "
        "against 10 in print."
    )
    assert rounds(0, printed=NAN).verdict == UNTESTABLE


@pytest.mark.parametrize("lacks", ["spread", "trials"])
def test_a_cell_without_a_deviation_or_trials_leaves_the_others_of_its_data_set(lacks):
    results = reproduced([0.0] * 8)
    if lacks == "spread":
        printed = results.published
        first = (printed["dataset"] == "d0") & (printed["method"] == "A")
        results.published.loc[first, "spread"] = NAN
    else:
        scores = results.frames["main", "scores"]
        first = (scores["dataset"] == "d0") & (scores["method"] == "A")
        results.frames["main", "scores"] = scores[~first]
    judged = reproduces(results, **COMPARE)
    assert [(e["dataset"], e["method"]) for e in judged.evidence] == CELLS[1:8]


@pytest.mark.parametrize("lacks", ["method", "print", "trials"])
def test_a_ratio_without_print_or_trials_leaves_the_others_of_its_data_set(lacks):
    results = ratios(np.log(0.5), ("alpha",))
    pairs = {"A to B": ["A", "B"], "A2 to B": ["A2", "B"]}
    if lacks == "method":
        pairs = {"lost": ["C", "B"], **pairs}
    elif lacks == "print":
        results.published.loc[results.published["method"] == "A to B", "value"] = NAN
    else:
        scores = results.frames["main", "scores"]
        results.frames["main", "scores"] = scores[scores["method"] != "A"]
    judged = ratios_reproduce(results, **RATIOS | {"pairs": pairs})
    expected = ["A to B", "A2 to B"] if lacks == "method" else ["A2 to B"]
    assert [e["ratio"] for e in judged.evidence] == expected and judged.verdict == HOLDS


@pytest.mark.parametrize(
    ("of_a", "printed_a"), [([10.0] * N, 9.7), ([NAN] * N, 9.7), ((9.7 + LOGS).tolist(), NAN)]
)
def test_a_mean_that_cannot_be_judged_leaves_the_others_of_its_data_set(of_a, printed_a):
    rows = [{"table": "t", "dataset": "alpha", "method": method, "metric": "rounds",
             "value": value, "spread": NAN, "spread_kind": ""}
            for method, value in (("A", printed_a), ("A2", 9.7))]  # fmt: skip
    scores = {"alpha": {"A": of_a, "A2": (9.7 + LOGS - LOGS.mean()).tolist()}}
    judged = means_reproduce(
        stored({"main": {"rounds": scores}}, published=pd.DataFrame(rows)),
        study="main", metric="rounds", methods=["A", "A2"], last_digit=0.1,
        published={"table": "t", "metric": "rounds", "trials": 500},
    )  # fmt: skip
    assert [e["method"] for e in judged.evidence] == ["A2"] and judged.verdict == HOLDS


def test_numbers_that_are_printed_as_ours_need_no_unit():
    results = reproduced([0.0] * 6)
    results.published[["value", "spread"]] /= 100
    options = {key: value for key, value in COMPARE.items() if key != "unit"}
    judged = reproduces(results, **options)
    assert judged.verdict == HOLDS
    assert [e["ours"] for e in judged.evidence] == pytest.approx([0.3] * 6)


@NO_FLIPS
def test_at_its_best_condition_a_printed_method_may_be_the_best_of_ours():
    """Condition 8 of A2 gives the printed 30 %; A and the other condition are above."""
    level = {("A", "8"): 0.5, ("A2", "8"): 0.3, ("A", "64"): 0.4, ("A2", "64"): 0.6}
    scores = {
        ("error", label): {
            name: {m: BASE - BASE.mean() + level[m, label] for m in ("A", "A2")}
            for name in DATASETS
        }
        for label in ("8", "64")
    }
    table = printed(30.0, 4.0).assign(method="better")
    judged = reproduces(
        stored({"main": scores}, published=table), study="main", methods=["better"],
        published=PUBLISHED, unit=100, best_of={"better": ["A", "A2"]}, best_condition=True,
    )  # fmt: skip
    assert [cell["ours"] for cell in judged.evidence] == pytest.approx([30.0] * 6)


@NO_FLIPS
@pytest.mark.parametrize(("trials", "verdict"), [(2, HOLDS), (25, FAILS)])
def test_chance_draws_as_many_printed_trials_as_there_are(trials, verdict):
    """Four of twenty lie outside, and means of two trials do so often by chance."""
    results = reproduced([0.0] * 20)
    combined = np.hypot(2.0 / 12**0.5, 3.0 / trials**0.5)
    results.published["value"] = 30 - combined * np.where(np.arange(20) < 4, 2.001, 0.0)
    options = COMPARE | {"published": COMPARE["published"] | {"trials": trials}}
    judged = reproduces(results, **options)
    assert sum(abs(e["standard_errors"]) > 2 for e in judged.evidence) == 4
    assert judged.verdict == verdict


@NO_FLIPS
@pytest.mark.parametrize(("at_least", "verdict"), [(0.9, INCONCLUSIVE), (1.0, HOLDS)])
def test_no_more_may_lie_outside_than_twice_what_chance_puts_there_at_least(
    monkeypatch, at_least, verdict
):
    monkeypatch.setattr("methods.claims.reproduction.at_least_by_chance", lambda _: at_least)
    assert reproduces(reproduced([2.5, 2.5] + [0.0] * 18), **COMPARE).verdict == verdict


@NO_FLIPS
def test_the_farthest_mean_is_so_in_standard_errors():
    """A on d0 is 10 points from print, which has a large deviation."""
    results = reproduced([0.0] * 20)
    results.published.loc[0, ["value", "spread"]] = 20.0, 60.0
    results.published.loc[2, "value"] = 27.0
    assert " Farthest is A on d1 with 30 % " in reproduces(results, **COMPARE).reason


def test_the_least_alike_ratio_is_the_surest_and_not_the_farthest():
    """A is 0.2 off with hardly any spread, and A2 by 0.4 with much."""
    results = ratios(np.log(0.5), ("alpha",))
    scores = results.frames["main", "scores"]
    for method, level, deviation in (("A", 0.7, 0.001), ("A2", 0.9, 0.1)):
        chosen = scores["method"] == method
        scores.loc[chosen, "value"] = planted(np.log(level), deviation)
    judged = ratios_reproduce(results, **RATIOS)
    assert [e["verdict"] for e in judged.evidence] == [FAILS] * 2
    assert "Least alike is the ratio A to B on alpha, 0.7 against 0.5" in judged.reason


def test_the_farthest_mean_may_lie_below_print():
    rows = [{"table": "t", "dataset": "alpha", "method": method, "metric": "rounds",
             "value": 10.0, "spread": NAN, "spread_kind": ""}
            for method in ("A", "A2")]  # fmt: skip
    noise = LOGS - LOGS.mean()
    scores = {"alpha": {"A": 12.0 + noise, "A2": 5.0 + noise}}
    judged = means_reproduce(
        stored({"main": {"rounds": scores}}, published=pd.DataFrame(rows)),
        study="main", metric="rounds", methods=["A", "A2"], last_digit=0.1,
        published={"table": "t", "metric": "rounds", "trials": 500},
    )  # fmt: skip
    assert " Farthest is A2 on alpha with 5 against 10 in print." in judged.reason


def test_the_farthest_mean_is_the_one_with_the_largest_difference_and_not_the_surest():
    rows = [{"table": "t", "dataset": "alpha", "method": method, "metric": "rounds",
             "value": 10.0, "spread": NAN, "spread_kind": ""}
            for method in ("A", "A2")]  # fmt: skip
    noise = (LOGS - LOGS.mean()) / LOGS.std()
    scores = {"alpha": {"A": 12.0 + 0.01 * noise, "A2": 15.0 + noise}}
    judged = means_reproduce(
        stored({"main": {"rounds": scores}}, published=pd.DataFrame(rows)),
        study="main", metric="rounds", methods=["A", "A2"], last_digit=0.1,
        published={"table": "t", "metric": "rounds", "trials": 500},
    )  # fmt: skip
    assert [e["verdict"] for e in judged.evidence] == [FAILS] * 2
    assert " Farthest is A2 on alpha with 15 against 10 in print." in judged.reason


def test_a_trial_that_failed_makes_no_printed_ratio_surer(tmp_path, monkeypatch):
    chances = []
    for more in ([], [NAN, NAN, NAN]):
        folder = tmp_path / str(len(more))
        folder.mkdir()
        monkeypatch.chdir(folder)
        results = ratio_results(folder, 0.55, np.append(ABOVE, more), np.append(BELOW, more))
        judged = ratios_reproduce(results, published=PUBLISHED_RATIO, **OPTIONS)
        chances.append([entry["p_holds"] for entry in judged.evidence])
    assert chances[0] == pytest.approx(chances[1])


@pytest.mark.parametrize(("errors", "outside"), [(2.0, False), (-2.0, False), (-2.01, True)])
def test_a_mean_two_standard_errors_away_is_not_outside(errors, outside):
    assert is_outside({"standard_errors": errors}) == outside


def test_a_mean_without_any_deviation_is_no_cell():
    """Nothing says how far such a mean may lie from the printed one."""
    results = reproduced([0.0] * 20)
    scores, printed = results.frames["main", "scores"], results.published
    scores.loc[scores["dataset"] == "d4", "value"] = 0.3
    printed.loc[printed["dataset"] == "d4", "spread"] = 0.0
    judged = reproduces(results, **COMPARE)
    assert {e["dataset"] for e in judged.evidence} == {f"d{i}" for i in range(10) if i != 4}
