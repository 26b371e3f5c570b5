"""Random streams named by their purpose, so that the order of execution does not matter."""

from __future__ import annotations

from hashlib import sha256

import numpy as np


def stream(*names: str | int) -> np.random.Generator:
    """The generator for these names, the same on every machine and in every run."""
    return np.random.default_rng(_entropy(names))


def integer_seed(*names: str | int) -> int:
    """A 32-bit seed for these names, for estimators that take ``random_state``."""
    return int(np.random.SeedSequence(_entropy(names)).generate_state(1)[0])


def _entropy(names: tuple[str | int, ...]) -> list[int]:
    digest = sha256("\x1f".join(str(name) for name in names).encode()).digest()
    return [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 32, 4)]
