"""Claims as the report shows them: what a row of evidence is about stands first."""

from methods.claims.sentences.evidence import Column
from methods.report.shown_claims import _evidence_row, in_order
from methods.report.site_folder import breakable


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
