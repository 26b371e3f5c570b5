"""Kinds of split: who shares the rows, and what they cover."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.data.prepare import Dataset
from methods.data.split_kinds import rows_of_split
from methods.errors import UserError

HALF = {"kind": "holdout", "train": 0.5}


def toy(n=30, d=3, classes=2, seed=0, **more) -> Dataset:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return Dataset("toy", rng.normal(size=(n, d)), y, tuple("abcdef"[:classes]), **more)


def rows(dataset, split, seed=0, experiment="erm"):
    return rows_of_split(dataset, experiment, seed, split)


@pytest.mark.parametrize(
    ("split", "first", "tested"),
    [
        ({"kind": "holdout", "train": 5}, [17, 27, 7, 26, 19], [2, 20, 16]),
        ({"kind": "holdout", "train": 5, "stratify": True}, [17, 27, 26, 2, 20], [7, 19, 16]),
        ({"kind": "holdout", "train": 2, "groups": True}, [17, 4, 25, 10, 11], [27, 7, 26]),
        ({"kind": "folds", "folds": 6}, [2, 16, 8, 19, 20], [12, 14, 15]),
        ({"kind": "folds", "folds": 6, "stratify": True}, [2, 16, 8, 19, 20], [12, 14, 15]),
        ({"kind": "folds", "folds": 6, "stratify": False}, [2, 16, 10, 18, 19], [4, 5, 12]),
        ({"kind": "groups", "folds": 6}, [4, 6, 28, 10, 25], [1, 2, 8]),
    ],
)
def test_a_split_is_that_of_every_earlier_run(split, first, tested):
    """Fits are not made again for another order of their training rows."""
    train, test = rows(toy(extras={"group": np.arange(30) % 7}), split)
    assert [train[:5].tolist(), test[:3].tolist()] == [first, tested]


def test_a_seed_has_the_same_rows_whatever_else_is_drawn():
    dataset = toy()
    few = [rows(dataset, HALF, seed)[0].tolist() for seed in range(2)]
    many = [rows(dataset, HALF, seed)[0].tolist() for seed in reversed(range(9))][::-1]
    assert many[:2] == few
    assert len({tuple(train) for train in many}) == 9


def test_a_longer_training_part_begins_with_the_shorter_one():
    short, long = (rows(toy(), {"kind": "holdout", "train": n})[0] for n in (5, 12))
    assert long[:5].tolist() == short.tolist()


def test_a_data_set_may_have_its_own_number_of_training_rows():
    kind = {"kind": "holdout", "train": 0.8, "train_rows": {"toy": 5, "other": 20}}
    assert [len(part) for part in rows(toy(), kind)] == [5, 25]
    assert [len(part) for part in rows(toy(), {**kind, "train_rows": {"other": 20}})] == [24, 6]


def test_experiments_and_data_sets_draw_apart():
    base = rows(toy(), HALF)[0].tolist()
    assert rows(toy(), HALF, experiment="drm")[0].tolist() != base
    other = Dataset("other", toy().X, toy().y, ("a", "b"))
    assert rows(other, HALF)[0].tolist() != base


@settings(max_examples=60)
@given(
    n=st.integers(4, 60),
    classes=st.integers(2, 4),
    share=st.floats(0.2, 0.8),
    seed=st.integers(0, 1000),
    stratify=st.booleans(),
)
def test_a_holdout_covers_every_row_once(n, classes, share, seed, stratify):
    kind = {"kind": "holdout", "train": share, "stratify": stratify}
    train, test = rows(toy(n, classes=classes), kind, seed)
    assert len(train) == round(share * n)
    assert sorted([*train, *test]) == list(range(n))


def test_every_row_is_as_likely_to_be_trained_on():
    dataset, draws = toy(20), 2000
    counts = np.zeros(20)
    for seed in range(draws):
        counts[rows(dataset, HALF, seed)[0]] += 1
    # five standard deviations of a binomial count
    assert np.abs(counts - draws / 2).max() < 5 * (draws / 4) ** 0.5


@settings(max_examples=60)
@given(
    counts=st.lists(st.integers(1, 30), min_size=2, max_size=4),
    share=st.floats(0.2, 0.8),
    seed=st.integers(0, 100),
)
def test_stratified_class_counts_are_the_rounded_shares(counts, share, seed):
    y = np.repeat(np.arange(len(counts)), counts)
    n = len(y)
    if not 0 < round(share * n) < n:
        return
    dataset = Dataset("toy", np.zeros((n, 1)), y, tuple("abcd"[: len(counts)]))
    train, _ = rows(dataset, {"kind": "holdout", "train": share, "stratify": True}, seed)
    taken = np.bincount(y[train], minlength=len(counts))
    exact = np.array(counts) * len(train) / n
    assert taken.sum() == round(share * n)
    assert (np.abs(taken - exact) < 1).all()


@settings(max_examples=40)
@given(folds=st.integers(2, 6), repetition=st.integers(0, 5), n=st.integers(12, 40))
def test_folds_test_every_row_once_per_repetition(folds, repetition, n):
    dataset = toy(n)
    parts = [
        rows(dataset, {"kind": "folds", "folds": folds}, repetition * folds + fold)
        for fold in range(folds)
    ]
    assert sorted(np.concatenate([test for _, test in parts])) == list(range(n))
    for train, test in parts:
        assert sorted([*train, *test]) == list(range(n))
        assert abs(len(test) - n / folds) < 1
        shares = np.bincount(dataset.y[test], minlength=2)
        assert abs(shares[0] - shares[1]) <= 2


def test_folds_without_strata_test_every_row_once_and_leave_the_classes_to_chance():
    dataset = toy(150, classes=3)
    kind = {"kind": "folds", "folds": 10, "stratify": False}
    counts = []
    for repetition in range(40):
        tested = [rows(dataset, kind, 10 * repetition + fold)[1] for fold in range(10)]
        assert sorted(np.concatenate(tested)) == list(range(150))
        counts += [np.bincount(dataset.y[test], minlength=3) for test in tested]
    assert np.sum(counts, axis=1).tolist() == [15] * 400
    # of the hypergeometric number of rows of a class among the 15; with strata it is always 5
    variance = 15 * (1 / 3) * (2 / 3) * 135 / 149
    assert np.var(counts) == pytest.approx(variance, rel=0.15)


def test_repetitions_of_folds_deal_anew():
    kind = {"kind": "folds", "folds": 3}
    assert rows(toy(), kind, 0)[1].tolist() != rows(toy(), kind, 3)[1].tolist()


def test_given_parts_stay_as_they_come_whatever_the_seed():
    dataset = toy(6, test=np.array([0, 1, 0, 0, 1, 0], dtype=bool))
    for kind in ({"kind": "given"}, {"kind": "folds", "folds": 3, "prefer_given": True}):
        for seed in (0, 7):
            train, test = rows(dataset, kind, seed)
            assert train.tolist() == [0, 2, 3, 5] and test.tolist() == [1, 4]


def test_given_parts_by_trial_are_those_of_the_rows_drawn_for_it():
    dataset = toy(
        6,
        test=np.array([0, 1, 0, 0, 1, 0], dtype=bool),
        extras={"trial": np.array([0, 0, 1, 1, 1, 0])},
    )
    kind = {"kind": "given", "by": "trial"}
    assert [part.tolist() for part in rows(dataset, kind, 0)] == [[0, 5], [1]]
    assert [part.tolist() for part in rows(dataset, kind, 1)] == [[2, 3], [4]]
    with pytest.raises(UserError, match="toy: no rows for trial 2; the last is 1"):
        rows(dataset, kind, 2)
    with pytest.raises(UserError, match="split by 'subject', but the data set has no such extra"):
        rows(dataset, {"kind": "given", "by": "subject"}, 0)


def test_none_trains_on_everything():
    train, test = rows(toy(5), {"kind": "none"})
    assert train.tolist() == [0, 1, 2, 3, 4] and not len(test)


def test_a_group_is_on_one_side_only():
    group = np.repeat(np.arange(6), 5)
    dataset = toy(30, extras={"group": group})
    train, test = rows(dataset, {"kind": "holdout", "train": 0.5, "groups": True})
    assert len(set(group[train])) == 3
    assert not set(group[train]) & set(group[test])
    assert sorted([*train, *test]) == list(range(30))


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ({"kind": "given"}, "toy: split 'given', but the data set comes in one part"),
        ({"kind": "holdout", "train": 30}, "toy: 30 training rows asked for, the data set has 30"),
        ({"kind": "holdout", "train": 0.001}, "toy: 0 training rows asked for"),
        ({"kind": "holdout", "train": 0.5, "groups": True}, "split by groups, but .* names none"),
    ],
)
def test_a_split_that_cannot_be_drawn_says_why(kind, message):
    with pytest.raises(UserError, match=message):
        rows(toy(), kind)


def test_one_group_cannot_be_on_both_sides():
    dataset = toy(6, extras={"group": np.zeros(6, dtype=int)})
    with pytest.raises(UserError, match="1 training groups asked for, the data set has 1"):
        rows(dataset, {"kind": "holdout", "train": 0.9, "groups": True})


def test_groups_stay_on_one_side_and_each_row_is_tested_once_in_a_repetition():
    dataset = toy(40, extras={"group": np.arange(40) % 7})
    five = {"kind": "groups", "folds": 5}
    tested = []
    for seed in range(5):
        train, test = rows(dataset, five, seed)
        assert not set(dataset.extras["group"][train]) & set(dataset.extras["group"][test])
        assert len(train) + len(test) == 40
        tested += test.tolist()
    assert sorted(tested) == list(range(40))
    again = [rows(dataset, five, seed)[1].tolist() for seed in range(10)]
    assert again[:5] != again[5:]
    assert again[2] == rows(dataset, five, 2, experiment="drm")[1].tolist()


def test_training_rows_are_before_the_test_rows():
    time = np.random.default_rng(3).permutation(24).astype(float)
    dataset = toy(24, extras={"time": time})
    sizes = []
    for seed in range(3):
        train, test = rows(dataset, {"kind": "time", "folds": 3}, seed)
        assert time[train].max() < time[test].min() and np.all(np.diff(time[train]) > 0)
        sizes.append((len(train), len(test)))
    assert sizes == [(6, 6), (12, 6), (18, 6)]  # as TimeSeriesSplit has them


@pytest.mark.parametrize(
    ("split", "more", "message"),
    [
        ({"kind": "groups", "folds": 5}, {}, "split by groups, but the data set names none"),
        ({"kind": "groups", "folds": 5}, {"group": np.arange(30) % 3}, "5 folds asked for, .* 3"),
        ({"kind": "time", "folds": 5}, {}, "split by time, but the data set names no column"),
        ({"kind": "time", "folds": 30}, {"time": np.arange(30)}, "30 steps asked for, .* 30 rows"),
    ],
)
def test_a_split_that_a_data_set_cannot_give_is_one_line(split, more, message):
    with pytest.raises(UserError, match=message):
        rows(toy(extras=more), split)


@pytest.mark.parametrize(
    ("train", "n"), [(1, 1), (1.0, 1), (29, 29), (0.99, None), (0.98, 29), (0.5, 15), (0.03, 1)]
)
def test_below_one_the_training_rows_are_a_share(train, n):
    if n is None:
        with pytest.raises(UserError, match="30 training rows asked for, the data set has 30"):
            rows(toy(), {"kind": "holdout", "train": train})
        return
    assert [len(part) for part in rows(toy(), {"kind": "holdout", "train": train})] == [n, 30 - n]


def test_a_number_of_its_own_may_be_a_share_too():
    kind = {"kind": "holdout", "train": 5, "train_rows": {"toy": 0.2}}
    assert len(rows(toy(), kind)[0]) == 6


@pytest.mark.parametrize(
    ("counts", "n_train", "taken"),
    [
        ([2, 3, 5], 4, [1, 1, 2]),  # of 0.8, 1.2 and 2
        ([3, 3], 3, [2, 1]),  # of two halves the first class is rounded up
        ([1, 2, 7], 5, [1, 1, 3]),
        ([5, 5, 5], 5, [2, 2, 1]),
        ([4, 6], 5, [2, 3]),
    ],
)
def test_classes_are_rounded_up_by_their_largest_remainders(counts, n_train, taken):
    y = np.repeat(np.arange(len(counts)), counts)
    dataset = Dataset("toy", np.zeros((len(y), 1)), y, tuple("abc"[: len(counts)]))
    for seed in range(3):
        split = {"kind": "holdout", "train": n_train, "stratify": True}
        train, test = rows(dataset, split, seed)
        assert np.bincount(y[train], minlength=len(counts)).tolist() == taken
        assert sorted([*train, *test]) == list(range(len(y)))


def test_a_stratified_part_has_the_first_rows_of_each_class_in_the_order_drawn():
    plain = np.concatenate(rows(toy(), HALF))
    train, test = rows(toy(), {**HALF, "stratify": True})
    chosen = [row for code in (0, 1) for row in [r for r in plain if r % 2 == code][: 8 - code]]
    assert train.tolist() == [row for row in plain if row in chosen]
    assert test.tolist() == [row for row in plain if row not in chosen]


@pytest.mark.parametrize(("train", "n"), [(2, 2), (0.5, 3), (5, 5)])
def test_groups_for_training_are_counted_or_a_share(train, n):
    group = np.arange(30) % 6
    dataset = toy(30, extras={"group": group})
    split = {"kind": "holdout", "train": train, "groups": True}
    parts = [rows(dataset, split, seed)[0] for seed in range(8)]
    assert {len(set(group[part])) for part in parts} == {n}
    assert len({tuple(sorted(set(group[part]))) for part in parts}) > 1
    for train in (6, 0.01):
        with pytest.raises(UserError, match=f"toy: {int(train)} training groups .* has 6"):
            rows(dataset, {**split, "train": train})


def test_a_data_set_may_have_its_own_number_of_training_groups():
    group = np.arange(30) % 6
    split = {"kind": "holdout", "train": 5, "train_rows": {"toy": 2}, "groups": True}
    assert len(set(group[rows(toy(extras={"group": group}), split)[0]])) == 2


def test_given_parts_need_not_be_preferred():
    dataset = toy(6, test=np.array([0, 1, 0, 0, 1, 0], dtype=bool))
    plain = toy(6)
    for prefer in (False, True):
        kind = {"kind": "holdout", "train": 2, "prefer_given": prefer}
        assert (
            rows(plain, kind)[0].tolist()
            == rows(plain, {"kind": "holdout", "train": 2})[0].tolist()
        )
        assert len(rows(dataset, kind)[0]) == (4 if prefer else 2)


def test_there_may_be_as_many_folds_as_groups():
    group = np.arange(30) % 5
    dataset = toy(30, extras={"group": group})
    tested = [set(group[rows(dataset, {"kind": "groups", "folds": 5}, s)[1]]) for s in range(5)]
    assert sorted(tested, key=min) == [{g} for g in range(5)]
    names = np.array(["b", "a", "c", "d", "e"])[group]
    for seed in (0, 3, 7):
        train, _ = rows(toy(30, extras={"group": names}), {"kind": "groups", "folds": 5}, seed)
        assert sorted(train.tolist()) != train.tolist()  # in an order that is drawn


def test_steps_in_time_begin_again_and_rows_of_one_time_keep_their_order():
    dataset = toy(9, extras={"time": np.array([2, 1, 1, 0, 1, 2, 0, 0, 2])})
    by_time = [3, 6, 7, 1, 2, 4, 0, 5, 8]
    two = {"kind": "time", "folds": 2}
    assert [part.tolist() for part in rows(dataset, two, 0)] == [by_time[:3], by_time[3:6]]
    assert [part.tolist() for part in rows(dataset, two, 1)] == [by_time[:6], by_time[6:]]
    assert rows(dataset, two, 2)[1].tolist() == by_time[3:6]
    with pytest.raises(UserError, match="toy: 9 steps asked for, the data set has 9 rows"):
        rows(dataset, {"kind": "time", "folds": 9})
    assert [part.tolist() for part in rows(dataset, {"kind": "time", "folds": 8}, 0)] == [[3], [6]]


def test_splits_of_openml_are_taken_in_turn_by_their_ends():
    extras = {
        "openml_train": np.array([4, 2, 0, 1, 3, 5]), "openml_train_ends": np.array([2, 3, 6]),
        "openml_test": np.array([1, 5, 3, 0]), "openml_test_ends": np.array([1, 3, 4]),
    }  # fmt: skip
    expected = [([4, 2], [1]), ([0], [5, 3]), ([1, 3, 5], [0])]
    for seed in (0, 1, 2, 3, 7):
        train, test = rows(toy(6, extras=extras), {"kind": "openml"}, seed)
        assert (train.tolist(), test.tolist()) == expected[seed % 3]
    with pytest.raises(
        UserError, match=r"^toy: split as on OpenML, but its source names no openml"
    ):
        rows(toy(6), {"kind": "openml"})


def test_folds_of_a_repetition_have_the_rows_of_each_class_in_turn():
    """Class after class, each shuffled, the rows are dealt to the folds like cards."""
    y = np.array([0] * 4 + [1] * 5 + [2] * 2)
    dataset = Dataset("toy", np.zeros((11, 1)), y, ("a", "b", "c"))
    folds = [rows(dataset, {"kind": "folds", "folds": 3}, 6 + fold)[1] for fold in range(3)]
    counts = [np.bincount(y[test], minlength=3).tolist() for test in folds]
    assert counts == [[2, 1, 1], [1, 2, 1], [1, 2, 0]]
    assert all(sorted(test) == test.tolist() for test in folds)
