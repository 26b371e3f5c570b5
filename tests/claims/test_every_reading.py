"""One verdict on all readings of a statement: every outcome, also on kept results."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from methods.claims import readings
from methods.claims.kept import judge_kept
from methods.claims.kinds import EXPERIMENT, REPRINT, kind_of
from methods.claims.ledger import judge
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.sealed_files import write_sealed_json
from tests.made_up import made_up_results, write_paper

LOW = [0.1, 0.11, 0.09, 0.12, 0.08, 0.1]
HIGH = [0.3, 0.31, 0.29, 0.3, 0.32, 0.28]
WIDE = [0.0, 0.3, 0.01, 0.2, 0.1, 0.02]
SCORES = {"alpha": {"A": LOW, "B": HIGH, "C": WIDE}}


def reading(method, than):
    return {
        "where": "here", "says": "less", "beyond": True, "study": "main", "methods": [method],
        "than": [than], "function": "methods.claims.scores.lower",
    }  # fmt: skip


CLAIMS = {
    "lower": reading("A", "B"), "again": reading("A", "B"), "higher": reading("B", "A"),
    "higher-too": reading("B", "A"), "open": reading("A", "C"),
    "unknown": {"where": "here", "says": "?", "beyond": True, "why": "It cannot.",
                "function": "methods.claims.reasoned.cannot"},
}  # fmt: skip


def of(*names):
    return {
        "where": "here", "says": "all", "readings": list(names),
        "function": "methods.claims.readings.every_reading",
    }  # fmt: skip


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return made_up_results(tmp_path, SCORES, claims=CLAIMS)


def with_claim(results, entry, **others):
    claims = {**results.experiment.claims, **others, "all": entry}
    return replace(results, experiment=structs.replace(results.experiment, claims=claims))


@pytest.mark.parametrize(
    ("names", "verdict", "reason"),
    [
        (["lower", "again"], HOLDS, "By 2 of 2 readings it holds."),
        (["higher", "higher-too"], FAILS, "By 2 of 2 readings it fails."),
        (["lower", "open"], INCONCLUSIVE,
         "By 1 of 2 readings it holds and by 1 it is inconclusive."),
        (["higher", "open"], INCONCLUSIVE,
         "By 1 of 2 readings it fails and by 1 it is inconclusive."),
        (["lower", "higher", "again"], INCONCLUSIVE,
         "By 2 of 3 readings it holds and by 1 it fails."),
        (["lower", "unknown"], INCONCLUSIVE,
         "By 1 of 2 readings it holds and by 1 it cannot be tested here."),
        (["unknown"], UNTESTABLE, "By 1 of 1 reading it cannot be tested here."),
    ],
)  # fmt: skip
def test_a_statement_holds_or_fails_by_all_of_its_readings_alone(results, names, verdict, reason):
    judged = judge(with_claim(results, of(*names)), "all")
    assert (judged["verdict"], judged["reason"]) == (verdict, reason)
    assert [row["reading"] for row in judged["evidence"]] == names
    for row in judged["evidence"]:
        assert row["verdict"] == judge(results, row["reading"])["verdict"]


def test_the_question_names_the_readings(results):
    judged = judge(with_claim(results, of("lower", "open")), "all")
    assert judged["tested"] == "Does each of these readings hold: lower and open?"
    assert judged["datasets"] == [] and not judged["beyond"]


def test_readings_of_a_printed_table_name_it_and_compare_ours_with_it(results):
    judged = judge(with_claim(results, of("higher", "higher-too") | {"printed": "table1"}), "all")
    assert judged["reason"] == "By 2 of 2 readings of the printed table 1 it fails."
    assert kind_of(judged) == REPRINT
    assert kind_of(judge(with_claim(results, of("higher")), "all")) == EXPERIMENT


def test_a_reading_is_judged_on_the_data_sets_of_the_paper(tmp_path, monkeypatch):
    """A claim of ours may rest on others too, which may not decide a statement of the paper."""
    monkeypatch.chdir(tmp_path)
    scores = {**SCORES, "beta": {"A": HIGH, "B": LOW, "C": WIDE}}
    write_paper(tmp_path, "work")
    results = made_up_results(tmp_path, scores, claims=CLAIMS, source="work")
    assert judge(results, "lower")["verdict"] != HOLDS
    kind = type(results.plan.catalogue["alpha"])
    monkeypatch.setattr(kind, "belongs_to", lambda self, source: self.name == "alpha")
    assert judge(with_claim(results, of("lower")), "all")["verdict"] == HOLDS
    assert judge(with_claim(results, of("higher")), "all")["verdict"] == FAILS


def test_of_kept_results_a_reading_of_curves_has_the_verdict_of_the_run(results, monkeypatch):
    shutil.copytree("results", "kept")
    kept = replace(with_claim(results, of("lower", "again")), folder=Path("kept"), views={})
    assert judge_kept(kept, "all", None)["verdict"] == HOLDS
    entries = [{"name": "toy/again", "verdict": FAILS}, {"name": "toy/lower", "verdict": FAILS}]
    write_sealed_json("kept/toy/claims.json", {"claims": entries}, {})

    def no_curves(results, name):
        if name == "again":
            raise FileNotFoundError(name)
        return judge(results, name)

    monkeypatch.setattr(readings, "judge", no_curves)
    judged = judge_kept(kept, "all", None)
    assert judged["reason"] == "By 1 of 2 readings it holds and by 1 it fails."
    shutil.copy("kept/toy/claims.json", "results/toy/claims.json")
    with pytest.raises(FileNotFoundError):
        judge(with_claim(results, of("lower", "again")), "all")


def test_a_statement_is_untestable_where_a_reading_is_not_kept(results, monkeypatch):
    shutil.copytree("results", "kept")
    kept = replace(with_claim(results, of("lower", "open")), folder=Path("kept"), views={})
    runs = kept.runs("main")
    kept.seen_by_claims(frozenset({"alpha"})).frames["main", "runs"] = runs[runs["method"] != "C"]
    judged = judge_kept(kept, "all", None)
    assert judged["verdict"] == UNTESTABLE and "the new method C" in judged["reason"]
