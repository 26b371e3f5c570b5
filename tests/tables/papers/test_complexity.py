"""What chapter 1's study keeps comes back as it was stored."""

from types import SimpleNamespace

import numpy as np
import pytest

from methods.data.generators.shapes import DISK_RADII
from methods.tables.papers import complexity
from methods.tables.papers.complexity import (
    SIGNED_DISTANCES,
    contribution_chunks,
    contributions_by_draw,
    flipped_examples,
)
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


def test_each_draw_has_its_sums_its_rows_and_its_flipped_examples(results, monkeypatch):
    X, _, noisy, sums = summed_chunks()

    def drawn(data, draw):
        extras = {"noisy": np.roll(data.extras["noisy"], draw)}
        return SimpleNamespace(X=data.X + draw, extras=extras)

    monkeypatch.setattr(complexity, "drawn", drawn)
    draws = contributions_by_draw(results, "main", "alpha")
    assert len(draws) == len(sums)
    for seed, (draw, chunk) in enumerate(zip(draws, sums, strict=True)):
        np.testing.assert_array_equal(draw.X, X + seed)
        assert draw.noisy.tolist() == np.roll(noisy, seed).astype(bool).tolist()
        np.testing.assert_array_equal(draw.sums.increases, chunk.increases)
    assert contributions_by_draw(results, "main", "gone") == []


def test_trials_have_the_draws_of_their_seeds_in_the_order_of_the_seeds(results, monkeypatch):
    kept = list(results.kept_by_fit("main", "alpha").values())
    by_seed = {("a", seed, "20"): arrays for seed, arrays in zip((2, 10), kept, strict=False)}
    some = SimpleNamespace(
        datasets=results.datasets, kept_by_fit=lambda *of: by_seed,
        study=lambda name: SimpleNamespace(draw_of_trial=lambda seed: 100 + seed),
    )  # fmt: skip
    monkeypatch.setattr(
        complexity, "drawn",
        lambda data, draw: SimpleNamespace(X=draw, extras={"noisy": np.zeros(1)}),
    )  # fmt: skip
    assert [each.X for each in contributions_by_draw(some, "main", "alpha")] == [102, 110]
    for chunk, arrays in zip(contribution_chunks(some, "main", "alpha"), kept, strict=False):
        np.testing.assert_array_equal(chunk.increases, arrays["increases"])


def test_the_sign_of_the_distance_to_the_target_is_its_class():
    ring = SIGNED_DISTANCES["concentric_disks_pool"]
    radii = np.array(DISK_RADII)
    # in the inner disk, in the ring and outside of it
    points = np.column_stack([[0.0, radii[:2].mean(), radii[2] + 1], np.zeros(3)])
    assert np.sign(ring(points)).tolist() == [-1, 1, -1]
    above_and_below = np.array([[0.0, 9.0], [0.0, -9.0]])
    for name in ("yinyang", "yinyang_noisy"):
        assert np.sign(SIGNED_DISTANCES[name](above_and_below)).tolist() == [1, -1]
