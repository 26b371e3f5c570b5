"""What is said of columns: each kind under each key of a study."""

import pytest

from methods.data.column_words import facts, fate, in_short
from methods.data.columns import Column, Encoding

COLOUR = Column("colour", "categorical", ("blue", "red"), missing=2, distinct=2)
AGE = Column("age", "numeric", missing=1, distinct=9)
SEEN = Column("seen", "date", distinct=5, timed=True)
DAY = Column("day", "date", missing=3, distinct=5)
STAGE = Column("stage", "ordinal", ("low", "mid", "high"), distinct=3)
SMOKES = Column("smokes", "boolean", ("no", "yes"), missing=1, distinct=2)
ID = Column("id", "identifier", missing=4, left_out="it counts the rows")


def test_the_facts_of_a_column():
    assert facts(COLOUR) == ("colour", "categorical", "blue, red", "2")
    assert facts(STAGE)[2] == "low < mid < high" and facts(AGE)[2] == "9 different"
    assert facts(Column("x", "categorical", ("red",), missing=1, distinct=1))[2] == "red"


@pytest.mark.parametrize("n", [6, 7])
def test_up_to_six_categories_are_named_and_more_are_counted(n):
    words = tuple("abcdefg"[:n])
    values = "a, b, c, d, e, f" if n == 6 else "7 different"
    assert facts(Column("x", "categorical", words, distinct=n))[2] == values


@pytest.mark.parametrize(
    ("column", "how", "words"),
    [
        (AGE, {}, "a number; gaps are filled with their median among the training rows"),
        (AGE, {"missing": "drop"}, "a number; rows with a gap are in no split"),
        (COLOUR, {}, "gaps are filled with their most frequent value among the training rows"),
        (COLOUR, {"missing": "indicator"}, "a gap counts as one more category"),
        (COLOUR, {"categories": "target"}, "the share of each class"),
        (SEEN, {}, "year, month, day, weekday and hour"),
        (SEEN, {"dates": "drop"}, "left out by the study"),
        (STAGE, {"missing": "keep"}, "its rank, 0 to 2"),
        (Column("id", "identifier", left_out="it counts the rows"), {}, "left out: it counts"),
    ],
)
def test_what_becomes_of_a_column(column, how, words):
    assert words in fate(column, Encoding(**how))


FILLED = "; gaps are filled with their"
MEDIAN = f"{FILLED} median among the training rows"
COMMON = f"{FILLED} most frequent value among the training rows"
KEPT = "; gaps are kept for methods that take them, and filled for others"
INDICATORS = "an indicator for each category of the training rows"


@pytest.mark.parametrize(
    ("column", "how", "words"),
    [
        (AGE, {"missing": "most_frequent"}, f"a number{COMMON}"),
        (AGE, {"missing": "indicator"}, f"a number{MEDIAN}, and marked by an indicator"),
        (AGE, {"missing": "keep"}, f"a number{KEPT}"),
        (SMOKES, {}, f"0 or 1{COMMON}"),
        (SMOKES, {"missing": "most_frequent"}, f"0 or 1{COMMON}"),
        (SMOKES, {"missing": "indicator"}, f"0 or 1{COMMON}, and marked by an indicator"),
        (SMOKES, {"missing": "drop"}, "0 or 1; rows with a gap are in no split"),
        (DAY, {}, f"year, month, day, weekday{MEDIAN}"),
        (DAY, {"missing": "indicator"},
         f"year, month, day, weekday{MEDIAN}, and marked by an indicator"),
        (SEEN, {}, "year, month, day, weekday and hour"),
        (STAGE, {"missing": "drop"}, "its rank, 0 to 2"),
        (COLOUR, {"missing": "drop"}, f"{INDICATORS}, 2 at most; rows with a gap are in no split"),
        (COLOUR, {"missing": "indicator", "categories": "target"},
         "the share of each class among the training rows that have it"
         "; a gap counts as one more category"),
        (COLOUR, {"categories": "ordinal"},
         f"its place in the alphabet among those of the training rows{COMMON}"),
        (COLOUR, {"missing": "keep", "categories": "keep"},
         f"kept for methods that take categories; others get an indicator for each{KEPT}"),
        (COLOUR, {"dates": "drop"}, f"{INDICATORS}, 2 at most{COMMON}"),
    ],
)  # fmt: skip
def test_the_fate_of_a_column_and_of_its_gaps(column, how, words):
    assert fate(column, Encoding(**how)) == words


def test_a_gap_of_ranked_categories_is_marked_and_no_category():
    how = Encoding(missing="indicator", categories="ordinal")
    assert fate(COLOUR, how).endswith(f"{COMMON}, and marked by an indicator")


@pytest.mark.parametrize(
    ("n", "words"),
    [(99, "99 at most"), (100, "100 at most"), (101, "100 at most, the rarest share one")],
)
def test_the_rarest_categories_share_an_indicator_if_there_are_more_than_a_hundred(n, words):
    assert fate(Column("zip", "categorical", distinct=n), Encoding()) == f"{INDICATORS}, {words}"


def test_a_table_of_numbers_alone_is_said_in_one_line():
    assert in_short([], Encoding()) == ["Columns: all are numbers, as they are."]


def test_columns_are_counted_by_kind_and_the_others_named_with_their_reason():
    many = Column("visits", "numeric", missing=1234)
    lines = in_short([ID, AGE, COLOUR, STAGE, many], Encoding())
    assert lines == [
        "Columns: 2 numeric, 1 categorical, 1 ordinal.",
        "Left out: id (it counts the rows).",
        "Gaps, filled from the training rows of each trial: age 1, colour 2, visits 1,234.",
    ]


@pytest.mark.parametrize(
    ("missing", "what"),
    [("drop", "rows left out"), ("keep", "kept where a method takes them"),
     ("indicator", "filled from the training rows of each trial")],
)  # fmt: skip
def test_what_becomes_of_gaps_is_said_once_for_all_columns(missing, what):
    assert in_short([STAGE, AGE], Encoding(missing=missing))[1:] == [f"Gaps, {what}: age 1."]


def test_without_gaps_or_columns_left_out_nothing_is_said_of_them():
    assert in_short([STAGE], Encoding()) == ["Columns: 1 ordinal."]


@pytest.mark.parametrize(("n", "more"), [(6, ""), (7, " and 1 more"), (9, " and 3 more")])
def test_six_columns_are_named_and_more_are_counted(n, more):
    columns = [Column(f"c{at}", "numeric", missing=at + 1) for at in range(n)]
    named = "c0 1, c1 2, c2 3, c3 4, c4 5, c5 6"
    assert in_short(columns, Encoding("drop"))[-1] == f"Gaps, rows left out: {named}{more}."
    out = [Column(f"c{at}", "numeric", left_out="gone") for at in range(n)]
    assert in_short(out, Encoding())[1].endswith(f"c5 (gone){more}.")
