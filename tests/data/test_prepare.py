"""Preparation: encodings, checks, the canonical hash, and the prepared file."""

import os
import time
from dataclasses import replace as replace_field
from pathlib import Path

import numpy as np
import pytest
import scipy.io
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from msgspec.structs import replace
from PIL import Image
from scipy.sparse import csr_array

from methods.data import prepare as preparation
from methods.data import sparse_rows
from methods.data.catalogue import Descriptor, Source, SourceFile, load_catalogue
from methods.data.columns import Column
from methods.data.fetch import fetch
from methods.data.prepare import (
    Dataset,
    DataSetMissing,
    columns_in,
    content_hash,
    features_in,
    load_dataset,
    notes_in,
    prepare,
    prepare_source,
    save_dataset,
    save_missing,
)
from methods.errors import UserError
from methods.sealed_files import write_sealed_json

ROOT = Path(__file__).parents[2]
CATALOGUE = load_catalogue(ROOT / "datasets")
NAMES = sorted({descriptor.name for descriptor in CATALOGUE.values()})
LARGE = 50_000  # values; more take long to read
MIRROR = os.environ.get("MARGINBENCH_MIRROR")
needs_mirror = pytest.mark.skipif(
    not MIRROR, reason="MARGINBENCH_MIRROR names no folder with the data files"
)


def toy(shape=(2, 2), classes=None, task="binary", **options) -> Descriptor:
    options = {"delimiter": ","} | options
    return Descriptor(
        name="toy",
        title="Toy",
        task=task,
        shape=shape,
        classes=classes or {"a": 1, "b": 1},
        licence="",
        origin="",
        citation="",
        printed=(),
        sources=(Source(files=(SourceFile("toy.csv"),), format="delimited", **options),),
    )


def parsed(descriptor: Descriptor, folder: Path, text: str) -> Dataset:
    (folder / "toy.csv").write_text(text)
    return prepare_source(descriptor, descriptor.sources[0], folder)


def from_mirror(name: str, index: int, folder: Path) -> Dataset:
    """One source of a data set through fetch and prepare, without the network."""
    source = CATALOGUE[name].sources[index]
    offline = tuple(replace(file, url=()) for file in source.files)
    descriptor = replace(CATALOGUE[name], sources=(replace(source, files=offline),))
    report = fetch(descriptor, folder, MIRROR)
    assert report["status"] == "ok", report
    return prepare(descriptor, folder)


def in_mirror(name: str, index: int) -> bool:
    files = CATALOGUE[name].sources[index].files
    return bool(MIRROR) and all((Path(str(MIRROR)) / file.path).exists() for file in files)


def test_codes_follow_the_order_of_the_classes(tmp_path):
    dataset = parsed(toy(classes={"b": 1, "a": 1}), tmp_path, "1,2,a\n3,4,b\n")
    assert dataset.classes == ("b", "a")
    assert dataset.y.tolist() == [1, 0]
    np.testing.assert_array_equal(dataset.X, [[1, 2], [3, 4]])


def test_rows_with_the_missing_marker_are_dropped(tmp_path):
    dataset = parsed(toy(drop_rows_with="?"), tmp_path, "1,2,a\n?,1,a\n3,4,b\n")
    assert len(dataset.y) == 2


def test_marker_in_a_dropped_column_keeps_the_row(tmp_path):
    options = {"drop_rows_with": "?", "drop_columns": [0]}
    assert len(parsed(toy(shape=(2, 1), **options), tmp_path, "?,2,a\n3,4,b\n").y) == 2


def test_codes_replace_cells_and_the_rest_must_be_numbers(tmp_path):
    codes = {"n": 0, "y": 0.5, "?": 1}
    dataset = parsed(toy(codes=codes), tmp_path, "n,y,a\n?,7,b\n")
    np.testing.assert_array_equal(dataset.X, [[0, 0.5], [1, 7]])
    with pytest.raises(UserError, match=r"toy\.csv:2: 'x' is not a number"):
        parsed(toy(codes=codes), tmp_path, "n,y,a\n?,x,b\n")


