"""What is committed of a run is smaller than the run's files, and states the same origin."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from PIL import Image
from pyarrow.parquet import ParquetFile

from methods.bench.scoring import save_scored
from methods.sealed_files import Damaged, read_sealed
from methods.sharing.kept_copies import copy_to_keep, to_digits
from tests.made_up import store_frame


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


def dictionaries_of(file):
    """The columns that are stored as numbers of the entries of a dictionary."""
    group = ParquetFile(file).metadata.row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    return {c.path_in_schema for c in columns if "RLE_DICTIONARY" in c.encodings}


def test_scores_have_a_dictionary_if_the_file_is_smaller_with_it(run):
    scores = pd.read_parquet(run["scores"])
    others = {"method", "seed", "condition", "metric"}
    assert dictionaries_of(kept(run["scores"])) == others, "no two scores are alike"
    store_frame(scores.assign(value=scores["value"].round(1)), run["scores"])
    assert dictionaries_of(kept(run["scores"])) == {*others, "value"}


def test_a_kept_table_has_no_notes_beside_its_values(run):
    file = ParquetFile(kept(run["scores"]))
    assert file.metadata.metadata is None
    group = file.metadata.row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    assert [column.compression for column in columns] == ["ZSTD"] * 5
    assert [column.statistics for column in columns] == [None] * 5
    assert ParquetFile(run["scores"]).metadata.metadata, "the source has them"


@pytest.mark.parametrize("name", ["figure.csv", "figure.svg", "claims.json", "png"])
def test_other_files_are_copied_as_they_are(tmp_path, name):
    (tmp_path / name).write_bytes(b"a,b\r\n1,0.12345678901234567\r\n")
    copy_to_keep(tmp_path / name, tmp_path / f"kept.{name}")
    assert (tmp_path / f"kept.{name}").read_bytes() == (tmp_path / name).read_bytes()


def test_a_picture_of_few_colours_keeps_each_of_them(tmp_path):
    colours = np.arange(250, dtype=np.uint8)
    colours = np.stack([colours, colours[::-1], np.full(250, 7, np.uint8)], axis=1)
    pixels = colours[np.random.default_rng(0).integers(250, size=(60, 80)) // 5 * 5]
    Image.fromarray(pixels).save(tmp_path / "figure.png")
    with Image.open(kept(tmp_path / "figure.png")) as image:
        assert image.mode == "P" and image.format == "PNG"
        np.testing.assert_array_equal(image.convert("RGB"), pixels)


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
