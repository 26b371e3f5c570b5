"""The SMM paper's claims: verdicts that can go either way."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from methods.bench.statistics import ALPHA
from methods.claims.papers import smm
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import (
    BASE,
    ERROR,
    assert_steps,
    planted,
    recorded_curves,
    seen_by_claims,
    stored,
    t,
)
from tests.made_up import made_up_results, store_frame
from tests.tables.papers.blocks import keep_paths, results_of_two

LIKE = {"study": "main", "curve": "path", "within": 0.01}


@pytest.fixture
def results(tmp_path, monkeypatch):
    return results_of_two(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("shift", "verdict"), [(-1.0, HOLDS), (1.0, FAILS), (0.0, INCONCLUSIVE)], ids=str
)
def test_purer_at_like_error(results, tmp_path, shift, verdict):
    """B has a setting that is purer still, but its error is larger."""
    noise = np.random.default_rng(0).normal(size=(20, 2)) / 10
    noise -= noise.mean(axis=0)
    paths = {}
    for seed, (a, b) in enumerate(noise):
        paths["A", seed] = [(0.2, a + shift), (0.205, 5.0)]
        paths["B", seed] = [(0.2, b), (0.3, -9.0)]
    keep_paths(tmp_path, paths)
    judged = smm.purer_at_like_error(results, methods=["A"], than=["B"], **LIKE)
    assert judged.verdict == verdict
    assert judged.evidence[0]["pairs"] == 20


@pytest.mark.slow
def test_the_margin_of_purity_is_needed(results, tmp_path):
    paths = {(name, seed): [(0.2, value + seed / 100)] for seed in range(9)
             for name, value in (("A", -1.0), ("B", 0.0))}  # fmt: skip
    keep_paths(tmp_path, paths)
    for margin, verdict in ((0.5, HOLDS), (1.5, FAILS)):
        judged = smm.purer_at_like_error(results, methods=["A"], than=["B"], margin=margin, **LIKE)
        assert judged.verdict == verdict


def test_a_path_of_one_method_alone_is_nothing_to_compare(results, tmp_path):
    keep_paths(tmp_path, {("A", 0): [(0.2, 1.0)]})
    judged = smm.purer_at_like_error(results, methods=["A"], than=["B"], **LIKE)
    assert judged.verdict == UNTESTABLE


@pytest.mark.parametrize(
    ("last", "verdict"), [(1.0, HOLDS), (-1.0, FAILS), (0.0, INCONCLUSIVE)], ids=str
)
def test_purer_than_last_of_ties(tmp_path, monkeypatch, last, verdict):
    """What B chose, its purest tie and its last setting say the opposite of its last tie."""
    monkeypatch.chdir(tmp_path)
    noise = np.random.default_rng(0).normal(size=20) / 10
    noise -= noise.mean()
    scores = {"A": [0.0] * 20, "B": [-last] * 20}
    results = made_up_results(tmp_path, {"alpha": scores})
    tied = [(0.3, 9.0), (0.2, -9.0), (0.2, 4.0)]
    paths = {("B", k): [*tied, (0.2, last + x), (0.21, -last)] for k, x in enumerate(noise)}
    keep_paths(tmp_path, paths)
    options = {"study": "main", "metric": "error", "ties_of": "main", "curve": "path"}
    judged = smm.purer_than_last_of_ties(results, methods=["A"], than=["B"], **options)
    assert judged.verdict == verdict
    assert judged.evidence[0]["difference"] == pytest.approx(-last)


def test_a_rival_without_a_curve_has_what_it_chose(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"A": [0.0] * 9, "B": [0.5] * 9, "C": [-0.5 - k / 100 for k in range(9)]}
    results = made_up_results(tmp_path, {"alpha": scores})
    keep_paths(tmp_path, {("B", k): [(0.2, 1.0 + k / 100)] for k in range(9)})
    options = {"study": "main", "metric": "error", "ties_of": "main", "curve": "path"}
    judged = smm.purer_than_last_of_ties(results, methods=["A"], than=["B", "C"], **options)
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, FAILS]
    assert judged.verdict == FAILS


def test_ties_of_a_data_set_that_is_not_named_are_nothing_to_compare(results, tmp_path):
    keep_paths(tmp_path, {("B", 0): [(0.2, 1.0)]})
    options = {"study": "main", "metric": "error", "ties_of": "main", "curve": "path"}
    judged = smm.purer_than_last_of_ties(
        results, methods=["A"], than=["B"], datasets=["beta"], **options
    )
    assert judged.verdict == UNTESTABLE


@pytest.mark.parametrize(
    ("wider", "sets", "verdict"),
    [(7, 7, HOLDS), (0, 7, FAILS), (2, 7, INCONCLUSIVE), (1, 1, INCONCLUSIVE)],
)
def test_varies_more(tmp_path, monkeypatch, wider, sets, verdict):
    """Two of seven data sets do not show that a method varies less on most."""
    monkeypatch.chdir(tmp_path)
    names = [f"set{i}" for i in range(sets)]
    scores = {name: {"A": [0.1, 0.2, 0.4], "B": [0.3, 0.3, 0.3]} for name in names}
    results = made_up_results(tmp_path, scores)
    for i, name in enumerate(names):
        path = tmp_path / f"results/toy/main/runs/{name}.parquet"
        runs = pd.read_parquet(path)
        steady = runs["method"] == ("B" if i < wider else "A")
        runs.loc[steady, "fit_seconds"] = 1 + runs.loc[steady, "seed"] / 100
        store_frame(runs, path)
    assert smm.varies_more(results, study="main", method="A", than="B").verdict == verdict


@pytest.mark.parametrize(
    ("means", "larger", "verdict"),
    [
        ((90.0, 80.0), True, HOLDS),
        ((90.0, 80.0), False, FAILS),
        ((80.5, 80.0), True, FAILS),
        ((80.0, 90.0), False, HOLDS),
    ],
)
def test_printed_order_beyond_chance(tmp_path, monkeypatch, means, larger, verdict):
    """With deviations of 2 over ten trials, half a point is noise and ten points are not."""
    monkeypatch.chdir(tmp_path)
    printed = pd.DataFrame(
        {"table": "t", "dataset": "alpha", "method": ["A", "B"], "metric": "accuracy",
         "value": means, "spread": 2.0, "spread_kind": "std"}
    )  # fmt: skip
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1]}}, published=printed)
    options = {"table": "t", "metric": "accuracy", "methods": ["A"], "than": ["B"], "trials": 10}
    judged = smm.printed_order_beyond_chance(results, larger=larger, **options)
    assert judged.verdict == verdict
    if verdict != HOLDS:
        assert "A against B on alpha" in judged.reason


def printed_pairs(**of_set):
    """Means of A and B by data set, with deviations of which A's are the smaller."""
    rows = [
        {"table": "t", "dataset": name, "method": method, "metric": "e", "value": value,
         "spread": spread}
        for name, means in of_set.items()
        for method, value, spread in zip("AB", means, (1.0, 3.0), strict=True)
    ]  # fmt: skip
    return stored({"main": {"error": {"alpha": {"A": [0.1]}}}}, published=pd.DataFrame(rows))


