"""Claims as the report shows them: what a row of evidence is about stands first."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from methods.claims.sentences.evidence import Column
from methods.report.shown_claims import (
    _evidence_row,
    claim_id,
    in_order,
    in_words,
    shown_claim,
    stored_claims,
)
from methods.report.site_folder import breakable
from methods.sealed_files import write_sealed_json

OUTPUTS = SimpleNamespace(
    name="toy",
    tables={"scores": {"study": "main"}, "other": {"study": "sizes"}, "print": {}},
    figures={"curve": {"study": "main"}, "ranks": {"study": "halves"},
             "both": {"studies": ["thirds", "fourths"]}},
)  # fmt: skip
RESULTS = SimpleNamespace(experiment=OUTPUTS, path=Path)


def shown(*keys):
    return [Column(key, key) for key in keys]


def test_what_was_found_stands_before_the_numbers():
    ordered = in_order(shown("p_not", "interval", "pairs", "verdict", "method", "dataset"))
    assert ordered == shown("dataset", "method", "verdict", "interval", "p_not", "pairs")
    assert in_order(shown("rho", "loss")) == shown("rho", "loss")


def test_a_short_cell_stays_on_one_line():
    row = {"a": "x", "b": [0.1, 0.2], "c": "holds", "d": "long " * 9}
    kinds = [cell["kind"] for cell in _evidence_row(row, shown(*row))[1:]]
    assert kinds == ["short", "holds short", ""]


def test_a_name_of_code_breaks_after_its_marks_alone():
    assert breakable("erm/open_<b>") == "erm/<wbr>open_<wbr>&lt;b&gt;"


def evidence(rows, study="main", key="study"):
    """How a claim on a study is shown whose evidence has so many rows."""
    test = {"function": "methods.claims.scores.lower", key: study, "metric": "auc"}
    rows = [{"gap": float(i), "dataset": f"d{i}"} for i in range(rows)]
    return shown_claim(RESULTS, {"name": "toy/A b", "test": test, "evidence": rows})


def test_the_claims_of_an_experiment_are_read_from_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    claims = [{"name": "toy/a"}, {"name": "toy/b"}]
    write_sealed_json("results/toy/claims.json", {"claims": claims}, {})
    assert stored_claims(RESULTS) == claims


def test_a_claim_is_shown_with_its_place_its_test_and_its_evidence():
    shown = evidence(2)
    assert shown["name"] == "toy/A b" and shown["id"] == "claim-toy_a_b" == claim_id(shown)
    assert shown["function"] == "methods.claims.scores.lower"
    assert shown["columns"] == ["data set", "gap"]
    assert shown["rows"] == [["d0", {"text": "0", "kind": "short"}],
                             ["d1", {"text": "1", "kind": "short"}]]  # fmt: skip


@pytest.mark.parametrize(("rows", "on_page", "left_out"), [(0, 0, 0), (200, 200, 0), (203, 200, 3)])
def test_a_page_shows_so_much_evidence_and_counts_the_rest(rows, on_page, left_out):
    shown = evidence(rows)
    assert (len(shown["rows"]), shown["left_out"]) == (on_page, left_out)


@pytest.mark.parametrize(
    ("study", "places"),
    [("main", ["table-scores", "figure-curve"]), ("halves", ["figure-ranks"]), ([], []),
     ("main_again", []),
     (["sizes", "halves"], ["table-other", "figure-ranks"])],
)  # fmt: skip
def test_a_claim_leads_to_the_tables_and_figures_on_its_studies(study, places):
    related = evidence(1, study)["related"]
    assert [each["id"] for each in related] == places
    assert [each["name"] for each in related] == [place.partition("-")[2] for place in places]


def test_a_claim_and_an_output_on_several_studies_meet_in_one_of_them():
    assert [each["name"] for each in evidence(1, "fourths")["related"]] == ["both"]
    related = evidence(1, ["fourths", "halves"], key="studies")["related"]
    assert [each["name"] for each in related] == ["ranks", "both"]


def test_evidence_on_errors_is_in_the_unit_that_its_head_says():
    rows = [{"method": "A", "difference": 0.0525, "interval": [0.01, 0.095]}]
    test = {"function": "methods.claims.scores.lower", "study": "main", "metric": "error"}
    shown = shown_claim(RESULTS, {"name": "toy/a", "test": test, "evidence": rows})
    assert [cell["text"] for cell in shown["rows"][0][1:]] == ["5.25", "1 to 9.5"]
    assert shown["columns"][0] == "method" and all("in points" in c for c in shown["columns"][1:])


def test_a_cell_of_24_letters_is_short_and_one_of_25_is_not():
    row = {"a": "x", "b": "b" * 24, "c": "c" * 25, "d": "cannot be tested here"}
    kinds = [cell["kind"] for cell in _evidence_row(row, shown(*row))[1:]]
    assert kinds == ["short", "", "cannot short"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "–"), (True, "yes"), (False, "no"), (3, "3"), (0.123456, "0.1235"), ("a", "a"),
        ([0.5, 2], "0.5 to 2"), ([2, 0.5], "2 to 0.5"), ([1, 2, 3], "[1, 2, 3]"),
        (["a", "b"], "[a, b]"),
        ([0.5, None], "[0.5, –]"), ([0.25], "[0.25]"),
        ({"a": 0.5, "b": [1, 2]}, "a: 0.5, b: 1 to 2"),
    ],
)  # fmt: skip
def test_a_value_is_written_as_a_reader_would(value, words):
    assert in_words(value) == words


def test_the_readings_of_a_statement_are_linked_and_stand_first():
    test = {"function": "methods.claims.readings.every_reading", "readings": ["a", "b-c"]}
    rows = [{"verdict": "holds", "reading": "a"}, {"verdict": "fails", "reading": "b-c"}]
    claim = shown_claim(RESULTS, {"name": "toy/all", "test": test, "evidence": rows})
    assert claim["columns"] == ["reading", "verdict"] and claim["related"] == []
    links = [(claim_id({"name": f"toy/{name}"}), name) for name in ("a", "b-c")]
    assert [(each["id"], each["name"]) for each in claim["readings"]] == links
    assert evidence(1)["readings"] == []
