"""Printed tables against their own numbers: made up, and as published."""

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pandas as pd
import pytest

from methods.bench.results import Results
from methods.claims.printed import (
    printed_average_ranks,
    printed_beats_majority,
    printed_better,
    printed_bounded,
    printed_ranks,
    printed_ratio,
    printed_win_tie_loss,
)
from methods.claims.verdicts import FAILS, HOLDS
from methods.data.catalogue import Descriptor

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
    assert [entry["method"] in judged.reason for entry in judged.evidence] == [True] * len(
        judged.evidence
    )


def test_a_missing_rank_is_not_judged():
    judged = printed_ranks(results([row("A", 1.0, 1), row("B", 0.5)]), table="t", metric="e")
    assert judged.verdict == FAILS and judged.reason.startswith("0 of 1")


@pytest.mark.parametrize(("average", "verdict"), [(1.7, HOLDS), (1.5, FAILS)])
def test_a_printed_average_rank_must_be_the_mean_as_rounded(average, verdict):
    rows = [row("A", 1.0, rank, dataset=str(i)) for i, rank in enumerate((1, 2, 2))]
    rows.append(row("A", average, metric="average_rank"))
    assert printed_average_ranks(results(rows), table="t", metric="e").verdict == verdict


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
    assert "of the means 2000, of pairs 3000, 1750" in judged.reason


@pytest.mark.parametrize(("below", "verdict"), [(0.2, HOLDS), (0.1, FAILS)])
def test_a_bound_said_in_the_text_is_tested(below, verdict):
    rows = [row("A", 0.05), row("B", 0.1)]
    judged = printed_bounded(results(rows), table="t", metric="e", methods=["A", "B"], below=below)
    assert judged.verdict == verdict and "B 0.1" in judged.reason


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


def counted(counts):
    """Results whose source prints scores of A and B on two sets, and their win/tie/loss counts."""
    frame = pd.DataFrame(
        [
            *[row(m, v, spread=0.01, dataset=d) for d in "de" for m, v in (("A", 0.1), ("B", 0.5))],
            {**row("A", float("nan"), dataset="A vs B"), "table": "counts"},
        ]
    )
    frame["text"] = [*["-"] * 4, counts]
    return results(frame)


@pytest.mark.parametrize(("counts", "verdict"), [("2/0/0", HOLDS), ("0/2/3", FAILS)])
def test_printed_counts_are_counted_again_from_means_and_deviations(counts, verdict):
    judged = printed_win_tie_loss(
        counted(counts), scores="t", metric="e", counts="counts", trials=20
    )
    assert judged.verdict == verdict
    assert judged.evidence[0]["again"] == [2, 0, 0]


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


@pytest.mark.parametrize(("value", "verdict"), [(0.25, HOLDS), (0.5, FAILS)])
def test_a_printed_error_is_held_against_the_larger_class(value, verdict):
    descriptor = described("d", {"a": 3, "b": 7})  # the smaller class has a share of 0.3
    printed = pd.DataFrame([row("A", value, spread=0.01)])
    plan = SimpleNamespace(catalogue={"d": descriptor, "alias": descriptor})
    held = Results(plan, SimpleNamespace(source="s"), printed)
    judged = printed_beats_majority(
        held, published={"table": "t", "metric": "e", "trials": 4}, methods=["A"]
    )
    assert judged.verdict == verdict
    assert len(judged.evidence) == 1
    assert judged.evidence[0]["smaller_class"] == pytest.approx(0.3)


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


def test_versions_of_a_data_set_are_one_printed_error_at_the_largest_share():
    known = [{"source": "s", "name": "d"}]
    versions = {
        name: described(name, counts, known)
        for name, counts in (("one", {"a": 1, "b": 9}), ("two", {"a": 4, "b": 6}))
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
