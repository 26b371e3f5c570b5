"""`judge`: the kept ledger is what the kept scores and today's claims and tests give."""

import itertools
import json
import math
from io import StringIO

import pandas as pd
import pytest
import yaml

from methods.bench.results import Results
from methods.claims.counts import counts
from methods.claims.kept import OUTDATED
from methods.claims.ledger import read_claims
from methods.command.command_line import main
from methods.command.judge import judged_again, plan_of_kept, read_ledger
from methods.command.kept_outputs import tables_of_kept
from methods.project import VARIABLE
from methods.sealed_files import write_sealed_json
from methods.tables.table import DATA_FORMAT
from tests.made_up import made_up_results, study, write_descriptor
from tests.project import ROOT

REFERENCE = ROOT / "results" / "reference"
EXPERIMENTS = sorted(path.parent.name for path in REFERENCE.glob("*/claims.json"))
REMEDY = "run `make ledger` and look at what differs"


@pytest.mark.slow
def test_the_kept_ledger_has_the_claims_of_all_experiments_and_counts_them():
    ledger = read_ledger(REFERENCE)
    plan = plan_of_kept(ROOT)
    names = [f"{e}/{claim}" for e in EXPERIMENTS for claim in plan.experiments[e].claims]
    assert [entry["name"] for entry in ledger["claims"]] == names, REMEDY
    for key, beyond in (("counts", False), ("counts_beyond", True)):
        assert ledger[key] == counts(ledger["claims"], beyond=beyond)
    kept = [read_claims(REFERENCE / e / "claims.json") for e in EXPERIMENTS]
    for claim, entry in zip(ledger["claims"], itertools.chain(*kept), strict=True):
        assert {**claim, "evidence": entry["evidence"]} == entry


@pytest.mark.slow
@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_the_kept_verdicts_are_those_of_the_kept_scores(experiment):
    (entries,) = [now for name, now in judged_again(ROOT, [experiment])]
    kept = read_claims(REFERENCE / experiment / "claims.json")
    for now, before in zip(entries, kept, strict=True):
        for key in before.keys() - {"reason", "flip"}:  # they repeat the evidence in words
            # claims without a study solve problems of their own, anew at each judging
            digits = STORED if "study" in before["test"] else SOLVED
            assert alike(now[key], before[key], **digits), (before["name"], key, REMEDY)


@pytest.mark.slow
@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_the_kept_tables_are_those_of_the_kept_scores(experiment):
    if (REFERENCE / experiment / OUTDATED).exists():
        pytest.skip("its kept results are outdated")
    results = Results.load(plan_of_kept(ROOT), experiment, ROOT, REFERENCE)
    made = dict(tables_of_kept(results))
    assert len(made) >= len(results.experiment.tables) - 2  # those of curves
    for name, table in made.items():
        kept = pd.read_csv(REFERENCE / experiment / f"{name}.csv")
        text = table.data.to_csv(index=False, float_format=DATA_FORMAT)
        now = pd.read_csv(StringIO(text))
        pd.testing.assert_frame_equal(now, kept, rtol=1e-6, obj=f"{name}: {REMEDY}; it")


@pytest.mark.slow
def test_a_claim_is_judged_on_the_kept_results_where_the_folder_has_not_run_it(capsys, monkeypatch):
    """The same claim after a run is judged on its results: tests/test_main.py."""
    monkeypatch.chdir(ROOT)
    name = "erm/printed-ensemble-is-worse-than-one-svm-somewhere"
    monkeypatch.setattr("methods.command.claim.paths.claims", lambda _: "results/nothing.json")
    assert main(["claim", name, "--json"]) == 0
    (before,) = [c for c in read_claims(REFERENCE / "erm" / "claims.json") if c["name"] == name]
    assert alike(json.loads(capsys.readouterr().out), before, **STORED)


# The last digits of numbers differ between processors, and of what is solved a few more.
STORED = {"rel_tol": 1e-6, "abs_tol": 1e-9}
SOLVED = {"rel_tol": 1e-3, "abs_tol": 1e-6}


