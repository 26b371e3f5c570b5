"""`claim`: which results a claim is judged on, and what is printed of it."""

import json
import shutil

import pytest

from methods.bench import paths
from methods.command.command_line import main
from methods.sealed_files import write_sealed_json
from tests.command.conftest import HIGH, LOW
from tests.made_up import store_scores


@pytest.fixture
def folder(with_claims):
    """A project whose experiment has two claims and has not run."""
    shutil.rmtree(with_claims / "results")
    return with_claims


def store(folder, a, b, verdict=""):
    """Scores of A and B, with the verdict on the first claim if all was judged."""
    rows = [(name, seed, v) for name, of in (("A", a), ("B", b)) for seed, v in enumerate(of)]
    store_scores(folder, "alpha", rows)
    if verdict:
        entry = {"name": "toy/lower", "verdict": verdict, "reason": "as kept", "scale": "paper"}
        write_sealed_json(paths.claims("toy"), {"claims": [entry]}, {})


def keep(folder, a, b):
    """The same among the kept results, at the papers' scale."""
    store(folder, a, b, "holds")
    (folder / paths.REFERENCE).mkdir()
    shutil.move(folder / "results/toy", folder / paths.REFERENCE)
    ledger = {"scale": "paper", "datasets": "all", "claims": []}
    write_sealed_json(f"{paths.REFERENCE}/claims.json", ledger, {})


def judged(capsys, name="toy/lower"):
    assert main(["claim", name, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_claim_is_judged_on_the_results_of_this_folder_before_the_kept_ones(folder, capsys):
    keep(folder, LOW, HIGH)
    entry = judged(capsys)
    assert (entry["verdict"], entry["scale"]) == ("holds", "paper")
    store(folder, HIGH, LOW)
    assert judged(capsys)["scale"] == "paper", "this folder has not judged its claims yet"
    store(folder, HIGH, LOW, "holds")
    entry = judged(capsys)
    assert (entry["name"], entry["verdict"], entry["scale"]) == ("toy/lower", "fails", "quick")


def of_run(scale, name="toy/lower"):
    """The ledger of a run at a scale, with one claim."""
    ledger = {"scale": scale, "datasets": ["alpha"], "claims": [{"name": name}]}
    write_sealed_json(paths.LEDGER, ledger, {})


def test_a_claim_is_judged_at_the_scale_of_the_run_unless_another_is_named(folder, capsys):
    store(folder, HIGH, LOW, "holds")
    of_run("smoke")
    assert judged(capsys)["scale"] == "smoke"
    assert main(["claim", "toy/lower", "--json", "--config", "scale=paper"]) == 0
    assert json.loads(capsys.readouterr().out)["scale"] == "paper"
    of_run("smoke", "toy/higher")
    assert judged(capsys)["scale"] == "quick", "as config.yaml says, for the run was on another"


def test_without_kept_results_a_claim_is_judged_on_the_scores_that_are_here(folder, capsys):
    store(folder, HIGH, LOW)
    assert judged(capsys)["verdict"] == "fails"
    assert judged(capsys, "toy/higher")["verdict"] == "holds"
    (folder / paths.REFERENCE / "other").mkdir(parents=True)  # another experiment is kept
    assert judged(capsys)["verdict"] == "fails"


def test_a_claim_without_any_results_is_one_line(folder, capsys):
    assert main(["claim", "toy/lower"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("error: no file results/toy/main/") and error.count("\n") == 1


@pytest.mark.parametrize("name", ["toy/lowr", "tiy/lower", "toy", "toy/", "lower", "/lower"])
def test_an_unknown_claim_is_named_with_those_that_are_known(folder, capsys, name):
    store(folder, LOW, HIGH, "holds")
    assert main(["claim", name]) == 1
    told = capsys.readouterr()
    assert told.err.startswith(f"error: unknown claim {name!r}") and told.out == ""
    assert "toy/lower" in told.err and told.err.count("\n") == 1


def test_the_entry_is_printed_as_json_with_its_letters(folder, capsys):
    store(folder, LOW, HIGH, "holds")
    assert main(["claim", "toy/lower", "--json"]) == 0
    text = capsys.readouterr().out
    assert '\n "says": "A has a lower λ",\n' in text
    assert json.loads(text)["test"]["methods"] == ["A"]


def test_people_read_the_kept_verdict_beside_that_of_this_run(folder, capsys):
    keep(folder, LOW, HIGH)
    kept = judged(capsys)
    write_sealed_json(f"{paths.REFERENCE}/toy/claims.json", {"claims": [kept]}, {})
    assert main(["claim", "toy/lower"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("A has a lower λ\n") and "holds, at the papers' scale" in text
    assert "this run" not in text and "DATA SET" in text
    store(folder, HIGH, LOW, "fails")
    assert main(["claim", "toy/lower"]) == 0
    text = capsys.readouterr().out
    assert "holds, at the papers' scale" in text
    assert "this run    fails, at the quick scale" in text
