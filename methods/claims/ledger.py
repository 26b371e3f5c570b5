"""The ledger of claims: each with its verdict, the reason and the numbers behind it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import asdict, replace
from inspect import signature
from pathlib import Path
from typing import Any

from methods.bench.construct import options_of
from methods.bench.guard import OK
from methods.bench.results import Results, finished
from methods.bench.statistics import FEWEST_TRIALS
from methods.claims.basis import Basis, basis_of
from methods.claims.counts import counts
from methods.claims.question import question
from methods.claims.sentences import of_cases
from methods.claims.sentences.words import TOO_FEW
from methods.claims.verdicts import INCONCLUSIVE, UNTESTABLE, Verdict, with_absent
from methods.schemas.option_mentions import Mention, option_mentions
from methods.schemas.outputs import CLAIM_KEYS
from methods.sealed_files import read_sealed_json

SCHEMA_VERSION = 2
PAPERS_SCALE = "paper"  # of the runs whose verdicts are kept


def judge(results: Results, name: str) -> dict[str, Any]:
    """The ledger entry of one claim of the experiment, tested now on the stored results."""
    entry = results.experiment.claims[name]
    test, options = options_of(entry, CLAIM_KEYS)
    basis = basis_of(results.plan, results.experiment, entry)
    view = results.seen_by_claims(basis.allowed)
    verdict = test(view, **options)
    if entry.get("derived"):
        # it stands or falls with its argument, however far its numbers are from a bound
        verdict = replace(verdict, flips={}, flip="")
    absent = _absent(view, basis, _methods(test, options))
    if not (entry.get("beyond") or entry.get("any_data")):
        need = options.get("need", getattr(signature(test).parameters.get("need"), "default", None))
        verdict = with_absent(verdict, absent, need)
    if verdict.verdict == UNTESTABLE:
        known = {name: results.plan.catalogue[name].unavailable for name in absent}
        why = of_cases.unavailable({name: each.why for name, each in known.items() if each})
        verdict = replace(verdict, reason=f"{verdict.reason} {why}".strip())
    if results.plan.scale == PAPERS_SCALE:
        verdict = untestable_if_too_few(verdict)
    entry = {**specification(results, name), **asdict(verdict), "scale": results.plan.scale}
    return dict(plain(entry))


def _absent(view: Results, basis: Basis, methods: Container[str]) -> list[str]:
    """The data sets of the claim on which no fit, or none of a method that it names, ended well."""
    absent = []
    for study in basis.studies:
        runs = view.runs(study)
        came = set(finished(runs)["dataset"])
        ended_well = (
            (runs["status"] == OK).groupby([runs["dataset"], runs["method"]], observed=True).any()
        )
        failed = {d for (d, method), well in ended_well.items() if method in methods and not well}
        absent += [d for d in basis.datasets(view.datasets(study)) if d not in came or d in failed]
    return list(dict.fromkeys(absent))


def _methods(test: Callable[..., Any], options: Mapping[str, Any]) -> set[str]:
    mentions = option_mentions(test, options)
    return {m.name for m in mentions if isinstance(m, Mention) and "method" in m.kinds}


def specification(results: Results, name: str) -> dict[str, Any]:
    """What a claim says, how it is tested and on which data sets, without its verdict."""
    entry = results.experiment.claims[name]
    test, options = options_of(entry, CLAIM_KEYS)
    basis = basis_of(results.plan, results.experiment, entry)
    view = results.seen_by_claims(basis.allowed)
    datasets = [d for study in basis.studies for d in basis.datasets(view.datasets(study))]
    return {
        "name": f"{results.experiment.name}/{name}",
        "source": results.experiment.source,
        "where": entry["where"],
        "says": entry["says"],
        "about": entry.get("about", ""),
        "beyond": entry.get("beyond", False),
        "derived": entry.get("derived", ""),
        "argument": entry.get("argument", ""),
        "one_draw": entry.get("one_draw") or _why_one_draw(results, basis),
        "tested": question(test, options) + _direction(results, basis, options),
        "test": {"function": entry["function"], **options},
        "datasets": list(dict.fromkeys(datasets)),
    }


def _why_one_draw(results: Results, basis: Basis) -> str:
    """The reasons of the studies that split one draw of a generated data set of the claim."""
    studies = [results.study(name) for name in basis.studies]
    reasons = [
        study.one_draw
        for study in studies
        for dataset in basis.datasets(study.datasets)
        if study.one_draw and results.plan.catalogue[dataset].generated
    ]
    return "; ".join(dict.fromkeys(reasons))


def _direction(results: Results, basis: Basis, options: Mapping[str, Any]) -> str:
    """How to read a question about low scores, for a metric whose high values are good."""
    metric = options.get("metric", "")
    if all(results.lower_is_better(study, metric) for study in basis.studies):
        return ""
    return f" High values of {metric} are good: read higher for lower, and above for below."


def plain(value: Any) -> Any:
    """What JSON can hold, also of numbers from NumPy. What is no finite number becomes None."""
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return round_significant(value)
    return value


def round_significant(value: float) -> float | None:
    """Ten significant digits, to hide the last bits of a sum. None if it is no finite number."""
    return float(f"{value:.10g}") if abs(value) < float("inf") else None


def read_claims(path: str | Path) -> list[dict[str, Any]]:
    """The ledger entries in the file of one experiment."""
    return list(read_sealed_json(path)["claims"])


def ledger_of(files: Iterable[str | Path], scale: str, datasets: Any) -> dict[str, Any]:
    """The ledger of the verdicts in these files of several experiments."""
    claims = [claim for path in files for claim in read_claims(path)]
    return {
        "schema": SCHEMA_VERSION,
        "scale": scale,
        "datasets": datasets,
        "counts": counts(claims, beyond=False),
        "counts_beyond": counts(claims, beyond=True),
        "claims": claims,
    }


def untestable_if_too_few(verdict: Verdict) -> Verdict:
    """The verdict at the scale of the papers, where no more trials are planned.

    A claim that has too few trials in every case cannot be tested then. At other scales it is
    inconclusive, and a larger run may decide it.
    """
    if verdict.verdict != INCONCLUSIVE or not verdict.reason.endswith(TOO_FEW):
        return verdict
    return replace(
        verdict, verdict=UNTESTABLE, reason=of_cases.too_few(verdict.reason, FEWEST_TRIALS)
    )
