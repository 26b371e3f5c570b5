"""Tables with words, dates and gaps: kinds of columns, and one line for each mistake."""

import sys
import zipfile
from datetime import date, datetime
from io import BytesIO

import numpy as np
import pandas as pd
import pytest
import yaml

from methods.data import packing
from methods.data.catalogue import load_catalogue, load_descriptor
from methods.data.dates import seconds_of
from methods.data.formats import read_format
from methods.data.formats.excel import read_sheet
from methods.data.prepare import content_hash, load_dataset, prepare_source, save_dataset
from methods.data.typed_table import parse_table, table_of_frame
from methods.errors import UserError
from methods.schemas.dataset import Source, SourceFile
from methods.schemas.named_columns import BY_POSITION

PEOPLE = """id,age,colour,stage,seen,smokes,state
1,41,red,low,2020-01-31,yes,ill
2,,blue,high,2020-02-01,no,well
3,NA,red,mid,,no,ill
4,58.5,green,low,2021-12-31,yes,well
"""
STAGES = {"columns": {"stage": ["low", "mid", "high"], "id": "identifier"}}


def read(text, options=STAGES, kind="csv"):
    data = text if isinstance(text, bytes) else text.encode()
    return read_format(kind, data, f"t.{kind}", options)


def column(parsed, name):
    (one,) = (column for column in parsed.columns if column.name == name)
    return one


def values(parsed, name):
    names = [column.name for column in parsed.columns if not column.left_out]
    return parsed.X[:, names.index(name)]


def test_each_kind_of_column_is_recognised():
    parsed = read(PEOPLE)
    assert [(c.name, c.kind) for c in parsed.columns] == [
        ("id", "identifier"), ("age", "numeric"), ("colour", "categorical"), ("stage", "ordinal"),
        ("seen", "date"), ("smokes", "boolean"),
    ]  # fmt: skip
    assert parsed.labels == ["ill", "well", "ill", "well"]
    nan = np.nan
    np.testing.assert_array_equal(values(parsed, "age"), [41, nan, nan, 58.5])
    np.testing.assert_array_equal(values(parsed, "colour"), [2, 0, 2, 1])
    np.testing.assert_array_equal(values(parsed, "stage"), [0, 2, 1, 0])
    np.testing.assert_array_equal(values(parsed, "smokes"), [1, 0, 0, 1])
    days = [(date(2020, 1, 31) - date(1970, 1, 1)).days * 86400, 1580515200, nan, 1640908800]
    np.testing.assert_array_equal(values(parsed, "seen"), days)
    assert column(parsed, "age").missing == 2 and column(parsed, "age").distinct == 2
    assert "column 'id' is left out: it names the rows, as stated" in parsed.notes


