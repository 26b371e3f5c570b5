"""Made-up sums over permutations, stored as chapter 1's study stores them."""

from functools import cache
from pathlib import Path

import numpy as np

from methods.bench import paths
from methods.complexity.contribution_sums import contribution_sums
from methods.data.generators.shapes import yin_yang
from methods.data.prepare import Dataset, save_dataset
from methods.kernel_functions import perceptron_kernel
from tests.made_up import made_up_results, store_arrays

N, S1 = 60, 10
OPTIONS = {"study": "main", "dataset": "alpha"}


@cache
def summed_chunks():
    """Sums of 6 x 30 permutations of 60 examples of which the last 6 are flipped."""
    X, y, extras = yin_yang(N, 0, flip=0.1)
    K, rng = perceptron_kernel(X), np.random.default_rng(0)
    sums = [
        contribution_sums(K, y * 1.0, [rng.permutation(N) for _ in range(30)], S1, N)
        for _ in range(6)
    ]
    return X, y, extras["noisy"], sums


def contribution_results(tmp_path):
    """Results of a study whose six fits kept the chunks, run in the folder `tmp_path`."""
    X, y, noisy, sums = summed_chunks()
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1] * 6}})
    folder = Path("results/toy/main/artifacts")
    folder.mkdir()
    kept = {
        f"a/{seed}/30/{name}": np.asarray(value)
        for seed, chunk in enumerate(sums)
        for name, value in vars(chunk).items()
    }
    store_arrays(folder / "alpha.npz", **kept)
    data = Dataset("alpha", X, (y > 0).astype(int), ("no", "yes"), None, {"noisy": noisy})
    save_dataset(paths.prepared("alpha"), data, {})
    return results
