"""Tables in datasets/local: a header or none, classes in the last column, and edits that count."""

from hashlib import sha256

import numpy as np
import pytest

from methods.data.catalogue import SourceFile, load_catalogue, load_descriptor
from methods.data.fetch import fetch
from methods.data.local import class_order, located, read_csv, tables_in
from methods.data.prepare import prepare, prepare_source
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
    assert len(read_csv(b"red,1,a\nblue,2,b\n", "x")[2]) == 2


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


def described(drop, text=ROWS, notes=None, name="mine.csv"):
    path = drop(text, name)
    if notes is not None:
        drop(notes, f"{path.stem}.yaml")
    return load_descriptor(path)


def refusal(drop, *arguments, **more):
    with pytest.raises(UserError) as refused:
        described(drop, *arguments, **more)
    return str(refused.value)


def test_a_table_says_of_itself_what_its_notes_do_not(drop):
    plain = described(drop)
    assert (plain.title, plain.origin, plain.licence) == (
        "mine",
        "datasets/local/mine.csv",
        "not stated",
    )
    notes = "title: My table\norigin: me\nlicence: CC0\ncitation: I\n"
    noted = described(drop, notes=notes)
    assert (noted.title, noted.origin, noted.licence, noted.citation) == (
        "My table", "me", "CC0", "I",
    )  # fmt: skip
    assert noted.shape == (4, 2) and not noted.typed and noted.notes == ""


def test_classes_are_counted_in_the_order_of_their_codes(drop):
    rows = "".join(f"{at},{label}\n" for at, label in enumerate([10, 9, 10, 9, -1, 9, -1]))
    descriptor = described(drop, rows)
    assert list(descriptor.classes.items()) == [("-1", 2), ("9", 3), ("10", 2)]
    assert (descriptor.task, descriptor.shape) == ("multiclass", (7, 1))


@pytest.mark.parametrize(
    ("labels", "reason"),
    [("aabb", None), ("aab", "2 classes in 3 rows"), ("ab", "2 classes in 2 rows"),
     ("aaa", "1 class in 3 rows"), ("aabbcc", None), ("aabbc", "3 classes in 5 rows")],
)  # fmt: skip
def test_a_class_has_two_rows_or_more_on_average(drop, labels, reason):
    text = "".join(f"{at},{at},{label}\n" for at, label in enumerate(labels))
    if reason is None:
        assert len(described(drop, text).classes) == len(set(labels))
    else:
        assert refusal(drop, text).endswith(
            f": {reason}; the last column must be the class, or write target: <its name> in"
            " mine.yaml beside it"
        )
        header = "a,b,state\n" + text
        assert f"{reason}; column 'state' must be" in refusal(drop, header, "target: state\n")


def test_the_class_may_be_any_column_by_its_name(drop):
    text = "state,n,colour\nill,1,red\nwell,2,blue\nill,3,red\nwell,4,red\n"
    descriptor = described(drop, text, "target: state\n")
    assert descriptor.classes == {"ill": 2, "well": 2} and descriptor.typed
    assert descriptor.shape == (4, None)
    assert refusal(drop, text, "target: stat\n").endswith(
        "mine.csv: unknown column 'stat'; did you mean 'state'?"
    )
    gap = refusal(drop, text.replace("well,2", ",2"), "target: state\n")
    assert "mine.csv:3: column 'state': a gap in the target; fill it or delete the row" in gap
    gap = refusal(drop, ROWS.replace("4,well", "4,NA"), name="bare.csv")
    assert "bare.csv:2: column 'column 3': a gap in the target; fill it" in gap


@pytest.mark.parametrize(
    ("first", "is_said"),
    [
        (range(20), True),
        (range(7, 30), True),
        (range(19), False),
        ([*range(19), 20], False),
        (range(0, 40, 2), False),
        (range(20, 0, -1), False),
    ],
)
def test_a_first_column_of_twenty_numbers_that_counts_the_rows_is_warned_of(drop, first, is_said):
    text = "".join(f"{n},{at * at % 7},{'ab'[at % 2]}\n" for at, n in enumerate(first))
    notes = described(drop, text).notes
    assert bool(notes) == is_said and ("in mine.yaml beside it" in notes) == is_said


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        (ROWS, False),
        (ROWS.replace("4", "x"), True),
        (ROWS.replace("4", ""), True),
        (ROWS.replace(",", ";"), True),
        (ROWS.replace("ill", "größe").encode("latin-1"), True),
        (ROWS.replace("4", "1_0"), True),
    ],
)
def test_a_table_that_is_not_all_numbers_has_named_columns(drop, text, typed):
    assert described(drop, text).typed == typed


def test_notes_that_say_nothing_yet_are_no_fault(drop):
    assert not described(drop, ROWS, "# groups: clinic\n").typed


def test_stated_columns_make_a_plain_table_a_typed_one(drop):
    assert described(drop, "a,b,state\n" + ROWS, "columns: {a: categorical}\n").typed


@pytest.mark.parametrize("notes", ['columns: {"2020": categorical}', 'groups: "2020"'])
@pytest.mark.parametrize("header", ["2019,2020,state", "2019;2020;state"])
def test_a_header_that_only_the_notes_tell_is_no_row(drop, tmp_path, notes, header):
    """Numbers above numbers, and a word above words. It was counted as a row and as a class."""
    drop(notes, "mine.yaml")
    rows = ROWS.replace(",", ";") if ";" in header else ROWS
    descriptor = load_descriptor(drop(f"{header}\n{rows}"))
    assert descriptor.shape == (4, None) and dict(descriptor.classes) == {"ill": 2, "well": 2}
    assert (
        prepare_source(descriptor, descriptor.sources[0], tmp_path / "datasets/local").y.size == 4
    )


