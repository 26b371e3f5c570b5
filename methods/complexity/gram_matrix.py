"""The kernels whose support vectors are counted, by name, and the kernel matrices of rows.

The kernels of Lin and Li part any examples but equal ones of different classes, so every such data
set has a hard-margin SVM (section 1.3.4 of the thesis).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from methods.kernel_functions import Kernel, kernel_matrix, perceptron_kernel, stump_kernel

KERNEL_FUNCTIONS: dict[Any, Callable[[NDArray, NDArray], NDArray]] = {
    "perceptron": perceptron_kernel,
    "stump": stump_kernel,
}

KERNEL_CONSTRAINT = [StrOptions(set(KERNEL_FUNCTIONS)), callable]


def gram_matrix(X: NDArray, Z: NDArray, kernel: Kernel, gamma: float | None = None) -> NDArray:
    """Kernel values (n, m) between the rows of X and those of Z.

    `kernel` is a name in `KERNEL_FUNCTIONS`, "rbf" with its `gamma`, or a function.
    """
    return kernel_matrix(X, Z, KERNEL_FUNCTIONS.get(kernel, kernel), gamma)
