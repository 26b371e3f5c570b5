"""Tables in datasets/local: a header or none, classes in the last column, and edits that count."""

import numpy as np
import pytest

from methods.data.catalogue import load_catalogue, load_descriptor
from methods.data.fetch import fetch
from methods.data.local import class_order, read_csv
from methods.data.prepare import prepare
from methods.errors import UserError
from tests.made_up import write_descriptor

ROWS = "1,2,ill\n3,4,well\n5,6,ill\n7,8,well\n"


@pytest.fixture
def drop(tmp_path):
    """Write a file of datasets/local."""
    folder = tmp_path / "datasets" / "local"
    folder.mkdir(parents=True)

    def write(content, name="mine.csv"):
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize(
    "text",
    [
        ROWS,
        "a,b,state\n" + ROWS,
        '"a","b","state"\n1,2,"ill"\n3,4,"well"\n5,6,"ill"\n7,8,"well"\n',
        "\ufeffa,b,state\r\n" + ROWS.replace("\n", "\r\n"),
        "\n" + ROWS.replace(",", " , ") + "\n\n",
    ],
    ids=["no header", "header", "quotes", "of a spreadsheet", "blanks"],
)
def test_a_table_is_read_in_every_usual_form(drop, tmp_path, text):
    descriptor = load_descriptor(drop(text))
    assert (descriptor.task, descriptor.shape) == ("binary", (4, 2))
    assert dict(descriptor.classes) == {"ill": 2, "well": 2} and descriptor.embedded
    assert fetch(descriptor, tmp_path / "raw")["status"] == "ok"
    dataset = prepare(descriptor, tmp_path / "raw")
    np.testing.assert_array_equal(dataset.X, [[1, 2], [3, 4], [5, 6], [7, 8]])
    np.testing.assert_array_equal(dataset.y, [0, 1, 0, 1])


def test_words_in_all_rows_of_a_column_are_no_header():
    assert len(read_csv(b"red,1,a\nblue,2,b\n", "x")[1]) == 2


def test_classes_are_ordered_by_number_where_they_are_numbers():
    assert class_order({"10", "9", "-1"}) == ["-1", "9", "10"]
    assert class_order({"10", "9", "b"}) == ["10", "9", "b"]


def test_an_edit_changes_what_the_prepared_data_depend_on(drop):
    before = repr(load_descriptor(drop(ROWS)).sources)
    assert repr(load_descriptor(drop(ROWS)).sources) == before
    assert repr(load_descriptor(drop(ROWS.replace("8", "9"))).sources) != before


def test_where_the_project_lies_changes_nothing(drop, tmp_path):
    path = drop(ROWS)
    other = tmp_path / "elsewhere" / "local" / path.name
    other.parent.mkdir(parents=True)
    other.write_text(ROWS)
    assert repr(load_descriptor(path).sources) == repr(load_descriptor(other).sources)


def test_a_descriptor_may_say_how_a_local_file_is_read_and_notices_its_edits(drop, tmp_path):
    path = drop("benign;1\n")
    source = {"files": [{"path": "local/mine.csv"}], "format": "delimited", "delimiter": ","}
    write_descriptor(tmp_path, "other", source)
    catalogue = load_catalogue(tmp_path / "datasets")
    assert list(catalogue) == ["other"] and catalogue["other"].embedded
    before = repr(catalogue["other"].sources)
    path.write_text("benign;2\n")
    assert repr(load_catalogue(tmp_path / "datasets")["other"].sources) != before


def test_a_local_file_to_come_is_a_missing_data_set(drop, tmp_path):
    drop(ROWS)
    source = {"files": [{"path": "local/gone.csv"}], "format": "csv"}
    write_descriptor(tmp_path, "other", source)
    report = fetch(load_catalogue(tmp_path / "datasets")["other"], tmp_path / "raw")
    assert (report["status"], report["reason"]) == (
        "missing", "other: datasets/local/gone.csv: no such file",
    )  # fmt: skip


BAD = {
    "one class": ("1,2,a\n3,4,a\n", "1 class in 2 rows; the last column must be the class"),
    "a measurement last": ("1,2,0.1\n3,4,0.2\n5,6,0.3\n", "3 classes in 3 rows"),
    "one column": ("1 2 a\n3 4 b\n", "one column; the class and at least one feature"),
    "ragged": ("1,2,a\n3,b\n", ":2: 2 columns where the first row has 3"),
    "empty": ("\n", "holds no rows"),
    "no text": (b"1,2,\xff\x00\n", "byte 4 is not text"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_table_is_one_line_that_names_the_file(drop, case):
    content, message = BAD[case]
    path = drop(content)
    with pytest.raises(UserError) as refused:
        load_descriptor(path)
    assert str(refused.value).startswith(str(path)) and message in str(refused.value)


def test_a_name_that_is_taken_or_cannot_be_one_is_refused(drop, tmp_path):
    write_descriptor(tmp_path, "mine")
    path = drop(ROWS)
    with pytest.raises(UserError, match="another data set is called 'mine'; rename the file"):
        load_catalogue(tmp_path / "datasets")
    path.rename(path.with_name("My data.csv"))
    with pytest.raises(UserError, match="'My data' must be of a-z, 0-9 and _; rename the file"):
        load_catalogue(tmp_path / "datasets")
