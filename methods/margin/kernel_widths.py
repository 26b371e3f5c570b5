"""The rbf kernel under other readings of a "width" s, the mean distance among the training rows. ::

    k(x, z) = exp(-s ||x - z||^2)     the width is gamma, the number that LIBSVM asks for
    k(x, z) = exp(-||x - z||^2 / s)   the width divides the squared distance

The DRM paper names the width in section 4 and gives no formula of the kernel.
`methods.kernel_functions` has the readings with s^2. These are kernels for ``kernel`` of
`DiversityMachine`, which hands the training rows over as the second array.
"""

from __future__ import annotations

from numpy.typing import NDArray
from scipy.spatial.distance import pdist

from methods.kernel_functions import kernel_matrix


def width_as_gamma(X: NDArray, Z: NDArray) -> NDArray:
    """exp(-s ||x - z||^2) with the mean distance s among the training rows Z.

    Examples
    --------
    >>> from methods.margin.kernel_widths import width_as_gamma
    >>> width_as_gamma([[0.0]], [[0.0], [0.5]]).round(3).tolist()
    [[1.0, 0.882]]
    """
    return kernel_matrix(X, Z, "rbf", _mean_distance(Z))


def width_as_divisor(X: NDArray, Z: NDArray) -> NDArray:
    """exp(-||x - z||^2 / s) with the mean distance s among the training rows Z.

    Examples
    --------
    >>> from methods.margin.kernel_widths import width_as_divisor
    >>> width_as_divisor([[0.0]], [[0.0], [0.5]]).round(3).tolist()
    [[1.0, 0.607]]
    """
    return kernel_matrix(X, Z, "rbf", 1 / _mean_distance(Z))


def _mean_distance(rows: NDArray) -> float:
    """s; 1 if all rows are equal, since then any s gives the same kernel matrix."""
    return float(pdist(rows).mean()) or 1.0
