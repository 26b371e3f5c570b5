"""R data: each object as R means it, and damage that would not end."""

import bz2
import gzip
import lzma

import numpy as np
import pytest

from methods.data.formats.rda import read, read_rda
from methods.errors import UserError
from tests.data.file_bytes import NUL, r_integer, r_matrix, r_symbol, rda_bytes

GLOBAL, REFERENCE = r_integer(253), r_integer(0x1FF)  # to the first symbol
WITH_ATTRIBUTES, WITH_TAG = 0x200, 0x400


def text(word):
    if word is None:
        return r_integer(9) + r_integer(-1)
    return r_integer(0x40009) + r_integer(len(word.encode())) + word.encode()


def vector(kind, items, flags=0):
    """Strings (kind 16) or a list (19), of items that are bytes already."""
    return r_integer(kind | flags) + r_integer(len(items)) + b"".join(items)


def strings(*words):
    return vector(16, [text(word) for word in words])


def integers(*values, kind=13, flags=0):
    return r_integer(kind | flags) + r_integer(len(values)) + b"".join(map(r_integer, values))


def pairs(**items):
    """A list of pairs, as attributes are."""
    tagged = (r_integer(2 | WITH_TAG) + r_symbol(key) + item for key, item in items.items())
    return b"".join(tagged) + NUL


def object_of(item):
    return read_rda(rda_bytes("m", item), "m.rda")["m"]


def refusal(item):
    with pytest.raises(UserError) as refused:
        object_of(item)
    return str(refused.value)


def test_r_matrices_keep_their_orientation():
    values = np.arange(6.0).reshape(2, 3)
    np.testing.assert_array_equal(read_rda(rda_bytes("m", r_matrix(values)), "m.rda")["m"], values)


@pytest.mark.parametrize("kind", [13, 10])
def test_whole_numbers_and_truth_values_are_integers(kind):
    values = object_of(integers(1, -2, 3, kind=kind))
    assert values.tolist() == [1, -2, 3] and values.dtype == np.int32
    table = integers(1, 2, 3, 4, 5, 6, kind=kind, flags=WITH_ATTRIBUTES)
    shaped = object_of(table + pairs(dim=integers(2, 3)))
    assert shaped.tolist() == [[1, 3, 5], [2, 4, 6]]


@pytest.mark.parametrize("kind", [13, 10])
def test_a_missing_whole_number_or_truth_value_is_no_number(kind):
    values = object_of(integers(1, -(2**31), 3, -(2**31) + 1, kind=kind))
    np.testing.assert_array_equal(values, [1, np.nan, 3, -(2**31) + 1])


def test_real_numbers_have_their_eight_bytes():
    values = np.array([0.1, -2.5])
    item = r_integer(14) + r_integer(2) + values.astype(">f8").tobytes()
    assert object_of(item).tolist() == [0.1, -2.5] and object_of(item).dtype == np.float64


def test_strings_may_be_missing():
    assert object_of(strings("a", None, "größe", "")) == ["a", None, "größe", ""]


def test_a_list_is_a_dictionary_if_it_has_names():
    items = [integers(7), strings("x"), NUL]
    first, second, third = object_of(vector(19, items))
    assert (first.tolist(), second, third) == ([7], ["x"], None)
    named = vector(19, items, WITH_ATTRIBUTES) + pairs(names=strings("n", "w", "z"))
    got = object_of(named)
    assert list(got) == ["n", "w", "z"] and got["n"].tolist() == [7] and got["z"] is None
    labelled = integers(7, 8, flags=WITH_ATTRIBUTES) + pairs(names=strings("a", "b"))
    assert object_of(labelled).tolist() == [7, 8]


def test_slots_of_an_object_are_its_attributes():
    item = r_integer(25 | WITH_ATTRIBUTES) + pairs(x=integers(1), y=strings("s"))
    got = object_of(item)
    assert got["x"].tolist() == [1] and got["y"] == ["s"]


