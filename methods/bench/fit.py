"""One job: fit one method on one data set, for each seed of a block and each condition.

Fitting, tuning (a search that refits its choice) and predicting are timed separately; recording and
keeping the values of test rows are not timed. A warm-up before the first fit takes imports, the
loading of compiled code and other first-call costs.
"""

from __future__ import annotations

import resource
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
from sklearn.base import is_outlier_detector

from methods.bench.blocks import Run
from methods.bench.construct import build, resolve, seed_everywhere
from methods.bench.experiments import Method, Study
from methods.bench.guard import INVALID, OK, Outcome, guarded, one_line
from methods.bench.recording import naming, not_finite, number, recorded, values_of_test_rows
from methods.bench.warm_up import encoding_of, warm_up
from methods.data.draws import drawn
from methods.data.features import Features, features_of
from methods.data.handed_rows import HandedRows
from methods.data.prepare import Dataset
from methods.data.splits import Split
from methods.errors import UserError
from methods.seeds import integer_seed, stream

WARNING_LENGTH = 2000
WRITES = "the method writes into the rows that it is given, and gets them anew for each call"


def fit_block(
    study: Study,
    method: Method,
    dataset: Dataset,
    splits: Mapping[int, Split],
    conditions: Sequence[str],
) -> list[Run]:
    """Fit each seed of `splits` under each condition; a failed fit affects only its own runs."""
    build(method.spec)  # an unknown name is the user's mistake, not a failed fit
    together = study.one_fit_for_all_conditions
    groups = [tuple(conditions)] if together else [(condition,) for condition in conditions]
    tasks = [(seed, group) for seed in splits for group in groups]

    @lru_cache(maxsize=1)  # the warm-up and the conditions of a trial have the same one
    def of_draw(draw: int | None) -> Dataset:
        return drawn(dataset, draw)

    def work(task: tuple[int, tuple[str, ...]]) -> list[Run]:
        seed, group = task
        split = splits[seed]
        return _fit(study, method, of_draw(split.draw), split, seed, group)

    def prepare() -> None:
        split = next(iter(splits.values()))
        warm_up(study, method, of_draw(split.draw), split)

    runs: list[Run] = []
    for outcome in guarded(tasks, work, prepare, study.seconds, study.memory_mb):
        runs_of_task = _runs_of_task(outcome)
        runs += runs_of_task
        for run in runs_of_task:
            print(
                f"seed {run.seed} {run.condition or '-'}: {run.status} "
                f"fit {run.fit_seconds:.4g} s {run.message}",
                flush=True,
            )
            if run.not_kept:
                print(f"seed {run.seed} {run.condition or '-'}: not kept: {run.not_kept}")
    return runs


def block_of_gaps(
    status: str, reason: str, seeds: Sequence[int], conditions: Sequence[str]
) -> list[Run]:
    """The runs that cannot be tried, without data or without a package; the message says why."""
    return [Run(seed, label, status, reason) for seed in seeds for label in conditions]


def _runs_of_task(outcome: Outcome[tuple[int, tuple[str, ...]]]) -> list[Run]:
    if outcome.status == OK:
        return list(outcome.value)
    seed, group = outcome.task
    return [Run(seed, label, outcome.status, outcome.message) for label in group]


