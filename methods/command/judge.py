"""`judge`: judge the kept results again, after a change of claims or of their tests."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from methods import project
from methods.bench import paths
from methods.bench.experiments import load_experiments
from methods.bench.plan import Plan, read_plan
from methods.bench.results import Results
from methods.claims.kept import judge_kept
from methods.claims.ledger import ledger_of, read_claims
from methods.command.kept_outputs import write_kept_outputs
from methods.errors import UserError
from methods.report.found import read_found
from methods.report.verdict_pages import write_verdict_pages
from methods.schemas.paper import load_papers
from methods.sealed_files import identity_of, read_sealed_json, write_sealed_json

Entry = dict[str, Any]


def run(options: argparse.Namespace) -> None:
    """Write the ledger and the tables of results/reference, and print each verdict that differs."""
    reference = Path(paths.REFERENCE)  # as `keep` writes it
    before = {entry["name"]: entry for entry in read_ledger(reference)["claims"]}
    plan = plan_of_kept(options.root)
    for experiment, entries in judged_again(options.root):
        write_sealed_json(reference / experiment / "claims.json", {"claims": entries}, {})
        for entry in entries:
            old = before.get(entry["name"], {"verdict": "not there"})
            if old["verdict"] != entry["verdict"]:
                print(f"{entry['name']}: {old['verdict']} -> {entry['verdict']}: {entry['reason']}")
        results = Results.load(plan, experiment, options.root, reference)
        write_kept_outputs(results, reference / experiment)
    write_ledger(plan, reference)


def write_ledger(plan: Plan, reference: Path) -> None:
    """Write the ledger of all kept experiments without evidence, and the pages that show it.

    The evidence stands beside the results of each experiment.
    """
    kept = sorted(reference.glob("*/claims.json"))
    ledger = ledger_of(kept, plan.scale, plan.config["datasets"])
    for claim in ledger["claims"]:
        del claim["evidence"]
    write_sealed_json(reference / "claims.json", ledger, {"claims": identity_of(kept)})
    root = project.root()
    papers = load_papers(root)
    experiments = load_experiments(root / "workflow" / "experiments").values()
    write_verdict_pages(reference, papers, experiments, ledger["claims"], read_found(root))


def judged_again(
    root: Path, names: Sequence[str] | None = None
) -> Iterator[tuple[str, list[Entry]]]:
    """For each experiment with kept results, or each of `names`, its claims as judged now."""
    reference = root / paths.REFERENCE
    plan = plan_of_kept(root)
    for name, experiment in plan.experiments.items():
        if not (reference / name).is_dir() or (names is not None and name not in names):
            continue
        yield name, list(claims_as_kept(root, plan, name, experiment.claims))


def claims_as_kept(
    root: Path, plan: Plan, experiment: str, claims: Iterable[str]
) -> Iterator[Entry]:
    """The ledger entries of claims of an experiment as judged now, on its kept results."""
    file = root / paths.REFERENCE / experiment / "claims.json"
    before = {entry["name"]: entry for entry in read_claims(file)} if file.exists() else {}
    results = Results.load(plan, experiment, root, root / paths.REFERENCE)
    for claim in claims:
        yield judge_kept(results, claim, before.get(f"{experiment}/{claim}"))


def plan_of_kept(root: Path) -> Plan:
    """The plan of the run that was kept, with everything that it selected."""
    ledger = read_ledger(root / paths.REFERENCE)
    selected = [f"{key}={json.dumps(ledger[key])}" for key in ("scale", "datasets")]
    return read_plan(root, [*selected, "experiments=all", "methods=all"])


def read_ledger(reference: Path) -> dict[str, Any]:
    try:
        return read_sealed_json(reference / "claims.json")
    except FileNotFoundError:
        raise UserError(
            f"no results are kept in {reference}; finish a run and `keep` it, or copy the folder"
            " from a checkout"
        ) from None
