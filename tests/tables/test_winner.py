"""Who wins: the tests against the best, and the sentences."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student_t

from methods.bench.statistics import ALPHA, holm_correction
from methods.tables.winner import BEST, FEW, NONE, TOGETHER, WORSE, answer, first_rows, ranking
from methods.tables.winner import winner_table as table_of
from tests.claims.stored import BASE, planted, t
from tests.made_up import made_up_results
from tests.tables.over_datasets import AUC, aucs_of, each, errors_of

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
    assert sentences[0] == "No single winner: 1 of 2 other methods is not told apart from A."
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


@pytest.mark.parametrize(("trials", "verdict"), [(5, FEW), (6, WORSE)])
def test_six_common_trials_are_enough_to_be_told_apart(trials, verdict):
    theirs = [0.5] * trials + [NAN] * (8 - trials)
    rows = ranking(scores(A=[0.1] * 8, B=theirs), True, 0.5)
    assert [row["verdict"] for row in rows] == [BEST, verdict]
    ends = [rows[1]["low"], rows[1]["high"]]
    assert ends == pytest.approx([NAN, NAN] if verdict == FEW else [0.4, 0.4], nan_ok=True)
    assert rows[1]["difference"] == pytest.approx(0.4)
    assert [row["verdict"] for row in ranking(scores(A=theirs), True, 0.5)] == [
        FEW if verdict == FEW else BEST
    ]


def test_a_method_with_fewer_trials_is_not_worse_than_a_best_that_it_leads():
    rows = ranking(scores(A=[0.1] * 6 + [NAN] * 2, B=[0.2] * 8), True, 0.5)
    assert [(row["method"], row["verdict"]) for row in rows] == [("B", BEST), ("A", TOGETHER)]
    assert rows[1]["difference"] == pytest.approx(-0.1) and rows[1]["p_value"] == 2**-5


def test_the_order_is_by_mean_among_those_with_most_trials_then_of_the_others():
    few = [NAN, 0.5, *[0.2] * 6]
    frame = scores(gone=[NAN] * 8, few=few, B=[0.3] * 8, C=[0.2] * 8, less=[NAN, *[0.1] * 7])
    assert [row["method"] for row in ranking(frame, True, 0.5)] == ["C", "B", "less", "few", "gone"]
    assert [row["method"] for row in ranking(frame, False, 0.5)] == [
        "B", "C", "few", "less", "gone",
    ]  # fmt: skip


def test_a_difference_above_zero_is_worse_than_the_best():
    for lower, sign in ((True, 1), (False, -1)):
        best, other = ranking(scores(A=BASE, B=planted(sign * 0.1)), lower, 0.5)
        half = t(ALPHA / 2) * 0.01 * (1 / 8 + 0.5) ** 0.5
        assert [other[key] for key in ("difference", "low", "high")] == pytest.approx(
            [0.1, 0.1 - half, 0.1 + half]
        )
        assert best["difference"] == 0
        assert np.isnan([best["low"], best["high"], best["p_value"]]).all()


def row(method, verdict, **more):
    """A row of the table of one data set."""
    return {
        "dataset": "alpha", "metric": "error", "percent": True, "lower_is_better": True,
        "trials": 8, "method": method, "n": 8, "mean": 0.1, "std": 0.01, "difference": 0.05,
        "low": 0.03, "high": 0.07, "p_value": 0.012, "verdict": verdict, "seconds": 1.0,
        "own": False, "reason": "", **more,
    }  # fmt: skip


def said(*rows, **more):
    return answer(pd.DataFrame([given | more for given in rows]))


A = row("A", BEST)
GONE = {"n": 0, "mean": NAN, "std": NAN, "seconds": NAN}


def test_one_rival_that_is_worse_makes_a_winner():
    assert said(A, row("B", WORSE)) == [
        "A wins.",
        "A has the lowest error, 10.00 %: 5.00 points better than the next, B"
        " (95 % interval 3.00 points to 7.00 points, p = 0.012).",
        "A takes 1 s a trial.",
    ]


def test_a_metric_that_is_not_in_percent_is_said_as_it_is():
    high = {"metric": AUC, "percent": False, "lower_is_better": False}
    assert said(A, row("B", WORSE, own=True), **high)[1:3] == [
        f"A has the highest {AUC}, 0.1000: 0.0500 better than the next, B"
        " (95 % interval 0.0300 to 0.0700, p = 0.012).",
        "Yours, B: 0.0500 worse than the best (p = 0.012).",
    ]


@pytest.mark.parametrize(
    ("p_value", "text"), [(np.nextafter(0.001, 0), "p < 0.001)"), (0.001, "p = 0.001)")]
)
def test_a_small_p_value_is_said_to_be_below_its_bound(p_value, text):
    assert text in said(A, row("B", WORSE, p_value=p_value))[1]


def test_the_next_is_the_best_of_those_that_are_worse():
    apart = row("B", FEW, p_value=NAN, low=NAN, high=NAN)
    sentences = said(A, apart, row("C", WORSE), row("D", WORSE))
    assert "better than the next, C (95 %" in sentences[1]
    assert sentences[2:] == ["Too few trials to say: B.", "A takes 1 s a trial."]


def test_without_a_rival_that_is_tested_nobody_wins():
    alone = ["A has the lowest error, 10.00 %.", "There is nothing to compare it with."]
    assert said(A) == [*alone, "A takes 1 s a trial."]
    assert said(A, row("B", FEW), row("C", NONE, **GONE)) == [
        *alone, "Too few trials to say: B.", "Without a score: C.", "A takes 1 s a trial.",
    ]  # fmt: skip


def test_those_that_are_not_told_apart_are_counted_among_those_that_ran():
    rows = [A, row("B", TOGETHER), row("C", TOGETHER), row("D", WORSE), row("E", WORSE)]
    first, second, third, _ = said(*rows)
    assert first == "No single winner: 2 of 4 other methods are not told apart from A."
    assert "5.00 points better than the next, B (95 %" in second
    assert third == "Not told apart from it: B, C. Worse: 2 of the others."
    first, _, third, *_ = said(*rows[:3], row("F", NONE, **GONE))
    assert first == "No single winner: 2 of 2 other methods are not told apart from A."
    assert third == "Not told apart from it: B, C."


def test_the_fastest_of_the_best_methods_is_named():
    worse = row("D", WORSE, seconds=0.1)
    rows = [row("B", TOGETHER, seconds=0.52), row("C", TOGETHER, seconds=0.6), worse]
    assert said(A, *rows)[-1] == (
        "A takes 1 s a trial; B is the fastest of those, with 0.52 s."
    )  # fmt: skip
    assert said(A, row("B", TOGETHER, seconds=2.0), worse)[-1] == "A takes 1 s a trial."


def test_methods_of_the_user_are_mentioned_wherever_they_are():
    own = {"own": True}
    rows = [A | own, row("B", TOGETHER, mean=0.2, **own), row("C", WORSE, **own), row("D", WORSE),
            row("E", FEW, **own), row("F", NONE, **own, **GONE)]  # fmt: skip
    assert [sentence for sentence in said(*rows) if "Yours" in sentence] == [
        "Yours, B: not told apart, 20.00 %.",
        "Yours, C: 5.00 points worse than the best (p = 0.012).",
        "Yours, E: too few trials to say, 10.00 %.",
    ]


def test_of_many_names_five_are_said_and_the_others_counted():
    for names, listed in (("BCDEF", "B, C, D, E, F"), ("BCDEFG", "B, C, D, E, F and 1 more")):
        assert said(A, *(row(name, TOGETHER) for name in names))[2] == (
            f"Not told apart from it: {listed}."
        )


def test_few_trials_name_the_method_that_leads_in_them():
    assert said(row("A", FEW, n=5), row("B", FEW, n=4)) == [
        "Too few trials to say who wins: 5 of at least 6.",
        "A has the lowest error, 10.00 % in these.",
    ]


def test_that_no_method_has_a_score_is_said_with_the_reason():
    assert said(row("A", NONE, **GONE)) == ["No method has a score of error."]
    first = row("A", NONE, reason="error: broken", **GONE)
    assert said(first, row("B", NONE, **GONE)) == ["No method has a score of error: error: broken."]
    assert said(A, first)[-2] == "Without a score: A (error: broken)."


def cells_of(results, metric="error", **more):
    return table_of(results, study="main", metric=metric, **more).cells


def test_the_cells_are_in_percent_with_what_is_known_of_each_method():
    near = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2]
    trials = {"A": [0.1] * 8, "near": near, "far": [0.4] * 8, "few": [0.5, 0.7, *[NAN] * 6],
              "gone": [NAN] * 8}  # fmt: skip
    cells = cells_of(errors_of(each(["alpha"], **trials)))
    # differences of 0 and once of 10 points have a standard error of 2.80 points, and t is 0.447
    assert cells.index.tolist() == list(trials)
    assert cells.to_dict("index") == {
        "A": {"error (%)": "10.00 ± 0.00", "verdict": "**best**", "worse by": "–",
              "95 % interval": "–", "p": "–", "seconds": "1.2"},
        "near": {"error (%)": "11.25 ± 3.54", "verdict": "not told apart", "worse by": "1.25",
                 "95 % interval": "-5.36 to 7.86", "p": "0.67", "seconds": "1.2"},
        "far": {"error (%)": "40.00 ± 0.00", "verdict": "worse", "worse by": "30.00",
                "95 % interval": "30.00 to 30.00", "p": "0.016", "seconds": "1.2"},
        "few": {"error (%)": "60.00 ± 14.14 n=2/8", "verdict": "too few trials to say",
                "worse by": "50.00", "95 % interval": "–", "p": "–", "seconds": "1.2"},
        "gone": {"error (%)": "– n=0/8", "verdict": "no score", "worse by": "–",
                 "95 % interval": "–", "p": "–", "seconds": "–"},
    }  # fmt: skip


def test_the_cells_of_a_metric_that_is_not_in_percent_have_four_decimals():
    table = table_of(
        aucs_of(each(["alpha"], A=[0.9] * 8, B=[0.8] * 8)), study="main", metric=AUC
    )  # fmt: skip
    assert table.cells[AUC].tolist() == ["0.9000 ± 0.0000", "0.8000 ± 0.0000"]
    assert table.cells["worse by"].tolist() == ["–", "0.1000"]
    assert f" {AUC}, higher is better, mean ±" in table.caption
    assert not table.data["percent"].any() and not table.data["lower_is_better"].any()


def test_each_data_set_has_its_winner_seconds_and_rows():
    trials = {"beta": {"A": [0.1] * 8, "B": [0.2] * 8}, "alpha": {"A": [0.4] * 8, "B": [0.3] * 8}}
    seconds = {"alpha": {"A": [2.0] * 8, "B": [3.0] * 8}, "beta": {"A": [4.0] * 8, "B": [5.0] * 8}}
    results = errors_of(trials, seconds=seconds)
    table = table_of(results, study="main", own=["B"])
    assert table.cells.index.tolist() == ["beta: A", "beta: B", "alpha: B", "alpha: A"]
    assert table.data["seconds"].tolist() == [4.25, 5.25, 3.25, 2.25]
    assert table.data["predict_seconds"].tolist() == [0.5] * 4
    assert table.data["own"].tolist() == [False, True, True, False]
    assert table.caption.startswith("Who wins: On beta: A wins. A has the lowest error, 10.00 %:")
    first, second = (table.caption.index(text) for text in ("beta: A wins.", "On alpha: B wins."))
    assert first < second
    one = table_of(errors_of({"beta": trials["beta"]}), study="main")
    assert one.caption.startswith("Who wins: A wins. A has")
    assert " error (%), lower is better, mean ±" in table.caption


def test_the_reason_of_a_missing_score_is_that_of_its_data_set():
    trials = each(["alpha", "beta"], A=[0.1] * 6, B=[NAN] * 6, C=[0.2] * 6)
    results = errors_of(trials)
    runs = results.frames["main", "runs"]
    of_b, of_alpha = runs["method"] == "B", runs["dataset"] == "alpha"
    runs.loc[of_b & of_alpha, "message"] = ["first", "second", *["later"] * 4]
    runs.loc[of_b & ~of_alpha, "message"] = "other"
    runs["gaps"] = ""
    runs.loc[(runs["method"] == "C") & of_alpha, "gaps"] = '{"error": "one class"}'
    data = table_of(results, study="main").data.set_index(["dataset", "method"])
    assert data["reason"].to_dict() == {
        ("alpha", "A"): "", ("alpha", "C"): "one class", ("alpha", "B"): "error: first",
        ("beta", "A"): "", ("beta", "C"): "", ("beta", "B"): "error: other",
    }  # fmt: skip
    assert table_of(results, study="main").caption.endswith(" No error: C on alpha (one class).")


def test_a_study_without_data_sets_has_an_empty_table():
    results = errors_of(each(["alpha"], A=[0.1] * 6))
    results.plan.datasets = lambda study: []
    table = table_of(results, study="main")
    assert table.data.empty and table.cells.empty and table.caption.startswith("Who wins: ")


def test_a_terminal_shows_five_methods_with_all_their_digits():
    trials = {f"M{i}": [0.1 * (1 + i)] * 6 for i in range(6)}
    five = dict(list(trials.items())[:5])
    lines = first_rows(table_of(errors_of(each(["alpha"], **five)), study="main").data)
    assert lines[1].split() == ["M0", "10.00", "±", "0.00", "best", "–", "–", "–", "1.2"]
    assert lines[2].split()[4:] == [
        "not", "told", "apart", "10.00", "10.00", "to", "10.00", "0.12", "1.2",
    ]  # fmt: skip
    assert len(lines) == 6
    lines = first_rows(table_of(errors_of(each(["alpha"], **trials)), study="main").data)
    assert len(lines) == 7 and lines[-1] == "and 1 more"


def test_a_terminal_shows_numbers_as_they_stand_in_the_cells():
    seconds = {"alpha": {"A": [199.75] * 6, "B": [0.75] * 6}}
    results = errors_of(each(["alpha"], A=[0.1] * 6, B=[0.2] * 6), seconds=seconds)
    _, first, second = first_rows(table_of(results, study="main").data)
    assert first.endswith(" 2e+02") and second.split()[-1] == "1"


def test_the_next_is_the_next_in_the_order_though_others_are_not_told_apart():
    _, second, third, _ = said(A, row("B", WORSE), row("C", TOGETHER))
    assert "better than the next, B (95 %" in second
    assert third == "Not told apart from it: C. Worse: 1 of the others."


def test_a_method_with_few_trials_is_one_of_the_others_and_not_counted_as_worse():
    few = row("D", FEW, p_value=NAN, low=NAN, high=NAN)
    first, _, third, *_ = said(A, row("B", TOGETHER), row("C", WORSE), few)
    assert first == "No single winner: 1 of 3 other methods is not told apart from A."
    assert third == "Not told apart from it: B. Worse: 1 of the others."


def test_the_reason_of_a_missing_score_is_that_of_its_metric():
    results = aucs_of(each(["alpha"], A=[0.1] * 6, B=[NAN] * 6))
    runs = results.frames["main", "runs"].assign(status="ok")
    runs["gaps"] = np.where(
        runs["method"] == "B", json.dumps({AUC: "no chances", "error": "one class"}), ""
    )
    results.frames["main", "runs"] = runs
    told = table_of(results, study="main", metric=AUC).data.set_index("method")["reason"]
    assert told["B"] == "no chances"