FORMS = {
    "semicolons and decimal commas": PEOPLE.replace(",", ";").replace("58.5", "58,5"),
    "tabs": PEOPLE.replace(",", "\t"),
    "a mark at the start": "\ufeff" + PEOPLE,
    "line ends of Windows": PEOPLE.replace("\n", "\r\n"),
    "quotes": PEOPLE.replace("red", '"red"'),
    "UTF-16": PEOPLE.encode("utf-16"),
    "Latin-1": PEOPLE.replace("red", "größe").encode("latin-1"),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_table(form):
    parsed = read(FORMS[form])
    np.testing.assert_array_equal(values(parsed, "age"), [41, np.nan, np.nan, 58.5])
    assert len(set(values(parsed, "colour"))) == 3 and parsed.labels == read(PEOPLE).labels


def test_what_was_recognised_is_said():
    assert "column 'age': decimal commas" in read(FORMS["semicolons and decimal commas"]).notes
    assert "line 2 is not UTF-8, so the text is read as Latin-1" in read(FORMS["Latin-1"]).notes
    assert column(read(FORMS["Latin-1"]), "colour").categories[2] == "größe"


def test_a_row_of_words_above_words_is_a_header_unless_a_word_comes_again():
    with_header = "colour,state\n" + "red,a\nblue,b\nred,b\n"
    assert len(read(with_header, {"columns": {}}).labels) == 3
    parsed = read("red,a\nblue,b\nred,b\n", {"columns": {}})
    assert len(parsed.labels) == 3 and parsed.columns[0].name == "column 1"
    assert any("no header" in note for note in parsed.notes)


def numbered(cells, header="x,y,state"):
    rows = [f"{cell},{at % 3},{'ab'[at % 2]}" for at, cell in enumerate(cells)]
    return "\n".join([header, *rows])


def test_columns_that_name_the_rows_are_left_out_with_the_way_to_keep_them():
    counted = read(numbered(range(5, 45)), {"columns": {}})
    assert "column 'x' is left out: it counts the rows; write x: numeric" in " ".join(counted.notes)
    codes = [f"P{at}" for at in range(40)]
    assert column(read(numbered(codes), {"columns": {}}), "x").kind == "identifier"
    apart = [at * at for at in range(40)]
    assert column(read(numbered(apart), {"columns": {}}), "x").kind == "numeric"
    named = read(numbered(apart, "patient_id,y,state"), {"columns": {}})
    assert column(named, "patient_id").left_out
    kept = read(numbered(range(40)), {"columns": {"x": "numeric"}})
    assert not column(kept, "x").left_out


def test_columns_without_a_choice_are_left_out_and_named():
    text = "gone,same,x,state\n,7,1,a\n,7,2,b\n,7,4,a\n"
    parsed = read(text, {"columns": {}})
    assert parsed.X.shape == (3, 1)
    assert "column 'gone' is left out: it has no value" in parsed.notes
    assert "column 'same' is left out: all rows have the same value, 7" in parsed.notes


def test_ten_thousand_categories_are_said():
    words = [f"w{at % 10_000}" for at in range(10_500)]
    parsed = read(numbered(words), {"columns": {}})
    assert "column 'x': 10000 categories; 100 at most get an indicator each" in parsed.notes


BAD = {
    "mixed types": (numbered([1, 2, "tall", 4, 5]), {"columns": {}},
        "t.csv:4: column 'x': 'tall' is not a number among numbers; write NA for a gap, or"
        " columns: {x: categorical} in t.yaml beside it or in the descriptor"),
    "a word in a stated column of numbers": (numbered([1, "tall"]), {"columns": {"x": "numeric"}},
        "t.csv:3: column 'x': 'tall' is not a number; write NA for a gap"),
    "no date": (numbered(["2020-01-01", "2020-02-30"]), {"columns": {"x": "date"}},
        "t.csv:3: column 'x': '2020-02-30' is no date; write year-month-day, or NA"),
    "day or month": (numbered(["01/02/2020", "03/04/2020"]), {"columns": {"x": "date"}},
        "t.csv: column 'x': dates of several forms, or with day and month in an order that no row"
        " tells; write year-month-day"),
    "an unknown level": (numbered(["low", "hgih"]), {"columns": {"x": ["low", "high"]}},
        "t.csv:3: column 'x': unknown value 'hgih'; did you mean 'high'?"),
    "three values of yes and no": (numbered(["a", "b", "c"]), {"columns": {"x": "boolean"}},
        "t.csv: column 'x': 3 values; boolean has two"),
    "thousands": (numbered(['"1,234"', '"5,678"']), {"columns": {}},
        "t.csv:2: column 'x': '1,234' may have a decimal comma or a mark of thousands; write"
        " numbers with a point and without marks"),
    "infinite": (numbered([1, "1e999"]), {"columns": {"x": "numeric"}},
        "t.csv:3: column 'x': '1e999'"),
    "two columns of one name": (numbered([1, 2], "x,x,state"), {"columns": {}},
        "t.csv:1: column 'x' comes twice, as columns 1 and 2; rename one"),
    "no such target": (numbered([1, 2]), {"target": "stat"},
        "t.csv: unknown column 'stat'; did you mean 'state'?"),
    "no such column": (numbered([1, 2]), {"columns": {"z": "date"}}, "t.csv: unknown column 'z'"),
    "a gap in the target": ("x,state\n1,a\n2,\n", {"target": "state"},
        "t.csv:3: column 'state': a gap in the target; fill it or delete the row"),
    "a gap in the groups": (numbered(["a", ""]), {"groups": "x"},
        "t.csv:3: column 'x': a gap in the groups"),
    "words as time": (numbered(["a", "b"]), {"time": "x"},
        "t.csv: column 'x': time must be numbers or dates"),
    "a weight below 0": (numbered([1, -2]), {"weights": "x"},
        "t.csv:3: column 'x': weight -2 is below 0"),
    "two roles": (numbered([1, 2]), {"weights": "x", "time": "x"},
        "t.csv: column 'x' is both time and weights"),
    "ragged": ("x,y,state\n1,2,a\n3,b\n", {"columns": {}},
        "t.csv:3: 2 columns where the first row has 3; put a cell that holds the delimiter in"),
    "no text": (b"\x00\xff\x01", {"columns": {}},
        "t.csv: byte 1 is not text; save the table as CSV"),
    "nothing left": ("x,state\n7,a\n7,b\n", {"columns": {}},
        "t.csv: no column is left as a feature; add one; column 'x' is left out: all rows have the"
        " same value, 7"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_mistake_is_one_line_with_place_and_remedy(case):
    text, options, message = BAD[case]
    with pytest.raises(UserError) as refused:
        read(text, options)
    assert str(refused.value).startswith(message) and "\n" not in str(refused.value)


def test_dates_have_one_form_and_known_days():
    assert seconds_of(["13/02/2020", "01/02/2020"])[1] == "day/month/year"
    assert seconds_of(["02/13/2020", "02/01/2020"])[1] == "month/day/year"
    assert seconds_of(["1.2.1970"]) == ([31 * 86400], "day.month.year")
    assert seconds_of(["1970-01-01T01:00:00+01:00"])[0] == [0]
    assert seconds_of(["1970-01-02 00:30"])[0] == [86400 + 1800]
    assert seconds_of(["20200131"]) is None
    assert seconds_of(["20200131"], stated=True)[0] == [1580428800]


FRAME = pd.DataFrame(
    {
        "age": [41.0, None, 58.5, 3.0], "n": pd.array([1, None, 5, 9], dtype="Int64"),
        "colour": pd.Categorical(["red", "blue", None, "red"]),
        "stage": pd.Categorical(["low", "high", "low", None], ["low", "high"], ordered=True),
        "smokes": pd.array([True, None, False, True], dtype="boolean"),
        "seen": pd.to_datetime(["2020-01-31", None, "2021-12-31 12:30", None], format="mixed"),
        "word": ["x", "y", None, "x"], "state": ["a", "b", "a", "b"],
    }
)  # fmt: skip


def test_parquet_keeps_the_types_of_a_data_frame():
    file = BytesIO()
    FRAME.to_parquet(file)
    parsed = read_format("parquet", file.getvalue(), "t.parquet", {"target": "state"})
    kinds = {c.name: c.kind for c in parsed.columns}
    assert kinds == {
        "age": "numeric", "n": "numeric", "colour": "categorical", "stage": "ordinal",
        "smokes": "boolean", "seen": "date", "word": "categorical",
    }  # fmt: skip
    assert column(parsed, "stage").categories == ("low", "high")
    assert column(parsed, "seen").timed and values(parsed, "seen")[0] == 1580428800
    assert {c.name: c.missing for c in parsed.columns} == dict.fromkeys(kinds, 1) | {"seen": 2}


def test_arff_has_types_of_its_own():
    text = (
        "@relation r\n@attribute size {small, large}\n@attribute age real\n@attribute name string\n"
        "@attribute state {a, b}\n@data\nsmall,1,'x y',a\n?,2,z,b\nsmall,?,z,a\n"
    )
    parsed = read(text, {"columns": {}}, "arff")
    assert [c.kind for c in parsed.columns] == ["categorical", "numeric", "categorical"]
    assert column(parsed, "size").categories == ("small", "large")
    assert parsed.labels == ["a", "b", "a"]


def test_excel_is_read_as_its_first_sheet_shows_it():
    openpyxl = pytest.importorskip("openpyxl")
    book, file = openpyxl.Workbook(), BytesIO()
    for cells in (["age", "seen", "state"], [41, datetime(2020, 1, 31), "a"], [None, None, "b"]):
        book.active.append(cells)
    book.save(file)
    parsed = read_format("excel", file.getvalue(), "t.xlsx", {"columns": {}})
    np.testing.assert_array_equal(values(parsed, "age"), [41, np.nan])
    assert column(parsed, "seen").kind == "date"


def test_excel_without_its_package_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(UserError, match=r"t\.xlsx: Excel files need .* pip install openpyxl"):
        read_format("excel", b"", "t.xlsx", {})


@pytest.fixture
def drop(tmp_path):
    folder = tmp_path / "datasets" / "local"
    folder.mkdir(parents=True)

    def write(name, content):
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_a_table_of_words_needs_no_descriptor_and_one_line_states_a_kind(drop, tmp_path):
    path = drop("mine.csv", PEOPLE)
    assert load_descriptor(path).typed and load_descriptor(path).classes == {"ill": 2, "well": 2}
    drop("mine.yaml", "columns: {stage: [low, mid, high], id: identifier}\n")
    descriptor = load_catalogue(tmp_path / "datasets")["mine"]
    made = prepare_source(descriptor, descriptor.sources[0], path.parent)
    assert "ordinal" in [c.kind for c in made.columns]
    save_dataset(tmp_path / "mine.npz", made, {})
    loaded = load_dataset(tmp_path / "mine.npz")
    np.testing.assert_array_equal(loaded.X, made.X)
    assert (loaded.columns, loaded.notes) == (made.columns, made.notes)


def test_the_notes_name_a_target_and_their_mistakes_are_one_line(drop):
    path = drop("mine.csv", PEOPLE.replace("state", "x").replace("smokes", "state"))
    drop("mine.yaml", "target: state\n")
    assert load_descriptor(path).classes == {"no": 2, "yes": 2}
    drop("mine.yaml", "target: stat\n")
    with pytest.raises(UserError, match=r"mine\.csv: unknown column 'stat'; did you mean 'state'"):
        load_descriptor(path)
    drop("mine.yaml", "columns: {age: numbers}\n")
    with pytest.raises(UserError, match=r"mine\.yaml: columns\.age: .*'numbers'"):
        load_descriptor(path)


def test_a_plain_table_of_numbers_stays_plain_and_counted_rows_are_warned_of(drop):
    rows = "\n".join(f"{at},{at * at % 7},{'ab'[at % 2]}" for at in range(30))
    descriptor = load_descriptor(drop("mine.csv", "n,x,state\n" + rows))
    assert not descriptor.typed and descriptor.shape == (30, 2)
    assert "The first column counts the rows" in descriptor.notes
    assert not load_descriptor(
        drop("other.csv", "n,x,state\n" + rows.replace("0,0,a", "7,0,a", 1))
    ).notes


def test_a_file_beyond_the_cap_is_refused_before_it_is_read(drop, monkeypatch):
    path = drop("mine.csv", "")
    with path.open("r+b") as file:
        file.truncate(5 * 2**30)  # a sparse file
    monkeypatch.setattr(type(path), "read_bytes", None)
    with pytest.raises(UserError) as refused:
        load_descriptor(path)
    assert (
        "5368709120 bytes, the cap is 314572800; write max_bytes: 5368709120 in mine.yaml"
        in str(refused.value)
    )


def test_the_content_hash_has_gaps_codes_dates_and_columns():
    parsed = read(PEOPLE)
    first = content_hash(parsed.X, parsed.labels, None, parsed.columns)
    for at in range(parsed.X.shape[1]):
        changed = parsed.X.copy()
        changed[3, at] += 1
        assert content_hash(changed, parsed.labels, None, parsed.columns) != first
    changed = parsed.X.copy()
    changed[0, 0] = np.nan
    assert content_hash(changed, parsed.labels, None, parsed.columns) != first
    assert content_hash(parsed.X, parsed.labels, None, parsed.columns[1:]) != first


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"one_hot": [1], "columns": {}}, "one_hot is for tables of numbers"),
        ({"format": "libsvm", "columns": {}}, "libsvm has no named columns"),
        ({"files": ["a.csv", "b.csv"], "columns": {}}, "is one file; join the files"),
    ],
)
def test_options_that_do_not_go_with_named_columns_are_refused(keys, message):
    from methods.schemas.reading import read as read_model

    files = [{"path": path} for path in keys.pop("files", ["a.csv"])]
    with pytest.raises(UserError, match=message):
        read_model(Source, {"files": files, "format": "csv", **keys}, "t")


