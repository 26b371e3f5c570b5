"""Each test of a figure works in a folder of its own and leaves no figure open."""

import pytest

from methods.figures.curves import plt


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield
    plt.close("all")
