"""What the DRM paper reads off its Figure 1, on made-up errors by setting."""

import numpy as np
import pandas as pd
import pytest

from methods.claims.papers.drm_figure import at_training_errors
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from tests.made_up import made_up_results, store_frame, study

NOISE = 0.001 * np.array([-1.0, 0.0, 1.0, 0.5, -0.5, 0.2, 0.7, -0.3])
SWEEP = {"vary": "parameter", "name": "strategy", "values": ["a", "b"]}


@pytest.fixture
def verdict(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def judge(by_setting, **options):
        """`by_setting` has the training and test error of A at each setting; B has 0.2 and 0.3."""
        matrix = study(["alpha"], ["A", "B"], conditions=SWEEP)
        scores = {"alpha": {"A": [0.1] * 8, "B": [0.1] * 8}}
        results = made_up_results(tmp_path, scores, studies={"main": matrix})
        rows = [
            (method, seed, condition, metric, value + (NOISE[seed] if method == "A" else 0))
            for condition, of_a in by_setting.items()
            for method, errors in (("A", of_a), ("B", (0.2, 0.3)))
            for metric, value in zip(("train_error", "error"), errors, strict=True)
            for seed in range(8)
        ]
        columns = ["method", "seed", "condition", "metric", "value"]
        file = tmp_path / "results/toy/main/scores/alpha.parquet"
        store_frame(pd.DataFrame(rows, columns=columns), file)
        return at_training_errors(results, study="main", method="A", than="B", **options)

    return judge


def test_settings_count_by_their_training_error(verdict):
    errors = {"a": (0.1, 0.2), "b": (0.3, 0.4)}  # fits better and tests better, or neither
    judged = verdict(errors, training="not larger", need=0.5)
    assert judged.verdict == HOLDS
    assert [case["dataset"] for case in judged.evidence] == ["alpha at a"]
    assert verdict(errors, training="larger", need=0.001).verdict == FAILS
    assert verdict(errors, training="any", need=0.001).verdict == HOLDS
    assert verdict(errors, training="smaller", need=0.001).verdict == HOLDS
    assert verdict(errors, training="any", need=1.0).verdict == FAILS


def test_the_gap_is_the_test_error_minus_the_training_error(verdict):
    errors = {"a": (0.35, 0.36), "b": (0.35, 0.36)}
    assert verdict(errors, training="larger", gap=True).verdict == HOLDS
    assert verdict(errors, training="larger").verdict == FAILS


def test_no_setting_of_that_kind_is_no_verdict(verdict):
    judged = verdict({"a": (0.1, 0.2), "b": (0.1, 0.2)}, training="larger")
    assert (judged.verdict, judged.reason) == (
        UNTESTABLE, "the training error is larger in no setting",
    )  # fmt: skip
