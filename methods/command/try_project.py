"""The folder of `try`: a project of its own around one table, with links to this one's code.

Snakefile, methods, plugins and the parts of workflow are links. The experiment, the configuration
and the notes on the table are files, which a run of `try` writes again. So the pipeline, and every
command, works in such a folder as in any project, and nothing of this project's results is touched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from methods.bench.construct import build
from methods.bench.experiments import Experiment, Method, Study, load_experiment, slug
from methods.data.local import TABLES, read_notes
from methods.errors import UserError, unknown
from methods.files import write_text
from methods.project import IS_INSTALLED, NAME
from methods.schemas.metric_entries import CURVES, SCORED_ALWAYS
from methods.schemas.named_columns import TableNotes
from methods.yaml_files import dump_yaml, read_yaml

LINKS = ("Snakefile", "plugins", "workflow/rules", "workflow/report", "workflow/schemas",
         "workflow/profiles", *(() if IS_INSTALLED else (NAME,)))  # fmt: skip
DEFAULTS = Path("workflow", "experiments", "yardstick.yaml")  # methods, budgets, scaling and limits
EXPERIMENT, STUDY = "try", "halves"
FILE = Path("workflow", "experiments", f"{EXPERIMENT}.yaml")
TRIALS = 15  # so that all methods take about 3 minutes on a table of some hundred rows
BLOCK_SIZE = 5  # trials that one job fits; a file has so many, however many trials are asked for
STEPS = 10  # of a split by time
TUNING = (
    "The shipped methods choose among twelve settings by the error in three folds of the training"
    " rows, whatever the metric"
)
HEADER = "# python -m methods try and land write this file again.\n"


@dataclass(frozen=True)
class Wish:
    """What the user asks for.

    Attributes
    ----------
    table : the file, at its own place.
    own : entries of the user's methods, dotted paths or mappings with a class.
    chosen : display names of shipped methods; all for vectors if there are none.
    metrics : entries of metrics; the first decides who wins.
    """

    table: Path
    target: str
    own: Sequence[Any] = ()
    chosen: Sequence[str] = ()
    metrics: Sequence[Any] = ("error",)
    trials: int = TRIALS
    groups: str | None = None
    seconds: float | None = None
    memory_mb: int | None = None
    max_bytes: int | None = None

    @property
    def name(self) -> str:
        """The name of the data set."""
        return slug(self.table.stem) or "table"


def lay_table(wish: Wish, folder: Path) -> Path:
    """Link the table, and write the notes on it, those beside it among them."""
    suffix = wish.table.suffix.lower()
    if wish.table.is_dir():
        raise UserError(f"{wish.table} is a folder; name a file in it")
    if suffix not in TABLES:
        raise UserError(
            f"{wish.table}: a table ends in {', '.join(TABLES)}; save it as one of these"
        )
    if not wish.table.is_file():
        raise UserError(f"{wish.table}: no such file")
    local = folder / "datasets" / "local"
    link = local / f"{wish.name}{suffix}"
    for other in local.glob("*"):
        if other.suffix not in TABLES or (other == link and other.readlink() == wish.table):
            continue
        if (folder / "results").exists():
            raise UserError(
                f"{folder} has results of {other.readlink()}; name another folder with --out"
            )
        other.unlink()
    link_to(link, wish.table)
    stated = {"target": wish.target, "groups": wish.groups, "max_bytes": wish.max_bytes}
    stated = {key: value for key, value in stated.items() if value is not None}
    write_yaml(link.with_suffix(".yaml"), {**notes_beside(wish.table), **stated})
    return link


def notes_beside(table: Path) -> dict[str, Any]:
    """What a YAML file beside the table says of it."""
    file = table.with_suffix(".yaml")
    if not file.is_file():
        return {}
    read_notes(file)
    return dict(read_yaml(file) or {})


def link_to(link: Path, target: Path) -> None:
    """Make a link, or let it point elsewhere; a link to a file that is missing is well."""
    if link.is_symlink() and link.readlink() == target:
        return
    link.parent.mkdir(parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(target)


def write_project(wish: Wish, folder: Path, root: Path, n_classes: int, notes: Any) -> None:
    """Write experiment and configuration, and link the rest."""
    for name in LINKS:
        link_to(folder / name, root / name)
    link_to(folder / "profiles", Path("workflow", "profiles"))
    defaults = load_experiment(root / DEFAULTS)
    write_yaml(folder / FILE, experiment_of(wish, defaults, n_classes, notes))
    config = {  # metrics and trials stand here since other settings are no reason for a warning
        "experiments": [EXPERIMENT], "datasets": "all", "scale": "paper", "trials": wish.trials,
        "metrics": [entry for entry in wish.metrics if entry not in SCORED_ALWAYS],
    }  # fmt: skip
    write_yaml(folder / "config.yaml", config)


def experiment_of(
    wish: Wish, defaults: Experiment, n_classes: int, notes: TableNotes
) -> dict[str, Any]:
    """The content of the experiment file.

    `notes` name the groups or the time of the rows, if they have any.
    """
    study = next(iter(defaults.studies.values()))
    own = own_methods(wish.own)
    shipped = chosen_methods(study, wish.chosen, n_classes)
    # one that has the name of a shipped method takes its place, if she says so by its class
    methods = {m.name: m.spec for m in shipped} | own
    metrics = [named(entry) for entry in wish.metrics]
    if curves := [metric for metric in metrics if metric in CURVES]:
        raise UserError(
            f"--metric {curves[0]}: a curve is no number; name a metric such as roc_auc"
        )
    about = f"{wish.table.name}: {wish.target}"
    scores = {"function": "methods.tables.scores.score_table", "study": STUDY, "corrected": True}
    tables: dict[str, Any] = {
        "who_wins": {
            "function": "methods.tables.winner.winner_table", "study": STUDY,
            "metric": metrics[0], "own": list(own),
        }
    }  # fmt: skip
    for metric in dict.fromkeys([*metrics, "error"]):
        caption = f"All methods by {metric}, {_words(split_of(notes))}"
        tables[f"scores_{slug(metric)}"] = {**scores, "metric": metric, "caption": caption}
    return {
        "title": about,
        "methods": to_builtins(methods),
        "studies": {
            STUDY: {
                "about": f"{about}, {_words(split_of(notes))}. {TUNING}",
                "datasets": [wish.name],
                "methods": list(methods),
                "split": split_of(notes),
                "scaling": to_builtins(study.scaling),
                "trials": STEPS if notes.time else TRIALS,
                "block_size": BLOCK_SIZE,
                "seconds": wish.seconds or study.seconds,
                "memory_mb": wish.memory_mb or study.memory_mb,
            }
        },
        "tables": tables,
    }


def split_of(notes: TableNotes) -> dict[str, Any]:
    """Stratified halves; of groups, halves of the groups; of a series, steps in time."""
    if notes.time and notes.groups:
        raise UserError("a split is by groups or by time; name groups or time, not both")
    if notes.time:
        return {"kind": "time", "folds": STEPS}
    if notes.groups:
        return {"kind": "holdout", "train": 0.5, "groups": True}
    return {"kind": "holdout", "train": 0.5, "stratify": True}


def _words(split: dict[str, Any]) -> str:
    if split["kind"] == "time":
        return "training rows before the test rows"
    return "half the groups for training" if "groups" in split else "half the rows for training"


def named(entry: Any) -> str:
    """The name of a metric in the results."""
    if isinstance(entry, dict):
        return str(entry.get("name") or str(entry.get("function", "")).rpartition(".")[2])
    return str(entry).rpartition(".")[2]


def own_methods(entries: Sequence[Any], option: str = "--method") -> dict[str, Any]:
    """Display name to the specification of each of the user's methods."""
    methods: dict[str, Any] = {}
    for entry in entries:
        spec = dict(entry) if isinstance(entry, dict) else {"class": entry}
        if not re.fullmatch(r"\w+(\.\w+)+", str(spec.get("class", ""))):
            raise UserError(
                f"{option} {entry}: write the dotted path of a class, such as mine.NearestMean of"
                " plugins/mine.py, or {class: mine.NearestMean, shrinkage: 0.2}"
            )
        # the folder of plugins is importable itself
        spec["class"] = spec["class"].removeprefix("plugins.")
        of_class = tuned_class(spec).rpartition(".")[2]
        names = (f"{of_class} {nth}" if nth > 1 else of_class for nth in count(1))
        methods[next(name for name in names if name not in methods)] = spec
    return methods


