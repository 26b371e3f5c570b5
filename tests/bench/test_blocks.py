"""The evaluation reads the same runs that a fit job has written."""

import numpy as np
import pytest

from methods.bench.blocks import Run, in_processor_seconds, load_block, said_of_runs, save_block
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


@pytest.mark.parametrize("tune", [0.0, 6.0])
def test_processor_seconds_are_divided_as_the_wall_seconds_are(tune):
    run = in_processor_seconds(Run(0, "", fit_seconds=2.0, tune_seconds=tune, cpu_seconds=4.0), {})
    assert run.fit_seconds == pytest.approx(4.0 * 2 / (2 + tune))
    assert run.tune_seconds == pytest.approx(4.0 * tune / (2 + tune))


@pytest.mark.parametrize(("fit", "cpu"), [(0.0, 1.0), (2.0, 0.0), (2.0, float("nan"))])
def test_without_seconds_of_both_kinds_the_wall_seconds_stay(fit, cpu):
    run = Run(0, "", fit_seconds=fit, tune_seconds=0.0, cpu_seconds=cpu)
    assert in_processor_seconds(run, {}) is run


@pytest.mark.parametrize(
    ("spec", "is_one_process"),
    [
        ({"class": "sklearn.svm.SVC", "n_jobs": 1}, True),
        ({"class": "sklearn.svm.SVC", "n_jobs": None}, True),
        ({"class": "sklearn.svm.SVC", "n_jobs": 2}, False),
        ({"class": "a.B", "estimator": {"class": "a.C", "n_jobs": -1}}, False),
        ({"class": "a.B", "steps": [{"class": "a.C"}, {"class": "a.D", "n_jobs": 4}]}, False),
        ({"class": "a.B", "steps": [{"class": "a.C"}, "n_jobs"]}, True),
    ],
)
def test_a_method_of_several_processes_keeps_its_wall_seconds(spec, is_one_process):
    """Their processor seconds are not those of the fit's own process."""
    run = Run(0, "", fit_seconds=2.0, tune_seconds=0.0, cpu_seconds=1.0)
    assert (in_processor_seconds(run, spec).fit_seconds == 1.0) == is_one_process


def test_values_come_back_with_their_shape_type_and_order_in_memory(tmp_path):
    by_row = np.arange(6.0).reshape(3, 2)
    by_column = np.asfortranarray(by_row.astype(np.float32) + 10)
    runs = [
        Run(0, "", values={"predict_proba": by_column, "decision_function": by_row[:, 0].copy()}),
        Run(1, ""),
        Run(2, "", values={"predict_proba": by_row}),
    ]
    save_block(tmp_path / "b.npz", runs, {})
    first, none, last = (run.values for run in load_block(tmp_path / "b.npz")[0])
    assert np.array_equal(first["predict_proba"], by_column) and not none
    assert first["predict_proba"].dtype == np.float32
    assert first["predict_proba"].flags.f_contiguous
    assert first["decision_function"].tolist() == [0.0, 2.0, 4.0]
    assert (
        np.array_equal(last["predict_proba"], by_row) and last["predict_proba"].flags.c_contiguous
    )


def test_an_array_of_objects_makes_its_run_invalid_and_no_other(tmp_path):
    objects = np.array([{}], dtype=object)
    runs = [Run(0, "", artifacts={"a": objects}), Run(1, "", artifacts={"a": np.ones(1)})]
    save_block(tmp_path / "b.npz", runs, {})
    bad, good = load_block(tmp_path / "b.npz")[0]
    assert (bad.status, bad.message) == ("invalid", "artifacts/a holds Python objects, not numbers")
    assert good.status == "ok" and good.artifacts["a"].tolist() == [1]


def test_the_values_of_a_run_may_have_different_orders_in_memory(tmp_path):
    values = np.arange(6.0).reshape(3, 2)
    both = {"decision_function": values, "predict_proba": np.asfortranarray(values + 10)}
    save_block(tmp_path / "b.npz", [Run(0, "", values=both)], {})
    (run,), _ = load_block(tmp_path / "b.npz")
    for name, array in both.items():
        assert run.values[name].tolist() == array.tolist()
