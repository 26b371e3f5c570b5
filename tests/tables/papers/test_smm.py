"""How blocks of the SMM paper's matrices are measured, and their table."""

import numpy as np
import pytest

from methods.tables.papers import smm
from tests.tables.papers.blocks import NOISY, PURE, keep, results_of_two


@pytest.fixture
def results(tmp_path, monkeypatch):
    return results_of_two(tmp_path, monkeypatch)


def test_pure_blocks_do_not_vary_within():
    assert smm.block_variance_ratio(PURE, 2) == 0
    assert smm.block_variance_ratio(np.ones((3, 4)), 2) == float("inf")


def test_the_ratio_is_that_of_the_two_parts_of_the_variance():
    within = np.mean([NOISY[:, :2].var(), NOISY[:, 2:].var()])
    between = NOISY.var() - within  # the law of total variance, blocks being of one size
    assert smm.block_variance_ratio(NOISY, 2) == pytest.approx(within / between)


def test_coefficients_are_those_of_a_method_and_seed(results, tmp_path):
    keep(tmp_path, a=PURE, b=NOISY)
    matrices = smm.coefficients(results, "main", "alpha")
    assert list(matrices) == ["A", "B"]
    np.testing.assert_array_equal(matrices["B"], NOISY)
    assert smm.coefficients(results, "main", "alpha", seed=1) == {}


def test_the_grouping_table_is_the_variance_ratio(results, tmp_path):
    keep(tmp_path, a=NOISY)
    table = smm.grouping_table(results, study="main", blocks={"alpha": 2})
    between = np.var([NOISY[:, :2].mean(), NOISY[:, 2:].mean()])
    within = NOISY.var() - between
    assert table.data["within_over_between"].tolist() == [pytest.approx(within / between)]
    assert table.cells.loc["A", "alpha"] == f"{within / between:.3g}"


def test_without_a_matrix_the_grouping_table_is_empty(results, tmp_path):
    keep(tmp_path)
    assert smm.grouping_table(results, study="main", blocks={"alpha": 2}).data.empty