def _fit(
    study: Study,
    method: Method,
    dataset: Dataset,
    split: Split,
    seed: int,
    group: tuple[str, ...],
) -> list[Run]:
    train = split.train
    if study.conditions.vary == "train_size" and group[0]:
        train = train[: _train_size(group[0], len(train))]
    y_train = dataset.y[train]
    if len(np.unique(y_train)) < 2:
        raise UserError("the training part holds one class only")
    estimator = build(method.spec)
    if study.conditions.vary == "parameter" and group[0]:
        estimator.set_params(**{study.conditions.name: study.conditions.value(group[0])})
    seed_everywhere(estimator, study.experiment, dataset.name, seed, method.name)
    of_split = integer_seed("encoding", study.experiment, dataset.name, seed)
    how = encoding_of(study), study.scaling, of_split
    rows = HandedRows(
        lambda: features_of(dataset, split, train, estimator, *how), lambda f: (f.train, f.test)
    )
    features = rows()
    for remark in features.remarks:
        print(f"seed {seed} {group[0] or '-'}: {remark}", flush=True)
    # Some estimators draw from the global stream, which would otherwise depend on the block.
    np.random.seed(integer_seed(study.experiment, dataset.name, seed, method.name))

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        wall, cpu = time.perf_counter(), time.process_time()
        estimator.fit(features.train, y_train, **features.parameters)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    said = (f"{w.category.__name__}: {one_line(w.message, WARNING_LENGTH)}" for w in caught)
    for text in dict.fromkeys(said):
        print(f"seed {seed} {group[0] or '-'}: {text}", flush=True)
    y_train = dataset.y[train]  # fits may write into the labels, too
    refit = getattr(estimator, "refit_time_", None)  # a search: seconds of the chosen setting
    if refit is not None:
        with naming("refit_time_"):
            refit = number(refit)
    of_every_condition: dict[str, Any] = {
        "n_train": len(y_train),
        "fit_seconds": wall if refit is None else refit,
        "tune_seconds": 0.0 if refit is None else wall - refit,
        "cpu_seconds": cpu,
        "warnings": len(caught),
        "peak_mb": _peak_megabytes(),
        "train": _codes(estimator, rows().train),
    }
    scalars, arrays = recorded(
        study,
        estimator,
        lambda: (rows().train, dataset.y[train]),
        lambda: (rows().test, dataset.y[split.test]),
    )
    runs: list[Run] = []
    for label in group:
        seen = HandedRows(partial(_test_rows, study, rows, label, dataset, seed), lambda X: (X,))
        X_seen = seen()
        clock = time.perf_counter()
        test = _codes(estimator, X_seen)
        seconds = time.perf_counter() - clock
        status, message = _judge(test, y_train)
        message = message or one_line(not_finite(scalars))
        of_the_fit: dict[str, Any] = {} if runs else arrays  # stored once, with the first run
        values, classes, not_kept = values_of_test_rows(estimator, seen, y_train, study.keep_values)
        runs.append(
            Run(
                seed, label, status, message, predict_seconds=seconds, test=test, scalars=scalars,
                values=values, classes=classes, not_kept=not_kept,
                **of_the_fit, **of_every_condition,
            )
        )  # fmt: skip
    if rows.written or seen.written:
        print(f"seed {seed} {group[0] or '-'}: {WRITES}", flush=True)
    return runs


def _test_rows(
    study: Study, rows: HandedRows[Features], label: str, dataset: Dataset, seed: int
) -> Any:
    """The test rows under a condition."""
    X_test = rows().test
    if study.conditions.vary != "test_noise":
        return X_test
    disturb, value = resolve(study.conditions.name), study.conditions.value(label)
    return disturb(X_test, value, stream("noise", dataset.name, seed, label))


def _train_size(label: str, available: int) -> int:
    """Number of training rows: `label` is a number, or a share of the part if it is at most 1."""
    size = float(label)
    rows = round(size * available) if size <= 1 else int(size)
    if not 0 < rows <= available:
        raise UserError(f"{label} training rows asked for, the part has {available}")
    return rows


def _codes(estimator: Any, X: Any) -> np.ndarray:
    """Predicted class codes; empty for an estimator without any, such as an outlier detector."""
    if not X.shape[0] or not hasattr(estimator, "predict") or is_outlier_detector(estimator):
        return np.zeros(0, dtype=np.int16)
    predicted = np.asarray(estimator.predict(X))
    if predicted.shape == (X.shape[0], 1):  # a column, as CatBoost gives it of several classes
        predicted = predicted[:, 0]
    if predicted.shape != (X.shape[0],):
        raise ValueError(f"predict gave shape {predicted.shape} for {X.shape[0]} rows")
    try:
        codes = np.nan_to_num(predicted).astype(np.int16)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"predict gave {predicted.dtype} values, no class codes") from None
    if not np.array_equal(codes, predicted):
        wrong = predicted[codes != predicted][0]
        raise ValueError(f"predict gave {wrong}, which is no class code")
    return codes


def _judge(predicted: np.ndarray, y_train: np.ndarray) -> tuple[str, str]:
    strange = np.setdiff1d(predicted, y_train)
    if len(strange):
        return INVALID, f"predicted {strange[0]}, which is not among the training labels"
    return OK, ""


def _peak_megabytes() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
