"""The hard-margin kernel SVM to which examples can be added and from which they can be removed. ::

    minimise   1/2 ||w||^2   subject to   y_i (w.phi(x_i) + b) >= 1 for all examples

with w = sum_i alpha_i y_i phi(x_i), sum_i alpha_i y_i = 0 and alpha_i >= 0 (eq. 1.7 of the thesis
and its dual). alpha has no upper bound, and there is no ridge. Each change starts from the solution
before it and ends when the optimality conditions of the new problem hold
(`methods.complexity._kernels`).

The kernel need only be positive on coefficients of sum zero, as those of Lin and Li are. It must
separate the classes. Equal points of different classes have no hard margin.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import BinaryClassifier, check_size, encode_signs
from methods.complexity._kernels import SOLVED, TOP, M, change, no_solution, solve
from methods.complexity.gram_matrix import KERNEL_FUNCTIONS, gram_matrix
from methods.complexity.support_vector_path import unsolved
from methods.kernel_functions import Kernel

# The first example makes room for this many; the room doubles when it is full.
FIRST_ROOM = 16


class _Room(NamedTuple):
    """Slots for examples, in use where `seen`, and the arrays of `methods.complexity._kernels`."""

    rows: NDArray
    K: NDArray
    signs: NDArray
    seen: NDArray
    support: NDArray
    x: NDArray
    R: NDArray
    u: NDArray
    f: NDArray
    sizes: NDArray


def _make_room(n_slots: int, n_features: int) -> _Room:
    rows, K = np.zeros((n_slots, n_features)), np.zeros((n_slots, n_slots))
    return _Room(rows, K, np.zeros(n_slots), *no_solution(n_slots))


class IncrementalSVM(BinaryClassifier):
    """Hard-margin SVM that adds or removes one example at a time.

    It minimises (eq. 1.7 of the thesis)::

        1/2 ||w||^2    subject to    y_i (w.phi(x_i) + b) >= 1 for all examples

    `fit` starts again with many examples at once. `add` starts with the first example if nothing
    was fitted. Examples are numbered from 0 in the order in which they came, and `remove` moves the
    later ones up. If all examples have one class, w = 0, b is 1 or -1, and there is no support
    vector.

    Of equal examples one has the whole coefficient. A coefficient is zero if, without it, the
    margin of its example would be below 1 by less than 1e-10 (times what rounding adds).

    Parameters
    ----------
    kernel : {"perceptron", "stump", "rbf"} or callable, default="perceptron"
        Kernel, or a function of two arrays of rows.
    gamma : float, default=1.0
        Coefficient of the rbf kernel `exp(-gamma ||x - z||^2)`.

    Attributes
    ----------
    X_fit_ : ndarray of shape (n, d)
        The current examples.
    alpha_ : ndarray of shape (n,)
        Their coefficients.
    support_ : ndarray of int
        Numbers of the examples with a coefficient, the support vectors.
    n_support_ : int
        Number of support vectors.
    bias_ : float
        b.
    kkt_residual_ : float
        Largest violation of the optimality conditions in units of the margin, computed from the
        kernel matrix and the coefficients alone.

    Examples
    --------
    >>> from methods import IncrementalSVM
    >>> machine = IncrementalSVM().fit([[0.0], [1.0], [4.0]], [-1, -1, 1])
    >>> machine.n_support_, machine.support_.tolist()
    (2, [1, 2])
    >>> machine.add([2.0], 1)
    IncrementalSVM()
    >>> machine.n_support_, machine.alpha_.round(3).tolist()
    (2, [0.0, 1.0, 0.0, 1.0])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "kernel": [StrOptions({*KERNEL_FUNCTIONS, "rbf"}), callable],
        "gamma": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(self, kernel: Kernel = "perceptron", *, gamma: float = 1.0) -> None:
        self.kernel = kernel
        self.gamma = gamma

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray) -> IncrementalSVM:
        """Start again with the examples X (n, d) of two classes y."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_size(X)
        self.classes_, signs = encode_signs(y)
        self._slots = list(range(len(X)))
        self._room = room = _make_room(*X.shape)
        room.rows[:], room.K[:], room.signs[:] = X, self._kernel(X, X), signs
        room.seen[:], room.sizes[TOP] = True, len(X)
        self._scale = float(np.abs(room.K).max())
        self._run(solve)
        return self

    @_fit_context(prefer_skip_nested_validation=True)
    def add(self, x: ArrayLike, y: Any) -> IncrementalSVM:
        """Add the example x (d,) of class y as the last one.

        If no hard margin separates it from the others, it is not added, and the error says why.
        """
        is_first = not hasattr(self, "classes_")
        row = validate_data(self, np.reshape(x, (1, -1)), dtype=np.float64, reset=is_first)
        check_size(row)
        if is_first:
            self.classes_ = np.array([y])
            self._slots, self._scale = [], 0.0
            self._room = _make_room(FIRST_ROOM, row.shape[1])
        sign = self._sign_of(y)
        if self._room.seen.all():
            self._double_room()
        room = self._room
        slot = int(np.argmin(room.seen))
        self._slots.append(slot)
        room.rows[slot], room.signs[slot] = row, sign
        values = self._kernel(row, room.rows[self._slots])[0]
        room.K[slot, self._slots] = room.K[self._slots, slot] = values
        self._scale = max(self._scale, float(np.abs(values).max()))
        try:
            self._run(change, slot)
        except ValueError:
            self._slots.pop()
            room.seen[slot] = False
            self._run(solve)
            raise
        return self

    def remove(self, i: int) -> IncrementalSVM:
        """Remove the i-th of the current examples."""
        check_is_fitted(self)
        if not 0 <= i < len(self._slots):
            raise IndexError(f"there is no example {i}; {len(self._slots)} are in, from 0 on")
        self._run(change, -self._slots.pop(i) - 1)
        return self

    def decision_function(self, X: ArrayLike) -> NDArray:
        """Values f(x) = sum_i alpha_i y_i k(x_i, x) + b, positive for the second of `classes_`."""
        check_is_fitted(self)
        rows: NDArray = validate_data(self, X, dtype=np.float64, reset=False)
        room, m = self._room, self.n_support_
        if m == 0:
            return np.full(len(rows), room.x[0])
        return self._kernel(rows, room.rows[room.support[:m]]) @ room.x[1 : m + 1] + room.x[0]

    @property
    def X_fit_(self) -> NDArray:
        check_is_fitted(self)
        return self._room.rows[self._slots]

    @property
    def alpha_(self) -> NDArray:
        room, m = self._room, self.n_support_
        alpha = np.zeros(len(room.seen))
        alpha[room.support[:m]] = np.abs(room.x[1 : m + 1])
        return alpha[self._slots]

    @property
    def support_(self) -> NDArray:
        return np.flatnonzero(self.alpha_)

    @property
    def n_support_(self) -> int:
        check_is_fitted(self)
        return int(self._room.sizes[M])

    @property
    def bias_(self) -> float:
        check_is_fitted(self)
        return float(self._room.x[0])

    @property
    def kkt_residual_(self) -> float:
        alpha, K, signs = self.alpha_, *self._kernel_and_signs()
        shortfall = 1 - signs * (K @ (signs * alpha) + self.bias_)
        violations = np.where(alpha > 0, np.abs(shortfall), shortfall)
        imbalance = abs(signs @ alpha) * np.abs(K).max(initial=0)
        return float(max(violations.max(initial=0), imbalance))

    def _kernel(self, X: NDArray, Z: NDArray) -> NDArray:
        return gram_matrix(X, Z, self.kernel, self.gamma)

    def _kernel_and_signs(self) -> tuple[NDArray, NDArray]:
        """Kernel matrix and signs of the current examples."""
        return self._room.K[np.ix_(self._slots, self._slots)], self._room.signs[self._slots]

    def _sign_of(self, y: Any) -> float:
        """The sign of class y, which may be the second class to come."""
        if len(self.classes_) == 1 and y != self.classes_[0]:
            is_lower = self.classes_[0] < y
            self.classes_ = np.unique([self.classes_[0], y])
            self._room.signs[:] = -1.0 if is_lower else 1.0
        if y not in self.classes_:
            names = " and ".join(map(repr, self.classes_.tolist()))
            raise ValueError(f"y must be one of the classes {names}, got {y!r}")
        return -1.0 if y == self.classes_[0] else 1.0

    def _double_room(self) -> None:
        larger = _make_room(2 * len(self._room.seen), self.n_features_in_)
        for old, new in zip(self._room, larger, strict=True):
            new[tuple(map(slice, old.shape))] = old
        self._room = larger

    def _run(self, kernel: Callable[..., int], *step: int) -> None:
        _, K, signs, *solution = self._room
        status = kernel(K, signs, self._scale, *solution, *step)
        if status != SOLVED:
            raise unsolved(status, *self._kernel_and_signs(), np.arange(len(self._slots)))
