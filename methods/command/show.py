"""`show`: what is known of one thing by its name, and what the last run gave."""

from __future__ import annotations

import argparse
import inspect
import json
import textwrap
from collections.abc import Mapping
from functools import partial
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from methods.bench import paths
from methods.bench.construct import options_of, resolve
from methods.bench.experiments import Experiment, Study, load_experiments
from methods.bench.source_hash import DISTRIBUTIONS, home, source_file
from methods.claims.counts import told_as
from methods.claims.question import question
from methods.command import last_run
from methods.command.claim_page import print_claim
from methods.command.layout import amount, counted, duration, flow, print_fields, print_table
from methods.command.list import here, kind, size, studies_with
from methods.command.raw import raw_of
from methods.command.show_paper import show_paper
from methods.data.catalogue import Descriptor, load_catalogue
from methods.data.column_words import HEADERS, facts
from methods.data.prepare import columns_in, notes_in, prepare_source
from methods.errors import UserError, unknown
from methods.project import IS_INSTALLED, NAME, PACKAGE
from methods.schemas.outputs import CLAIM_KEYS
from methods.schemas.paper import keys_of_papers

if TYPE_CHECKING:
    from methods.command.output_functions import OutputFunction

SHOWN = ("study", "error %", "sd", "fits", "seconds", "from")  # also where all rows say the same


def run(options: argparse.Namespace) -> None:
    """Print everything that has the name, which may consist of several words."""
    name = " ".join(options.name)
    if options.json and (things := raw_of(options.root, name)):
        print(json.dumps(things, indent=1, ensure_ascii=False))
        return
    pages = pages_of(options.root, name) or pages_of_functions(options.root, name)
    if not pages:
        raise unknown("name", name, names(options.root))
    for at, page in enumerate(pages):
        if at:
            print()
        page()


def names(root: Path) -> list[str]:
    """Everything that can be shown, except the output functions that no experiment names."""
    experiments = load_experiments(root / "workflow" / "experiments")
    known = [*experiments, *load_catalogue(root / "datasets"), *keys_of_papers(root)]
    for experiment in experiments.values():
        known += [m.name for study in experiment.studies.values() for m in study.methods]
        known += [f"{experiment.name}/{claim}" for claim in experiment.claims]
    for experiment in experiments.values():
        for outputs in (experiment.tables, experiment.figures, experiment.claims):
            known += [str(entry["function"]) for entry in outputs.values()]
    return list(dict.fromkeys(known))


def pages_of(root: Path, name: str) -> list[Any]:
    """For each thing of that name a function that prints it."""
    experiments = load_experiments(root / "workflow" / "experiments")
    catalogue = load_catalogue(root / "datasets")
    pages: list[Any] = []
    if name in experiments:
        pages.append(partial(show_experiment, experiments[name]))
    if name in keys_of_papers(root):
        pages.append(partial(show_paper, root, experiments, name))
    if name in catalogue:
        pages.append(partial(show_dataset, experiments, catalogue[name]))
    for experiment in experiments.values():
        methods = {m.name for study in experiment.studies.values() for m in study.methods}
        if name in methods:
            pages.append(partial(show_method, root, experiment, name))
        for claim in experiment.claims:
            if name in (claim, f"{experiment.name}/{claim}"):
                pages.append(partial(show_claim, root, experiment, claim))
    return pages


def pages_of_functions(root: Path, name: str) -> list[Any]:
    """The same for the output functions: `name` is a dotted path or its last part."""
    from methods.command.output_functions import output_functions  # imports all of them

    experiments = load_experiments(root / "workflow" / "experiments")
    functions = output_functions(experiments.values())
    return [partial(show_function, f) for f in functions if name in (f.path, f.name)]


def show_function(function: OutputFunction) -> None:
    """Its docstring, its options, an example, and the outputs that name it."""
    from methods.command.output_functions import SECTIONS

    print(f"{SECTIONS[function.section]} {function.path}\n\n{function.about}")
    if function.options:
        print()
        rows = [(name, kind, default or "required") for name, kind, default in function.options]
        print_table(("OPTION", "KIND", "DEFAULT"), rows)
    if function.example:
        print(f"\nexample\n{textwrap.indent(function.example, '  ')}\n")
        print_fields([("used by", ", ".join(f"{u.experiment}/{u.name}" for u in function.uses))])


