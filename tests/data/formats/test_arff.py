"""ARFF: attributes, quoted values, and the same rows as scikit-learn's OpenML client reads."""

import gzip
from pathlib import Path

import numpy as np
import pytest
import sklearn

from methods.data.formats import arff
from methods.data.formats.arff import Attribute, read_table
from methods.errors import UserError

# Real OpenML files, cut short, that scikit-learn installs with its tests.
OPENML = sorted(Path(sklearn.__path__[0], "datasets/tests/data/openml").glob("*/data*.arff.gz"))
SPARSE = "id_292"


def test_arff_reads_quoted_values_and_skips_comments():
    text = (
        b"% note\n@RELATION r\n@attribute 'a b' real\n@attribute c {x,'y z'}\n@DATA\n% n\n1,'y z'\n"
    )
    attributes, table = read_table(text, "a.arff")
    assert table.cells == [["1", "y z"]]
    assert attributes == [Attribute("a b", "numeric"), Attribute("c", "nominal", ("x", "y z"))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"@relation r\n", "no @data line"),
        (b"@attribute a real\n@data\n1,2\n", "a.arff:3: 2 values for 1 attributes"),
        (b"@attribute a real\n@data\n{0 1\n", "a.arff:3: a sparse row ends in }"),
        (b"@attribute a real\n@data\n{0 1}, {5}\n", "a.arff:3: '}, {5' is not an index|not a"),
        (b"@attribute a real\n@data\n{1 1}\n", "a.arff:3: index 1 is beyond the 1 attributes"),
        (b"@attribute a real\n@data\n{0 1, 0 2}\n", "a.arff:3: index 0 comes twice"),
        (b"@attribute a real\n@data\n{a 1}\n", "a.arff:3: 'a 1' is not an index and a value"),
        (b"@attribute a reel\n", "a.arff:1: unknown attribute type 'reel'; did you mean 'real'"),
        (b"@attribute a {x\n", "a.arff:1: unknown attribute type '{x'"),
        (b"@attribute a x}\n", "a.arff:1: unknown attribute type 'x}'"),
        (b"@attribute {a}\n", "a.arff:1: not an attribute with a name and a type"),
        (b"@attribute a string\n@data\n'1\n", 'a.arff:3: "\'1" is not a value'),
    ],
)
def test_arff_faults_are_named(text, message):
    with pytest.raises(UserError, match=message):
        read_table(text, "a.arff")


def test_arff_quotes_may_hold_commas_and_escaped_quotes():
    row = rb"""'it\'s, so', "a \"b\"", o'clock ,"""
    text = b"".join(b"@attribute %d string\n" % i for i in range(4)) + b"@data\n" + row
    _, table = read_table(text, "a.arff")
    assert table.cells == [["it's, so", 'a "b"', "o'clock", ""]]


@pytest.mark.parametrize("path", OPENML, ids=lambda path: path.parent.name)
def test_arff_reads_what_the_openml_client_reads(path):
    reader = pytest.importorskip("sklearn.externals._arff")
    kind = reader.LOD if path.parent.name == SPARSE else reader.DENSE
    expected = reader.loads(gzip.decompress(path.read_bytes()).decode(), return_type=kind)
    attributes, table = read_table(path.read_bytes(), path.name)
    assert [attribute.name for attribute in attributes] == [n for n, _ in expected["attributes"]]
    for attribute, (_, kind) in zip(attributes, expected["attributes"], strict=True):
        values = kind if isinstance(kind, list) else []
        assert list(attribute.values) == ["?" if value is None else value for value in values]
    assert len(table.cells) == len(expected["data"])
    if path.parent.name == SPARSE:
        unsaid = [k[0] if isinstance(k, list) else 0.0 for _, k in expected["attributes"]]
        expected["data"] = [
            [row.get(at, value) for at, value in enumerate(unsaid)] for row in expected["data"]
        ]
    for row, expected_row in zip(table.cells, expected["data"], strict=True):
        for cell, value in zip(row, expected_row, strict=True):
            if isinstance(value, int | float):
                assert float(cell) == value
            else:
                assert cell == ("?" if value is None else value)


HEADER = (
    b"@relation r\n@attribute size {small, 'very large'}\n@attribute n numeric\n"
    b'@attribute word string\n@attribute "the class" { a , b }\n'
)
TABLE = HEADER + b"@data\nsmall,1,x,a\n\n% note\n'very large',?,?,b\n"


