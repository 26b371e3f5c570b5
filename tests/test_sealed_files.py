"""A sealed file is read as it was written, or refused with its path."""

import io
import json
import struct
import zipfile
from hashlib import sha256

import numpy as np
import pandas as pd
import pytest

from methods.sealed_files import (
    Damaged,
    combined_identity,
    identity_of,
    made_from,
    read_kept,
    read_sealed,
    read_sealed_json,
    seal,
    write_sealed,
    write_sealed_json,
)

ORIGIN = {"source": "0123456789abcdef", "data": "é"}
ARRAYS = {"a": np.arange(5.0), "b": np.array(["x", "yz"])}
FRAME = pd.DataFrame({"method": ["A", "B"], "value": [0.5, float("nan")]})
CONTENT = {"claims": [{"says": "naïve", "value": 0.1}], "none": None}
WRITERS = {
    "a.npz": lambda part: np.savez_compressed(part, **ARRAYS),
    "plain.npz": lambda part: np.savez(part, **ARRAYS),
    "a.parquet": lambda part: FRAME.to_parquet(part, index=False, compression="zstd"),
    "a.json": lambda part: part.write_text(json.dumps(CONTENT)),
}


@pytest.fixture(params=WRITERS)
def path(request, tmp_path):
    write_sealed(tmp_path / request.param, WRITERS[request.param], ORIGIN)
    return tmp_path / request.param


def test_a_sealed_file_states_its_path_and_what_made_it(path):
    assert made_from(path) == {**ORIGIN, "file": path.as_posix()}
    assert read_sealed(path).made_from == made_from(path)
    assert read_sealed(path).data == path.read_bytes()


def test_other_readers_open_a_sealed_file_as_usual(path):
    if path.suffix == ".npz":
        with np.load(path) as arrays:
            assert {name: arrays[name].tolist() for name in arrays} == {
                name: array.tolist() for name, array in ARRAYS.items()
            }
        assert zipfile.ZipFile(path).testzip() is None
    elif path.suffix == ".parquet":
        pd.testing.assert_frame_equal(pd.read_parquet(path), FRAME)
        pd.testing.assert_frame_equal(pd.read_parquet(io.BytesIO(path.read_bytes())), FRAME)
    else:
        assert {**CONTENT, "seal": json.loads(path.read_text())["seal"]} == json.loads(
            path.read_text()
        )
        assert read_sealed_json(path) == CONTENT


def test_every_flipped_bit_is_noticed_and_named(path):
    sound = path.read_bytes()
    for bit in np.random.default_rng(0).choice(8 * len(sound), 400, replace=False):
        flipped = bytearray(sound)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises(Damaged) as refusal:
            read_sealed(path)
        assert str(path) in str(refusal.value) and refusal.value.path == path, bit


def test_every_shorter_or_longer_file_is_noticed(path):
    sound = path.read_bytes()
    for other in (
        *(sound[:n] for n in range(0, len(sound), 97)),
        sound + b"\n",
        b"[]",
        b"1",
        b'"s"',
    ):
        path.write_bytes(other)
        with pytest.raises(Damaged, match="is damaged"):
            read_sealed(path)


def test_equal_content_gives_equal_bytes(path):
    before = path.read_bytes()
    write_sealed(path, WRITERS[path.name], dict(reversed(ORIGIN.items())))
    assert path.read_bytes() == before


def test_a_writer_that_fails_leaves_the_file_that_was_there(path):
    before = path.read_bytes()

    def fail(part):
        part.write_bytes(b"half")
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        write_sealed(path, fail, ORIGIN)
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path]


def test_the_identity_of_files_is_that_of_their_seals_in_order(tmp_path):
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file in files:
        write_sealed_json(file, {"x": file.name}, ORIGIN)
    seals = [read_sealed(file).sha256 for file in files]
    assert identity_of(files) == combined_identity(seals)
    assert identity_of(files) != identity_of(files[::-1])


def test_a_file_may_state_the_hash_of_what_matters_in_it(tmp_path):
    write_sealed_json(tmp_path / "a.json", {"from": "here"}, {"content": "1"})
    before = identity_of([tmp_path / "a.json"])
    write_sealed_json(tmp_path / "a.json", {"from": "there"}, {"content": "1"})
    assert identity_of([tmp_path / "a.json"]) == before
    assert read_sealed(tmp_path / "a.json").identity == "1"
    write_sealed_json(tmp_path / "b.json", {"from": "here"}, {})
    assert read_sealed(tmp_path / "b.json").identity == read_sealed(tmp_path / "b.json").sha256


def test_two_identities_are_no_others_that_read_the_same_one_after_another():
    assert combined_identity(["a", "bc"]) != combined_identity(["ab", "c"])


def test_a_file_of_an_earlier_run_is_verified_if_it_has_a_seal(path, tmp_path):
    assert read_kept(path) == path.read_bytes()
    unsealed = tmp_path / "unsealed.parquet"
    FRAME.to_parquet(unsealed, index=False)
    assert read_kept(unsealed) == unsealed.read_bytes()
    if path.suffix == ".parquet":
        flipped = bytearray(path.read_bytes())
        flipped[20] ^= 1
        path.write_bytes(flipped)
        with pytest.raises(Damaged):
            read_kept(path)


