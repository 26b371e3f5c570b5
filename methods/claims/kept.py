"""Claims judged again on kept results, which have scores and runs but no curves and no arrays.

`outdated.yaml` beside the kept results of an experiment lists what today's code or data would make
in another way. Claims that read it are not judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from methods.bench.construct import options_of
from methods.bench.results import Results
from methods.claims.basis import basis_of
from methods.claims.ledger import judge, specification
from methods.claims.sentences import of_cases
from methods.claims.sentences.words import words
from methods.claims.verdicts import UNTESTABLE
from methods.schemas.model import Model
from methods.schemas.option_mentions import Mention, names_of, option_mentions
from methods.schemas.outputs import CLAIM_KEYS
from methods.schemas.reading import read
from methods.yaml_files import read_yaml

OUTDATED = "outdated.yaml"
JUDGED = ("verdict", "reason", "evidence", "flips", "flip")


class Outdated(Model, frozen=True, kw_only=True):
    """Kept fits that would come out in another way now: those that are in each list."""

    why: str
    studies: tuple[str, ...] = ("*",)
    datasets: tuple[str, ...] = ("*",)
    methods: tuple[str, ...] = ("*",)  # names or patterns, such as RCD*

    def has(self, study: str, dataset: str, method: str) -> bool:
        of_place = ((study, self.studies), (dataset, self.datasets), (method, self.methods))
        return all(any(fnmatchcase(name, p) for p in patterns) for name, patterns in of_place)


def judge_kept(results: Results, name: str, before: Mapping[str, Any] | None) -> dict[str, Any]:
    """The ledger entry of a claim, tested now if what its test reads is kept.

    If curves or arrays are missing alone, the verdict of the run stands as long as the test and its
    options are the same. `before` is the entry that the ledger has now, if it has one.
    """
    entry = {**specification(results, name), "scale": results.plan.scale}
    if why := not_kept(results, name):
        return {**entry, **_no_verdict(why)}
    try:
        return judge(results, name)
    except FileNotFoundError:
        if before is not None and before["test"] == entry["test"]:
            return {**entry, **{key: before.get(key, "") for key in JUDGED}}
        return {**entry, **_no_verdict("")}


def _no_verdict(why: str) -> dict[str, Any]:
    reason = why or of_cases.not_in_kept_run("the curves or arrays that it reads are not kept")
    return {"verdict": UNTESTABLE, "reason": reason, "evidence": [], "flips": {}, "flip": ""}


def not_kept(results: Results, name: str) -> str:
    """Why the scores that a claim reads are not kept, in sentences; empty if they are."""
    claim = results.experiment.claims[name]
    basis = basis_of(results.plan, results.experiment, claim)
    view = results.seen_by_claims(basis.allowed)
    outdated = outdated_of(results)
    function, options = options_of(claim, CLAIM_KEYS)
    mentions = [m for m in option_mentions(function, options) if isinstance(m, Mention)]
    for reading in names_of(mentions, "claim"):
        if why := not_kept(results, reading):
            return why
    conditions = set(names_of(mentions, "condition")) - {""}
    for study in basis.studies:
        of_study = [method.name for method in results.study(study).methods]
        named = [name for name in of_study if any(m.name == name for m in mentions)]
        for dataset in basis.datasets(view.datasets(study)):
            at, on = f"the study named {words(study)}", f"on {words(dataset)}"
            try:
                runs = results.seen_by_claims(frozenset({dataset})).runs(study)
            except FileNotFoundError:
                return of_cases.not_in_kept_run(f"{at} is new {on}")
            if runs["seed"].nunique() != results.trials(study, dataset):
                return of_cases.not_in_kept_run(f"{at} has another number of trials {on}")
            for condition in sorted(conditions - set(runs["condition"])):
                what = f"{at} has the new condition {words(condition)} {on}"
                return of_cases.not_in_kept_run(what)
            ran = set(runs["method"])
            for method in named or of_study:
                if method not in ran:
                    return of_cases.not_in_kept_run(f"{at} has the new method {method} {on}")
                for change in outdated:
                    if change.has(study, dataset, method):
                        return of_cases.not_run_again(change.why, f"{method} {on}, in {at}")
    return ""


def outdated_of(results: Results) -> Sequence[Outdated]:
    path = results.folder / results.experiment.name / OUTDATED
    if not path.exists():
        return []
    return [read(Outdated, entry, str(path)) for entry in read_yaml(path)]
