"""Votes over three partitions of the tangram's pieces, in two trials."""

from pathlib import Path

import numpy as np

from tests.made_up import made_up_results, store_arrays

# three columns of seven classes; the third is the negative of the first
COLUMNS = np.array([[1, -1, 1, 1, -1, 1, 1], [-1, -1, -1, -1, 1, 1, 1], [-1, 1, -1, -1, 1, -1, -1]])
COEFFICIENTS = np.array([0.5, 1.0, 0.75])


def results_of_votes(tmp_path, monkeypatch):
    """Those of method A, in the working directory."""
    monkeypatch.chdir(tmp_path)
    made = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}})
    folder = Path("results/toy/main/artifacts")
    folder.mkdir()
    kept = {
        f"a/{seed}/-/{what}": array
        for seed in (0, 1)
        for what, array in (("columns", COLUMNS.T), ("coefficients", COEFFICIENTS / (1 + seed)))
    }
    store_arrays(folder / "alpha.npz", **kept)
    return made
