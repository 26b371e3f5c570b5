"""Entries of the ledger, and the ledger of several experiments."""

import json
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from methods.bench.guard import OK
from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.claims.basis import Basis
from methods.claims.counts import DERIVED
from methods.claims.ledger import (
    _absent,
    _direction,
    _methods,
    _why_one_draw,
    judge,
    ledger_of,
    plain,
    specification,
    untestable_if_too_few,
)
from methods.claims.reproduction import reproduces
from methods.claims.sentences.words import TOO_FEW
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE, Verdict
from methods.errors import UserError
from methods.sealed_files import write_sealed_json
from tests.made_up import made_up_results, make_version, study

CLAIM = {"where": "section 1", "says": "A is better"}
CANNOT = {**CLAIM, "function": "methods.claims.reasoned.cannot", "why": "no such data"}
LOWER = {
    **CLAIM, "function": "methods.claims.scores.lower", "study": "main",
    "methods": ["A"], "than": ["B"], "margin": 0.1,
}  # fmt: skip


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    claims = {
        "better": LOWER,
        "no-data": CANNOT,
        "argued": LOWER | {"derived": "tests/a.py::test_b", "argument": "It must be."},
        "typo": LOWER | {"marign": 0.1},
        "settled": {**CLAIM, "function": "methods.claims.reasoned.derived", "verdict": HOLDS,
                    "why": "by convexity", "derived": "tests/a.py::test_b", "beyond": True},
    }  # fmt: skip
    scores = {"alpha": {"A": [0.1, 0.11, 0.12] * 2, "B": [0.5, 0.51, 0.52, 0.52, 0.51, 0.5]}}
    return made_up_results(tmp_path, scores, claims=claims)


def test_an_entry_of_the_ledger_has_words_verdict_evidence_and_test(results):
    entry = judge(results, "better")
    (case,) = entry.pop("evidence")
    shifts = entry.pop("flips").values()
    assert min(shifts) == pytest.approx(0.3, abs=0.02)
    assert entry.pop("reason").startswith("On alpha the error of A is lower than that of B by more")
    assert entry.pop("flip").startswith("It would be inconclusive if the error of A were ")
    assert entry == {
        "name": "toy/better", "source": "toy", "where": "section 1", "says": "A is better",
        "about": "", "beyond": False, "derived": "", "argument": "", "one_draw": "",
        "tested": "Does A score lower than B by more than 10 points in every case? (study: main)",
        "datasets": ["alpha"], "verdict": HOLDS, "scale": "quick",
        "test": {"function": "methods.claims.scores.lower", "study": "main",
                 "methods": ["A"], "than": ["B"], "margin": 0.1},
    }  # fmt: skip
    assert (case["method"], case["than"], case["pairs"]) == ("A", "B", 6)
    assert case["difference"] == pytest.approx(-0.4)


def test_a_claim_may_say_itself_what_all_its_trials_share(results):
    results.experiment.claims["shared"] = LOWER | {"one_draw": "one model for all"}
    entry = judge(results, "shared")
    assert entry["one_draw"] == "one model for all" and "one_draw" not in entry["test"]


@pytest.mark.parametrize("gone", [("A",), ("B",), ("A", "B")])
@pytest.mark.parametrize(
    ("gap", "words", "verdict"),
    [
        (-0.4, {}, INCONCLUSIVE),  # holds on the one that came
        (-0.4, {"need": 0.5}, INCONCLUSIVE),
        (-0.4, {"need": 0.4}, HOLDS),
        (0.4, {}, FAILS),  # whatever beta shows
        (0.4, {"need": 0.5}, INCONCLUSIVE),
        (-0.4, {"beyond": True}, HOLDS),
        (-0.4, {"any_data": True}, HOLDS),
    ],
)
def test_a_data_set_without_a_finished_fit_of_a_named_method_counts_as_an_undecided_case(
    tmp_path, monkeypatch, gap, words, verdict, gone
):
    monkeypatch.chdir(tmp_path)
    rival = [0.5, 0.51, 0.52, 0.52, 0.51, 0.5]
    came = {"A": [0.01 * (-1) ** k + gap + error for k, error in enumerate(rival)], "B": rival}
    failed = dict.fromkeys(gone, [np.nan] * 6)
    entry = judge(
        made_up_results(
            tmp_path, {"alpha": came, "beta": came | failed}, claims={"better": LOWER | words}
        ),
        "better",
    )
    assert entry["verdict"] == verdict
    assert entry["reason"].startswith("Not every method ended well on beta") == (
        verdict == INCONCLUSIVE
    )