def people():
    return FRAME


def words():
    return "no frame"


def broken():
    raise ValueError("no such host")


def framed(root, function):
    content = {
        "name": "framed", "title": "t", "task": "binary", "shape": [4, None], "classes":
        {"a": 2, "b": 2}, "licence": "none", "origin": "none", "citation": "none", "printed": [],
        "sources": [{"frame": f"{__name__}.{function}"}],
    }  # fmt: skip
    folder = root / "datasets"
    folder.mkdir(exist_ok=True)
    (folder / "framed.yaml").write_text(yaml.safe_dump(content))
    descriptor = load_catalogue(folder)["framed"]
    return prepare_source(descriptor, descriptor.sources[0], root)


def test_a_function_may_return_a_data_frame(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    made = framed(tmp_path, "people")
    assert made.X.shape == (4, 7) and "ordinal" in [c.kind for c in made.columns]
    with pytest.raises(UserError, match=r"test_typed_table.py:\d+: ValueError: no such host"):
        framed(tmp_path, "broken")
    with pytest.raises(UserError, match="returns a str, not a data frame"):
        framed(tmp_path, "words")


# --- roles of columns, and what is said of the others --------------------------------------------


def refusal(text, options, kind="csv"):
    with pytest.raises(UserError) as refused:
        read(text, options, kind)
    return str(refused.value)


ROLES = "who,when,how,x,state\na,2020-01-02,1,5,p\nb,2020-01-01,0,6,q\na,2020-01-03,2.5,7,p\n"


def test_columns_with_a_role_are_kept_beside_the_features():
    parsed = read(ROLES, {"groups": "who", "time": "when", "weights": "how"})
    assert [c.name for c in parsed.columns] == ["x"] and parsed.X.ravel().tolist() == [5, 6, 7]
    assert parsed.extras["group"].tolist() == ["a", "b", "a"]
    assert (parsed.extras["time"] / 86400).tolist() == [18263, 18262, 18264]
    assert parsed.extras["weight"].tolist() == [1, 0, 2.5]
    assert parsed.notes == (
        "column 'who' is the group of a row", "column 'when' is the time of a row",
        "column 'how' is the weight of a row",
    )  # fmt: skip
    assert list(parsed.labels) == ["p", "q", "p"] and parsed.test is None


def test_time_may_be_numbers_and_groups_may_be_numbers():
    parsed = read(ROLES, {"groups": "x", "time": "how", "target": "who"})
    assert parsed.extras["group"].tolist() == ["5", "6", "7"]
    assert parsed.extras["time"].tolist() == [1, 0, 2.5]
    assert list(parsed.labels) == ["a", "b", "a"]


@pytest.mark.parametrize(
    ("options", "old", "new", "message"),
    [
        ({"time": "when"}, "2020-01-01", "", "3: column 'when': a gap in the time; fill it"),
        ({"weights": "how"}, "01,0,", "01,NA,", "3: column 'how': a gap in the weights; fill it"),
        ({"weights": "how"}, "03,2.5", "03,-0.5", "4: column 'how': weight -0.5 is below 0"),
        ({"weights": "who"}, "", "", "2: column 'who': 'a' is not a number; write NA for a gap"),
        (
            {"groups": "who"},
            "\nb,",
            "\n,",
            "3: column 'who': a gap in the groups; fill it or delete",
        ),
        ({"target": "who"}, "\nb,", "\n?,", "3: column 'who': a gap in the target; fill it or"),
    ],
)
def test_a_column_with_a_role_has_no_gaps(options, old, new, message):
    assert refusal(ROLES.replace(old, new, 1), options).startswith(f"t.csv:{message}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "x", "weights": "x"}, "column 'x' is both target and weights"),
        ({"groups": "x", "time": "x"}, "column 'x' is both groups and time"),
        ({"groups": "state"}, "column 'state' is both target and groups"),
        ({"groups": "whom"}, "unknown column 'whom'; did you mean 'who'?"),
        ({"columns": {"staet": "date"}}, "unknown column 'staet'; did you mean 'state'?"),
    ],
)
def test_a_column_has_one_role_and_is_in_the_table(options, message):
    assert refusal(ROLES, options) == f"t.csv: {message}"


