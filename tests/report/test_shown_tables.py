"""Stored tables on the pages: headings in words, cells as text, and what is shaded."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from methods.report.shown_tables import (
    ShownTable,
    as_plain_table,
    as_score_table,
    average_ranks_of,
    datasets_of_ranks,
    fixed,
    is_percent,
    named,
    score_tables,
    shown_tables,
    stored_data,
    tint,
)

NAN = float("nan")


def shown(caption, data, options=None, columns=()):
    return ShownTable("t", options or {}, pd.DataFrame(data), caption, list(columns), [])


def test_stored_names_are_texts_and_no_reason_is_no_text(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text("dataset,method,n,reason\n7,None,3,\n7,NA,,\n")
    data = stored_data(file)
    assert data[["dataset", "method", "reason"]].to_numpy().tolist() == [
        ["7", "None", ""], ["7", "NA", ""]
    ]  # fmt: skip
    assert data["n"].sum() == 3
    file.write_text("")
    assert stored_data(file).empty


@pytest.mark.parametrize(
    ("caption", "columns", "options", "title"),
    [
        ("Test error, half: wins", ["wins", "ties", "losses"], {},
         "Wins, ties and losses: test error, half"),
        ("Test error, half: s", ["n", "fit_seconds"], {}, "Seconds: test error, half"),
        ("SVMs of two sizes: s", ["fit_seconds"], {}, "Seconds: SVMs of two sizes"),
        ("Test error, half: s", ["wins", "ties"], {}, "Test error, half"),
        ("Table 2: s", ["fit_seconds"], {"caption": "Table 2"}, "Table 2"),
        ("Diversity. Of all: angles", ["angle"], {}, "Diversity"),
        ("Table 3.1, cost: of six", ["cost"], {}, "Table 3.1, cost"),
    ],
)  # fmt: skip
def test_a_heading_is_short_and_says_what_the_table_holds(caption, columns, options, title):
    assert shown(caption, {key: [1] for key in columns}, options).title == title


def test_the_rest_of_a_caption_is_its_note():
    assert shown("Diversity. Of all: angles", {}).note == "Of all: angles"
    assert shown("Diversity", {}).note == ""


def test_recorded_numbers_are_headed_by_words_and_data_sets_by_their_names():
    table = shown("A", {"dataset": ["house_votes"]}, None, ["fit_seconds", "mean_angle",
                  "house_votes", "L1_x"])  # fmt: skip
    assert as_plain_table(table)["columns"] == [
        "", "seconds of a fit", "mean angle", "house_votes", "L1_x",
    ]  # fmt: skip


def test_a_table_is_read_from_its_files_with_its_options(tmp_path):
    for name in ("t", "u"):
        stored = {"caption": f"Caption {name}", "columns": ["a"], "rows": [["A", "1"]]}
        (tmp_path / f"{name}.json").write_text(json.dumps(stored))
        (tmp_path / f"{name}.csv").write_text(f"method,n\n{name},3\n")
    entries = {"t": {"study": "main"}, "u": {}}
    experiment = SimpleNamespace(name="toy", tables=entries)
    path = lambda path: tmp_path / Path(path).relative_to("results/toy")  # noqa: E731
    first, second = shown_tables(SimpleNamespace(experiment=experiment, path=path))
    assert (first.name, first.caption, first.options) == ("t", "Caption t", {"study": "main"})
    assert (first.columns, first.rows) == (["a"], [["A", "1"]])
    assert second.data.to_dict("records") == [{"method": "u", "n": 3}]


@pytest.mark.parametrize(("text", "kind"), [
    ("3/1/2", "win counted"), ("2/1/3", "loss counted"), ("2/9/2", ""), ("10/0/9", "win counted"),
    ("3/1/2 (5/10/0)", "win counted"), ("2/1/3 (7/7/1)", "loss counted"), ("2/9/2 (1/2/3)", ""),
    ("1/0", ""), ("", ""),
])  # fmt: skip
def test_counts_of_wins_are_shaded_by_whether_more_are_won(text, kind):
    wins = replace(shown("A", {key: [1] for key in ("wins", "ties", "losses")}, None, ["B"]),
                   rows=[["A", text]])  # fmt: skip
    assert as_plain_table(wins) == {
        "columns": ["", "B"], "rows": [["A", {"text": text, "kind": kind}]], "shaded": True,
    }  # fmt: skip
    plain = as_plain_table(replace(wins, data=pd.DataFrame({"wins": [1], "ties": [1]})))
    assert not plain["shaded"] and plain["rows"][0][1]["kind"] == ""


def test_a_bold_cell_is_the_best_one():
    table = replace(shown("A", {}), rows=[["A", "**1.0** ±", "**a** to **b**", "1 **b**", "**"]])
    assert [tuple(cell.values()) for cell in as_plain_table(table)["rows"][0][1:]] == [
        ("1.0 ±", "cell best"), ("**a** to **b**", ""), ("1 **b**", ""), ("**", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(("difference", "shade"), [
    (0.0, ""), (1.99, ""), (-1.99, ""), (2.0, " upper1"), (-2.0, " lower1"), (3.99, " upper1"),
    (4.0, " upper2"), (-3.99, " lower1"), (-4.0, " lower2"), (-90.0, " lower2"),
])  # fmt: skip
def test_a_difference_is_shaded_by_its_size_and_sign(difference, shade):
    assert tint(difference) == shade


@pytest.mark.parametrize(("value", "more", "text"), [
    (0.0, {}, "0.00"), (0.01, {}, "0.01"), (0.00987654, {}, "0.009877"), (12.345, {}, "12.35"),
    (99999.0, {}, "99999.00"), (1e5, {}, "1e+05"), (-123456.0, {}, "-1.235e+05"),
    (0.5, {"decimals": 4}, "0.5000"), (0.001, {"like": 5.0}, "0.00"), (7.0, {"like": 1e6}, "7"),
    (-0.5, {}, "-0.50"), (0.5, {"like": 0.0}, "0.50"),
])  # fmt: skip
def test_numbers_have_two_decimals_unless_they_are_very_small_or_large(value, more, text):
    assert fixed(value, **more) == text


CELLS = {"n": 20, "trials": 20, "std": 0.5, "best": False, "not_worse_than_best": False}


def scores(*rows, options=None, of_rows=(), note="note", **columns):
    """A table of scores with (data set, method, mean, rank) and more columns by name."""
    data = pd.DataFrame(rows, columns=["dataset", "method", "mean", "rank"]).assign(
        **CELLS | columns
    )
    options = {"study": "main", **(options or {})}
    return ShownTable("t", options, data, f"Title: {note}", [], [list(row) for row in of_rows])


def toy(runs=(), source="paper", metrics=(), printed=None, stands_in=(), title="Toy"):
    """Results of study `main` with these runs (data set, method, seconds, condition, status)."""
    names = ["dataset", "method", "fit_seconds", "condition", "status"]
    frame = pd.DataFrame([[*run, *["", "ok"][len(run) - 3 :]] for run in runs], columns=names)
    frame = frame.astype({"dataset": "category", "method": "category"})
    catalogue = {name: SimpleNamespace(stands_in_for="x" if name in stands_in else None)
                 for name in ("d", "e", "f", "copy")}  # fmt: skip
    return SimpleNamespace(
        experiment=SimpleNamespace(name="toy", source=source, title=title), folder=Path("nowhere"),
        study=lambda name: SimpleNamespace(metrics=metrics, methods=[]),
        runs=lambda name: frame, plan=SimpleNamespace(catalogue=catalogue),
        counted_once=lambda names: [name for name in names if name != "copy"],
        printed_datasets=lambda published, shown: [d for d in shown if d in published],
    )  # fmt: skip


TWO = (("d", "A", 1.0, 1.0), ("e", "A", 3.0, 2.0), ("d", "B", 2.0, 2.0), ("e", "B", 1.0, 1.0))


def first_cell(table, results=None):
    return as_score_table(results or toy(), table)["rows"][0]["cells"][0]


def test_only_a_table_of_a_study_with_means_and_ranks_is_one_of_scores():
    table = scores(*TWO)
    assert table.of_scores and table.metric == "error"
    assert not replace(table, options={}).of_scores
    assert not replace(table, data=table.data.drop(columns="rank")).of_scores
    assert replace(table, options={"metric": "brier"}).metric == "brier"


def test_tables_of_errors_and_named_metrics_say_which_method_is_good():
    tables = [scores(*TWO, options={"metric": metric})
              for metric in ("error", "balanced_error", "brier", "rounds")]  # fmt: skip
    plain = replace(tables[0], options={})
    told = list(score_tables(toy(metrics=["brier"]), [plain, *tables]))
    assert [table.metric for table, _ in told] == ["error", "balanced_error", "brier"]
    assert {address for _, address in told} == {"../experiments/toy/index.html#table-t"}


def test_errors_and_recorded_numbers_are_in_percent_and_named_metrics_are_not():
    def of(**options):
        return is_percent(toy(metrics=["brier"]), scores(*TWO, options=options))

    assert [of(), of(metric="rounds"), of(metric="brier")] == [True, True, False]
    assert of(metric="brier", percent=True) and not of(percent=False)


@pytest.mark.parametrize(("title", "outdated", "told"), [
    ("Toy", False, "Toy: Title"), ("Is it?", False, "Is it? Title"),
    ("Toy", True, "Toy: Title (outdated)"),
])  # fmt: skip
def test_a_table_is_named_with_its_experiment(monkeypatch, title, outdated, told):
    asked = []
    is_outdated = lambda results, study: asked.append(study) or outdated  # noqa: E731
    monkeypatch.setattr("methods.report.shown_tables.is_outdated", is_outdated)
    assert named(toy(title=title), scores(*TWO)) == told and asked == ["main"]


def test_average_ranks_are_in_the_last_column():
    table = scores(*TWO, of_rows=[("A", "1.00", "1.50"), ("B", "2.00", "–")])
    assert average_ranks_of(table) == {"A": "1.50", "B": "–"}


def test_ranks_are_over_the_data_sets_on_which_every_ranked_method_has_one():
    rows = [*TWO, ("f", "A", 1.0, 1.0), ("f", "B", NAN, NAN), ("d", "C", NAN, NAN)]
    table = scores(*rows, ("copy", "A", 1.0, 1.0), ("copy", "B", 2.0, 2.0))
    assert datasets_of_ranks(toy(), table) == ["d", "e"]
    assert datasets_of_ranks(toy(), replace(table, options={"published": ["e"]})) == ["e"]
    once = replace(table, data=scores(*rows, ("d", "D", 3.0, 3.0), ("e", "D", NAN, NAN)).data)
    assert datasets_of_ranks(toy(), once) == ["d"]
    unranked = replace(table, data=scores(*TWO, ("f", "C", NAN, NAN)).data)
    assert datasets_of_ranks(toy(), unranked) == ["d", "e"]
    results = toy(stands_in=["e"])
    assert datasets_of_ranks(results, replace(table, options={"published": ["e"]})) == ["d", "e"]


def test_a_table_of_scores_has_a_row_for_each_method_and_a_cell_for_each_data_set():
    averages = [("A", "1.50"), ("B", "1.25"), ("A (printed)", "1.75")]
    data = as_score_table(toy(), scores(*TWO, ("f", "A", 5.0, NAN), ("f", "B", 7.0, 1.0),
                                        of_rows=averages, note="*: not worse"))  # fmt: skip
    assert [row["method"] for row in data["rows"]] == ["A", "B"] and not data["by_rank"]
    assert data["datasets"] == ["d", "e", "f"] and data["unranked"] == ["f"]
    means = [[cell["mean"] for cell in row["cells"]] for row in data["rows"]]
    assert means == [["1.00", "3.00", "5.00"], ["2.00", "1.00", "7.00"]]
    assert [row["average"] for row in data["rows"]] == ["1.50", "1.25"]
    assert [row["printed_average"] for row in data["rows"]] == ["1.75", ""]
    assert (data["study"], data["metric"], data["condition"]) == ("main", "error", "")
    assert data["notes"]["mean"] == "grey bar: not worse" and data["printed"] is False


def test_methods_of_a_table_on_no_paper_are_in_the_order_of_their_average_ranks():
    rows = [("d", name, 1.0, 1.0) for name in "ABCD"]
    averages = [("A", "–"), ("B", "10.00"), ("D", "9.50")]
    data = as_score_table(toy(source="toy"), scores(*rows, of_rows=averages))
    assert data["by_rank"] and [row["method"] for row in data["rows"]] == ["D", "B", "A", "C"]


@pytest.mark.parametrize(("more", "shown"), [
    ({}, {"mean": "12.35", "std": "0.50", "rank": "1.5", "mark": "", "short": "", "kind": ""}),
    ({"n": 19}, {"mean": "12.35", "short": "19/20"}),
    ({"n": 1, "std": NAN}, {"mean": "12.35", "std": "", "short": "1/20"}),
    ({"n": 0, "best": True}, {"mean": None, "short": "0/20", "kind": ""}),
    ({"mean": NAN, "rank": NAN, "best": True}, {"mean": None, "rank": "–", "kind": ""}),
    ({"best": True, "not_worse_than_best": True}, {"kind": " best"}),
    ({"not_worse_than_best": True}, {"kind": " close"}),
    ({"mark": "●"}, {"mark": "●"}), ({"mark": NAN}, {"mark": ""}),
    ({"mean": 123456.0, "std": 5.678901}, {"mean": "1.235e+05", "std": "5.679"}),
    ({"printed": 11.0, "printed_std": 1.5, "difference_in_se": -2.04},
     {"printed": "11.00 ± 1.50", "difference": "−2.0", "tint": " lower1"}),
    ({"printed": 11.0, "printed_std": NAN, "difference_in_se": 4.16},
     {"printed": "11.00", "difference": "+4.2", "tint": " upper2"}),
    ({"printed": 2e5, "printed_std": 1.5, "difference_in_se": NAN},
     {"printed": "2e+05 ± 1.5", "difference": "", "tint": ""}),
    ({"printed": NAN}, {"printed": "", "difference": "", "tint": ""}),
])  # fmt: skip
def test_a_cell_of_scores_as_text(more, shown):
    cell = first_cell(scores(("d", "A", 12.3456, 1.5), **more))
    assert {key: cell[key] for key in shown} == shown and cell["seconds"] == "–"


def test_a_named_metric_has_four_decimals_unless_it_is_in_percent():
    results, table = toy(metrics=["brier"]), scores(("d", "A", 0.5, 1.0))
    assert first_cell(replace(table, options=table.options | {"metric": "brier"}), results)[
        "mean"] == "0.5000"  # fmt: skip
    print_ = {"printed": 0.9731, "printed_std": 0.0061, "difference_in_se": NAN}
    beside = scores(("d", "A", 0.5, 1.0), **print_, options={"metric": "brier"})
    assert first_cell(beside, results)["printed"] == "0.9731 ± 0.0061"
    percent = table.options | {"metric": "brier", "percent": True}
    assert first_cell(replace(table, options=percent), results)["mean"] == "0.50"


def test_seconds_are_means_over_the_fits_of_the_condition_and_the_least_are_the_fastest():
    runs = [("d", "A", 1.0, "", "error"), ("d", "B", 2.0), ("d", "B", 4.0), ("e", "A", 1.23456),
            ("e", "B", 1.5), ("e", "Z", 0.1), ("d", "A", 9.0, "noise")]  # fmt: skip
    rows = as_score_table(toy(runs), scores(*TWO, best=True))["rows"]
    shown = [[(cell["seconds"], cell["kind"]) for cell in row["cells"]] for row in rows]
    assert shown == [[("–", " best"), ("1.23", " best fastest")],
                     [("3", " best fastest"), ("1.5", " best")]]  # fmt: skip
    noise = scores(*TWO, options={"condition": "noise"})
    assert first_cell(noise, toy(runs))["seconds"] == "9"
    assert as_score_table(toy(runs), noise)["condition"] == "noise"


def test_the_seconds_of_a_cell_are_without_tuning():
    results = toy([("d", "A", 2.0)])
    runs = results.runs("main").assign(tune_seconds=50.0)
    results.runs = lambda name: runs
    assert first_cell(scores(*TWO), results)["seconds"] == "2"


def test_printed_numbers_are_shown_if_the_table_has_them():
    table = scores(*TWO, printed=1.0, printed_std=NAN, difference_in_se=NAN)
    assert as_score_table(toy(), table)["printed"] is True


def test_tables_stand_in_the_order_of_the_file(tmp_path):
    for name in ("second", "first"):
        (tmp_path / f"{name}.json").write_text('{"caption": "", "columns": [], "rows": []}')
        (tmp_path / f"{name}.csv").write_text("n\n3\n")
    experiment = SimpleNamespace(name="toy", tables={"second": {}, "first": {}})
    path = lambda path: tmp_path / Path(path).name  # noqa: E731
    tables = shown_tables(SimpleNamespace(experiment=experiment, path=path))
    assert [table.name for table in tables] == ["second", "first"]
