"""What is kept of a fitted estimator beside its predictions: the values that it has for the test
rows, and what its study records. And the checks that this can be stored and scored.

The checks run after the fit, and again when a block is read. A fit that fails one is invalid, and
its message names what was recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from sklearn.base import is_outlier_detector

from methods.bench.blocks import Run
from methods.bench.construct import resolve
from methods.bench.experiments import Study
from methods.bench.guard import InvalidResult, one_line
from methods.data.splits import Split

MOST_BYTES = 50_000_000  # of the traces and artifacts of one fit
NUMBERS = "biuf"  # kinds of dtype
VALUES = ("decision_function", "predict_proba")  # that a fit keeps of its test rows
REASON_LENGTH = 120

Rows = tuple[np.ndarray, np.ndarray]


def recorded(
    study: Study, estimator: Any, train: Callable[[], Rows], test: Callable[[], Rows]
) -> tuple[dict[str, float], dict[str, dict[str, np.ndarray]]]:
    """Scalars, and traces and artifacts, that the study records and this estimator has.

    Each function is handed its rows by a call, since one before it may have written into them.
    """
    record = study.record
    scalars: dict[str, float] = {}
    traces: dict[str, np.ndarray] = {}
    artifacts: dict[str, np.ndarray] = {}
    for name, attribute in record.scalars.items():
        with naming(f"scalar {name!r} from {attribute}"):
            value = _attribute(estimator, attribute)
            if np.size(value) == 1:
                scalars[name] = number(value)
    for name, path in record.measures.items():
        with naming(f"measure {name!r} from {path}"):
            value = resolve(path)(estimator, *train())
            if value is not None:
                scalars[name] = number(value)
    for name, attributes in record.traces.items():
        x, y = attributes if isinstance(attributes, list) else (None, attributes)
        with naming(f"trace {name!r} from {y if x is None else f'{x} and {y}'}"):
            values = _vector(_attribute(estimator, y))
            if len(values):
                steps = np.arange(len(values)) if x is None else _vector(_attribute(estimator, x))
                traces[name] = _curve(steps, values)
    for name, path in record.curves.items():
        with naming(f"curve {name!r} from {path}"):
            curve = resolve(path)(estimator, *train(), *test())
            if curve is not None:
                x, y = curve
                traces[name] = _curve(_vector(x), _vector(y))
    for name, attribute in record.artifacts.items():
        with naming(f"artifact {name!r} from {attribute}"):
            array = np.asarray(_attribute(estimator, attribute))
            if array.size:
                _check_artifact(array)
                artifacts[name] = array
    if record.components and (n_rows := test()[0].shape[0]):
        with naming("the members of the ensemble"):
            components = _components(estimator, test()[0])
            _check_components(components, n_rows)
            artifacts |= components
    _check_size(traces, artifacts)
    return scalars, {"traces": traces, "artifacts": artifacts}


def number(value: Any) -> float:
    """The one number that an attribute holds or a function returns."""
    array = np.asarray(value)
    if array.dtype.kind not in NUMBERS:
        raise InvalidResult(f"{type(value).__name__} {one_line(value, 40)!r} is no number")
    if array.size != 1:
        raise InvalidResult(f"shape {array.shape} is no single number")
    return float(array.item())


def not_finite(scalars: dict[str, float]) -> str:
    """Names the scalars that are NaN or infinite, which a fit may have but a user wants to know."""
    return ", ".join(f"scalar {n!r} is {v}" for n, v in scalars.items() if not np.isfinite(v))


def check_stored(run: Run, split: Split) -> None:
    """Raise InvalidResult if a run that was read from a file cannot be scored."""
    for name, value in run.scalars.items():
        with naming(f"scalar {name!r}"):
            number(value)
    for part, codes, rows in (("train", run.train, split.train), ("test", run.test, split.test)):
        with naming(f"predictions of the {part} part"):
            if codes.ndim != 1 or codes.dtype.kind not in "iu":
                raise InvalidResult(f"shape {codes.shape} of {codes.dtype} is no list of codes")
            if len(codes) > len(rows) or (part == "test" and len(codes) not in (0, len(rows))):
                raise InvalidResult(f"{len(codes)} for {len(rows)} rows")
    for name, trace in run.traces.items():
        with naming(f"trace {name!r}"):
            if trace.ndim != 2 or len(trace) != 2:
                raise InvalidResult(f"shape {trace.shape} is no curve")
            _curve(*map(_vector, trace))
    for name, array in run.artifacts.items():
        with naming(f"artifact {name!r}"):
            _check_artifact(array)
    with naming("the members of the ensemble"):
        _check_components(run.artifacts, len(split.test))
    for name, array in run.values.items():
        with naming(name):
            checked_values(name, array, len(split.test), len(run.classes))


@contextmanager
def naming(what: str) -> Iterator[None]:
    try:
        yield
    except MemoryError:
        raise
    except InvalidResult as fault:
        raise InvalidResult(f"{what}: {fault}") from None
    except Exception as error:
        said = f"{type(error).__name__}: {one_line(error)}"
        raise InvalidResult(f"{what}: {said}") from error


def _vector(value: Any) -> np.ndarray:
    array = np.asarray(value)
    if array.ndim != 1:
        raise InvalidResult(f"shape {array.shape} has {array.ndim} dimensions, not one")
    if array.size and array.dtype.kind not in NUMBERS:
        raise InvalidResult(f"{array.dtype} values are no numbers")
    return array.astype(float)


def _curve(x: np.ndarray, values: np.ndarray) -> np.ndarray:
    if len(x) != len(values):
        raise InvalidResult(f"{len(x)} places and {len(values)} values")
    return np.stack([x, values])


def _check_artifact(array: np.ndarray) -> None:
    if array.dtype.hasobject:
        raise InvalidResult("it holds Python objects, not numbers")
    if array.nbytes > MOST_BYTES:
        raise InvalidResult(f"{_megabytes(array.nbytes)}; a fit may keep {_megabytes(MOST_BYTES)}")


def _check_size(traces: dict[str, np.ndarray], artifacts: dict[str, np.ndarray]) -> None:
    n_bytes = {
        f"{kind} {name!r}": array.nbytes
        for kind, arrays in (("trace", traces), ("artifact", artifacts))
        for name, array in arrays.items()
    }
    if (total := sum(n_bytes.values())) > MOST_BYTES:
        largest = max(n_bytes, key=lambda name: n_bytes[name])
        raise InvalidResult(
            f"{largest}: {_megabytes(n_bytes[largest])} of {_megabytes(total)} in all; "
            f"a fit may keep {_megabytes(MOST_BYTES)}"
        )


def _megabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1e6:.4g} MB"


def _check_components(artifacts: Any, n_rows: int) -> None:
    if "component_predictions" not in artifacts:
        return
    codes = artifacts["component_predictions"]
    if codes.ndim != 2 or codes.shape[1] != n_rows:
        raise InvalidResult(f"predictions of shape {codes.shape} for {n_rows} rows")
    weights = artifacts.get("component_weights")
    if weights is None:
        return
    if weights.ndim != 2 or len(weights) != len(codes) or weights.dtype.kind not in NUMBERS:
        raise InvalidResult(
            f"weights of shape {weights.shape} and dtype {weights.dtype} for {len(codes)} members"
        )


def _attribute(estimator: Any, name: str) -> Any:
    """An attribute of the estimator, or of the estimator inside it; an empty tuple if none has it.

    The name ``a.b`` means attribute b of attribute a.
    """
    first, _, rest = name.partition(".")
    if hasattr(estimator, first):
        value = getattr(estimator, first)
        return _attribute(value, rest) if rest else value
    for inner in ("best_estimator_", "estimator_"):
        if hasattr(estimator, inner):
            return _attribute(getattr(estimator, inner), name)
    if hasattr(estimator, "steps"):
        return _attribute(estimator.steps[-1][1], name)
    return ()


def _components(estimator: Any, X_test: np.ndarray) -> dict[str, np.ndarray]:
    """Class codes that each member of an ensemble predicts, and the weights of linear members."""
    if hasattr(estimator, "component_decision_function"):
        votes = estimator.component_decision_function(X_test) > 0
        codes = estimator.classes_[votes.T.astype(int)].astype(np.int16)
        artifacts = {"component_predictions": codes}
        if hasattr(estimator, "components_"):
            artifacts["component_weights"] = np.asarray(estimator.components_)
        return artifacts
    members = getattr(estimator, "estimators_", None)
    if not isinstance(members, list) or not all(hasattr(m, "classes_") for m in members):
        return {}
    columns = getattr(estimator, "estimators_features_", [slice(None)] * len(members))
    votes = [m.predict(X_test[:, c]) for m, c in zip(members, columns, strict=True)]
    codes = np.asarray(votes).astype(np.int16)
    if _fits_members_on_positions(estimator):
        codes = estimator.classes_[codes].astype(np.int16)
    return {"component_predictions": codes}


def _fits_members_on_positions(estimator: Any) -> bool:
    """Whether the members know classes by their place in `classes_`.

    That place is the code itself unless the training rows lack a class.
    """
    from sklearn.ensemble import (  # takes a while; few studies keep members
        BaggingClassifier,
        ExtraTreesClassifier,
        RandomForestClassifier,
        StackingClassifier,
        VotingClassifier,
    )

    return isinstance(
        estimator,
        (RandomForestClassifier, ExtraTreesClassifier, BaggingClassifier, VotingClassifier,
         StackingClassifier),
    )  # fmt: skip


def values_of_test_rows(
    estimator: Any, rows: Callable[[], Any], y_train: np.ndarray, most: int
) -> tuple[dict[str, np.ndarray], tuple[int, ...], str]:
    """What the estimator has of the test rows, its classes, and why values are not kept.

    There are none if they would be more than `most` numbers. An estimator that cannot give them
    has none either, and its fit is sound all the same.
    """
    n_rows = rows().shape[0]  # sparse rows have no length
    if not n_rows or is_outlier_detector(estimator):
        return {}, (), ""
    classes = np.asarray(getattr(estimator, "classes_", None))
    if classes.ndim != 1 or classes.dtype.kind not in "iu":
        classes = np.unique(y_train)
    codes = tuple(classes.tolist())
    names = [name for name in VALUES if hasattr(estimator, name)]
    n_numbers = sum(n_rows * _columns(name, len(codes)) for name in names)
    values: dict[str, np.ndarray] = {}
    faults = []
    if n_numbers <= most:
        state = np.random.get_state()  # a later prediction of this estimator may draw from it
        for name in names:
            try:
                given = getattr(estimator, name)(rows())
                values[name] = checked_values(name, given, n_rows, len(codes))
            except Exception as fault:
                said = f"{type(fault).__name__}: {one_line(fault, REASON_LENGTH)}"
                faults.append(f"{name} gave no values ({said})")
        np.random.set_state(state)
        n_numbers = sum(array.size for array in values.values())
    if n_numbers > most:
        return {}, codes, f"{n_numbers} numbers of test rows, and keep_values is {most}"
    return values, codes, "; ".join(faults)


def _columns(name: str, n_classes: int) -> int:
    return 1 if name == "decision_function" and n_classes == 2 else n_classes


def checked_values(name: str, values: Any, n_rows: int, n_classes: int) -> np.ndarray:
    """The values as an array, if they can be scored and stored without loss."""
    array = np.asarray(values)
    if array.dtype.kind not in NUMBERS or not np.can_cast(array.dtype, np.float64):
        raise InvalidResult(f"{array.dtype} values")
    of_rows = array.ndim in (1, 2) and len(array) == n_rows
    if not of_rows or (name == "predict_proba" and array.shape != (n_rows, n_classes)):
        raise InvalidResult(f"shape {array.shape} for {n_rows} rows and {n_classes} classes")
    return array
