"""How the evidence of a claim is shown as a table."""

import pytest

from methods.claims.sentences.evidence import columns, label

ROW = {"dataset": "a", "method": "A", "difference": -0.008, "interval": [-0.02, 0.004],
       "least": 0.1, "trials": 20}  # fmt: skip


def shown(test, row=ROW):
    return {column.head: column.value(row) for column in columns({"test": test, "evidence": [row]})}


@pytest.mark.parametrize("test", [{}, {"metric": "train_error"}, {"curve": "test_error"}])
def test_errors_are_shown_in_percent_and_their_differences_in_points(test):
    of_row = shown(test)
    assert of_row["difference, in points"] == pytest.approx(-0.8)
    assert of_row["interval, in points"] == pytest.approx([-2.0, 0.4])
    assert of_row["least, in %"] == pytest.approx(10.0)
    assert (of_row["data set"], of_row["trials"]) == ("a", 20)


def test_a_change_of_an_error_is_shown_in_points():
    of_row = shown({"metric": "oscillation"})
    assert of_row["least, in points"] == pytest.approx(10.0)
    assert of_row["difference, in points"] == pytest.approx(-0.8)


@pytest.mark.parametrize("metric", ["rounds", "auc", "test_error_percent"])
def test_other_numbers_are_shown_as_they_are(metric):
    assert shown({"metric": metric})["difference"] == -0.008


def test_a_difference_that_is_of_no_method_is_not_taken_for_one_of_errors():
    assert shown({}, {"first": "noisy", "difference": 2.2})["difference"] == 2.2


def test_a_row_without_a_column_has_no_value_in_it():
    entry = {"test": {}, "evidence": [ROW, {"method": "B", "difference": None}]}
    assert [column.value(entry["evidence"][1]) for column in columns(entry)].count(None) == 5


def test_heads_are_words():
    assert label("p_not") == "p-value if it does not hold" and label("than") == "rival"
    assert label("could_have_seen") == "smallest visible difference"
    assert label("mean_rank") == "mean rank"
    assert label("difference_from_than") == "difference from rival"


def test_losses_of_methods_are_shown_in_points():
    row = {"method": "A", "largest_loss": 0.0059, "lost_on": "german"}
    assert shown({}, row)["largest loss, in points"] == pytest.approx(0.59)


def test_what_methods_are_lower_by_is_shown_in_points():
    row = {"method": "A", "lower_by": 0.042, "other_lower_by": -0.01}
    of_row = shown({}, row)
    assert of_row["lower by, in points"] == pytest.approx(4.2)
    assert of_row["other lower by, in points"] == pytest.approx(-1.0)


def test_the_interval_of_an_exponent_is_not_in_points():
    row = {"method": "A", "exponent": 1.2, "interval": [1.1, 1.3]}
    entry = {"test": {"study": "growth"}, "evidence": [row]}
    assert all(column.scale == 1 for column in columns(entry))
    entry["evidence"] = [row | {"difference": 0.1}]
    assert [column.key for column in columns(entry) if column.scale != 1] == [
        "interval", "difference",
    ]  # fmt: skip
