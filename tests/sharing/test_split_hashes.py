"""Hashes of trials: what changes them, and what is refused."""

import dataclasses
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from methods.bench import paths
from methods.bench.plan import Plan
from methods.data.prepare import Dataset, save_dataset, save_missing
from methods.data.splits import Split, save_splits
from methods.errors import UserError
from methods.sharing import split_hashes as module
from methods.sharing.split_hashes import (
    FILE,
    hash_of_data,
    hash_of_rows,
    keep_hashes,
    kept_hashes,
    refuse_other_trials,
    split_hashes,
)
from tests.made_up import experiment, made_up_results, write_experiment

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


def test_hashes_have_eight_digits_and_are_those_of_every_machine():
    assert hash_of_rows(SPLIT) == "b6dd95e3"
    assert hash_of_data(DATASET) == "3e613fd0"
    given = dataclasses.replace(DATASET, test=np.array([False, True, False, False, True]))
    assert hash_of_data(given) == "36966f85"


@pytest.mark.parametrize("data", [["aa", "aa"], ["aa", "bb"]])
@pytest.mark.parametrize("name", ["d", "null", "7"])
def test_a_kept_table_is_read_as_it_was_written(tmp_path, name, data):
    assert kept_hashes(tmp_path) is None
    table = TABLE.assign(dataset=name, data=data)
    keep_hashes(table, tmp_path)
    pd.testing.assert_frame_equal(kept_hashes(tmp_path), table, check_dtype=False)


def test_each_of_many_trials_gets_its_row_back(tmp_path):
    others = [("s", "e", seed, data, f"r{seed}") for seed, data in enumerate(["x", "y", "x"])]
    table = pd.concat([TABLE, pd.DataFrame(others, columns=TABLE.columns)], ignore_index=True)
    keep_hashes(table, tmp_path)
    pd.testing.assert_frame_equal(kept_hashes(tmp_path), table, check_dtype=False)


@pytest.mark.parametrize(("data", "shown"), [(["aa", "aa"], "aa"), (["aa", "bb"], "aa bb")])
def test_a_data_set_has_one_line_with_one_hash_of_data_that_are_not_drawn_anew(
    tmp_path, data, shown
):
    other = TABLE.iloc[:1].assign(study="a")
    keep_hashes(pd.concat([TABLE.assign(data=data), other]), tmp_path)
    assert (tmp_path / FILE).read_text().splitlines() == [
        "study,dataset,seed,data,rows", f"s,d,0 1,{shown},bb cc", "a,d,0,aa,bb"
    ]  # fmt: skip


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


class Planned:
    """A plan of two experiments; `toy` has a study of several data sets, and one of a draw each."""

    main = SimpleNamespace(experiment="toy", name="main")
    drawn = SimpleNamespace(experiment="toy", name="drawn")

    def studies(self):
        return [SimpleNamespace(experiment="other", name="first"), self.main, self.drawn]

    def datasets(self, study):
        return ["no splits", "no data", "missing", "d", "e"] if study is self.main else ["d"]

    def splits(self, study, name):
        return [f"results/{study.name}/{name}/{block}.npz" for block in ("0000-0002", "0003-0005")]

    def trials(self, study, name):
        return 2 if name == "e" else 4


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """Data and splits of that plan, as far as they are there."""
    monkeypatch.chdir(tmp_path)
    plan = Planned()
    save_missing(paths.prepared("missing"), "no network", {})
    for name in ("no splits", "d", "e"):
        save_dataset(paths.prepared(name), dataclasses.replace(DATASET, name=name), {})
    first, second = plan.splits(plan.main, "d")
    save_splits(first, dict.fromkeys([1, 0, 2], SPLIT), {})
    save_splits(second, dict.fromkeys([4, 3, 5], SPLIT), {})
    save_splits(plan.splits(plan.main, "e")[1], {3: SPLIT, 0: SPLIT, 2: SPLIT, 1: SPLIT}, {})
    for name in ("no data", "missing"):
        save_splits(plan.splits(plan.main, name)[0], {0: SPLIT}, {})
    draws = [dataclasses.replace(SPLIT, draw=draw) for draw in (7, 8, 7)]
    save_splits(plan.splits(plan.drawn, "d")[0], dict(enumerate(draws)), {})
    save_splits("results/first/d/0000-0002.npz", {0: SPLIT}, {})
    return plan


def test_each_planned_trial_of_the_stored_splits_has_a_row(stored, monkeypatch):
    drawn = []

    def draw_of(dataset, draw):
        drawn.append(draw)
        return dataset if draw is None else dataclasses.replace(dataset, X=dataset.X + draw)

    monkeypatch.setattr(module, "drawn", draw_of)
    table = split_hashes(stored, "toy")
    assert [*table] == ["study", "dataset", "seed", "data", "rows"]
    trials = [*table[["study", "dataset", "seed"]].itertuples(index=False, name=None)]
    assert trials == [
        ("main", "d", 1), ("main", "d", 0), ("main", "d", 2), ("main", "d", 3),
        ("main", "e", 0), ("main", "e", 1),
        ("drawn", "d", 0), ("drawn", "d", 1), ("drawn", "d", 2),
    ]  # fmt: skip
    assert {*table["rows"]} == {hash_of_rows(SPLIT)}
    of_main, of_draws = table["data"][:6], [*table["data"][6:]]
    assert {*of_main} == {hash_of_data(DATASET)}
    assert of_draws[0] == of_draws[2] != of_draws[1] and not {*of_draws} & {*of_main}
    assert drawn == [None, None, 7, 8], "a draw is made once"


def test_an_experiment_without_stored_splits_has_an_empty_table(stored):
    table = split_hashes(stored, "nothing")
    assert [*table] == ["study", "dataset", "seed", "data", "rows"] and table.empty
    assert split_hashes(stored, "other")["study"].tolist() == ["first"]


def test_a_data_set_of_two_studies_has_trials_in_each():
    side = TABLE.assign(study="t", rows=["dd", "ee"])
    both = pd.concat([TABLE, side], ignore_index=True)
    assert refuse_other_trials(both, side, Path(FILE)) == 2
    with pytest.raises(UserError, match="study t, d, trial 1: the kept run has rows ee, and"):
        refuse_other_trials(both, side.assign(rows=["dd", "cc"]), Path(FILE))


def test_the_hashes_of_an_experiment_are_not_those_of_one_whose_name_begins_alike(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}})
    write_experiment(tmp_path, experiment(["alpha"], ["A"]), "toy_two")
    plan = Plan.from_config({}, tmp_path)
    save_dataset(paths.prepared("alpha"), dataclasses.replace(DATASET, name="alpha"), {})
    for study in plan.studies():
        for file in plan.splits(study, "alpha"):
            save_splits(file, {0: SPLIT}, {})
    assert len(split_hashes(plan, "toy")) == len(split_hashes(plan, "toy_two")) == 1
