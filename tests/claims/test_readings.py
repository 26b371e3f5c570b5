"""Whether our numbers reproduce print by one reading or another: every verdict."""

import numpy as np
import pandas as pd
import pytest

from methods.claims.readings import any_reproduces
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import stored
from tests.claims.test_reproduction import COMBINED, PUBLISHED, made_up_cells, reproduced


@pytest.mark.parametrize(
    ("outside", "others", "verdict"),
    [(0, 20, HOLDS), (20, 0, HOLDS), (3, 20, INCONCLUSIVE), (4, 20, FAILS)],
)
def test_one_of_several_readings_is_enough_and_all_may_fail(outside, others, verdict):
    studies, rows = {}, []
    for study, table, number in (("main", "t", outside), ("side", "u", others)):
        z = [2.001 * (-1) ** i for i in range(number)] + [0.0] * (20 - number)
        scores, of_table = made_up_cells(z, table=table)
        studies[study] = {"error": scores}
        rows += of_table
    judged = any_reproduces(
        stored(studies, published=pd.DataFrame(rows)), unit=100,
        methods={study: ["A", "A2"] for study in studies},
        published={"main": PUBLISHED | {"trials": 25},
                   "side": PUBLISHED | {"trials": 25, "table": "u"}},
        words={"main": "by the text"},
    )  # fmt: skip
    assert judged.verdict == verdict
    lie = {0: "none of 20 means lies", 20: "20 of 20 means lie"}
    assert f"In side, {lie[others]} more than 2" in judged.reason
    assert f"By the text, {outside or 'none'} of 20 means lie" in judged.reason
    fails = "fails" if others else "holds"
    assert judged.reason.endswith(f"from the printed one, and this reading {fails}.")
    assert [e["study"] for e in judged.evidence] == ["main"] * 20 + ["side"] * 20


def test_a_reading_that_did_not_run_leaves_the_claim_open():
    results = reproduced([3.0] * 20)
    published = PUBLISHED | {"trials": 25}
    options = {"published": {"main": published, "side": published}, "unit": 100}
    results.experiment.study = {"main": results.study("main"), "side": results.study("main")}.get
    for kind in ("scores", "runs"):
        results.frames["side", kind] = results.frames["main", kind].iloc[:0]
    assert any_reproduces(results, methods={"main": ["A"]}, **options).verdict == FAILS
    both = {study: ["A"] for study in ("main", "side")}
    assert any_reproduces(results, methods=both, **options).verdict == INCONCLUSIVE
    assert any_reproduces(results, methods={"side": ["A"]}, **options).verdict == UNTESTABLE


def test_a_reading_takes_methods_that_it_lacks_from_the_study_of_the_others():
    """A lies outside in the first reading; A2, which both share, lies inside."""
    scores, rows = made_up_cells([3.0, 0.0] * 10)
    shifted = {
        dataset: {"A": of_set["A"] - 3 * COMBINED / 100} for dataset, of_set in scores.items()
    }
    published = PUBLISHED | {"trials": 25}
    results = stored(
        {"main": {"error": scores}, "side": {"error": shifted}}, published=pd.DataFrame(rows)
    )
    options = {"published": {"main": published, "side": published}, "unit": 100}
    both = {"main": ["A", "A2"], "side": ["A", "A2"]}
    judged = any_reproduces(results, methods=both, others="main", **options)
    assert judged.verdict == HOLDS
    assert "In side, none of 20 means lies" in judged.reason
    one = {"main": ["A", "A2"]}
    assert any_reproduces(results, methods=one, others="main", **options).verdict == FAILS


