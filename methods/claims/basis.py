"""What a claim rests on: the studies and the data sets that it may use.

A claim of a paper rests on the paper's own data sets. Data sets that stand in for others, and those
that the paper does not print, decide only claims that are marked ``beyond``, and theorems, marked
``any_data``. An experiment of no paper has all of its data sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from methods.bench.construct import options_of
from methods.bench.experiments import Experiment
from methods.bench.plan import Plan
from methods.schemas.option_mentions import names_of, option_mentions
from methods.schemas.outputs import CLAIM_KEYS


@dataclass(frozen=True)
class Basis:
    """The studies and data sets that a claim names, and the data sets that it may rest on."""

    studies: tuple[str, ...]
    named: tuple[str, ...]  # none if it takes all of the studies
    allowed: frozenset[str]

    def datasets(self, of_study: Iterable[str]) -> list[str]:
        """Those of a study that the claim rests on."""
        return [n for n in of_study if n in self.allowed and (not self.named or n in self.named)]


def basis_of(plan: Plan, experiment: Experiment, claim: Mapping[str, Any]) -> Basis:
    function, options = options_of(claim, CLAIM_KEYS)
    mentions = option_mentions(function, options)
    studies, named = names_of(mentions, "study"), names_of(mentions, "data set")
    of_experiment = {name for study in experiment.studies.values() for name in study.datasets}
    source = experiment.source
    if source in plan.papers and not (claim.get("beyond") or claim.get("any_data")):
        of_experiment = {n for n in of_experiment if plan.catalogue[n].belongs_to(source)}
    # only one version of a data set counts, and it is the one that the claim names
    main = {name: plan.catalogue[name].version_of or name for name in (*of_experiment, *named)}
    mains = {main[name] for name in named}
    of_experiment = {n for n in of_experiment if n in named or main[n] not in mains}
    return Basis(studies, named, frozenset(of_experiment))
