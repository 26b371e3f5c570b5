"""What an experiment is: the YAML files under workflow/experiments, read and checked.

An experiment is one paper's evidence. It holds studies; a study is a matrix of data sets, methods,
seeds and conditions under one protocol. Beside the studies stand the tables, figures and claims
that are made from them. Nothing heavier than PyYAML and jsonschema is imported here, because the
Snakefile reads experiments each time it is parsed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.errors import UserError, unknown
from methods.yaml_files import held_to_schema, read_yaml

SCALES = ("smoke", "quick", "paper")
VARIES = ("parameter", "train_size", "test_noise")
DEFAULT_BLOCK_SIZE = 5  # seeds a job
DEFAULT_SECONDS = 600.0  # a fit, its tuning included
DEFAULT_MEMORY_MB = 4000

_STUDY_KEYS = {
    "about", "datasets", "methods", "split", "scaling", "trials", "trials_by_dataset", "parameters_by_dataset", "conditions",
    "record", "block_size", "seconds", "memory_mb",
}  # fmt: skip
_EXPERIMENT_KEYS = {"title", "source", "methods", "studies", "tables", "figures", "claims"}
_RECORD_KEYS = {"scalars", "measures", "traces", "curves", "artifacts", "components"}
_SPLIT_KEYS = {
    "holdout": {"kind", "train", "train_rows", "stratify", "groups", "pool", "prefer_given"},
    "given": {"kind", "by"},
    "folds": {"kind", "folds", "prefer_given"},
    "none": {"kind"},
}
_SCALING_KEYS = {"range", "variance", "norm", "rows"}
_OUTPUT_KEYS = {
    "tables": ("function",), "figures": ("function",), "claims": ("function", "where", "says"),
}  # fmt: skip


@dataclass(frozen=True)
class Method:
    """A display name and the nested ``{class: ..., parameter: ...}`` that builds the estimator."""

    name: str
    spec: Mapping[str, Any]

    @property
    def slug(self) -> str:
        return slug(self.name)


@dataclass(frozen=True)
class Conditions:
    """What a sweep varies; a study without a sweep has the one condition ``""``.

    ``parameter`` sets a parameter of every method, ``train_size`` fits on a prefix of the training
    rows, ``test_noise`` fits once and disturbs the test rows by a function (dotted path).
    """

    vary: str = "parameter"
    name: str = ""
    values: tuple[Any, ...] | Mapping[str, Any] = ("",)

    def labels(self, scale: str) -> tuple[str, ...]:
        return tuple(str(value) for value in by_scale(self.values, scale))

    def value(self, label: str) -> Any:
        """The value that a label stands for, whatever the scale."""
        scaled = self.values.values() if isinstance(self.values, Mapping) else [self.values]
        by_label = {str(value): value for values in scaled for value in values}
        if label not in by_label:
            raise unknown("condition", label, by_label, self.name)
        return by_label[label]


@dataclass(frozen=True)
class Record:
    """What a fit keeps beside its predictions: names on the left, fitted attributes on the right.

    An attribute may be that of what a search or a pipeline holds. ``measures`` and ``curves`` are
    dotted paths of functions: ``f(estimator, X_train, y_train)`` giving a number, and
    ``f(estimator, X_train, y_train, X_test, y_test)`` giving x and y of a trace; None is nothing.
    ``components`` keeps what the members of an ensemble are and predict, for the diversity table.
    """

    scalars: Mapping[str, str] = field(default_factory=dict)
    measures: Mapping[str, str] = field(default_factory=dict)
    traces: Mapping[str, str] = field(default_factory=dict)
    curves: Mapping[str, str] = field(default_factory=dict)
    artifacts: Mapping[str, str] = field(default_factory=dict)
    components: bool = False


@dataclass(frozen=True)
class Study:
    """One protocol and the matrix that runs under it."""

    experiment: str
    name: str
    about: str
    datasets: tuple[str, ...]
    methods: tuple[Method, ...]
    split: Mapping[str, Any]
    scaling: Mapping[str, Any] | None
    trials: int | Mapping[str, int]
    conditions: Conditions
    record: Record
    block_size: int
    seconds: float
    memory_mb: int
    # trials, of data sets with a number of their own
    trials_by_dataset: Mapping[str, int | Mapping[str, int]] = field(default_factory=dict)
    # parameters that take another value on a data set, for the methods whose entry names them
    parameters_by_dataset: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def method(self, name: str) -> Method:
        for method in self.methods:
            if name in (method.name, method.slug):
                return method
        raise unknown("method", name, [m.name for m in self.methods], self.where)

    def on(self, dataset: str, method: Method) -> Method:
        """The method as it is fitted on a data set."""
        other = {
            k: v for k, v in self.parameters_by_dataset.get(dataset, {}).items() if k in method.spec
        }
        return replace(method, spec={**method.spec, **other})

    @property
    def where(self) -> str:
        return f"{self.experiment}/{self.name}"


@dataclass(frozen=True)
class Experiment:
    """All studies of a source with the outputs made from them."""

    name: str
    title: str
    source: str
    studies: Mapping[str, Study]
    tables: Mapping[str, Mapping[str, Any]]
    figures: Mapping[str, Mapping[str, Any]]
    claims: Mapping[str, Mapping[str, Any]]

    def study(self, name: str) -> Study:
        if name not in self.studies:
            raise unknown("study", name, self.studies, self.name)
        return self.studies[name]


@cache
def slug(name: str) -> str:
    """The display name as a path element: lower case, everything else an underscore."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def by_scale(value: Any, scale: str) -> Any:
    """The entry of `scale` where `value` is a mapping over scales, else `value` itself."""
    if isinstance(value, Mapping) and value and set(value) <= set(SCALES):
        if scale not in value:
            raise UserError(f"no value for scale {scale!r} among {', '.join(value)}")
        return value[scale]
    return value


