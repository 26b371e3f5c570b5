"""What each step depends on beside its input files: text that changes when the step must run again.

Snakemake compares the parameters of a rule with those of the last run. So a rule gets the parts of
the YAML files and a hash of the code that its outcome depends on, and nothing else. The step writes
them into the seal of its file, with the identities of the files that it has read. `stored_files`
says what the plan expects there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from methods.bench import paths
from methods.bench.experiments import Experiment, Method, Study
from methods.bench.plan import Plan
from methods.bench.source_hash import (
    COMPILED_SUFFIX,
    code_of,
    code_paths,
    combined,
    hash_of_sources,
    home,
    imported_modules,
    sources,
    tables_beside,
)
from methods.project import find
from methods.schemas.dataset import Descriptor
from methods.schemas.metric_entries import MetricEntry
from methods.sealed_files import combined_identity

PUBLISHED = (find() or Path()) / "workflow" / "published"
# Raise it when the content of a block file, or how a trial is split, seeded or fitted, changes.
# Editing the code of the pipeline does not refit by itself: a comment would cost hours.
BLOCK_FORMAT = 2
# Likewise for how fetched files are read, and for how splits are drawn.
DATA_FORMAT = SPLIT_FORMAT = 1
ENCODING = "methods.data.encoding.fit_encoding"
SELECTED = ("scale", "trials", "datasets", "methods", "block_size", "metrics")  # of config.yaml
SCORING, LEDGER = "methods.bench.scoring", "methods.claims.ledger"  # they make what is stored
VERDICTS = ("tables", "claims")  # made by one step
SCIKIT_LEARN_METRIC = "sklearn.metrics.get_scorer"
SETTINGS = "settings"  # differs after a run with other settings, which is nobody's mistake


@dataclass(frozen=True)
class StoredFile:
    """A planned file with what its seal must state.

    Attributes
    ----------
    path : the file.
    stated : hashes by name, without those of the files that it is made from.
    inputs : the files that it is made from, by the name under which it states their identity.
    sources : what is behind the hash that it states as ``source``.
    compiled : reports of compiled modules, which must not be newer.
    limits : seconds and megabytes of a fit, which matter if these stopped it.
    """

    path: str
    stated: Mapping[str, str]
    inputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    compiled: tuple[str, ...] = ()
    limits: tuple[float, int] | None = None

    def made_from(self, identities: Mapping[str, str]) -> dict[str, str]:
        """What the file must state, given the identities of files by path.

        An input of unknown identity is left out with those of the same name.
        """
        known = {
            name: combined_identity(identities[file] for file in files)
            for name, files in self.inputs.items()
            if all(file in identities for file in files)
        }
        return {"file": self.path, **self.stated, **known}


def stored_files(plan: Plan) -> Iterator[StoredFile]:
    """Every sealed file of a run, each after those that it is made from."""
    compiled: dict[str, None] = {}
    for dataset in plan.fetched_datasets():
        yield StoredFile(paths.fetched(dataset), of_data(plan.catalogue[dataset]))
    for dataset in plan.used_datasets():
        raw, stated = plan.fetched(dataset), of_data(plan.catalogue[dataset])
        yield StoredFile(paths.prepared(dataset), stated, {"raw": (raw,)})
    for study in plan.studies():
        for dataset in plan.datasets(study):
            for method in plan.methods(study):
                compiled |= dict.fromkeys(compiled_files(study.on(dataset, method)))
    for report in compiled:
        module = Path(report).stem
        yield StoredFile(report, of_compiled(module), sources=code_of(module))
    for study in plan.studies():
        for dataset in plan.datasets(study):
            yield from _stored_by_study(plan, study, dataset)
    for name in plan.running():
        code = files_of(verdict_modules(plan.experiments[name]))
        inputs = {"stored": tuple(plan.stored(name))}
        yield StoredFile(paths.claims(name), of_verdicts(plan, name), inputs, code)
    claims = tuple(map(paths.claims, plan.running()))
    yield StoredFile(paths.LEDGER, of_ledger(plan), {"claims": claims}, code_of(LEDGER))


def _stored_by_study(plan: Plan, study: Study, dataset: str) -> Iterator[StoredFile]:
    data = (paths.prepared(dataset),)
    splits = plan.splits(study, dataset)
    for file in splits:
        yield StoredFile(file, of_splits(study), {"data": data})
    fits: list[str] = []
    limits = study.seconds, study.memory_mb
    for method in plan.methods(study):
        on_dataset = study.on(dataset, method)
        typed = plan.catalogue[dataset].typed
        stated = of_fit(study, on_dataset, plan.scale, typed)
        code = fit_sources(study, on_dataset, typed)
        compiled = tuple(compiled_files(on_dataset))
        for block, split in zip(plan.blocks(study, dataset, method), splits, strict=True):
            fits.append(block.path)
            inputs = {"data": data, "split": (split,)}
            yield StoredFile(block.path, stated, inputs, code, compiled, limits)
    made_from = {"data": data, "splits": tuple(splits), "fits": tuple(fits)}
    for file in paths.stored(study.experiment, study.name, dataset).values():
        yield StoredFile(file, of_scores(plan, study, dataset), made_from, code_of(SCORING))


def of_data(descriptor: Descriptor) -> dict[str, str]:
    """What fetched and prepared data state."""
    return {"format": str(DATA_FORMAT), "reading": reading(descriptor)}


def of_splits(study: Study) -> dict[str, str]:
    return {"format": str(SPLIT_FORMAT), "protocol": combined([protocol(study)])}


def of_scores(plan: Plan, study: Study, dataset: str) -> dict[str, str]:
    # a block is fitted whole, so the same fits serve other numbers of trials
    trials = str(plan.trials(study, dataset))
    stated = {SETTINGS: settings(plan), "trials": trials, "source": source(SCORING)}
    if study.metrics:
        entries = msgspec.json.encode(study.metrics, order="sorted").decode()
        code = (hash_of_sources(metric_sources(entry)) for entry in study.metrics.values())
        stated["metrics"] = combined([entries, *code])
    return stated


def metric_sources(entry: MetricEntry) -> Mapping[str, str]:
    """What is behind a metric: the code of a function of one's own, or scikit-learn's version."""
    return sources(entry.function if "." in entry.function else SCIKIT_LEARN_METRIC)


def of_verdicts(plan: Plan, experiment: str) -> dict[str, str]:
    """What the claims of an experiment state; the same step makes its tables."""
    chosen = plan.experiments[experiment]
    return {
        SETTINGS: settings(plan),
        "meaning": output_meaning(chosen, plan.catalogue, *VERDICTS),
        "source": source(*verdict_modules(chosen)),
        "paper": str(chosen.source in plan.papers),  # if so, its claims rest on what it prints
    }


def of_figures(plan: Plan, experiment: str) -> dict[str, str]:
    """What an experiment's figures depend on beside the stored results."""
    chosen = plan.experiments[experiment]
    return {
        "meaning": output_meaning(chosen, plan.catalogue, "figures"),
        "source": source(*output_modules(chosen, "figures")),
    }


