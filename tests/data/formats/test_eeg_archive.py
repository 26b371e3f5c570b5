"""The EEG archive: averages to the last bit, trials that are left out, and its cost at full size.

The averages are compared with plain Python sums over the numbers as the text has them.
"""

import gzip
import io
import os
import subprocess
import sys
import tarfile
from functools import reduce
from operator import add
from pathlib import Path

import numpy as np
import pytest

from methods.data.formats import eeg_archive, read_format
from methods.data.formats.eeg_archive import MOST_TRIAL_BYTES
from methods.errors import UserError
from tests.data.eeg_archives import (
    MATCH,
    NO_MATCH,
    S1,
    STEP,
    Trial,
    body,
    header,
    packed_subject,
    tar_of,
    trial_name,
    trial_text,
    write_full_size,
)

CHANNELS = ("FP1", "FP2", "F7")
SHAPE = (5, 3)
SECONDS, MEGABYTES = 240, 1000  # for 700 MB of archive
N_READ, N_SUBJECTS = 20, 122  # read here, in their share of the time, and in the archive
MIRROR = os.environ.get("MARGINBENCH_MIRROR", "")
SMALL_ARCHIVE, AVERAGES = Path(MIRROR, "eeg/smni_cmi_trials.npz"), Path(MIRROR, "eeg/TRES_EEG.rda")
needs_eeg = pytest.mark.skipif(
    not (SMALL_ARCHIVE.is_file() and AVERAGES.is_file()),
    reason="MARGINBENCH_MIRROR names no folder with the EEG files",
)
# Rows of eeg_alcoholism_subjects, in which the subjects stand in the order of their numbers.
IN_BOTH = {
    "co2a0000364": 0, "co2a0000368": 1, "co2a0000370": 2, "co2a0000372": 3, "co2c0000338": 39,
    "co2c0000340": 40, "co2c0000342": 41, "co2c0000345": 42,
}  # fmt: skip


def trials(seed, *conditions, shape=SHAPE):
    random = np.random.default_rng(seed)
    return [
        Trial(2 * i, condition, np.round(random.normal(size=shape) * 40) * STEP)
        for i, condition in enumerate(conditions)
    ]


def read(data, **options):
    return read_format("eeg_archive", data, "eeg.tar", {"matrix": SHAPE, **options})


def plain_average(of_subject, conditions=(S1, MATCH, NO_MATCH)):
    """Python floats added in the order of the trials. From Python 3.12 on `sum` corrects itself."""
    used = [trial for trial in of_subject if trial.condition in conditions]
    texts = [[[f"{v:.3f}" for v in row] for row in trial.values] for trial in used]
    n_samples, n_channels = used[0].values.shape
    return [
        [reduce(add, (float(text[i][j]) for text in texts)) / len(used) for j in range(n_channels)]
        for i in range(n_samples)
    ]


ALCOHOLIC = trials(1, S1, MATCH, NO_MATCH, S1, S1, MATCH, S1)
CONTROL = trials(2, S1, S1, NO_MATCH)
SUBJECTS = [
    packed_subject("co2a0000364", ALCOHOLIC, CHANNELS),
    packed_subject("co3c0000402", CONTROL, CHANNELS),
]


def with_trials(**members):
    """One sound subject of three trials, and more files in its archive by the trial's number."""
    return tar_of([packed_subject("co2c0000337", CONTROL, CHANNELS, **members)])


def test_averages_are_those_of_plain_sums_to_the_last_bit():
    parsed = read(tar_of(SUBJECTS))
    assert parsed.X.tolist() == [plain_average(ALCOHOLIC), plain_average(CONTROL)]
    assert list(parsed.labels) == ["a", "c"]
    assert parsed.extras["subject"].tolist() == ["co2a0000364", "co3c0000402"]
    assert parsed.extras["channel"].tolist() == list(CHANNELS)
    assert parsed.notes == (
        "averages of 2 subjects (1 of a, 1 of c) over 10 trials, 3 to 7 of each subject",
    )


