"""What is kept of the members of an ensemble."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    IsolationForest,
    RandomForestClassifier,
    StackingClassifier,
    VotingClassifier,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from methods.bench import recording
from methods.bench.blocks import Run
from methods.bench.experiments import Record
from methods.bench.guard import InvalidResult
from methods.bench.recording import check_stored, not_finite, number, recorded, values_of_test_rows
from methods.data.splits import Split

PAIR = [("a", GaussianNB()), ("b", DecisionTreeClassifier(random_state=0))]
ENSEMBLES = [
    RandomForestClassifier(3, random_state=0),
    ExtraTreesClassifier(3, random_state=0),
    BaggingClassifier(n_estimators=3, random_state=0),
    BaggingClassifier(GaussianNB(), n_estimators=3, max_features=2, random_state=0),
    VotingClassifier(PAIR),
    VotingClassifier(PAIR, voting="soft"),
    StackingClassifier(PAIR, cv=2),
    AdaBoostClassifier(n_estimators=3, random_state=0),
]


def members_on(classes, ensemble):
    """The kept predictions, on rows so far apart that members know the class of each."""
    y = np.array(classes)[np.arange(60) % len(classes)]
    X = np.random.default_rng(0).normal(size=(60, 3)) + 100 * y[:, None]
    study = SimpleNamespace(record=Record(components=True))
    _, arrays = recorded(study, ensemble.fit(X, y), lambda: (X, y), lambda: (X, y))
    return X, y, arrays["artifacts"]["component_predictions"]


@pytest.mark.parametrize("classes", [(0, 1), (0, 2), (1, 2), (0, 2, 3)])
@pytest.mark.parametrize("ensemble", ENSEMBLES, ids=lambda ensemble: type(ensemble).__name__)
def test_members_are_kept_as_codes_also_where_training_lacks_a_class(ensemble, classes):
    _, y, members = members_on(classes, ensemble)
    assert members.dtype == np.int16 and set(members.ravel()) <= set(classes)
    assert (members == y).mean() > 0.6  # a stump of AdaBoost tells two of three classes apart


@pytest.mark.parametrize("ensemble", ENSEMBLES, ids=lambda ensemble: type(ensemble).__name__)
def test_members_that_know_all_classes_are_kept_as_they_predict(ensemble):
    X, _, members = members_on((0, 1, 2), ensemble)
    columns = getattr(ensemble, "estimators_features_", [slice(None)] * len(members))
    predicted = [m.predict(X[:, c]) for m, c in zip(ensemble.estimators_, columns, strict=True)]
    np.testing.assert_array_equal(members, predicted)


def test_each_member_predicts_from_its_own_columns():
    members = [SimpleNamespace(classes_=(0, 1), predict=lambda X: X[:, 0]) for _ in range(3)]
    ensemble = SimpleNamespace(estimators_=members, estimators_features_=[[0], [1], [1, 0]])
    rows = np.array([[0, 1], [1, 1], [1, 0]]), np.array([0, 1, 1])
    study = SimpleNamespace(record=Record(components=True))
    _, arrays = recorded(study, ensemble, lambda: rows, lambda: rows)
    kept = arrays["artifacts"]["component_predictions"]
    assert kept.tolist() == [[0, 1, 1], [1, 1, 0], [1, 1, 0]]


class Voting:
    """Two linear members, the first of which is undecided on two rows."""

    classes_ = np.array([3, 7])

    def component_decision_function(self, X):
        return np.array([[0.0, 1.0], [0.5, -1.0], [0.0, -1.0]])


def test_a_member_votes_for_the_second_class_above_zero_alone():
    rows = [lambda: (np.zeros((3, 2)), np.array([3, 7, 3]))] * 2
    study, voting = SimpleNamespace(record=Record(components=True)), Voting()
    voting.coef_ = np.ones((2, 2))
    alone = recorded(study, voting, *rows)[1]["artifacts"]
    assert {name: codes.tolist() for name, codes in alone.items()} == {
        "component_predictions": [[3, 7, 3], [7, 3, 3]]
    }
    voting.components_ = [[1.0, 2.0], [3.0, 4.0]]
    kept = recorded(study, voting, *rows)[1]["artifacts"]
    assert kept["component_weights"].tolist() == voting.components_
    assert recorded(SimpleNamespace(record=Record()), voting, *rows)[1]["artifacts"] == {}


X, Y = np.zeros((4, 2)), np.array([0, 1, 0, 1])
INNER = SimpleNamespace(coef_=np.array([1.0, 2.0]), n_iter_=7)


def kept(estimator, **record):
    study = SimpleNamespace(record=Record(**record))
    scalars, arrays = recorded(study, estimator, lambda: (X, Y), lambda: (X, Y))
    return scalars, arrays["traces"], arrays["artifacts"]


@pytest.mark.parametrize(
    "estimator",
    [
        INNER,
        SimpleNamespace(best_estimator_=INNER),
        SimpleNamespace(estimator_=SimpleNamespace(best_estimator_=INNER)),
        SimpleNamespace(best_estimator_=INNER, estimator_=SimpleNamespace(n_iter_=1)),
        SimpleNamespace(steps=[("scale", SimpleNamespace(n_iter_=1)), ("svm", INNER)]),
    ],
)
def test_an_attribute_may_be_of_the_estimator_inside(estimator):
    scalars, _, artifacts = kept(estimator, scalars={"n": "n_iter_"}, artifacts={"w": "coef_"})
    assert scalars == {"n": 7} and artifacts["w"].tolist() == [1, 2]


def test_an_attribute_of_an_attribute_is_named_with_a_dot():
    scalars, _, _ = kept(SimpleNamespace(loss_=INNER), scalars={"n": "loss_.n_iter_"})
    assert scalars == {"n": 7}


def test_a_dotted_name_leads_through_any_number_of_attributes_and_into_a_search():
    search = SimpleNamespace(best_estimator_=SimpleNamespace(loss_=INNER))
    record = {"deep": "own_.loss_.n_iter_", "lost": "own_.loss_.gone_"}
    assert kept(SimpleNamespace(own_=search), scalars=record)[0] == {"deep": 7}


def test_what_an_estimator_lacks_is_not_kept():
    record = {"scalars": {"n": "gone_"}, "traces": {"t": "gone_"}, "artifacts": {"w": "gone_"}}
    assert kept(INNER, **record) == ({}, {}, {})


def test_a_trace_has_places_of_its_own_or_counts_from_zero():
    estimator = SimpleNamespace(cost_=[3.0, 2.0], at_=[10, 20])
    _, traces, _ = kept(estimator, traces={"plain": "cost_", "placed": ["at_", "cost_"]})
    assert traces["plain"].tolist() == [[0, 1], [3, 2]]
    assert traces["placed"].tolist() == [[10, 20], [3, 2]]


def sums(estimator, *rows):
    return range(len(rows)), [array.sum() for array in rows]


def weighed(estimator, X, y):
    return X.sum() + 100 * y.sum()


def test_a_measure_sees_the_training_rows_and_a_curve_also_the_test_rows():
    record = Record(measures={"m": f"{__name__}.weighed"}, curves={"c": f"{__name__}.sums"})
    train, test = (
        (np.ones((3, 2)), np.array([0, 1, 1])),
        (np.ones((5, 2)), np.array([1, 0, 0, 0, 0])),
    )
    scalars, arrays = recorded(SimpleNamespace(record=record), INNER, lambda: train, lambda: test)
    assert scalars == {"m": 206}
    assert arrays["traces"]["c"].tolist() == [[0, 1, 2, 3], [6, 2, 10, 1]]


@pytest.mark.parametrize(
    ("value", "record", "fault"),
    [
        ("seven", {"scalars": {"n": "a_"}}, "scalar 'n' from a_: str 'seven' is no number"),
        ([[1.0]], {"traces": {"t": "a_"}}, r"trace 't' from a_: shape \(1, 1\) has 2 dimensions"),
        (["x"], {"traces": {"t": "a_"}}, "trace 't' from a_: <U1 values are no numbers"),
        ([1.0], {"traces": {"t": ["b_", "a_"]}}, "from b_ and a_: 2 places and 1 values"),
        ([{}], {"artifacts": {"w": "a_"}}, "artifact 'w' from a_: it holds Python objects"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_its_name(value, record, fault):
    with pytest.raises(InvalidResult, match=fault):
        kept(SimpleNamespace(a_=value, b_=[1, 2]), **record)


def test_a_fit_may_keep_so_much_and_no_more(monkeypatch):
    monkeypatch.setattr(recording, "MOST_BYTES", 100)
    estimator = SimpleNamespace(small_=np.zeros(6), large_=np.zeros(7), huge_=np.zeros(13))
    with pytest.raises(InvalidResult, match=r"artifact 'h' from huge_: 0.000104 MB; a fit may"):
        kept(estimator, artifacts={"h": "huge_"})
    both = {"s": "small_", "l": "large_"}
    with pytest.raises(InvalidResult, match=r"artifact 'l': 5.6e-05 MB of 0.000104 MB in all;"):
        kept(estimator, artifacts=both)
    assert set(kept(estimator, artifacts={"s": "small_"})[2]) == {"s"}
    monkeypatch.setattr(recording, "MOST_BYTES", 104)
    assert set(kept(estimator, artifacts={"h": "huge_"})[2]) == {"h"}
    assert set(kept(estimator, artifacts=both)[2]) == {"s", "l"}


def test_one_number_is_read_from_any_shape_and_no_other_number_of_them():
    assert number(np.array([[2.5]])) == 2.5 and number(True) == 1
    with pytest.raises(InvalidResult, match=r"shape \(2,\) is no single number"):
        number([1, 2])


def test_scalars_that_are_not_finite_are_named():
    assert not_finite({"a": 1.0, "b": float("nan"), "c": float("inf")}) == (
        "scalar 'b' is nan, scalar 'c' is inf"
    )


def codes(*values):
    return np.array(values, dtype=np.int16)


SPLIT = Split(np.arange(3), np.arange(3, 5), np.ones(1), np.ones(1))
SOUND = {"train": codes(0, 1, 0), "test": codes(0, 1)}
MEMBERS = {"component_predictions": np.zeros((3, 2), dtype=np.int16)}


@pytest.mark.parametrize(
    "fields",
    [
        SOUND,
        {"train": codes(0), "test": codes()},  # rows that trained may be fewer
        SOUND | {"traces": {"t": np.zeros((2, 0))}},
        SOUND | {"artifacts": MEMBERS | {"component_weights": np.zeros((3, 5))}},
        SOUND | {"values": {"predict_proba": np.zeros((2, 3))}, "classes": (0, 1, 2)},
        SOUND | {"values": {"decision_function": np.zeros(2)}, "classes": (0, 1)},
    ],
)
def test_a_sound_stored_run_passes(fields):
    check_stored(Run(0, "", **fields), SPLIT)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"train": codes(0, 1, 0, 1), "test": codes(0, 1)}, "of the train part: 4 for 3 rows"),
        ({"train": codes(0), "test": codes(0)}, "of the test part: 1 for 2 rows"),
        ({"train": codes(0), "test": np.zeros(2)}, r"shape \(2,\) of float64 is no list of codes"),
        ({"train": np.zeros((1, 2), dtype=np.int16), "test": codes()}, r"shape \(1, 2\) of int16"),
        (SOUND | {"traces": {"t": np.zeros((3, 1))}}, r"trace 't': shape \(3, 1\) is no curve"),
        (SOUND | {"traces": {"t": np.zeros(2)}}, r"trace 't': shape \(2,\) is no curve"),
        (SOUND | {"artifacts": {"component_predictions": np.zeros((3, 1))}},
         r"members of the ensemble: predictions of shape \(3, 1\) for 2 rows"),
        (SOUND | {"artifacts": MEMBERS | {"component_weights": np.zeros((2, 5))}},
         r"weights of shape \(2, 5\) and dtype float64 for 3 members"),
        (SOUND | {"values": {"predict_proba": np.zeros((2, 2))}, "classes": (0, 1, 2)},
         r"predict_proba: shape \(2, 2\) for 2 rows and 3 classes"),
        (SOUND | {"values": {"decision_function": np.zeros(3)}, "classes": (0, 1)},
         r"decision_function: shape \(3,\) for 2 rows"),
        (SOUND | {"values": {"decision_function": np.array(["a", "b"])}, "classes": (0, 1)},
         "decision_function: <U1 values"),
        (SOUND | {"scalars": {"s": "x"}}, "scalar 's': str 'x' is no number"),
    ],
)  # fmt: skip
def test_a_stored_run_that_cannot_be_scored_is_refused_with_the_reason(fields, fault):
    with pytest.raises(InvalidResult, match=fault):
        check_stored(Run(0, "", **fields), SPLIT)


class Deciding(BaseEstimator):
    classes_ = np.array([0, 2])

    def decision_function(self, X):
        np.random.random()
        return np.arange(len(X), dtype=float)

    def predict_proba(self, X):
        return np.full((len(X), 2), 0.5)


def test_values_are_kept_up_to_so_many_numbers_and_draw_from_no_one():
    np.random.seed(1)
    values, classes, why = values_of_test_rows(Deciding(), lambda: X, Y, 12)
    assert values["decision_function"].tolist() == [0, 1, 2, 3] and why == ""
    assert values["predict_proba"].shape == (4, 2) and classes == (0, 2)
    assert np.random.random() == np.random.RandomState(1).random()
    values, classes, why = values_of_test_rows(Deciding(), lambda: X, Y, 11)
    assert not values and why == "12 numbers of test rows, and keep_values is 11"
    assert values_of_test_rows(Deciding(), lambda: X[:0], Y, 12) == ({}, (), "")


def test_values_of_more_columns_than_classes_count_as_many_as_they_are():
    """A machine of pairs has six columns of decisions for four classes."""
    estimator = Deciding()
    estimator.classes_ = np.arange(4)
    estimator.decision_function = lambda X: np.zeros((len(X), 6))
    estimator.predict_proba = lambda X: np.zeros((len(X), 4))
    assert values_of_test_rows(estimator, lambda: X, Y, 40)[0].keys() == {*recording.VALUES}
    values, _, why = values_of_test_rows(estimator, lambda: X, Y, 39)
    assert not values and why == "40 numbers of test rows, and keep_values is 39"


def test_classes_that_an_estimator_does_not_tell_are_those_of_the_training_rows():
    estimator = BaseEstimator()
    estimator.decision_function = lambda X: np.zeros(len(X))
    assert values_of_test_rows(estimator, lambda: X, Y + 3, 9)[1] == (3, 4)
    estimator.classes_ = np.array([0.0, 1.0])
    assert values_of_test_rows(estimator, lambda: X, Y + 3, 9)[1] == (3, 4)


def test_values_that_cannot_be_had_are_explained_and_the_others_kept():
    estimator = Deciding()
    estimator.predict_proba = lambda X: np.zeros((len(X), 3))
    values, _, why = values_of_test_rows(estimator, lambda: X, Y, 99)
    assert set(values) == {"decision_function"}
    assert why.startswith("predict_proba gave no values (InvalidResult: shape (4, 3) for 4 rows")
    assert not values_of_test_rows(estimator, lambda: X, Y, 11)[0], (
        "nothing is asked for beyond the limit"
    )


def test_all_values_that_cannot_be_had_are_explained():
    estimator = Deciding()
    estimator.decision_function = lambda X: np.zeros(len(X) + 1)
    estimator.predict_proba = lambda X: np.zeros((len(X), 3))
    values, _, why = values_of_test_rows(estimator, lambda: X, Y, 99)
    assert not values and [part.split()[0] for part in why.split("; ")] == [*recording.VALUES]


def test_a_measure_that_needs_too_much_memory_is_no_invalid_result():
    with pytest.raises(MemoryError), recording.naming("measure 'angle'"):
        raise MemoryError


def test_a_detector_of_outliers_has_no_values_of_classes():
    X = np.arange(40.0).reshape(20, 2)
    detector = IsolationForest(n_estimators=2, random_state=0).fit(X)
    assert values_of_test_rows(detector, lambda: X, np.zeros(20, int), 1000) == ({}, (), "")