@pytest.mark.parametrize("gone", [(), ("beta",)])
def test_a_mean_over_data_sets_is_open_if_one_of_them_is_absent(tmp_path, monkeypatch, gone):
    """Beta could have the opposite difference, so that the mean is zero."""
    monkeypatch.chdir(tmp_path)
    came = {d: BELOW | ({"A": [np.nan] * 6} if d in gone else {}) for d in ("alpha", "beta")}
    mean = LOWER | {"function": "methods.claims.scores.not_told_apart", "over_datasets": True}
    del mean["margin"]
    results = made_up_results(tmp_path, came, claims={"mean": mean | {"visible": 0.5}})
    entry = judge(results, "mean")
    assert entry["verdict"] == (INCONCLUSIVE if gone else FAILS)
    assert entry["reason"].startswith("Not every method ended well on beta; it fails") == bool(gone)


def test_a_failed_method_that_a_claim_does_not_name_is_no_gap_of_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    came = {"A": [0.1, 0.12, 0.11] * 2, "B": [0.5, 0.51, 0.52] * 2, "C": [np.nan] * 6}
    results = made_up_results(tmp_path, {"alpha": came, "beta": came}, claims={"better": LOWER})
    assert judge(results, "better")["verdict"] == HOLDS


BELOW = {"A": [0.1, 0.12, 0.11] * 2, "B": [0.5, 0.51, 0.52, 0.52, 0.51, 0.5]}