def show_method(root: Path, experiment: Experiment, name: str) -> None:
    """The parameters set and left, where the class comes from, and its errors."""
    studies = [s for s in experiment.studies.values() if name in {m.name for m in s.methods}]
    spec = studies[0].method(name).spec
    given = {key: value for key, value in spec.items() if key != "class"}
    print(f"method {name!r} of {experiment.name}\n")
    print_fields([("class", spec["class"]), *about_class(root, spec["class"], given)])
    for study in studies:
        other = {d: study.on(d, study.method(name)).spec for d in study.parameters_by_dataset}
        print_fields(
            [("study", describe(study))]
            + [("", f"on {d}: {flow(s)}") for d, s in other.items() if s != spec]
        )
    show_errors(experiment, method=name)


def about_class(root: Path, path: str, given: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Summary, parameters, origin and licence of a class; if it cannot be imported, why."""
    fields: list[tuple[str, Any]] = [("parameters", flow(given))]
    try:
        estimator_class = resolve(path)
    except UserError as error:
        return [*fields, ("", error)]
    left = {
        name: parameter.default
        for name, parameter in inspect.signature(estimator_class).parameters.items()
        if name not in given and parameter.default is not parameter.empty
    }
    fields.append(("defaults", ", ".join(f"{key}: {value}" for key, value in left.items())))
    summary = inspect.cleandoc(vars(estimator_class).get("__doc__") or "")  # never of a base class
    fields.insert(0, ("about", summary.partition("\n\n")[0]))
    return fields + origin(root, home(path))


def origin(root: Path, module: str) -> list[tuple[str, Any]]:
    """File or distribution that a module comes from, and its licence."""
    file = source_file(module)
    if file is not None and not (IS_INSTALLED and module.startswith(f"{NAME}.")):
        where = file.relative_to(root) if file.is_relative_to(root) else file
        if module.startswith(f"{NAME}."):
            text = (PACKAGE.resolve().parent / "LICENSE").read_text(encoding="utf-8")
            return [("origin", where), ("licence", text.partition("\n")[0])]
        return [("origin", where)]
    top = module.partition(".")[0]
    try:
        about = metadata(DISTRIBUTIONS.get(top, top))
    except PackageNotFoundError:
        return [("origin", f"package {top}")]
    words = [about[key] for key in ("License-Expression", "License") if key in about]
    return [
        ("origin", f"{about['Name']} {about['Version']}"),
        ("licence", words[0].partition("\n")[0] if words else "not stated"),
    ]


def show_dataset(experiments: Mapping[str, Experiment], descriptor: Descriptor) -> None:
    """Origin, licence, size, what is here of it, who uses it, and the errors on it."""
    name = descriptor.name
    print(f"data set {name!r}\n")
    fields: list[tuple[str, Any]] = [
        ("title", descriptor.title),
        ("aliases", ", ".join(descriptor.aliases)),
        ("task", descriptor.task),
        ("size", size(descriptor)),
        ("classes", ", ".join(f"{k} ({n or '?'})" for k, n in descriptor.classes.items())),
        ("licence", descriptor.licence),
        ("origin", descriptor.origin),
        ("citation", descriptor.citation),
        ("notes", descriptor.notes),
        ("from", kind(descriptor)),
        ("here", f"{here(descriptor)}{bytes_here(descriptor)}"),
    ]
    if not is_local(descriptor):
        fields += [("as read", note) for note in notes_in(paths.prepared(name))]
    if descriptor.unavailable:
        fields.append(("to get it", f"{descriptor.unavailable.why} {descriptor.unavailable.how}"))
    for entry in descriptor.printed:
        fields.append(("printed", f"as {entry['name']} in {entry['source']}"))
    studies = studies_with(experiments, descriptor)
    fields += [("study", describe(study)) for study in studies]
    print_fields(fields)
    show_columns(descriptor)
    for experiment in dict.fromkeys(study.experiment for study in studies):
        for label in (name, *descriptor.aliases):
            show_errors(experiments[experiment], dataset=label)


def show_columns(descriptor: Descriptor) -> None:
    """The columns of a typed table, of the file as it is now if it is a local one."""
    if not descriptor.typed:
        return
    source = descriptor.sources[0]
    columns = columns_in(paths.prepared(descriptor.name))
    if is_local(descriptor):
        folder = Path(str(source.files[0].local_path)).parent if source.files else Path()
        made = prepare_source(descriptor, source, folder)
        columns = made.columns
        print_fields([("as read", note) for note in made.notes])
    if columns:
        print()
        headers = [*(header.upper() for header in HEADERS), "LEFT OUT"]
        print_table(headers, [(*facts(column), column.left_out) for column in columns])


def is_local(descriptor: Descriptor) -> bool:
    """Whether the data set is a typed table that can be read where it is."""
    source = descriptor.sources[0]
    places = [file.local_path for file in source.files]
    is_here = bool(places) and all(place and place.is_file() for place in places)
    return descriptor.typed and (is_here or bool(source.frame))


def bytes_here(descriptor: Descriptor) -> str:
    prepared = Path(paths.prepared(descriptor.name))
    raw = [
        file
        for file in Path(paths.fetched(descriptor.fetched_as)).parent.glob("*")
        if file.is_file()
    ]
    files = raw + ([prepared] if prepared.exists() else [])
    return f", {amount(sum(file.stat().st_size for file in files))}" if files else ""


def show_experiment(experiment: Experiment) -> None:
    """Its studies, outputs and claims, and what became of its last fits."""
    print(f"experiment {experiment.name!r}\n")
    verdicts = last_run.verdicts(experiment.name)
    words = [word_of_claim(experiment, verdicts, name) for name in experiment.claims]
    print_fields(
        [("title", experiment.title)]
        + [("study", describe(study, about=True)) for study in experiment.studies.values()]
        + [("tables", ", ".join(experiment.tables)), ("figures", ", ".join(experiment.figures))]
        + [("claims", ", ".join(f"{words.count(w)} {w}" for w in dict.fromkeys(words)))]
    )
    runs = last_run.runs_of(experiment)
    if runs is None:
        print("\nno run yet")
        return
    print("\nlast run")
    status = ", ".join(f"{n} {word}" for word, n in runs["status"].value_counts().items())
    print_fields(
        [("fits", status), ("seconds", duration(float(runs["cpu_seconds"].sum())))]
        + [(key, ", ".join(map(str, runs[key].unique()))) for key in ("revision", "cpu", "python")]
    )


def word_of_claim(experiment: Experiment, verdicts: Mapping[str, Any], name: str) -> str:
    """What the last run says of a claim; ours are counted apart."""
    word = told_as(verdicts[name]) if name in verdicts else "not tested"
    return f"{word} (beyond the source)" if experiment.claims[name].get("beyond") else word


def show_claim(root: Path, experiment: Experiment, name: str) -> None:
    """What it says, how it is tested, and the last verdict with its reason and evidence."""
    claim = experiment.claims[name]
    last = last_run.verdicts(experiment.name).get(name)
    test, options = options_of(claim, CLAIM_KEYS)
    keys = ("where", "says", "about", "beyond", "derived", "argument")
    said = {key: claim.get(key, "") for key in keys}
    entry = {
        **said, "name": f"{experiment.name}/{name}", "source": experiment.source, "datasets": [],
        "tested": question(test, options), "test": {"function": claim["function"], **options},
    }  # fmt: skip
    is_kept = last is not None and last["file"].startswith(paths.REFERENCE)
    print_claim(root, {**entry, **(last or {})}, last is not None, is_kept)


def show_errors(
    experiment: Experiment, method: str | None = None, dataset: str | None = None
) -> None:
    """The table of errors without the columns that say nothing."""
    rows = last_run.errors(experiment, method, dataset)
    if not rows:
        return
    print(f"\nlast run of {experiment.name}")
    varying = [at for at in range(len(rows[0])) if len({row[at] for row in rows}) > 1]
    shown = [at for at, head in enumerate(last_run.ERROR_COLUMNS) if head in SHOWN or at in varying]
    headers = [last_run.ERROR_COLUMNS[at].upper() for at in shown]
    print_table(headers, [[row[at] for at in shown] for row in rows])


def describe(study: Study, about: bool = False) -> str:
    """Name, matrix and trials of a study in a line."""
    by_scale = study.trials if isinstance(study.trials, Mapping) else {}
    trials = ", ".join(f"{scale} {n}" for scale, n in by_scale.items()) or study.trials
    size = f"{counted(len(study.datasets), 'data set')} x {counted(len(study.methods), 'method')}"
    said = f"{study.about}; " if about and study.about else ""
    return f"{study.where}: {said}{size}, trials {trials}"
