"""What each step depends on beside its input files: text that changes when the step must run again.

Snakemake compares the parameters of a rule with those of the last run. So a rule gets the parts of
the YAML files and a hash of the code that its outcome depends on, and nothing else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from methods.bench import paths
from methods.bench.experiments import Experiment, Method, Study
from methods.bench.plan import Plan
from methods.bench.source_hash import (
    COMPILED_SUFFIX,
    code_paths,
    combined,
    home,
    imported_modules,
    module_hash,
    source_hash,
)
from methods.schemas.dataset import Descriptor

PUBLISHED = Path(__file__).resolve().parents[2] / "workflow" / "published"
# Raise it when the content of a block file, or how a trial is split, seeded or fitted, changes.
# Editing the code of the pipeline does not refit by itself: a comment would cost hours.
BLOCK_FORMAT = 1


def reading(descriptor: Descriptor) -> str:
    """What the prepared data depend on in the descriptor; its prose is not part of it."""
    d = descriptor
    return combined(map(repr, (d.task, d.shape, d.classes, d.content_hash, d.sources)))


def protocol(study: Study) -> str:
    """What a data set's splits depend on beside the data and the seeds."""
    entries: dict[str, Any] = {"split": study.split, "scaling": study.scaling}
    if study.one_draw:
        entries["one_draw"] = True
    return msgspec.json.encode(entries, order="sorted").decode()


def source(*modules: str) -> str:
    """A hash over the named modules and all of ours that they import."""
    return combined(module_hash(name) for m in modules for name in sorted(imported_modules(m)))


def output_source(experiment: Experiment, catalogue: Mapping[str, Descriptor], *kinds: str) -> str:
    """What an experiment's tables, figures or claims depend on beside the stored results."""
    entries = {kind: getattr(experiment, kind) for kind in kinds}
    modules = {home(e["function"]) for kind in entries.values() for e in kind.values()}
    studies = experiment.studies.values()
    words = [experiment.title, *(study.about for study in studies)]
    printed = PUBLISHED / f"{experiment.source}.csv"
    numbers = printed.read_text(encoding="utf-8") if printed.exists() else ""
    names = [[method.name for method in study.methods] for study in studies]
    datasets = [
        [name, catalogue[name].printed, catalogue[name].classes]
        for name in sorted({name for study in studies for name in study.datasets})
    ]
    text = json.dumps([entries, words, names, datasets], sort_keys=True, default=repr)
    return combined([text, numbers, source(*sorted(modules))])


def fit_parameters(study: Study, method: Method, scale: str) -> dict[str, str]:
    """What a block's content depends on beside its input files; a change reruns the fit."""
    record, conditions = study.record, study.conditions
    meaning = {
        "format": BLOCK_FORMAT,
        "method": method.spec,
        "record": msgspec.to_builtins(record),
        "vary": [conditions.vary, conditions.name],
    }
    called = [*code_paths(method.spec), *record.measures.values(), *record.curves.values()]
    if conditions.vary == "test_noise":
        called.append(conditions.name)
    return {
        "conditions": json.dumps(conditions.labels(scale)),
        "meaning": combined([json.dumps(meaning, sort_keys=True)]),
        "source_hash": combined(source_hash(path) for path in sorted(set(called))),
    }


def compiled_files(method: Method) -> list[str]:
    """One file for each module of compiled code that the method's classes import."""
    modules = {m for path in code_paths(method.spec) for m in imported_modules(home(path))}
    return [
        paths.compiled(module) for module in sorted(modules) if module.endswith(COMPILED_SUFFIX)
    ]


def lost_files(plan: Plan) -> list[str]:
    """Files that are missing although something that was made from them exists.

    Snakemake makes a missing input only for a job that must run, and none of these must. So the
    rule `all` asks for the lost files themselves.
    """
    exists = cache(os.path.exists)
    lost = (
        file
        for files, made in _made_from(plan)
        if any(map(exists, made))
        for file in files
        if not exists(file)
    )
    return list(dict.fromkeys(lost))


def _made_from(plan: Plan) -> Iterator[tuple[Iterable[str], Iterable[str]]]:
    """All files of a run, each with some that are made from it."""
    for name in dict.fromkeys(study.experiment for study in plan.studies()):
        outputs = [*plan.tables(name), *plan.figures(name), paths.claims(name)]
        yield outputs, (paths.LEDGER, paths.REPORT)
        yield plan.stored(name), outputs
    for study in plan.studies():
        for dataset in plan.datasets(study):
            stored = paths.stored(study.experiment, study.name, dataset).values()
            fits = [block.path for block in plan.all_blocks(study, dataset)]
            methods = [study.on(dataset, method) for method in plan.methods(study)]
            compiled = [file for method in methods for file in compiled_files(method)]
            splits = plan.splits(study, dataset)
            yield fits, stored
            yield [*compiled, *splits], [*fits, *stored]
            yield (paths.prepared(dataset), paths.fetched(dataset)), [*splits, *fits, *stored]