def check_keys(given: Mapping[str, Any], known: set[str], where: str) -> None:
    for key in given:
        if key not in known:
            raise unknown("key", key, known, where)


def load_experiment(path: Path) -> Experiment:
    """Read one experiment file and check its keys, names and references."""
    return _checked(path, path.read_bytes())


@cache
def _checked(path: Path, written: bytes) -> Experiment:
    """The experiment; `written` is what the file holds, so that an edit is read anew."""
    if not re.fullmatch(r"[a-z0-9_]+", path.stem) or path.stem in paths.SHARED:
        raise UserError(f"{path}: the name is of a-z, 0-9 and _, and none of {paths.SHARED}")
    raw = read_yaml(path)
    with held_to_schema("experiment", raw, path.stem):
        experiment = _experiment(path, raw)
        json.dumps(raw, sort_keys=True)  # as it will be for its hashes: no dates, keys of one kind
        return experiment


def _experiment(path: Path, raw: Any) -> Experiment:
    name = path.stem
    if not isinstance(raw, Mapping):
        raise UserError(f"{path}: an experiment is a mapping of {', '.join(_EXPERIMENT_KEYS)}")
    check_keys(raw, _EXPERIMENT_KEYS, name)
    methods = {}
    for display, spec in (raw.get("methods") or {}).items():
        if not isinstance(spec, Mapping) or "class" not in spec:
            raise UserError(f"{name}: method {display!r} needs a class, as in {{class: a.b.C}}")
        methods[str(display)] = Method(str(display), spec)
    slugs: dict[str, str] = {}
    for display, method in methods.items():
        if not method.slug:
            raise UserError(f"{name}: method {display!r} has no letter or digit to name its files")
        if method.slug in slugs:
            raise UserError(f"{name}: {slugs[method.slug]!r} and {display!r} make the same path")
        slugs[method.slug] = display
    studies = {
        key: _study(name, key, study, methods) for key, study in (raw.get("studies") or {}).items()
    }
    if not studies:
        raise UserError(f"{name}: an experiment needs at least one study")
    for kind, needed in _OUTPUT_KEYS.items():
        for output, options in (raw.get(kind) or {}).items():
            for key in needed:
                if key not in options:
                    raise UserError(f"{name}: {kind}: {output}: key {key!r} is missing")
    return Experiment(
        name,
        raw.get("title", name),
        raw.get("source", name),
        studies,
        raw.get("tables") or {},
        raw.get("figures") or {},
        raw.get("claims") or {},
    )


