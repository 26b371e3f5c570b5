"""EEG archives in the layout of the UCI repository, made up for tests.

``python -m tests.data.eeg_archives <file>`` writes one as large as the real one: 122 subjects with
90 trials each, 64 channels and 256 samples, some 700 MB.
"""

import gzip
import io
import sys
import tarfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

S1, MATCH, NO_MATCH = "S1 obj ", "S2 match ", "S2 nomatch"  # as the files write them before a comma
CONDITIONS = (S1, MATCH, NO_MATCH)
SUBJECTS = [f"co2a{n:07}" for n in range(364, 441)] + [f"co2c{n:07}" for n in range(337, 382)]
STEP = 0.48828125  # microvolts, of the recorder


class Trial(NamedTuple):
    number: int
    condition: str
    values: np.ndarray  # samples by channels, in microvolts


def header(subject: str, trial: int, condition: str, n_channels: int) -> bytes:
    return (
        f"# {subject}.rd\n# 120 trials, {n_channels} chans, 416 samples 368 post_stim samples\n"
        f"# 3.906000 msecs uV\n# {condition}, trial {trial}\n"
    ).encode()


def body(trial: int, values: np.ndarray, channels: Sequence[str]) -> bytes:
    lines = []
    for index, channel in enumerate(channels):
        lines.append(f"# {channel} chan {index}")
        lines += [f"{trial} {channel} {i} {v:.3f}" for i, v in enumerate(values[:, index])]
    return ("\n".join(lines) + "\n").encode()


def trial_text(subject: str, trial: Trial, channels: Sequence[str]) -> bytes:
    about = header(subject, trial.number, trial.condition, len(channels))
    return about + body(trial.number, trial.values, channels)


def tar_of(members: Iterable[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in members:
            add(archive, name, content)
    return buffer.getvalue()


def add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    archive.addfile(member, io.BytesIO(content))


def trial_name(subject: str, number: int) -> str:
    return f"{subject}/{subject}.rd.{number:03}.gz"


def packed_subject(
    subject: str, trials: Iterable[Trial], channels: Sequence[str], **others: bytes
) -> tuple[str, bytes]:
    """The member of one subject; `others` are the packed bytes of more trials, by their number."""
    members = [
        (trial_name(subject, t.number), gzip.compress(trial_text(subject, t, channels), 1))
        for t in trials
    ]
    members += [(trial_name(subject, int(key[1:])), content) for key, content in others.items()]
    return f"{subject}.tar.gz", gzip.compress(tar_of(members), 1)


def write_full_size(out: BinaryIO, n_subjects: int = len(SUBJECTS), n_trials: int = 90) -> None:
    """An archive as large as the real one.

    All subjects share the samples of a trial. A packed file may consist of several parts, so these
    are packed once.
    """
    random = np.random.default_rng(0)
    channels = [f"C{i}" for i in range(64)]
    bodies = []
    for number in range(n_trials):
        steps = np.cumsum(random.normal(size=(256, 64)), axis=0) * 6
        bodies.append(gzip.compress(body(number, np.round(steps) * STEP, channels), 6))
    with tarfile.open(fileobj=out, mode="w") as archive:
        for subject in SUBJECTS[:n_subjects]:
            members = []
            for number, packed in enumerate(bodies):
                about = header(subject, number, CONDITIONS[number % 3], len(channels))
                members.append((trial_name(subject, number), gzip.compress(about) + packed))
            add(archive, f"{subject}.tar.gz", gzip.compress(tar_of(members), 1))


if __name__ == "__main__":
    with Path(sys.argv[1]).open("wb") as file:
        write_full_size(file)
