"""Which trials the table of who wins compares, and of which data set its numbers are."""

import numpy as np
import pytest

from methods.tables.winner import BEST, TOGETHER, WORSE, winner_table
from tests.claims.stored import BASE, JITTER, planted
from tests.tables.over_datasets import each, errors_of

NAN = float("nan")


def rows_of(results):
    return winner_table(results, study="main").data.set_index(["dataset", "method"])


def test_trials_are_paired_by_their_seed_where_others_are_missing():
    scores = each(["alpha"], A=[NAN, *BASE[1:]], B=[*planted(0.03)[:7], NAN])
    rows = rows_of(errors_of(scores))
    assert rows["verdict"].tolist() == [BEST, WORSE]


def test_a_third_method_takes_no_trial_from_two_others():
    scores = each(["alpha"], A=BASE, B=planted(0.03), C=[*BASE[:6], NAN, NAN])
    rows = rows_of(errors_of(scores)).loc["alpha"]
    assert rows["n"].to_dict() == {"A": 8, "B": 8, "C": 6}
    assert rows.loc["B", ["mean", "difference"]].tolist() == pytest.approx(
        [BASE.mean() + 0.03, 0.03]
    )
    assert rows["verdict"].to_dict() == {"A": BEST, "B": WORSE, "C": TOGETHER}


def test_the_seconds_of_prediction_are_those_of_the_data_set():
    results = errors_of(each(["alpha", "beta"], A=[0.1] * 6, B=[0.2] * 6))
    runs = results.frames["main", "runs"]
    runs.loc[runs["dataset"] == "beta", "predict_seconds"] = 2.5
    assert rows_of(results)["predict_seconds"].tolist() == [0.5, 0.5, 2.5, 2.5]


def test_each_data_set_is_corrected_for_its_own_test_rows():
    shared = each(["alpha", "beta"], A=BASE, B=planted(0.015))
    for name, verdicts in (("alpha", [TOGETHER, WORSE]), ("beta", [WORSE, TOGETHER])):
        results = errors_of(shared, ratio=0.0)
        results.plan.catalogue[name].shape = (200,)  # as many test rows as training rows
        rows = rows_of(results)["verdict"]
        assert [rows["alpha", "B"], rows["beta", "B"]] == verdicts


def test_the_planned_trials_are_those_of_the_data_set():
    scores = {"alpha": {"A": [0.1] * 8, "B": [0.2] * 8}, "beta": {"A": [0.1] * 6, "B": [0.2] * 6}}
    table = winner_table(errors_of(scores), study="main")
    assert table.data["trials"].tolist() == [8, 8, 6, 6]
    assert not table.cells["error (%)"].str.contains("n=").any()


def test_the_next_is_the_first_with_most_trials_although_another_lost_by_less():
    least = [0.9, 0.9, *[0.2] * 6]
    scores = each(["alpha"], A=[0.9, 0.9, *[0.1] * 6], B=[0.9, 0.9, *[0.5] * 6],
                  C=[NAN, *least[1:]])  # fmt: skip
    table = winner_table(errors_of(scores, ratio=0.0), study="main")
    assert table.data["verdict"].tolist() == [BEST, WORSE, WORSE]
    assert " better than the next, B (95 %" in table.caption


def test_what_a_method_with_fewer_trials_leads_by_has_a_minus():
    scores = each(["alpha"], A=[0.1] * 6 + [NAN] * 2, B=[0.2] * 8)
    cells = winner_table(errors_of(scores), study="main").cells
    assert cells["worse by"].to_dict() == {"B": "–", "A": "-10.00"}


def test_a_leader_with_all_trials_may_be_behind_one_with_fewer():
    few = [*(np.array(BASE[:7]) - 0.05 + 0.001 * JITTER[:7]), np.nan]
    caption = winner_table(errors_of({"a": {"A": BASE, "B": few}}), study="main").caption
    assert ", of those with all trials; B leads on the trials of both." in caption
    assert "-5.00 points better" not in caption