def test_tables_of_other_kinds_are_counted_by_their_reader(drop):
    arff = "@attribute a real\n@attribute state {x,y}\n@data\n1,x\n2,y\n4,x\n3,y\n"
    descriptor = described(drop, arff, name="other.arff")
    assert (descriptor.name, descriptor.classes) == ("other", {"x": 2, "y": 2})
    assert descriptor.sources[0].format == "arff" and descriptor.typed
    tabs = described(drop, ROWS.replace(",", "\t"), name="tabs.tsv")
    assert tabs.sources[0].format == "csv" and tabs.typed and tabs.classes == {"ill": 2, "well": 2}


def test_an_ending_in_capitals_is_the_same_ending(drop, tmp_path):
    plain, typed = drop(ROWS, "plain.CSV"), drop(ROWS.replace(",", "\t"), "typed.Tsv")
    assert tables_in(plain.parent) == [plain, typed]
    catalogue = load_catalogue(tmp_path / "datasets")
    assert not catalogue["plain"].typed and catalogue["typed"].typed
    for name in ("plain", "typed"):
        fetch(catalogue[name], tmp_path / name)
        assert len(prepare(catalogue[name], tmp_path / name).y) == 4


def test_tables_of_a_folder_are_found_by_their_suffix(tmp_path):
    for name in ("b.csv", "a.xlsx", "c.txt", "d.yaml", "e.parquet", "f.arff", "g.tsv", "h.csv.gz"):
        (tmp_path / name).touch()
    found = [path.name for path in tables_in(tmp_path)]
    assert found == ["a.xlsx", "b.csv", "e.parquet", "f.arff", "g.tsv"]


def test_a_file_of_the_size_of_its_cap_is_read(drop):
    size = len(ROWS)
    assert described(drop, notes=f"max_bytes: {size}\n").shape == (4, 2)
    assert refusal(drop, notes=f"max_bytes: {size - 1}\n").endswith(
        f"mine.csv: {size} bytes, the cap is {size - 1}; write max_bytes: {size} in mine.yaml"
        " beside it, or for the file in its descriptor"
    )


def test_only_files_of_the_local_folder_are_located(drop, tmp_path):
    path = drop(ROWS)
    folder = path.parents[1]
    mirrored = SourceFile("own/mine.csv")
    assert located(mirrored, folder) is mirrored
    here = located(SourceFile("local/mine.csv"), folder)
    assert here.local_path == path and here.sha256 == sha256(ROWS.encode()).hexdigest()
    stated = located(SourceFile("local/mine.csv", sha256="0" * 64), folder)
    assert stated.sha256 == "0" * 64
    gone = located(SourceFile("local/gone.csv"), folder)
    assert gone.sha256 is None and gone.local_path == folder / "local/gone.csv"


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("a,b,c\n1,2,x\n", 1),
        ("1,b,c\n1,2,x\n", 1),
        ("1,2,c\n1,2,x\n", 2),
        ("1,2,c\n1,2,3\n", 2),  # the label tells nothing
        ("1,,c\n1,2,x\n", 2),  # a gap is no word
        (",,c\n1,2,x\n", 1),  # but a row of gaps is no example
        ("a,b,c\nd,e,x\n", 2),
        ("a,b,c\n", 1),
    ],
)
def test_a_header_of_a_plain_table_has_a_word_above_a_number(text, n):
    _, lines, rows = read_csv(text.encode(), "x")
    assert len(rows) == n and lines == list(range(text.count("\n") - n + 1, text.count("\n") + 1))


def test_a_plain_table_is_in_utf_8():
    with pytest.raises(UserError, match=r"^x: not a CSV file in UTF-8: line 1 is not UTF-8"):
        read_csv(b"1,\xe4\n", "x")


@pytest.mark.parametrize(("last", "counts"), [("state", {"x": 2, "y": 2}), ("3", {"0": 2, "1": 2})])
@pytest.mark.parametrize("numbered", [False, True])
def test_numbers_from_0_above_a_new_word_or_number_are_a_header(drop, last, counts, numbered):
    rows = [f"0,1,2,{last}", *(f"{i},{i}.5,7,{of}" for i, of in enumerate([*counts] * 2))]
    rows = [f"{'' if i == 0 else i - 1},{row}" for i, row in enumerate(rows)] if numbered else rows
    descriptor = load_descriptor(drop("\n".join(rows)))
    assert dict(descriptor.classes) == counts and descriptor.shape == (4, 4 if numbered else 3)


def test_numbers_from_0_above_a_label_that_comes_again_are_a_row(drop):
    assert load_descriptor(drop("0,1,2,x\n1,1,3,y\n2,5,2,x\n2,2,2,y\n")).shape == (4, 3)
    assert load_descriptor(drop("0,1,x\n1,3,y\n5,2,y\n4,3,y\n")).shape == (4, 2)  # few may be data


def test_hidden_files_and_folders_are_no_tables(tmp_path):
    for name in ("a.csv", ".a.csv", "~$a.xlsx"):
        (tmp_path / name).touch()
    (tmp_path / "b.csv").mkdir()
    assert [path.name for path in tables_in(tmp_path)] == ["a.csv"]
