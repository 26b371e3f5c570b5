"""What tables, figures and claims read: the stored scores of one experiment, never a fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from methods.bench import paths
from methods.bench.experiments import Experiment, Study
from methods.bench.guard import OK
from methods.bench.plan import Plan
from methods.bench.scoring import COLUMNS, KEY
from methods.bench.statistics import Summary, summarise
from methods.data.splits import load_splits


@dataclass(frozen=True)
class Results:
    """The stored results of `experiment` as far as the plan selects them.

    Frames come with ``dataset`` and ``method`` as ordered categories in the order of the
    experiment file, so that every table and figure lists them alike.
    """

    plan: Plan
    experiment: Experiment
    published: pd.DataFrame
    frames: dict[tuple[str, str], pd.DataFrame] = field(default_factory=dict)  # what was read

    @staticmethod
    def load(plan: Plan, experiment: str, root: Path) -> Results:
        chosen = plan.experiment(experiment)
        printed = root / "workflow" / "published" / f"{chosen.source}.csv"
        if printed.exists():
            published = pd.read_csv(printed)
            published["text"] = published["value"].astype(str)
            published["value"] = pd.to_numeric(published["value"], errors="coerce")
        else:
            published = pd.DataFrame(columns=["table", "dataset", "method", "metric"])
        return Results(plan, chosen, published)

    def study(self, name: str) -> Study:
        return self.experiment.study(name)

    def trials(self, study: str, dataset: str | None = None) -> int:
        """Trials asked for of a data set, or the most of any."""
        chosen = self.study(study)
        datasets = self.datasets(study) if dataset is None else [dataset]
        return max((self.plan.trials(chosen, name) for name in datasets), default=0)

    def datasets(self, study: str, among: Sequence[str] | None = None) -> list[str]:
        """The data sets that ran, of `among` where given.

        None where the config selects none of the study's methods.
        """
        ran = self.plan.datasets(self.study(study)) if self.methods(study) else []
        return [name for name in ran if among is None or name in among]

    def methods(self, study: str) -> list[str]:
        return [method.name for method in self.plan.methods(self.study(study))]

    def scores(self, study: str, metric: str | None = None) -> pd.DataFrame:
        """Columns dataset, method, seed, condition, metric, value."""
        frame = self._read(study, "scores")
        return frame if metric is None else frame[frame["metric"] == metric]

    def runs(self, study: str) -> pd.DataFrame:
        """One row a fit, failed ones too, with status, seconds and origin."""
        return self._read(study, "runs")

    def traces(self, study: str, curve: str | None = None) -> pd.DataFrame:
        """Columns dataset, method, seed, condition, curve, x, value."""
        frame = self._read(study, "traces")
        return frame if curve is None else frame[frame["curve"] == curve]

    def artifacts(self, study: str, dataset: str) -> dict[str, np.ndarray]:
        """Arrays named ``<method slug>/<seed>/<condition>/<name>``."""
        path = paths.stored(self.experiment.name, study, dataset)["artifacts"]
        with np.load(path, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}

    def kept_by_fit(
        self, study: str, dataset: str
    ) -> dict[tuple[str, int, str], dict[str, np.ndarray]]:
        """The artifacts of each (method slug, seed, condition), by name, in order of the seeds."""
        found: dict[tuple[str, int, str], dict[str, np.ndarray]] = {}
        for path, array in self.artifacts(study, dataset).items():
            slug, seed, condition, name = path.split("/")
            found.setdefault((slug, int(seed), condition), {})[name] = array
        return dict(sorted(found.items(), key=lambda item: item[0][1]))

    def trial_scores(self, study: str, metric: str, condition: str = "") -> pd.DataFrame:
        """Scores of one metric and condition: a row a (dataset, seed), a column a method.

        Every method of the study is a column and every planned trial a row; what did not run, or
        was not selected, is NaN.
        """
        frame = self.scores(study, metric)
        frame = frame[frame["condition"] == condition]
        wide = frame.pivot_table(
            index=["dataset", "seed"], columns="method", values="value", observed=False, sort=True
        )
        index = pd.MultiIndex.from_product(
            [self.datasets(study), range(self.trials(study))], names=["dataset", "seed"]
        )
        wide.index = pd.MultiIndex.from_tuples(
            [(str(d), int(s)) for d, s in wide.index], names=["dataset", "seed"]
        )
        wide.columns = [str(column) for column in wide.columns]
        columns = [method.name for method in self.study(study).methods]
        return wide.reindex(index=index, columns=columns).astype(float)

    def summary(
        self, study: str, metric: str, dataset: str, method: str, condition: str = ""
    ) -> Summary:
        wide = self.trial_scores(study, metric, condition)
        return summarise(wide.loc[dataset, method].to_numpy())

    def test_train_ratio(self, study: str, dataset: str) -> float:
        """n_test / n_train of the study's splits, for the corrected resampled t-test.

        NaN where the data set could not be had.
        """
        first, *_ = self.plan.splits(self.study(study), dataset)
        splits = load_splits(first)
        return len(splits[0].test) / len(splits[0].train) if splits else float("nan")

    def printed(self, table: str, metric: str) -> pd.DataFrame:
        """The published rows of one table and metric."""
        rows = self.published
        return rows[(rows["table"] == table) & (rows["metric"] == metric)]

    def printed_cell(
        self, published: Mapping[str, Any], dataset: str, method: str
    ) -> Summary | None:
        """What the paper prints for a data set and method, None where it prints nothing.

        ``published`` names the table and metric, how many ``trials`` a printed deviation rests
        on, and by which ``factor`` printed numbers turn into ours (100 where a paper prints shares
        and we percent) and from which ``complement`` they are first taken (100 where it prints
        accuracies and we errors). Where a paper prints one deviation for all methods of a data set,
        ``spread`` is its metric. The descriptor of a data set knows under which name the paper
        prints it.
        """
        rows = self.printed(published["table"], published["metric"])
        names = {dataset, *self.printed_names(dataset)}
        rows = rows[rows["dataset"].isin(names) & (rows["method"] == method)]
        if rows.empty or pd.isna(rows["value"].iloc[0]):
            return None
        value, spread, kind = rows.iloc[0][["value", "spread", "spread_kind"]]
        if "spread" in published:
            shared = self.printed(published["table"], published["spread"])
            spread = shared[shared["dataset"].isin(names)]["value"].iloc[0]
        trials, factor = int(published["trials"]), float(published.get("factor", 1))
        if "complement" in published:
            value = published["complement"] - value
        std = spread * trials**0.5 if kind == "se" else spread
        return Summary(float(value * factor), float(std * factor), trials)

    def printed_datasets(self, published: Mapping[str, Any], datasets: Sequence[str]) -> list[str]:
        """Those of `datasets` that the paper prints anything for."""
        there = set(self.printed(published["table"], published["metric"])["dataset"])
        return [d for d in datasets if there & {d, *self.printed_names(d)}]

    def printed_names(self, dataset: str) -> list[str]:
        """What the paper calls a data set, as its descriptor says."""
        known = self.plan.catalogue[dataset].printed
        return [str(p["name"]) for p in known if p["source"] == self.experiment.source]

    def _read(self, study: str, kind: str) -> pd.DataFrame:
        if (study, kind) not in self.frames:
            self.frames[study, kind] = self._read_now(study, kind)
        return self.frames[study, kind]

    def _read_now(self, study: str, kind: str) -> pd.DataFrame:
        datasets = self.datasets(study)
        frames = []
        for dataset in datasets:
            frame = pd.read_parquet(paths.stored(self.experiment.name, study, dataset)[kind])
            frame.insert(0, "dataset", dataset)
            frames.append(frame)
        if not frames:
            return pd.DataFrame(columns=["dataset", *KEY, *COLUMNS[kind]])
        frame = pd.concat([f for f in frames if len(f)] or frames[:1], ignore_index=True)
        methods = self.methods(study)
        frame = frame[frame["method"].isin(methods)].reset_index(drop=True)
        frame["dataset"] = pd.Categorical(frame["dataset"], datasets, ordered=True)
        frame["method"] = pd.Categorical(frame["method"], methods, ordered=True)
        return frame


def finished(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs that ended well."""
    return runs[runs["status"] == OK]


def failed(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs that did not, those of missing data sets among them."""
    return runs[runs["status"] != OK]