ORDER = {"table": "t", "metric": "e", "methods": ["A"], "than": ["B"]}


def test_a_printed_order_is_that_of_the_numbers_whatever_their_deviations():
    """A factor of 80/81 puts A's 81 level with B's 80, which is not below."""
    judged = smm.printed_order(printed_pairs(one=(80.0, 81.0), two=(50.0, 90.0)), **ORDER)
    assert judged.verdict == HOLDS and judged.reason == "All 2 printed pairs are in this order."
    assert judged.flips == pytest.approx({FAILS: 81 / 80})
    judged = smm.printed_order(printed_pairs(one=(81.0, 80.0), two=(50.0, 90.0)), **ORDER)
    assert judged.verdict == FAILS and judged.reason.endswith("The other is A against B on one.")
    assert judged.flip == "It would hold if the printed numbers of A were 1.2 % lower."
    assert judged.flips == pytest.approx({HOLDS: 80 / 81})
    assert smm.printed_order(printed_pairs(one=(80.0, 80.0)), **ORDER).verdict == FAILS
    assert smm.printed_order(printed_pairs(one=(80.0, 80.0)), larger=True, **ORDER).verdict == FAILS


def test_a_printed_order_may_need_a_share_of_pairs_or_some_data_sets_alone():
    results = printed_pairs(one=(81.0, 80.0), two=(50.0, 90.0))
    assert smm.printed_order(results, need=0.5, **ORDER).verdict == HOLDS
    assert smm.printed_order(results, need=0.6, **ORDER).verdict == FAILS
    assert smm.printed_order(results, datasets=["two"], **ORDER).verdict == HOLDS
    assert smm.printed_order(results, datasets=["one"], larger=True, **ORDER).verdict == HOLDS