def test_a_trial_that_failed_is_no_gap_of_a_claim(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mean = LOWER | {"function": "methods.claims.scores.same", "over_datasets": True}
    ours = {"A": [*BELOW["A"], 0.1], "B": [*BELOW["B"], np.nan]}
    results = made_up_results(
        tmp_path, {"alpha": ours, "beta": ours}, claims={"mean": mean | {"margin": 0.5}}
    )
    assert judge(results, "mean")["verdict"] == HOLDS


def test_a_data_set_on_which_no_fit_ended_well_is_absent_from_a_claim_that_names_no_method():
    status = {"alpha": [OK, "error"], "beta": ["time", "error"], "gamma": ["error", OK]}
    runs = pd.DataFrame(
        [(d, m, end) for d, ends in status.items() for m, end in zip("AB", ends, strict=True)],
        columns=["dataset", "method", "status"],
    )
    ended = {"main": runs, "side": runs.assign(status=OK)}
    view = SimpleNamespace(runs=ended.get, datasets=lambda _: list(status))
    basis = Basis(("main", "side"), (), frozenset(status))
    assert _absent(view, basis, set()) == ["beta"]
    assert _absent(view, basis, {"A"}) == ["beta", "gamma"]


def test_the_share_that_a_claim_needs_may_be_the_default_of_its_test(tmp_path, monkeypatch):
    """Two of three data sets are more than half, whatever the one that failed shows."""
    monkeypatch.chdir(tmp_path)
    most = LOWER | {"function": "methods.claims.each_lower.each_lower_on_most"}
    scores = {"alpha": BELOW, "beta": BELOW, "gone": BELOW | {"A": [np.nan] * 6}}
    results = made_up_results(tmp_path, scores, claims={"most": most, "every": LOWER})
    assert judge(results, "most")["verdict"] == HOLDS
    assert judge(results, "every")["verdict"] == INCONCLUSIVE


def test_data_sets_are_in_the_order_of_the_study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = dict.fromkeys(("beta", "gamma", "alpha"), BELOW)
    results = made_up_results(tmp_path, scores, claims={"better": LOWER})
    assert judge(results, "better")["datasets"] == ["beta", "gamma", "alpha"]


def test_the_data_sets_of_a_claim_are_those_of_all_its_studies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    studies = {"main": study(["beta"], "AB"), "side": study(["alpha", "beta"], "AB")}
    scores, both = dict.fromkeys(("alpha", "beta"), BELOW), LOWER | {"study": list(studies)}
    results = made_up_results(tmp_path, scores, studies=studies, claims={"both": both})
    assert specification(results, "both")["datasets"] == ["beta", "alpha"]


def test_the_methods_of_a_claim_may_have_the_names_of_print():
    published = {"table": "t", "metric": "e", "trials": 4}
    assert _methods(reproduces, {"study": "s", "methods": ["A"], "published": published}) == {"A"}


def test_an_entry_of_a_claim_that_cannot_be_tested_says_why(results):
    entry = judge(results, "no-data")
    assert (entry["verdict"], entry["reason"]) == (UNTESTABLE, "No such data.")


def test_a_claim_on_data_that_nobody_could_get_says_why_they_are_unavailable(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"lent_out": {name: [np.nan] * 6 for name in "AB"}}
    results = made_up_results(tmp_path, scores, claims={"better": LOWER})
    before = judge(results, "better")
    assert before["verdict"] == UNTESTABLE and "friend" not in before["reason"]
    descriptor = tmp_path / "datasets" / "lent_out.yaml"
    descriptor.write_text(
        f"{descriptor.read_text()}unavailable: {{why: A friend has them., how: Ask him.}}\n"
    )
    entry = judge(Results.load(Plan.from_config({}, tmp_path), "toy", tmp_path), "better")
    assert entry["reason"] == f"{before['reason']} Lent out: A friend has them."


def test_an_entry_of_a_claim_settled_by_an_argument_names_its_test(results):
    entry = judge(results, "settled")
    assert (entry["verdict"], entry["derived"]) == (HOLDS, "tests/a.py::test_b")


def test_no_shift_is_said_to_turn_what_follows_from_an_argument(results):
    entry = judge(results, "argued")
    assert (entry["verdict"], entry["flips"], entry["flip"]) == (HOLDS, {}, "")
    assert entry["evidence"] == judge(results, "better")["evidence"]
    assert entry["argument"] == "It must be."


@pytest.mark.parametrize(
    ("scale", "trials", "verdict"),
    [("paper", 3, INCONCLUSIVE), ("quick", 3, UNTESTABLE), ("quick", 6, HOLDS)],
)
def test_too_few_trials_are_too_few_for_ever_at_the_scale_of_the_papers(
    tmp_path, monkeypatch, scale, trials, verdict
):
    """The run here is of the scale "quick"."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("methods.claims.ledger.PAPERS_SCALE", scale)
    scores = {"alpha": {"A": [0.1, 0.11, 0.12, 0.1, 0.11, 0.12][:trials], "B": [0.5] * trials}}
    results = made_up_results(tmp_path, scores, claims={"better": LOWER})
    entry = judge(results, "better")
    assert entry["verdict"] == verdict
    assert entry["reason"].endswith("no more are planned.") == (verdict == UNTESTABLE)
    assert entry == json.loads(json.dumps(entry, allow_nan=False))


def test_a_misspelt_option_of_a_claim_is_one_line(results):
    with pytest.raises(UserError, match="unknown option 'marign'; did you mean 'margin'"):
        judge(results, "typo")


def test_the_ledger_counts_the_verdicts_of_all_experiments(results, tmp_path):
    files = []
    for name in ("better", "no-data", "settled"):
        files.append(tmp_path / f"{name}.json")
        write_sealed_json(files[-1], {"claims": [judge(results, name)]}, {})
    ledger = ledger_of(files, "quick", "embedded")
    assert [c["name"] for c in ledger["claims"]] == ["toy/better", "toy/no-data", "toy/settled"]
    assert {word: n for word, n in ledger["counts"].items() if n} == {HOLDS: 1, UNTESTABLE: 1}
    assert {word: n for word, n in ledger["counts_beyond"].items() if n} == {DERIVED: 1}


def test_entries_have_ten_digits_and_no_nan():
    value = {"a": np.float64(1 / 3), "b": [np.nan, np.inf], "c": (np.int64(2), True, None, "λ")}
    assert plain(value) == {"a": 0.3333333333, "b": [None, None], "c": [2, True, None, "λ"]}
    assert plain([1e-20 / 3, 2e20 / 3]) == [3.333333333e-21, 6.666666667e19]


@pytest.mark.parametrize(
    ("studies", "named", "why"),
    [
        (("one",), (), "as printed"),
        (("one", "two", "same"), (), "as printed; a pool"),
        (("fresh",), (), ""),
        (("one",), ("measured",), ""),  # which nothing has drawn
        (("one",), ("drawn",), "as printed"),
    ],
)
def test_the_reasons_for_one_draw_are_those_of_the_generated_data_sets(studies, named, why):
    reasons = {"one": "as printed", "two": "a pool", "same": "as printed", "fresh": ""}
    results = SimpleNamespace(
        study=lambda name: SimpleNamespace(
            one_draw=reasons[name], datasets=["measured", "drawn", "other"]
        ),
        plan=SimpleNamespace(
            catalogue={
                name: SimpleNamespace(generated=name != "measured")
                for name in ("measured", "drawn", "other")
            }
        ),
    )
    basis = Basis(studies, named, frozenset({"measured", "drawn"}))
    assert _why_one_draw(results, basis) == why


def test_a_claim_with_too_few_trials_in_every_case_cannot_be_tested():
    few = Verdict(INCONCLUSIVE, f"So it is. {TOO_FEW}", [{"trials": 5}])
    judged = untestable_if_too_few(few)
    assert judged.verdict == UNTESTABLE and judged.evidence == few.evidence
    assert judged.reason == f"So it is. {TOO_FEW} A test needs 6, and no more are planned."
    for other in (Verdict(INCONCLUSIVE, "So it is."), Verdict(FAILS, f"So it is. {TOO_FEW}")):
        assert untestable_if_too_few(other) == other


@pytest.mark.parametrize(("high", "told"), [([], False), (["b"], True), (["a", "b"], True)])
def test_a_metric_whose_high_values_are_good_in_one_of_the_studies_is_told(high, told):
    results = SimpleNamespace(lower_is_better=lambda study, metric: study not in high)
    text = _direction(results, SimpleNamespace(studies=["a", "b"]), {"metric": "auc"})
    assert text.startswith(" High values of auc are good") == told


def test_a_data_set_is_absent_from_a_claim_if_any_of_its_studies_lacks_it():
    runs = pd.DataFrame({"dataset": ["alpha", "beta"], "method": "A", "status": OK})
    ended = {"main": runs, "side": runs.assign(status=[OK, "error"])}
    view = SimpleNamespace(runs=ended.get, datasets=lambda _: ["alpha", "beta"])
    for studies in (("main", "side"), ("side", "main")):
        assert _absent(view, Basis(studies, (), frozenset(["alpha", "beta"])), set()) == ["beta"]


def test_a_claim_is_judged_on_one_version_of_each_data_set(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = dict.fromkeys(("alpha", "beta", "beta_again"), BELOW)
    results = made_up_results(tmp_path, scores, claims={"better": LOWER})
    results = make_version(tmp_path, results, "beta_again", of="beta")
    entry = judge(results, "better")
    assert [case["dataset"] for case in entry["evidence"]] == entry["datasets"] == ["alpha", "beta"]
