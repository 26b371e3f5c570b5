"""Claims judged again on kept results, which have scores and runs but no curves and no arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from methods.bench.results import Results
from methods.claims.ledger import judge, specification
from methods.claims.verdicts import UNTESTABLE

JUDGED = ("verdict", "reason", "evidence")


def judge_kept(results: Results, name: str, before: Mapping[str, Any] | None) -> dict[str, Any]:
    """The ledger entry of a claim, tested now if what its test reads is kept.

    If it is not, the verdict of the run stands as long as the test and its options are the same.
    `before` is the entry that the ledger has now, if it has one.
    """
    try:
        return judge(results, name)
    except FileNotFoundError:
        entry = specification(results, name)
        entry["scale"] = results.plan.scale
        if before is not None and before["test"] == entry["test"]:
            return {**entry, **{key: before[key] for key in JUDGED}}
        nothing = {"verdict": UNTESTABLE, "reason": "not in the kept run", "evidence": []}
        return {**entry, **nothing}
