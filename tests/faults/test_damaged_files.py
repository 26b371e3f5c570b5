"""Damaged data files of every format: a data set or one line of error, never a stray file.

Sixty examples of each by default, three thousand with `make torture`.
"""

import gzip
import io
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
import scipy.io
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from methods.data.catalogue import Descriptor, Source, SourceFile
from methods.data.prepare import prepare_source
from methods.errors import UserError
from tests.data.eeg_archives import S1, Trial, packed_subject, tar_of
from tests.data.file_bytes import npz_bytes, r_integer, r_matrix, r_symbol, rda_bytes
from tests.data.test_packing import COMPRESSORS, compress_lzw
from tests.faults.mutations import MANY, damaged

TABLE = b"1,2,a\n3,4,b\n5,6,a\n7,8,b\n"
MATRIX = np.arange(8.0).reshape(4, 2)
LABELS = np.array([0, 1, 0, 1])
EEG = {
    "split": np.array(["train", "train", "test", "test"]), "subject": np.arange(4),
    "trial": np.zeros(4, int), "offset": np.ones((4, 1)), "k": np.ones((4, 1, 2), np.int16),
    "group": np.array(["a", "b", "a", "b"]),
}  # fmt: skip


def matlab(compressed: bool) -> bytes:
    buffer = io.BytesIO()
    scipy.io.savemat(buffer, {"X": MATRIX, "y": LABELS}, do_compression=compressed)
    return buffer.getvalue()


def r_data() -> bytes:
    labels = r_integer(0x402) + r_symbol("y") + r_matrix(LABELS[:, None])
    return rda_bytes("X", r_matrix(MATRIX) + labels)


def faces() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for person in "ab":
            for number in "12":
                archive.writestr(f"{person}/{number}.pgm", b"P5\n2 1\n255\n\x01\x02")
    return buffer.getvalue()


def eeg_archive() -> bytes:
    trials = [Trial(number, S1, np.ones((3, 2))) for number in range(2)]
    subjects = [f"co2{label}000000{number}" for label in "ac" for number in "12"]
    return tar_of(packed_subject(subject, trials, ["FP1", "FP2"]) for subject in subjects)


def images() -> bytes:
    members = []
    for label in "ab":
        for pixel in (1, 2):
            buffer = io.BytesIO()
            pixels = np.full((1, 2), pixel + (10 if label == "b" else 0), np.uint8)
            Image.fromarray(pixels).save(buffer, "PNG")
            members.append((f"{label}/{pixel}.png", buffer.getvalue()))
    return tar_of(members)


def seed_features() -> bytes:
    files = {"label": {"label": np.array([[0, 1]])},
             "1_20131027": {f"de_LDS{clip}": np.ones((62, 2, 5)) for clip in (1, 2)}}  # fmt: skip
    members = []
    for name, arrays in files.items():
        buffer = io.BytesIO()
        scipy.io.savemat(buffer, arrays)
        members.append((f"ExtractedFeatures/{name}.mat", buffer.getvalue()))
    return tar_of(members)


TEXT = {"delimiter": ",", "label": "last"}
BLANKS = TABLE.replace(b",", b" ")
SOUND = {
    "toy.csv": ("csv", TABLE, {}),
    "toy.data": ("delimited", TABLE, TEXT),
    "toy.txt": ("delimited", BLANKS, {"delimiter": "blank", "test_rows": [2, 4]}),
    "toy.txt.gz": ("delimited", COMPRESSORS[".gz"](TABLE), TEXT),
    "toy.txt.bz2": ("delimited", COMPRESSORS[".bz2"](TABLE), TEXT),
    "toy.txt.xz": ("delimited", COMPRESSORS[".xz"](TABLE), TEXT),
    "toy.txt.Z": ("delimited", compress_lzw(TABLE), TEXT),
    "words": ("delimited", b"ab,a\nba,b\nax,a\naa,b\nbb,a\n",
              {"delimiter": ",", "letters_column": 0, "codes": {"a": 0, "b": 1}}),
    "toy.libsvm": ("libsvm", b"a 1:1 2:2\nb 1:3\na 2:6\nb 1:7 2:8\n", {}),
    "toy.arff": ("arff", b"@attribute x real\n@attribute y real\n@attribute c {a,b}\n@data\n"
                 + TABLE, {}),
    "toy.mat": ("matlab", matlab(False), {}),
    "packed.mat": ("matlab", matlab(True), {}),
    "toy.npz": ("npz", npz_bytes(X=MATRIX, y=LABELS), {}),
    "toy.rda": ("rda", r_data(), {}),
    "packed.rda": ("rda", gzip.compress(r_data()), {}),
    "faces.zip": ("faces", faces(), {}),
    "eeg.npz": ("eeg_trials", npz_bytes(**EEG), {}),
    "eeg.tar": ("eeg_archive", eeg_archive(), {"labels": {"a": "a", "c": "b"}}),
    "images.tar": ("image_folders", images(), {}),
    "seed.tar": ("seed_features", seed_features(), {}),
}  # fmt: skip
SHAPES = {
    "faces": (None, None, 2), "idx": (None, None, 2), "eeg_trials": (None, None, 2),
    "eeg_archive": (None, None, 2), "image_folders": (None, 1, 2), "seed_features": (None, 31, 10),
}  # fmt: skip
IMAGES = b"\x00\x00\x08\x03" + b"".join(n.to_bytes(4, "big") for n in (4, 1, 2)) + bytes(8)
CLASSES = b"\x00\x00\x08\x01\x00\x00\x00\x04" + bytes([0, 1, 0, 1])


def descriptor(kind: str, names: list[str], options: dict) -> Descriptor:
    """A set of unknown size, so that only the reader can notice damage."""
    classes = dict.fromkeys(["a", "b", "0", "1", *map(str, range(2, 8))])
    shape = SHAPES.get(kind, (None, 2))
    files = tuple(map(SourceFile, names))
    return Descriptor(
        name="toy", title="", task="matrix" if len(shape) == 3 else "binary", shape=shape,
        classes=classes, licence="", origin="", citation="", printed=(),
        sources=(Source(files=files, format=kind, **options),),
    )  # fmt: skip


def read(kind: str, content: dict[str, bytes], options: dict) -> None:
    made = descriptor(kind, list(content), options)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in content.items():
            (folder / file).write_bytes(data)
        try:
            prepare_source(made, made.sources[0], folder)
        except UserError as error:
            assert "\n" not in str(error) and len(str(error)) < 1000
        assert {path.name for path in folder.iterdir()} == set(content)


@pytest.mark.slow
@pytest.mark.parametrize("name", SOUND)
@settings(MANY, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused_in_one_line(name, data):
    kind, sound, options = SOUND[name]
    read(kind, {name: data.draw(damaged(sound))}, options)


@MANY
@given(damaged(IMAGES), damaged(CLASSES))
def test_damaged_images_and_labels_are_read_or_refused_in_one_line(images, labels):
    read("idx", {"images": images, "labels": labels}, {})


@pytest.mark.parametrize("name", SOUND)
def test_the_sound_file_is_read(name, tmp_path):
    """Otherwise the damage above would not matter."""
    kind, sound, options = SOUND[name]
    (tmp_path / name).write_bytes(sound)
    made = descriptor(kind, [name], options)
    assert len(prepare_source(made, made.sources[0], tmp_path).y) >= 4
