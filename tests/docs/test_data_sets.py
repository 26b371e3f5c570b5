"""The table of docs/data_sets.md says what the descriptors and the printed tables say."""

import re
from pathlib import Path

import pandas as pd
import pytest

from methods.bench.experiments import load_experiment
from methods.data.catalogue import load_catalogue

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = load_catalogue(ROOT / "datasets")
PAGE = (ROOT / "docs" / "data_sets.md").read_text(encoding="utf-8")
CELLS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\|.*\| `\w+` \|", line)
]
ROWS = {cells[2].strip("`"): cells for cells in CELLS}


def in_words(shape, counts):
    """As the table writes a shape with its numbers of examples by class."""
    sizes = " x ".join(str(size or "n") for size in shape)
    return f"{sizes} ({' + '.join(map(str, counts))})" if None not in counts else sizes


def printed_table():
    """Shape and classes of the four data sets of Table 1, by their name there."""
    rows = pd.read_csv(ROOT / "workflow" / "published" / "smm.csv")
    rows = rows[rows["table"] == "table1"]
    for name, values in rows.groupby("dataset", sort=False):
        of = values.set_index("metric")["value"].to_dict()
        positive, negative = int(of["positive"]), int(of["negative"])
        shape = [positive + negative, *map(int, of["dimension"].split("x"))]
        yield name, in_words(shape, [positive, negative])


def test_every_set_that_has_or_stands_in_for_a_printed_one_has_a_row():
    studies = load_experiment(ROOT / "workflow" / "experiments" / "smm_real.yaml").studies.values()
    used = {name for study in studies for name in study.datasets if CATALOGUE[name].printed}
    assert set(ROWS) == used


@pytest.mark.parametrize("name", ROWS)
def test_the_shape_here_is_that_of_the_descriptor(name):
    descriptor = CATALOGUE[name]
    assert ROWS[name][3] == in_words(descriptor.shape, descriptor.classes.values())
    assert ROWS[name][5].startswith("a stand-in: ") == bool(descriptor.stands_in_for)


def test_the_printed_shapes_are_those_of_table_1_and_of_the_descriptors():
    printed = dict(printed_table())
    stated = {name: cells[1] for name, cells in ROWS.items() if cells[1]}
    assert stated == printed
    latest = ""
    for name, cells in ROWS.items():
        latest = cells[1] or latest
        (entry,) = (entry for entry in CATALOGUE[name].printed if entry.source == "smm")
        assert latest.startswith(in_words(entry.shape, [None]))
