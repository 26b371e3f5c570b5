"""A sealed file is read as it was written, or refused with its path."""

import io
import json
import zipfile

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
