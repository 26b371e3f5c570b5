"""Made-up scores of two methods that differ by a known shift and noise."""

import numpy as np

from tests.made_up import made_up_results

RNG = np.random.default_rng(0)
BASE = 0.3 + 0.02 * RNG.normal(size=8)
JITTER = 0.002 * RNG.normal(size=8)
JITTER -= JITTER.mean()


def shifted_results(tmp_path, shift, noise=1.0, datasets=("alpha",), **more):
    """Results of A and of B = A + shift + noise * (jitter) on the data sets named."""
    b = (BASE + shift + noise * JITTER).tolist()
    return made_up_results(tmp_path, {d: {"A": BASE.tolist(), "B": b} for d in datasets}, **more)


def verdict_of(test, results, **options):
    return test(results, study="main", methods=["A"], than=["B"], **options).verdict
