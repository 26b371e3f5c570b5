"""Matrices whose columns come in correlated groups (SMM paper, sections 5.1 and 5.2).

Entry (k, l) of the n sample matrices is a vector of length n,

    f_kl = nu_g(l) + e_kl,    e_kl ~ N(0, delta^2 I_n),    l = 1, ..., q,

where nu_1, ..., nu_V are orthonormal in R^n and g(l) is the group of column l. The labels are
y_i = sign(tr(W^T X_i)) for a random W of rank 0.2 q.

The paper prints g(l) = ceil(l / (0.2 q)), which makes five groups for any V, but mentions and
shows four blocks at V = 4. With the width q / V instead of 0.2 q, text, figure and formula agree:
g(l) = ceil(l V / q). Both are here.

The entries shrink as 1 / sqrt(n) because the nu have unit length: draw the training and the test
samples together, then split them.
"""

from __future__ import annotations

import numpy as np

from methods.errors import UserError, unknown

SHAPE = (80, 100)  # (p, q), section 5.1
PRINTED_GROUPS = 5  # ceil(l / (0.2 q)) runs from 1 to 5
BLOCK_RULES = ("even", "printed")


def column_groups(n_columns: int, n_groups: int) -> np.ndarray:
    """Group ceil(l V / q) - 1 of each of the columns l = 1, ..., q, in whole numbers.

    Parameters
    ----------
    n_columns : q
    n_groups : V

    Returns
    -------
    (n_columns,) of 0 to n_groups - 1
    """
    return (np.arange(1, n_columns + 1) * n_groups - 1) // n_columns


def orthonormal_basis(n_vectors: int, length: int, stream: np.random.Generator) -> np.ndarray:
    """Columns drawn uniformly among all sets of `n_vectors` orthonormal vectors in R^length."""
    Q, R = np.linalg.qr(stream.standard_normal((length, n_vectors)))
    # Only with a positive diagonal of R is Q uniform, and the same from every LAPACK.
    return Q * np.sign(np.diag(R))


def smm_blocks(
    n_samples: int,
    random_state: int | np.random.Generator,
    *,
    shape: tuple[int, int] = SHAPE,
    n_groups: int = 4,
    noise: float = 1e-3,
    blocks: str = "even",
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Grouped matrices with the setting of section 5.1, which shows the grouping effect.

    Parameters
    ----------
    n_samples : n (section 5.1: 1000)
    random_state : seed or generator
    shape : (p, q)
    n_groups : V, the number of groups of columns with ``blocks="even"``
    noise : delta, the standard deviation within a group
    blocks : "even", groups of q / V columns, or "printed", the five groups of 0.2 q columns

    Returns
    -------
    X : (n_samples, p, q)
    y : (n_samples,), -1 or +1
    extras : ``column_group``, (q,) the group of each column from 0, and ``true_coef``, (p, q),
        the matrix W
    """
    if blocks not in BLOCK_RULES:
        raise unknown("block rule", blocks, BLOCK_RULES)
    p, q = shape
    group = column_groups(q, n_groups if blocks == "even" else PRINTED_GROUPS)
    n_vectors = int(group[-1]) + 1
    if n_samples < n_vectors:
        raise UserError(
            f"{n_samples} samples cannot carry {n_vectors} orthogonal vectors; "
            f"draw at least {n_vectors}"
        )
    basis_stream, noise_stream, coef_stream = np.random.default_rng(random_state).spawn(3)

    X = noise_stream.standard_normal((n_samples, p, q))
    X *= noise
    X += orthonormal_basis(n_vectors, n_samples, basis_stream)[:, group][:, None, :]

    rank = -(-q // 5)  # 0.2 q, rounded up
    true_coef = coef_stream.standard_normal((p, rank)) @ coef_stream.standard_normal((rank, q))
    y = np.where(np.tensordot(X, true_coef, axes=2) >= 0, 1, -1)
    return X, y, {"column_group": group, "true_coef": true_coef}


def smm_classification(
    n_samples: int,
    random_state: int | np.random.Generator,
    *,
    n_train: int = 1000,
    shape: tuple[int, int] = SHAPE,
    n_groups: int = 10,
    noise: float = 1e-2,
    blocks: str = "even",
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Grouped matrices with the setting of section 5.2 and its split into training and test.

    Parameters
    ----------
    n_samples : training and test examples together (section 5.2: 1500)
    random_state : seed or generator
    n_train : number of training examples among them
    shape, n_groups, noise, blocks : as in `smm_blocks`

    Returns
    -------
    X : (n_samples, p, q)
    y : (n_samples,), -1 or +1
    extras : those of `smm_blocks`, and ``test``, (n_samples,) bool
    """
    X, y, extras = smm_blocks(
        n_samples, random_state, shape=shape, n_groups=n_groups, noise=noise, blocks=blocks
    )
    return X, y, {**extras, "test": np.arange(n_samples) >= n_train}
