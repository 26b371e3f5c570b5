"""How much of a paper is served."""

from types import SimpleNamespace

from methods.claims.coverage import change_of, counts_of, experiments_on, rows_of
from methods.schemas.paper import Equation, Figure, LeftOut, PaperFile, Table

PAPER = PaperFile(
    title="T", authors=("A",), year=2020, venue="V", address="x", bibtex="@misc{a}", licence="none",
    proposes="Nothing.",
    tables={"1": Table(shows="errors", outputs=("toy/t",)), "2": Table(shows="names", why="words")},
    figures={"1": Figure(shows="curves", outputs=("toy/f",))},
    equations={"1": Equation(shows="a sum", claims=("toy/a",))},
    untested=(LeftOut(where="section 3", says="it is fast", why="no clock"),),
)  # fmt: skip
CLAIMS = {"a": {}, "b": {}, "ours": {"beyond": True}}
TOY = SimpleNamespace(name="toy", claims=CLAIMS)


def entry(verdict, **more):
    test = {"function": "a.lower", "study": "main"}
    known = {
        "verdict": verdict,
        "reason": "So.",
        "flips": {},
        "flip": "It would fail.",
        "test": test,
    }
    return known | more


def test_the_experiments_on_a_paper_are_those_of_its_source():
    first, second = (SimpleNamespace(source=source) for source in ("mine", "theirs"))
    assert experiments_on("theirs", [first, second]) == [second]


def test_a_part_is_served_if_something_here_makes_it():
    counts = counts_of(PAPER, [TOY], {})
    assert counts == {
        "tables": "1 of 2", "figures": "1 of 1", "equations": "1 of 1", "claims": "2 of 3",
    }  # fmt: skip


def test_a_claim_that_could_not_be_tested_is_not_served_and_ours_do_not_count():
    verdicts = {
        "toy/a": entry("holds"), "toy/b": entry("cannot be tested here"), "toy/ours": entry("fails")
    }  # fmt: skip
    assert counts_of(PAPER, [TOY], verdicts)["claims"] == "1 of 3"
    verdicts["toy/b"] = entry("inconclusive")
    assert counts_of(PAPER, [TOY], verdicts)["claims"] == "2 of 3"


def test_the_rows_name_what_serves_a_part_or_why_nothing_does():
    rows = {(row.kind, row.number): row.served_by or row.why for row in rows_of(PAPER)}
    assert rows == {
        ("table", "1"): ("toy/t",), ("table", "2"): "words", ("figure", "1"): ("toy/f",),
        ("equation", "1"): ("toy/a",), ("claim", "section 3"): "no clock",
    }  # fmt: skip


def test_what_changes_a_verdict_is_its_flip_in_words():
    assert change_of(entry("holds", flips={"fails": 1.0})) == "It would fail."
    two = entry("holds", flips={"fails": 1.0}, flip="It would fail if so, and hold if not.")
    assert change_of(two) == "It would fail if so."
    assert change_of(entry("holds", flip="No shift of it does.")) == "No shift of it does."
    each = entry("fails", flip="It would hold if each error were 56 of its standard errors lower.")
    assert change_of(each) == "Only other printed numbers would turn it."
    assert change_of(entry("fails", derived="a.md#b")) == "It stands or falls with its argument."
    assert change_of(entry("cannot be tested here", reason="no data")) == "no data"


def test_a_verdict_without_a_shift_says_what_would_turn_it():
    printed = {"function": "a.printed_ranks", "table": "table1"}
    told = [
        change_of(entry("inconclusive", flip="", reason="There are too few trials to say.")),
        change_of(entry("fails", flip="", test=printed)),
        change_of(entry("fails", flip="")),
    ]
    assert told == [
        "There are too few trials to say.", "Only other printed numbers would turn it.",
        "No change of the errors would turn it.",
    ]  # fmt: skip