def test_printed_numbers_are_compared_with_those_of_every_rival():
    results = printed_pairs(one=(80.0, 81.0))
    judged = smm.printed_order(results, **ORDER | {"than": ["B", "A"]})
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, FAILS]


def test_printed_deviations_have_an_order_too():
    results = printed_pairs(one=(81.0, 80.0), two=(50.0, 90.0))
    judged = smm.printed_order(results, number="spread", **ORDER)
    assert judged.verdict == HOLDS and judged.evidence[0]["difference"] == -2
    assert smm.printed_order(results, number="spread", larger=True, **ORDER).verdict == FAILS


def settings(setting, least_pure, error=0.205):
    """20 draws with a pure setting, and one of like error that is as impure as given."""
    path = {"A": [[(0.2, -2.0), (error, value), (0.3, 9.0)] for value in least_pure]}
    return lambda **bounds: smm.bounded_at_like_error(
        recorded_curves({"path": {"alpha": path}}), methods=["A"], setting=setting, **bounds, **LIKE
    )


@pytest.mark.parametrize(
    ("inside", "verdict"), [(20, HOLDS), (15, HOLDS), (14, INCONCLUSIVE), (6, INCONCLUSIVE),
                            (5, FAILS)],
)  # fmt: skip
def test_settings_of_like_error_are_bounded_in_most_draws(inside, verdict):
    """By the sign test at 2.5 %, one-tailed: 15 of 20 are most."""
    judge = settings("least pure", [0.1] * inside + [-0.1] * (20 - inside))
    judged = judge(at_least=0)
    assert judged.verdict == verdict
    assert judged.evidence[0]["inside"] == inside and judged.evidence[0]["trials"] == 20
    assert judged.reason.startswith("Of the least pure setting of like error the decimal ")


def test_settings_are_those_of_the_methods_asked_for_and_told_by_their_median():
    paths = {"A": [[(0.2, 0.1)]] * 15 + [[(0.2, 2.0)]] * 5, "B": [[(0.2, -1.0)]] * 20}
    results = recorded_curves({"path": {"alpha": paths, "again": paths}})
    results.plan.catalogue["again"].version_of = "alpha"
    judged = smm.bounded_at_like_error(
        seen_by_claims(results), methods=["A"], setting="least pure", at_least=0, **LIKE
    )
    assert judged.verdict == HOLDS
    assert [(e["dataset"], e["method"], e["median"]) for e in judged.evidence] == [
        ("alpha", "A", 0.1),
    ]  # fmt: skip
    assert settings("least pure", [0.1] * 20)(at_most=0).verdict == FAILS


def test_settings_are_those_of_the_data_sets_asked_for():
    paths = {"alpha": {"A": [[(0.2, 0.1)]] * 20}, "beta": {"A": [[(0.2, -1.0)]] * 20}}
    results = recorded_curves({"path": paths})
    for datasets, verdict in ((["alpha"], HOLDS), (["beta"], FAILS), (None, FAILS)):
        judged = smm.bounded_at_like_error(
            results, methods=["A"], setting="purest", at_least=0, datasets=datasets, **LIKE
        )
        assert judged.verdict == verdict
        assert [e["dataset"] for e in judged.evidence] == (datasets or ["alpha", "beta"])


def test_the_purest_setting_and_one_of_larger_error_are_no_least_pure_one():
    assert settings("purest", [0.1] * 20)(at_least=0).verdict == FAILS
    assert settings("purest", [0.1] * 20)(at_most=-1).verdict == HOLDS
    assert settings("least pure", [0.1] * 20, error=0.22)(at_least=0).verdict == FAILS
    judge = settings("least pure", [0.1] * 20)
    assert judge(at_least=0, datasets=["alpha"]).verdict == HOLDS
    assert settings("least pure", [])(at_least=0).verdict == UNTESTABLE


PURER = {"study": "main", "curve": "path", "within": 0.01, "than": ["B", "B2"]}


