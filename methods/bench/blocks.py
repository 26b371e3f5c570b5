"""The file that a fit job writes: the outcome of each (seed, condition) of its block."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from methods.bench.guard import INVALID, OK
from methods.files import write_atomically
from methods.provenance import provenance

NO_CODES = np.zeros(0, dtype=np.int16)


@dataclass(frozen=True)
class Run:
    """One fitted (seed, condition): predictions as class codes, seconds, and recorded values.

    Each of the ``traces`` is a (2, k) array: row 0 is x, row 1 the value.
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


_ARRAYS = ("train", "test", "traces", "artifacts")


def save_block(path: str | Path, runs: Sequence[Run]) -> None:
    """Write the runs of a block: fields as JSON, arrays under ``<index>/<field>[/<name>]``."""
    arrays: dict[str, Any] = {"provenance": np.array(json.dumps(provenance()))}
    fields = []
    for index, run in enumerate(runs):
        entry = {key: value for key, value in vars(run).items() if key not in _ARRAYS}
        fields.append(json.dumps({**entry, "scalars": dict(run.scalars)}))
        arrays[f"{index}/train"] = run.train
        arrays[f"{index}/test"] = run.test
        for kind in ("traces", "artifacts"):
            for name, value in getattr(run, kind).items():
                arrays[f"{index}/{kind}/{name}"] = value
    arrays["runs"] = np.array(fields)
    write_atomically(path, lambda part: np.savez_compressed(part, **arrays))


def load_block(path: str | Path) -> tuple[list[Run], dict[str, str]]:
    """The runs of a block, and the environment in which they were made.

    A run with an array of Python objects, which only pickle could read, is invalid.
    """
    with np.load(path, allow_pickle=False) as stored:
        n_runs = len(stored["runs"])
        arrays_of_run: list[dict[str, Any]] = [
            {"traces": {}, "artifacts": {}} for _ in range(n_runs)
        ]
        unreadable: dict[int, dict[str, Any]] = {}
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
        runs = [
            Run(**json.loads(str(fields)) | unreadable.get(index, {}), **arrays_of_run[index])
            for index, fields in enumerate(stored["runs"])
        ]
        return runs, json.loads(str(stored["provenance"]))


def _array(stored: Any, key: str) -> np.ndarray | None:
    try:
        return np.asarray(stored[key])
    except ValueError as error:
        if "Object arrays" in str(error):
            return None
        raise
