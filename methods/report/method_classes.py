"""The class behind the name of a method, and what its docstring says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any

from methods.bench.construct import resolve
from methods.bench.experiments import Experiment, Method
from methods.report.docstrings import About, about
from methods.yaml_files import dump_yaml

# A reader means the method inside a search, a pipeline or a shared selection.
WRAPPERS = {
    "sklearn.model_selection.GridSearchCV": "estimator",
    "methods.SharedSelection": "estimator",
    "sklearn.pipeline.Pipeline": "steps",
}


def method_of(experiment: Experiment, name: str) -> Method | None:
    """The method of that name in an experiment, None if it has none."""
    studies = experiment.studies.values()
    return next((m for s in studies for m in s.methods if m.name == name), None)


def about_class(experiment: Experiment, method: Method) -> About:
    """What the docstring of the class says, or which package is not installed."""
    path = inner_class(method.spec)
    study = next(iter(experiment.studies.values()))
    lacking = study.lacks(method)
    return About(path, lacking, "", "") if lacking else about(resolve(path), path)


def inner_class(spec: Mapping[str, Any]) -> str:
    """The dotted path of the class that learns, inside searches and pipelines."""
    return str(_inner(spec)["class"])


def name_families(
    experiment: Experiment, names: Sequence[str], told: Collection[str]
) -> list[dict[str, Any]]:
    """What the names of methods mean: for those of each class its summary and their settings.

    Names that are `told` already are left out, and so are those of no method. The settings are
    those by which the methods of one class differ.
    """
    families: dict[str, list[Method]] = {}
    for name in names:
        if name not in told and (method := method_of(experiment, name)) is not None:
            families.setdefault(inner_class(method.spec), []).append(method)
    return [
        {
            "names": [method.name for method in family],
            "summary": about_class(experiment, family[0]).summary or path,
            "settings": _differing(family),
        }
        for path, family in families.items()
    ]


def _differing(family: Sequence[Method]) -> list[tuple[str, str]]:
    """By name, the parameters of one value by which methods of a class differ."""
    plain = [
        {k: v for k, v in _inner(m.spec).items() if isinstance(v, bool | int | float | str)}
        for m in family
    ]
    shared = [key for key, value in plain[0].items() if all(p.get(key) == value for p in plain)]
    own = [{key: value for key, value in p.items() if key not in shared} for p in plain]
    told = [dump_yaml(o, default_flow_style=True, width=inf) for o in own]
    return [(m.name, t.strip("{}\n")) for m, t, o in zip(family, told, own, strict=True) if o]


def _inner(spec: Mapping[str, Any]) -> Mapping[str, Any]:
    """The part of a method's entry that is about the class that learns."""
    key = WRAPPERS.get(str(spec["class"]))
    if key is None or key not in spec:
        return spec
    return _inner(spec[key][-1][1] if key == "steps" else spec[key])