def alike(a, b, **digits):
    """Equal, but for the last digits of numbers."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(alike(a[key], b[key], **digits) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(alike(x, y, **digits) for x, y in zip(a, b, strict=True))
    if isinstance(a, float) and isinstance(b, int | float):
        return math.isclose(a, b, **digits)
    return a == b


CLAIM = {"where": "section 1", "says": "A is lower", "study": "main"}
LOWER = CLAIM | {"function": "methods.claims.scores.lower", "methods": ["A"], "than": ["B"]}
AT = LOWER | {"function": "methods.claims.curves.lower_at", "curve": "cost", "at": [3]}


@pytest.fixture
def kept(tmp_path, monkeypatch, capsys):
    """A kept run without curves, in which A is lower than B; what `judge` says of its claims."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))

    def judge(claims, before=(), outdated=(), **more):
        low = [0.1, 0.11, 0.12, 0.1, 0.13, 0.12]
        scores = {"alpha": {"A": low, "B": [value + 0.4 for value in reversed(low)]}}
        made_up_results(tmp_path, scores, claims=claims, **more)
        (tmp_path / "config.yaml").write_text("{}")
        (tmp_path / "Snakefile").touch()
        reference = tmp_path / "results/reference"
        if not reference.exists():
            reference.mkdir()
            (tmp_path / "results/toy").rename(reference / "toy")
            for file in reference.glob("toy/main/traces/*"):
                file.unlink()
        ledger = {"scale": "quick", "datasets": "all", "claims": list(before)}
        write_sealed_json(reference / "claims.json", ledger, {})
        write_sealed_json(reference / "toy/claims.json", {"claims": list(before)}, {})
        (reference / "toy/outdated.yaml").write_text(yaml.safe_dump(list(outdated)))
        assert main(["judge"]) in (0, None)
        entries = read_claims(reference / "toy/claims.json")
        return {entry["name"]: entry for entry in entries}, capsys.readouterr().out

    return judge


def test_claims_are_judged_on_the_kept_scores_without_their_splits(kept):
    entries, said = kept({"a": LOWER})
    assert entries["toy/a"]["verdict"] == "holds"
    assert said.startswith("toy/a: not there -> holds: On alpha the error of A is lower")


def test_a_verdict_on_what_is_not_kept_stands_while_its_test_is_the_same(kept):
    entries, _ = kept({"a": AT})
    assert entries["toy/a"]["reason"].startswith("It waits for a new run, since the curves")
    run = entries["toy/a"] | {"verdict": "holds", "reason": "of the run", "evidence": [{"x": 1}]}
    entries, _ = kept({"a": AT | {"says": "In other words"}}, [run])
    assert (entries["toy/a"]["verdict"], entries["toy/a"]["says"]) == ("holds", "In other words")
    entries, said = kept({"a": AT | {"at": [4]}}, [run])
    assert entries["toy/a"]["verdict"] == "cannot be tested here"
    assert "toy/a: holds -> cannot be tested here: It waits for a new run" in said


@pytest.mark.parametrize(
    ("change", "judged"),
    [
        ({"methods": ["B*"]}, False),
        ({"methods": ["C"]}, True),
        ({"datasets": ["alpha"]}, False),
        ({"datasets": ["beta"]}, True),
        ({"studies": ["main"], "methods": ["A"]}, False),
        ({"studies": ["main"], "methods": ["C"]}, True),
        ({}, False),
    ],
)
def test_a_claim_on_fits_that_would_come_out_in_another_way_has_no_verdict(kept, change, judged):
    entries, _ = kept({"a": LOWER}, outdated=[{"why": "other steps", **change}])
    assert (entries["toy/a"]["verdict"] == "holds") == judged
    said = "this has changed: other steps"
    assert (said in entries["toy/a"]["reason"]) == (not judged)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            {"trials_by_dataset": {"alpha": 7}},
            "study named main has another number of trials on alpha",
        ),
        ({"trials_by_dataset": {"alpha": 6}}, ""),
        ({"datasets": ["alpha", "beta"]}, "study named main is new on beta"),
    ],
)
def test_a_claim_on_new_fits_has_no_verdict(kept, tmp_path, more, said):
    kept({"a": LOWER})
    write_descriptor(tmp_path, "beta")
    matrix = study(["alpha"], ["A", "B"], trials=6) | more
    entries, _ = kept({"a": LOWER}, studies={"main": matrix})
    reason = entries["toy/a"]["reason"]
    assert said in reason and bool(said) == reason.startswith("It waits for a new run, since ")


def test_a_misspelt_key_of_the_list_of_changes_is_one_line(kept):
    with pytest.raises(AssertionError):
        kept({"a": LOWER}, outdated=[{"why": "other steps", "method": ["A"]}])


def test_drift_is_seen():
    assert alike({"a": [1.0, "x"]}, {"a": [1.0 + 1e-9, "x"]}, **STORED)
    assert not alike({"a": [1.0]}, {"a": [1.001]}, **STORED)
    assert not alike({"a": [1.0]}, {"a": [1.0, 2.0]}, **STORED)
    assert not alike({"a": "holds"}, {"a": "fails"}, **STORED)
    assert not alike(True, False, **STORED) and not alike({"a": 1}, {"b": 1}, **STORED)


def test_a_verdict_on_what_is_not_kept_is_that_of_its_own_claim(kept):
    entries, _ = kept({"a": AT, "b": AT})
    of_run = [
        entries[f"toy/{name}"] | {"verdict": verdict, "reason": "of the run"}
        for name, verdict in (("a", "holds"), ("b", "fails"))
    ]
    entries, _ = kept({"a": AT, "b": AT}, of_run)
    assert [entries[name]["verdict"] for name in ("toy/a", "toy/b")] == ["holds", "fails"]
