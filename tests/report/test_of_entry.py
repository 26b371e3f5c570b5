"""The table of an entry, and what it says if nothing that it names was fitted."""

from types import SimpleNamespace

import pytest

from methods.report.of_entry import nothing_to_show, table_of
from tests.claims.stored import stored

KEPT = pytest.mark.parametrize(("kept", "word"), [(True, "kept"), (False, "selected")])
BEST = {"function": "methods.tables.chosen_settings.best_setting_table"}
RANKS = {"function": "methods.figures.curves.rank_diagram", "caption": "Ranks"}
SCORES = {"function": "methods.tables.scores.score_table", "study": "main"}


def with_fits(kept=False, **studies):
    """What data sets were fitted in each study."""
    return SimpleNamespace(
        kept=kept,
        datasets=lambda study, among=None: [
            name for name in studies[study] if among is None or name in among
        ],
    )


@KEPT
def test_an_output_whose_studies_all_lack_fits_says_so(kept, word):
    made = with_fits(kept, main=["alpha"], none=[], bare=[])
    told = nothing_to_show(made, BEST | {"sweep": "none", "chosen": "bare"})
    assert told == f"Nothing to show: no fit of none or bare is {word}."
    assert nothing_to_show(made, BEST | {"sweep": "none", "chosen": "main"}) == ""
    assert nothing_to_show(made, RANKS | {"study": "bare"}) == (
        f"Nothing to show: no fit of bare is {word}."
    )
    assert nothing_to_show(made, RANKS | {"study": "main"}) == ""


@KEPT
def test_an_output_of_data_sets_that_lack_fits_says_so(kept, word):
    made = with_fits(kept, main=["alpha"])
    assert nothing_to_show(made, RANKS | {"study": "main", "datasets": ["beta", "gamma"]}) == (
        f"Nothing to show: no fit of main on beta or gamma is {word}."
    )
    assert nothing_to_show(made, RANKS | {"study": "main", "datasets": ["beta", "alpha"]}) == ""


def test_titles_for_data_sets_do_not_restrict_an_output():
    weights = {"function": "methods.figures.papers.smm.coefficient_maps", "study": "main"}
    assert nothing_to_show(with_fits(main=["alpha"]), weights | {"titles": {"beta": "Beta"}}) == ""


def test_an_output_that_names_no_study_is_shown():
    costs = {"function": "methods.figures.papers.cgboost.cost_functions", "caption": "Costs"}
    assert nothing_to_show(with_fits(main=[]), costs) == ""


@pytest.mark.parametrize("caption", ["Table 1, test error", "Table 1, test error."])
def test_the_caption_of_a_table_without_fits_has_the_title_and_the_reason(caption):
    results = stored({"main": {"error": {"alpha": {"A": [0.1] * 6}}}})
    entry = SCORES | {"caption": caption, "datasets": ["beta"]}
    made = table_of(results, entry)
    assert made.caption == (
        "Table 1, test error. Nothing to show: no fit of main on beta is selected."
    )
    assert made.data.empty


def test_a_table_with_fits_keeps_its_caption():
    results = stored({"main": {"error": {"alpha": {"A": [0.1] * 6}}}})
    made = table_of(results, SCORES | {"caption": "Table 1"})
    assert made.caption.startswith("Table 1: %, mean ± standard deviation of 6 trials.")
    assert made.data["mean"].tolist() == pytest.approx([10.0])
