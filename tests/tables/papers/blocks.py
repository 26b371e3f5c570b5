"""Regression matrices of two blocks of columns, kept as the artifacts of two methods."""

import numpy as np

from tests.made_up import made_up_results

DRAWS = 6
PURE = np.tile([1.0, 1.0, -1.0, -1.0], (3, 1))
NOISY = PURE + np.random.default_rng(0).normal(size=PURE.shape)


def results_of_two(tmp_path, monkeypatch):
    """Scores of methods A and B, in the working directory."""
    monkeypatch.chdir(tmp_path)
    return made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2, 0.4] * 2, "B": [0.3] * 6}})


def keep(tmp_path, **coefs):
    path = tmp_path / "results/toy/main/artifacts/alpha.npz"
    path.parent.mkdir(parents=True)
    np.savez(
        path,
        **{f"{name}/{seed}//coef": coef for name, coef in coefs.items() for seed in range(DRAWS)},
    )
