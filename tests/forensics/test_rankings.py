"""Ranks, counts, marks and significance, at every correlation that the trials may have."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from methods.forensics.rankings import _by_cell, average_ranks, counts, marks, ranks
from methods.forensics.significance import (
    EITHER,
    NOT_SIGNIFICANT,
    SIGNIFICANT,
    Printed,
    agreed,
    smallest_and_largest_t,
)


def test_the_paired_statistic_of_trials_lies_in_the_range():
    rng = np.random.default_rng(0)
    for _ in range(300):
        shared = rng.standard_normal(10)
        a, b = (rng.uniform(0, 2) * shared + rng.standard_normal(10) + c for c in (20, 21))
        t = abs(stats.ttest_rel(a, b).statistic)
        for ddof in (0, 1):
            one, two = (Printed(round(x.mean(), 1), round(x.std(ddof=ddof), 1), 0.1, 0.1)
                        for x in (a, b))  # fmt: skip
            low, high = smallest_and_largest_t(one, two, 10, (-1.0, 1.0))
            assert low - 1e-9 <= t <= high + 1e-9


@pytest.mark.parametrize(
    ("apart", "deviations", "answer"),
    [(10.0, (1, 1), SIGNIFICANT), (0.0, (1, 3), NOT_SIGNIFICANT), (1.0, (1, 1), EITHER),
     (0.5, (1, 5), NOT_SIGNIFICANT)],
)  # fmt: skip
def test_there_is_an_answer_only_if_all_correlations_agree(apart, deviations, answer):
    assert agreed(Printed(20, deviations[0]), Printed(20 + apart, deviations[1]), 10) == answer


def table(*cells, **columns):
    names = ["dataset", "method", "value", "spread", "rank", "note"]
    frame = pd.DataFrame([(*cell, *[None] * 6)[:6] for cell in cells], columns=names)
    return frame.assign(spread_kind="std", **columns).astype({"rank": float})


def test_equal_means_may_have_any_rank_that_they_share():
    rows = table(("d", "A", 10.0, 1.0, 2), ("d", "B", 10.0, 1.0, 1), ("d", "C", 12.0, 1.0, 2))
    (finding,) = ranks("error", rows).findings
    assert (finding.method, finding.says) == ("C", "rank 2 cannot come from these means")


def test_of_two_accuracies_the_higher_one_is_better():
    """A is right in 90 % and B in 80 % on three sets; errors of 90 and 80 % are the other way."""
    better, worse = "significantly better than B", "significantly worse than A"
    rows = table(*(cell for d in "def" for cell in
                   ((d, "A", 90.0, 1.0, 1, better), (d, "B", 80.0, 1.0, 2, worse))))  # fmt: skip
    averages = pd.DataFrame({"method": ["A", "B"], "value": [1.0, 2.0]})
    said = pd.DataFrame([{"dataset": "A vs B", "method": "A", "value": "3/0/0"}])
    for metric, findings in (("test_accuracy", (0, 0, 0, 0)), ("test_error", (6, 2, 1, 6))):
        outcomes = (
            ranks(metric, rows),
            average_ranks(metric, rows, averages, datasets=3),
            counts(metric, rows, said, trials=10, datasets=3),
            marks(metric, rows, [("A", "B"), ("B", "A")], trials=10),
        )
        assert tuple(len(outcome.findings) for outcome in outcomes) == findings


@pytest.mark.parametrize(("value", "findings"), [(1.0, 0), (1.33, 0), (1.5, 0), (2.4, 1)])
def test_a_data_set_that_is_not_printed_may_have_any_ranks(value, findings):
    rows = table(("d", "A", 10.0), ("d", "B", 12.0), ("e", "A", 10.0), ("e", "B", 10.0),
                 ("f", "A", 1.0))  # fmt: skip
    averages = pd.DataFrame({"method": ["A", "B"], "value": [value, 2.0]})
    outcome = average_ranks("error", rows, averages, datasets=3)
    assert sum(f.method == "A" for f in outcome.findings) == findings


@pytest.mark.parametrize(
    ("said", "findings"), [("1/1/0", 0), ("1/0/1", 0), ("2/0/0", 0), ("0/1/1", 1), ("1/2/0", 1)]
)
def test_counts_must_lie_between_the_sure_and_the_possible_ones(said, findings):
    rows = table(("d", "A", 10.0, 1.0), ("d", "B", 20.0, 1.0), ("e", "A", 10.0, 1.0))
    printed = pd.DataFrame([{"dataset": "A vs B", "method": "A", "value": said}])
    assert len(counts("error", rows, printed, trials=10, datasets=2).findings) == findings


@pytest.mark.parametrize("kind", ["std", "se"])
def test_a_mark_must_follow_at_some_correlation(kind):
    rows = table(
        ("d", "A", 10.5, 1.1), ("d", "B", 20.5, 1.1, None, "significantly worse than A"),
        ("e", "A", 10.5, 1.1), ("e", "B", 9.5, 1.1, None, "significantly worse than A"),
    ).assign(spread_kind=kind)  # fmt: skip
    (finding,) = marks("error", rows, [("B", "A")], trials=10).findings
    assert finding.dataset == "e"


def test_a_method_is_marked_against_each_of_its_rivals():
    worse = "significantly worse than B and C"
    rows = table(
        ("d", "A", 10.5, 1.1, None, worse), ("d", "B", 5.5, 1.1), ("d", "C", 20.5, 1.1)
    ).assign(spread_kind="std")  # fmt: skip
    outcome = marks("error", rows, [("A", "B"), ("A", "C")], trials=10)
    assert outcome.cells == 2 and "against C" in outcome.findings[0].says


def test_each_cell_has_a_spread_of_its_own_kind():
    cells = [("d", "A", 10.5, 1.1), ("d", "B", 12.5, 1.1)]
    kinds = table(*cells).assign(spread_kind=["std", "se"])
    by_cell = _by_cell(kinds, 4)
    assert [by_cell["d", name].deviation for name in "AB"] == [1.1, 2.2]


def test_a_cell_that_prints_no_number_leaves_average_ranks_and_counts_open():
    rows = table(("d", "A", 10.0, 1.0), ("d", "B", 20.0, 1.0), ("e", "A", np.nan, 1.0),
                 ("e", "B", 20.0, 1.0))  # fmt: skip
    for value in (1.0, 1.5):
        averages = pd.DataFrame({"method": ["A", "B"], "value": [value, 3 - value]})
        assert not average_ranks("error", rows, averages, datasets=2).findings
    for said in ("2/0/0", "1/1/0", "1/0/1"):
        printed = pd.DataFrame([{"dataset": "A vs B", "method": "A", "value": said}])
        assert not counts("error", rows, printed, trials=10, datasets=2).findings
