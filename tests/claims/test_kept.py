"""What a claim reads must be kept, and be what today's code would make."""

import pandas as pd
import pytest
import yaml

from methods.bench.results import Results
from methods.claims.kept import OUTDATED, Outdated, judge_kept, not_kept
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from tests.made_up import made_up_results, store_frame, store_scores, study

LOW = [0.1, 0.11, 0.12, 0.1, 0.13, 0.12]
CLAIM = {
    "where": "section 1", "says": "A is lower", "study": "main", "methods": ["A"], "than": ["B"],
    "function": "methods.claims.scores.lower",
}  # fmt: skip
ALL = {
    "where": "section 1", "says": "No method errs always", "study": "main", "metric": "error",
    "function": "methods.claims.trials.bounded", "methods": ["A", "B", "C"], "at_most": 1.0,
}  # fmt: skip

SAID = (
    "It waits for a new run. Since the kept one this has changed: other steps. It concerns {} on "
    "{}, in the study named main."
)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Results of A, B and C on two data sets, of which a list says what is outdated."""
    monkeypatch.chdir(tmp_path)
    of_set = {"A": LOW, "B": [value + 0.4 for value in reversed(LOW)], "C": LOW}
    claims = {"a": CLAIM, "all": ALL, "alpha": CLAIM | {"datasets": ["alpha"]}}
    results = made_up_results(tmp_path, {"alpha": of_set, "beta": of_set}, claims=claims)

    def judge(*outdated):
        file = tmp_path / "results/toy" / OUTDATED
        file.write_text(yaml.safe_dump([{"why": "other steps", **entry} for entry in outdated]))
        return results

    return judge


@pytest.mark.parametrize(
    ("outdated", "said"),
    [
        ({"methods": ["C"]}, {"a": "", "all": SAID.format("C", "alpha")}),
        ({"methods": ["B*", "C"]}, {"a": SAID.format("B", "alpha")}),
        ({"datasets": ["beta"], "methods": ["A"]}, {"alpha": "", "a": SAID.format("A", "beta")}),
        ({"studies": ["main", "x"], "datasets": ["x"]}, {"a": "", "all": ""}),
        ({"studies": ["x"]}, {"a": ""}),
    ],
)  # fmt: skip
def test_only_claims_that_read_an_outdated_fit_are_not_kept(kept, outdated, said):
    results = kept(outdated)
    assert {name: not_kept(results, name) for name in said} == said


def test_a_method_may_be_named_as_it_is_printed(kept):
    results = kept({"methods": ["C"]})
    results.experiment.claims["printed"] = {
        **CLAIM, "function": "methods.claims.reproduction.reproduces", "methods": ["A"],
        "published": {"table": "t", "metric": "e", "trials": 4},
    }  # fmt: skip
    del results.experiment.claims["printed"]["than"]
    assert not_kept(results, "printed") == ""


def test_a_claim_that_names_no_method_reads_all_of_its_study(kept):
    results = kept({"methods": ["C"]})
    results.experiment.claims["distinct"] = {
        "where": "table 1", "says": "Cells differ", "study": "main", "table": "t", "metric": "e",
        "trials": 4, "function": "methods.claims.printed_origins.printed_cells_distinct",
    }  # fmt: skip
    assert not_kept(results, "distinct") == SAID.format("C", "alpha")


def test_each_change_of_a_list_may_concern_a_claim(kept):
    results = kept({"studies": ["x"]}, {"methods": ["C"]}, {"methods": ["B"]})
    assert not_kept(results, "a") == SAID.format("B", "alpha")


def test_an_outdated_fit_is_one_of_all_three_lists():
    change = Outdated(why="w", studies=("s*",), datasets=("a", "b"), methods=("M",))
    assert change.has("s1", "b", "M")
    for other in (("t", "b", "M"), ("s1", "c", "M"), ("s1", "b", "N")):
        assert not change.has(*other)
    assert Outdated(why="w").has("any", "thing", "at all")


def test_a_claim_is_judged_now_or_has_no_verdict_with_the_reason(kept):
    entry = judge_kept(kept(), "a", None)
    assert (entry["verdict"], entry["scale"], entry["name"]) == (HOLDS, "quick", "toy/a")
    entry = judge_kept(kept({}), "a", entry)
    assert (entry["verdict"], entry["evidence"], entry["flips"]) == (UNTESTABLE, [], {})
    assert entry["reason"] == (SAID.format("A", "alpha"))


ROWS = [(method, seed, 0.1) for method in "AB" for seed in range(6)]


@pytest.fixture
def changed(tmp_path, monkeypatch):
    """Results of A and B on two data sets, of which what is kept on beta is replaced."""
    monkeypatch.chdir(tmp_path)
    claims = {
        "both": CLAIM, "alpha": CLAIM | {"datasets": ["alpha"]},
        "at": CLAIM | {"condition": "5", "datasets": ["beta"]},
        "at_two": CLAIM | {"condition": ["6", "5"], "datasets": ["beta"]},
        "curve": CLAIM | {"function": "methods.claims.curves.lower_at", "curve": "cost", "at": 1},
    }  # fmt: skip
    of_set = {"A": LOW, "B": [value + 0.4 for value in LOW]}
    results = made_up_results(tmp_path, {"alpha": of_set, "beta": of_set}, claims=claims)

    def keep(rows):
        store_scores(tmp_path, "beta", rows)
        return results

    return keep


def test_a_fit_that_is_scored_at_several_conditions_is_one_trial(kept, tmp_path):
    results = kept()
    runs = pd.read_parquet(tmp_path / "results/toy/main/runs/beta.parquet")
    store_frame(
        pd.concat([runs, runs.assign(condition="5")]),
        tmp_path / "results/toy/main/runs/beta.parquet",
    )
    assert not_kept(results, "a") == ""


@pytest.mark.parametrize(
    ("rows", "claim", "lacks"),
    [
        (ROWS, "both", ""),
        ([row for row in ROWS if row[1] < 5], "both", "has another number of trials on beta"),
        ([*ROWS, ("A", 6, 0.1)], "both", "has another number of trials on beta"),
        ([row for row in ROWS if row[0] == "A"], "both", "has the new method B on beta"),
        ([row for row in ROWS if row[0] == "A"], "alpha", ""),
        (ROWS, "at", "has the new condition 5 on beta"),
        (ROWS, "at_two", "has the new condition 5 on beta"),
    ],
)
def test_a_claim_waits_for_a_run_with_what_the_kept_one_lacks(changed, rows, claim, lacks):
    waits = f"It waits for a new run, since the study named main {lacks}." if lacks else ""
    assert not_kept(changed(rows), claim) == waits


def test_a_claim_waits_for_a_run_of_a_new_data_set(changed, tmp_path):
    results = changed(ROWS)
    (tmp_path / "results/toy/main/runs/beta.parquet").unlink()
    new = "It waits for a new run, since the study named main is new on beta."
    assert not_kept(results, "both") == new
    assert not_kept(results, "alpha") == ""
    entry = judge_kept(results, "both", None)
    assert (entry["verdict"], entry["reason"]) == (UNTESTABLE, new)


def test_a_claim_waits_for_a_run_of_each_of_its_studies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    studies = {name: study(["alpha"], "AB", trials=6) for name in ("main", "side")}
    both = {"both": CLAIM | {"study": list(studies)}}
    results = made_up_results(
        tmp_path, {"alpha": {"A": LOW, "B": LOW}}, studies=studies, claims=both
    )
    assert not_kept(results, "both") == (
        "It waits for a new run, since the study named side is new on alpha."
    )


@pytest.mark.parametrize("outdated", ["main", "side"])
def test_an_outdated_fit_of_any_study_of_a_claim_counts(tmp_path, monkeypatch, outdated):
    monkeypatch.chdir(tmp_path)
    studies = {name: study(["alpha"], "AB", trials=6) for name in ("main", "side")}
    both = {"both": CLAIM | {"study": list(studies)}}
    of_set = {"alpha": {"A": LOW, "B": LOW}}
    results = made_up_results(tmp_path, of_set, studies=studies, claims=both)
    for kind in ("scores", "runs"):
        file = tmp_path / f"results/toy/side/{kind}/alpha.parquet"
        file.parent.mkdir(parents=True)
        frame = pd.read_parquet(tmp_path / f"results/toy/main/{kind}/alpha.parquet")
        store_frame(frame, file)
    assert not_kept(results, "both") == ""
    change = yaml.safe_dump([{"why": "other steps", "studies": [outdated], "methods": ["B"]}])
    (tmp_path / "results/toy" / OUTDATED).write_text(change)
    assert not_kept(results, "both") == SAID.format("B", "alpha").replace("main", outdated)


def test_without_curves_a_verdict_stands_as_long_as_its_test_is_the_same(changed, tmp_path):
    results = changed(ROWS)
    (tmp_path / "results/toy/main/traces/alpha.parquet").unlink()
    alone = judge_kept(results, "curve", None)
    assert alone["verdict"] == UNTESTABLE
    assert alone["reason"] == (
        "It waits for a new run, since the curves or arrays that it reads are not kept."
    )
    before = {"test": alone["test"], "verdict": HOLDS, "reason": "So.", "evidence": [{"x": 1}],
              "flips": {FAILS: 0.1}, "says": "other words"}  # fmt: skip
    stands = judge_kept(results, "curve", before)
    assert stands == {**alone, **before, "says": "A is lower", "flip": ""}
    told = judge_kept(results, "curve", {**before, "flip": "It would fail."})
    assert told == {**stands, "flip": "It would fail."}
    other = {**before, "test": {**alone["test"], "at": 2}}
    assert judge_kept(results, "curve", other) == alone


def test_each_data_set_has_a_number_of_trials_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"alpha": {"A": LOW, "B": LOW}, "beta": {"A": LOW[:3], "B": LOW[:3]}}
    results = made_up_results(tmp_path, scores, claims={"a": CLAIM})
    assert not_kept(results, "a") == ""
    store_scores(tmp_path, "beta", [(method, seed, 0.1) for method in "AB" for seed in range(6)])
    assert "another number of trials on beta" in not_kept(
        Results.load(results.plan, "toy", tmp_path), "a"
    )


def test_a_claim_on_a_method_that_the_config_leaves_out_is_not_kept(kept):
    results = kept()
    results.plan.config["methods"] = ["A", "B"]
    assert not_kept(results, "a") == ""
    assert "C on alpha" in not_kept(results, "all")
