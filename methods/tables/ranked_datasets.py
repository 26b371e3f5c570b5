"""Which data sets the average ranks of a table of scores are over, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence

from methods.bench.results import Results
from methods.schemas.option_kinds import Published


def ranked_datasets(
    results: Results, published: Published | None, shown: Sequence[str]
) -> list[str]:
    """The data sets of the average ranks: those in print without stand-ins, or all if none is left.

    Versions of one data set count once. Of these data sets the complete ones are ranked.
    """
    in_print = results.printed_datasets(published, shown) if published else []
    own = [name for name in in_print if not results.plan.catalogue[name].stands_in_for]
    return results.counted_once(own or shown)


def rank_note(methods: int, datasets: int) -> str:
    """How many methods average ranks compare, over how many complete data sets."""
    if not methods:
        return "No average rank: no method has scores"
    if not datasets:
        return f"No average rank: no data set that counts has scores of all {methods} methods"
    return f"Average rank of {methods} methods over {datasets} data set{'s' * (datasets != 1)}"
