"""Archives in the layout of their owners, from bytes to the tables and pages of a run."""

import gzip
import io
import json
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from methods.data.catalogue import load_catalogue
from methods.data.fetch import fetch
from methods.data.prepare import load_dataset
from methods.sealed_files import read_sealed
from tests.data.eeg_archives import (
    MATCH,
    S1,
    STEP,
    Trial,
    packed_subject,
    tar_of,
    trial_text,
    write_full_size,
)
from tests.made_up import MAJORITY, experiment, study, write_experiment
from tests.project import ROOT, copy_project, environment, run

pytestmark = pytest.mark.slow

DATASETS = ["eeg_alcoholism", "eeg_alcoholism_single", "inria_person"]
METHODS = {
    "SMM": {"class": "methods.SupportMatrixMachine", "C": 1.0, "tau": 0.1},
    "Majority": MAJORITY,
}
TABLE2 = experiment(
    source="smm",
    studies={
        "table2": study(DATASETS, METHODS, trials=2, split={"kind": "holdout", "train": 0.7},
                        scaling={"norm": 1, "rows": "train"}),
    },
    methods=METHODS,
    tables={
        "table2": {
            "function": "methods.tables.scores.score_table", "study": "table2",
            "published": {"table": "table2", "metric": "test_accuracy_percent", "trials": 10,
                          "complement": 100}},
        "table1": {"function": "methods.tables.data_sets.data_table", "published": "table1"},
    },
)  # fmt: skip
CHANNELS = [f"C{i}" for i in range(64)]
SUBJECTS = [f"co2{label}{number:07}" for label in "ac" for number in range(4)]


def trials_of(subject):
    """Four trials; the first channels of an alcoholic subject are larger."""
    random = np.random.default_rng(SUBJECTS.index(subject))
    shift = 20.0 * (subject[3] == "a") * (np.arange(64) < 8)
    return [
        Trial(2 * i, condition, np.round(random.normal(size=(256, 64)) * 20 + shift) * STEP)
        for i, condition in enumerate((S1, MATCH, S1, "S2 nomatch err"))
    ]


