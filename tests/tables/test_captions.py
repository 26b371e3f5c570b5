"""Parts of captions: which methods lack a metric, other trials, and what a table shows."""

from types import SimpleNamespace

import pytest

from methods.tables.captions import gap_note, other_trials, shown_unit, table_title
from tests.claims.stored import stored


def with_runs(**status):
    """Results of A, B and C on two data sets; the rows of `status[column]` are of their runs."""
    results = stored({"main": {"error": {name: {m: [0.1] for m in "ABC"} for name in ("x", "y")}}})
    runs = results.frames["main", "runs"]  # A, B and C on x, and then on y
    for column, values in status.items():
        runs[column] = values
    return results


def note_of(results, names="ABC", shown=("x", "y")):
    return gap_note(results, "main", "error", list(names), list(shown))


def test_methods_that_lack_a_metric_for_one_reason_in_one_place_are_named_together():
    why = '{"error": "one class", "other": "no chances"}'
    results = with_runs(gaps=[why, why, "", why, why, '{"other": "no chances"}'])
    assert note_of(results) == " No error: A, B (one class)."
    assert note_of(results, "BC") == " No error: B (one class)."
    assert note_of(results, shown=["x"]) == " No error: A, B (one class)."
    assert note_of(results, "C") == ""
    assert gap_note(results, "main", "other", ["C"], ["x", "y"]) == (
        " No other: C on y (no chances)."
    )


def test_other_places_and_other_reasons_are_told_apart():
    one, two = '{"error": "one class"}', '{"error": "no chances"}'
    results = with_runs(gaps=[one, two, one, one, two, ""])
    assert note_of(results) == (
        " No error: A (one class); B (no chances); C on x (one class)."
    )  # fmt: skip
    results = with_runs(gaps=[one, "", "", "", one, ""])
    assert note_of(results) == " No error: A on x (one class); B on y (one class)."


def test_methods_whose_package_is_absent_lack_every_metric():
    status = ["absent", "ok", "error", "absent", "ok", "ok"]
    messages = ["no package", "", "broken", "no package", "", ""]
    assert note_of(with_runs(status=status, message=messages)) == " No error: A (no package)."
    assert note_of(with_runs(gaps="")) == note_of(with_runs()) == ""


def test_data_sets_with_other_trials_than_the_most_are_named():
    trials = {"x": [0.1] * 8, "y": [0.1] * 5, "z": [0.1] * 8}
    results = stored({"main": {"error": {name: {"A": of_set} for name, of_set in trials.items()}}})
    assert other_trials(results, "main", ["x", "y"]) == " Trials: y 5."
    assert other_trials(results, "main", ["x", "z"]) == ""
    # the caption says 8, the most of any data set, also if the table leaves all of these out
    assert other_trials(results, "main", ["y"]) == " Trials: y 5."


@pytest.mark.parametrize(
    ("about", "condition", "title"),
    [("Errors", "", "Errors"), ("", "", "Study main"), ("Errors", "2", "Errors, share 2")],
)
def test_a_table_without_a_caption_has_the_words_or_the_name_of_its_study(about, condition, title):
    study = SimpleNamespace(about=about, conditions=SimpleNamespace(name="share"))
    assert table_title(SimpleNamespace(study=lambda _: study), "main", condition) == title


@pytest.mark.parametrize(
    ("metric", "percent", "caption", "unit"),
    [("error", True, "", "%"), ("balanced_error", True, "", "balanced error (%)"),
     ("balanced_error", True, "Balanced", "%"), ("mean_angle", False, "", "mean angle")],
)  # fmt: skip
def test_a_unit_has_the_name_of_a_metric_that_no_caption_tells(metric, percent, caption, unit):
    assert shown_unit(metric, percent, caption) == unit