def of_ledger(plan: Plan) -> dict[str, str]:
    return {SETTINGS: settings(plan, "experiments"), "source": source(LEDGER)}


def of_compiled(module: str) -> dict[str, str]:
    return {"source": source(module)}


def settings(plan: Plan, *more: str) -> str:
    """A hash of the entries of config.yaml that select what an outcome is made from."""
    return combined(json.dumps([key, plan.config[key]]) for key in (*SELECTED, *more))


def reading(d: Descriptor) -> str:
    """What the prepared data depend on in the descriptor; its prose is not part of it."""
    homes = [home(given.frame) for given in d.sources if given.frame]
    frames = [text for module in homes for text in (source(module), *tables_beside(module))]
    return combined([*map(repr, (d.task, d.shape, d.classes, d.content_hash, d.sources)), *frames])


def protocol(study: Study) -> str:
    """What a data set's splits depend on beside the data and the seeds."""
    entries: dict[str, Any] = {"split": study.split, "scaling": study.scaling}
    if study.one_draw:
        entries["one_draw"] = True
    if study.missing == "drop":
        entries["missing"] = "drop"
    return msgspec.json.encode(entries, order="sorted").decode()


def source(*modules: str) -> str:
    """A hash over the named modules and all of ours that they import."""
    return hash_of_sources(files_of(modules))