def test_stated_names_make_words_above_words_a_header():
    text = "who,state\nwho,a\nx,b\ny,a\nx,b\n"
    for options in ({"target": "state"}, {"columns": {"who": "categorical"}}):
        parsed = read(text, options)
        assert len(parsed.labels) == 4 and parsed.columns[0].name == "who"
    assert len(read(text, {"columns": {}}).labels) == 5


def test_levels_may_be_numbers():
    parsed = read("x,state\n2,a\n10,b\n2,a\n", {"columns": {"x": [10, 2]}})
    assert column(parsed, "x").categories == ("10", "2") and values(parsed, "x").tolist() == [
        1,
        0,
        1,
    ]


def test_if_no_feature_is_left_the_first_three_columns_say_why():
    header, row = ",".join("abcde"), ",".join("7777") + ",p"
    reason = "; column '{}' is left out: all rows have the same value, 7"
    for n, more in ((4, "; and 1 more"), (3, "")):
        cut = 4 - n
        text = "\n".join(line[2 * cut :] for line in (header, row, row.replace("p", "q")))
        names = "abcd"[cut:][:3]
        assert refusal(text, {"columns": {}}) == (
            "t.csv: no column is left as a feature; add one"
            + "".join(reason.format(name) for name in names) + more
        )  # fmt: skip