def test_pairs_without_a_tag_are_numbered_and_their_attributes_passed_over():
    item = (
        r_integer(2) + integers(5)
        + r_integer(2 | WITH_TAG) + r_symbol("b") + integers(6)
        + r_integer(2 | WITH_ATTRIBUTES) + pairs(note=strings("?")) + integers(7)
        + NUL
    )  # fmt: skip
    got = object_of(item)
    assert {key: value.tolist() for key, value in got.items()} == {"0": [5], "b": [6], "2": [7]}


def test_a_symbol_that_came_before_is_referred_to_by_its_number():
    again = r_integer(2 | WITH_TAG) + REFERENCE + integers(8) + NUL
    assert object_of(again)["m"].tolist() == [8]
    assert object_of(r_integer(2 | WITH_TAG) + r_symbol("s") + r_integer(0x2FF) + NUL) == {"s": "s"}


def test_the_environment_and_nothing_are_nothing():
    assert object_of(GLOBAL) is None and object_of(NUL) is None


def test_several_objects_have_their_names():
    body = pairs(X=integers(1), y=integers(2), z=NUL)
    got = read_rda(rda_bytes("m", NUL).split(r_integer(0x402))[0] + body, "m.rda")
    assert list(got) == ["X", "y", "z"] and got["y"].tolist() == [2]


PLAIN = rda_bytes("m", integers(4))


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, bytes])
def test_a_file_may_be_packed_whatever_its_name(pack):
    assert read_rda(pack(PLAIN), "m.rda")["m"].tolist() == [4]


def test_version_three_states_an_encoding_before_its_objects():
    body = PLAIN.split(r_integer(0x20300))[1]
    three = b"RDX3\nX\n" + r_integer(3) + bytes(8) + r_integer(5) + b"UTF-8" + body
    assert read_rda(three, "m.rda")["m"].tolist() == [4]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "ends early"),
        (b"RDX4\nX\n", "no RDX2 or RDX3 header"),
        (b"RDX2\nA\n", "no RDX2 or RDX3 header"),
        (PLAIN[:-5], "ends early"),
        (rda_bytes("m", r_integer(13) + r_integer(-1)), "ends early"),
        (rda_bytes("m", r_integer(24)), "object of type 24 is not read"),
        (rda_bytes("m", r_integer(13 | WITH_TAG)), "tag on an object of type 13"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(data, reason):
    with pytest.raises(UserError) as refused:
        read_rda(data, "m.rda")
    assert str(refused.value) == f"m.rda: not a readable R data file ({reason})"


def test_deeply_nested_r_data_is_refused():
    nested = b"".join(r_integer(19) + r_integer(1) for _ in range(5000))
    with pytest.raises(UserError, match="nested too deeply"):
        read_rda(rda_bytes("m", nested + NUL), "m.rda")


NESTED = {
    "symbols": r_integer(1),
    "slots": r_integer(25),
    "attributes": r_integer(13 | WITH_ATTRIBUTES) + r_integer(0),
    "pairs": r_integer(2),
    "tags": r_integer(2 | WITH_TAG),
    "attributes of pairs": r_integer(2 | WITH_ATTRIBUTES),
    "lists": r_integer(19) + r_integer(1),
}


@pytest.mark.parametrize("kind", NESTED)
def test_objects_may_be_nested_fifty_deep(kind):
    """The list of all objects is the first level, and what is inside all others the last."""
    assert "nested too deeply" in refusal(NESTED[kind] * 1500 + NUL)
    assert "nested too deeply" in refusal(NESTED[kind] * 50 + NUL)
    # without their ends, which some of them have
    assert "nested too deeply" not in refusal(NESTED[kind] * 49 + r_integer(24))


def test_features_and_labels_are_named_with_slashes():
    inner = vector(19, [r_matrix(np.eye(2)), integers(3, 4)], WITH_ATTRIBUTES)
    item = inner + pairs(names=strings("data", "labels"))
    options = {"features": "m/data", "targets": "m/labels"}
    parsed = read(rda_bytes("m", item), "m.rda", options)
    np.testing.assert_array_equal(parsed.X, np.eye(2))
    assert list(parsed.labels) == ["3", "4"]