def files_of(modules: Iterable[str]) -> dict[str, str]:
    """The hashes of the named modules and of all of ours that they import, or of packages."""
    return {file: hashed for m in modules for file, hashed in code_of(m).items()}


def output_modules(experiment: Experiment, *kinds: str) -> set[str]:
    """The modules that make an experiment's tables, figures or claims."""
    entries = [e for kind in kinds for e in getattr(experiment, kind).values()]
    return {home(entry["function"]) for entry in entries}


def verdict_modules(experiment: Experiment) -> set[str]:
    """The same for the step that makes tables and claims, which enters the verdicts itself."""
    return {LEDGER, *output_modules(experiment, *VERDICTS)}


def output_meaning(experiment: Experiment, catalogue: Mapping[str, Descriptor], *kinds: str) -> str:
    """What these depend on beside their modules and the stored results."""
    entries = {kind: getattr(experiment, kind) for kind in kinds}
    studies = experiment.studies.values()
    words = [experiment.title, *([study.about, study.one_draw] for study in studies)]
    printed = PUBLISHED / f"{experiment.source}.csv"
    numbers = printed.read_text(encoding="utf-8") if printed.exists() else ""
    # outputs are in this order
    names = [[[method.name for method in study.methods], study.datasets] for study in studies]
    content = [entries, words, names, _descriptors(experiment, catalogue)]
    text = json.dumps(content, sort_keys=True, default=repr)
    return combined([text, numbers])


def _descriptors(experiment: Experiment, catalogue: Mapping[str, Descriptor]) -> dict[str, Any]:
    """What outputs read of the data sets: those of the studies, and those that the paper prints.

    The size and the kind of a data set also change the data, and with them the stored results.
    """
    used = {name for study in experiment.studies.values() for name in study.datasets}
    return {
        name: [d.title, d.classes, d.printed, d.stands_in_for, d.version_of]
        for name, d in catalogue.items()
        if name == d.name  # and no alias
        and (name in used or any(entry.source == experiment.source for entry in d.printed))
    }


def of_fit(study: Study, method: Method, scale: str, typed: bool = False) -> dict[str, str]:
    """What the fits of a method state; those on a `typed` table also state how it is encoded."""
    record, conditions = study.record, study.conditions
    meaning = {
        "name": method.name,  # it seeds the method
        "method": method.spec,
        "record": msgspec.to_builtins(record),
        "vary": [conditions.vary, conditions.name],
        "keep_values": study.keep_values,
    }
    if typed:
        meaning["encoding"] = [study.missing, study.categories, study.dates]
    code = fit_sources(study, method, typed)
    return {
        "format": str(BLOCK_FORMAT),
        "conditions": combined(conditions.labels(scale)),
        "meaning": combined([json.dumps(meaning, sort_keys=True)]),
        **({"source": hash_of_sources(code)} if code else {}),
    }


def fit_sources(study: Study, method: Method, typed: bool = False) -> dict[str, str]:
    """What is behind the source hash of a fit: its classes, and the functions that measure it.

    A fit on a `typed` table also depends on the module that encodes it. Nothing is behind a method
    whose optional package is absent: its gaps are made again once the package is there, and fits
    that another machine has made with the package are kept.
    """
    if study.lacks(method):
        return {}
    record, conditions = study.record, study.conditions
    called = [*code_paths(method.spec), *record.measures.values(), *record.curves.values()]
    if conditions.vary == "test_noise":
        called.append(conditions.name)
    if typed:
        called.append(ENCODING)
    return {name: hashed for path in called for name, hashed in sources(path).items()}


def compiled_files(method: Method) -> list[str]:
    """One file for each module of compiled code that the method's classes import."""
    modules = {m for path in code_paths(method.spec) for m in imported_modules(home(path))}
    return [paths.compiled(m) for m in sorted(modules) if m.endswith(COMPILED_SUFFIX)]
