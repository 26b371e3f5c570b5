"""Noise-free targets in the plane: Yin-Yang, concentric disks, tangram (thesis, chapters 1 and 4).

Each target is a function of the point alone, so that figures can paint the background; each
generator draws points uniformly from the target's domain and labels them.
"""

from __future__ import annotations

import numpy as np

from methods.errors import UserError

PLATE_RADIUS = 1.0  # R; the thesis names no unit
EYE_RADIUS = 0.18 * PLATE_RADIUS  # the two small disks; see `yin_yang`
YIN_YANG_DOMAIN_RADIUS = 1.1 * PLATE_RADIUS  # "slightly larger than the plate"; see `yin_yang`

# Thesis, Figure 1.1, draws three disks and prints no radius: here rings of equal width.
DISK_RADII = (1 / 3, 2 / 3, 1.0)

# The classical dissection of the square [0, 4]^2, corners anticlockwise. The thesis does not say
# how its Figure 4.1 numbers the pieces. Here the four that meet in the centre come first, clockwise
# from the left; the others follow anticlockwise. A line then separates the pieces k, k+1 from
# k+2, k+3, while no line separates k, k+2 from k+1, k+3, for k = 0 and for k = 1. So what section
# 4.3 says of its classes 1 to 4 holds whether classes are counted from 0 or from 1.
TANGRAM_SIDE = 4.0
TANGRAM_PIECES = (
    ((0.0, 0.0), (2.0, 2.0), (0.0, 4.0)),
    ((2.0, 2.0), (4.0, 4.0), (0.0, 4.0)),
    ((3.0, 1.0), (3.0, 3.0), (2.0, 2.0)),
    ((2.0, 0.0), (3.0, 1.0), (2.0, 2.0), (1.0, 1.0)),
    ((0.0, 0.0), (2.0, 0.0), (1.0, 1.0)),
    ((2.0, 0.0), (4.0, 0.0), (4.0, 2.0)),
    ((4.0, 2.0), (4.0, 4.0), (3.0, 3.0), (3.0, 1.0)),
)


def uniform_in_disk(
    n_samples: int, random_state: int | np.random.Generator, radius: float
) -> np.ndarray:
    """Points uniform by area in the disk about the origin: radius sqrt(u), angle 2 pi v."""
    u, v = np.random.default_rng(random_state).random((n_samples, 2)).T
    angle = 2 * np.pi * v
    return radius * np.sqrt(u)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])


def yin_yang_signed_distance(X: np.ndarray, *, eye_radius: float = EYE_RADIUS) -> np.ndarray:
    """Distance to the Yin-Yang boundary, positive in Yang (white) and negative in Yin (grey).

    Around the points (-R/2, 0) and (R/2, 0) lie two half plates of radius R/2 and two eyes of
    radius `eye_radius`. Three regions are Yang: the left half plate without its eye, the right eye,
    and all points above the horizontal axis that are outside both half plates. Inside and outside
    agree along the rim of the plate. So the boundary consists of the two half circles of the S,
    the two eyes, and the axis outside the plate.

    Parameters
    ----------
    X : (n, 2) points
    eye_radius : radius of the small disks, at most R/2

    Returns
    -------
    (n,) signed distances
    """
    x, y = np.asarray(X, dtype=float).T
    half = PLATE_RADIUS / 2
    to_left, to_right = np.hypot(x + half, y), np.hypot(x - half, y)

    # The S: the upper half of the right circle and the lower half of the left one.
    to_ends = np.minimum(np.hypot(x, y), np.hypot(np.abs(x) - PLATE_RADIUS, y))
    to_s = np.minimum(
        np.where(y >= 0, np.abs(to_right - half), to_ends),
        np.where(y <= 0, np.abs(to_left - half), to_ends),
    )
    to_eyes = np.minimum(np.abs(to_left - eye_radius), np.abs(to_right - eye_radius))
    to_axis = np.hypot(np.maximum(PLATE_RADIUS - np.abs(x), 0), y)
    distance = np.minimum(np.minimum(to_s, to_eyes), to_axis)

    white_plate = (to_left <= half) | ((y > 0) & (to_right > half))
    yang = (white_plate & (to_left > eye_radius)) | (to_right <= eye_radius)
    return np.where(yang, distance, -distance)