def test_one_hot_columns_stand_in_place_in_sorted_order(tmp_path):
    dataset = parsed(toy(shape=(2, 3), one_hot=[0]), tmp_path, "v,2,a\nu,4,b\n")
    np.testing.assert_array_equal(dataset.X, [[0, 1, 2], [1, 0, 4]])


def test_letters_become_features_and_ambiguous_words_are_dropped(tmp_path):
    options = {"letters_column": 1, "label": "first", "codes": {"A": 1, "C": 3}}
    dataset = parsed(toy(**options), tmp_path, "a,AC\na,AN\nb,CC\n")
    np.testing.assert_array_equal(dataset.X, [[1, 3], [3, 3]])


def test_test_rows_test_column_and_groups_are_kept(tmp_path):
    options = {"test_column": 0, "group_column": 1}
    dataset = parsed(toy(shape=(2, 1), **options), tmp_path, "0,s1,5,a\n1,s2,6,b\n")
    assert dataset.test is not None and dataset.test.tolist() == [False, True]
    assert dataset.extras["group"].tolist() == ["s1", "s2"]
    dataset = parsed(toy(test_rows=[1, 2]), tmp_path, "1,2,a\n3,4,b\n")
    assert dataset.test is not None and dataset.test.tolist() == [False, True]


def test_dropped_labels_take_their_test_flags_along(tmp_path):
    options = {"drop_labels": ["c"], "test_rows": [2, 3]}
    dataset = parsed(toy(**options), tmp_path, "1,2,a\n0,0,c\n3,4,b\n")
    assert dataset.test is not None and dataset.test.tolist() == [False, True]


def test_corrections_and_unit_interval(tmp_path):
    options = {"corrections": [[0, 1, 8]], "unit_interval": True}
    dataset = parsed(toy(**options), tmp_path, "1,2,a\n1,4,b\n")
    np.testing.assert_array_equal(dataset.X, [[0, 1], [0, 0]])


def test_matrices_take_their_shape(tmp_path):
    dataset = parsed(toy(shape=(2, 2, 2), task="matrix"), tmp_path, "1,2,3,4,a\n5,6,7,8,b\n")
    np.testing.assert_array_equal(dataset.X[0], [[1, 2], [3, 4]])


FAULTS = [
    ({"shape": (3, 2)}, "1,2,a\n3,4,b\n", r"toy: shape \(2, 2\), expected \(3, 2\)"),
    ({"shape": (2, 2, 2), "task": "matrix"}, "1,a\n2,b\n", "do not make 2 x 2 matrices"),
    ({}, "1,nan,a\n3,4,b\n", r"toy: feature value nan at \(0, 1\); values must be finite"),
    ({}, "1,2,a\n3,inf,b\n", r"feature value inf at \(1, 1\)"),
    ({}, "1,2,a\n3,4,c\n", "unknown label 'c'"),
    ({"labels": {"1": "a"}}, "1,2,a\n3,4,b\n", "unknown label 'a'"),
    ({}, "1,2,a\n3,4,a\n", "2 rows of class 'a', expected 1"),
    ({}, "", "holds no rows"),
    ({"drop_columns": [9]}, "1,2,a\n", "3 columns, the descriptor names 9"),
]


@pytest.mark.parametrize(("changes", "text", "message"), FAULTS, ids=[f[2] for f in FAULTS])
def test_data_that_contradict_the_descriptor_give_one_line_of_error(
    tmp_path, changes, text, message
):
    with pytest.raises(UserError, match=message) as caught:
        parsed(toy(**changes), tmp_path, text)
    assert "\n" not in str(caught.value)


def test_wrong_content_hash_names_both(tmp_path):
    descriptor = replace(toy(), content_hash="0" * 64)
    with pytest.raises(UserError, match=r"content hash expected 0000.*, got [0-9a-f]{64}"):
        parsed(descriptor, tmp_path, "1,2,a\n3,4,b\n")