def test_a_file_that_is_not_there_is_no_damage(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_sealed(tmp_path / "gone.npz")


def seal_by_hand(made_from, before, after=b""):
    """The text of a seal, with no blanks in it."""
    digest = sha256(made_from.encode() + b"\0" + before + b"\0" + after).hexdigest()
    return f'{{"made_from":{made_from},"sha256":"{digest}"}}'


def test_the_seal_of_an_object_is_its_last_entry():
    text = seal_by_hand('{"a":"1","b":"2"}', b'{"x": 1}\n')
    stated = json.dumps(json.loads(text))
    sealed = seal(b'{"x":1}', ".json", {"b": "2", "a": "1"})
    assert sealed.decode() == f'{{"x": 1, "seal": {stated}}}\n'


def test_the_seal_of_an_archive_is_its_comment():
    archive = io.BytesIO()
    np.savez(archive, **ARRAYS)
    unsealed = archive.getvalue()
    sealed = seal(unsealed, ".npz", {"a": "1"})
    # an archive ends with the length of its comment, in two bytes
    text = seal_by_hand('{"a":"1"}', unsealed[:-2])
    assert zipfile.ZipFile(io.BytesIO(sealed)).comment == text.encode()
    assert len(sealed) == len(unsealed) + len(text)


@pytest.mark.parametrize("columns", [b"", b"columns"])
@pytest.mark.parametrize("footer", [b"", b"footer"])
def test_the_seal_of_a_table_stands_before_its_footer(tmp_path, columns, footer):
    before, after = b"PAR1" + columns, footer + struct.pack("<I", len(footer)) + b"PAR1"
    path = tmp_path / "a.parquet"
    write_sealed(path, lambda part: part.write_bytes(before + after), {"file": "f"})
    text = seal_by_hand('{"file":"f"}', before, after).encode()
    assert path.read_bytes() == before + text + struct.pack("<I", len(text)) + b"SEAL" + after
    assert read_sealed(path).sha256 == json.loads(text)["sha256"]


@pytest.mark.parametrize(
    "data",
    [b"", b"PAR1", b"PAR1\0\0\0\0PAR2", b"PAR1\1\0\0\0PAR1", b"PAR1..\3\0\0\0PAR1"],
    ids=["empty", "short", "another end", "a footer of no bytes", "a footer longer than the rest"],
)
def test_what_is_no_table_is_not_sealed(data):
    with pytest.raises(ValueError, match="no parquet file"):
        seal(data, ".parquet", {})


def text_of(path, content):
    """The text of a sealed object, and the seal as it stands in it."""
    write_sealed_json(path, content, {"file": "f"})
    assert read_sealed_json(path) == content
    text = path.read_text(encoding="utf-8")
    return text, json.dumps(json.loads(text)["seal"])


def test_an_object_of_320_characters_is_one_line_and_a_longer_one_several(tmp_path):
    text, _ = text_of(tmp_path / "a.json", {"x": ""})
    letters = "é" * (320 - len(text.strip()))
    text, stated = text_of(tmp_path / "a.json", {"x": letters})
    assert text == f'{{"x": "{letters}", "seal": {stated}}}\n'
    text, stated = text_of(tmp_path / "a.json", {"x": f"{letters}é"})
    assert text == f'{{\n "x": "{letters}é",\n "seal": {stated}\n}}\n'


def test_only_long_objects_and_arrays_inside_an_object_take_several_lines(tmp_path):
    long = "a" * 321
    content = {"cases": [{"says": long, "is": [1, 2]}, {}, [], 0.5], "é": long, "none": None}
    text, stated = text_of(tmp_path / "a.json", content)
    assert text.splitlines() == [
        "{",
        ' "cases": [',
        "  {",
        f'   "says": "{long}",',
        '   "is": [1, 2]',
        "  },",
        "  {},",
        "  [],",
        "  0.5",
        " ],",
        f' "é": "{long}",',
        ' "none": null,',
        f' "seal": {stated}',
        "}",
    ]


READERS = [read_sealed, read_sealed_json, made_from, lambda path: identity_of([path])]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    "stated",
    [
        {"made_from": {}},
        {"made_from": {}, "sha256": "0", "more": 1},
        {"made_from": "f", "sha256": "0"},
        {"made_from": [], "sha256": "0"},
        ["made_from", "sha256"],
        None,
    ],
)
def test_a_seal_of_another_form_is_damage_for_every_reader(tmp_path, read, stated):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"x": 1, "seal": stated}) + "\n")
    with pytest.raises(Damaged) as refusal:
        read(path)
    assert str(refusal.value) == f"{path} is damaged: it has no seal that can be read"


def test_another_content_is_damage_only_for_readers_of_the_content(tmp_path):
    path = tmp_path / "a.json"
    write_sealed_json(path, {"x": 1}, {"file": "f"})
    before = identity_of([path])
    path.write_text(path.read_text().replace('"x": 1', '"x": 2'))
    for read in (read_sealed, read_sealed_json, read_kept):
        with pytest.raises(Damaged) as refusal:
            read(path)
        reason = "its bytes do not have the hash that it states"
        assert str(refusal.value) == f"{path} is damaged: {reason}"
    assert made_from(path) == {"file": "f"} and identity_of([path]) == before


def test_an_identity_is_the_first_16_digits_of_a_hash_over_lines():
    # the hash of "abc" is printed in FIPS 180
    assert combined_identity(["abc"]) == "ba7816bf8f01cfea"
    assert combined_identity(iter(["a", "b"])) == sha256(b"a\nb").hexdigest()[:16]


def test_an_archive_may_hold_the_mark_that_ends_one(tmp_path):
    nested = b"PK\x05\x06" + bytes(60)
    file = tmp_path / "a.npz"
    write_sealed(file, lambda part: np.savez(part, a=np.frombuffer(nested, np.uint8)), ORIGIN)
    assert read_sealed(file).made_from == {**ORIGIN, "file": file.as_posix()}