def test_the_trials_of_one_condition_are_averaged_alone():
    parsed = read(tar_of(SUBJECTS), conditions=("S1 obj",))
    assert parsed.X.tolist() == [plain_average(ALCOHOLIC, (S1,)), plain_average(CONTROL, (S1,))]
    assert parsed.notes[1:] == ("left out: trials of other conditions: 4",)


def test_the_order_of_the_archive_changes_no_bit():
    backwards = packed_subject("co2a0000364", ALCOHOLIC[::-1], CHANNELS)
    turned = read(tar_of([SUBJECTS[1], backwards]))
    assert turned.X.tolist() == read(tar_of(SUBJECTS)).X.tolist()
    assert list(turned.labels) == ["a", "c"]


def test_trials_with_an_error_mark_and_without_samples_are_left_out_and_counted():
    (bad,) = trials(3, "S2 match err ")
    marked = gzip.compress(trial_text("co2c0000337", bad, CHANNELS))
    parsed = read(with_trials(_90=marked, _91=marked, _92=gzip.compress(b""), _93=b""))
    assert parsed.X[0].tolist() == plain_average(CONTROL)
    assert parsed.notes[1:] == (
        "left out: trials with an error mark: 2; trials without samples: 2",
    )


NEW = trials(6, *[S1] * 46)[45]
GOOD = trial_text("co2c0000337", *trials(4, S1), CHANNELS)
PACKED = gzip.compress(GOOD)
DAMAGED = {
    "cut short": (PACKED[:-20], "not a readable .gz file"),
    "no gzip": (GOOD, "not a readable .gz file"),
    "flipped bits": (PACKED[:40] + bytes([PACKED[40] ^ 0xFF]) + PACKED[41:], "not a readable"),
    "no header": (gzip.compress(GOOD.split(b"\n", 4)[4]), "the first four lines"),
    "fewer lines": (gzip.compress(GOOD[: GOOD.rindex(b"\n", 0, -1) + 1]), "do not make 3 equal"),
    "other subject": (gzip.compress(GOOD.replace(b"337", b"338")), "it is of co2c0000338"),
    "no number": (gzip.compress(GOOD.replace(b"FP2 3 ", b"FP2 3 x")), "a sample is not a number"),
    "not finite": (
        gzip.compress(GOOD[: GOOD.rindex(b" ") + 1] + b"nan\n"), "a sample is not finite"
    ),
    "a line twice": (gzip.compress(GOOD.replace(b"FP1 2", b"FP1 1")), "not channels of 5 samples"),
    "another trial's line": (gzip.compress(GOOD.replace(b"0 FP1 2", b"7 FP1 2")), "in order"),
    "a channel's number": (gzip.compress(GOOD.replace(b"chan 2", b"chan 1")), "in order"),
    "other channels": (
        gzip.compress(trial_text("co2c0000337", NEW, ("FP1", "CZ", "F7"))),
        "not those of the first trial",
    ),
    "known number": (PACKED, "repeats trial 0"),
    "wrong shape": (
        gzip.compress(trial_text("co2c0000337", *trials(5, S1, shape=(6, 3)), CHANNELS)),
        "6 samples of 3 channels",
    ),
    "bomb": (gzip.compress(bytes(MOST_TRIAL_BYTES + 1)), "more than 4194304 bytes; refused"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_trial_is_left_out_and_named_with_the_reason(damage):
    content, reason = DAMAGED[damage]
    parsed = read(with_trials(_90=content))
    assert parsed.X[0].tolist() == plain_average(CONTROL)
    counted, named = parsed.notes[1:]
    assert counted == "left out: damaged trials: 1"
    assert named.startswith("left out: co2c0000337.rd.090.gz: ") and reason in named
    assert "\n" not in named


def test_many_damaged_trials_are_named_up_to_a_number():
    parsed = read(with_trials(**{f"_{100 + i}": b"no gzip" for i in range(30)}))
    assert len(parsed.notes) == 2 + 20 + 1
    assert parsed.notes[-1] == "left out: 10 damaged trials more"


def test_subjects_without_a_usable_trial_are_named():
    empty = packed_subject("co2c1000367", [], CHANNELS, _0=gzip.compress(b""))
    parsed = read(tar_of([*SUBJECTS, empty]))
    assert len(parsed.X) == 2
    assert parsed.notes[-1] == "left out: subjects without a usable trial: co2c1000367"
    with pytest.raises(UserError, match=r"^eeg\.tar: holds no subject with a usable trial$"):
        read(tar_of([empty]))


def test_channels_keep_the_order_of_the_first_trial():
    turned = Trial(50, S1, CONTROL[0].values[:, ::-1])
    content = gzip.compress(trial_text("co2c0000337", turned, CHANNELS[::-1]))
    parsed = read(with_trials(_50=content))
    same = [*CONTROL, Trial(50, S1, CONTROL[0].values)]
    assert parsed.X[0].tolist() == plain_average(same)
    assert parsed.extras["channel"].tolist() == list(CHANNELS)


def test_other_files_beside_trials_and_subjects_do_no_harm():
    name, _ = SUBJECTS[0]
    members = [
        (trial_name("co2a0000364", t.number), trial_text("co2a0000364", t, CHANNELS))
        for t in ALCOHOLIC
    ]
    # Trials that somebody has unpacked are read too.
    plain = [(path.removesuffix(".gz"), text) for path, text in members]
    subject = gzip.compress(tar_of([*plain, ("co2a0000364/README", b"?")]))
    parsed = read(tar_of([("eeg_full/readme.txt", b"hello"), (f"eeg_full/{name}", subject)]))
    assert parsed.X[0].tolist() == plain_average(ALCOHOLIC)
    assert parsed.notes[1] == "left out: files that are no trials: 1"


SOUND = tar_of(SUBJECTS)
WRONG = {
    "cut in a subject": (SOUND[:1000], "tar"),
    "cut between subjects": (SOUND[: SOUND.index(b"co3c0000402.tar.gz")], "cut short"),
    "a header overwritten": (SOUND.replace(b"co3c0000402.tar.gz", b"co3c0000403.tar.gz"), "short"),
    "no archive": (b"<!doctype html>", "tar"),
    "a subject cut short": (
        tar_of([SUBJECTS[0], (SUBJECTS[1][0], SUBJECTS[1][1][:-100])]), "co3c0000402.tar.gz"
    ),
    "a subject twice": (tar_of([SUBJECTS[0], SUBJECTS[0]]), "subject co2a0000364 comes twice"),
    "another name": (tar_of([("x.tar.gz", b"")]), "'x.tar.gz' is not a subject"),
    "nothing": (tar_of([]), "holds no subject"),
    "absolute": (tar_of([("/etc/co2a0000364.tar.gz", b"")]), "points outside"),
    "upwards": (tar_of([("../co2a0000364.tar.gz", b"")]), "points outside"),
    "upwards inside": (
        tar_of([("co2a0000364.tar.gz", gzip.compress(tar_of([("../x.rd.000", b"")])))]),
        "points outside",
    ),
}  # fmt: skip


@pytest.mark.parametrize("damage", WRONG)
def test_a_wrong_archive_is_refused_in_one_line(damage):
    content, reason = WRONG[damage]
    with pytest.raises(UserError) as refused:
        read(content)
    assert str(refused.value).startswith("eeg.tar: ") and reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_link_in_place_of_a_subject_is_refused():
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        link = tarfile.TarInfo("co2a0000364.tar.gz")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    with pytest.raises(UserError, match="is a link"):
        read(buffer.getvalue())


SINGLE, EVERY = ("S1 obj",), ("S1 obj", "S2 match", "S2 nomatch")


@pytest.fixture(scope="module")
def at_hand():
    """The 924 trials of the small archive, and what is read of them in the layout of the full one.

    It has 16 subjects, with some 20 trials of each condition.
    """
    arrays = np.load(SMALL_ARCHIVE)
    numbers, conditions = arrays["trial"].tolist(), arrays["condition"].tolist()
    small = read_format("eeg_trials", SMALL_ARCHIVE, "smni_cmi_trials.npz", {})
    once = dict.fromkeys(zip(arrays["subject"].tolist(), numbers, strict=True))
    rows = [
        next(i for i in np.flatnonzero(arrays["subject"] == s) if numbers[i] == n) for s, n in once
    ]
    trials = {
        trial: Trial(trial[1], conditions[i].rstrip(","), X.T)
        for trial, i, X in zip(once, rows, small.X, strict=True)
    }
    assert small.extras["group"].tolist() == [subject for subject, _ in trials]
    channels = arrays["channel"].tolist()
    members = [
        packed_subject(s, [t for (of, _), t in trials.items() if of == s], channels)
        for s in sorted({subject for subject, _ in trials})
    ]
    archive = tar_of(members)
    parsed = {c: read(archive, matrix=(256, 64), conditions=c) for c in (SINGLE, EVERY)}
    return trials, parsed


@needs_eeg
@pytest.mark.slow
@pytest.mark.parametrize("conditions", [SINGLE, EVERY], ids=["single", "all"])
def test_the_averages_of_the_subjects_at_hand_are_those_of_their_trials_to_the_last_bit(
    at_hand, conditions
):
    trials, read_from = at_hand
    parsed = read_from[conditions]
    subjects = parsed.extras["subject"].tolist()
    assert len(subjects) == 16 and subjects == sorted({subject for subject, _ in trials})
    for X, subject in zip(parsed.X, subjects, strict=True):
        numbers = sorted(number for of, number in trials if of == subject)
        used = [trials[subject, n] for n in numbers]
        used = [trial.values for trial in used if trial.condition in conditions]
        total = 0.0
        for values in used:
            total = total + values
        assert np.array_equal(X, total / len(used))


@needs_eeg
@pytest.mark.slow
def test_the_subjects_at_hand_resemble_the_averages_that_others_have_made(at_hand):
    """Eight of the 16 subjects are in eeg_alcoholism_subjects, averaged over more trials than here.

    So theirs are not equal to ours. But each is most like the average of its own single-stimulus
    trials, with four points of time averaged into one, and ours are only a part of theirs.
    """
    trials, read_from = at_hand
    options = {"features": "EEG/y/data", "targets": "EEG/x", "axes": [2, 0, 1]}
    theirs = read_format("rda", AVERAGES, "TRES_EEG.rda", options).X.reshape(61, -1)
    matched, likeness = {}, {}
    for conditions, parsed in read_from.items():
        in_fours = parsed.X.transpose(0, 2, 1).reshape(16, 64, 64, 4)  # as theirs, channels first
        subjects = parsed.extras["subject"].tolist()
        for name, ours in (("mean", in_fours.mean(axis=3)), ("first", in_fours[..., 0])):
            likeness[conditions, name] = np.corrcoef(ours.reshape(16, -1), theirs)[:16, 16:]
        nearest = dict(zip(subjects, likeness[conditions, "mean"].argmax(axis=1), strict=True))
        matched[conditions] = {s for s, row in IN_BOTH.items() if nearest[s] == row}
    rows, columns = [subjects.index(subject) for subject in IN_BOTH], list(IN_BOTH.values())
    means, firsts = (likeness[SINGLE, name] for name in ("mean", "first"))
    assert means[rows, columns].min() > 0.84 and means[rows, columns].max() < 0.95
    assert (means[rows, columns] > firsts[rows, columns]).all()
    assert np.delete(means, rows, axis=0).max() < 0.75
    assert matched[SINGLE] == set(IN_BOTH)
    assert len(matched[EVERY]) < len(IN_BOTH)
    for subject, row in IN_BOTH.items():
        used = [t for (of, _), t in trials.items() if of == subject and t.condition in SINGLE]
        ours = [t.values.T.reshape(64, 64, 4).mean(axis=2).ravel() for t in used]
        weights = np.linalg.lstsq(np.array(ours).T, theirs[row], rcond=None)[0]
        assert len(used) == 20 and 0.6 < weights.sum() < 0.9


CHILD = """
import re, sys, time
from pathlib import Path
from methods.data.formats import eeg_archive, read_format
started = time.process_time()
parsed = read_format("eeg_archive", Path(sys.argv[1]), "eeg_full.tar", {"matrix": (256, 64)})
seconds = time.process_time() - started
# the peak of this process alone; that of getrusage begins with the size of its parent
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
print(*parsed.X.shape, seconds, peak / 1024)
"""


def cost_of(path):
    """Subjects, processor seconds and megabytes of a child process that reads the archive."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(path)], text=True, capture_output=True, check=True
    )
    n_subjects, _, _, seconds, megabytes = map(float, done.stdout.split())
    return int(n_subjects), seconds, megabytes


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_subjects(tmp_path):
    used = []
    for n_subjects in (1, 6):
        with (tmp_path / "eeg_full.tar").open("wb") as file:
            write_full_size(file, n_subjects, n_trials=8)
        used.append(cost_of(tmp_path / "eeg_full.tar")[2])
    assert used[1] < used[0] + 20


@pytest.mark.slow
def test_a_part_of_an_archive_of_full_size_is_read_in_its_share_of_minutes_and_in_little_memory(
    tmp_path,
):
    path = tmp_path / "eeg_full.tar"
    with path.open("wb") as file:
        write_full_size(file, N_READ)
    assert path.stat().st_size > 700e6 * N_READ / N_SUBJECTS
    n_subjects, seconds, megabytes = cost_of(path)
    print(f"{seconds:.0f} s of one core, {megabytes:.0f} MB")
    assert n_subjects == N_READ
    assert seconds < SECONDS * N_READ / N_SUBJECTS and megabytes < MEGABYTES


def test_the_made_up_text_is_that_of_the_documentation():
    values = np.array([[-8.921], [-8.433]])
    text = header("co2a0000364", 0, S1, 64) + body(0, values, ["FP1"])
    assert text.decode() == (
        "# co2a0000364.rd\n# 120 trials, 64 chans, 416 samples 368 post_stim samples\n"
        "# 3.906000 msecs uV\n# S1 obj , trial 0\n# FP1 chan 0\n0 FP1 0 -8.921\n0 FP1 1 -8.433\n"
    )


def one(subject="co2a0000364", seed=7, shape=SHAPE, channels=CHANNELS, condition=S1):
    of_subject = trials(seed, condition, shape=shape)
    return packed_subject(subject, of_subject, channels), of_subject


def test_one_trial_of_one_sample_is_an_average():
    member, of_subject = one(shape=(1, 3))
    parsed = read(tar_of([member]), matrix=(1, 3))
    assert parsed.X.tolist() == [plain_average(of_subject)] and parsed.X.shape == (1, 1, 3)
    assert parsed.notes == (
        "averages of 1 subjects (1 of a) over 1 trials, 1 to 1 of each subject",
    )


@pytest.mark.parametrize(
    ("matrix", "is_read"),
    [((5, 3), True), ((None, 3), True), ((5, None), True), ((None, None), True), ((4, 3), False),
     ((5, 4), False), ((None, 2), False), ((6, None), False)],
)  # fmt: skip
def test_the_shape_of_a_trial_is_the_stated_one_as_far_as_it_is_stated(matrix, is_read):
    archive = tar_of(SUBJECTS)
    if is_read:
        assert read(archive, matrix=matrix).X.shape == (2, 5, 3)
    else:
        with pytest.raises(UserError, match="holds no subject with a usable trial"):
            read(archive, matrix=matrix)


def test_labels_are_counted_in_the_order_of_the_alphabet():
    members = [one(f"co2{letter}{at}", at)[0] for at, letter in enumerate("caacc")]
    parsed = read(tar_of([*members, SUBJECTS[1]]))
    assert parsed.notes == (
        "averages of 6 subjects (2 of a, 4 of c) over 8 trials, 1 to 3 of each subject",
    )
    subjects = ["co2a1", "co2a2", "co2c0", "co2c3", "co2c4", "co3c0000402"]
    assert parsed.extras["subject"].tolist() == subjects
    assert list(parsed.labels) == list("aacccc")


def test_what_is_left_out_is_counted_by_its_kind_in_the_order_of_the_alphabet():
    marked, other = trials(3, "S2 match err", "S2 nomatch")
    packed = [gzip.compress(trial_text("co2c0000337", t, CHANNELS)) for t in (marked, other)]
    both = with_trials(_91=packed[0], _92=gzip.compress(b" \n"), _93=b"no gzip", _94=packed[0])
    parsed = read(both, conditions=("S1 obj",))
    assert parsed.X[0].tolist() == plain_average(CONTROL, (S1,))
    assert parsed.notes[1].split("left out: ")[1].split("; ") == [
        "damaged trials: 1", "trials of other conditions: 1", "trials with an error mark: 2",
        "trials without samples: 1",
    ]  # fmt: skip
    assert len(parsed.notes) == 3


@pytest.mark.parametrize(("n", "more"), [(20, None), (21, "left out: 1 damaged trials more")])
def test_twenty_damaged_trials_are_named(n, more):
    parsed = read(with_trials(**{f"_{100 + i}": b"no gzip" for i in range(n)}))
    assert len(parsed.notes) == 2 + 20 + (more is not None)
    assert parsed.notes[-1] == more if more else parsed.notes[-1].startswith("left out: co2c")
    assert parsed.notes[2].startswith("left out: co2c0000337.rd.100.gz")


def test_channels_have_the_order_of_the_first_subject():
    member, of_subject = one(seed=8, subject="co3c0000403", channels=CHANNELS[::-1])
    parsed = read(tar_of([*SUBJECTS, member]))
    turned = [Trial(t.number, t.condition, t.values[:, ::-1]) for t in of_subject]
    assert parsed.X[2].tolist() == plain_average(turned)
    other, _ = one(seed=8, subject="co3c0000403", channels=("FP1", "CZ", "F7"))
    assert len(read(tar_of([*SUBJECTS, other])).X) == 2


def test_a_subject_without_a_trial_may_not_come_twice_either():
    empty = packed_subject("co2c1000367", [], CHANNELS)
    with pytest.raises(UserError, match=r"^eeg\.tar: subject co2c1000367 comes twice$"):
        read(tar_of([SUBJECTS[0], empty, empty]))
    two = packed_subject("co2c1000368", [], CHANNELS)
    assert read(tar_of([SUBJECTS[0], empty, two])).notes[-1] == (
        "left out: subjects without a usable trial: co2c1000367, co2c1000368"
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b" 3 chans", b" 0 chans", "72 words do not make 0 equal channels"),
        (b" 3 chans", b" 4 chans", "72 words do not make 4 equal channels"),
        (b" 3 chans", b" 18 chans", "72 words do not make 18 equal channels"),
        (b" 3 chans", b" 9 chans", "its lines are not channels of 1 samples in order"),
        (b"# FP2 chan", b"0 FP2 chan", "its lines are not channels of 5 samples in order"),
        (b"trial 0", b"trial x", "the first four lines are not those of a trial"),
    ],
)
def test_what_is_wrong_with_a_trial_is_said(old, new, reason):
    assert old in GOOD
    parsed = read(with_trials(_90=gzip.compress(GOOD.replace(old, new))), matrix=(None, None))
    assert parsed.notes[2] == f"left out: co2c0000337.rd.090.gz: {reason}"


def test_a_trial_of_the_largest_size_is_unpacked(monkeypatch):
    largest = max(len(trial_text("co2c0000337", trial, CHANNELS)) for trial in CONTROL)
    monkeypatch.setattr(eeg_archive, "MOST_TRIAL_BYTES", largest)
    assert len(read(with_trials()).notes) == 1
    monkeypatch.setattr(eeg_archive, "MOST_TRIAL_BYTES", largest - 1)
    assert f"more than {largest - 1} bytes" in read(with_trials()).notes[2]
