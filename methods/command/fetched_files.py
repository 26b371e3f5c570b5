"""Which fetched files hold what the reports on them say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from methods.bench import paths
from methods.bench.plan import Plan
from methods.data.fetch import damaged_files
from methods.schemas.dataset import FETCHED
from methods.sealed_files import Damaged, read_sealed_json


class NamesOthers(Damaged):
    """A report names files that are not beside it, which must be neither removed nor copied."""


def verify_fetched(plan: Plan) -> dict[str, Damaged]:
    """The damaged ones among the reports on fetched data and the files that they name."""
    damaged: dict[str, Damaged] = {}
    for dataset in plan.fetched_datasets():
        report = Path(paths.fetched(dataset))
        try:
            damaged |= {str(damage.path): damage for damage in damaged_fetched(report)}
        except FileNotFoundError:
            continue
        except Damaged as damage:
            damaged[str(report)] = damage
    return damaged


def damaged_fetched(report: Path) -> Iterator[Damaged]:
    """What is wrong with the files that a report names, or with the names."""
    content = read_sealed_json(report)
    for file in content.get("files", ()):
        if file["path"] in ("", "..") or file["path"] != Path(file["path"]).name:
            yield NamesOthers(report, f"{file['path']!r} is not the name of a file beside it")
            return
    yield from damaged_files(report.parent, content)


def removable(damaged: Mapping[str, Damaged]) -> Iterator[str]:
    """The files that must go before data are fetched again, which writes damaged reports anew.

    It would keep a sound one that names other files.
    """
    for path, damage in damaged.items():
        if Path(path).name != FETCHED or isinstance(damage, NamesOthers):
            yield path