def test_a_column_of_one_value_and_gaps_is_kept_and_said():
    parsed = read("x,y,state\n7,1,a\n,2,b\n7,5,a\n", {"columns": {}})
    assert parsed.notes == ("column 'x' has one value and 1 gaps",)
    parsed = read("x,y,state\n7,1,a\n7,2,b\n7,5,a\n", {"columns": {}})
    assert parsed.notes == ("column 'x' is left out: all rows have the same value, 7",)


# --- data frames --------------------------------------------------------------------------------


def of_frame(**columns):
    return parse_table(table_of_frame(pd.DataFrame(columns), "plug.in"), {})


def test_types_of_a_data_frame_are_kinds():
    parsed = of_frame(
        f=[1.5, None, 2.0], u=np.array([1, 2, 1], "uint8"), b=[True, False, True],
        c=pd.Categorical(["10", "9", None], ["10", "NA", "9"]),
        o=pd.Categorical([3, 1, 3], [3, 2, 1], ordered=True),
        w=["x", "y ", " NA "], s=pd.array(["x", None, "y"], dtype="string"),
        d=pd.to_datetime(["1970-01-02", None, "1970-01-01 00:00:01.9"], format="mixed"),
        z=pd.to_datetime(["1970-01-02"] * 2 + ["1970-01-01"]).tz_localize("UTC+01:00"),
        label=["p", "q", "p"],
    )  # fmt: skip
    assert {c.name: (c.kind, c.categories) for c in parsed.columns} == {
        "f": ("numeric", ()), "u": ("numeric", ()), "b": ("boolean", ("False", "True")),
        "c": ("categorical", ("10", "9")), "o": ("ordinal", ("3", "2", "1")),
        "w": ("categorical", ("x", "y")), "s": ("categorical", ("x", "y")),
        "d": ("date", ()), "z": ("date", ()),
    }  # fmt: skip
    nan = np.nan
    expected = {
        "f": [1.5, nan, 2], "u": [1, 2, 1], "b": [1, 0, 1], "c": [0, 1, nan], "o": [0, 2, 0],
        "w": [0, 1, nan], "s": [0, nan, 1], "d": [86400, nan, 1], "z": [82800, 82800, -3600],
    }  # fmt: skip
    for name, numbers in expected.items():
        np.testing.assert_array_equal(values(parsed, name), numbers, err_msg=name)
    assert list(parsed.labels) == ["p", "q", "p"]


