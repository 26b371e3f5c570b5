"""EEG trials as the UCI "EEG Database" has them in full, averaged over the trials of each subject.

A tar holds one packed tar per subject, and that holds one packed text per trial:

    co2a0000364.tar.gz
        co2a0000364/co2a0000364.rd.000.gz
        co2a0000364/co2a0000364.rd.002.gz

The fourth letter of a subject is its label, ``a`` or ``c``. A trial has four lines about itself,
then a line for each channel and one for each of its samples:

    # co2a0000364.rd
    # 120 trials, 64 chans, 416 samples 368 post_stim samples
    # 3.906000 msecs uV
    # S1 obj , trial 0
    # FP1 chan 0
    0 FP1 0 -8.921

One subject is in memory at a time. Subjects have the order of their names. The trials of one are
added in the order of their numbers and divided by how many they are. Channels have the order of the
first trial. A trial with an error mark after its condition ("S2 match err"), without samples, or
damaged is left out; the notes count them and name the damaged ones.

Descriptor options
    conditions  the conditions of the stimulus whose trials are averaged (default: all)
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from methods.data.packing import decompress, members_of
from methods.data.parsed import Parsed
from methods.errors import UserError

STREAMED = True

SUBJECT = re.compile(r"(co\d([ac])\d+)\.tar\.gz")
TRIAL = re.compile(r"(co\d[ac]\d+)\.rd\.\d+(\.gz)?")
HEADER_LINES = 4
HEADER = re.compile(
    r"# (?P<subject>co\d[ac]\d+)\.rd\n# \d+ trials, (?P<channels>\d{1,4}) chans,.*\n#.*\n"
    r"# (?P<condition>\S.*?) *, *trial +(?P<trial>\d{1,6})"
)
ERROR_MARK = "err"
WORDS = 4  # of a line of samples, and of the line before a channel
MOST_TRIAL_BYTES = 4 * 2**20  # a trial of 64 channels and 256 samples has 0.3 MB
DAMAGED_NAMED = 20


class Trial(NamedTuple):
    number: int
    condition: str
    channels: tuple[str, ...]
    values: np.ndarray  # samples by channels


class Unusable(UserError):
    """A trial that is left out; the text says why."""


@dataclass
class Tally:
    """What was read and what was left out."""

    averaged: dict[str, int] = field(default_factory=dict)  # trials by subject
    left_out: Counter[str] = field(default_factory=Counter)  # how many, by what they are
    damaged: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)  # subjects without a usable trial

    def notes(self) -> tuple[str, ...]:
        counts = list(self.averaged.values())
        by_label = Counter(subject[3] for subject in self.averaged)
        labels = ", ".join(f"{n} of {label}" for label, n in sorted(by_label.items()))
        notes = [
            f"averages of {len(counts)} subjects ({labels}) over {sum(counts)} trials,"
            f" {min(counts)} to {max(counts)} of each subject"
        ]
        counts_left_out = [f"{what}: {n}" for what, n in sorted(self.left_out.items())]
        if counts_left_out:
            notes.append(f"left out: {'; '.join(counts_left_out)}")
        notes += [f"left out: {damage}" for damage in self.damaged[:DAMAGED_NAMED]]
        if len(self.damaged) > DAMAGED_NAMED:
            notes.append(f"left out: {len(self.damaged) - DAMAGED_NAMED} damaged trials more")
        if self.without:
            notes.append(f"left out: subjects without a usable trial: {', '.join(self.without)}")
        return tuple(notes)


def read(data: BinaryIO, name: str, options: Mapping[str, Any]) -> Parsed:
    """Microvolts (subjects, samples, channels), with the names of subjects and channels."""
    averages: dict[str, np.ndarray] = {}
    channels: tuple[str, ...] = ()
    tally = Tally()
    for member, packed in members_of(data, name, lambda m: m.endswith(".tar.gz")):
        match = SUBJECT.fullmatch(PurePosixPath(member).name)
        if match is None:
            raise UserError(f"{name}: {member[:80]!r} is not a subject such as co2a0000364.tar.gz")
        if match[1] in tally.averaged or match[1] in tally.without:
            raise UserError(f"{name}: subject {match[1]} comes twice")
        trials = usable_trials(packed, match[1], f"{name}: {member}", channels, options, tally)
        if not trials:
            tally.without.append(match[1])
            continue
        channels = trials[0].channels
        total = np.zeros_like(trials[0].values)
        for trial in trials:
            total += trial.values
        averages[match[1]] = total / len(trials)
        tally.averaged[match[1]] = len(trials)
    if not averages:
        raise UserError(f"{name}: holds no subject with a usable trial")
    subjects = sorted(averages)
    extras = {"subject": np.array(subjects), "channel": np.array(channels)}
    labels = [subject[3] for subject in subjects]
    X = np.array([averages[subject] for subject in subjects])
    return Parsed(X, labels, extras=extras, notes=tally.notes())


def usable_trials(
    packed: bytes,
    subject: str,
    where: str,
    channels: tuple[str, ...],
    options: Mapping[str, Any],
    tally: Tally,
) -> list[Trial]:
    """The trials of a subject that are averaged, by number; `tally` has the others."""
    trials: dict[int, Trial] = {}
    unpacked = io.BytesIO(decompress(packed, where))
    for member, content in members_of(unpacked, where.removesuffix(".gz")):
        file = PurePosixPath(member).name
        if not TRIAL.fullmatch(file):
            tally.left_out["files that are no trials"] += 1
            continue
        try:
            text = decompress(content, file, MOST_TRIAL_BYTES)
            if not text.strip():
                tally.left_out["trials without samples"] += 1
                continue
            trial = read_trial(text, file, subject, options.get("matrix", (None, None)))
            if ERROR_MARK in trial.condition.split():
                tally.left_out["trials with an error mark"] += 1
            elif trial.condition not in options.get("conditions", (trial.condition,)):
                tally.left_out["trials of other conditions"] += 1
            elif trial.number in trials:
                raise Unusable(f"{file}: repeats trial {trial.number}")
            else:
                channels = channels or trial.channels
                trials[trial.number] = in_order(trial, channels, file)
        except UserError as error:
            tally.left_out["damaged trials"] += 1
            tally.damaged.append(str(error))
    return [trials[number] for number in sorted(trials)]


def read_trial(
    content: bytes, where: str, subject: str, matrix: Collection[int | None] = (None, None)
) -> Trial:
    """One trial of `subject`, whose shape must be `matrix` as far as that is known."""
    *lines, body = content.decode("latin-1").split("\n", HEADER_LINES)
    header = HEADER.fullmatch("\n".join(line.strip() for line in lines))
    if header is None:
        raise Unusable(f"{where}: the first four lines are not those of a trial")
    if header["subject"] != subject:
        raise Unusable(f"{where}: says that it is of {header['subject']}")
    n_channels, trial = int(header["channels"]), header["trial"]
    words = body.split()
    n_lines = len(words) // WORDS // n_channels if n_channels else 0
    if n_lines < 2 or len(words) != n_channels * n_lines * WORDS:
        raise Unusable(f"{where}: {len(words)} words do not make {n_channels} equal channels")
    channels, n_samples = tuple(words[1 :: WORDS * n_lines]), n_lines - 1
    if (
        words[0::WORDS] != ["#", *[trial] * n_samples] * n_channels
        or (words[1::WORDS], words[2::WORDS]) != middle_words(channels, n_samples)
        or words[WORDS - 1 :: WORDS * n_lines] != [str(i) for i in range(n_channels)]
    ):
        raise Unusable(f"{where}: its lines are not channels of {n_samples} samples in order")
    shape = (n_samples, n_channels)
    if any(stated not in (None, size) for stated, size in zip(matrix, shape, strict=True)):
        raise Unusable(f"{where}: {n_samples} samples of {n_channels} channels")
    try:
        values = np.array(words[WORDS - 1 :: WORDS], dtype=np.float64)
    except ValueError as error:
        raise Unusable(f"{where}: a sample is not a number: {error}") from None
    if not np.isfinite(values).all():
        raise Unusable(f"{where}: a sample is not finite")
    samples = np.ascontiguousarray(values.reshape(n_channels, n_lines)[:, 1:].T)
    condition = " ".join(header["condition"].split())
    return Trial(int(trial), condition, channels, samples)


@lru_cache(maxsize=8)
def middle_words(channels: tuple[str, ...], n_samples: int) -> tuple[list[str], list[str]]:
    """The second and the third word of each line."""
    names = [channel for channel in channels for _ in range(n_samples + 1)]
    return names, ["chan", *map(str, range(n_samples))] * len(channels)


def in_order(trial: Trial, channels: tuple[str, ...], where: str) -> Trial:
    """The trial with its channels in the order of the first trial."""
    if trial.channels == channels:
        return trial
    if sorted(trial.channels) != sorted(channels):
        raise Unusable(f"{where}: its channels are not those of the first trial")
    columns = [trial.channels.index(channel) for channel in channels]
    return trial._replace(channels=channels, values=trial.values[:, columns])
