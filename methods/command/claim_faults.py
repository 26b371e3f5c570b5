"""What is wrong with the claims of an experiment: what they rest on, and what shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from methods.bench.experiments import Experiment
from methods.bench.plan import Plan
from methods.claims.basis import Basis, basis_of
from methods.command.known_sound import faults_unless_known
from methods.data.catalogue import counted_once
from methods.errors import unknown
from methods.project import IS_INSTALLED, PACKAGE
from methods.schemas.model import SCALES

ARGUED = "methods.claims.reasoned.derived"
OF_READINGS = "methods.claims.readings.every_reading"
REMEDY = "leave it out, or mark the claim with beyond: true"
TEST = re.compile(r"^(?:async )?def (\w+)\(", re.MULTILINE)
LABEL = re.compile(r"^\.\. _([^:\n]+):", re.MULTILINE)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def faults_of_claims(plan: Plan, root: Path) -> Iterator[str]:
    """One line for each fault. Names in options are known to be right."""
    paper = replace(plan, config={**plan.config, "scale": SCALES[-1], "trials": None})
    for experiment in plan.experiments.values():
        for name, claim in experiment.claims.items():
            where = f"{experiment.name}: claims: {name}"
            yield from (f"{where}: {fault}" for fault in _faults_of_proof(claim, root))
            yield from (f"{where}: {fault}" for fault in _faults_of_readings(experiment, claim))
        yield from faults_unless_known(
            f"claims {experiment!r} {paper.config} {plan.catalogue} {sorted(plan.papers)}",
            [claim["function"] for claim in experiment.claims.values()],
            partial(_faults_of_bases, paper, experiment),
        )


def _faults_of_bases(plan: Plan, experiment: Experiment) -> Iterator[str]:
    for name, claim in experiment.claims.items():
        where = f"{experiment.name}: claims: {name}"
        basis = basis_of(plan, experiment, claim)
        yield from (f"{where}: {fault}" for fault in _faults_of_basis(plan, experiment, basis))
        yield from (f"{where}: {fault}" for fault in _faults_of_draws(plan, experiment, basis))


def _faults_of_readings(experiment: Experiment, claim: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the claims that are readings of this one."""
    for name in claim.get("readings", ()) if claim["function"] == OF_READINGS else ():
        reading = experiment.claims[name]
        if reading["function"] == OF_READINGS:
            yield f"readings: {name} has readings of its own; name these here"
        elif not (claim.get("beyond") or reading.get("beyond")):
            yield f"readings: {name} would count beside this claim; mark it with beyond: true"


def _faults_of_proof(claim: Mapping[str, Any], root: Path) -> Iterator[str]:
    anchor = claim.get("derived", "")
    if claim["function"] == ARGUED and not anchor:
        yield f"{ARGUED} needs the key derived, with the test or the page that shows the claim"
    if claim.get("argument") and not anchor:
        yield "argument needs the key derived, with the test or the page that shows it"
    if not anchor:
        return
    if claim["function"] != ARGUED and not claim.get("argument"):
        yield "derived needs the key argument, which says why no number could change the verdict"
    file, place = re.split("::|#", anchor, maxsplit=1)
    # a folder that `init` has made has neither the tests nor the docs of its checkout
    is_here = (root / file).exists() or IS_INSTALLED
    try:
        places = _places((root if is_here else PACKAGE.resolve().parent) / file)
    except OSError:
        if IS_INSTALLED and file.startswith(("tests/", "docs/")):
            return  # which only a checkout has
        yield f"derived: there is no file {file}"
        return
    if place not in places:
        kind = "test" if file.endswith(".py") else "place"
        yield str(unknown(kind, place, places, f"derived: {file}"))


def _places(file: Path) -> list[str]:
    """The tests of a module, or the labels or headings of a page as links name them."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return TEST.findall(text)
    if file.suffix == ".rst":
        return LABEL.findall(text)
    return [re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in HEADING.findall(text)]


def _faults_of_basis(plan: Plan, experiment: Experiment, basis: Basis) -> Iterator[str]:
    for name in basis.named:
        if name not in basis.allowed:
            why = plan.catalogue[name].stands_in_for
            text = f"it stands in for {why}" if why else f"{experiment.source} does not print it"
            yield f"data set {name} decides no claim of the source, because {text}; " + REMEDY
    once = counted_once(basis.named, plan.catalogue)
    for name in basis.named:
        if name not in once:
            yield f"data set {name} is a version of another one of the claim; name one of them"
    for study in basis.studies:
        if not basis.datasets(experiment.study(study).datasets) and not basis.named:
            yield f"study {study} has no data set of {experiment.source}; " + REMEDY


def _faults_of_draws(plan: Plan, experiment: Experiment, basis: Basis) -> Iterator[str]:
    """What rests on one draw of generated data, in a study that has no reason for it."""
    single = [
        f"{dataset} in study {name}"
        for name in basis.studies
        for dataset in basis.datasets(experiment.study(name).datasets)
        if plan.draws(experiment.study(name), dataset) == 1 and not experiment.study(name).one_draw
    ]
    if single:
        yield (
            f"it rests on one draw of {', '.join(single)}; run more trials, leave them out with"
            " datasets, or say in one_draw of the study why it has one"
        )
