"""Features of the emotion set SEED, as its owners give it out: one MATLAB file per session.

An archive (.zip or .tar) holds the files of the folder ExtractedFeatures:

    label.mat          label: the emotion of each of 15 film clips (1, 0 or -1)
    1_20131027.mat     de_LDS1 ... de_LDS15: differential entropy, smoothed, of each clip;
                       62 channels x seconds x 5 frequency bands

A row is one second. Its matrix has one row for each of 31 pairs of channels, and two times five
columns: the bands of the first and of the second channel. PAIRS says which channels make a pair.
Seconds of one clip resemble each other, so the clip is the ``group`` of a row.

Only the first session is read, in the order of subjects. The notes count the others.

Descriptor options: none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, BinaryIO

import numpy as np

from methods.data.formats.faces import natural_order
from methods.data.formats.matlab import read_matlab
from methods.data.packing import members_of
from methods.data.parsed import Parsed, label_texts
from methods.errors import UserError

STREAMED = True

SESSION = re.compile(r"\d+_\d+\.mat")  # subject and date
LABELS = "label.mat"
FEATURES = "de_LDS"
BANDS = 5
# The order of the channels in the files ("Channel Order.xlsx" of the set).
CHANNELS = [
    "FP1", "FPZ", "FP2", "AF3", "AF4", "F7", "F5", "F3", "F1", "FZ", "F2", "F4", "F6", "F8",
    "FT7", "FC5", "FC3", "FC1", "FCZ", "FC2", "FC4", "FC6", "FT8", "T7", "C5", "C3", "C1", "CZ",
    "C2", "C4", "C6", "T8", "TP7", "CP5", "CP3", "CP1", "CPZ", "CP2", "CP4", "CP6", "TP8", "P7",
    "P5", "P3", "P1", "PZ", "P2", "P4", "P6", "P8", "PO7", "PO5", "PO3", "POZ", "PO4", "PO6", "PO8",
    "CB1", "O1", "OZ", "O2", "CB2",
]  # fmt: skip
# The paper has 31 pairs and does not say which. There are 27 channels on the left with a mirror
# image on the right, and eight between them, which make four pairs from front to back.
LEFT = [name for name in CHANNELS if name[-1] in "13579"]
MIDDLE = [name for name in CHANNELS if name[-1] == "Z"]
PAIRS = [
    *((name, f"{name[:-1]}{int(name[-1]) + 1}") for name in LEFT),
    *zip(MIDDLE[::2], MIDDLE[1::2], strict=True),
]


def read(data: BinaryIO, name: str, options: Mapping[str, Any]) -> Parsed:
    """One matrix (31, 10) per second of the first session."""
    labels_file, first, n_sessions = None, None, 0
    for member, content in members_of(data, name, is_used):
        file = PurePosixPath(member).name
        if file == LABELS:
            labels_file = content
            continue
        n_sessions += 1
        if first is None or natural_order(file) < natural_order(first[0]):
            first = file, content
    if labels_file is None or first is None:
        raise UserError(f"{name}: needs {LABELS} and a session such as 1_20131027.mat")
    session = first[0]
    emotions = labels_of(labels_file, f"{name}: {LABELS}")
    arrays = read_matlab(first[1], f"{name}: {session}")
    X, labels, clips = [], [], []
    for clip, emotion in enumerate(emotions, start=1):
        features = clip_features(arrays, clip, f"{name}: {session}")
        X.append(features)
        labels += [emotion] * len(features)
        clips += [clip] * len(features)
    note = (
        f"session {session}: {len(emotions)} clips of {len(labels)} seconds;"
        f" {n_sessions - 1} other sessions left out"
    )
    return Parsed(np.concatenate(X), labels, extras={"group": np.array(clips)}, notes=(note,))


def is_used(member: str) -> bool:
    file = PurePosixPath(member).name
    return file == LABELS or SESSION.fullmatch(file) is not None


def labels_of(content: bytes, where: str) -> list[str]:
    arrays = read_matlab(content, where)
    if "label" not in arrays or not arrays["label"].size:
        raise UserError(f"{where}: no array called label")
    return label_texts(arrays["label"].ravel())


def clip_features(arrays: Mapping[str, np.ndarray], clip: int, where: str) -> np.ndarray:
    """The matrices of one clip (seconds, pairs, 2 x bands)."""
    key = f"{FEATURES}{clip}"
    if key not in arrays:
        raise UserError(f"{where}: no array called {key}")
    features = arrays[key]
    if features.ndim != 3 or features.shape[0] != len(CHANNELS) or features.shape[2] != BANDS:
        raise UserError(
            f"{where}: {key} has shape {features.shape}, not ({len(CHANNELS)}, seconds, {BANDS})"
        )
    order = [[CHANNELS.index(channel) for channel in pair] for pair in PAIRS]
    paired = features[np.array(order)]  # pairs, 2, seconds, bands
    return paired.transpose(2, 0, 1, 3).reshape(features.shape[1], len(PAIRS), 2 * BANDS)
