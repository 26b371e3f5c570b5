"""`claim`: judge one claim again on the stored results. Nothing is fitted.

These are the results of this folder's run, or the kept ones if it has not run the experiment. The
scale and the data sets are those of the run.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from methods.bench import paths
from methods.bench.plan import read_plan
from methods.bench.results import Results
from methods.claims.ledger import judge
from methods.command.claim_page import print_claim
from methods.command.judge import claims_as_kept, plan_of_kept
from methods.command.stale_results import warning_of_claims
from methods.errors import unknown
from methods.sealed_files import read_sealed_json


def run(options: argparse.Namespace) -> None:
    """Print the claim's entry of the ledger, as it is judged now, for people or as JSON."""
    experiment, _, name = options.name.partition("/")
    plan = read_plan(options.root, [*settings_of_run(options.root, options.name), *options.config])
    if experiment not in plan.experiments or name not in plan.experiments[experiment].claims:
        known = [f"{e.name}/{claim}" for e in plan.experiments.values() for claim in e.claims]
        raise unknown("claim", options.name, known)
    has_run = (options.root / paths.claims(experiment)).exists()
    if has_run and (warning := warning_of_claims(plan, experiment)):
        print(warning, file=sys.stderr)
    if has_run or not (options.root / paths.REFERENCE / experiment).exists():
        entry = judge(Results.load(plan, experiment, options.root), name)
    else:
        (entry,) = claims_as_kept(options.root, plan_of_kept(options.root), experiment, [name])
    if options.json:
        print(json.dumps(entry, indent=1, ensure_ascii=False))
    else:
        print_claim(options.root, entry, is_kept=not has_run)


def settings_of_run(root: Path, name: str) -> list[str]:
    """The scale and the data sets of the last run, as entries of ``--config``, if it has the claim.

    Else a run on two trials would be judged at the scale of config.yaml, which it does not have.
    """
    ledger = root / paths.LEDGER
    last = read_sealed_json(ledger) if ledger.exists() else {"claims": []}
    if name not in {claim["name"] for claim in last["claims"]}:
        return []
    return [f"{key}={json.dumps(last[key])}" for key in ("scale", "datasets")]
