"""The memory that work takes beyond what the process held."""

import numpy as np
import pytest

from methods.performance import peak_memory
from methods.performance.peak_memory import with_peak

MEGABYTE = 2**20


@pytest.mark.slow
@pytest.mark.skipif(not peak_memory.CLEAR.exists(), reason="the system does not tell peaks")
def test_memory_that_is_given_back_counts_and_earlier_memory_does_not():
    held = np.ones(64 * MEGABYTE // 8)
    total, megabytes = with_peak(lambda: float(np.ones(200 * MEGABYTE // 8).sum()))
    assert total == 200 * MEGABYTE // 8
    assert 190 < megabytes < 260
    assert with_peak(lambda: held[0])[1] < 20


def test_a_system_that_does_not_tell_gives_zero(monkeypatch, tmp_path):
    monkeypatch.setattr(peak_memory, "CLEAR", tmp_path / "none")
    assert with_peak(lambda: 3) == (3, 0.0)