def test_content_hash_is_the_same_everywhere():
    X = np.array([[0.1, -2.5e-7, 123456.7], [1e20, 0.0, 1 / 3]])
    expected = "61bad410784f9c9fdbed090df681acde0c4370757bf8b973bca179f285e5ac04"
    assert content_hash(X, ["a", "b"], np.array([False, True])) == expected


@pytest.mark.parametrize(
    ("one", "other"), [(0.627, 0.62700003), (0.0, -0.0), (9.9999999, 10.0), (1e-310, 0.0)]
)
def test_content_hash_takes_six_digits(one, other):
    assert content_hash(np.array([[one]]), ["a"]) == content_hash(np.array([[other]]), ["a"])


def test_content_hash_sees_sixth_digit_sign_order_shape_labels_and_test():
    X = np.array([[0.627, 1.0]])
    mask = np.array([True])
    hashes = [
        content_hash(X, ["a"]),
        content_hash(np.array([[0.627001, 1.0]]), ["a"]),
        content_hash(-X, ["a"]),
        content_hash(10 * X, ["a"]),
        content_hash(X[:, ::-1], ["a"]),
        content_hash(X.T, ["a"]),
        content_hash(X, ["b"]),
        content_hash(X, ["a"], mask),
        content_hash(X, ["a"], ~mask),
    ]
    assert len(set(hashes)) == len(hashes)


@given(arrays(np.float64, 5, elements=st.floats(-1e250, 1e250).filter(lambda x: abs(x) > 1e-250)))
def test_content_hash_rounds_as_decimal_printing_does(values):
    printed = np.array([float(f"{value:.5e}") for value in values])
    # Printing rounds the exact binary value, the hash the product with a power of ten.
    ties = [f"{value:.16e}"[7:].strip("-").startswith(("4999999", "5000000")) for value in values]
    keep = ~np.array(ties)
    one, other = values[keep].reshape(1, -1), printed[keep].reshape(1, -1)
    assert content_hash(one, ["a"]) == content_hash(other, ["a"])


def test_saved_data_set_comes_back(tmp_path):
    dataset = Dataset(
        "toy",
        np.eye(2),
        np.array([1, 0]),
        ("a", "b"),
        np.array([True, False]),
        {"group": np.array(["s1", "s2"])},
    )
    save_dataset(tmp_path / "toy.npz", dataset, {})
    loaded = load_dataset(tmp_path / "toy.npz")
    assert (loaded.name, loaded.classes) == ("toy", ("a", "b"))
    np.testing.assert_array_equal(loaded.X, dataset.X)
    np.testing.assert_array_equal(loaded.y, dataset.y)
    assert loaded.test is not None and loaded.test.tolist() == [True, False]
    assert loaded.extras["group"].tolist() == ["s1", "s2"]
    assert [path.name for path in tmp_path.iterdir()] == ["toy.npz"]


def test_saved_bytes_do_not_depend_on_the_clock(tmp_path, monkeypatch):
    dataset = Dataset("toy", np.eye(2), np.array([1, 0]), ("a", "b"))
    save_dataset(tmp_path / "toy.npz", dataset, {})
    before = (tmp_path / "toy.npz").read_bytes()
    monkeypatch.setattr(time, "time", lambda: 2e9)
    save_dataset(tmp_path / "toy.npz", dataset, {})
    assert (tmp_path / "toy.npz").read_bytes() == before


def test_missing_data_set_says_why_when_loaded(tmp_path):
    save_missing(tmp_path / "toy.npz", "licensed", {})
    with pytest.raises(DataSetMissing, match="licensed"):
        load_dataset(tmp_path / "toy.npz")


def test_the_reason_of_a_missing_set_does_not_depend_on_the_place_of_the_mirror(tmp_path):
    report = {"status": "missing", "reason": "toy: /some/where/own/toy.csv: gone"}
    for mirror in ("/some/where", "/some/where/"):
        write_sealed_json(tmp_path / "fetched.json", {**report, "mirror": mirror}, {})
        with pytest.raises(DataSetMissing, match=r"^toy: mirror/own/toy\.csv: gone$"):
            prepare(toy(), tmp_path)


