"""Regression matrices kept as the artifacts of two methods, and the paths of their settings."""

import pandas as pd

from tests.made_up import made_up_results, store_arrays, store_frame


def results_of_two(tmp_path, monkeypatch):
    """Scores of methods A and B, in the working directory."""
    monkeypatch.chdir(tmp_path)
    return made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2, 0.4] * 2, "B": [0.3] * 6}})


def keep(tmp_path, **coefs):
    path = tmp_path / "results/toy/main/artifacts/alpha.npz"
    path.parent.mkdir(parents=True)
    store_arrays(path, **{f"{name}/0//coef": coef for name, coef in coefs.items()})


def keep_paths(tmp_path, points):
    """Traces ``path`` of (error, purity) pairs by (method, seed)."""
    frames = [
        pd.DataFrame(pairs, columns=["x", "value"]).assign(
            method=method, seed=seed, condition="", curve="path"
        )
        for (method, seed), pairs in points.items()
    ]
    store_frame(pd.concat(frames), tmp_path / "results/toy/main/traces/alpha.parquet")
