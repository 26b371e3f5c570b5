"""A made-up project on disk: descriptors, an experiment file, and stored scores of known value."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import yaml

from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.data.splits import Split, save_splits
from methods.sealed_files import write_sealed

BUNDLED = {"bundled": "load_breast_cancer"}
FILES = {"files": [{"path": "far/away.csv", "url": ["https://example.invalid/away.csv"]}],
         "format": "delimited", "delimiter": ","}  # fmt: skip
PLUGIN = """from sklearn.dummy import DummyClassifier


class Prior(DummyClassifier):
    pass
"""
TABLE = "a,b,state\n" + "\n".join(f"{i},{i * i % 7},{'yes' if i > 9 else 'no'}" for i in range(20))
NO_TRACES = pd.DataFrame(columns=["method", "seed", "condition", "curve", "x", "value"])
MAJORITY = {"class": "sklearn.dummy.DummyClassifier", "strategy": "most_frequent"}


def write_descriptor(root: Path, name: str, source: Mapping[str, Any] = BUNDLED) -> Path:
    """A descriptor under the name given, of the bundled breast cancer data by default."""
    content = {
        "name": name, "title": name, "task": "binary", "shape": [569, 30],
        "classes": {"benign": 357, "malignant": 212}, "licence": "none", "origin": "none",
        "citation": "none", "printed": [], "sources": [dict(source)],
    }  # fmt: skip
    folder = root / "datasets"
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(content, sort_keys=False))
    return path


def make_version(root: Path, results: Results, name: str, of: str) -> Results:
    """The results after the descriptor `name` says that it is a version of `of`."""
    file = root / "datasets" / f"{name}.yaml"
    file.write_text(yaml.safe_dump(yaml.safe_load(file.read_text()) | {"version_of": of}))
    return Results.load(Plan.from_config({}, root), "toy", root)


def add_own_parts(folder: Path) -> None:
    """Add a plugin, a table of one's own, data set `mine`, and an unavailable data set `far`."""
    (folder / "plugins").mkdir()
    (folder / "plugins/own.py").write_text(PLUGIN)
    (folder / "datasets/local").mkdir(exist_ok=True)
    (folder / "datasets/local/mine.csv").write_text(TABLE)
    far = {"files": [{"path": "far.csv"}], "format": "delimited", "delimiter": ","}
    write_descriptor(folder, "far", far)


def write_paper(root: Path, key: str, **more: Any) -> None:
    """A paper file that names nothing else; `more` replaces or adds top-level keys."""
    content = {
        "title": key, "authors": ["A. Author"], "year": 2020, "venue": "nowhere",
        "address": "https://example.org", "bibtex": "@misc{made_up}", "licence": "none",
        "sections": {"1": "All"}, "proposes": "Nothing.",
        **more,
    }  # fmt: skip
    folder = root / "workflow" / "papers"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{key}.yaml").write_text(yaml.safe_dump(content, sort_keys=False))


def write_experiment(root: Path, content: Mapping[str, Any], name: str = "toy") -> Path:
    folder = root / "workflow" / "experiments"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(dict(content), sort_keys=False))
    return path


def study(datasets: Sequence[str], methods: Iterable[str], **more: Any) -> dict[str, Any]:
    """A study entry with a plain holdout."""
    return {
        "datasets": list(datasets), "methods": list(methods), "trials": 3, "block_size": 10,
        "split": {"kind": "holdout", "train": 0.5}, **more,
    }  # fmt: skip


def experiment(
    datasets: Sequence[str] = ("alpha",),
    methods: Sequence[str] | Mapping[str, Any] = ("A", "B"),
    **more: Any,
) -> dict[str, Any]:
    """An experiment with the one study ``main``; `more` replaces or adds top-level keys."""
    specs = methods if isinstance(methods, Mapping) else dict.fromkeys(methods, MAJORITY)
    return {
        "title": "Toy", "methods": specs,
        "studies": {"main": study(datasets, methods)}, **more,
    }  # fmt: skip


def made_up_results(
    root: Path,
    scores: Mapping[str, Mapping[str, Sequence[float]]],
    metric: str = "error",
    published: pd.DataFrame | None = None,
    ratio: tuple[int, int] = (2, 1),
    **more: Any,
) -> Results:
    """Results of study ``main`` whose ``scores[data set][method]`` lists one number a seed.

    NaN is a fit that failed; its run says so. `ratio` is (training rows, test rows).
    """
    methods = list(dict.fromkeys(name for of_set in scores.values() for name in of_set))
    by_dataset = {d: max(map(len, of_set.values())) for d, of_set in scores.items()}
    trials = max(by_dataset.values())
    content = experiment(list(scores), methods, **more)
    fewer = {dataset: n for dataset, n in by_dataset.items() if n < trials}
    main = content["studies"]["main"]
    main |= {"trials": trials, "trials_by_dataset": fewer | main.get("trials_by_dataset", {})}
    for dataset in scores:
        write_descriptor(root, dataset)
    write_experiment(root, content)
    if published is not None:
        (root / "workflow" / "published").mkdir(parents=True, exist_ok=True)
        published.to_csv(root / "workflow" / "published" / "toy.csv", index=False)
    plan = Plan.from_config({}, root)
    for dataset, of_set in scores.items():
        rows = [
            (method, seed, value)
            for method, values in of_set.items()
            for seed, value in enumerate(values)
        ]
        store_scores(root, dataset, rows, metric)
        one = np.ones(1)
        split = Split(np.arange(ratio[0]), np.arange(ratio[1]), one, one)
        for path in plan.splits(plan.study("toy", "main"), dataset):
            save_splits(root / path, dict.fromkeys(range(10), split), {})
    return Results.load(plan, "toy", root)


def store_frame(frame: pd.DataFrame, path: str | Path) -> None:
    """Store a frame as `evaluate` does."""
    write_sealed(path, lambda part: frame.to_parquet(part, index=False), {})


def store_arrays(path: str | Path, **arrays: np.ndarray) -> None:
    """Store artifacts as `evaluate` does."""
    write_sealed(path, lambda part: np.savez(part, **arrays), {})


def store_scores(
    root: Path, dataset: str, rows: Sequence[tuple[str, int, float]], metric: str = "error"
) -> None:
    """Write (method, seed, value) rows as scores and runs; a run takes ``seed + 1`` seconds."""
    # from columns, since a frame from rows takes several times as long
    method, seed, value = map(list, zip(*rows, strict=True)) if rows else ([], [], [])
    finished = ~np.isnan(np.array(value, dtype=float))
    fit = {"method": method, "seed": seed, "condition": [""] * len(rows)}
    runs = pd.DataFrame({
        **fit, "status": np.where(finished, "ok", "error"),
        "message": np.where(finished, "", "made to fail"), "n_train": 2,
        "fit_seconds": np.where(finished, np.array(seed) + 1.0, np.nan), "tune_seconds": 0.0,
        "predict_seconds": 0.5, "warnings": np.where(finished, 0, 1),
    })  # fmt: skip
    scores = pd.DataFrame({**fit, "metric": metric, "value": value})[finished]
    for kind, table in (("scores", scores), ("runs", runs), ("traces", NO_TRACES)):
        path = root / f"results/toy/main/{kind}/{dataset}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        store_frame(table, path)