def paths_of(shift, names=("alpha", "beta")):
    """Purest settings of A that are `shift` from those of its rivals, by draw."""

    def path(value):
        return [(0.2, value + 1), (0.21, value), (0.22, -9.0)]

    ours, theirs = [path(v) for v in planted(shift)], [path(v) for v in BASE]
    of_set = {"A": ours, "B": theirs, "B2": theirs, "unpaired": ours}
    return recorded_curves({"path": dict.fromkeys(names, of_set)})


def test_purity_is_judged_by_the_paired_tests_of_all_data_sets_and_rivals():
    told = t(ALPHA / 2 / 4) * ERROR

    def judge(shift):
        return smm.purer_at_like_error(paths_of(shift), methods=["A"], margin=0.05, **PURER)

    assert_steps(judge, [HOLDS, -0.05 - told, INCONCLUSIVE, -0.05 + told, FAILS])
    assert judge(-0.1).reason.startswith(
        "In all 4 comparisons the decimal logarithm of the ratio for the purest blocks of A is"
    )


def test_purity_is_compared_on_one_version_of_the_data_sets_with_both_paths():
    results = paths_of(-0.1, ("alpha", "again", "beta", "gamma"))
    results.plan.catalogue["again"].version_of = "alpha"
    trace = results.frames["main", "traces"]
    gone = (trace["dataset"] == "beta") & (trace["method"] == "B")
    results.frames["main", "traces"] = trace[~gone & (trace["dataset"] != "gamma")]
    view = seen_by_claims(results)
    judged = smm.purer_at_like_error(view, methods=["A"], **PURER)
    pairs = [(e["dataset"], e["than"], e["pairs"]) for e in judged.evidence if e["pairs"]]
    assert pairs == [("alpha", "B", 8), ("alpha", "B2", 8), ("beta", "B2", 8)]
    judged = smm.purer_at_like_error(view, methods=["A"], datasets=["alpha"], **PURER)
    assert len(judged.evidence) == 2 and judged.verdict == HOLDS


def test_purity_is_paired_over_the_draws_of_both_methods_alone():
    """B2 lacks a path, and the trials are too few after correction for resampling."""
    results = paths_of(-0.012, ("alpha",))
    trace = results.frames["main", "traces"]
    gone = (trace["method"] == "B2") & (trace["seed"] == 0)
    results.frames["main", "traces"] = trace[~gone]
    judged = smm.purer_at_like_error(results, methods=["A"], **PURER)
    assert [entry["pairs"] for entry in judged.evidence] == [8, 7]
    first = judged.evidence[0]
    assert (first["verdict"], first["verdict_corrected_for_resampling"]) == (HOLDS, INCONCLUSIVE)


def test_purity_is_paired_by_the_draw_and_not_by_its_size():
    """By their sizes all draws would differ by as much."""
    ours, theirs = ([[(0.2, value)] for value in values] for values in (BASE - 0.02, BASE[::-1]))
    results = recorded_curves({"path": {"alpha": {"A": ours, "B": theirs}}})
    judged = smm.purer_at_like_error(results, methods=["A"], **PURER | {"than": ["B"]})
    assert judged.verdict == INCONCLUSIVE


def test_the_last_case_beyond_chance_is_judged_at_the_full_level():
    """Holm's first step takes the half for alpha, and beta is the only one that is left."""
    told = float(stats.t.isf(ALPHA / 2, 18)) * 2.0 * (2 / 10) ** 0.5
    for apart, verdict in ((0.99 * told, FAILS), (1.01 * told, HOLDS)):
        rows = [
            {"table": "t", "dataset": dataset, "method": method, "metric": "e", "value": value,
             "spread": 2.0}
            for dataset, a in (("alpha", 50.0), ("beta", 90.0 - apart))
            for method, value in (("A", a), ("B", 90.0))
        ]  # fmt: skip
        printed = stored({"main": {"error": {"alpha": {"A": [0.1]}}}}, published=pd.DataFrame(rows))
        assert smm.printed_order_beyond_chance(printed, **ORDER, trials=10).verdict == verdict


