"""A claim for people: both verdicts, the reason, and a small table of evidence."""

import json
from pathlib import Path

import pytest

from methods.command.claim_page import ROWS, kept_entry, print_claim
from methods.sealed_files import write_sealed_json

ROOT = Path(__file__).parents[2]
ENTRY = {
    "name": "toy/wins", "source": "toy", "where": "Table 1", "says": "A wins", "about": "on most",
    "beyond": True, "derived": "", "argument": "", "tested": "Is it lower?",
    "datasets": ["alpha", "beta"], "one_draw": "it has one",
    "test": {"function": "methods.claims.scores.lower", "need": 0.5}, "scale": "quick",
    "verdict": "holds", "reason": "On both data sets it is.", "flips": {"fails": 0.01},
    "flip": "It would fail if the error of A were 1 point higher.",
    "evidence": [{"dataset": f"d_{i}", "method": "A", "difference": -0.01234,
                  "interval": [-0.02, -0.004], "p_not": 0.01, "verdict": "holds"}
                 for i in range(12)],
}  # fmt: skip
KEPT = {**ENTRY, "scale": "paper", "verdict": "fails", "reason": "It is not so.", "evidence": []}


@pytest.fixture
def keep(tmp_path):
    def keep(entry):
        file = tmp_path / "results/reference/toy/claims.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        write_sealed_json(file, {"claims": [entry]}, {})
        return tmp_path

    return keep


def test_a_claim_has_its_words_verdict_reason_flip_and_evidence(tmp_path, capsys):
    print_claim(tmp_path, ENTRY)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "A wins [on most]"
    fields = {line[:12].strip(): line[12:] for line in lines if line[:1].islower()}
    assert fields["where"] == "toy, Table 1" and fields["on"] == "alpha, beta"
    assert fields["one draw"] == "it has one"
    assert fields["verdict"] == "holds, at the quick scale" and fields["why"] == ENTRY["reason"]
    assert fields["flip"] == ENTRY["flip"] and fields["options"] == "need: 0.5"
    assert "this run" not in fields and "source" not in fields
    at = lines.index(f"evidence: 12 rows, the first {ROWS} (--json has all)")
    assert lines[at + 1].split("  ")[0] == "DATA SET" and "P-VALUE" not in lines[at + 1]
    assert "DIFFERENCE, IN POINTS" in lines[at + 1]  # the ledger has shares
    assert lines[at + 2].split() == ["d", "0", "A", "-1.23", "-2", "to", "-0.4", "holds"]
    assert len(lines) == at + 2 + ROWS


def test_the_kept_verdict_leads_and_this_run_stands_beside_it(keep, capsys):
    print_claim(keep(KEPT), ENTRY)
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "verdict fails, at the papers' scale" in lines and "why It is not so." in lines
    at = lines.index("this run holds, at the quick scale")
    assert lines[at + 1] == ENTRY["reason"] and not [line for line in lines if "evidence" in line]


def test_a_kept_verdict_of_another_test_or_scale_says_nothing(keep):
    assert kept_entry(keep(KEPT), ENTRY)["verdict"] == "fails"
    assert kept_entry(keep({**KEPT, "test": {"function": "other"}}), ENTRY) is None
    assert kept_entry(keep({**KEPT, "scale": "quick"}), ENTRY) is None


def test_what_was_not_judged_and_what_is_kept_alone_have_no_second_verdict(keep, tmp_path, capsys):
    print_claim(tmp_path, {**ENTRY, "verdict": ""}, judged=False)
    assert "verdict     not tested yet" in capsys.readouterr().out
    print_claim(keep(KEPT), KEPT, is_kept=True)
    assert "this run" not in capsys.readouterr().out


def test_a_claim_of_the_ledger_names_its_paper(capsys):
    claims = json.loads((ROOT / "results/reference/erm/claims.json").read_text())["claims"]
    entry = next(claim for claim in claims if claim["name"] == "erm/theorem-1")
    print_claim(ROOT, entry)
    text = " ".join(capsys.readouterr().out.split())  # however wide the terminal is
    assert "Xiaojie Guo (2016). Exclusivity Regularized Machine. https://arxiv.org" in text
    assert "LARGEST RELATIVE GAP" in text


def test_a_kept_verdict_of_other_options_says_nothing(keep):
    test = {**KEPT["test"], "need": 0.75}
    assert kept_entry(keep({**KEPT, "test": test}), ENTRY) is None