def eeg_archive():
    members = []
    for subject in SUBJECTS:
        whole = gzip.compress(trial_text(subject, Trial(90, S1, np.zeros((256, 64))), CHANNELS))
        cut = {"_90": whole[: len(whole) // 2]} if subject == SUBJECTS[0] else {}
        members.append(packed_subject(subject, trials_of(subject), CHANNELS, **cut))
    return tar_of(members)


def inria_archive():
    random = np.random.default_rng(0)
    members = []
    for label, shift in (("pos", 60), ("neg", 0)):
        for number, rows in enumerate((160, 200, 320, 480, 100)):
            pixels = random.integers(0, 150, (rows, rows * 3 // 5, 3), dtype=np.uint8) + shift
            buffer = io.BytesIO()
            Image.fromarray(pixels.astype(np.uint8)).save(buffer, "JPEG" if number == 1 else "PNG")
            suffix = "jpg" if number == 1 else "png"
            members.append((f"INRIAPerson/Train/{label}/{number}.{suffix}", buffer.getvalue()))
    again = ("INRIAPerson/Train/pos/again.png", members[0][1])
    broken = ("INRIAPerson/Train/neg/broken.png", members[0][1][:500])
    return tar_of([*members, again, broken, ("INRIAPerson/Train/annotations/0.txt", b"text")])


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A finished run on archives in a mirror."""
    folder = copy_project(tmp_path_factory.mktemp("upstream") / "project")
    for path, content in (
        ("eeg/eeg_full.tar", eeg_archive()),
        ("inria/INRIAPerson.tar", inria_archive()),
    ):
        (folder / "mirror/upstream" / path).parent.mkdir(parents=True)
        (folder / "mirror/upstream" / path).write_bytes(content)
    write_experiment(folder, TABLE2)
    run(folder, "--cores", "2", strict=True, mirror=str(folder / "mirror"))
    return folder


@pytest.mark.parametrize(
    ("name", "conditions"), [("eeg_alcoholism", (S1, MATCH)), ("eeg_alcoholism_single", (S1,))]
)
def test_the_prepared_averages_are_plain_sums_to_the_last_bit(project, name, conditions):
    dataset = load_dataset(project / f"results/data/{name}.npz")
    assert dataset.extras["subject"].tolist() == SUBJECTS
    assert [dataset.classes[code] for code in dataset.y] == ["alcoholic"] * 4 + ["control"] * 4
    for X, subject in zip(dataset.X, SUBJECTS, strict=True):
        used = [trial.values for trial in trials_of(subject) if trial.condition in conditions]
        printed = [[[float(f"{v:.3f}") for v in row] for row in values] for values in used]
        plain = [
            [sum(values[i][j] for values in printed) / len(used) for j in range(64)]
            for i in range(256)
        ]
        assert X.tolist() == plain


def test_every_archive_reaches_table_2_beside_the_printed_numbers(project):
    table = pd.read_csv(project / "results/toy/table2.csv")
    smm = table[table["method"] == "SMM"].set_index("dataset")
    assert smm["n"].to_dict() == dict.fromkeys(DATASETS, 2)
    assert smm["printed"].round(2).to_dict() == {
        "eeg_alcoholism": 26.67, "eeg_alcoholism_single": 26.67, "inria_person": 14.05
    }  # fmt: skip
    sizes = pd.read_csv(project / "results/toy/table1.csv").set_index("dataset")
    assert (sizes["had"] == "yes").all()


LEFT_OUT = {
    "eeg_alcoholism": "left out: co2a0000000.rd.090.gz: not a readable .gz file",
    "inria_person": "left out: INRIAPerson/Train/neg/broken.png: cannot be read",
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_was_left_out_is_in_the_log_on_the_page_and_in_show(project, name):
    shown = subprocess.run(
        [sys.executable, "-m", "methods", "show", name], cwd=project, text=True, capture_output=True
    )
    log = (project / f"results/logs/prepare/{name}.log").read_text()
    page = (project / f"results/report/datasets/{name}.html").read_text()
    for text in (log, page, " ".join(shown.stdout.split())):
        assert LEFT_OUT[name] in text


def test_both_readings_of_the_eeg_archive_are_made_from_one_download(project):
    fetched = sorted(path.name for path in (project / "results/data/raw").iterdir())
    assert fetched == ["eeg_alcoholism", "inria_person"]
    log = json.loads((project / "results/data/raw/eeg_alcoholism/fetched.json").read_text())
    assert [file["path"] for file in log["files"]] == ["eeg_full.tar"]
    assert "Nothing to be done" in run(project, "--cores", "1", mirror=str(project / "mirror"))


def test_counts_are_in_the_notes(project):
    notes = load_dataset(project / "results/data/eeg_alcoholism.npz").notes
    assert notes[:2] == (
        "averages of 8 subjects (4 of a, 4 of c) over 24 trials, 3 to 3 of each subject",
        "left out: damaged trials: 1; trials with an error mark: 8",
    )
    images = load_dataset(project / "results/data/inria_person.npz")
    assert images.X.shape == (10, 160, 96)
    assert images.notes[0] == "10 images read (5 in neg, 5 in pos), 2 left out"


def test_a_kill_while_reading_loses_nothing(tmp_path):
    (tmp_path / "mirror/upstream/eeg").mkdir(parents=True)
    with (tmp_path / "mirror/upstream/eeg/eeg_full.tar").open("wb") as file:
        write_full_size(file, n_subjects=8, n_trials=20)
    descriptor = load_catalogue(ROOT / "datasets")["eeg_alcoholism"]
    report = fetch(descriptor, tmp_path / "raw", str(tmp_path / "mirror"))
    assert report["status"] == "ok"
    raw = {path.name: path.read_bytes() for path in (tmp_path / "raw").iterdir()}

    def start(out):
        words = ["prepare", "eeg_alcoholism", "--fetched", str(tmp_path / "raw/fetched.json"),
                 "--out", str(out), "--made-from", json.dumps({"file": "x.npz"})]  # fmt: skip
        return subprocess.Popen(
            [sys.executable, "-m", "methods", *words], cwd=ROOT, env=environment()
        )

    started = time.monotonic()
    assert start(tmp_path / "whole.npz").wait() == 0
    duration = time.monotonic() - started
    killed = tmp_path / "killed.npz"
    for share in (0.5, 0.7, 0.9):
        step = start(killed)
        time.sleep(share * duration)
        step.kill()
        step.wait()
        if killed.exists():  # it was faster than before
            read_sealed(killed)
            killed.unlink()
        assert {path.name: path.read_bytes() for path in (tmp_path / "raw").iterdir()} == raw
    assert start(killed).wait() == 0
    assert killed.read_bytes() == (tmp_path / "whole.npz").read_bytes()