def test_a_data_frame_of_other_types_is_refused():
    with pytest.raises(
        UserError, match=r"^plug\.in: column 'x': values of type complex128 are not"
    ):
        of_frame(x=[1j, 2.0], label=["p", "q"])
    with pytest.raises(
        UserError, match=r"^plug\.in: column 'x': values of type timedelta64.* text$"
    ):
        of_frame(x=pd.to_timedelta([1, 2]), label=["p", "q"])


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (pd.DataFrame({"x": [1]}), "1 rows and 1 columns are no table"),
        (pd.DataFrame({"x": [], "y": []}), "0 rows and 2 columns are no table"),
        (pd.DataFrame([[1, 2, 3]], columns=["x", "y", "x"]), "column 'x' comes twice; rename one"),
    ],
)
def test_a_data_frame_has_rows_and_two_columns_of_different_names(frame, message):
    with pytest.raises(UserError) as refused:
        table_of_frame(frame, "plug.in")
    assert str(refused.value) == f"plug.in: {message}"
    assert len(table_of_frame(pd.DataFrame({0: [1], "y": [2]}), "plug.in").columns) == 2
    one = pd.DataFrame([[1, 2]], columns=[1, "1"])
    with pytest.raises(UserError, match="two columns have one name; rename one"):
        parse_table(table_of_frame(one, "plug.in"), {})


