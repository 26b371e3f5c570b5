"""What of the kept results is outdated, in sentences for the pages that show them."""

from __future__ import annotations

from collections.abc import Sequence

from methods.bench.results import Results
from methods.claims.kept import Outdated, outdated_of

ALL = ("*",)


def is_outdated(results: Results, study: str) -> bool:
    """Whether today's code or data would make some kept fit of a study in another way."""
    methods = [method.name for method in results.study(study).methods]
    return any(
        change.has(study, dataset, method)
        for change in outdated_of(results)
        for dataset in results.datasets(study)
        for method in methods
    )


def reasons(results: Results) -> list[str]:
    """A text for each change of code or data that makes kept results outdated."""
    return [
        f"{_which(change)} are outdated. This has changed since they were made: {change.why}."
        " They stay until the next run is kept. No claim that reads them is judged."
        for change in outdated_of(results)
    ]


def _which(change: Outdated) -> str:
    lists = {"of": change.methods, "on": change.datasets, "in the studies named": change.studies}
    named = [f"{word} {_listed(names)}" for word, names in lists.items() if names != ALL]
    return " ".join(["The results", *named]) if named else "All results of this experiment"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def left_behind(results: Results, study: str, shown: Sequence[str]) -> str:
    """Which data sets `shown` in a kept table are not those of its study; empty if none."""
    gone = [name for name in dict.fromkeys(shown) if name not in results.datasets(study)]
    if not gone:
        return ""
    are, them = ("data set is", "it") if len(gone) == 1 else ("data sets are", "them")
    return (
        f"{len(gone)} {are} in this table and not in its study now: {_listed(gone)}."
        f" The counts under What ran leave {them} out."
    )