def yin_yang(
    n_samples: int,
    random_state: int | np.random.Generator,
    *,
    flip: float = 0.0,
    eye_radius: float = EYE_RADIUS,
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """The Yin-Yang problem of Li et al. (2005), thesis 1.4.3 and 1.5.3.

    Points are uniform in a disk of radius 1.1 R about a plate of radius R = 1. The thesis states
    neither 1.1 nor the radius of the eyes. The former is from its author's web page on the data.
    With eyes of 0.18 R, the best separating line, fitted to 600 points, errs on 15.4 % of them and
    on 17.7 % of others; Tables 2.2 and 2.3 print 15.33 % and 17.71 % for RCD.

    Parameters
    ----------
    n_samples : number of examples
    random_state : seed or generator; the points of a shorter draw are the first of a longer one
    flip : share of the examples, the last ones, whose label is flipped (thesis 1.5.3: 0.1)
    eye_radius : radius of the small disks

    Returns
    -------
    X : (n_samples, 2)
    y : (n_samples,), +1 for Yang (white) and -1 for Yin (grey)
    extras : ``noisy``, (n_samples,) bool, True where the label is flipped
    """
    if not 0 <= flip <= 1:
        raise UserError(f"yin_yang: flip is {flip}; choose a share between 0 and 1")
    X = uniform_in_disk(n_samples, random_state, YIN_YANG_DOMAIN_RADIUS)
    y = np.where(yin_yang_signed_distance(X, eye_radius=eye_radius) > 0, 1, -1)
    noisy = np.arange(n_samples) >= n_samples - round(flip * n_samples)
    return X, np.where(noisy, -y, y), {"noisy": noisy}


def concentric_disks_target(X: np.ndarray) -> np.ndarray:
    """Class of each point: 0 in the inner disk, 1 in the ring around it, 0 outside the ring.

    Parameters
    ----------
    X : (n, 2) points

    Returns
    -------
    (n,) of 0 and 1
    """
    radius = np.hypot(*np.asarray(X, dtype=float).T)
    inner, middle, _ = DISK_RADII
    return ((radius > inner) & (radius <= middle)).astype(int)


def concentric_disks(
    n_samples: int, random_state: int | np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Three concentric disks, points uniform in the largest (thesis 1.4.1 and 1.4.3, Figure 1.1).

    The thesis says that white is class 1 and grey class 0, that the answer "always 0" is right for
    most examples, and that the inner disk holds exceptions to the middle one. Hence the inner disk
    and the outer ring are grey, and the ring between is white. The radii R/3, 2R/3, R are our
    choice; they give white a third of the area.

    Parameters
    ----------
    n_samples : number of examples (thesis: 31)
    random_state : seed or generator; the first examples of a longer draw are the shorter draw

    Returns
    -------
    X : (n_samples, 2)
    y : (n_samples,), 1 (white) or 0 (grey)
    """
    X = uniform_in_disk(n_samples, random_state, DISK_RADII[-1])
    return X, concentric_disks_target(X)


def tangram_target(X: np.ndarray) -> np.ndarray:
    """Index in `TANGRAM_PIECES` of the piece that holds each point.

    The pieces are convex: a point is inside if its offset from every side, measured inwards, is
    positive. The piece with the largest smallest offset is taken, which gives a point on a shared
    side exactly one label.

    Parameters
    ----------
    X : (n, 2) points of the square [0, 4]^2

    Returns
    -------
    (n,) of 0 to 6
    """
    X = np.asarray(X, dtype=float)
    smallest_offsets = []
    for piece in TANGRAM_PIECES:
        corners = np.array(piece)
        sides = np.roll(corners, -1, axis=0) - corners
        normals = np.column_stack([-sides[:, 1], sides[:, 0]])  # inwards: anticlockwise corners
        smallest_offsets.append(((X[:, None] - corners) * normals).sum(axis=2).min(axis=1))
    return np.argmax(smallest_offsets, axis=0)


def tangram(
    n_samples: int, random_state: int | np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Points uniform in a square cut into the seven tangram pieces (thesis 4.2, Figure 4.1).

    The classes hold 1/4, 1/4, 1/16, 1/8, 1/16, 1/8 and 1/8 of the area.

    Parameters
    ----------
    n_samples : number of examples (thesis: 500)
    random_state : seed or generator; the first examples of a longer draw are the shorter draw

    Returns
    -------
    X : (n_samples, 2), in [0, 4]^2
    y : (n_samples,), 0 to 6, the index in `TANGRAM_PIECES`
    """
    X = TANGRAM_SIDE * np.random.default_rng(random_state).random((n_samples, 2))
    return X, tangram_target(X)
