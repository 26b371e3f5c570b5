"""The evaluation reads the same runs that a fit job has written."""

import numpy as np
import pytest

from methods.bench.blocks import Run, load_block, said_of_runs, save_block
from methods.sealed_files import write_sealed


def test_runs_come_back_as_they_were(tmp_path):
    good = Run(
        3, "0.5", n_train=7, fit_seconds=0.25, scalars={"objective": 1.5, "lost": float("nan")},
        train=np.array([0, 1], dtype=np.int16), test=np.array([1], dtype=np.int16),
        traces={"objective": np.array([[0.0, 1.0], [5.0, 4.0]])},
        artifacts={"coding": np.eye(2)},
    )  # fmt: skip
    bad = Run(4, "a/b", "timeout", "no result after 1 s")
    save_block(tmp_path / "b.npz", [good, bad], {})
    (first, second), origin = load_block(tmp_path / "b.npz")
    assert (first.seed, first.condition, first.fit_seconds) == (3, "0.5", 0.25)
    assert first.scalars["objective"] == 1.5 and np.isnan(first.scalars["lost"])
    assert first.train.tolist() == [0, 1] and first.test.tolist() == [1]
    assert np.array_equal(first.traces["objective"], good.traces["objective"])
    assert np.array_equal(first.artifacts["coding"], np.eye(2))
    assert (second.status, second.message, len(second.test)) == (*(bad.status, bad.message), 0)
    assert "numpy" in origin


def test_what_a_block_says_of_its_runs_is_read_from_its_bytes(tmp_path):
    runs = [Run(3, "", artifacts={"coding": np.eye(2)}), Run(4, "", "memory", "more than 9 MB")]
    save_block(tmp_path / "b.npz", runs, {})
    said = said_of_runs((tmp_path / "b.npz").read_bytes())
    assert said == [("ok", ""), ("memory", "more than 9 MB")]


def test_runs_ten_and_one_do_not_share_arrays(tmp_path):
    runs = [Run(seed, "", traces={"t": np.full((2, 1), float(seed))}) for seed in range(12)]
    save_block(tmp_path / "b.npz", runs, {})
    back, _ = load_block(tmp_path / "b.npz")
    assert [run.traces["t"][0, 0] for run in back] == list(range(12))


def test_a_block_is_never_unpickled(tmp_path):
    runs = np.array([{"seed": 0}], dtype=object)
    write_sealed(tmp_path / "b.npz", lambda part: np.savez(part, runs=runs), {})
    with pytest.raises(ValueError, match="allow_pickle"):
        load_block(tmp_path / "b.npz")
