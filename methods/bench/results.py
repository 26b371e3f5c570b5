"""What tables, figures and claims read: the stored results of one experiment. Nothing is fitted."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pandas as pd

from methods.bench import paths
from methods.bench.experiments import Experiment, Study
from methods.bench.guard import OK
from methods.bench.plan import Plan
from methods.bench.ranks import means_to_rank
from methods.bench.scoring import COLUMNS, KEY, SLASH
from methods.bench.statistics import Summary, summarise
from methods.csv_files import read_csv_with_names
from methods.data.catalogue import counted_once
from methods.data.splits import load_splits
from methods.parquet_files import own_copy, read_frame
from methods.schemas.option_kinds import Published
from methods.sealed_files import read_kept, read_sealed
from methods.trial_rows import row_per_trial

RESULTS = Path("results")
PRINTED_NAMES = ("table", "dataset", "method", "metric")


@dataclass(frozen=True)
class Results:
    """The stored results of `experiment` that the plan selects.

    Frames come with ``dataset`` and ``method`` as ordered categories in the order of the
    experiment file, so that every table and figure lists them alike.
    """

    plan: Plan
    experiment: Experiment
    published: pd.DataFrame
    frames: dict[tuple[str, str], pd.DataFrame] = field(default_factory=dict)  # read so far
    only: frozenset[str] | None = None  # data sets that may be seen; all without it
    views: dict[frozenset[str], Results] = field(default_factory=dict)  # made so far
    folder: Path = RESULTS
    # trial scores of each study, metric and condition made so far, beside the frame they are from
    _wide: dict[tuple[str, str, str], tuple[pd.DataFrame, pd.DataFrame]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @staticmethod
    def load(plan: Plan, experiment: str, root: Path, folder: Path = RESULTS) -> Results:
        chosen = plan.experiment(experiment)
        printed = root / "workflow" / "published" / f"{chosen.source}.csv"
        if printed.exists():
            published = read_csv_with_names(printed, PRINTED_NAMES)
            published["text"] = published["value"].astype(str)
            published["value"] = pd.to_numeric(published["value"], errors="coerce")
        else:
            published = pd.DataFrame(columns=["table", "dataset", "method", "metric"])
        return Results(plan, chosen, published, folder=folder)

    def seen_by_claims(self, only: frozenset[str]) -> Results:
        """These results without other data sets, and with one version of each."""
        if only not in self.views:
            self.views[only] = replace(self, only=only, frames={}, views={})
        return self.views[only]

    def study(self, name: str) -> Study:
        return self.experiment.study(name)

    def trials(self, study: str, dataset: str | None = None) -> int:
        """The planned trials on a data set, or the most on any."""
        chosen = self.study(study)
        datasets = self.datasets(study) if dataset is None else [dataset]
        return max((self.plan.trials(chosen, name) for name in datasets), default=0)

    def datasets(self, study: str, among: Sequence[str] | None = None) -> list[str]:
        """The data sets that ran, or those of `among` that did.

        Empty if the config selects none of the study's methods.
        """
        ran = self.plan.datasets(self.study(study)) if self.methods(study) else []
        chosen = [name for name in ran if among is None or name in among]
        if self.only is None:
            return chosen
        return self.counted_once([name for name in chosen if name in self.only])

    def counted_once(self, datasets: Sequence[str]) -> list[str]:
        """Of versions of one data set only the first."""
        return counted_once(datasets, self.plan.catalogue)

    def methods(self, study: str) -> list[str]:
        return [method.name for method in self.plan.methods(self.study(study))]

    def scores(self, study: str, metric: str | None = None) -> pd.DataFrame:
        """Columns dataset, method, seed, condition, metric, value."""
        frame = self._frame(study, "scores")
        return own_copy(frame) if metric is None else frame[frame["metric"] == metric]

    def runs(self, study: str) -> pd.DataFrame:
        """One row per fit, failed ones too, with status, seconds and origin."""
        return own_copy(self._frame(study, "runs"))

    def traces(self, study: str, curve: str | None = None) -> pd.DataFrame:
        """Columns dataset, method, seed, condition, curve, x, value."""
        frame = self._frame(study, "traces")
        return own_copy(frame) if curve is None else frame[frame["curve"] == curve]

    def artifacts(self, study: str, dataset: str) -> dict[str, np.ndarray]:
        """Arrays named ``<method slug>/<seed>/<condition>/<name>``."""
        data = io.BytesIO(self._stored(study, dataset, "artifacts"))
        with np.load(data) as stored:
            return {name: stored[name] for name in stored.files}

    def kept_by_fit(
        self, study: str, dataset: str
    ) -> dict[tuple[str, int, str], dict[str, np.ndarray]]:
        """The artifacts of each (method slug, seed, condition), by name, in order of the seeds."""
        by_fit: dict[tuple[str, int, str], dict[str, np.ndarray]] = {}
        for path, array in self.artifacts(study, dataset).items():
            slug, seed, *names = path.split("/")
            condition, name = (part.replace(SLASH, "/") for part in names)
            by_fit.setdefault((slug, int(seed), condition), {})[name] = array
        return dict(sorted(by_fit.items(), key=lambda item: item[0][1]))

    def trial_scores(
        self,
        study: str,
        metric: str,
        condition: str = "",
        best_of: Mapping[str, Sequence[str]] | None = None,
    ) -> pd.DataFrame:
        """Scores of one metric and condition: one row per (dataset, seed), one column per method.

        Every planned trial has a row and every method of the study a column. A fit that failed,
        was not selected, or recorded a number that is not finite is NaN. Each name in `best_of`
        gets a column, too: on each data set, the scores of that one of its methods whose mean is
        the best, among those with the most trials.
        """
        stored, key = self._frame(study, "scores"), (study, metric, condition)
        if key not in self._wide or self._wide[key][0] is not stored:
            of_metric = stored[(stored["metric"] == metric) & (stored["condition"] == condition)]
            columns = [method.name for method in self.study(study).methods]
            rows = row_per_trial(of_metric, self.datasets(study), self.trials(study), columns)
            self._wide[key] = stored, rows
        wide = self._wide[key][1].copy()
        for name, members in (best_of or {}).items():
            known = means_to_rank(wide[list(members)]).dropna(how="all")
            lower = self.lower_is_better(study, metric)
            best_of_set = known.idxmin(axis=1) if lower else known.idxmax(axis=1)
            parts = [wide.loc[[dataset], best] for dataset, best in best_of_set.items()]
            wide[name] = pd.concat(parts) if parts else np.nan
        return wide

    def lower_is_better(self, study: str, metric: str, stated: bool | None = None) -> bool:
        """What an output says of a recorded number, else what the metric says."""
        return self.study(study).lower_is_better(metric) if stated is None else stated

    def gaps(self, study: str, metric: str) -> pd.DataFrame:
        """One row for each fit that ended well without this metric, with the ``reason``."""
        runs = finished(self.runs(study))
        if "gaps" not in runs:  # kept by an older run
            return runs.iloc[:0].assign(reason="")
        reasons = [json.loads(text).get(metric) if text else None for text in runs["gaps"]]
        return runs.assign(reason=reasons).dropna(subset=["reason"])

    def summary(
        self,
        study: str,
        metric: str,
        dataset: str,
        method: str,
        condition: str = "",
        best_of: Mapping[str, Sequence[str]] | None = None,
    ) -> Summary:
        wide = self.trial_scores(study, metric, condition, best_of)
        ran = dataset in wide.index.levels[0]
        return summarise(wide.loc[dataset, method].to_numpy() if ran else [])

    def test_train_ratio(self, study: str, dataset: str) -> float:
        """n_test / n_train of the first trials, at most 1, for the corrected resampled t-test.

        0 if each trial has rows of its own: a draw of its own, or its part of a measurement. NaN
        if the data set was unavailable.

        The correction takes trials to vary by their test rows alone, which they share. A study that
        trains on a few hundred of many rows varies by its training rows, of which its trials share
        few, and a ratio of a hundred would let no difference be seen.
        """
        chosen = self.study(study)
        trials = self.plan.trials(chosen, dataset)
        if chosen.split.get("by") or self.plan.draws(chosen, dataset) == trials:
            return 0.0
        trained, tested = np.mean(self._rows_of_trials(study, dataset), axis=0)
        return float(min(tested / trained, 1.0))

    def test_rows(self, study: str, dataset: str) -> float:
        """How many rows the first trial tests; NaN if the data set was unavailable."""
        return self._rows_of_trials(study, dataset)[0][1]

    def _rows_of_trials(self, study: str, dataset: str) -> list[tuple[float, float]]:
        """Training rows and test rows of the first trials; those of groups differ."""
        unknown = [(float("nan"), float("nan"))]
        first = Path(self.plan.splits(self.study(study), dataset)[0])
        if first.exists():
            return [(len(s.train), len(s.test)) for s in load_splits(first).values()] or unknown
        runs = self.runs(study)
        runs = runs[(runs["dataset"] == dataset) & (runs["status"] == OK)]
        trained = runs.groupby("seed")["n_train"].max().dropna()  # under any condition
        rows = self.plan.catalogue[dataset].shape[0]  # of results without their splits
        if not rows or trained.empty:
            return unknown
        return [(n, rows - n) for n in trained]

    def printed(self, table: str, metric: str) -> pd.DataFrame:
        """The rows of one printed table and metric."""
        rows = self.published
        return rows[(rows["table"] == table) & (rows["metric"] == metric)]

    def printed_cell(self, published: Published, dataset: str, method: str) -> Summary | None:
        """What the paper prints for a data set and method, None if it prints nothing.

        ``published`` names the table and metric. ``trials`` is how many a printed deviation rests
        on. The printed number is subtracted from ``complement``, if one is given, and multiplied
        by ``factor``. If a paper prints one deviation for all methods of a data set, ``spread`` is
        its metric. ``names`` has the printed name of each method that is printed under another.
        The descriptor of a data set knows under which name the paper prints it.
        """
        method = published.get("names", {}).get(method, method)
        rows = self.printed(published["table"], published["metric"])
        names = {dataset, *self.printed_names(dataset)}
        rows = rows[rows["dataset"].isin(names) & (rows["method"] == method)]
        if rows.empty or pd.isna(rows["value"].iloc[0]):
            return None
        value, spread, kind = rows.iloc[0][["value", "spread", "spread_kind"]]
        if "spread" in published:
            shared = self.printed(published["table"], published["spread"])
            spread = next(iter(shared[shared["dataset"].isin(names)]["value"]), np.nan)
        trials, factor = int(published["trials"]), float(published.get("factor", 1))
        if "complement" in published:
            value = published["complement"] - value
        std = spread * trials**0.5 if kind == "se" else spread
        return Summary(float(value * factor), float(std * factor), trials)

    def printed_datasets(self, published: Published, datasets: Sequence[str]) -> list[str]:
        """Those of `datasets` that the paper prints anything for."""
        in_print = set(self.printed(published["table"], published["metric"])["dataset"])
        return [name for name in datasets if in_print & {name, *self.printed_names(name)}]

    def printed_names(self, dataset: str) -> list[str]:
        """What the paper calls a data set, as its descriptor says."""
        printed = self.plan.catalogue[dataset].printed
        return [str(p["name"]) for p in printed if p["source"] == self.experiment.source]

    def _frame(self, study: str, kind: str) -> pd.DataFrame:
        if (study, kind) not in self.frames:
            self.frames[study, kind] = self._read(study, kind)
        return self.frames[study, kind]

    @property
    def kept(self) -> bool:
        """Whether these are the committed part of an earlier run, without curves and arrays."""
        return self.folder != RESULTS

    def path(self, path: str) -> Path:
        """Where these results have the file that a run writes to `path`."""
        return self.folder / Path(path).relative_to(RESULTS)

    def _stored(self, study: str, dataset: str, kind: str) -> bytes:
        path = self.path(paths.stored(self.experiment.name, study, dataset)[kind])
        return read_kept(path) if self.kept else read_sealed(path).data

    def _read(self, study: str, kind: str) -> pd.DataFrame:
        datasets = self.datasets(study)
        frames = []
        for dataset in datasets:
            frames.append(read_frame(self._stored(study, dataset, kind)))
            frames[-1].insert(0, "dataset", dataset)
        if not frames:
            empty = pd.DataFrame(columns=["dataset", *KEY, *COLUMNS[kind]])
            return empty.astype({name: float for name in ("x", "value") if name in empty})
        frame = pd.concat([f for f in frames if len(f)] or frames[:1], ignore_index=True)
        methods = self.methods(study)
        frame = frame[frame["method"].isin(methods)].reset_index(drop=True)
        frame["dataset"] = pd.Categorical(frame["dataset"], datasets, ordered=True)
        frame["method"] = pd.Categorical(frame["method"], methods, ordered=True)
        return frame


def finished(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs that ended without an error."""
    return runs[runs["status"] == OK]


def failed(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs that failed, those of unavailable data sets among them."""
    return runs[runs["status"] != OK]
