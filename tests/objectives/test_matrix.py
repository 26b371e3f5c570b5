"""The objectives of the machines on matrices, by hand."""

import numpy as np
import pytest

from methods.objectives import logistic_matrix_objective, support_matrix_objective

# tr(W'X) is 3 and -1; with b = 0.5 the margins are 3.5 and 0.5. The nuclear norm of W is 3.
W = np.diag([2.0, 1.0])
X = np.array([[[1.0, 0.0], [0.0, 1.0]], [[-1.0, 5.0], [5.0, 1.0]]])
Y = np.array([1.0, -1.0])


def test_support_matrix_objective_by_hand():
    assert support_matrix_objective(W, 0.5, X, Y, 2.0, 0.3) == pytest.approx(2.5 + 0.9 + 2 * 0.5)
    rows = X.reshape(2, 4)
    assert support_matrix_objective(W, 0.5, rows, Y, [9.0, 4.0], 0.0) == pytest.approx(2.5 + 2.0)


def test_logistic_matrix_objective_by_hand():
    losses = np.log1p(np.exp([-3.5, -0.5]))
    assert logistic_matrix_objective(W, 0.5, X, Y, 0.3) == pytest.approx(losses.sum() + 0.9)
    weighted = logistic_matrix_objective(W, 0.5, X, Y, 0.3, [2.0, 0.0])
    assert weighted == pytest.approx(2 * losses[0] + 0.9)
