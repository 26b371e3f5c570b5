"""A data engine: random models that label random points (thesis, chapter 3, footnote 2).

The Caltech Data Engine (Pratap, 2003) is unavailable. This one follows its description: draw a
family of models, draw the parameters of a model of that family at a given complexity, and let
that model label any number of independent samples. With m units, the complexity factor,

    neural network    f(x) = sum_j a_j tanh(u_j . x + s_j)
    support vectors   f(x) = sum_j a_j exp(-|x - u_j|^2 / (2 s^2)),   one width s for all
    radial basis      f(x) = sum_j a_j exp(-|x - u_j|^2 / (2 s_j^2)), a width for each

on points x uniform in [-1, 1]^d, and y = sign(f(x) - threshold). The threshold is the quantile of
f, over points of the model's own, at a level uniform in [0.3, 0.7]: the rarer class has about 30 %
of the points or more. With the complexity and the widths below, AdaBoost on 400 examples behaves as
the thesis describes: its test error is least after some 50 stumps (between 30 and 90, by model).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from methods.errors import UserError

N_FEATURES = 8  # thesis 3.3.1
COMPLEXITY = 20  # units of a model; the thesis does not state its factor
FAMILIES = ("neural_network", "support_vectors", "radial_basis")
QUANTILE_RANGE = (0.3, 0.7)  # levels of the quantile of f that is the threshold
N_CALIBRATION = 4000  # points that fix the threshold: its level errs by less than 1 % (1 s.e.)
WIDTH_RANGE = (0.25, 0.75)  # of a bump, in units of the spread of the points, sqrt(d / 3)
GAIN_RANGE = (1.0, 4.0)  # of a hidden unit: standard deviation of u . x over the points

# Separates the stream of the model from that of the samples if both have the same seed.
MODEL_STREAM = 1


@dataclass(frozen=True)
class EngineModel:
    """A labelling function: see the module for the meaning of the fields in each family."""

    family: str
    units: np.ndarray  # (m, d), u
    scales: np.ndarray  # (m,), s: an offset of a hidden unit, or a width
    amplitudes: np.ndarray  # (m,), a
    threshold: float

    def value(self, X: np.ndarray) -> np.ndarray:
        """f(x), before the threshold, of each row of X (n, d)."""
        products = X @ self.units.T
        if self.family == "neural_network":
            return np.tanh(products + self.scales) @ self.amplitudes
        distances = (X**2).sum(axis=1)[:, None] - 2 * products + (self.units**2).sum(axis=1)
        return np.exp(-distances / (2 * self.scales**2)) @ self.amplitudes

    def label(self, X: np.ndarray) -> np.ndarray:
        """+1 if f exceeds the threshold, else -1."""
        return np.where(self.value(X) > self.threshold, 1, -1)


def draw_model(
    model_seed: int, *, n_features: int = N_FEATURES, complexity: int = COMPLEXITY
) -> EngineModel:
    """Draw a family, then a model of it.

    Parameters
    ----------
    model_seed : fixes the model
    n_features : d
    complexity : m, the number of hidden units, support vectors or centres
    """
    if complexity < 1:
        raise UserError(f"complexity {complexity} of the data engine: choose at least 1")
    sequence = np.random.SeedSequence(model_seed, spawn_key=(MODEL_STREAM,))
    stream = np.random.default_rng(sequence)
    family = FAMILIES[stream.integers(len(FAMILIES))]
    spread = np.sqrt(n_features / 3)  # root of the mean of |x|^2
    if family == "neural_network":
        gains = stream.uniform(*GAIN_RANGE, size=complexity)
        directions = stream.standard_normal((complexity, n_features))
        units = gains[:, None] * directions / spread
        scales = gains * stream.uniform(-1, 1, size=complexity)
        amplitudes = stream.standard_normal(complexity)
    elif family == "support_vectors":
        units = stream.uniform(-1, 1, size=(complexity, n_features))
        scales = np.full(complexity, spread * stream.uniform(*WIDTH_RANGE))
        # Like the alpha_j y_j of a soft-margin machine: bounded, of either sign.
        amplitudes = stream.uniform(-1, 1, size=complexity)
    else:
        units = stream.uniform(-1, 1, size=(complexity, n_features))
        scales = spread * stream.uniform(*WIDTH_RANGE, size=complexity)
        amplitudes = stream.standard_normal(complexity)
    level = stream.uniform(*QUANTILE_RANGE)
    model = EngineModel(family, units, scales, amplitudes, threshold=0.0)
    values = model.value(stream.uniform(-1, 1, size=(N_CALIBRATION, n_features)))
    return replace(model, threshold=float(np.quantile(values, level)))


def engine(
    n_samples: int,
    random_state: int | np.random.Generator,
    *,
    n_features: int = N_FEATURES,
    complexity: int = COMPLEXITY,
    model_seed: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Independent examples of one random model.

    Parameters
    ----------
    n_samples : number of examples
    random_state : seed or generator of the points; the first examples of a longer draw are the
        shorter draw
    n_features, complexity, model_seed : the model, see `draw_model`

    Returns
    -------
    X : (n_samples, n_features), in [-1, 1]
    y : (n_samples,), -1 or +1
    """
    model = draw_model(model_seed, n_features=n_features, complexity=complexity)
    X = np.random.default_rng(random_state).uniform(-1, 1, size=(n_samples, n_features))
    return X, model.label(X)


def engine_trials(
    n_samples: int,
    random_state: int | np.random.Generator,
    *,
    n_train: int = 400,
    n_test: int = 3000,
    n_features: int = N_FEATURES,
    complexity: int = COMPLEXITY,
    model_seed: int = 0,
    n_models: int = 1,
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Independent data sets, one after another (thesis 3.3.1: 132 of 400 + 3000, of one model).

    Parameters
    ----------
    n_samples : examples of all trials together, a multiple of n_train + n_test
    random_state : seed or generator; with more trials, the first ones stay the same
    n_train, n_test : examples of one trial, the training ones first
    n_features, complexity : of a model, see `draw_model`
    model_seed, n_models : trial t has the model of seed ``model_seed + t % n_models``

    Returns
    -------
    X : (n_samples, n_features), in [-1, 1]
    y : (n_samples,), -1 or +1
    extras : ``trial``, (n_samples,) the number of the trial from 0, and ``test``, (n_samples,) bool
    """
    trial_size = n_train + n_test
    trial, place = np.divmod(np.arange(n_samples), trial_size)
    if n_samples % trial_size:
        raise UserError(
            f"{n_samples} samples are not whole trials of {n_train} + {n_test}; "
            f"the next whole number is {(trial[-1] + 1) * trial_size}"
        )
    X = np.random.default_rng(random_state).uniform(-1, 1, size=(n_samples, n_features))
    y = np.empty(n_samples, dtype=int)
    for number in range(n_models):
        model = draw_model(model_seed + number, n_features=n_features, complexity=complexity)
        rows = trial % n_models == number
        y[rows] = model.label(X[rows])
    return X, y, {"trial": trial, "test": place >= n_train}