def _study(
    experiment: str, name: str, raw: Mapping[str, Any], methods: Mapping[str, Method]
) -> Study:
    where = f"{experiment}/{name}"
    if not isinstance(raw, Mapping):
        raise UserError(f"{where}: a study is a mapping of {', '.join(sorted(_STUDY_KEYS))}")
    check_keys(raw, _STUDY_KEYS, where)
    for key in ("datasets", "methods", "split", "trials"):
        if key not in raw:
            raise UserError(f"{where}: key {key!r} is missing")
    for method in raw["methods"]:
        if method not in methods:
            raise unknown("method", method, methods, where)
    for key in ("trials_by_dataset", "parameters_by_dataset"):
        for dataset in raw.get(key) or {}:
            if dataset not in raw["datasets"]:
                raise unknown("data set", dataset, raw["datasets"], f"{where}: {key}")
    named = {key for method in raw["methods"] for key in methods[method].spec}
    for dataset, parameters in (raw.get("parameters_by_dataset") or {}).items():
        for key in parameters:
            if key not in named:
                raise unknown("parameter", key, named, f"{where}: parameters_by_dataset: {dataset}")
    _check_protocol(raw["split"], raw.get("scaling"), where)
    conditions = raw.get("conditions") or {}
    check_keys(conditions, {"vary", "name", "values"}, f"{where}: conditions")
    if conditions and conditions.get("vary") not in VARIES:
        raise unknown("condition", conditions.get("vary"), VARIES, where)
    record = raw.get("record") or {}
    check_keys(record, _RECORD_KEYS, f"{where}: record")
    return Study(
        experiment,
        name,
        raw.get("about", ""),
        tuple(raw["datasets"]),
        tuple(methods[method] for method in raw["methods"]),
        raw["split"],
        raw.get("scaling"),
        raw["trials"],
        Conditions(**conditions),
        Record(**record),
        int(raw.get("block_size", DEFAULT_BLOCK_SIZE)),
        float(raw.get("seconds", DEFAULT_SECONDS)),
        int(raw.get("memory_mb", DEFAULT_MEMORY_MB)),
        raw.get("trials_by_dataset") or {},
        raw.get("parameters_by_dataset") or {},
    )


def _check_protocol(split: Any, scaling: Any, where: str) -> None:
    kind = split.get("kind") if isinstance(split, Mapping) else split
    if not isinstance(split, Mapping) or kind not in _SPLIT_KEYS:
        raise unknown("split", kind, _SPLIT_KEYS, where)
    check_keys(split, _SPLIT_KEYS[kind], f"{where}: split")
    needed = {"holdout": "train", "folds": "folds"}.get(kind, "kind")
    if needed not in split:
        raise UserError(f"{where}: split: key {needed!r} is missing")
    if scaling is None:
        return
    check_keys(scaling, _SCALING_KEYS, f"{where}: scaling")
    if scaling.get("rows") not in ("train", "all") or len(scaling) != 2:
        raise UserError(
            f"{where}: scaling needs one of range, variance and norm, and rows: train or all"
        )


def load_experiments(folder: Path) -> dict[str, Experiment]:
    """Every experiment file of a folder, by name."""
    return {path.stem: load_experiment(path) for path in sorted(folder.glob("*.yaml"))}