def test_report_of_a_missing_set_stops_the_preparation(tmp_path):
    write_sealed_json(tmp_path / "fetched.json", {"status": "missing", "reason": "gone"}, {})
    with pytest.raises(DataSetMissing, match="gone"):
        prepare(toy(), tmp_path)


# drawn by the generators of others of the sets, or large; tests of the generators are fast
DRAWN_ALIKE = {
    "engine",
    "engine_models",
    "smm_blocks",
    "smm_blocks_printed",
    "smm_synthetic",
    "smm_synthetic_printed",
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in DRAWN_ALIKE else [])
        for name in NAMES
        if CATALOGUE[name].embedded
    ],
)
def test_embedded_sets_are_prepared_without_network(tmp_path, name):
    report = fetch(CATALOGUE[name], tmp_path)
    dataset = prepare(CATALOGUE[name], tmp_path)
    assert report["files"] == []
    assert dataset.X.shape == CATALOGUE[name].shape
    assert set(dataset.y) == set(range(len(dataset.classes)))


def test_own_copy_of_unknown_size_is_prepared(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own/ethn.csv").write_text("1,2,3,-1\n3,4,5,1\n")
    fetch(CATALOGUE["ethn"], tmp_path / "raw", str(tmp_path))
    assert prepare(CATALOGUE["ethn"], tmp_path / "raw").X.shape == (2, 3)


def test_own_matrices_are_prepared(tmp_path):
    (tmp_path / "own").mkdir()
    shape, labels = (2620, 31, 10), np.repeat(["negative", "positive"], [1334, 1286])
    np.savez(tmp_path / "own/eeg_emotion.npz", X=np.ones(shape), y=labels)
    fetch(CATALOGUE["eeg_emotion"], tmp_path / "raw", str(tmp_path))
    assert prepare(CATALOGUE["eeg_emotion"], tmp_path / "raw").X.shape == shape


def test_own_photographs_in_folders_are_prepared(tmp_path):
    random = np.random.default_rng(0)
    for number in range(400):
        folder = tmp_path / "own/students_face" / ("female" if number < 200 else "male")
        folder.mkdir(parents=True, exist_ok=True)
        pixels = random.integers(0, 256, (20, 20), dtype=np.uint8)
        Image.fromarray(pixels).save(folder / f"{number}.png")
    fetch(CATALOGUE["students_face"], tmp_path / "raw", str(tmp_path))
    dataset = prepare(CATALOGUE["students_face"], tmp_path / "raw")
    assert dataset.X.shape == (400, 200, 200)
    assert np.bincount(dataset.y).tolist() == [200, 200]
    assert dataset.notes == ("400 images read (200 in female, 200 in male), 0 left out",)


def test_sessions_of_the_licensed_emotion_set_are_prepared(tmp_path):
    (tmp_path / "own/ExtractedFeatures").mkdir(parents=True)
    folder = tmp_path / "own/ExtractedFeatures"
    scipy.io.savemat(folder / "label.mat", {"label": np.array([[1, 0, -1]])})
    clips = {f"de_LDS{clip}": np.ones((62, 3, 5)) for clip in (1, 2, 3)}
    scipy.io.savemat(folder / "1_20131027.mat", clips)
    fetch(CATALOGUE["eeg_emotion_seed"], tmp_path / "raw", str(tmp_path))
    dataset = prepare(CATALOGUE["eeg_emotion_seed"], tmp_path / "raw")
    assert dataset.X.shape == (6, 31, 10)
    assert np.bincount(dataset.y).tolist() == [3, 3]
    assert dataset.extras["group"].tolist() == [1, 1, 1, 3, 3, 3]


def test_notes_are_kept_with_the_data_and_found_without_reading_it(tmp_path):
    X, y = np.ones((2, 1)), np.array([0, 1])
    plain = Dataset("toy", X, y, ("a", "b"))
    save_dataset(tmp_path / "plain.npz", plain, {})
    save_dataset(tmp_path / "noted.npz", replace_field(plain, notes=("one", "two")), {})
    save_missing(tmp_path / "missing.npz", "gone", {})
    assert load_dataset(tmp_path / "noted.npz").notes == ("one", "two")
    assert load_dataset(tmp_path / "plain.npz").notes == ()
    noted = [notes_in(tmp_path / f"{name}.npz") for name in ("noted", "plain", "missing", "none")]
    assert noted == [["one", "two"], [], [], []]


def case(name: str, *more):
    """The case of a data set, slow if the set is large."""
    marks = pytest.mark.slow if np.prod(CATALOGUE[name].shape or 0) > LARGE else ()
    return pytest.param(name, *more, marks=marks)


@needs_mirror
@pytest.mark.parametrize(
    ("name", "index"),
    [
        case(name, index)
        for name in NAMES
        for index, source in enumerate(CATALOGUE[name].sources)
        if in_mirror(name, index) and CATALOGUE[name].content_hash
    ],
)
def test_every_source_meets_the_content_hash(tmp_path, name, index):
    dataset = from_mirror(name, index, tmp_path)
    assert dataset.X.shape == CATALOGUE[name].shape


@needs_mirror
def test_every_fetchable_set_has_a_source_in_the_mirror():
    sources = {name: CATALOGUE[name].sources for name in NAMES if CATALOGUE[name].content_hash}
    lacking = [
        name
        for name, those in sources.items()
        if not any(source.bundled or in_mirror(name, i) for i, source in enumerate(those))
    ]
    assert not lacking


@needs_mirror
@pytest.mark.parametrize(
    ("name", "n_train", "n_test"),
    [
        case("dna", 2000, 1186),
        case("letter", 16000, 4000),
        case("pendigits", 7494, 3498),
        case("satimage", 4435, 2000),
        case("vowel", 528, 462),
        case("eeg_alcoholism_trials", 468, 456),
    ],
)
def test_given_parts_have_the_printed_sizes(tmp_path, name, n_train, n_test):
    dataset = from_mirror(name, 0, tmp_path)
    assert dataset.test is not None
    assert ((~dataset.test).sum(), dataset.test.sum()) == (n_train, n_test)


@needs_mirror
def test_no_feature_of_segment_is_constant(tmp_path):
    assert np.ptp(from_mirror("segment", 0, tmp_path).X, axis=0).min() > 0


def test_what_contradicts_the_descriptor_is_said_to_the_last_word(tmp_path):
    def refusal(text, descriptor):
        with pytest.raises(UserError) as refused:
            parsed(descriptor, tmp_path, text)
        return str(refused.value)

    rows = "1,2,3,4,a\n5,6,7,8,b\n"
    for shape in ((2, 2, 3), (2, None, 2), (2, 2, None)):
        p, q = shape[1:]
        message = f"toy: rows of 4 values do not make {p} x {q} matrices"
        assert refusal(rows, toy(shape=shape, task="matrix")) == message
    assert refusal(rows, toy(shape=(2, 3))) == "toy: shape (2, 4), expected (2, 3)"
    some = toy(shape=(2, 4), classes={"a": 1, "b": 2})
    assert refusal(rows, some) == "toy: 1 rows of class 'b', expected 2"
    some = toy(shape=(3, 4), classes={"b": None, "c": None})
    labels = "1,2,3,4,z\n1,2,3,4,y\n1,2,3,4,b\n"
    assert refusal(labels, some) == "toy: unknown label 'y'; choose from: b, c"


def test_what_the_descriptor_leaves_open_is_taken_as_it_comes(tmp_path):
    rows = "1,2,3,4,a\n5,6,7,8,b\n9,1,2,3,b\n"
    open_ = toy(shape=(None, None), classes={"a": None, "b": 2, "c": None, "d": 0})
    dataset = parsed(open_, tmp_path, rows)
    assert dataset.X.shape == (3, 4) and dataset.y.tolist() == [0, 1, 1]
    assert dataset.X.flags.c_contiguous and dataset.y.dtype == np.int64 and dataset.recipe == ""


def test_sparse_rows_must_be_finite_too(tmp_path):
    descriptor = toy(shape=(2, 3))
    source = Source(files=(SourceFile("toy.csv"),), format="libsvm", sparse=True)
    descriptor = replace(descriptor, sources=(source,))
    dataset = parsed(descriptor, tmp_path, "a 1:2\nb 3:1\n")
    np.testing.assert_array_equal(dataset.X.toarray(), [[2, 0, 0], [0, 0, 1]])
    save_dataset(tmp_path / "toy.npz", dataset, {})
    np.testing.assert_array_equal(
        load_dataset(tmp_path / "toy.npz").X.toarray(), dataset.X.toarray()
    )
    for word in ("nan", "inf"):
        with pytest.raises(UserError, match=r"^toy: a value is not finite$"):
            parsed(descriptor, tmp_path, f"a 1:2\nb 3:{word}\n")


def test_options_that_do_not_fit_the_file_are_one_line_of_limited_length(tmp_path):
    options = {"letters_column": 0, "label": 1}  # codes are missing
    with pytest.raises(UserError) as refused:
        parsed(toy(**options), tmp_path, "AC,a\nCC,b\n")
    assert str(refused.value) == ("toy: cannot be read as its descriptor says (KeyError: 'codes')")
    with pytest.raises(UserError) as refused:
        parsed(toy(corrections=[[0, "x" * 200, 1]]), tmp_path, "1,2,a\n3,4,b\n")
    reason = str(refused.value).partition(" says (")[2]
    assert len(reason) == 120 + 1 and "\n" not in reason
    with pytest.raises(OSError):
        prepare_source(toy(), toy().sources[0], tmp_path / "nowhere")


def test_the_right_content_hash_is_taken(tmp_path):
    text = "1,2,a\n3,4,b\n"
    right = content_hash(np.array([[1.0, 2], [3, 4]]), ["a", "b"])
    assert len(parsed(replace(toy(), content_hash=right), tmp_path, text).y) == 2
    with pytest.raises(UserError, match="the parsed values are not those of the catalogue"):
        parsed(replace(toy(), content_hash=right[::-1]), tmp_path, text)


def test_a_recipe_holds_what_a_draw_depends_on_and_no_words(tmp_path):
    descriptor = CATALOGUE["concentric_disks"]
    (source,) = descriptor.sources
    recipe = prepare_source(descriptor, source, tmp_path).recipe
    worded = replace(descriptor, title="x", notes="x", licence="x", origin="x", citation="x")
    assert prepare_source(worded, source, tmp_path).recipe == recipe
    assert '"title":""' in recipe and "concentric_disks" in recipe
    both = replace(descriptor, sources=(source, source))
    assert prepare_source(both, source, tmp_path).recipe == recipe
    other = replace(source, parameters={**source.parameters, "random_state": 8})
    assert prepare_source(descriptor, other, tmp_path).recipe != recipe


def test_damaged_files_stop_the_preparation(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own/ethn.csv").write_text("1,2,3,-1\n3,4,5,1\n")
    fetch(CATALOGUE["ethn"], tmp_path / "raw", str(tmp_path))
    (tmp_path / "raw/ethn.csv").write_text("1,2,4,-1\n3,4,5,1\n")
    with pytest.raises(UserError, match=r"ethn\.csv is damaged"):
        prepare(CATALOGUE["ethn"], tmp_path / "raw")


@pytest.mark.parametrize("value", [1e-294, 1.5e-290, 3e-5, 0.1, 1.0, 999999.4, 123456.6, 7e299])
def test_values_are_hashed_by_their_six_digits_whatever_their_size(value):
    def hashed(x):
        return content_hash(np.array([[x, -x]]), ["a"])

    assert hashed(value * (1 + 1e-9)) == hashed(value) != hashed(value * (1 + 1e-5))
    assert hashed(value) != hashed(-value) and hashed(value) != hashed(0.0)
    assert len({hashed(value), hashed(value * 10), hashed(value * 100)}) == 3


@pytest.mark.parametrize("value", [9.99e-295, 1e-300, 5e-324])
def test_tiny_values_are_hashed_as_zero(value):
    assert content_hash(np.array([[value]]), ["a"]) == content_hash(np.zeros((1, 1)), ["a"])


def test_the_hash_does_not_depend_on_how_rows_are_cut(monkeypatch):
    X = np.random.default_rng(0).normal(size=(7, 3)) * (np.arange(21).reshape(7, 3) % 2)
    whole = content_hash(X, list("abcabca"))
    assert content_hash(csr_array(X), list("abcabca")) == whole
    assert content_hash(np.asfortranarray(X), list("abcabca")) == whole
    monkeypatch.setattr(sparse_rows, "CHUNK_NUMBERS", 21)
    monkeypatch.setattr(preparation, "HASH_CHUNK", 21)
    assert content_hash(csr_array(X), list("abcabca")) == whole


TYPED = (Column("day", "date", missing=1), Column("id", "identifier", left_out="as stated"),
         Column("n", "numeric"))  # fmt: skip


def test_the_hash_of_a_typed_table_has_its_gaps_columns_and_every_digit_of_a_date():
    def hashed(day=1577836800.0, n=0.627, columns=TYPED):
        return content_hash(np.array([[day, n], [np.nan, 1]]), ["a", "b"], None, columns)

    assert hashed(n=0.62700003) == hashed() != hashed(n=0.6271)
    assert hashed(day=1577836801.0) != hashed()
    after = (Column("one", "numeric", left_out="all rows have the same value"), *TYPED)
    assert hashed(day=1577836801.0, columns=after) != hashed(columns=after)
    noted = (*TYPED[:2], Column("n", "numeric", remarks=("decimal commas",)))
    others = [hashed(), hashed(day=np.nan), hashed(day=0.0), hashed(columns=noted)]
    assert len(set(others)) == 4


def test_the_columns_of_a_prepared_table_are_found_without_reading_it(tmp_path):
    X, y = np.array([[0, 1.0], [np.nan, 2]]), np.array([0, 1])
    plain = Dataset("toy", X, y, ("a", "b"), recipe="{}")
    save_dataset(tmp_path / "plain.npz", plain, {})
    save_dataset(tmp_path / "typed.npz", replace_field(plain, columns=TYPED), {})
    assert columns_in(tmp_path / "typed.npz") == TYPED
    assert features_in(tmp_path / "typed.npz") == (TYPED[0], TYPED[2])
    for name in ("plain", "none"):
        assert columns_in(tmp_path / f"{name}.npz") == features_in(tmp_path / f"{name}.npz") == ()
    loaded = load_dataset(tmp_path / "plain.npz")
    assert (loaded.recipe, loaded.columns, loaded.extras, loaded.test) == ("{}", (), {}, None)
    assert load_dataset(tmp_path / "typed.npz").columns == TYPED


def test_a_prepared_file_holds_only_what_the_data_set_has(tmp_path):
    usual = ["X", "classes", "name", "seal", "y"]
    full = {"test": np.array([True, False]), "recipe": "{}", "notes": ("n",), "columns": TYPED,
            "extras": {"group": np.zeros(2)}}  # fmt: skip
    for more in ({}, full):
        save_dataset(tmp_path / "a.npz", Dataset("toy", np.eye(2), np.arange(2), ("a", "b"),
                                                 **more), {})  # fmt: skip
        with np.load(tmp_path / "a.npz") as arrays:
            names = ["extra_group" if key == "extras" else key for key in more]
            assert sorted(set(arrays.files) - {"seal"}) == sorted({*usual, *names} - {"seal"})


def test_extras_keep_their_names(tmp_path):
    extras = {
        "openml_test": np.arange(2), "openml_test_ends": np.array([2]), "extra_one": np.ones(1),
    }  # fmt: skip
    save_dataset(tmp_path / "a.npz", Dataset("toy", np.eye(2), np.arange(2), ("a", "b"),
                                             extras=extras), {})  # fmt: skip
    loaded = load_dataset(tmp_path / "a.npz").extras
    assert {key: value.tolist() for key, value in loaded.items()} == {
        "openml_test": [0, 1], "openml_test_ends": [2], "extra_one": [1.0],
    }  # fmt: skip
