"""Draws of generated data: fresh in each trial, the same in every run, and held by no file."""

from pathlib import Path

import numpy as np
import pytest

from methods.data.catalogue import descriptor_files, load_descriptor
from methods.data.draws import drawn
from methods.data.generators import ringnorm
from methods.data.prepare import Dataset, load_dataset, prepare_source, save_dataset
from methods.data.splits import load_splits, make_split, save_splits
from methods.seeds import integer_seed

DATASETS = Path(__file__).parents[2] / "datasets"
DESCRIPTORS = [load_descriptor(path) for path in descriptor_files(DATASETS).values()]
GENERATED = [descriptor for descriptor in DESCRIPTORS if descriptor.generated]
ALL_ROWS = {"kind": "none"}


def prepared(name) -> Dataset:
    descriptor = load_descriptor(DATASETS / f"{name}.yaml")
    return prepare_source(descriptor, descriptor.sources[0], Path())


@pytest.fixture
def disks():
    return prepared("concentric_disks")


def test_the_stored_draw_is_that_of_the_descriptor():
    X, _ = ringnorm(400, 0)
    np.testing.assert_array_equal(drawn(prepared("ringnorm400"), None).X, X)


def test_a_draw_is_that_of_its_seed():
    X, y = ringnorm(400, integer_seed("draw", "ringnorm400", 17))
    draw = drawn(prepared("ringnorm400"), 17)
    np.testing.assert_array_equal(draw.X, X)
    assert [draw.classes[code] for code in draw.y] == [str(label) for label in y]


@pytest.mark.parametrize("descriptor", GENERATED, ids=lambda descriptor: descriptor.name)
def test_every_generated_data_set_is_drawn_anew(descriptor):
    if np.prod([size or 1 for size in descriptor.shape]) > 1e6:
        pytest.skip("large; its generator is tested on small draws")
    stored = prepare_source(descriptor, descriptor.sources[0], Path())
    first, again, second = drawn(stored, 0), drawn(stored, 0), drawn(stored, 1)
    np.testing.assert_array_equal(first.X, again.X)
    np.testing.assert_array_equal(first.y, again.y)
    assert first.X.shape == second.X.shape == stored.X.shape
    for a, b in ((first, second), (first, stored), (second, stored)):
        assert not np.array_equal(a.X, b.X)
    assert drawn(first, 1).X.tolist() == second.X.tolist()  # a draw has the recipe as well


def test_a_true_matrix_of_the_smm_paper_belongs_to_its_draw(monkeypatch):
    stored = prepared_small_blocks()
    matrices = [drawn(stored, draw).extras["true_coef"] for draw in range(3)]
    assert not np.allclose(matrices[0], matrices[1]) and not np.allclose(matrices[1], matrices[2])


def prepared_small_blocks() -> Dataset:
    from msgspec.structs import replace

    descriptor = load_descriptor(DATASETS / "smm_blocks.yaml")
    (source,) = descriptor.sources
    small = replace(source, parameters={"n_samples": 20, "shape": [4, 10], "random_state": 0})
    return prepare_source(replace(descriptor, shape=(20, 4, 10), sources=(small,)), small, Path())


def test_a_stored_file_has_one_draw_and_can_make_the_others(tmp_path, disks):
    save_dataset(tmp_path / "disks.npz", disks, {})
    back = load_dataset(tmp_path / "disks.npz")
    assert len(back.y) == 31
    np.testing.assert_array_equal(drawn(back, 5).X, drawn(disks, 5).X)


def test_data_that_are_not_generated_stay_as_they_are():
    iris = prepared("iris")
    assert not iris.recipe
    assert make_split(iris, "erm", 3, ALL_ROWS, None, draw=3).draw is None


def test_a_split_takes_its_rows_and_its_scaler_from_its_draw(tmp_path, disks):
    scaling = {"variance": 1, "rows": "train"}
    half = {"kind": "holdout", "train": 15}
    splits = {seed: make_split(disks, "erm", seed, half, scaling, draw=seed) for seed in (0, 1, 17)}
    save_splits(tmp_path / "splits.npz", splits, {})
    for seed, split in load_splits(tmp_path / "splits.npz").items():
        assert split.draw == seed
        train = split.features(drawn(disks, seed).X)[split.train]
        np.testing.assert_allclose(train.mean(axis=0), 0, atol=1e-12)
        np.testing.assert_allclose(train.std(axis=0), 1)
    alone = make_split(disks, "erm", 17, half, scaling, draw=17)
    np.testing.assert_array_equal(alone.train, splits[17].train)
    np.testing.assert_array_equal(alone.factor, splits[17].factor)


def test_splits_of_one_draw_are_stored_as_ever(tmp_path, disks):
    save_splits(tmp_path / "splits.npz", {0: make_split(disks, "erm", 0, ALL_ROWS, None)}, {})
    assert load_splits(tmp_path / "splits.npz")[0].draw is None
    with np.load(tmp_path / "splits.npz") as stored:
        assert "draws" not in stored
