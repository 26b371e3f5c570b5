"""Each of many bad methods costs its own cells, says why, and leaves no process or large log."""

import os
import shutil
import subprocess
import uuid
from pathlib import Path

import pandas as pd
import pytest

from tests.faults.conftest import toy
from tests.faults.processes import at_work, servers, wait_until
from tests.made_up import MAJORITY, write_experiment
from tests.project import copy_project, snakemake

pytestmark = pytest.mark.slow

SECONDS = 6  # of a fit; the sound ones need a tenth on a quiet machine
RECORD = {
    "scalars": {"gap": "gap_"},
    "traces": {"path": ["steps_", "path_"]},
    "artifacts": {"a/b": "kept_"},
}
GAP, PATH, KEPT = "scalar 'gap'", "trace 'path'", "artifact 'a/b'"
# status and a part of the message
EXPECTED = {
    "ObjectScalar": ("invalid", GAP),
    "MuteScalar": ("invalid", GAP),
    "TextScalar": ("invalid", f"{GAP} from gap_: str 'so much' is no number"),
    "RaisingAttribute": ("invalid", f"{GAP} from gap_: RuntimeError: not today"),
    "NanScalar": ("ok", f"{GAP} is nan"),
    "InfiniteScalar": ("ok", f"{GAP} is -inf"),
    "UnequalCurve": ("invalid", f"{PATH} from steps_ and path_: 2 places and 3 values"),
    "NoDimension": ("invalid", PATH),
    "ThreeDimensions": ("invalid", PATH),
    "ObjectArtifact": ("invalid", KEPT),
    "SparseArtifact": ("invalid", KEPT),
    "RaggedArtifact": ("invalid", KEPT),
    "HugeArtifact": ("invalid", f"{KEPT} from kept_: 800 MB; a fit may keep 50 MB"),
    "HugeCurve": ("invalid", f"{PATH}: 64 MB of 64 MB in all"),
    "OddSeconds": ("invalid", "refit_time_: shape (3,)"),
    "ShortPrediction": ("error", "predict gave shape"),
    "TextPrediction": ("error", "predict gave <U2 values"),
    "ObjectPrediction": ("error", "predict gave object values"),
    "SurrogateText": ("error", "ValueError: a lone surrogate"),
    "ControlText": ("error", "ValueError: a b c [31m"),
    "LongText": ("error", "ValueError: long long"),
    "NoText": ("error", "MuteError: a text that cannot be made: RuntimeError"),
    "BadWarning": ("ok", ""),
    "Exits": ("error", "SystemExit: 3"),
    "Leaves": ("crashed", "process ended with status 3"),
    "Segfaults": ("crashed", "process ended by signal 11"),
    "Hoards": ("memory", "more than 2000 MB"),
    "Hangs": ("timeout", f"no result after {SECONDS} s"),
    "Prints": ("ok", ""),
    "KillsItsGroup": ("crashed", "process ended by signal 9"),
    "WritesEverywhere": ("crashed", "wrote into a file descriptor that is not its own"),
    "ClosesEverything": ("crashed", "closed the file descriptor of its results"),
    "ForksAndReturns": ("ok", ""),
    "LeavesItsChild": ("crashed", "process ended with status 1"),
    "Daemon": ("ok", ""),
    "DaemonAndHangs": ("timeout", f"no result after {SECONDS} s"),
    "StartsPrograms": ("ok", ""),
    "StartsPool": ("error", "daemonic processes are not allowed to have children"),
}
SOUND = {"Sound": {"class": "misbehaving.Sound"}, "Majority": MAJORITY}


def marked(marker: bytes) -> list[int]:
    """The processes that inherited the environment of the run."""
    pids = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        try:
            if marker in file.read_bytes():
                pids.append(int(file.parent.name))
        except OSError:
            continue
    return [pid for pid in pids if pid != os.getpid()]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of a run of all methods, and the marker in its environment."""
    folder = copy_project(tmp_path_factory.mktemp("misbehaving") / "project")
    (folder / "plugins").mkdir(exist_ok=True)
    shutil.copy2(Path(__file__).with_name("misbehaving.py"), folder / "plugins")
    methods = {name: {"class": f"misbehaving.{name}"} for name in EXPECTED} | SOUND
    content = toy(methods, trials=2)
    content["studies"]["main"] |= {
        "record": RECORD, "seconds": SECONDS, "memory_mb": 2000, "block_size": 2,
    }  # fmt: skip
    write_experiment(folder, content)
    marker = f"MARKER={uuid.uuid4()}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(*marker.split("="))
        done = snakemake(folder, "--cores", "2")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    wait_until(lambda: not servers(folder))
    return folder, marker.encode()


@pytest.fixture(scope="module")
def runs(finished):
    return pd.read_parquet(finished[0] / "results/toy/main/runs/wdbc.parquet")


def test_no_process_is_left(finished):
    folder, marker = finished
    assert at_work(folder) == []
    assert marked(marker) == []


def test_a_process_that_was_left_would_be_seen(finished, tmp_path):
    folder, marker = finished
    name, value = marker.decode().split("=")
    without_environment = subprocess.Popen(["sleep", "1000"], cwd=folder, env={})
    elsewhere = subprocess.Popen(["sleep", "1000"], cwd=tmp_path, env={name: value})
    try:
        wait_until(lambda: [p.pid for p in at_work(folder)] == [without_environment.pid])
        wait_until(lambda: marked(marker) == [elsewhere.pid])
    finally:
        for process in (without_environment, elsewhere):
            process.kill()
            process.wait()


@pytest.mark.parametrize("name", EXPECTED)
def test_a_bad_fit_has_a_status_and_a_line_that_names_what_is_wrong(runs, name):
    status, message = EXPECTED[name]
    cells = runs[runs["method"] == name]
    assert cells["status"].tolist() == [status] * 2, cells["message"].tolist()
    for said in cells["message"]:
        assert message in said and len(said) <= 200 and said.isprintable()


def test_all_other_cells_are_finished(finished, runs):
    for name in SOUND:
        assert runs[runs["method"] == name]["status"].tolist() == ["ok", "ok"]
    table = pd.read_csv(finished[0] / "results/toy/scores.csv").set_index("method")
    well = {name for name, (status, _) in EXPECTED.items() if status == "ok"} | set(SOUND)
    assert table["n"].to_dict() == {name: 2 * (name in well) for name in [*EXPECTED, *SOUND]}


def test_every_log_is_under_a_megabyte_and_says_what_was_cut(finished):
    logs = (finished[0] / "results/logs").rglob("*.log")
    assert max(log.stat().st_size for log in logs) < 10**6
    (long,) = (finished[0] / "results/logs/toy/main/fit/wdbc/prints").glob("*.log")
    text = long.read_text()
    assert text.startswith("the head\n") and "the tail\n" in text[-1000:]
    (line,) = [line for line in text.splitlines() if "left out" in line]
    assert line.endswith("bytes are left out here]")
