"""What chapter 1's study keeps comes back as it was stored."""

import numpy as np
import pytest

from methods.tables.papers.complexity import contribution_chunks, flipped_examples
from tests.tables.papers.contributions import contribution_results, summed_chunks


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return contribution_results(tmp_path)


def test_chunks_come_back_as_they_were_summed(results):
    *_, sums = summed_chunks()
    stored = contribution_chunks(results, "main", "alpha")
    assert len(stored) == len(sums)
    for chunk, expected in zip(stored, sums, strict=True):
        for name, value in vars(expected).items():
            np.testing.assert_array_equal(getattr(chunk, name), value)


def test_a_data_set_that_did_not_run_has_no_chunks(results):
    assert contribution_chunks(results, "main", "gone") == []


def test_the_flipped_examples_are_those_of_the_prepared_data(results):
    _, _, noisy, _ = summed_chunks()
    data, flipped = flipped_examples("alpha")
    assert data.name == "alpha" and flipped.tolist() == noisy.astype(bool).tolist()
