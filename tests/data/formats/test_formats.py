"""The formats as a whole: names, one signature, and one line for any noise."""

import gzip
import inspect
import io
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from methods.data import formats
from methods.data.formats import read_format
from methods.errors import UserError
from methods.schemas.dataset import FORMATS
from tests.data.eeg_archives import tar_of
from tests.data.file_bytes import npz_bytes, rda_bytes

OPTIONS = {"delimiter": ",", "n_features": 3, "matrix": (2, 3)}
ARCHIVES = ("eeg_archive", "faces", "image_folders", "seed_features")
PROLOGUES = {
    "rda": rda_bytes("m", b""),
    "npz": npz_bytes(X=np.eye(2))[:80],
    "eeg_trials": npz_bytes(k=np.eye(2))[:80],
    "matlab": b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM",
    "idx": b"\x00\x00\x08",
    "arff": b"@attribute a real\n@data\n",
}


def test_the_folder_lists_the_formats():
    assert tuple(FORMATS) == (
        "arff", "csv", "delimited", "eeg_archive", "eeg_trials", "excel", "faces", "idx",
        "image_folders", "libsvm", "matlab", "npz", "parquet", "rda", "seed_features",
    )  # fmt: skip


def test_listing_the_formats_imports_none_of_them():
    code = (
        "import sys; from methods.schemas.dataset import FORMATS; "
        "sys.exit(any(n == 'numpy' or n.startswith('methods.data.formats.') for n in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_the_same_entry_and_lists_its_options(name):
    module = import_module(f"{formats.__name__}.{FORMATS[name]}")
    assert list(inspect.signature(module.read).parameters) == ["data", "name", "options"]
    assert "Descriptor options" in (module.__doc__ or "")


def test_a_csv_file_has_numbers_alone_or_named_columns():
    text = b"a,colour,state\n1,7,x\n2,8,y\n3,7,x\n"
    for data, name in ((text, "t.csv"), (gzip.compress(text), "t.csv.gz")):
        plain = read_format("csv", data, name, {})
        np.testing.assert_array_equal(plain.X, [[1, 7], [2, 8], [3, 7]])
        assert list(plain.labels) == ["x", "y", "x"] and plain.columns == ()
        typed = read_format("csv", data, name, {"columns": {"colour": "categorical"}})
        np.testing.assert_array_equal(typed.X, [[1, 0], [2, 1], [3, 0]])
        assert [column.kind for column in typed.columns] == ["numeric", "categorical"]
    with pytest.raises(UserError, match=r"^t\.csv:2: 'red' is not a number$"):
        read_format("csv", b"a,colour,state\n1,red,x\n", "t.csv", {})


@pytest.mark.parametrize("kind", ["csv", "image_folders"])
def test_a_file_is_read_from_its_bytes_or_its_place(tmp_path, kind):
    buffer = io.BytesIO()
    Image.fromarray(np.arange(6, dtype=np.uint8).reshape(2, 3)).save(buffer, "PNG")
    data = {"csv": b"1,2,a\n3,4,b\n", "image_folders": tar_of([("a/1.png", buffer.getvalue())])}
    (tmp_path / "file").write_bytes(data[kind])
    one = read_format(kind, data[kind], "x.tar", OPTIONS)
    other = read_format(kind, tmp_path / "file", "x.tar", OPTIONS)
    np.testing.assert_array_equal(one.X, other.X)
    assert len(one.X) and list(one.labels) == list(other.labels)


@pytest.mark.slow
@pytest.mark.parametrize("kind", FORMATS)
@example(noise=b"1\r2")
@example(noise=b"a" * 200_000)
@settings(max_examples=150)
@given(noise=st.binary(max_size=400) | st.text(max_size=200).map(str.encode))
def test_noise_is_read_or_refused_in_one_line(kind, noise):
    name = f"{kind}.tar" if kind in ARCHIVES else kind
    for data in (noise, PROLOGUES.get(kind, b"") + noise):
        try:
            read_format(kind, data, name, OPTIONS)
        except UserError as error:
            assert str(error).startswith(name)
            assert "\n" not in str(error)
