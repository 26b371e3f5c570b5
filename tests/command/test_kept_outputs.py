"""Which tables and figures are made again from kept scores, and which stay as the run made them."""

from pathlib import Path
from types import SimpleNamespace

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from PIL import Image

from methods.command import kept_outputs as module
from methods.command.kept_outputs import tables_of_kept, write_kept_outputs
from methods.report import of_entry
from methods.tables.table import Table

DATA = pd.DataFrame({"x": [1, 2], "y": [0.123456789, 0.5]})
AS_TEXT = "x,y\n1,0.12346\n2,0.5\n"  # with as many digits as a picture shows


def table_of(value):
    data = pd.DataFrame({"value": [value]})
    return Table(data, data.astype(str), "A caption")


def not_kept(results):
    raise FileNotFoundError("results/toy/main/traces/alpha.parquet")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A folder of kept results, and the results with these tables and figures."""

    def options_of(entry, words=()):
        return entry["function"], entry.get("options", {})

    for each in (module, of_entry):
        monkeypatch.setattr(each, "options_of", options_of)
    monkeypatch.setattr(of_entry, "nothing_to_show", lambda results, entry: "")

    def kept(tables=None, figures=None):
        named = [{name: {"function": make} for name, make in (outputs or {}).items()}
                 for outputs in (tables, figures)]  # fmt: skip
        return SimpleNamespace(experiment=SimpleNamespace(tables=named[0], figures=named[1]))

    before = plt.get_fignums()
    yield tmp_path, kept
    assert plt.get_fignums() == before, "a figure that is drawn is closed"


def drawn(data, seen=None):
    """What draws a small figure of these data, and notes that it did."""

    def draw(results):
        if seen is not None:
            seen.append(results)
        figure, axes = plt.subplots(figsize=(1, 1))
        axes.plot(data["x"], data["y"])
        return figure, data

    return draw


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_every_table_that_scores_are_enough_for_is_written(kept):
    folder, of = kept
    tables = {"first": lambda results: table_of(1), "curves": not_kept,
              "last": lambda results: table_of(2)}  # fmt: skip
    (folder / "curves.csv").write_text("as the run made it")
    write_kept_outputs(of(tables), folder)
    assert (folder / "first.csv").read_text() == "value\n1\n"
    assert (folder / "last.csv").read_text() == "value\n2\n"
    assert (folder / "curves.csv").read_text() == "as the run made it"
    made = [f"{n}.{k}" for n in ("first", "last") for k in ("csv", "md", "tex", "json")]
    assert names_in(folder) == sorted(["curves.csv", *made])
    assert [(n, t.data["value"][0]) for n, t in tables_of_kept(of(tables))] == [
        ("first", 1), ("last", 2)
    ]  # fmt: skip


def test_a_table_gets_its_options(kept):
    _, of = kept
    results = of()
    entry = {"function": lambda results, value: table_of(value), "options": {"value": 5}}
    results.experiment.tables["t"] = entry
    ((_, table),) = tables_of_kept(results)
    assert table.data["value"].tolist() == [5]


def test_nothing_is_made_again_of_outdated_results(kept):
    folder, of = kept
    (folder / "outdated.yaml").write_text("[]")
    write_kept_outputs(of({"t": lambda results: table_of(1)}, {"f": drawn(DATA)}), folder)
    assert names_in(folder) == ["outdated.yaml"]


def test_a_figure_of_the_same_data_keeps_its_picture_and_others_are_drawn(kept):
    folder, of = kept
    seen = []
    (folder / "same.csv").write_text(AS_TEXT)
    (folder / "other.csv").write_text(AS_TEXT.replace("0.12346", "0.12345"))
    for name in ("same", "other", "curves"):
        (folder / f"{name}.png").write_bytes(b"old")
    figures = {"same": drawn(DATA, seen), "curves": not_kept, "other": drawn(DATA, seen),
               "new": drawn(DATA.head(1), seen)}  # fmt: skip
    write_kept_outputs(of(figures=figures), folder)
    assert len(seen) == 3
    for name in ("same", "curves"):
        assert (folder / f"{name}.png").read_bytes() == b"old"
    assert (folder / "same.csv").read_text() == (folder / "other.csv").read_text() == AS_TEXT
    assert (folder / "new.csv").read_text() == "x,y\n1,0.12346\n"
    for name in ("other", "new"):
        with Image.open(folder / f"{name}.png") as image:
            assert image.mode == "P" and image.size == (200, 200)
    made = [f"{n}.{k}" for n in ("same", "other", "new") for k in ("csv", "png")]
    assert names_in(folder) == sorted(["curves.png", *made])


def test_the_pictures_are_not_left_in_the_working_folder(kept, monkeypatch):
    folder, of = kept
    (folder / "kept").mkdir()
    monkeypatch.chdir(folder)
    write_kept_outputs(of(figures={"f": drawn(DATA)}), Path("kept"))
    assert names_in(folder) == ["kept"] and names_in(folder / "kept") == ["f.csv", "f.png"]
