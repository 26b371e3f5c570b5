"""Readers: what good files give, and one line for everything else."""

import io
import struct
import tarfile

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from methods.data.formats import (
    read_arff,
    read_delimited,
    read_eeg_trials,
    read_faces,
    read_idx,
    read_libsvm,
    read_npz,
)
from methods.data.matlab import read_matlab
from methods.data.rdata import read_rda
from methods.errors import UserError

NUL = b"\x00\x00\x00\xfe"


def npz_bytes(**arrays) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def r_integer(value: int) -> bytes:
    return struct.pack(">i", value)


def r_symbol(name: str) -> bytes:
    return r_integer(1) + r_integer(0x40009) + r_integer(len(name)) + name.encode()


def r_matrix(values: np.ndarray) -> bytes:
    """A real matrix with its dim attribute, by columns as R stores it."""
    flat = values.ravel(order="F").astype(">f8")
    dim = r_integer(13) + r_integer(2) + b"".join(r_integer(size) for size in values.shape)
    attributes = r_integer(0x402) + r_symbol("dim") + dim + NUL
    return r_integer(0x20E) + r_integer(len(flat)) + flat.tobytes() + attributes


def rda_bytes(name: str, item: bytes) -> bytes:
    body = r_integer(0x402) + r_symbol(name) + item + NUL
    return b"RDX2\nX\n" + r_integer(2) + r_integer(0x30400) + r_integer(0x20300) + body


def test_comma_separated_cells_are_stripped_and_blank_lines_skipped():
    table = read_delimited(b"1, 2 ,a\r\n\n3,4,b\n", "rows.csv", ",")
    assert table.cells == [["1", "2", "a"], ["3", "4", "b"]]
    assert table.lines == [1, 3]


def test_blank_separated_cells_may_have_any_blanks_between():
    assert read_delimited(b"  1   2\ta \n", "rows.dat", "blank").cells == [["1", "2", "a"]]


def test_short_row_names_file_and_line():
    with pytest.raises(UserError, match=r"rows\.csv:3: 1 columns where the first row has 2"):
        read_delimited(b"1,2\n\n3\n", "rows.csv", ",")


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(UserError, match="byte 2 is not text"):
        read_delimited(b"1,\xff", "rows.csv", ",")


def test_libsvm_fills_absent_indices_with_zero():
    X, labels = read_libsvm(b"+1 1:0.5 3:-2\n-1 2:1e-3 \n", "rows", 3)
    np.testing.assert_array_equal(X, [[0.5, 0, -2], [0, 1e-3, 0]])
    assert labels == ["+1", "-1"]


@pytest.mark.parametrize("pair", ["0:1", "4:1", "1", "x:1", "-1:1", "2:1 1:1", "2:1 2:1", "1:x"])
def test_libsvm_pairs_out_of_order_or_range_name_the_line(pair):
    with pytest.raises(UserError, match="rows:2: "):
        read_libsvm(f"1 1:1\n1 {pair}\n".encode(), "rows", 3)


def test_arff_reads_quoted_values_and_skips_comments():
    text = (
        b"% note\n@RELATION r\n@attribute 'a b' real\n@attribute c {x,'y z'}\n@DATA\n% n\n1,'y z'\n"
    )
    assert read_arff(text, "a.arff").cells == [["1", "y z"]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"@relation r\n", "no @data line"),
        (b"@attribute a real\n@data\n1,2\n", "a.arff:3: 2 values for 1 attributes"),
        (b"@attribute a real\n@data\n{0 1}\n", "sparse"),
    ],
)
def test_arff_faults_are_named(text, message):
    with pytest.raises(UserError, match=message):
        read_arff(text, "a.arff")


def test_npz_refuses_pickled_objects():
    with pytest.raises(UserError, match="not a readable npz"):
        read_npz(npz_bytes(X=np.array([{}], dtype=object)), "own.npz")


def test_idx_array_comes_back_and_a_wrong_size_is_named():
    data = b"\x00\x00\x08\x02" + struct.pack(">2I", 2, 3) + bytes(range(6))
    np.testing.assert_array_equal(read_idx(data, "a.idx"), [[0, 1, 2], [3, 4, 5]])
    with pytest.raises(UserError, match="5 values follow"):
        read_idx(data[:-1], "a.idx")


def test_faces_are_ordered_by_number_and_labelled_by_folder():
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path, pixel in (("s10/1.pgm", 3), ("s2/10.pgm", 2), ("s2/2.pgm", 1)):
            member = tarfile.TarInfo(path)
            image = b"P5\n# note\n2 1\n255\n" + bytes([pixel, pixel])
            member.size = len(image)
            archive.addfile(member, io.BytesIO(image))
    X, people = read_faces(buffer.getvalue(), "faces.tar")
    assert people == ["s2", "s2", "s10"]
    np.testing.assert_array_equal(X[:, 0, 0], [1, 2, 3])
    assert X.shape == (3, 1, 2)


def test_repeated_eeg_trials_stay_in_the_training_part_only():
    data = npz_bytes(
        k=np.arange(3 * 2, dtype=np.int16).reshape(3, 1, 2),
        offset=np.full((3, 1), -1000.0),
        group=np.array(["a", "a", "c"]),
        subject=np.array(["s1", "s1", "s2"]),
        trial=np.array([4, 4, 4]),
        split=np.array(["train", "test", "test"]),
    )
    X, groups, test, extras = read_eeg_trials(data, "trials.npz")
    assert groups == ["a", "c"]
    assert test.tolist() == [False, True]
    assert extras["group"].tolist() == ["s1", "s2"]
    np.testing.assert_array_equal(X[0], [[-1.0, -0.512]])


def test_r_matrices_keep_their_orientation():
    values = np.arange(6.0).reshape(2, 3)
    np.testing.assert_array_equal(read_rda(rda_bytes("m", r_matrix(values)), "m.rda")["m"], values)


def test_deeply_nested_r_data_is_refused():
    nested = b"".join(r_integer(19) + r_integer(1) for _ in range(5000))
    with pytest.raises(UserError, match="nested too deeply"):
        read_rda(rda_bytes("m", nested + NUL), "m.rda")


PROLOGUES = {
    "rda": rda_bytes("m", b""),
    "npz": npz_bytes(X=np.eye(2))[:80],
    "mat": b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM",
    "idx": b"\x00\x00\x08",
    "faces.tar": b"",
    "text": b"",
}
READERS = {
    "rda": read_rda,
    "npz": read_npz,
    "mat": read_matlab,
    "idx": read_idx,
    "faces.tar": read_faces,
    "text": lambda data, name: (
        read_arff(b"@attribute a real\n@data\n" + data, name),
        read_delimited(data, name, ","),
        read_libsvm(data, name, 3),
    ),
}


def test_all_three_line_ends_are_read():
    table = read_delimited(b"1\r\n2\r3\n", "rows.csv", ",")
    assert (table.cells, table.lines) == ([["1"], ["2"], ["3"]], [1, 2, 3])


@pytest.mark.parametrize("kind", READERS)
@example(noise=b"1\r2")
@example(noise=b"a" * 200_000)
@settings(max_examples=150, deadline=2000)
@given(noise=st.binary(max_size=400) | st.text(max_size=200).map(str.encode))
def test_noise_is_read_or_refused_in_one_line(kind, noise):
    for data in (noise, PROLOGUES[kind] + noise):
        try:
            READERS[kind](data, kind)
        except UserError as error:
            assert str(error).startswith(kind)
            assert "\n" not in str(error)
