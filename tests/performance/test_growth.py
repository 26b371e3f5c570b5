"""Exponents of growth, and measurements in a child process."""

import pytest

from methods.performance import growth
from methods.performance.growth import exponent, grow


def test_the_exponent_is_fitted_to_the_larger_half():
    sizes = [1, 2, 4, 8, 16, 32]
    seconds = [1, 1, 1, 8**2, 16**2, 32**2]
    assert exponent(sizes, seconds, 0) == pytest.approx(2)


def test_tiny_values_are_left_out():
    assert exponent([1, 2, 4, 8], [1e-9, 2, 4, 8], 1) == pytest.approx(1)
    assert exponent([1, 2, 4, 8], [1e-9, 1e-9, 4, 8], 1) is None


def test_sizes_end_after_a_long_fit(monkeypatch, capsys):
    ticks = iter(range(100))
    monkeypatch.setattr(growth.time, "process_time", lambda: next(ticks))
    grow("erm-components", quick=True)
    assert '"sizes": [10]' in capsys.readouterr().out


@pytest.mark.slow
def test_the_alm_needs_several_times_the_memory_of_the_exact_solver():
    """It holds three arrays of samples by components, the other one block of decision values."""
    megabytes = {
        name: growth.measure_growth(name, quick=True)["megabytes"]
        for name in ("alm-components", "erm-components")
    }
    assert megabytes["alm-components"][3] > 2.5 * max(1, megabytes["erm-components"][3])