def test_attributes_have_the_kinds_of_their_types():
    types = ("numeric", "REAL", "Integer", "string", 'date "yyyy-MM-dd"', "{x}", "{}")
    text = "".join(f"@ATTRIBUTE a{at}\t{kind} \n" for at, kind in enumerate(types)) + "@Data\n"
    attributes, table = read_table(text.encode(), "a.arff")
    assert [a.kind for a in attributes] == [
        "numeric", "numeric", "numeric", "string", "date", "nominal", "nominal",
    ]  # fmt: skip
    assert [a.name for a in attributes] == [f"a{at}" for at in range(7)]
    assert [a.values for a in attributes[4:]] == [(), ("x",), ("",)]
    assert (table.cells, table.lines) == ([], [])


def test_names_in_either_quotes_may_hold_blanks():
    text = b"@attribute \"the 'a'\" real\n@attribute 'b \"c\"' real\n@attribute d{1,2}\n@data\n"
    attributes, _ = read_table(text, "a.arff")
    assert [a.name for a in attributes] == ["the 'a'", 'b "c"', "d"]


def test_rows_have_the_lines_of_the_file():
    _, table = read_table(TABLE, "a.arff")
    assert table.cells == [["small", "1", "x", "a"], ["very large", "?", "?", "b"]]
    assert table.lines == [7, 10]


def test_a_sparse_row_means_zeros_first_words_and_gaps():
    rows = b"@data\n{}\n{ 1 2 }\n{0 'very large', 2 \"y z\",3 b}\nsmall,1,x,a\n"
    _, table = read_table(HEADER + rows, "a.arff")
    assert table.cells == [
        ["small", "0", "?", "a"], ["small", "2", "?", "a"], ["very large", "0", "y z", "b"],
        ["small", "1", "x", "a"],
    ]  # fmt: skip
    assert table.lines == [7, 8, 9, 10]
    _, table = read_table(b"@attribute a {}\n@data\n{}\n", "a.arff")
    assert table.cells == [[""]]


def test_a_sparse_file_is_not_made_larger_than_a_number_of_cells(monkeypatch):
    monkeypatch.setattr(arff, "MOST_CELLS", 8)
    assert len(read_table(HEADER + b"@data\n" + b"{}\n" * 3, "a.arff")[1].cells) == 3
    with pytest.raises(UserError, match=r"^a\.arff: sparse, and more than 8 cells as a dense"):
        read_table(HEADER + b"@data\n" + b"{}\n" * 4, "a.arff")
    assert len(read_table(HEADER + b"@data\n" + b"small,1,x,a\n" * 4, "a.arff")[1].cells) == 4


def test_a_table_of_numbers_gives_features_and_labels():
    text = b"@attribute a real\n@attribute b real\n@attribute c {x,y}\n@data\n1,2,x\n3,4,y\n"
    parsed = arff.read(text, "a.arff", {})
    np.testing.assert_array_equal(parsed.X, [[1, 2], [3, 4]])
    assert list(parsed.labels) == ["x", "y"] and parsed.columns == ()


def test_named_columns_take_the_types_of_the_attributes():
    parsed = arff.read(TABLE + b"small,3,x,a\n", "a.arff", {"columns": {}})
    size, n, word = parsed.columns
    assert (size.kind, size.categories) == ("categorical", ("small", "very large"))
    assert (n.kind, n.missing) == ("numeric", 1) and (word.kind, word.missing) == ("categorical", 1)
    np.testing.assert_array_equal(parsed.X[:, :2], [[0, 1], [1, np.nan], [0, 3]])
    assert list(parsed.labels) == ["a", "b", "a"]
    with pytest.raises(UserError, match=r"^a\.arff:10: column 'word': a gap in the target"):
        arff.read(TABLE, "a.arff", {"target": "word"})


@pytest.mark.parametrize("options", [{}, {"columns": {}}])
def test_a_file_without_rows_is_refused(options):
    with pytest.raises(UserError, match=r"^a\.arff: holds no rows$"):
        arff.read(HEADER + b"@data\n% nothing\n", "a.arff", options)


LONG = "x" * 50


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"@attribute {{{LONG}", ("@attribute {" + LONG)[:40]),
        (f"@data\n'{LONG}", "'" + LONG[:39]),
        (f"@data\n{{0 '{LONG}}}", ("0 '" + LONG)[:40]),
    ],
)
def test_a_wrong_text_is_shown_by_its_first_forty_characters(line, shown):
    with pytest.raises(UserError) as refused:
        read_table(f"@attribute a string\n{line}\n".encode(), "a.arff")
    assert repr(shown) in str(refused.value) and "\n" not in str(refused.value)
