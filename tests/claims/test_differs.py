"""Whether an ensemble differs from the SVM inside it: a verdict that can go either way."""

import pytest

from methods.claims.trials import differs
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from tests.made_up import made_up_results

NAN = float("nan")


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [([0.2, 0.201], FAILS), ([0.2, 0.3], HOLDS), ([NAN, NAN], UNTESTABLE)],
)
def test_differs(tmp_path, monkeypatch, ours, verdict):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": ours, "B": [0.2, 0.2]}})
    found = differs(results, study="main", methods=["A"], than=["B"], margin=0.01)
    assert found.verdict == verdict
