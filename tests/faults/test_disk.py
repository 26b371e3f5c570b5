"""A full or read-only disk gives one clear line of error, and nothing is lost."""

import pytest

from methods.files import write_text
from tests.faults.conftest import fresh, leftovers, outcome
from tests.faults.mounts import mounted, remount
from tests.project import snakemake

pytestmark = pytest.mark.slow


def complaints(printed: str) -> list[str]:
    return [line for line in printed.splitlines() if line.strip().startswith("error: ")]


def test_a_full_disk_is_reported_and_a_run_with_more_room_gives_the_same_bytes(
    undisturbed, tmp_path
):
    folder = fresh(undisturbed, tmp_path / "project")
    with mounted(folder / "results", "size=200k"):
        full = snakemake(folder, "--cores", "2", strict=True)
        assert full.returncode == 1
        assert "error: no space is left on the disk of results/" in complaints(full.stderr)
        assert "Traceback" not in full.stderr
        remount(folder / "results", "size=20m")
        more = snakemake(folder, "--cores", "2", strict=True)
        assert more.returncode == 0, more.stdout + more.stderr
        assert outcome(folder) == undisturbed.outcome
        assert leftovers(folder) == []


def test_results_that_cannot_be_written_give_one_line_of_error(undisturbed, tmp_path):
    folder = fresh(undisturbed, tmp_path / "project")
    with mounted(folder / "results/data", "ro"):
        done = snakemake(folder, "--cores", "2")
    assert done.returncode == 1
    assert "Read-only file system: 'results/data/raw'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_disk_that_fills_up_during_a_write_leaves_no_partial_file(tmp_path):
    with mounted(tmp_path / "disk", "size=64k"):
        write_text(tmp_path / "disk" / "a.txt", "old")
        with pytest.raises(OSError, match=r"No space left on device: .*a\.txt"):
            write_text(tmp_path / "disk" / "a.txt", "x" * 10**6)
        assert [file.name for file in (tmp_path / "disk").iterdir()] == ["a.txt"]
        assert (tmp_path / "disk" / "a.txt").read_text() == "old"
