"""The SMM paper's own table: how much the coefficients vary within blocks of columns."""

import numpy as np
import pytest

from methods.tables.papers.smm import grouping_table
from tests.made_up import made_up_results

COEF = np.arange(12.0).reshape(3, 4) - 5


@pytest.fixture
def store(tmp_path, monkeypatch):
    """Store artifacts of two trials of the methods A and B, and give the results."""
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.3], "B": [0.2, 0.2]}})
    path = tmp_path / "results/toy/main/artifacts/alpha.npz"
    path.parent.mkdir(parents=True)

    def store_artifacts(**artifacts):
        np.savez(path, **artifacts)
        return results

    return store_artifacts


def test_the_grouping_table_is_the_variance_ratio(store):
    results = store(**{"a/0//coef": COEF, "a/1//coef": -COEF})
    table = grouping_table(results, study="main", blocks={"alpha": 2})
    between = np.var([COEF[:, :2].mean(), COEF[:, 2:].mean()])
    within = COEF.var() - between
    assert table.data["within_over_between"].tolist() == [pytest.approx(within / between)]
    assert table.cells.loc["A", "alpha"] == f"{within / between:.3g}"


def test_nothing_stored_is_an_empty_table(store):
    assert grouping_table(store(), study="main", blocks={"alpha": 2}).data.empty
