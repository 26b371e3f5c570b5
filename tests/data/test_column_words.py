"""What is said of columns: each kind under each key of a study."""

import pytest

from methods.data.column_words import facts, fate
from methods.data.columns import Column, Encoding

COLOUR = Column("colour", "categorical", ("blue", "red"), missing=2, distinct=2)
AGE = Column("age", "numeric", missing=1, distinct=9)
SEEN = Column("seen", "date", distinct=5, timed=True)
STAGE = Column("stage", "ordinal", ("low", "mid", "high"), distinct=3)


def test_the_facts_of_a_column():
    assert facts(COLOUR) == ("colour", "categorical", "blue, red", "2")
    assert facts(STAGE)[2] == "low < mid < high" and facts(AGE)[2] == "9 different"


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
