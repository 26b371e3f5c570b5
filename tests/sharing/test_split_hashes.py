"""Hashes of trials: what changes them, and what is refused."""

import dataclasses
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from methods.data.prepare import Dataset
from methods.data.splits import Split
from methods.errors import UserError
from methods.sharing.split_hashes import (
    FILE,
    hash_of_data,
    hash_of_rows,
    keep_hashes,
    kept_hashes,
    refuse_other_trials,
)

ONE = np.ones(2)
SPLIT = Split(np.array([0, 1, 2]), np.array([3, 4]), ONE, ONE)
DATASET = Dataset("d", np.arange(10.0).reshape(5, 2), np.array([0, 1, 0, 1, 0]), ("no", "yes"))
TABLE = pd.DataFrame(
    [("s", "d", 0, "aa", "bb"), ("s", "d", 1, "aa", "cc")],
    columns=["study", "dataset", "seed", "data", "rows"],
)


def test_a_row_that_changes_sides_changes_the_hash():
    other = dataclasses.replace(SPLIT, train=np.array([0, 1]), test=np.array([2, 3, 4]))
    swapped = dataclasses.replace(SPLIT, train=np.array([1, 0, 2]))
    hashes = {hash_of_rows(split) for split in (SPLIT, other, swapped)}
    assert len(hashes) == 3
    assert hash_of_rows(dataclasses.replace(SPLIT, train=SPLIT.train.astype(np.int32))) in hashes


def test_a_value_or_a_label_changes_the_hash_and_rounding_does_not():
    value = dataclasses.replace(DATASET, X=DATASET.X + 0.001)
    label = dataclasses.replace(DATASET, y=np.array([1, 1, 0, 1, 0]))
    assert len({hash_of_data(d) for d in (DATASET, value, label)}) == 3
    rounded = dataclasses.replace(DATASET, X=DATASET.X * (1 + 1e-15))
    assert hash_of_data(rounded) == hash_of_data(DATASET)


@pytest.mark.parametrize("data", [["aa", "aa"], ["aa", "bb"]])
@pytest.mark.parametrize("name", ["d", "null", "7"])
def test_a_kept_table_is_read_as_it_was_written(tmp_path, name, data):
    assert kept_hashes(tmp_path) is None
    table = TABLE.assign(dataset=name, data=data)
    keep_hashes(table, tmp_path)
    pd.testing.assert_frame_equal(kept_hashes(tmp_path), table, check_dtype=False)


def test_trials_that_agree_are_counted_and_new_ones_are_not():
    assert refuse_other_trials(TABLE, TABLE, Path(FILE)) == 2
    assert refuse_other_trials(TABLE.iloc[:1], TABLE, Path(FILE)) == 1


@pytest.mark.parametrize("column", ["data", "rows"])
def test_another_hash_is_refused_with_data_set_trial_and_file(column):
    changed = TABLE.copy()
    changed.loc[1, column] = "ff"
    with pytest.raises(UserError, match=rf"^kept/splits.csv: study s, d, trial 1: .*{column} ff"):
        refuse_other_trials(changed, TABLE, Path("kept", FILE))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("study,dataset\ns,d\n", "is no table of study, dataset, seed, data, rows"),
        ("study,dataset,seed,data,rows\ns,d,x,a,b\n", "is no table of"),
        ("study,dataset,seed,data,rows\ns,d,0 1,a,b\n", "is no table of"),
        ("study,dataset,seed,data,rows\ns,d,0 1 2,a b,b b b\n", "is no table of"),
        ("study,dataset,seed,data,rows\ns,d,,,\n", "is no table of"),
        ("study,dataset,seed,data,rows\n" + "s,d,1,a,b\n" * 2, "d, trial 1 has two rows"),
        ("study,dataset,seed,data,rows\ns,d,1 1,a,b c\n", "d, trial 1 has two rows"),
    ],
)
def test_a_damaged_table_is_one_line(tmp_path, text, part):
    (tmp_path / FILE).write_text(text)
    with pytest.raises(UserError, match=part):
        kept_hashes(tmp_path)
