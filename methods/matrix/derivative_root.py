"""The square root of the derivative of D_tau, the soft thresholding of singular values.

At M = U diag(sigma) V' the derivative acts on V = U S V' entry by entry. With s = (sigma - tau)_+
it multiplies the symmetric part of S by (s_i - s_j) / (sigma_i - sigma_j), and the other part by
(s_i + s_j) / (sigma_i + sigma_j). It is zero if both sigma are below tau. So its root R takes a
matrix to about r (p + q - r) numbers, its coordinates, for r singular values above tau. The
derivative is R'R.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

# Numbers that go through R at once. They and what they become stay in a processor's cache; larger
# blocks are no faster.
BLOCK_NUMBERS = 2**16


class DerivativeRoot:
    """R at M = U diag(sigma) V', the thin decomposition, with `rank` sigma above tau."""

    def __init__(self, U: NDArray, sigma: NDArray, Vt: NDArray, tau: float, rank: int) -> None:
        self.U, self.V, self.rank = U, Vt.T, rank
        self.shape = p, q = len(U), Vt.shape[1]
        low = len(sigma) - rank
        tall, wide = p > len(sigma), q > len(sigma)
        self.sizes = [rank * rank, rank * low, rank * low, tall * p * rank, wide * rank * q]
        self.n_coordinates = sum(self.sizes)
        if not rank:
            return
        high, below = sigma[:rank, None], sigma[rank:]
        excess = high - tau
        # Both sides of rank r; symmetric parts have the factor 1.
        self.skew = np.sqrt((excess + excess.T) / (high + high.T))
        # One side of rank r, the other below tau.
        even, odd = np.sqrt(excess / (high - below)), np.sqrt(excess / (high + below))
        self.same, self.other = (even + odd) / 2, (even - odd) / 2
        # One side of rank r, the other outside all singular vectors of the smaller side.
        self.outside = np.sqrt(excess / high)

    def coordinates(self, rows: NDArray) -> NDArray:
        """R of each of these rows (m, p*q), as rows (m, n_coordinates)."""
        result = np.empty((len(rows), self.n_coordinates))
        n_rows = max(1, BLOCK_NUMBERS // rows.shape[1])
        for start in range(0, len(rows), n_rows):
            part = rows[start : start + n_rows]
            end = 0
            for block in self.blocks(part.reshape(-1, *self.shape)):
                begin, end = end, end + block[0].size
                result[start : start + n_rows, begin:end] = block.reshape(len(part), -1)
        return result

    def blocks(self, X: NDArray) -> Iterator[NDArray]:
        """R of each of these matrices (m, p, q), block by block of the coordinates."""
        if not self.rank:
            return
        U, V, r = self.U, self.V, self.rank
        right = (X.reshape(-1, len(V)) @ V[:, :r]).reshape(*X.shape[:2], r)
        left = U[:, :r].T @ X
        core = left @ V[:, :r]
        yield ((1 + self.skew) * core + (1 - self.skew) * core.transpose(0, 2, 1)) / 2
        along, across = left @ V[:, r:], (U[:, r:].T @ right).transpose(0, 2, 1)
        yield self.same * along + self.other * across
        yield self.other * along + self.same * across
        if self.sizes[3]:
            yield (right - U @ (U.T @ right)) * self.outside.T
        if self.sizes[4]:
            yield (left - left @ V @ V.T) * self.outside

    def adjoint(self, v: NDArray) -> NDArray:
        """R'v, a matrix (p, q)."""
        if not self.rank:
            return np.zeros(self.shape)
        U, V, r = self.U, self.V, self.rank
        core, first, second, tall, wide = np.split(v, np.cumsum(self.sizes)[:-1])
        core, first, second = core.reshape(r, r), first.reshape(r, -1), second.reshape(r, -1)
        core = ((1 + self.skew) * core + ((1 - self.skew) * core).T) / 2
        along = self.same * first + self.other * second
        across = self.other * first + self.same * second
        matrix = U[:, :r] @ (core @ V[:, :r].T + along @ V[:, r:].T)
        matrix += U[:, r:] @ across.T @ V[:, :r].T
        if self.sizes[3]:
            scaled = tall.reshape(-1, r) * self.outside.T
            matrix += (scaled - U @ (U.T @ scaled)) @ V[:, :r].T
        if self.sizes[4]:
            scaled = wide.reshape(r, -1) * self.outside
            matrix += U[:, :r] @ (scaled - scaled @ V @ V.T)
        return matrix
