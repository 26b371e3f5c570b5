"""What is kept of a run, and what stays if it cannot be kept."""

import errno
from pathlib import Path

import pytest

from methods.bench import paths
from methods.command import keep as module
from methods.command.command_line import main
from methods.sealed_files import write_sealed_json

CONFIG = ["--config", "trials=2"]
KEPT = Path(paths.REFERENCE)
SCORES = paths.stored("toy", "main", "alpha")["scores"]


def files_below(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_only_what_the_plan_makes_is_kept(finished):
    for orphan in ("table_of_before.csv", "main/scores/left_out.parquet"):
        Path("results/toy", orphan).write_bytes(b"old")
    assert main(["keep", *CONFIG]) == 0
    tables = {f"t.{kind}" for kind in ("csv", "md", "tex", "json")}
    stored = {"main/scores/alpha.parquet", "main/runs/alpha.parquet"}
    assert files_below(KEPT / "toy") == {"claims.json", "splits.csv"} | tables | stored
    assert not Path(paths.NEW_REFERENCE).exists()


def test_what_judges_is_kept_however_large_and_tables_are_not(finished, monkeypatch):
    monkeypatch.setattr(module, "LARGEST_BYTES", 1)
    assert main(["keep", *CONFIG]) == 0
    stored = {"main/scores/alpha.parquet", "main/runs/alpha.parquet"}
    assert files_below(KEPT / "toy") == {"claims.json", "splits.csv"} | stored


def damaged_scores():
    data = bytearray(Path(SCORES).read_bytes())
    data[40] ^= 1
    Path(SCORES).write_bytes(data)


@pytest.mark.parametrize("what", ["full disk", "Ctrl-C", "damage"])
def test_what_was_kept_stays_if_the_run_cannot_be_kept(finished, monkeypatch, capsys, what):
    assert main(["keep", *CONFIG]) == 0
    before = {name: (KEPT / name).read_bytes() for name in files_below(KEPT)}
    faults = {"full disk": OSError(errno.ENOSPC, "No space left"), "Ctrl-C": KeyboardInterrupt()}
    if what == "damage":
        damaged_scores()
    else:

        def stop(*_):
            raise faults[what]

        monkeypatch.setattr(module, "split_hashes", stop)
    if what == "Ctrl-C":
        with pytest.raises(KeyboardInterrupt):
            main(["keep", *CONFIG])
    else:
        assert main(["keep", *CONFIG]) == 1
        told = {"damage": f"{SCORES} is damaged", "full disk": "No space left"}
        assert told[what] in capsys.readouterr().err
    assert {name: (KEPT / name).read_bytes() for name in files_below(KEPT)} == before
    assert not Path(paths.NEW_REFERENCE).exists()


def test_results_of_other_settings_are_not_kept(finished, capsys):
    assert main(["keep", "--config", "trials=2", "scale=paper"]) == 1
    assert "is of a run with other settings; name those of that run" in capsys.readouterr().err
    claims = [{"name": "other/a", "scale": "paper"}]
    write_sealed_json(KEPT / "other/claims.json", {"claims": claims}, {})
    assert main(["keep", *CONFIG]) == 1
    assert "keep results of one scale" in capsys.readouterr().err
    assert files_below(KEPT) == {"other/claims.json"}
