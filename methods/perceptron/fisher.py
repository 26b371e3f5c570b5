"""Fisher's linear discriminant, the first vector of the perceptrons (section 2.4).

The direction is S^-1 (m_+ - m_-) with the class means m and the covariance S within the classes,
all weighted. If S is singular, its eigenvalues are shrunk towards their mean, as in Friedman's
regularisation::

    (1 - gamma) lambda_j + gamma sum_k lambda_k / m,    gamma = 1e-10.

The thesis does not give the threshold. Here it lies between the projected means, at a distance from
each that is proportional to the weight of its class.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from methods.perceptron.examples import Examples

SHRINKAGE = 1e-10


def fisher_discriminant(examples: Examples, shrinkage: float = SHRINKAGE) -> NDArray:
    """The discriminant (m + 1,) with its bias first.

    If S has no variance at all, the identity replaces it.
    """
    X, shares = examples.rows[:, 1:], examples.shares
    is_positive = examples.signs > 0
    share_plus, share_minus = shares[is_positive].sum(), shares[~is_positive].sum()
    mean_plus = shares[is_positive] @ X[is_positive] / share_plus
    mean_minus = shares[~is_positive] @ X[~is_positive] / share_minus
    centred = X - np.where(is_positive[:, None], mean_plus, mean_minus)
    eigenvalues, axes = np.linalg.eigh((centred.T * shares) @ centred)
    eigenvalues = np.maximum(eigenvalues, 0)
    rounding = len(eigenvalues) * np.finfo(float).eps * eigenvalues[-1]
    if eigenvalues[-1] == 0:
        eigenvalues[:] = 1
    elif eigenvalues[0] <= rounding:
        eigenvalues = (1 - shrinkage) * eigenvalues + shrinkage * eigenvalues.mean()
    coef = axes @ ((mean_plus - mean_minus) @ axes / eigenvalues)
    threshold = coef @ (share_minus * mean_plus + share_plus * mean_minus)
    return np.concatenate([[-threshold], coef])
