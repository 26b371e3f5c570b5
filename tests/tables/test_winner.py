"""Who wins: the tests against the best, and the sentences."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student_t

from methods.bench.statistics import holm_correction
from methods.tables.winner import BEST, FEW, NONE, TOGETHER, WORSE, answer, first_rows, ranking
from methods.tables.winner import winner_table as table_of
from tests.made_up import made_up_results

NAN = float("nan")
RATIO = 0.5  # test rows by training rows in the made-up results


def noise(seed, size=20):
    return np.random.default_rng(seed).normal(0, 0.01, size)


def scores(**methods):
    return pd.DataFrame(methods)


def verdicts(frame, lower=True, ratio=1.0):
    return {row["method"]: row["verdict"] for row in ranking(frame, lower, ratio)}


def test_p_values_are_those_of_the_corrected_paired_test_with_holm():
    frame = scores(A=0.1 + noise(0), B=0.12 + noise(1), C=0.103 + noise(2))
    rows = {row["method"]: row for row in ranking(frame, True, 1.0)}
    by_hand = []
    for name in ("C", "B"):
        d = (frame[name] - frame["A"]).to_numpy()
        error = np.sqrt(d.var(ddof=1) * (1 / 20 + 1.0))
        by_hand.append(2 * student_t.sf(abs(d.mean()) / error, 19))
        half = student_t.isf(0.025, 19) * error
        assert rows[name]["low"] == pytest.approx(d.mean() - half)
        assert rows[name]["high"] == pytest.approx(d.mean() + half)
    adjusted = holm_correction(by_hand)
    assert [rows["C"]["p_value"], rows["B"]["p_value"]] == pytest.approx(list(adjusted))
    assert list(rows) == ["A", "C", "B"]


def test_the_correction_tells_less_apart_than_independent_trials_would():
    frame = scores(A=0.1 + noise(0), B=0.11 + noise(1))
    assert verdicts(frame, ratio=0.0)["B"] == WORSE
    assert verdicts(frame, ratio=1.0)["B"] == TOGETHER


def test_high_is_good_for_a_metric_that_says_so():
    frame = scores(A=0.9 + noise(0), B=0.5 + noise(1))
    assert verdicts(frame, lower=False) == {"A": BEST, "B": WORSE}
    assert verdicts(frame, lower=True) == {"B": BEST, "A": WORSE}


def test_fewer_than_six_trials_tell_nothing():
    frame = scores(A=0.1 + noise(0, 5), B=0.9 + noise(1, 5))
    assert set(verdicts(frame).values()) == {FEW}


def test_a_method_with_few_trials_is_neither_the_best_nor_told_apart():
    few = np.where(np.arange(20) < 3, 0.0, NAN)
    frame = scores(A=0.1 + noise(0), lucky=few, gone=np.full(20, NAN))
    assert verdicts(frame) == {"A": BEST, "lucky": FEW, "gone": NONE}


def results_of(folder, **more):
    methods = {name: list(values) for name, values in more.items()}
    return made_up_results(folder, {"alpha": methods})


def test_the_sentences_name_the_winner_the_margin_and_the_seconds(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = results_of(tmp_path, A=0.1 + noise(0), B=0.2 + noise(1), C=0.3 + noise(2))
    table = table_of(results, study="main", own=["C"])
    first, second, own, time = answer(table.data)
    assert first == "A wins."
    assert "A has the lowest error" in second and "points better than the next, B (95 %" in second
    assert own.startswith("Yours, C: ") and "points worse than the best (p < 0.001)" in own
    assert time == "A takes 10 s a trial."  # the mean of 1 to 20 seconds
    assert table.cells.loc["A", "verdict"] == "**best**"
    assert table.caption.startswith("Who wins: A wins. ")
    assert len(first_rows(table.data)) == 4


def test_methods_that_are_not_told_apart_are_no_losers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = results_of(tmp_path, A=0.1 + noise(0), B=0.101 + noise(1), C=0.3 + noise(2))
    sentences = answer(table_of(results, study="main").data)
    assert sentences[0] == "No single winner: 1 of 2 other methods are not told apart from A."
    assert sentences[2] == "Not told apart from it: B. Worse: 1 of the others."


def test_too_few_trials_and_missing_scores_are_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few = results_of(tmp_path, A=[0.1, 0.2], B=[0.3, 0.3])
    assert answer(table_of(few, study="main").data)[0] == (
        "Too few trials to say who wins: 2 of at least 6."
    )
    failing = results_of(tmp_path, A=0.1 + noise(0), B=[NAN] * 20)
    sentences = answer(table_of(failing, study="main").data)
    assert sentences[:2] == [
        f"A has the lowest error, {100 * (0.1 + noise(0)).mean():.2f} %.",
        "There is nothing to compare it with.",
    ]
    assert "Without a score: B (error: made to fail)." in sentences


def test_a_terminal_shows_the_first_methods_and_those_of_the_user(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    methods = {f"M{i}": 0.1 * i + noise(i) for i in range(9)}
    data = table_of(results_of(tmp_path, **methods), study="main", own=["M8"]).data
    lines = first_rows(data)
    assert [line.split()[0] for line in lines[1:]] == ["M0", "M1", "M2", "M3", "M4", "M8", "and"]
    assert lines[-1] == "and 3 more"