def test_numbers_of_a_data_frame_may_be_labels_and_groups():
    frame = pd.DataFrame({"x": [1.0, 5, 2], "g": [2, 1, 2], "label": [0, 1, 0]})
    parsed = parse_table(table_of_frame(frame, "plug.in"), {"groups": "g"})
    assert list(parsed.labels) == ["0", "1", "0"] and parsed.extras["group"].tolist() == [
        "2",
        "1",
        "2",
    ]
    frame.loc[1, "label"] = np.nan
    with pytest.raises(UserError, match=r"^plug\.in: row 2: column 'label': a gap in the target"):
        parse_table(table_of_frame(frame, "plug.in"), {})


def test_numbers_of_a_data_frame_are_words_as_a_csv_file_has_them():
    doses = [0.1, 0.2, 0.3, None] * 3
    frame = pd.DataFrame({"dose": doses, "who": doses, "age": range(12), "y": [0.1, 2.0] * 6})
    table = table_of_frame(frame, "t")
    parsed = parse_table(table, {"columns": {"dose": [0.3, 0.2, 0.1], "who": "categorical"}})
    dose, who, _ = parsed.columns
    assert dose.categories == ("0.3", "0.2", "0.1") and dose.missing == 3
    assert who.categories == ("0.1", "0.2", "0.3")
    assert parsed.labels[:2] == ["0.1", "2"]


def test_a_damaged_parquet_file_is_one_line():
    with pytest.raises(UserError, match=r"^t\.parquet: not a readable Parquet file"):
        read(b"PAR1", {}, "parquet")


# --- Excel --------------------------------------------------------------------------------------


def workbook(*rows):
    openpyxl = pytest.importorskip("openpyxl")
    book, file = openpyxl.Workbook(), BytesIO()
    for cells in rows:
        book.active.append(cells)
    book.create_sheet("other").append(["not", "read"])
    book.save(file)
    return file.getvalue()


def test_cells_of_a_sheet_are_texts_as_in_a_csv_file():
    rows = [
        [], ["n", "seen", "day", "is", "state", None],
        [1.0, datetime(2020, 1, 2, 3, 4), None, True, " a "], [],
        [2.5, None, date(2020, 1, 2), False, "b"], [3, datetime(2020, 1, 2), None, None, 7],
    ]  # fmt: skip
    sheet = read_sheet(workbook(*rows), "t.xlsx", ["state"])
    assert sheet.names == ("n", "seen", "day", "is", "state")
    assert sheet.rows == [
        ["1", "2020-01-02T03:04:00", "", "True", "a"],
        ["2.5", "", "2020-01-02", "False", "b"],
        ["3", "2020-01-02", "", "", "7"],
    ]
    assert sheet.lines == [3, 5, 6]


def test_whole_numbers_of_a_sheet_have_no_decimal_point():
    sheet = read_sheet(workbook(["a", "b"], [1e20, -2.0], [0.5, 3]), "t.xlsx")
    assert sheet.rows == [["100000000000000000000", "-2"], ["0.5", "3"]]


def test_a_sheet_is_as_wide_as_its_last_cell():
    sheet = read_sheet(workbook(["a", "b", None], [1, None, None], [2, 3, None]), "t.xlsx")
    assert sheet.names == ("a", "b") and sheet.rows == [["1", ""], ["2", "3"]]
    sheet = read_sheet(workbook(["a", "b"], [1, 2, 3], [2, 3]), "t.xlsx")
    assert sheet.names == ("a", "b", "column 3") and sheet.rows[1] == ["2", "3", ""]


