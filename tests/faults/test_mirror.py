"""A mirror that serves wrong bytes: every hash of every descriptor is checked.

The descriptors are the shipped ones; their hashes are replaced by those of made-up bytes.
"""

import hashlib
import io
from pathlib import Path, PurePosixPath

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from methods.data.catalogue import Descriptor, Source, SourceFile, load_catalogue
from methods.data.fetch import fetch
from methods.data.formats import read_format
from methods.errors import UserError
from tests.data.eeg_archives import S1, Trial, packed_subject, tar_of
from tests.data.test_packing import COMPRESSORS, compress_lzw

CATALOGUE = load_catalogue(Path(__file__).parents[2] / "datasets")
FETCHED = sorted({d.name for d in CATALOGUE.values() if any(s.files for s in d.sources)})
# one data set of each kind: how its files are packed, and which of their hashes it states
KINDS = {
    tuple(
        sorted(
            {
                (PurePosixPath(file.path).suffix, bool(file.sha256), bool(file.content_sha256))
                for source in CATALOGUE[name].sources
                for file in source.files
                if file.sha256 or file.content_sha256
            }
        )
    ): name
    for name in FETCHED
}
OF_EACH_KIND = sorted(name for kind, name in KINDS.items() if kind)
CONTENT = b"1,2,a\n3,4,b\n" * 50


def eeg_archive() -> bytes:
    random = np.random.default_rng(0)
    trials = [Trial(number, S1, random.normal(size=(4, 2))) for number in range(2)]
    subjects = ["co2a0000364", "co2c0000337"]
    return tar_of(packed_subject(subject, trials, ["FP1", "FP2"]) for subject in subjects)


def pictures() -> bytes:
    random = np.random.default_rng(0)
    members = []
    for label in "ab":
        buffer = io.BytesIO()
        Image.fromarray(random.integers(0, 256, (12, 8), dtype=np.uint8)).save(buffer, "PNG")
        members.append((f"{label}/1.png", buffer.getvalue()))
    return tar_of(members)


# Archives whose members have checksums of their own: gzip and PNG do, JPEG does not.
WITH_CHECKSUMS = {
    "eeg_archive": (eeg_archive(), {"matrix": (4, 2)}),
    "image_folders": (pictures(), {"matrix": (12, 8)}),
}
DAMAGE = {
    "a flipped bit": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "cut short": lambda data: data[:-1],
    "an error page": lambda data: b"<!doctype html><title>404 Not Found</title>",
    "nothing": lambda data: b"",
}


def served(file: SourceFile) -> bytes:
    """Made-up content, compressed according to the suffix."""
    pack = {**COMPRESSORS, ".Z": compress_lzw}.get(PurePosixPath(file.path).suffix, bytes)
    return pack(CONTENT)


def made_up(file: SourceFile) -> SourceFile:
    sha256 = hashlib.sha256(served(file)).hexdigest() if file.sha256 else None
    content = hashlib.sha256(CONTENT).hexdigest() if file.content_sha256 else None
    return replace(file, url=(), sha256=sha256, content_sha256=content)


def hashed(descriptor: Descriptor) -> Descriptor:
    """The descriptor with one source per hashed file, and no others."""
    files = [file for source in descriptor.sources for file in source.files]
    sources = tuple(
        Source(files=(made_up(file),), format="csv")
        for file in files
        if file.sha256 or file.content_sha256
    )
    return replace(descriptor, sources=sources)


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", OF_EACH_KIND)
def test_wrong_bytes_are_never_taken(tmp_path, name, damage):
    descriptor = hashed(CATALOGUE[name])
    for source in descriptor.sources:
        for file in source.files:
            place = tmp_path / "mirror" / file.path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(DAMAGE[damage](served(file)))
    report = fetch(descriptor, tmp_path / "raw", str(tmp_path / "mirror"))
    assert report["status"] == "missing"
    assert [path.name for path in (tmp_path / "raw").iterdir()] == ["fetched.json"]


@pytest.mark.parametrize("name", OF_EACH_KIND)
def test_the_right_bytes_are_taken(tmp_path, name):
    descriptor = hashed(CATALOGUE[name])
    (file,) = descriptor.sources[0].files
    place = tmp_path / "mirror" / file.path
    place.parent.mkdir(parents=True)
    place.write_bytes(served(file))
    assert fetch(descriptor, tmp_path / "raw", str(tmp_path / "mirror"))["status"] == "ok"


@pytest.mark.parametrize("name", FETCHED)
def test_a_file_without_a_hash_is_checked_by_the_content_hash_or_is_the_users_own(name):
    descriptor = CATALOGUE[name]
    for source in descriptor.sources:
        for file in source.files:
            if not (file.sha256 or file.content_sha256):
                # nobody here has a copy whose hash could be stated
                is_checked = file.path.startswith("upstream/") and source.format in WITH_CHECKSUMS
                is_own = file.path.startswith("own/")
                assert descriptor.content_hash or is_checked or is_own, file.path


@pytest.mark.slow
@pytest.mark.parametrize("kind", WITH_CHECKSUMS)
def test_a_flipped_bit_in_an_archive_without_a_hash_is_noticed_or_changes_nothing(kind):
    archive, options = WITH_CHECKSUMS[kind]
    sound = read_format(kind, archive, "a.tar", options)
    noticed = 0
    for position in range(0, len(archive), max(1, len(archive) // 1500)):
        data = bytearray(archive)
        data[position] ^= 1 << position % 8
        try:
            parsed = read_format(kind, bytes(data), "a.tar", options)
        except UserError:
            noticed += 1
            continue
        if parsed.notes == sound.notes:
            assert np.array_equal(parsed.X, sound.X) and parsed.labels == sound.labels, position
        else:
            noticed += 1
    assert noticed
