"""`bench`: goes on where it was stopped, measures again what is named, and knows its names."""

import pytest

from methods.command.bench import outcome
from methods.command.command_line import main
from methods.performance import measurements

ENTRY = {"ratio": 2, "low": 1, "high": 3, "at_least": 1}


@pytest.fixture
def calls(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = []

    def measured(name):
        return lambda quick: made.append((name, quick)) or dict(ENTRY)

    monkeypatch.setattr(measurements, "MEASURES", {"ratios": {n: measured(n) for n in ("a", "b")}})
    monkeypatch.setattr("methods.command.bench.MEASURES", measurements.MEASURES)
    return made


def test_what_is_stored_is_left_out(calls, capsys):
    assert main(["bench", "a"]) == 0
    assert main(["bench"]) == 0
    assert calls == [("a", False), ("b", False)]
    assert "ratios a: 2.00 [1.00, 3.00], demanded 1" in capsys.readouterr().out


def test_what_is_named_is_measured_again(calls):
    for _ in range(2):
        main(["bench", "a", "--quick"])
    assert calls == [("a", True), ("a", True)]


def test_an_unknown_name_gets_the_nearest(calls, capsys):
    assert main(["bench", "ratio"]) == 1
    error = capsys.readouterr().err
    assert "did you mean 'ratios'?" in error and "Traceback" not in error


def test_a_line_on_growth_has_the_seconds_and_the_memory_of_the_largest_size():
    entry = {"exponent": 1.034, "theory": 1.0, "sizes": [10, 20_000]}
    entry |= {"seconds": [0.1, 21.25], "megabytes": [1.0, 1234.5]}
    assert outcome("growth", entry) == (
        "exponent 1.03 up to 20,000, in theory 1; the last took 21.2 s and 1,234 MB"
    )
