"""The path of the support matrix machine at the paper's EEG size."""

import time

import numpy as np
import pytest

from methods.matrix.dual_newton import minimise_support_matrix
from methods.matrix.regularisation_path import support_matrix_path
from methods.matrix.support_matrix_selection import CS, TAU_SHARES, tau_grid
from methods.performance.samples import EEG_ROWS, EEG_SHAPE, smooth_matrices


@pytest.mark.slow
def test_path_is_five_times_faster_than_fits_from_zero():
    X, y = smooth_matrices()
    rows = X.reshape(EEG_ROWS, -1)
    Cs, shares = np.array(CS), np.array(TAU_SHARES)
    started = time.process_time()
    taus = tau_grid(rows, y, EEG_SHAPE, Cs, shares)
    along = list(support_matrix_path(rows, y, EEG_SHAPE, Cs, taus))
    path_seconds = time.process_time() - started
    started = time.process_time()
    for point in along:
        alone = minimise_support_matrix(rows, y, EEG_SHAPE, point.C, point.tau)
        assert point.optimum.objective == pytest.approx(alone.objective, rel=2e-6)
    seconds = time.process_time() - started
    print(f"path: {path_seconds:.2f} s; fits from zero: {seconds:.2f} s")
    assert 5 * path_seconds < seconds
