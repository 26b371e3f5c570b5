"""Every word of the kept ledger, as its readers meet it."""

import re
from pathlib import Path

import pytest

from methods.claims.ledger import read_claims
from methods.claims.sentences.evidence import label
from tests.claims.plain import faults

KEPT = Path(__file__).parents[3] / "results/reference"
CLAIMS = [claim for path in KEPT.glob("*/claims.json") for claim in read_claims(path)]


def told(key):
    return [(claim["name"], claim[key], faults(claim[key])) for claim in CLAIMS if claim[key]]


@pytest.mark.parametrize("key", ["reason", "flip"])
def test_every_sentence_of_the_kept_ledger_is_plain(key):
    assert not [fault for fault in told(key) if fault[2]]


def test_no_sentence_names_a_claim_by_its_key():
    keys = {key for claim in CLAIMS if "-" in (key := claim["name"].partition("/")[2])}
    for claim in CLAIMS:
        told = f"{claim['reason']} {claim['flip']}"
        assert len(keys) > 100 and not keys & set(re.findall(r"[\w.]+(?:-[\w.]+)+", told))


def test_every_verdict_has_a_reason_and_every_flip_its_sentence():
    assert all(claim["reason"] for claim in CLAIMS)
    for claim in CLAIMS:
        assert not claim["flips"] or claim["flip"].startswith("It would "), claim["name"]
        changes = claim["flip"].startswith("It would ")
        assert changes == bool(claim["flips"]), claim["name"]


def test_the_columns_of_the_evidence_have_heads_in_words():
    keys = {key for claim in CLAIMS for row in claim["evidence"] for key in row}
    heads = [label(key) for key in keys]
    assert len(keys) > 50 and not [head for head in heads if "_" in head or "." in head]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("It is methods.claims.scores.lower here.", "a dotted path"),
        ("The mean_coefficient is lower.", "a name of code"),
        ("It is 12 (9.8, 14.1) here.", "a tuple"),
        ("It is so on a, b, c, d and e.", "a list of more than four"),
        ("It is so on a, b, c, d, e, f.", "a list"),
        ("It holds", "no full stop"),
        ("it holds.", "a sentence begins with i"),
        ("It holds. 3 do not.", "a sentence begins with 3"),
        ("It has no trials of 'main' here.", "code in quotes or braces"),
        ("So " * 160 + "it is.", "486 letters"),
    ],
)
def test_each_fault_is_seen(text, fault):
    assert fault in faults(text)


def test_plain_sentences_have_no_fault():
    text = "On a, b and c AdaBoost's error is 1,186.5 % (12.1 to 14); p = 0.93 by eq. 2."
    assert faults(text) == []
