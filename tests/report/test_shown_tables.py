"""Headings of stored tables: they say what a table holds, in words."""

import pandas as pd
import pytest

from methods.report.shown_tables import ShownTable, as_plain_table


def shown(caption, data, options=None, columns=()):
    return ShownTable("t", options or {}, pd.DataFrame(data), caption, list(columns), [])


@pytest.mark.parametrize(
    ("caption", "columns", "options", "title"),
    [
        ("Test error, half: wins", ["wins", "ties", "losses"], {},
         "Wins, ties and losses: test error, half"),
        ("Test error, half: s", ["fit_seconds"], {}, "Seconds: test error, half"),
        ("Table 2: s", ["fit_seconds"], {"caption": "Table 2"}, "Table 2"),
        ("Diversity. Of all: angles", ["angle"], {}, "Diversity"),
        ("Table 3.1, cost: of six", ["cost"], {}, "Table 3.1, cost"),
    ],
)  # fmt: skip
def test_a_heading_is_short_and_says_what_the_table_holds(caption, columns, options, title):
    assert shown(caption, dict.fromkeys(columns, [1]), options).title == title


def test_the_rest_of_a_caption_is_its_note():
    assert shown("Diversity. Of all: angles", {}).note == "Of all: angles"
    assert shown("Diversity", {}).note == ""


def test_recorded_numbers_are_headed_by_words_and_data_sets_by_their_names():
    table = shown("A", {"dataset": ["house_votes"]}, None, ["fit_seconds", "mean_angle",
                  "house_votes", "L1_x"])  # fmt: skip
    assert as_plain_table(table)["columns"] == [
        "", "seconds of a fit", "mean angle", "house_votes", "L1_x",
    ]  # fmt: skip