@pytest.mark.parametrize("larger", [False, True])
def test_an_order_beyond_chance_flips_where_welchs_test_of_four_cases_does(larger):
    told = float(stats.t.isf(ALPHA / 2 / 4, 18)) * 2.0 * (2 / 10) ** 0.5

    def judge(shift):
        rows = [
            {"table": "t", "dataset": dataset, "method": method, "metric": "e",
             "value": 80.0 + shift * (method == "A"), "spread": 2.0}
            for dataset in ("alpha", "beta") for method in ("A", "B", "B2")
        ]  # fmt: skip
        printed = stored({"main": {"error": {"alpha": {"A": [0.1]}}}}, published=pd.DataFrame(rows))
        return smm.printed_order_beyond_chance(
            printed, table="t", metric="e", methods=["A"], than=["B", "B2"], trials=10,
            larger=larger,
        )  # fmt: skip

    assert_steps(judge, [FAILS, told, HOLDS] if larger else [HOLDS, -told, FAILS])
    shown = judge(9.0 if larger else -9.0)
    assert shown.reason == "All 4 printed pairs differ beyond chance."
    assert judge(0.0).reason.startswith(
        "Of 4 printed pairs 0 differ beyond chance. Among the others is A against B on alpha."
    )
    assert "if the printed means of A were " in judge(0.0).flip
    assert shown.evidence[0]["difference"] == pytest.approx(9.0 if larger else -9.0)


@pytest.mark.parametrize(("beta", "verdict"), [(50.0, INCONCLUSIVE), (95.0, FAILS)])
def test_an_order_without_a_printed_deviation_decides_unless_another_case_does(beta, verdict):
    rows = [
        {"table": "t", "dataset": dataset, "method": method, "metric": "e", "value": value,
         "spread": spread}
        for dataset, a, spread in (("alpha", 50.0, np.nan), ("beta", beta, 2.0))
        for method, value in (("A", a), ("B", 90.0))
    ]  # fmt: skip
    printed = stored({"main": {"error": {"alpha": {"A": [0.1]}}}}, published=pd.DataFrame(rows))
    judged = smm.printed_order_beyond_chance(printed, **ORDER, trials=10)
    assert judged.verdict == verdict
    assert judged.reason.endswith("A printed deviation is missing for 1 of them.")


def varied(factors, **more):
    """Seconds of A that deviate by these factors of those of B, a data set each."""
    noise = np.array([-1.0, 1.0, 0.5, -0.5])
    seconds = {
        f"set{i}": {"A": 9 + factor * noise, "B": 9 + noise} for i, factor in enumerate(factors)
    }
    scores = {name: {"A": [0.1] * 4, "B": [0.1] * 4} for name in seconds}
    return stored({"main": {"error": scores}}, seconds=seconds, **more)


VARIES = {"study": "main", "method": "A", "than": "B"}


@pytest.mark.parametrize(
    ("factors", "verdict"),
    [([2.0] * 6, HOLDS), ([2.0] * 5 + [0.5], INCONCLUSIVE), ([1.0] * 6, FAILS),
     ([0.5] * 6, FAILS), ([2.0] * 5, INCONCLUSIVE), ([2.0] * 8 + [0.5], HOLDS)],
)  # fmt: skip
def test_deviations_must_be_larger_on_more_than_half_and_equal_ones_are_not(factors, verdict):
    """By the sign test at 2.5 %, one-tailed: six of six, or eight of nine."""
    judged = smm.varies_more(varied(factors), **VARIES)
    larger = sum(factor > 1 for factor in factors)
    assert judged.verdict == verdict
    told = f"The seconds of A deviate more than those of B on {larger} of {len(factors)} data sets."
    assert judged.reason.startswith(told)
    assert judged.evidence[0]["A"] == pytest.approx(factors[0] * judged.evidence[0]["B"])


def test_deviations_flip_by_a_factor_and_versions_count_once():
    judged = smm.varies_more(varied([2.0] * 5 + [4.0]), **VARIES)
    assert judged.flips == pytest.approx({INCONCLUSIVE: 0.5, FAILS: 0.25})
    assert judged.flip == (
        "It would be inconclusive if the deviations of A were lower by a factor of 2, and fail if "
        "lower by a factor of 4."
    )
    results = varied([2.0] * 6, version_of={"set5": "set0"})
    judged = smm.varies_more(seen_by_claims(results), **VARIES)
    assert judged.verdict == INCONCLUSIVE and len(judged.evidence) == 5
    assert judged.reason.endswith("too few trials to say.")


