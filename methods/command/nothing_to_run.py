"""Does a selection of experiments, data sets, methods and scale leave anything to run?"""

from __future__ import annotations

from collections.abc import Iterator

from methods.bench.plan import Plan


def faults_of_selection(plan: Plan) -> Iterator[str]:
    """What to change if no study of the selected experiments runs."""
    if not plan.running():
        yield (
            f"nothing to run at scale {plan.scale}: no study of the selected experiments has trials"
            " there, with the selected data sets and methods; select others, or another scale"
        )
