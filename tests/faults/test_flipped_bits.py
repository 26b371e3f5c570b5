"""A flipped bit in a stored file: each reader names the path, and a run makes the file again."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from methods.bench import compiled, paths
from methods.bench.blocks import Run, load_block, save_block
from methods.bench.results import Results
from methods.data.catalogue import Descriptor, Source, SourceFile
from methods.data.fetch import fetch
from methods.data.prepare import load_dataset, prepare, save_dataset
from methods.data.splits import load_splits, make_split, save_splits
from methods.sealed_files import Damaged, identity_of
from tests.faults.conftest import Undisturbed, outcome
from tests.made_up import made_up_results
from tests.project import environment, run, snakemake

FLIPS = 400  # of each kind of file
ROWS = "\n".join(f"{i},{i * i % 7},{'yes' if i > 9 else 'no'}" for i in range(20))


@pytest.fixture
def readers(tmp_path, monkeypatch) -> dict[str, tuple[Path, Callable[[], object]]]:
    """A stored file of each kind, with what reads it."""
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2, 0.3], "B": [0.5, 0.6, 0.7]}})
    (tmp_path / "mirror").mkdir()
    (tmp_path / "mirror/toy.csv").write_text(ROWS)
    toy = Descriptor(
        name="toy", title="", task="binary", shape=(20, 2), classes={"no": 10, "yes": 10},
        licence="", origin="", citation="", printed=(),
        sources=(Source(files=(SourceFile("toy.csv"),), format="delimited", delimiter=","),),
    )  # fmt: skip
    raw = tmp_path / "raw"
    assert fetch(toy, raw, str(tmp_path / "mirror"))["status"] == "ok"
    dataset = prepare(toy, raw)
    save_dataset("toy.npz", dataset, {})
    splits = {s: make_split(dataset, "toy", s, {"kind": "holdout", "train": 0.5}, None)
              for s in range(3)}  # fmt: skip
    save_splits("splits.npz", splits, {"data": identity_of(["toy.npz"])})
    codes = np.zeros(10, dtype=np.int16)
    save_block("fit.npz", [Run(s, "", train=codes, test=codes) for s in range(3)], {})
    source = tmp_path / "_kernels.py"
    source.touch()
    code = tmp_path / "__pycache__/_kernels.f-1.py311.1.nbc"
    code.parent.mkdir()
    code.write_bytes(np.random.default_rng(0).bytes(500))
    monkeypatch.setattr(compiled, "source_file", lambda module: source)
    monkeypatch.setattr(compiled, "last_edit", lambda module: 0)
    report = tmp_path / "toy._kernels.json"
    compiled.write_report("toy._kernels", report, {})

    def read_scores() -> object:
        return Results.load(results.plan, "toy", tmp_path).scores("main")

    def read_code() -> None:
        for damage in compiled.damaged_code(report):
            raise damage

    return {
        "raw": (raw / "toy.csv", lambda: prepare(toy, raw)),
        "fetched": (raw / "fetched.json", lambda: prepare(toy, raw)),
        "prepared": (Path("toy.npz"), lambda: load_dataset("toy.npz")),
        "splits": (Path("splits.npz"), lambda: load_splits("splits.npz")),
        "fit": (Path("fit.npz"), lambda: load_block("fit.npz")),
        "scores": (Path(paths.stored("toy", "main", "alpha")["scores"]), read_scores),
        "report on compiled code": (report, read_code),
        "compiled code": (code, read_code),
    }


def flip(path: Path, bit: int) -> bytes:
    """Flip one bit of a file; return what it held before."""
    sound = path.read_bytes()
    flipped = bytearray(sound)
    flipped[bit // 8 % len(sound)] ^= 1 << bit % 8
    path.write_bytes(flipped)
    return sound


@pytest.mark.slow
def test_no_flipped_bit_is_read(readers):
    random = np.random.default_rng(0)
    silent, unnamed = [], []
    for kind, (path, read) in readers.items():
        read()  # the sound file
        for bit in random.integers(8 * path.stat().st_size, size=FLIPS):
            sound = flip(path, int(bit))
            try:
                read()
            except Damaged as damage:
                if str(path) not in str(damage):
                    unnamed.append((kind, bit))
            else:
                silent.append((kind, bit))
            path.write_bytes(sound)
    assert (silent, unnamed) == ([], [])


# A file of each kind, and the rules that make it and what depends on it again. Files of which one
# makes nothing again are damaged in one run.
OUTPUTS = {"evaluate", "aggregate_toy", "figures_toy", "report"}
FETCHED = "data/raw/wdbc/fetched.json"  # fetched as it was
COMPILED = "compiled/methods.boosting._kernels.json"  # compiled again beside the run
AGAIN = {
    ("data/wdbc.npz",): {"prepare", "split", "fit", *OUTPUTS},
    ("toy/main/splits/wdbc/0001-0001.npz",): {"split", "fit", *OUTPUTS},
    ("toy/main/fits/wdbc/svm/0001-0001.npz",): {"fit", *OUTPUTS},
    ("toy/main/scores/wdbc.parquet", FETCHED): OUTPUTS,
    ("toy/claims.json", COMPILED): {"aggregate_toy", "report"},
    ("claims.json", "compiled code"): {"report"},
}


def jobs(text: str) -> dict[str, int]:
    """How many jobs of each rule Snakemake lists."""
    return {rule: int(n) for rule, n in re.findall(r"^(\w+) +(\d+)$", text, re.MULTILINE)}


def copied(undisturbed: Undisturbed, folder: Path) -> Path:
    return shutil.copytree(undisturbed.folder, folder / "copy", symlinks=True)


@pytest.mark.slow
@pytest.mark.parametrize("names", AGAIN, ids=" and ".join)
def test_a_run_names_the_damaged_files_and_makes_them_again(undisturbed, tmp_path, names):
    folder = copied(undisturbed, tmp_path)
    compiled = next((folder / "methods/boosting/__pycache__").glob("_kernels.*.nbc"))
    paths = [compiled if n == "compiled code" else folder / "results" / n for n in names]
    for path in paths:
        flip(path, 4 * path.stat().st_size)
    damaged = [path.read_bytes() for path in paths]
    dry = run(folder, "--dry-run")
    assert [path.read_bytes() for path in paths] == damaged, "a dry run removes nothing"
    done = snakemake(folder, "--printshellcmds")  # with Snakemake's list of jobs
    assert done.returncode == 0, done.stderr
    for told in (dry, done.stderr):
        warnings = [line for line in told.splitlines() if line.startswith("warning: ")]
        assert len(warnings) == len(paths) and all("is damaged" in line for line in warnings)
        for path in paths:
            assert any(str(path.relative_to(folder)) in line for line in warnings)
    assert jobs(done.stderr).keys() - {"total"} == AGAIN[names] | {"all"}
    assert not any(path.read_bytes() == before for path, before in zip(paths, damaged, strict=True))
    assert outcome(folder) == undisturbed.outcome
    after = run(folder, "--dry-run")
    assert "Nothing to be done" in after and "warning: " not in after


@pytest.mark.slow
def test_a_step_that_meets_damage_names_and_removes_the_file(undisturbed, tmp_path):
    folder = copied(undisturbed, tmp_path)
    fit = folder / "results/toy/main/fits/wdbc/svm/0001-0001.npz"
    flip(fit, 4000)
    words = [sys.executable, "-m", "methods", "evaluate", "toy", "main", "wdbc"]
    done = subprocess.run(
        [*words, "--config", "datasets=all"], cwd=folder, env=environment(), text=True,
        capture_output=True,
    )  # fmt: skip
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "results/toy/main/fits/wdbc/svm/0001-0001.npz is damaged" in done.stderr
    assert "the next run makes it again" in done.stderr and not fit.exists()
    run(folder)
    assert outcome(folder) == undisturbed.outcome