def test_deviations_may_be_those_of_some_data_sets_alone():
    results = varied([2.0] * 6 + [0.5])
    names = [f"set{i}" for i in range(6)]
    assert smm.varies_more(results, **VARIES).verdict == INCONCLUSIVE
    assert smm.varies_more(results, datasets=names, **VARIES).verdict == HOLDS
    assert smm.varies_more(results, datasets=["none"], **VARIES).verdict == UNTESTABLE


def test_seconds_of_failed_fits_do_not_deviate():
    results = varied([2.0] * 6)
    runs = results.frames["main", "runs"]
    runs.loc[(runs["dataset"] == "set0") & (runs["method"] == "B"), "status"] = "time"
    judged = smm.varies_more(results, **VARIES, need=0.4)
    assert len(judged.evidence) == 5
    runs.loc[runs["method"] == "B", "status"] = "time"
    assert smm.varies_more(results, **VARIES).verdict == UNTESTABLE
    runs.loc[runs["seed"] > 0, "status"] = "time"
    runs.loc[runs["seed"] == 0, "status"] = "ok"
    assert smm.varies_more(results, **VARIES).verdict == UNTESTABLE


@pytest.mark.parametrize("bound", ["at_least", "at_most"])
def test_a_setting_on_a_bound_lies_within_it(bound):
    judged = settings("least pure", [0.5] * 20)(**{bound: 0.5})
    assert judged.verdict == HOLDS and judged.evidence[0]["inside"] == 20


def test_a_printed_order_of_larger_numbers_flips_where_the_first_pair_is_level():
    judged = smm.printed_order(
        printed_pairs(one=(81.0, 80.0), two=(90.0, 50.0)), larger=True, **ORDER
    )
    assert judged.verdict == HOLDS and judged.flips == pytest.approx({FAILS: 80 / 81})
    judged = smm.printed_order(
        printed_pairs(one=(80.0, 81.0), two=(90.0, 50.0)), larger=True, **ORDER
    )
    assert judged.verdict == FAILS and judged.flips == pytest.approx({HOLDS: 81 / 80})


def test_deviations_are_those_of_the_fits_and_of_a_sample():
    """A takes ten times as long, and the searches of B deviate far more."""
    noise = np.array([-1.0, 1.0, 0.5, -0.5])
    seconds = {f"set{i}": {"A": 90 + noise, "B": 9 + noise / 1.1} for i in range(6)}
    scores = {name: {"A": [0.1] * 4, "B": [0.1] * 4} for name in seconds}
    results = stored({"main": {"error": scores}}, seconds=seconds)
    runs = results.frames["main", "runs"]
    runs.loc[runs["method"] == "B", "tune_seconds"] = 100.0 * runs["seed"]
    judged = smm.varies_more(results, **VARIES)
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["A"] == pytest.approx(np.std(noise, ddof=1))
    assert judged.evidence[0]["B"] == pytest.approx(np.std(noise, ddof=1) / 1.1)


def test_paths_of_draws_of_which_none_has_both_methods_are_not_compared(results, tmp_path):
    keep_paths(tmp_path, {("A", 0): [(0.2, 1.0)], ("B", 1): [(0.2, 1.0)]})
    judged = smm.purer_at_like_error(results, methods=["A"], than=["B"], **LIKE)
    assert judged.verdict == UNTESTABLE and judged.reason.startswith("No trial of the study")


def test_a_missing_printed_spread_refutes_no_order():
    rows = [
        ("t", "a", "A", "error", 1.0, np.nan, "std"),
        ("t", "a", "B", "error", 2.0, 0.1, "std"),
        ("t", "b", "A", "error", 1.0, 0.05, "std"),
        ("t", "b", "B", "error", 2.0, 0.1, "std"),
    ]
    names = ["table", "dataset", "method", "metric", "value", "spread", "spread_kind"]
    results = stored({"main": {"error": {"a": {"A": [0.1]}}}},
                     published=pd.DataFrame(rows, columns=names))  # fmt: skip
    asked = {"table": "t", "metric": "error", "methods": ["A"], "than": ["B"], "number": "spread"}
    assert smm.printed_order(results, **asked).verdict == INCONCLUSIVE
    assert smm.printed_order(results, **asked, need=0.5).verdict == HOLDS
    assert smm.printed_order(results, **asked, larger=True).verdict == FAILS
    judged = smm.printed_order(results, **asked | {"datasets": ["a", "c"]})
    assert judged.reason.endswith("Of 2 pairs a number is not printed.") and judged.flip == ""
