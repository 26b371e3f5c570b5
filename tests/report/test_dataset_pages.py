"""The page of a data set."""

from types import SimpleNamespace

import pytest

from methods.report.dataset_pages import score_in_words
from methods.report.shown_tables import ShownTable
from methods.report.site_folder import templates
from methods.schemas.in_papers import Printed


def in_papers(printed, missing=None):
    """What the page says of a data set in the papers."""
    d = SimpleNamespace(
        name="alpha", title="", task="binary", licence="", origin="", citation="", notes="",
        unavailable=None, content_hash="", printed=[printed],
    )  # fmt: skip
    page = templates().get_template("dataset.html").render(
        d=d, shape="", classes="", balance=[], sources=[], missing=missing, tables=[], read=[],
        wins=[], assets="", home="", has_claims=True, has_papers=True, has_speed=True, kept=True,
        origin={}, results="",
    )  # fmt: skip
    return page.partition("In the papers</h2>")[2].partition("</ul>")[0]


def printed(**more):
    return Printed(**{"source": "p", "name": "alpha", "shape": (3, 2), "meets": True, **more})


def test_what_is_not_printed_is_not_said():
    text = in_papers(printed())
    assert "3 × 2; ours matches what is printed</li>" in text and "None" not in text
    assert "does not match" in in_papers(printed(meets=False))
    assert "ours" not in in_papers(printed(meets=None))
    assert "printed. Table 1.</li>" in in_papers(printed(note="Table 1."))


@pytest.mark.parametrize(("meets", "shape"), [(True, "this"), (False, "another")])
def test_a_data_set_that_was_not_fetched_matches_nothing(meets, shape):
    text = in_papers(printed(meets=meets), {"text": "gone", "more": "tried"})
    assert f"it was not fetched here, and {shape} shape is expected</li>" in text
    assert "ours" not in text


@pytest.mark.parametrize(
    ("options", "told"),
    [({}, "test error in percent"), ({"metric": "brier"}, "brier"),
     ({"metric": "brier", "percent": True}, "brier in percent")],
)  # fmt: skip
def test_a_mean_has_its_unit(options, told):
    results = SimpleNamespace(study=lambda name: SimpleNamespace(metrics={"brier": None}))
    table = ShownTable("t", {"study": "main", **options}, None, "", [], [])
    assert score_in_words(results, table) == told
