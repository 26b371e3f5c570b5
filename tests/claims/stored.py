"""Results in memory: numbers of known value, under a plan without files."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from methods.bench.results import Results

N = 8  # trials of what is planted
JITTER = np.array([1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 0.2, -0.2])
JITTER /= JITTER.std(ddof=1)
BASE = 0.3 + 0.1 * np.cos(np.arange(N))  # of trials that differ far more than methods do
ERROR = 0.01 / N**0.5  # of a planted difference
NAN = float("nan")


def t(alpha, n=N):
    """The quantile of a one-tailed test of n trials."""
    return float(stats.t.isf(alpha, n - 1))


def planted(shift, deviation=0.01):
    """Trials whose paired difference to `BASE` has this mean and this standard deviation."""
    return (BASE + shift + deviation * JITTER).tolist()


def stored(studies, *, seconds=None, curves=None, published=None, version_of=None, ratio=0.5,
           parameter=""):  # fmt: skip
    """Results of `studies[study][metric][data set][method]`, one number a seed.

    A metric may come with a condition, as a pair. NaN is a fit that failed. `seconds[data set]
    [method]` are those of the fits, and `curves[name][data set][method]` has a list of (x, value)
    for each seed. `ratio` is that of test rows to training rows, and `parameter` what conditions
    are values of.
    """
    version_of = version_of or {}
    frames, resolved, names = {}, {}, {}
    for study, by_metric in studies.items():
        rows = [
            (dataset, method, seed, *_metric_and_condition(metric), float(value))
            for metric, of_metric in by_metric.items()
            for dataset, of_set in of_metric.items()
            for method, values in of_set.items()
            for seed, value in enumerate(values)
        ]
        scores = _frame(["dataset", "method", "seed", "metric", "condition", "value"], rows)
        datasets, methods = (list(scores[key].cat.categories) for key in ("dataset", "method"))
        ended = {}
        for i, (dataset, method, seed, _, condition, _) in enumerate(rows):
            ended.setdefault((dataset, method, seed, condition), i)
        fits = scores.iloc[list(ended.values())]
        fit_seconds = [
            dict(enumerate(seconds[dataset][method])).get(seed, NAN)
            if method in (seconds or {}).get(dataset, {})
            else 1.0
            for dataset, method, seed, _ in ended
        ]
        frames[study, "scores"] = scores[scores["value"].notna()]
        frames[study, "runs"] = fits[["dataset", "method", "seed", "condition"]].assign(
            status=np.where(fits["value"].notna(), "ok", "error"), message="", n_train=100,
            fit_seconds=np.array(fit_seconds, dtype=float), tune_seconds=0.25, predict_seconds=0.5,
        )  # fmt: skip
        frames[study, "traces"] = _traces(curves or {}, datasets, methods)
        conditions = list(dict.fromkeys(condition for *_, condition, _ in rows))
        resolved[study] = SimpleNamespace(
            name=study, about=study, datasets=datasets, split={},
            methods=[SimpleNamespace(name=name) for name in methods],
            conditions=SimpleNamespace(
                labels=lambda _, c=conditions: c, vary="parameter", name=parameter
            ),
            one_fit_for_all_conditions=False, metrics={}, lower_is_better=lambda _: True,
        )  # fmt: skip
        for dataset in datasets:
            seeds = (seed for of_set, _, seed, *_ in rows if of_set == dataset)
            names.setdefault(dataset, {})[study] = 1 + max(seeds)
    catalogue = {
        name: SimpleNamespace(
            name=name,
            version_of=version_of.get(name),
            stands_in_for="",
            printed=[],
            shape=(100 * (1 + ratio),),
        )
        for name in {*names, *version_of.values()}
    }
    plan = SimpleNamespace(
        catalogue=catalogue, scale="paper", methods=lambda study: study.methods,
        datasets=lambda study: study.datasets, draws=lambda *_: None, splits=lambda *_: ["nowhere"],
        trials=lambda study, dataset: names[dataset].get(study.name, 0),
    )  # fmt: skip
    experiment = SimpleNamespace(name="toy", source="toy", study=resolved.__getitem__)
    nothing = pd.DataFrame(columns=["table", "dataset", "method", "metric"])
    return Results(plan, experiment, nothing if published is None else published, frames)


def seen_by_claims(results):
    """The results as a claim on all data sets sees them: one version of each."""
    frames = dict(results.frames)
    view = results.seen_by_claims(frozenset(results.plan.catalogue))
    kept = {study: view.datasets(study) for study, _ in frames}
    for (study, kind), frame in frames.items():
        view.frames[study, kind] = frame[frame["dataset"].isin(kept[study])]
    return view


def two_by_two(shift, deviation=0.01, names=("alpha", "beta")):
    """Errors of A and A2 on two data sets, `shift` from those of their rivals B and B2."""
    ours = planted(shift, deviation)
    return {
        name: {"A": ours, "A2": ours, "B": BASE.tolist(), "B2": BASE.tolist()} for name in names
    }


def recorded_curves(curves):
    """Results of fits that recorded `curves[name][data set][method]`, by seed."""
    scores = {
        dataset: {method: [0.1] * len(by_seed) for method, by_seed in of_set.items()}
        for of_curve in curves.values()
        for dataset, of_set in of_curve.items()
    }
    return stored({"main": {"error": scores}}, curves=curves)


def assert_steps(judge, places, scale=1.0, flips=True):
    """`judge(shift)` changes its verdict at each place, from one to the next, and flips say where.

    `places` is a verdict, a place, a verdict, and so on. Places are seen from both sides. Without
    `flips` the shift is not one of the scores of the methods.
    """
    verdicts, ends = places[::2], places[1::2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("methods.claims.regions.smallest_shifts", lambda *_: {})  # which is slow
        for before, end, after in zip(verdicts, ends, verdicts[1:], strict=False):
            step = 1e-4 * scale
            assert judge(end - step).verdict == before, (end, "before")
            assert judge(end + step).verdict == after, (end, "after")
    if flips:
        here = ends[0] - 0.01 * scale
        told = judge(here).flips
        assert set(told) == set(verdicts) - {verdicts[0]}
        for verdict in told:
            nearest = ends[verdicts.index(verdict) - 1]
            assert abs(told[verdict] - (nearest - here)) < 1e-9 * scale, (verdict, told)


def _metric_and_condition(metric):
    return metric if isinstance(metric, tuple) else (metric, "")


def _traces(curves, datasets, methods):
    rows = [
        (dataset, method, seed, "", name, float(x), float(value))
        for name, of_curve in curves.items()
        for dataset, of_set in of_curve.items()
        for method, by_seed in of_set.items()
        for seed, points in enumerate(by_seed)
        for x, value in points
    ]
    return _frame(
        ["dataset", "method", "seed", "condition", "curve", "x", "value"], rows, datasets, methods
    )


def _frame(columns, rows, datasets=None, methods=None):
    """Rows with ordered data sets and methods, by default in their order there.

    A frame from its columns is made several times as fast as one from rows.
    """
    by_column = zip(*rows, strict=True) if rows else [np.array([], dtype=object)] * len(columns)
    arrays = dict(zip(columns, by_column, strict=True))
    for key, known in (("dataset", datasets), ("method", methods)):
        order = list(dict.fromkeys(arrays[key])) if known is None else known
        code = {name: i for i, name in enumerate(order)}
        arrays[key] = pd.Categorical.from_codes(
            [code.get(name, -1) for name in arrays[key]], order, ordered=True
        )
    return pd.DataFrame(arrays)
