"""The file that a fit job writes: the outcome of each (seed, condition) of its block."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from methods.bench.guard import INVALID, OK
from methods.provenance import provenance
from methods.sealed_files import read_sealed, write_sealed

NO_CODES = np.zeros(0, dtype=np.int16)


@dataclass(frozen=True)
class Run:
    """One fitted (seed, condition): predictions as class codes, seconds, and recorded values.

    Each of the ``traces`` is a (2, k) array: row 0 is x, row 1 the value. The ``values`` are what
    decision_function and predict_proba gave for the test rows, with columns for the ``classes``;
    ``not_kept`` says why some are missing that the method has.
    """

    seed: int
    condition: str
    status: str = OK
    message: str = ""
    n_train: int = 0
    fit_seconds: float = float("nan")
    tune_seconds: float = float("nan")
    predict_seconds: float = float("nan")
    cpu_seconds: float = float("nan")
    peak_mb: float = float("nan")
    warnings: int = 0
    scalars: Mapping[str, float] = field(default_factory=dict)
    train: np.ndarray = field(default_factory=lambda: NO_CODES)
    test: np.ndarray = field(default_factory=lambda: NO_CODES)
    traces: Mapping[str, np.ndarray] = field(default_factory=dict)
    artifacts: Mapping[str, np.ndarray] = field(default_factory=dict)
    values: Mapping[str, np.ndarray] = field(default_factory=dict)
    classes: Sequence[int] = ()
    not_kept: str = ""


def in_processor_seconds(run: Run, spec: Mapping[str, Any]) -> Run:
    """The run with its processor seconds, divided between fit and choice as its wall seconds."""
    wall = run.fit_seconds + run.tune_seconds
    if not wall > 0 or not run.cpu_seconds > 0 or _starts_processes(spec):
        return run
    share = run.cpu_seconds / wall
    return replace(run, fit_seconds=share * run.fit_seconds, tune_seconds=share * run.tune_seconds)


def _starts_processes(spec: Any) -> bool:
    if isinstance(spec, Mapping):
        several = spec.get("n_jobs", 1) not in (1, None)
        return several or any(_starts_processes(value) for value in spec.values())
    return isinstance(spec, list) and any(map(_starts_processes, spec))


_ARRAYS = ("train", "test", "traces", "artifacts", "values")
VALUES = "values"  # the numbers of all runs in sequence; the fields of a run say which are its own


def save_block(path: str | Path, runs: Sequence[Run], made_from: Mapping[str, str]) -> None:
    """Write the runs of a block: fields as JSON, arrays under ``<index>/<field>[/<name>]``."""
    arrays: dict[str, Any] = {"provenance": np.array(json.dumps(provenance()))}
    fields = []
    numbers: list[np.ndarray] = []
    for index, run in enumerate(runs):
        entry = {key: value for key, value in vars(run).items() if key not in _ARRAYS}
        entry |= {"scalars": dict(run.scalars)}
        if run.values:
            entry[VALUES] = {name: _form(array) for name, array in run.values.items()}
            numbers += [array.ravel(order=_order(array)) for array in run.values.values()]
        fields.append(json.dumps(entry))
        arrays[f"{index}/train"] = run.train
        arrays[f"{index}/test"] = run.test
        for kind in ("traces", "artifacts"):
            for name, value in getattr(run, kind).items():
                arrays[f"{index}/{kind}/{name}"] = value
    arrays["runs"] = np.array(fields)
    if numbers:
        arrays[VALUES] = np.concatenate(numbers, dtype=np.float64)
    write_sealed(path, lambda part: np.savez_compressed(part, **arrays), made_from)


def load_block(path: str | Path) -> tuple[list[Run], dict[str, str]]:
    """The runs of a block, and the environment in which they were made.

    A run with an array of Python objects, which only pickle could read, is invalid.
    """
    with np.load(io.BytesIO(read_sealed(path).data), allow_pickle=False) as stored:
        n_runs = len(stored["runs"])
        arrays_of_run: list[dict[str, Any]] = [
            {"traces": {}, "artifacts": {}} for _ in range(n_runs)
        ]
        unreadable: dict[int, dict[str, Any]] = {}
        numbers = stored[VALUES] if VALUES in stored else np.zeros(0)
        for key in stored.files:
            index, *field_and_name = key.split("/", maxsplit=2)
            if not field_and_name:
                continue
            array = _array(stored, key)
            if array is None:
                message = f"{'/'.join(field_and_name)} holds Python objects, not numbers"
                unreadable[int(index)] = {"status": INVALID, "message": message}
            elif len(field_and_name) == 1:
                arrays_of_run[int(index)][field_and_name[0]] = array
            else:
                field_name, name = field_and_name
                arrays_of_run[int(index)][field_name][name] = array
        runs = []
        for index, text in enumerate(stored["runs"]):
            fields = json.loads(str(text)) | unreadable.get(index, {})
            values = {}
            for name, form in fields.pop(VALUES, {}).items():
                values[name], numbers = _take(numbers, **form)
            runs.append(Run(**fields, **arrays_of_run[index], values=values))
        return runs, json.loads(str(stored["provenance"]))


def said_of_runs(block: bytes) -> list[tuple[str, str]]:
    """The status and the message of each run in the bytes of a block, without its arrays."""
    with np.load(io.BytesIO(block), allow_pickle=False) as stored:
        return [(run["status"], run["message"]) for run in map(json.loads, stored["runs"].tolist())]


def _form(array: np.ndarray) -> dict[str, Any]:
    """What `_take` needs to make the array again, in the same order in memory."""
    return {"shape": array.shape, "dtype": array.dtype.str, "order": _order(array)}


def _order(array: np.ndarray) -> Literal["C", "F"]:
    return "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"


def _take(
    numbers: np.ndarray, shape: Sequence[int], dtype: str, order: Literal["C", "F"]
) -> tuple[np.ndarray, np.ndarray]:
    """The array that the first numbers make, and the other numbers."""
    size = math.prod(shape)
    return numbers[:size].astype(dtype).reshape(shape, order=order), numbers[size:]


def _array(stored: Any, key: str) -> np.ndarray | None:
    try:
        return np.asarray(stored[key])
    except ValueError as error:
        if "Object arrays" in str(error):
            return None
        raise
