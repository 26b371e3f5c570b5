"""What is committed of a run is smaller than the run's files, and states the same origin."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from PIL import Image

from methods.bench.scoring import save_scored
from methods.sealed_files import Damaged, read_sealed
from methods.sharing.kept_copies import copy_to_keep, to_digits


@pytest.fixture
def run(tmp_path):
    rng = np.random.default_rng(0)
    key = {"method": ["a", "b"] * 200, "seed": np.repeat(range(200), 2), "condition": ""}
    scores = pd.DataFrame({**key, "metric": "error", "value": rng.random(400)})
    runs = pd.DataFrame(
        {**key, "status": "ok", "fit_seconds": rng.random(400), "peak_mb": rng.random(400) * 300}
    )
    runs.loc[3, "fit_seconds"] = np.nan
    kinds = {"scores": scores, "runs": runs, "traces": scores.head(0)}
    files = {kind: str(tmp_path / f"{kind}.parquet") for kind in kinds}
    files["artifacts"] = str(tmp_path / "artifacts.npz")
    save_scored({**kinds, "artifacts": {}}, files, {"blocks": "of this run"})
    return {kind: tmp_path / f"{kind}.parquet" for kind in kinds}


def kept(source):
    copy = source.with_name(f"kept{source.suffix}")
    copy_to_keep(source, copy)
    assert copy.stat().st_size < source.stat().st_size
    return copy


def test_scores_keep_every_bit(run):
    pd.testing.assert_frame_equal(
        pd.read_parquet(kept(run["scores"])), pd.read_parquet(run["scores"]), check_exact=True
    )


def test_measured_columns_of_fits_keep_two_digits_and_their_gaps(run):
    copy, source = pd.read_parquet(kept(run["runs"])), pd.read_parquet(run["runs"])
    for column in ("fit_seconds", "peak_mb"):
        np.testing.assert_allclose(copy[column], source[column], rtol=0.051)
        assert set(copy[column].dropna().map("{:.2g}".format).astype(float)) == set(
            copy[column].dropna()
        )
    rest = ["method", "seed", "condition", "status"]
    pd.testing.assert_frame_equal(copy[rest], source[rest])


def test_a_copy_is_sealed_and_states_what_the_table_was_made_from(run):
    copy = kept(run["runs"])
    assert read_sealed(copy).made_from == read_sealed(run["runs"]).made_from
    copy.write_bytes(copy.read_bytes().replace(b"PAR1", b"PAR2", 1))
    with pytest.raises(Exception, match="damaged"):
        read_sealed(copy)


def test_a_damaged_table_gets_no_new_seal(run):
    data = bytearray(run["runs"].read_bytes())
    data[40] ^= 1
    run["runs"].write_bytes(data)
    with pytest.raises(Damaged):
        kept(run["runs"])
    assert not run["runs"].with_name("kept.parquet").exists()


@pytest.mark.slow
def test_a_picture_looks_the_same(tmp_path):
    figure, axes = plt.subplots()
    for k in range(8):
        axes.plot(np.sin(np.arange(50) / (k + 2)), label=str(k))
    axes.legend()
    source = tmp_path / "figure.png"
    figure.savefig(source, dpi=200)
    plt.close(figure)
    before, after = (
        np.asarray(Image.open(file).convert("RGB"), dtype=int) for file in (source, kept(source))
    )
    assert (np.abs(before - after).max(axis=-1) > 8).mean() < 0.02


def test_digits_are_those_of_decimal_rounding():
    values = [0.0, 1.2345, 99950.0, 1.2e-9, np.nan, np.inf]
    np.testing.assert_array_equal(to_digits(values), [0.0, 1.2, 1e5, 1.2e-9, np.nan, np.inf])