def test_a_reading_takes_methods_from_several_further_studies_the_first_that_has_them():
    """Each of the two methods agrees in one further study, and A is far off in the last one."""
    scores, rows = made_up_cells([0.0] * 20)
    far = {dataset: {"A": of_set["A"] + 9 * COMBINED} for dataset, of_set in scores.items()}
    own = {dataset: {"B": of_set["A"]} for dataset, of_set in scores.items()}
    studies = {
        "main": {"error": own},
        "first": {"error": {d: {"A": of_set["A"]} for d, of_set in scores.items()}},
        "last": {"error": {d: far[d] | {"A2": of_set["A2"]} for d, of_set in scores.items()}},
    }
    results = stored(studies, published=pd.DataFrame(rows))
    options = {"published": {"main": PUBLISHED | {"trials": 25}}, "unit": 100}
    methods = {"main": ["A", "A2"]}
    near = any_reproduces(results, methods=methods, others=["first", "last"], **options)
    assert near.verdict == HOLDS
    assert (
        any_reproduces(results, methods=methods, others=["last", "first"], **options).verdict
        == FAILS
    )


def test_a_reading_may_be_judged_on_some_data_sets():
    results = reproduced([0.0] * 18 + [9.0] * 2)
    options = {"published": {"main": PUBLISHED | {"trials": 25}}, "unit": 100}
    methods = {"main": ["A", "A2"]}
    some = list(results.study("main").datasets)[:9]
    judged = any_reproduces(results, methods=methods, datasets=some, **options)
    assert len(judged.evidence) == 18
    assert len(any_reproduces(results, methods=methods, **options).evidence) == 20


@pytest.mark.parametrize(("trials", "told"), [(5, 18), (6, 20)])
def test_means_of_fewer_than_six_trials_are_not_counted_in_a_reading(trials, told):
    scores, rows = made_up_cells([0.0] * 20)
    scores["d0"] = {
        name: np.where(np.arange(12) < trials, x, np.nan) for name, x in scores["d0"].items()
    }
    results = stored({"main": {"error": scores}}, published=pd.DataFrame(rows))
    options = {"published": {"main": PUBLISHED | {"trials": 25}}, "unit": 100}
    judged = any_reproduces(results, methods={"main": ["A", "A2"]}, **options)
    assert judged.reason.startswith(f"In main, none of {told} means lies ")


def test_numbers_that_are_printed_as_ours_need_no_unit_in_any_reading():
    results = reproduced([0.0] * 6)
    results.published[["value", "spread"]] /= 100
    judged = any_reproduces(
        results, methods={"main": ["A", "A2"]}, published={"main": {**PUBLISHED, "trials": 25}}
    )
    assert judged.verdict == HOLDS
    assert [e["ours"] for e in judged.evidence] == pytest.approx([0.3] * 6)


def test_each_reading_has_the_best_of_its_own_methods():
    """The printed method is the better of A and A2 by the one reading, and A2 by the other."""
    scores, rows = made_up_cells([0.0] * 20)
    shifted = {d: {"A": of["A"] - 0.2, "A2": of["A"]} for d, of in scores.items()}
    table = pd.DataFrame(rows)
    table = table[table["method"] == "A"].assign(method="best")
    studies = {"main": {"error": shifted}, "side": {"error": shifted}}
    judged = any_reproduces(
        stored(studies, published=table), unit=100, methods={"main": ["best"], "side": ["best"]},
        published=dict.fromkeys(studies, PUBLISHED | {"trials": 25}),
        best_of={"main": {"best": ["A", "A2"]}, "side": {"best": ["A2"]}},
    )  # fmt: skip
    told = {e["study"]: e["of_study"] for e in judged.evidence}
    assert told == {"main": FAILS, "side": HOLDS} and judged.verdict == HOLDS


def test_a_mean_of_few_trials_is_not_counted_as_outside():
    scores, rows = made_up_cells([9.0, 9.0] + [0.0] * 18)
    scores["d0"] = {
        name: np.where(np.arange(12) < 5, x, np.nan) for name, x in scores["d0"].items()
    }
    results = stored({"main": {"error": scores}}, published=pd.DataFrame(rows))
    options = {"published": {"main": PUBLISHED | {"trials": 25}}, "unit": 100}
    judged = any_reproduces(results, methods={"main": ["A", "A2"]}, **options)
    assert judged.reason.startswith("In main, none of 18 means lies ")
