"""The kept verdict of a claim, at the papers' scale, and that of this run beside it.

The kept verdict leads. A run on fewer trials confirms it, contradicts it or says nothing. Only a
run at the papers' scale leads itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.bench.plan import Plan
from methods.claims.counts import DERIVED, counted_as
from methods.claims.kinds import kind_of
from methods.claims.ledger import PAPERS_SCALE
from methods.claims.verdicts import FAILS, HOLDS
from methods.sealed_files import read_sealed_json

Claim = dict[str, Any]
CONFIRMS, CONTRADICTS, NOTHING, ALONE = RELATIONS = (
    "confirms it", "contradicts it", "says nothing", "alone says so",
)  # fmt: skip
DECIDED = (HOLDS, FAILS)


@dataclass(frozen=True)
class TwoVerdicts:
    """`kept` has the entries of the kept ledger by name.

    `shows_kept` says whether the report is on the kept results themselves, and `leads` whether this
    run is at the papers' scale.
    """

    kept: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    shows_kept: bool = False
    leads: bool = False

    @staticmethod
    def of(plan: Plan, root: Path, shows_kept: bool) -> TwoVerdicts:
        ledger = root / paths.REFERENCE / "claims.json"
        claims = read_sealed_json(ledger)["claims"] if ledger.exists() else []
        kept = {claim["name"]: claim for claim in claims if claim["scale"] == PAPERS_SCALE}
        return TwoVerdicts(kept, shows_kept, is_at_papers_scale(plan))

    @property
    def this_run(self) -> str:
        return "this run, at the papers' scale" if self.leads else "this run"

    def shown(self, claim: Mapping[str, Any]) -> Claim:
        """The claim with the leading verdict, where it is from, and the other one `beside` it.

        A kept verdict of another test says nothing of this claim.
        """
        mine = {**claim, "counted_as": counted_as(claim), "beside": None, "of_run": None,
                "kind": kind_of(claim)}  # fmt: skip
        if self.shows_kept:
            return {**mine, "at": ""}  # all are at the papers' scale, as the page says once
        kept = self.kept.get(claim["name"])
        if kept is None or kept["test"] != claim["test"] or mine["counted_as"] == DERIVED:
            return {**mine, "at": f"in {self.this_run}" if self.kept else ""}
        of_kept = {"verdict": kept["verdict"], "counted_as": counted_as(kept),
                   "kind": kind_of(kept)}  # fmt: skip
        of_run = {"verdict": claim["verdict"], "counted_as": mine["counted_as"]}
        if self.leads:
            beside = {**of_kept, "by": "the kept run", "reason": kept["reason"]}
            beside["relation"] = relation(of_kept["verdict"], of_run["verdict"])
            return {**mine, "at": f"in {self.this_run}", "beside": beside}
        beside = {**of_run, "by": self.this_run, "reason": claim["reason"]}
        beside["relation"] = relation(of_run["verdict"], of_kept["verdict"])
        return {
            **mine, **of_kept, **{key: kept[key] for key in ("reason", "flips", "flip")},
            "at": "at the papers' scale", "beside": beside,
        }  # fmt: skip


def is_at_papers_scale(plan: Plan) -> bool:
    """Whether a run has the trials, the data sets and the methods of the papers."""
    config = plan.config
    everything = config["datasets"] == config["methods"] == "all" and config["trials"] is None
    return plan.scale == PAPERS_SCALE and everything


def relation(second: str, leading: str) -> str:
    """What a second verdict says of the leading one."""
    if second not in DECIDED:
        return NOTHING
    if leading not in DECIDED:
        return ALONE
    return CONFIRMS if second == leading else CONTRADICTS


def sentence(claims: Iterable[Mapping[str, Any]]) -> str:
    """What the second verdicts say together, such as those of a quick run of the kept ones."""
    beside = [claim["beside"] for claim in claims if claim["beside"]]
    if not beside:
        return ""
    told = Counter(each["relation"] for each in beside)
    by = beside[0]["by"]
    alone = f" In {told[ALONE]} more it alone decides." if told[ALONE] else ""
    return (
        f"Beside them are the verdicts of {by}. Of {len(beside)} verdicts it confirms"
        f" {told[CONFIRMS]}, contradicts {told[CONTRADICTS]} and says nothing of"
        f" {told[NOTHING]}.{alone}"
    )
