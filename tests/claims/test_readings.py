"""Whether our numbers reproduce print by one reading or another: every verdict."""

import pandas as pd
import pytest

from methods.claims.readings import any_reproduces
from methods.claims.sentences.words import how_many
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import stored
from tests.claims.test_reproduction import PUBLISHED, made_up_cells, reproduced


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
    )  # fmt: skip
    assert judged.verdict == verdict
    assert f"Of 20 means in side {how_many(others, 'lies', 'lie')} more than 2" in judged.reason
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
