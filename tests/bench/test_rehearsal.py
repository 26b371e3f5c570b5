"""What a warm-up that is cut short may not leave behind."""

import sys
import time

from methods.bench.rehearsal import at_most

SOON = 0.05  # seconds
LATE = 0.4


def test_a_block_is_left_after_its_seconds():
    started = time.monotonic()
    with at_most(SOON):
        time.sleep(60)
    assert time.monotonic() - started < 30


def test_a_quick_block_is_not_disturbed_later():
    with at_most(SOON):
        done = True
    time.sleep(LATE)
    assert done


def test_an_import_is_not_left_half_done(tmp_path, monkeypatch):
    (tmp_path / "slow_to_import.py").write_text(f"import time\ntime.sleep({LATE})\nend = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    with at_most(SOON):
        import slow_to_import  # noqa: F401

        time.sleep(60)
    assert sys.modules["slow_to_import"].end == 1
