"""The chart of a method's seconds by training rows."""

from types import SimpleNamespace

import pandas as pd
import pytest

from methods.report.seconds_curves import seconds_by_rows, seconds_chart

COLUMNS = ["study", "dataset", "n_train", "mean"]


def points(*rows):
    return pd.DataFrame([("e/main", *row) for row in rows], columns=COLUMNS)


def experiment(name, *, one_fit=False, **studies):
    """Results with runs (data set, method, rows, seconds, status) of each study."""
    columns = ["dataset", "method", "n_train", "fit_seconds", "status"]
    frames = {study: pd.DataFrame(rows, columns=columns) for study, rows in studies.items()}
    return SimpleNamespace(
        experiment=SimpleNamespace(name=name, studies=frames), runs=lambda study: frames[study],
        study=lambda _: SimpleNamespace(one_fit_for_all_conditions=one_fit),
    )  # fmt: skip


def test_a_method_has_the_mean_seconds_of_the_fits_that_ended_well_by_study_and_rows():
    one = experiment(
        "e",
        main=[("d", "A", 10, 1.0, "ok"), ("d", "A", 10, 3.0, "ok"), ("d", "A", 10, 99.0, "error"),
              ("d", "A", 20, 5.0, "ok"), ("d", "B", 10, 7.0, "ok")],
        more=[("d", "A", 10, 4.0, "ok")],
    )  # fmt: skip
    other = experiment("f", main=[("c", "A", 30, 6.0, "ok")])
    by_method = seconds_by_rows([one, other])
    assert set(by_method) == {"A", "B"}
    keys = ["study", "dataset", "n_train", "mean", "size"]
    assert by_method["A"][keys].to_numpy().tolist() == [
        ["e/main", "d", 10, 2.0, 2], ["e/main", "d", 20, 5.0, 1], ["e/more", "d", 10, 4.0, 1],
        ["f/main", "c", 30, 6.0, 1],
    ]  # fmt: skip
    assert by_method["B"][keys].to_numpy().tolist() == [["e/main", "d", 10, 7.0, 1]]
    assert set(by_method["A"]) == set(keys)


def test_seconds_are_the_mean_and_not_the_middle_of_the_fits():
    runs = [("d", "A", 10, seconds, "ok") for seconds in (1.0, 2.0, 9.0)]
    assert seconds_by_rows([experiment("e", main=runs)])["A"]["mean"].tolist() == [4.0]


def test_a_fit_that_serves_several_conditions_counts_once():
    runs = [("d", "A", 10, 2.0, "ok")] * 4
    frame = seconds_by_rows([experiment("e", main=runs, one_fit=True)])["A"]
    assert frame[["mean", "size"]].to_numpy().tolist() == [[2.0, 1]]


@pytest.mark.parametrize(
    ("sizes", "is_drawn"), [([10, 20], False), ([10, 20, 20], False), ([10, 20, 30], True)]
)
def test_three_sizes_are_needed(sizes, is_drawn):
    data = points(*((f"d{i}", n, 1.0) for i, n in enumerate(sizes)))
    assert (seconds_chart(data, "A") is not None) is is_drawn


def test_a_line_joins_the_sizes_of_a_data_set_in_their_order_and_one_size_is_a_point():
    data = points(("c", 30, 3.0), ("d", 40, 2.0), ("d", 10, 1.0), ("d", 20, 1.234567))
    chart = seconds_chart(data, "A")
    assert chart["series"] == [
        {"name": "d (e/main)", "points": [[10, 1.0], [20, 1.235], [40, 2.0]], "line": True},
        {"name": "c (e/main)", "points": [[30, 3.0]], "line": False},
    ]
    assert (chart["x"], chart["y"]) == ("training rows", "seconds of a fit")
    assert chart["log"] == [True, True]


def test_the_same_data_set_in_two_studies_is_two_lines():
    data = points(("d", 10, 1.0), ("d", 20, 2.0), ("d", 30, 3.0))
    chart = seconds_chart(pd.concat([data, data.assign(study="a/other")]), "A")
    assert [line["name"] for line in chart["series"]] == ["d (e/main)", "d (a/other)"]


def test_of_more_than_six_lines_those_with_the_fewest_rows_are_drawn():
    rows = [(f"d{9 - i}", 10 * i + n, 1.0) for i in range(7) for n in (1, 2)]
    series = seconds_chart(points(*rows, ("alone", 5, 1.0)), "A")["series"]
    assert [line["name"][:2] for line in series] == ["d9", "d8", "d7", "d6", "d5", "d4", "al"]
    assert [line["line"] for line in series] == [True] * 6 + [False]


def test_seconds_too_short_to_be_measured_are_left_out():
    data = points(("d", 10, 0.0), ("d", 20, 1.0), ("d", 30, 2.0))
    assert seconds_chart(data, "A") is None
    chart = seconds_chart(pd.concat([data, points(("d", 40, 0.5))]), "A")
    assert chart["series"][0]["points"] == [[20, 1.0], [30, 2.0], [40, 0.5]]


def test_the_label_names_the_fewest_and_the_most_rows():
    data = points(("b", 200, 0.5), ("a", 1000, 12.3456), ("c", 20, 0.00123456))
    assert seconds_chart(data, "A")["label"] == (
        "Seconds of a fit of A: 0.00123 with 20 training rows (c), 12.3 with 1,000 (a)."
    )
