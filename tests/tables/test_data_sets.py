"""The table of data sets says what they hold, what is printed, and what is unavailable."""

import pandas as pd
from msgspec import structs

from methods.tables.data_sets import data_table
from methods.tables.scores import NO_VALUE
from tests.claims.stored import stored
from tests.made_up import made_up_results, store_frame


def printed(metric, value):
    return {"table": "t1", "dataset": "alpha", "method": "-", "metric": metric, "value": value}


def test_counts_stand_beside_the_printed_ones_and_a_missed_set_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [printed("positive", "357"), printed("negative", "212"), printed("dimension", "6x5")]
    scores = {name: {"A": [0.1, 0.2]} for name in ("alpha", "beta")}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    path = tmp_path / "results/toy/main/runs/beta.parquet"
    store_frame(pd.read_parquet(path).assign(status="missing"), path)
    table = data_table(results, published="t1")
    alpha, beta = table.cells.loc["alpha"], table.cells.loc["beta"]
    assert (alpha["samples"], alpha["shape"]) == ("569", "30")
    assert alpha["classes"] == "benign 357, malignant 212"
    assert (alpha["printed"], alpha["had"]) == ("357 + 212, 6x5", "yes")
    assert (beta["printed"], beta["had"]) == (NO_VALUE, "no")


def test_printed_parts_and_classes_are_counted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    counts = {"n_train": "400.0", "n_test": "169", "n_attributes": "30", "n_classes": "2"}
    rows = pd.DataFrame([printed(metric, value) for metric, value in counts.items()])
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1]}}, published=rows)
    cells = data_table(results, published="t1").cells
    assert cells.loc["alpha", "printed"] == "400 + 169, 30, 2 classes"


def described(ended=None, **more):
    """The table of alpha and beta, which two studies share, with parts of their descriptors.

    The fits of some studies and data sets `ended` in another way than well.
    """
    scores = {"error": {"alpha": {"A": [0.1]}, "beta": {"A": [0.1]}}}
    rows = pd.DataFrame(
        [printed("positive", "3.0"), {**printed("dimension", "7"), "dataset": "beta"},
         {**printed("n_train", "4"), "table": "t2"},
         {**printed("n_attributes", "5"), "table": "t2"},
         {**printed("n_classes", "6"), "table": "t2"}]
    ).rename(columns={"value": "text"})  # fmt: skip
    results = stored({"main": scores, "side": scores}, published=rows)
    results.experiment.studies = ["main", "side"]
    for name, descriptor in results.plan.catalogue.items():
        descriptor.title, descriptor.classes = name, {"a": 1, "b": None}
        descriptor.shape = (None, 3, 4)
    for (study, name), status in (ended or {}).items():
        runs = results.frames[study, "runs"]
        runs.loc[runs["dataset"] == name, "status"] = status
    return data_table(results, **more)


def test_what_is_unknown_or_not_printed_is_said():
    cells = described(published="t1").cells
    assert cells["printed"].tolist() == ["3 + ?, ?", "? + ?, 7"]
    assert cells[["samples", "shape", "classes"]].to_numpy().tolist() == [
        ["?", "3 x 4", "a 1, b"],
    ] * 2  # fmt: skip
    assert described(published="t2").cells["printed"].tolist() == ["4, 5, 6 classes", NO_VALUE]
    table = described()
    assert table.cells["printed"].tolist() == [NO_VALUE] * 2
    assert table.caption == "Data sets" and described(caption="c").caption == "c"
    assert "title" in table.data and "title" not in table.cells


def test_a_data_set_is_unavailable_if_any_study_missed_it_and_not_if_its_fits_failed():
    ended = {("main", "alpha"): "missing", ("side", "beta"): "error"}
    assert described(ended).cells["had"].to_dict() == {"alpha": "no", "beta": "yes"}


def test_the_data_table_knows_a_data_set_by_its_name_in_print(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    published = pd.DataFrame(
        [("t", "the first", "-", "positive", "77"), ("t", "the first", "-", "negative", "45")],
        columns=["table", "dataset", "method", "metric", "value"],
    )
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1]}}, published=published)
    catalogue = results.plan.catalogue
    printed = [{"source": results.experiment.source, "name": "the first"}]
    catalogue["alpha"] = structs.replace(catalogue["alpha"], printed=printed)
    assert data_table(results, published="t").cells.loc["alpha", "printed"].startswith("77 + 45")


def test_the_data_sets_of_all_studies_are_listed_once():
    of = {name: {"error": {d: {"A": [0.1]} for d in sets}} for name, sets in
          (("main", ["alpha"]), ("side", ["alpha", "beta"]))}  # fmt: skip
    results = stored(of)
    results.experiment.studies = list(of)
    for descriptor in results.plan.catalogue.values():
        descriptor.title, descriptor.classes, descriptor.shape = "", {}, (3, 4)
    assert data_table(results).data["dataset"].tolist() == ["alpha", "beta"]
