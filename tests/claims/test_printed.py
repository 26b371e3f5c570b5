"""Printed tables against their own numbers: made up, and as published."""

from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pandas as pd
import pytest
from scipy import stats

from methods.bench.results import Results
from methods.bench.statistics import ALPHA
from methods.claims.printed import (
    printed_average_ranks,
    printed_beats_majority,
    printed_better,
    printed_bounded,
    printed_lower,
    printed_ranks,
    printed_ratio,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.data.catalogue import Descriptor
from tests.claims.stored import stored

PUBLISHED = Path(__file__).parents[2] / "workflow" / "published"


def results(rows) -> Results:
    frame = rows if isinstance(rows, pd.DataFrame) else pd.DataFrame(rows)
    return Results(SimpleNamespace(), SimpleNamespace(), frame)


def row(method, value, rank=float("nan"), spread=1.0, dataset="d", metric="e"):
    return {"table": "t", "dataset": dataset, "method": method, "metric": metric,
            "value": value, "spread": spread, "spread_kind": "std", "rank": rank}  # fmt: skip


@pytest.mark.parametrize(
    ("ranks", "verdict"),
    [
        ((1, 2, 3), HOLDS),  # equal printed means may differ in the digits not printed
        ((1, 3, 2), HOLDS),
        ((1, 2, 2), HOLDS),
        ((2, 1, 3), FAILS),
        ((1, 2, 4), FAILS),
    ],
)
def test_a_printed_rank_must_follow_from_the_printed_means(ranks, verdict):
    rows = [row("A", 10.0, ranks[0]), row("B", 20.0, ranks[1]), row("C", 20.0, ranks[2])]
    judged = printed_ranks(results(rows), table="t", metric="e")
    assert judged.verdict == verdict
    assert "from the printed means" in judged.reason
    assert [entry["method"] in judged.reason for entry in judged.evidence] == [True] * len(
        judged.evidence
    )


@pytest.mark.parametrize(("metric", "verdict"), [("test_accuracy", HOLDS), ("e", FAILS)])
def test_of_two_accuracies_the_higher_one_is_better(metric, verdict):
    rows = [row("A", 90.0, 1, metric=metric), row("B", 80.0, 2, metric=metric)]
    rows.append(row("C", 70.0, 3, metric=metric))
    options = {"table": "t", "metric": metric}
    ranks = printed_ranks(results(rows), **options)
    better = printed_better(
        results(rows), **options, datasets=["d"], methods=["A", "B"], than=["C"], trials=10
    )
    assert (ranks.verdict, better.verdict) == (verdict, verdict)
    best = "A" if verdict == HOLDS else "B"
    assert [(e["method"], e["significant"]) for e in better.evidence] == [(best, verdict == HOLDS)]


def test_a_missing_rank_is_not_judged():
    judged = printed_ranks(results([row("A", 1.0, 1), row("B", 0.5)]), table="t", metric="e")
    assert judged.verdict == FAILS and judged.reason.startswith("Of 1 printed ranks none follows")


@pytest.mark.parametrize(("average", "verdict"), [(1.7, HOLDS), (1.5, FAILS)])
def test_a_printed_average_rank_must_be_the_mean_as_rounded(average, verdict):
    rows = [row("A", 1.0, rank, dataset=str(i)) for i, rank in enumerate((1, 2, 2))]
    rows.append(row("A", average, metric="average_rank"))
    assert printed_average_ranks(results(rows), table="t", metric="e").verdict == verdict


@pytest.mark.parametrize("average", [1.45, 1.55])
def test_an_average_rank_may_be_half_a_digit_off_in_the_verdict_and_in_its_reason(average):
    rows = [row("A", 1.0, rank, dataset=str(rank)) for rank in (1, 2)]
    rows.append(row("A", average, metric="average_rank"))
    judged = printed_average_ranks(results(rows), table="t", metric="e")
    assert judged.verdict == HOLDS
    assert judged.reason == "All 1 printed average ranks follow from the printed ranks."


@pytest.mark.parametrize(("spread", "verdict"), [(1.0, HOLDS), (20.0, FAILS)])
def test_better_is_tested_for_the_best_of_ours_against_each_rival(spread, verdict):
    rows = [row("worse", 12.0), row("best", 10.0, spread=spread), row("rival", 14.0)]
    judged = printed_better(
        results(rows), table="t", metric="e", datasets=["d"], methods=["worse", "best"],
        than=["rival"], trials=10,
    )  # fmt: skip
    assert judged.verdict == verdict
    assert [(e["method"], e["difference"]) for e in judged.evidence] == [("best", -4.0)]


def test_a_significantly_higher_number_is_not_better():
    judged = printed_better(
        results([row("ours", 14.0), row("rival", 10.0)]),
        table="t", metric="e", datasets=["d"], methods=["ours"], than=["rival"], trials=10,
    )  # fmt: skip
    assert judged.verdict == FAILS


@pytest.mark.parametrize(
    ("says_about", "verdict"), [(2000, HOLDS), (2400, HOLDS), (1000, FAILS), (3000, FAILS)]
)
def test_a_ratio_of_means_said_in_the_text_is_tested_to_one_digit(says_about, verdict):
    rows = [row("slow", 300.0), row("slower", 700.0), row("fast", 0.1), row("faster", 0.4)]
    judged = printed_ratio(
        results(rows), table="t", metric="e", slow=["slow", "slower"], fast=["fast", "faster"],
        says_about=says_about,
    )  # fmt: skip
    assert judged.verdict == verdict
    assert "have the ratio 2,000, and their pairs 1,750 to 3,000;" in judged.reason


@pytest.mark.parametrize(("below", "verdict"), [(0.2, HOLDS), (0.1, FAILS)])
def test_a_bound_said_in_the_text_is_tested(below, verdict):
    rows = [row("A", 0.05), row("B", 0.1)]
    judged = printed_bounded(results(rows), table="t", metric="e", methods=["A", "B"], below=below)
    assert judged.verdict == verdict and "0.1 of B" in judged.reason


def test_the_published_erm_table_has_consistent_ranks():
    erm = results(pd.read_csv(PUBLISHED / "erm.csv"))
    assert printed_ranks(erm, table="table1", metric="test_error_percent").verdict == HOLDS
    averages = printed_average_ranks(erm, table="table1", metric="test_error_percent")
    assert averages.verdict == HOLDS and len(averages.evidence) == 10


def test_a_slip_in_the_published_table_would_be_found():
    rows = pd.read_csv(PUBLISHED / "erm.csv")
    first = rows[(rows["table"] == "table1") & (rows["metric"] == "test_error_percent")].index[0]
    rows.loc[first, "value"] += 20
    judged = printed_ranks(results(rows), table="table1", metric="test_error_percent")
    assert judged.verdict == FAILS


@pytest.mark.parametrize(("others_above", "verdict"), [(False, HOLDS), (True, FAILS)])
def test_others_may_have_to_lie_above_the_bound(others_above, verdict):
    printed = results([row("A", 1.0), row("B", 2.0), row("C", 9.0)])
    options = {"table": "t", "metric": "e", "methods": ["A"], "below": 5.0}
    assert printed_bounded(printed, **options, others_above=others_above).verdict == verdict


def described(name, classes, printed=()):
    return Descriptor(
        name=name, title=name, task="binary", shape=(10, 1), classes=classes, licence="",
        origin="", citation="", printed=printed, sources=(),
    )  # fmt: skip


@pytest.mark.parametrize("unit", [1.0, 100.0])
@pytest.mark.parametrize(("value", "verdict"), [(0.25, HOLDS), (0.5, FAILS)])
def test_a_printed_error_is_held_against_the_larger_class(value, verdict, unit):
    descriptor = described("d", {"a": 3, "b": 7})  # the smaller class has a share of 0.3
    printed = pd.DataFrame([row("A", unit * value, spread=unit * 0.01)])
    plan = SimpleNamespace(catalogue={"d": descriptor, "alias": descriptor})
    held = Results(plan, SimpleNamespace(source="s"), printed)
    judged = printed_beats_majority(
        held, published={"table": "t", "metric": "e", "trials": 4}, methods=["A"], unit=unit
    )
    assert judged.verdict == verdict
    assert len(judged.evidence) == 1
    assert judged.evidence[0]["smaller_class"] == pytest.approx(unit * 0.3)


def test_errors_above_the_larger_class_are_told_apart_from_those_that_are_so_by_chance():
    """Of 0.3 by 0.01 and 0.03; two standard errors of four trials are 0.02."""
    held = Results(
        SimpleNamespace(catalogue={"d": described("d", {"a": 3, "b": 7})}),
        SimpleNamespace(source="s"),
        pd.DataFrame(
            [row(name, v, spread=0.02) for name, v in (("A", 0.29), ("B", 0.31), ("C", 0.33))]
        ),
    )
    published = {"table": "t", "metric": "e", "trials": 4}
    judged = printed_beats_majority(held, published=published, methods=["A", "B", "C"])
    assert judged.verdict == FAILS
    assert judged.reason == (
        "Of 3 printed errors 2 are above that of always answering the larger class, and 1 of these "
        "by more than two standard errors. The worst is C on d, 33 % against 30 %."
    )
    judged = printed_beats_majority(held, published=published, methods=["A", "B"])
    assert judged.verdict == HOLDS and "and none of these by more than two" in judged.reason


def test_the_error_that_is_worst_in_points_may_not_be_so_in_standard_errors():
    """A lies 0.08 above 0.3, which is 4 standard errors; B lies 0.05 above, which is 10."""
    held = Results(
        SimpleNamespace(catalogue={"d": described("d", {"a": 3, "b": 7})}),
        SimpleNamespace(source="s"),
        pd.DataFrame([row("A", 0.38, spread=0.04), row("B", 0.35, spread=0.01)]),
    )
    published = {"table": "t", "metric": "e", "trials": 4}
    judged = printed_beats_majority(held, published=published, methods=["A", "B"])
    assert judged.reason.endswith(
        "The worst is A on d, 38 % against 30 %. In standard errors it is B on d, 10 above."
    )


def test_stand_ins_are_not_held_against_the_larger_class():
    catalogue = {"d": msgspec.structs.replace(described("d", {"a": 3, "b": 7}), stands_in_for="e")}
    held = Results(
        SimpleNamespace(catalogue=catalogue), SimpleNamespace(source="s"),
        pd.DataFrame([row("A", 0.5, spread=0.01)]),
    )  # fmt: skip
    judged = printed_beats_majority(
        held, published={"table": "t", "metric": "e", "trials": 4}, methods=["A"]
    )
    assert judged.evidence == []


@pytest.mark.parametrize("smaller", [(1, 4), (4, 1)])
def test_versions_of_a_data_set_are_one_printed_error_at_the_largest_share(smaller):
    known = [{"source": "s", "name": "d"}]
    versions = {
        name: described(name, {"a": n, "b": 10 - n}, known)
        for name, n in zip(("one", "two"), smaller, strict=True)
    }
    held = Results(
        SimpleNamespace(catalogue=versions), SimpleNamespace(source="s"),
        pd.DataFrame([row("A", 0.3, spread=0.01)]),
    )  # fmt: skip
    judged = printed_beats_majority(
        held, published={"table": "t", "metric": "e", "trials": 4}, methods=["A"]
    )
    assert judged.verdict == HOLDS
    assert [(e["dataset"], e["smaller_class"]) for e in judged.evidence] == [("d", 0.4)]


SPREAD, TRIALS = 1.0, 10
PRINTED_ERROR = (2 / TRIALS) ** 0.5 * SPREAD  # of a difference of two printed means
PRINTED_BAR = float(stats.t.isf(ALPHA / 2, 2 * TRIALS - 2))  # of equal deviations


def assert_flips_where_it_says(judge, now, other):
    """`judge(shift)` has one other verdict, from its flip on."""
    judged = judge(0.0)
    assert (judged.verdict, set(judged.flips)) == (now, {other})
    (place,) = judged.flips.values()
    step = 1e-6 if place > 0 else -1e-6
    assert judge(place - step).verdict == now and judge(place + step).verdict == other
    return place


@pytest.mark.parametrize(
    ("gap", "now", "other"), [(3.0, HOLDS, FAILS), (0.5, FAILS, HOLDS), (-2.0, FAILS, HOLDS)]
)
def test_better_flips_where_welchs_test_of_the_weakest_difference_does(gap, now, other):
    """On two data sets and against two rivals; a shift is in combined standard errors."""

    def judge(shift):
        gaps = {("d", "r1"): gap, ("d", "r2"): 9.0, ("e", "r1"): 7.0, ("e", "r2"): 8.0}
        rows = [row("ours", 10.0 + shift * PRINTED_ERROR, dataset=d) for d in "de"]
        rows += [row("worse", 20.0, dataset=d) for d in "de"]
        rows += [row(name, 10.0 + value, dataset=d) for (d, name), value in gaps.items()]
        return printed_better(
            results(rows), table="t", metric="e", datasets=["d", "e"], methods=["ours", "worse"],
            than=["r1", "r2"], trials=TRIALS,
        )  # fmt: skip

    place = assert_flips_where_it_says(judge, now, other)
    assert place == pytest.approx(gap / PRINTED_ERROR - PRINTED_BAR)
    judged = judge(0.0)
    assert judged.reason.startswith(
        "All 4 printed" if now == HOLDS else "Of 4 printed comparisons 3"
    )
    expected = stats.ttest_ind_from_stats(10, SPREAD, TRIALS, 10 + gap, SPREAD, TRIALS, False)
    assert judged.evidence[0]["p_value"] == pytest.approx(expected.pvalue)
    assert ("The least so is ours against r1 on d, p = " in judged.reason) == (now == FAILS)
    assert "of ours and worse were " in judged.flip and " standard errors " in judged.flip


def of_four(values, need=0.5, shift=0.0):
    """A against X on two data sets, and B against Y: the printed differences in points."""
    rows = []
    for dataset, (a, b) in zip("de", (values[:2], values[2:]), strict=True):
        rows += [row("A", 10 + a + shift, dataset=dataset), row("X", 10.0, dataset=dataset)]
        rows += [row("B", 10 + b + shift, dataset=dataset), row("Y", 10.0, dataset=dataset)]
    return printed_lower(
        results(rows), table="t", metric="e", datasets=["d", "e"], methods=["A", "B"],
        than=["X", "Y"], need=need,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("values", "need", "verdict", "lower"),
    [
        ((-1.0, -1.0, -1.0, 1.0), 0.5, HOLDS, 3),
        ((-1.0, 1.0, -1.0, 1.0), 0.5, FAILS, 2),  # half is not most
        ((-1.0, 0.0, -1.0, 0.0), 0.5, FAILS, 2),  # equal is not lower
        ((-1.0, -1.0, 1.0, -1.0), 0.75, FAILS, 3),
    ],
)
def test_most_printed_means_must_be_lower_than_those_of_their_own_rivals(
    values, need, verdict, lower
):
    judged = of_four(values, need)
    assert judged.verdict == verdict
    assert judged.reason == f"The printed mean is the lower one in {lower} of 4 comparisons."
    assert [entry["difference"] for entry in judged.evidence] == pytest.approx(values)


def test_printed_means_flip_where_one_more_is_lower():
    judged = of_four((-1.0, 0.25, -2.0, 1.0))
    assert judged.verdict == FAILS
    assert judged.flips == {HOLDS: pytest.approx(-0.25)}
    assert of_four((-1.0, 0.25, -2.0, 1.0), shift=-0.26).verdict == HOLDS


def against_majority(values, classes=None, spread=0.02):
    """Errors of A and B as printed of four trials, for data sets with these classes."""
    classes = classes or {"d": {"a": 3, "b": 7}, "e": {"a": 4, "b": 6}}
    printed = [
        row(method, value, spread=spread, dataset=dataset)
        for dataset in classes
        for method, value in zip("AB", values, strict=True)
    ]
    plan = SimpleNamespace(catalogue={name: described(name, of) for name, of in classes.items()})
    held = Results(plan, SimpleNamespace(source="s"), pd.DataFrame(printed))
    return printed_beats_majority(
        held, published={"table": "t", "metric": "e", "trials": 4}, methods=["A", "B"]
    )


@pytest.mark.parametrize(
    ("value", "now", "other"), [(0.3199, HOLDS, FAILS), (0.3201, FAILS, HOLDS)]
)
def test_an_error_is_worse_than_the_majority_by_more_than_two_standard_errors(value, now, other):
    """The standard error is 0.01, and the smaller class has a share of 0.3."""
    judged = against_majority((0.2, value))
    assert (judged.verdict, set(judged.flips)) == (now, {other})
    assert judged.flips[other] == pytest.approx((0.32 - value) / 0.01)
    above = "Of 4 printed errors 1 is above that of always answering the larger class, and "
    of_these = "1" if now == FAILS else "none"
    assert judged.reason.startswith(f"{above}{of_these} of these by more than two standard errors.")
    assert judged.reason.endswith("The worst is B on d, 32 % against 30 %.")
    assert "if each printed error were " in judged.flip and "its standard errors" in judged.flip
    for step, verdict in ((-1e-6, now), (1e-6, other)):
        moved = judged.flips[other] + step * np.sign(judged.flips[other])
        shifted = against_majority((0.2 + 0.01 * moved, value + 0.01 * moved))
        assert shifted.verdict == verdict


def test_an_error_without_deviation_is_compared_and_no_shift_moves_it():
    judged = against_majority((0.2, 0.35), spread=0.0)
    assert (judged.verdict, judged.flips) == (FAILS, {})
    assert judged.flip.startswith(
        "No shift of each printed error would change the verdict, since one"
    )


@pytest.mark.parametrize(
    "classes",
    [{"d": {"a": 3, "b": 7, "c": 1}}, {"d": {"a": None, "b": None}}, {"d": {"a": 3, "b": None}}],
)
def test_without_two_counted_classes_no_error_is_compared(classes):
    assert against_majority((0.2, 0.9), classes).verdict == UNTESTABLE


def test_without_a_printed_deviation_no_error_is_compared():
    assert against_majority((0.2, 0.9), spread=float("nan")).verdict == UNTESTABLE


@pytest.mark.parametrize(
    ("a", "b", "now", "other", "expected"),
    [
        (1.68, 1.3, HOLDS, FAILS, 4 / 3 - 0.05 - 1.3),
        (1.5, 1.22, FAILS, HOLDS, 5 / 3 - 0.05 - 1.5),
    ],
)
def test_average_ranks_flip_where_one_is_no_longer_the_mean_as_rounded(a, b, now, other, expected):
    """Of A with ranks 1, 2, 2 and of B with ranks 2, 1, 1."""

    def judge(shift):
        ranks = {"A": (1, 2, 2), "B": (2, 1, 1)}
        rows = [row(m, 1.0, r, dataset=str(i)) for m in "AB" for i, r in enumerate(ranks[m])]
        rows.append(row("A", a + shift, metric="average_rank"))
        rows.append(row("B", b + shift, metric="average_rank"))
        return printed_average_ranks(results(rows), table="t", metric="e")

    place = assert_flips_where_it_says(judge, now, other)
    assert place == pytest.approx(expected, abs=1e-8)
    none = (
        "Of 2 printed average ranks none follows from the printed ranks. The others are of A and B."
    )
    assert (judge(0.0).reason == none) == (now == FAILS)


@pytest.mark.parametrize(
    ("says_about", "now", "other", "factor"),
    [
        (2000, HOLDS, FAILS, 2500 / 2000),  # nearer than 1500 in the logarithm
        (3000, FAILS, HOLDS, 2500 / 2000),
        (1000, FAILS, HOLDS, 1500 / 2000),
        (10000, FAILS, HOLDS, 9500 / 2000),
    ],
)
def test_a_ratio_tells_the_factor_at_which_it_would_round_to_another_digit(
    says_about, now, other, factor
):
    rows = [row("s1", 1999.0), row("f1", 1.0), row("s2", 6003.0), row("f2", 3.0)]
    judged = printed_ratio(
        results(rows), table="t", metric="e", slow=["s1", "s2"], fast=["f1", "f2"],
        says_about=says_about,
    )  # fmt: skip
    assert (judged.verdict, set(judged.flips)) == (now, {other})
    assert judged.flips[other] == pytest.approx(factor * 2000 / 2000.5)
    assert [entry["ratio"] for entry in judged.evidence] == [1999, 2001]


@pytest.mark.parametrize(
    ("other", "options", "now", "flips"),
    [
        (9.0, {"others_above": True}, HOLDS, {FAILS: 3.0}),
        (5.0, {"others_above": True}, HOLDS, {FAILS: 3.0}),
        (4.9, {"others_above": True}, FAILS, {}),
        (4.9, {}, HOLDS, {FAILS: 3.0}),
        (9.0, {"below": 2.0}, FAILS, {HOLDS: 0.0}),
        (9.0, {"below": 1.5}, FAILS, {HOLDS: -0.5}),
    ],
)
def test_printed_numbers_on_the_bound_are_not_below_it(other, options, now, flips):
    rows = [row("A", 1.0), row("B", 2.0), row("C", other)]
    options = {"methods": ["A", "B"], "below": 5.0, **options}
    judged = printed_bounded(results(rows), table="t", metric="e", **options)
    assert (judged.verdict, judged.flips) == (now, pytest.approx(flips))
    below = f"The e is printed as 1 of A to 2 of B; below {options['below']:g} is said."
    assert judged.reason.startswith(below)
    assert ("Of the other method " in judged.reason) == ("others_above" in options)
    assert len(judged.evidence) == 3


@pytest.mark.parametrize(
    "judge",
    [
        lambda r: printed_ranks(r, table="t", metric="e"),
        lambda r: printed_average_ranks(r, table="t", metric="e"),
    ],
)
def test_nothing_printed_is_no_evidence_for_a_paper(judge):
    assert judge(results([row("A", 1.0)])).verdict == UNTESTABLE


def test_printed_percents_are_told_as_percents():
    held = Results(
        SimpleNamespace(catalogue={"d": described("d", {"a": 3, "b": 7})}),
        SimpleNamespace(source="s"),
        pd.DataFrame([row("A", 29.0, spread=2.0), row("C", 33.0, spread=2.0)]),
    )
    published = {"table": "t", "metric": "e", "trials": 4}
    judged = printed_beats_majority(held, published=published, methods=["A", "C"], unit=100.0)
    assert judged.verdict == FAILS
    assert judged.reason.endswith("The worst is C on d, 33 % against 30 %.")


# Welch's test of 10 trials each with equal deviations has a bar of 2.1 standard errors
@pytest.mark.parametrize(
    ("metric", "gap", "significant"),
    [("e", 2.5, True), ("e", 1.5, False), ("e", -2.5, False), ("test_accuracy", -2.5, True),
     ("test_accuracy", 2.5, False)],
)  # fmt: skip
def test_a_printed_difference_is_significant_beyond_the_bar_on_the_better_side(
    metric, gap, significant
):
    error = 0.2**0.5
    rows = [row("A", 10.0, metric=metric), row("B", 10.0 + gap * error, metric=metric)]
    judged = printed_better(
        results(rows), table="t", metric=metric, datasets=["d"], methods=["A"], than=["B"],
        trials=10,
    )  # fmt: skip
    assert judged.evidence[0]["significant"] == significant
    assert judged.verdict == (HOLDS if significant else FAILS)


@pytest.mark.parametrize(
    ("others", "told"), [((9.0, 6.0, 2.0), "1 lies"), ((4.0, 5.0, 2.0), "2 lie")]
)
def test_others_below_the_bound_are_counted(others, told):
    rows = [row("A", 1.0), *(row(f"B{i}", value) for i, value in enumerate(others))]
    judged = printed_bounded(
        results(rows), table="t", metric="e", methods=["A"], below=5.0, others_above=True
    )
    assert judged.verdict == FAILS
    assert judged.reason.endswith(f" Of the 3 other methods {told} below, too.")


def test_a_missing_rank_does_not_count_in_the_average():
    rows = [row("A", 1.0, rank, dataset=str(i)) for i, rank in enumerate((1, 2, float("nan")))]
    rows.append(row("A", 1.5, metric="average_rank"))
    judged = printed_average_ranks(results(rows), table="t", metric="e")
    assert judged.verdict == HOLDS and judged.evidence[0]["mean_rank"] == 1.5


def test_the_best_of_ours_is_found_on_each_data_set():
    means = {("d", "A"): 10.0, ("d", "A2"): 30.0, ("e", "A"): 30.0, ("e", "A2"): 10.0}
    rows = [row(m, value, dataset=d) for (d, m), value in means.items()]
    rows += [row("rival", 20.0, dataset=d) for d in "de"]
    judged = printed_better(
        results(rows), table="t", metric="e", datasets=["d", "e"], methods=["A", "A2"],
        than=["rival"], trials=10,
    )  # fmt: skip
    assert judged.verdict == HOLDS
    assert [(e["dataset"], e["method"]) for e in judged.evidence] == [("d", "A"), ("e", "A2")]


@pytest.mark.parametrize("trials", [10, 30])
@pytest.mark.parametrize("spreads", [(1.0, 20.0), (20.0, 1.0), (2.0, 1.0)])
def test_a_printed_difference_has_the_errors_of_both_means(spreads, trials):
    rows = [row("A", 10.0, spread=spreads[0]), row("B", 14.0, spread=spreads[1])]
    judged = printed_better(
        results(rows), table="t", metric="e", datasets=["d"], methods=["A"], than=["B"],
        trials=trials,
    )  # fmt: skip
    expected = stats.ttest_ind_from_stats(
        10.0, spreads[0], trials, 14.0, spreads[1], trials, equal_var=False
    )
    assert judged.evidence[0]["p_value"] == pytest.approx(expected.pvalue)


def test_each_printed_difference_moves_by_its_own_error_to_its_own_bar():
    """On d both means spread alike; on e that of the rival spreads ten times as much."""

    def judge(shift):
        variances = {"d": 0.1 + 0.1, "e": 0.1 + 10.0}
        rows = [row("A", 10.0 + shift * v**0.5, dataset=d) for d, v in variances.items()]
        rows += [row("B", 110.0, dataset="d"), row("B", 30.0, spread=10.0, dataset="e")]
        return printed_better(
            results(rows), table="t", metric="e", datasets=["d", "e"], methods=["A"], than=["B"],
            trials=10,
        )  # fmt: skip

    place = assert_flips_where_it_says(judge, HOLDS, FAILS)
    freedom = 10.1**2 / ((0.1**2 + 10.0**2) / 9)
    assert place == pytest.approx(20.0 / 10.1**0.5 - stats.t.isf(ALPHA / 2, freedom))


@pytest.mark.parametrize(("of_rival", "verdict"), [(0.5, HOLDS), (np.nan, INCONCLUSIVE)])
@pytest.mark.parametrize("other", [2.0, 1.0])
def test_a_printed_comparison_without_a_deviation_is_open(of_rival, verdict, other):
    rows = [("t", name, method, "error", value, spread, "std")
            for name, method, value, spread in (("a", "A", 1.0, 0.1), ("a", "B", 2.0, of_rival),
                                                ("b", "A", 1.0, 0.1), ("b", "B", other, 0.1))
            ]  # fmt: skip
    names = ["table", "dataset", "method", "metric", "value", "spread", "spread_kind"]
    results = stored({"main": {"error": {"a": {"A": [0.1]}}}},
                     published=pd.DataFrame(rows, columns=names))  # fmt: skip
    judged = printed_better(results, table="t", metric="error", datasets=["a", "b"],
                            methods=["A"], than=["B"], trials=10)  # fmt: skip
    assert judged.verdict == (verdict if other == 2.0 else FAILS)