def tuned_class(spec: Mapping[str, Any]) -> str:
    """The class whose settings a search chooses, as she knows her method by it, or else its own."""
    inner = spec.get("estimator")
    if spec["class"].endswith("SearchCV") and isinstance(inner, dict) and "class" in inner:
        return str(inner["class"])
    return str(spec["class"])


def chosen_methods(study: Study, chosen: Sequence[str], n_classes: int) -> list[Method]:
    """The methods of the study that take so many classes, or those of the given names.

    A method whose optional package is not installed is left out.
    """
    installed = [method for method in study.methods if not study.lacks(method)]
    known = {method.name: method for method in study.methods}
    for name in chosen:
        if name not in known:
            raise unknown("method", name, known, "--methods")
        if lacking := study.lacks(known[name]):
            raise UserError(f"--methods: {name}: {lacking}")
        if not takes(known[name], n_classes):
            able = ", ".join(m.name for m in installed if takes(m, n_classes))
            raise UserError(
                f"--methods: {name} is for two classes, the target has {n_classes}; choose from:"
                f" {able}"
            )
    return [
        method
        for method in installed
        if (method.name in chosen if chosen else takes(method, n_classes))
    ]


def takes(method: Method, n_classes: int) -> bool:
    """Whether a method says that it takes so many classes."""
    from sklearn.utils import get_tags  # heavy

    tags = get_tags(build(method.spec)).classifier_tags
    return n_classes == 2 or tags is None or bool(tags.multi_class)


def write_yaml(path: Path, content: Any) -> None:
    """Write a file unless it holds that already, so that nothing is made again for its time."""
    text = HEADER + dump_yaml(content, width=100)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        write_text(path, text)
