"""The formats as a whole: names, one signature, and one line for any noise."""

import inspect
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from methods.data import formats
from methods.data.formats import read_format
from methods.errors import UserError
from methods.schemas.dataset import FORMATS
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
