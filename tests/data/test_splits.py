"""Splits on disk."""

from pathlib import Path

import numpy as np
from scipy.sparse import csr_array, issparse

from methods.data.catalogue import load_descriptor
from methods.data.columns import Column
from methods.data.draws import drawn
from methods.data.prepare import Dataset, prepare_source
from methods.data.splits import Split, load_splits, make_split, save_splits
from tests.data.test_split_kinds import HALF, toy


def test_stored_splits_come_back_as_they_were(tmp_path):
    scaling = {"range": [0, 1], "rows": "train"}
    made = {seed: make_split(toy(), "erm", seed, HALF, scaling) for seed in (3, 4, 5, 9)}
    save_splits(tmp_path / "a.npz", {seed: made[seed] for seed in (3, 4, 5)}, {})
    save_splits(tmp_path / "b.npz", {9: made[9]}, {})
    back = load_splits(tmp_path / "a.npz", tmp_path / "b.npz")
    assert list(back) == [3, 4, 5, 9]
    for seed, split in made.items():
        for name in ("train", "test", "factor", "shift"):
            assert np.array_equal(getattr(split, name), getattr(back[seed], name))


def test_splits_without_a_test_part_come_back(tmp_path):
    save_splits(tmp_path / "s.npz", {0: make_split(toy(5), "erm", 0, {"kind": "none"}, None)}, {})
    assert not len(load_splits(tmp_path / "s.npz")[0].test)


def test_a_missing_data_set_has_no_splits(tmp_path):
    save_splits(tmp_path / "s.npz", {}, {})
    assert load_splits(tmp_path / "s.npz") == {}


def typed(rows):
    """A typed table of two numbers in which NaN is a gap."""
    X = np.array(rows, dtype=float)
    columns = (Column("a", "numeric"), Column("b", "numeric"))
    test = np.array([False, False, True, False, True, True, False])
    return Dataset("toy", X, np.arange(7) % 2, ("a", "b"), test, columns=columns)


NAN = np.nan
GAPS = typed([[1, 2], [NAN, 1], [3, NAN], [NAN, NAN], [5, 6], [7, 8], [9, 9]])
GIVEN = {"kind": "given"}
RANGE = {"range": [0, 1], "rows": "train"}


def test_rows_with_a_gap_are_left_out_of_both_parts_and_counted_if_the_study_drops_them():
    split = make_split(GAPS, "erm", 0, GIVEN, None, missing="drop")
    assert (split.train.tolist(), split.test.tolist(), split.gaps) == ([0, 6], [4, 5], (2, 1))
    for missing in ("", "keep", "median"):
        split = make_split(GAPS, "erm", 0, GIVEN, None, missing=missing)
        assert (split.train.tolist(), split.test.tolist()) == ([0, 1, 3, 6], [2, 4, 5])
        assert split.gaps == (0, 0)


def test_a_typed_table_is_scaled_after_it_is_encoded_and_others_with_their_split():
    split = make_split(GAPS, "erm", 0, GIVEN, RANGE, missing="drop")
    np.testing.assert_array_equal([split.factor, split.shift], [[1, 1], [0, 0]])
    plain = Dataset("toy", np.array([[1.0], [3], [9]]), np.array([0, 1, 0]), ("a", "b"),
                    np.array([False, False, True]))  # fmt: skip
    split = make_split(plain, "erm", 0, GIVEN, RANGE, missing="drop")
    np.testing.assert_array_equal([split.factor, split.shift], [[0.5], [-0.5]])
    np.testing.assert_array_equal(split.features(plain.X), [[0], [1], [4]])
    assert split.gaps == (0, 0)


def test_sparse_rows_are_scaled_but_never_shifted():
    X = csr_array(np.array([[2.0, 0], [0, 8], [4, 4]]))
    dataset = Dataset("toy", X, np.array([0, 1, 0]), ("a", "b"), np.array([False, False, True]))
    split = make_split(dataset, "erm", 0, GIVEN, RANGE)
    scaled = split.features(X)
    assert issparse(scaled) and scaled.format == "csr"
    np.testing.assert_array_equal(scaled.toarray(), [[1, 0], [0, 1], [2, 0.5]])


def test_the_gaps_of_splits_come_back_and_take_no_place_without_any(tmp_path):
    dropped = make_split(GAPS, "erm", 0, GIVEN, None, missing="drop")
    whole = make_split(GAPS, "erm", 1, GIVEN, None)
    save_splits(tmp_path / "a.npz", {0: dropped, 1: whole}, {})
    save_splits(tmp_path / "b.npz", {2: whole}, {})
    back = load_splits(tmp_path / "a.npz", tmp_path / "b.npz")
    assert [back[seed].gaps for seed in (0, 1, 2)] == [(2, 1), (0, 0), (0, 0)]
    assert [back[seed].train.tolist() for seed in (0, 1, 2)] == [[0, 6], *[[0, 1, 3, 6]] * 2]
    assert [back[seed].test.tolist() for seed in (0, 1, 2)] == [[4, 5], *[[2, 4, 5]] * 2]
    for name, has_gaps in (("a.npz", True), ("b.npz", False)):
        with np.load(tmp_path / name) as stored:
            assert ("gaps" in stored) == has_gaps and "draws" not in stored
            assert stored["train"].dtype == np.int32


def test_rows_of_a_draw_come_back_with_the_number_of_the_draw(tmp_path):
    one = np.ones(1)
    splits = {seed: Split(np.arange(3), np.arange(2), one, one, draw=seed) for seed in (0, 7)}
    assert splits[0].gaps == (0, 0)
    save_splits(tmp_path / "s.npz", splits, {})
    assert {seed: split.draw for seed, split in load_splits(tmp_path / "s.npz").items()} == {
        0: 0, 7: 7,
    }  # fmt: skip


def test_only_generated_data_have_draws():
    assert make_split(toy(), "erm", 3, HALF, None, draw=3).draw is None
    disks = load_descriptor(Path(__file__).parents[2] / "datasets/concentric_disks.yaml")
    generated = prepare_source(disks, disks.sources[0], Path())
    split = make_split(generated, "erm", 3, {"kind": "none"}, RANGE, draw=3)
    assert split.draw == 3 and make_split(generated, "erm", 3, HALF, None).draw is None
    X = drawn(generated, 3).X
    np.testing.assert_allclose(split.factor, 1 / np.ptp(X, axis=0))