@pytest.mark.parametrize("rows", [[], [[]], [["a"], [1]], [["a", None], [1, None]]])
def test_a_sheet_without_two_columns_is_no_table(rows):
    with pytest.raises(UserError, match=r"^t.xlsx: the first sheet has no table of two columns"):
        read_sheet(workbook(*rows), "t.xlsx")


def test_a_workbook_that_is_none_or_too_large_is_one_line(monkeypatch):
    with pytest.raises(UserError, match=r"^t\.xlsx: not a readable Excel file"):
        read_sheet(b"no zip", "t.xlsx")
    data = workbook(["a", "b"], [1, 2])
    with zipfile.ZipFile(BytesIO(data)) as members:
        size = sum(member.file_size for member in members.infolist())
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", size)
    assert len(read_sheet(data, "t.xlsx").rows) == 1
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", size - 1)
    with pytest.raises(UserError, match=f"^t.xlsx: unpacks to more than {size - 1} bytes"):
        read_sheet(data, "t.xlsx")


STATED = {
    "label": 0, "drop_columns": [1], "drop_rows_with": "-", "codes": {"a": 1}, "one_hot": [1],
    "letters_column": 1, "test_column": 1, "group_column": 1, "corrections": [[0, 0, 1]],
    "test_rows": [0, 1], "unit_interval": True, "drop_labels": ["a"],
}  # fmt: skip


def test_the_sheets_of_a_workbook_that_are_not_read_are_named():
    with pd.ExcelWriter(file := BytesIO()) as writer:
        for at, sheet in enumerate(("people", "more", "old")):
            frame = pd.DataFrame({"a": [at, 1], "b": [1, 2]})
            frame.to_excel(writer, sheet_name=sheet, index=False)
    sheets = read_sheet(file.getvalue(), "t.xlsx")
    assert sheets.rows == [["0", "1"], ["1", "2"]]
    assert sheets.remarks == ("of its sheets the first, 'people', is read, and not 'more', 'old'",)
    frame.to_excel(file := BytesIO(), index=False)
    assert read_sheet(file.getvalue(), "t.xlsx").remarks == ()


def test_each_option_by_position_is_tried():
    assert STATED.keys() == set(BY_POSITION)


@pytest.mark.parametrize("key", STATED)
def test_options_by_position_are_refused_beside_named_columns(key):
    with pytest.raises(UserError, match=f"^{key} is for tables of numbers"):
        Source(files=(SourceFile("a.csv"),), format="csv", columns={}, **{key: STATED[key]})


def test_whole_numbers_beyond_the_digits_of_a_float_stay_different():
    frame = pd.DataFrame({"who": 2**60 + np.arange(4), "x": [1.0, 2, 4, 3], "c": list("abab")})
    frame.to_parquet(stored := BytesIO())
    table = read(stored.getvalue(), {"groups": "who", "target": "c"}, "parquet")
    assert table.extras["group"].tolist() == frame["who"].astype(str).tolist()


def test_fractions_of_a_second_order_the_rows():
    text = "t,x,c\n" + "".join(f"2024-01-01 00:00:00.{n},{n},{'ab'[n % 2]}\n" for n in (3, 1, 2))
    times = read(text, {"time": "t", "target": "c"}).extras["time"]
    assert np.argsort(times).tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("words", "reason"),
    [(["NA", "low", "high"], "'NA' is a gap and no value"),
     (["low", "high", "low"], "'low' comes twice")],
)  # fmt: skip
def test_words_of_an_ordinal_column_are_values_and_come_once(words, reason):
    text = "q,x,c\nlow,1,a\nhigh,2,b\nNA,4,a\nlow,3,b\n"
    with pytest.raises(UserError, match=reason):
        read(text, {"columns": {"q": words}})


def test_times_that_differ_in_fractions_of_a_second_are_no_feature():
    text = "t,x,c\n" + "".join(f"2024-01-01 00:00:00.{n},{n},{'ab'[n % 2]}\n" for n in range(4))
    assert column(read(text, {"columns": {"t": "date"}, "target": "c"}), "t").left_out
