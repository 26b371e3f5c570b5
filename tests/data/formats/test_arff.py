"""ARFF: attributes, quoted values, and the same rows as scikit-learn's OpenML client reads."""

import gzip
from pathlib import Path

import pytest
import sklearn

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
