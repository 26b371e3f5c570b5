"""The data of races and growth: drawn from a generator, or a prepared data set."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import make_classification

from methods.bench import paths
from methods.data.prepare import DataSetMissing, load_dataset
from methods.project import run_command

PIMA_SHAPE = (614, 8)  # 80 % of the rows
EEG_ROWS, EEG_SHAPE = 85, (256, 64)  # 70 % of the 122 subjects
WAVES = (20, 15)


def prepared(name: str) -> tuple[NDArray, NDArray]:
    """X and signs of a prepared data set of two classes, or DataSetMissing."""
    path = Path(paths.prepared(name))
    if not path.exists():
        raise DataSetMissing(f"no {path}; {run_command(f'--cores 1 {path}')} makes it")
    dataset = load_dataset(path)
    return dataset.X, np.where(dataset.y == 1, 1.0, -1.0)


def two_classes(n: int, d: int) -> tuple[NDArray, NDArray]:
    """Two overlapping classes in [-1, 1]^d, with signs."""
    X, y = make_classification(
        n, d, n_informative=max(2, d // 2), n_redundant=0, flip_y=0.15, random_state=0
    )
    return 2 * (X - X.min(axis=0)) / np.ptp(X, axis=0) - 1, np.where(y == 1, 1.0, -1.0)


def tied_classes(n: int = PIMA_SHAPE[0], d: int = PIMA_SHAPE[1]) -> tuple[NDArray, NDArray]:
    """Normal features with ties, as in the diabetes data of the Pima, and noisy signs."""
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(n, d)), 2)
    return X, np.where(X[:, :2].sum(axis=1) + 1.5 * rng.normal(size=n) > 0.7, 1.0, -1.0)


def smooth_matrices(
    n: int = EEG_ROWS, shape: tuple[int, int] = EEG_SHAPE
) -> tuple[NDArray, NDArray]:
    """Smooth matrices in noise, standardised as the EEG data are, and signs."""
    rng = np.random.default_rng(0)
    times, channels = (np.linspace(0, np.pi, size) for size in shape)
    heights = 1 / np.outer(np.arange(1, WAVES[0] + 1), np.arange(1, WAVES[1] + 1)) ** 0.7
    weights = rng.normal(size=(n, *WAVES)) * heights
    y = np.where(rng.uniform(size=n) < 77 / 122, 1.0, -1.0)
    y[:2] = 1, -1
    weights[:, :2, :2] += 0.8 * y[:, None, None] * rng.normal(size=(2, 2)) * heights[:2, :2]
    sines = np.sin(np.outer(np.arange(1, WAVES[0] + 1), times))
    cosines = np.cos(np.outer(np.arange(WAVES[1]), channels))
    X = np.einsum("nij,ip,jq->npq", weights, sines, cosines, optimize=True)
    X += 0.3 * rng.normal(size=(n, *shape))
    return (X - X.mean(axis=0)) / X.std(axis=0), y
