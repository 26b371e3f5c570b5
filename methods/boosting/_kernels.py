"""Compiled loops: the best stump and the vote of many on presorted features, and costs of margins.

`columns` (d, n) are the features, `order` (d, n) sorts each of them, and `rises` (d, n) marks the
places of that order whose value exceeds the one before. Weights are added up as integers, so that
no sum is rounded and none depends on where among the rows an example stands.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, vectorize

# Weights sum to less than 2^60, so that three times their sum is a 64-bit integer.
WEIGHT_BITS = 60

LARGEST_EXPONENT = 1023  # of a double

# Errors that differ by less than 2^-42 of all weights tie: far above rounding, far below a row.
TIE_BITS = 42


@njit("i8[::1](f8[::1])", cache=True, error_model="numpy")
def integer_weights(targets):
    """Targets times a power of two, rounded."""
    total = 0.0
    for target in targets:
        total += abs(target)
    _, exponent = math.frexp(total)
    scale = math.ldexp(1.0, min(WEIGHT_BITS - exponent, LARGEST_EXPONENT))
    weights = np.empty(targets.shape[0], np.int64)
    for i in range(targets.shape[0]):
        weights[i] = np.int64(np.rint(targets[i] * scale))
    return weights


@njit("i8(u4[::1], b1[::1], i8[::1], i8)", cache=True, error_model="numpy")
def largest_edge(order, rises, weights, total):
    """Size of the largest edge of the cuts of one feature, and of the cut below all rows.

    The edge is what lies above the cut minus what lies below.
    """
    most, least, sum_below = np.int64(0), np.int64(0), np.int64(0)
    for k in range(order.shape[0]):
        sum_of_cut = sum_below if rises[k] else np.int64(0)
        most, least = max(most, sum_of_cut), min(least, sum_of_cut)
        sum_below += weights[order[k]]
    return max(abs(total - 2 * most), abs(total - 2 * least))


@njit("Tuple((i8, u4, u4))(u4[::1], b1[::1], i8[::1], i8, i8)", cache=True, error_model="numpy")
def first_cut(order, rises, weights, total, enough):
    """Edge of the lowest cut whose edge reaches `enough` in size, and the rows below and above it.

    The cut separates different values of rows that weigh something.
    """
    below, sum_below, risen = np.uint32(0), np.int64(0), False
    for k in range(order.shape[0]):
        i = order[k]
        risen |= rises[k]
        if weights[i] != 0:
            edge = total - 2 * sum_below
            if risen and abs(edge) >= enough:
                return edge, below, i
            sum_below += weights[i]
            below, risen = i, False
    return total, below, below


@njit(
    "Tuple((i8, f8, f8, f8))(f8[:, ::1], u4[:, ::1], b1[:, ::1], f8[::1])",
    cache=True,
    error_model="numpy",
)
def best_stump(columns, order, rises, targets):
    """Feature, threshold, polarity and weighted error of `decision_stump.SortedRows.best_stump`."""
    weights = integer_weights(targets)
    total, absolute = weights.sum(), np.abs(weights).sum()
    sizes = np.empty(columns.shape[0], np.int64)
    for j in range(columns.shape[0]):
        sizes[j] = largest_edge(order[j], rises[j], weights, total)
    tie = absolute >> TIE_BITS
    enough = max(abs(total), sizes.max()) - tie

    feature, threshold, edge = 0, -np.inf, total
    if abs(total) < enough:
        while sizes[feature] < enough:
            feature += 1
        edge, below, above = first_cut(order[feature], rises[feature], weights, total, enough)
        low, high = columns[feature, below], columns[feature, above]
        threshold = 0.5 * low + 0.5 * high
        if not low <= threshold < high:  # neighbouring numbers have no middle
            threshold = low
    return feature, threshold, 1.0 if edge >= -tie else -1.0, 0.5 - 0.5 * abs(edge) / absolute


@njit("f8[::1](f8[:, ::1], i8[::1], f8[::1], f8[::1])", cache=True, error_model="numpy")
def vote_of_stumps(columns, features, thresholds, weights):
    """Sum of the weights of the stumps whose threshold a row exceeds, minus the others."""
    votes = np.zeros(columns.shape[1])
    for t in range(features.shape[0]):
        column, threshold, weight = columns[features[t]], thresholds[t], weights[t]
        for i in range(votes.shape[0]):
            votes[i] += weight if column[i] > threshold else -weight
    return votes


@njit("Tuple((f8[::1], f8))(f8[::1], f8[::1])", cache=True, error_model="numpy")
def targets_of(slopes, signs):
    """The weights of the next round times the classes, and the sum of |slopes| that scales them."""
    size = 0.0
    for slope in slopes:
        size += abs(slope)
    targets = np.empty(slopes.shape[0])
    for i in range(slopes.shape[0]):
        targets[i] = signs[i] * slopes[i] / -size
    return targets, size


@njit("f8(f8[::1], f8[::1], f8, f8, f8[::1], f8[::1])", cache=True, error_model="numpy")
def move_margins(margins, changes, step, lead, wrong_below, weights):
    """Add step times changes to the margins. Returns the weight of those that are wrong then."""
    error = 0.0
    for i in range(margins.shape[0]):
        margins[i] += step * changes[i]
        error += weights[i] if margins[i] + lead < wrong_below[i] else 0.0
    return error


@njit("UniTuple(f8, 2)(f8[::1])", cache=True, error_model="numpy")
def opposed_sums(values):
    """The sum of the positive values, and the size of the sum of the others."""
    positive, negative = 0.0, 0.0
    for value in values:
        positive += max(value, 0.0)
        negative += max(-value, 0.0)
    return positive, negative


@njit("Tuple((f8[::1], f8, f8, f8, f8, f8))(f8[::1], f8[::1])", cache=True, error_model="numpy")
def forces_along(slopes, changes):
    """-slopes * changes with its `opposed_sums` and largest size, and the extreme |changes|."""
    forces = np.empty(changes.shape[0])
    lowering, raising, largest, reach, least = 0.0, 0.0, 0.0, 0.0, np.inf
    for i in range(changes.shape[0]):
        force, size = -changes[i] * slopes[i], abs(changes[i])
        forces[i] = force
        lowering += max(force, 0.0)
        raising += max(-force, 0.0)
        largest = max(largest, abs(force))
        reach, least = max(reach, size), min(least, size)
    return forces, lowering, raising, largest, reach, least


@njit("Tuple((f8, b1))(f8[::1], f8[::1], f8, f8, f8)", cache=True, error_model="numpy")
def exponential_minimum(forces, changes, longest, last_step, tolerance):
    """Zero of sum_i forces_i exp(-a changes_i), and whether it is before `longest`.

    No product of a force and its change is negative. Halley's method runs on the logarithm of what
    the positive forces add up to, over what the negative ones do: a straight line for |changes| of
    one size. An interval that holds the zero keeps it from running away. The error of a step is of
    the order of the cube of the one before, so a step below the share `last_step` is the last.
    """
    low, high, alpha = 0.0, np.inf, 0.0
    while True:
        lowering, lowering_fall, lowering_bend = 0.0, 0.0, 0.0
        raising, raising_rise, raising_bend = 0.0, 0.0, 0.0
        for i in range(forces.shape[0]):
            change = changes[i]
            force = forces[i] * math.exp(-alpha * change) if alpha > 0 else forces[i]
            down, up = max(force, 0.0), max(-force, 0.0)
            lowering += down
            lowering_fall += down * change
            lowering_bend += down * change * change
            raising += up
            raising_rise -= up * change
            raising_bend += up * change * change
        if lowering > raising:
            if alpha == longest:
                return longest, False
            low = alpha
        else:
            high = alpha
        fall, rise = lowering_fall / lowering, raising_rise / raising
        bend = (lowering_bend / lowering - fall * fall) - (raising_bend / raising - rise * rise)
        newton = math.log(lowering / raising) / (fall + rise)
        step = newton / (1 + 0.5 * newton * bend / (fall + rise))
        if abs(step) <= last_step * alpha:
            return alpha + step, True
        if not low < alpha + step < high:  # also a step that is no number
            step = 0.5 * (low + high) - alpha
        if high - low <= tolerance * low:
            return high, True
        alpha = min(alpha + step, longest)


@vectorize(["f8(f8, f8, f8)"], cache=True)
def bisigmoid(margin, kappa_plus, kappa_minus):
    """c(m) of eq. 3.5."""
    decay = math.exp(min(-2 / kappa_plus * margin, 2 / kappa_minus * margin))
    rest = 2 * decay / (1 + decay)  # 1 - tanh(|m| / k)
    return kappa_plus * rest if margin > 0 else kappa_plus + kappa_minus * (1 - rest)


@vectorize(["f8(f8, f8, f8)"], cache=True)
def bisigmoid_slope(margin, kappa_plus, kappa_minus):
    """c'(m) = -1 / cosh(m / k)^2."""
    decay = math.exp(min(-2 / kappa_plus * margin, 2 / kappa_minus * margin))
    return -4 * decay / ((1 + decay) * (1 + decay))
