"""Splits on disk."""

import numpy as np

from methods.data.splits import load_splits, make_split, save_splits
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
