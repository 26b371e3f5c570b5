"""Fitting a block: seeds, times, recorded values, and the run of a failed fit."""

import io
import re
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from methods.bench import fit as module
from methods.bench.blocks import save_block
from methods.bench.experiments import NO_SWEEP, Conditions, Method, Record, Study
from methods.bench.fit import block_of_gaps, fit_block
from methods.bench.guard import OK, Outcome
from methods.bench.plan import Block
from methods.bench.scoring import score_blocks
from methods.data.catalogue import load_descriptor
from methods.data.columns import Encoding
from methods.data.draws import drawn
from methods.data.features import features_of
from methods.data.prepare import Dataset, prepare_source
from methods.data.splits import Split, make_split
from methods.errors import UserError

FOREST = {"class": "sklearn.ensemble.RandomForestClassifier", "n_estimators": 3}
MAJORITY = {"class": "sklearn.dummy.DummyClassifier", "strategy": "most_frequent"}
LOGISTIC = {"class": "sklearn.linear_model.LogisticRegression"}
REFIT_SECONDS = 100.0  # what a search claims, so that nothing but the difference gives less


class Toy(ClassifierMixin, BaseEstimator):
    """Predicts `answer` for every row, or misbehaves according to `habit`."""

    def __init__(self, habit="", answer=0):
        self.habit = habit
        self.answer = answer

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.n_rows_ = len(X)
        self.path_ = [3.0, 2.0, 1.0]
        if self.habit == "fails on few" and len(X) < 60:
            raise RuntimeError("too few rows")
        if self.habit == "warns":
            for text in ("two\nlines", "two\nlines", "x" * 3000):
                warnings.warn(text, stacklevel=1)
        if self.habit == "search":
            self.refit_time_ = REFIT_SECONDS
        if self.habit == "slow fit" or (self.habit == "slow on few" and len(X) < 60):
            time.sleep(60)
        return self

    def predict(self, X):
        answers = {
            "short": np.zeros(len(X) - 1),
            "square": np.zeros((len(X), 2)),
            "column": np.zeros((len(X), 1)),
            "nan": np.full(len(X), np.nan),
            "half": np.full(len(X), 0.5),
            "half at the end": np.append(np.zeros(max(0, len(X) - 1)), 0.5)[: len(X)],
            "large": np.full(len(X), 2**16),
            "infinite": np.full(len(X), np.inf),
            "words": np.full(len(X), "no"),
        }
        return answers.get(self.habit, np.full(len(X), self.answer))


CLOCK = SimpleNamespace(wall=0.0, processor=0.0)


class Ticking(Toy):
    """Moves the hands of CLOCK by known seconds."""

    def fit(self, X, y):
        CLOCK.wall += 8
        CLOCK.processor += 4
        return super().fit(X, y)

    def predict(self, X):
        CLOCK.wall += 2
        CLOCK.processor += 1
        return super().predict(X)


class Watching(Toy):
    """Keeps what the log has when it fits, and when it predicts."""

    seen: list[str]

    def fit(self, X, y):
        self.seen.append(sys.stdout.buffer.getvalue().decode())
        warnings.warn("a fault", stacklevel=1)
        return super().fit(X, y)

    def predict(self, X):
        self.seen.append(sys.stdout.buffer.getvalue().decode())
        return super().predict(X)


class Drawing(Toy):
    """Tells what it was given of chance."""

    def __init__(self, habit="", answer=0, random_state=None):
        super().__init__(habit, answer)
        self.random_state = random_state

    def fit(self, X, y):
        self.drawn_ = np.random.random()
        return super().fit(X, y)


class Spoiling(Toy):
    """Writes into its rows."""

    def fit(self, X, y):
        self.sum_ = X.sum()
        X[:] = 0
        return super().fit(X, y)


class Weighted(Toy):
    """Tells the weights of its rows."""

    def fit(self, X, y, sample_weight):
        self.weights_ = sample_weight
        return super().fit(X, y)


TOY = f"{__name__}.Toy"


def add(X, amount, rng):
    """Noise from the given generator."""
    return X + amount * rng.normal(size=X.shape)


HEARD: list[float] = []


def heard(X, amount, rng):
    """Tells what it was given of chance."""
    HEARD.append(rng.random())
    return X


def rows_of(estimator, X, y):
    return len(X)


@pytest.fixture(scope="module")
def dataset():
    rng = np.random.default_rng(0)
    y = np.arange(160) % 2
    return Dataset("toy", rng.normal(size=(160, 3)) + 0.5 * y[:, None], y, ("a", "b"))


def halves():
    """A split in which each class has every other row."""
    return Split(np.arange(80), np.arange(80, 160), np.ones(3), np.zeros(3))


def not_a_number(estimator, X, y):
    return np.nan


def study(**changed) -> Study:
    entries = {
        "experiment": "erm", "name": "main", "datasets": ("toy",), "methods": (), "trials": 3,
        "split": {"kind": "holdout", "train": 0.5}, "seconds": 20.0, "memory_mb": 2000,
    }  # fmt: skip
    return Study(**{**entries, **changed})


def sizes(estimator, X_train, y_train, X_test, y_test):
    return [len(X_train), y_train.sum()], [len(X_test), y_test.sum()]


def unguarded(tasks, work, prepare, seconds, megabytes):
    prepare()
    for task in tasks:
        yield Outcome(task, OK, value=work(task))


@pytest.fixture
def in_process(monkeypatch):
    """Fits in this process, where they are quick and can be watched."""
    monkeypatch.setattr(module, "guarded", unguarded)


def nothing(estimator, X_train, y_train, X_test, y_test):
    return None


def fit(dataset, spec, seeds=(0,), name="M", vary=NO_SWEEP, of="main", **changed):
    one = study(name=of, conditions=vary, **changed)
    splits = {s: make_split(dataset, one.experiment, s, one.split, one.scaling) for s in seeds}
    return fit_block(one, Method(name, spec), dataset, splits, vary.labels("quick"))


def predictions(runs):
    assert {run.status for run in runs} == {"ok"}
    return [run.test.tolist() for run in runs]


def test_a_seed_predicts_the_same_in_any_block(dataset):
    together = predictions(fit(dataset, FOREST, seeds=(0, 1, 2)))
    alone = [predictions(fit(dataset, FOREST, seeds=(seed,)))[0] for seed in (2, 0, 1)]
    assert together == [alone[1], alone[2], alone[0]]
    assert together[0] != together[1]


def test_a_method_draws_by_its_name_and_splits_do_not(dataset):
    first, second = (fit(dataset, FOREST, name=name)[0] for name in ("M", "N"))
    assert len(first.test) == len(second.test) and first.test.tolist() != second.test.tolist()


def test_a_fit_draws_by_its_experiment_data_set_method_and_seed_alone(dataset, in_process):
    spec = {"class": f"{__name__}.Drawing"}
    record = Record(scalars={"state": "random_state", "global": "drawn_"})

    def draws(data=dataset, **how):
        return [tuple(run.scalars.values()) for run in fit(data, spec, record=record, **how)]

    both = draws(seeds=(0, 1), vary=Conditions("parameter", "answer", (0, 1)))
    other = draws(seeds=(1, 0))
    assert both == [other[1], other[1], other[0], other[0]]
    assert draws(seeds=(1,)) == draws(seeds=(1,), of="second study") == other[:1]
    different = [*other, *draws(name="N"), *draws(replace(dataset, name="other"))]
    different += draws(experiment="drm")
    states, from_global = map(set, zip(*different, strict=True))
    assert len(states) == len(from_global) == 5


def test_nested_random_states_are_seeded(dataset):
    nested = {
        "class": "sklearn.ensemble.BaggingClassifier", "n_estimators": 3,
        "estimator": {"class": "sklearn.tree.DecisionTreeClassifier", "splitter": "random"},
    }  # fmt: skip
    assert predictions(fit(dataset, nested)) == predictions(fit(dataset, nested))


def test_predictions_are_class_codes_of_the_split_rows(dataset):
    (run,) = fit(dataset, MAJORITY)
    assert run.n_train == len(run.train) == len(run.test) == 80
    assert set(run.test) <= {0, 1}


def test_a_column_of_codes_is_taken(dataset):
    (run,) = fit(dataset, {"class": TOY, "habit": "column"})
    assert run.status == "ok"
    assert run.test.shape == (80,)


@pytest.mark.parametrize(
    ("habit", "message"),
    [
        ("short", r"predict gave shape \(79,\) for 80 rows"),
        ("square", r"predict gave shape \(80, 2\) for 80 rows"),
        ("nan", "predict gave nan, which is no class code"),
        ("half", "predict gave 0.5, which is no class code"),
        ("half at the end", "predict gave 0.5, which is no class code"),
        ("large", "predict gave 65536, which is no class code"),
        ("infinite", "predict gave inf, which is no class code"),
        ("words", "predict gave <U2 values, no class codes"),
    ],
)
def test_nonsense_predictions_give_a_run_with_status_error(dataset, habit, message):
    first, second = fit(dataset, {"class": TOY, "habit": habit}, seeds=(0, 1))
    assert first.status == second.status == "error"
    assert re.fullmatch(f"ValueError: {message}", first.message)
    assert not len(first.test)


def test_without_test_rows_nothing_is_predicted(dataset, in_process):
    split = replace(halves(), test=np.arange(0))
    (run,) = fit_block(study(), Method("M", LOGISTIC), dataset, {0: split}, [""])
    assert (run.status, len(run.train), len(run.test)) == ("ok", 80, 0)


def test_a_label_that_was_never_trained_on_is_invalid(dataset):
    (run,) = fit(dataset, {"class": TOY, "answer": 7})
    assert run.status == "invalid"
    assert run.message == "predicted 7, which is not among the training labels"


def test_a_training_part_of_one_class_gives_a_run_with_status_error(dataset):
    one = replace(dataset, y=np.zeros(160, dtype=int))
    (run,) = fit(one, MAJORITY)
    assert (run.status, run.message) == (
        "error",
        "UserError: the training part holds one class only",
    )


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"class": "sklearn.svm.SVCC"}, "unknown name 'SVCC'; did you mean 'SVC'"),
        (
            {**LOGISTIC, "penality": 2},
            "unknown parameter 'penality'; did you mean 'penalty'",
        ),
    ],
)
def test_an_unknown_name_is_the_users_mistake_and_not_a_failed_fit(dataset, spec, message):
    with pytest.raises(UserError, match=message):
        fit(dataset, spec)


def test_a_failing_warm_up_is_harmless(dataset, in_process, monkeypatch, capsys):
    monkeypatch.setattr("methods.bench.warm_up.SECONDS", 20.0)  # on a busy machine
    (run,) = fit(dataset, {"class": TOY, "habit": "fails on few"})
    assert run.status == "ok"
    assert capsys.readouterr().err == "warm-up: RuntimeError: too few rows\n"


def test_each_run_is_printed_with_its_outcome(dataset, capsys):
    one = study(conditions=Conditions("parameter", "habit", ("short", "")))
    runs = fit_block(one, Method("M", {"class": TOY}), dataset, {3: halves()}, ["short", ""])
    seconds = f"{runs[1].fit_seconds:.4g}"
    assert capsys.readouterr().out.splitlines() == [
        "seed 3 short: error fit nan s ValueError: predict gave shape (79,) for 80 rows",
        f"seed 3 -: ok fit {seconds} s ",
    ]


def test_each_warning_of_a_fit_counts_and_each_text_is_printed_once(dataset, in_process, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (run,) = fit(dataset, {"class": TOY, "habit": "warns"})
    assert run.warnings == 3
    assert capsys.readouterr().out.splitlines()[:-1] == [
        "seed 0 -: UserWarning: two lines",
        f"seed 0 -: UserWarning: {'x' * 2000}",
    ]


def test_the_log_has_each_line_before_the_next_step_that_may_crash(
    dataset, in_process, monkeypatch
):
    def seen(data):
        monkeypatch.setattr(Watching, "seen", [], raising=False)
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
        fit(data, {"class": f"{__name__}.Watching"}, seeds=(0, 1))
        return Watching.seen

    monkeypatch.setattr(module, "warm_up", lambda *_: None)
    first_fit, prediction, _, second_fit, *_ = seen(dataset)
    assert first_fit == ""
    assert prediction == "seed 0 -: UserWarning: a fault\n"
    assert second_fit.startswith(f"{prediction}seed 0 -: ok fit ")
    first_fit, *_ = seen(replace(dataset, extras={"weight": np.ones(160)}))
    assert first_fit == "seed 0 -: the method takes no weights; each row counts the same\n"


def test_what_a_method_does_not_take_is_printed(dataset, in_process, capsys):
    weighted = replace(dataset, extras={"weight": np.ones(160)})
    fit(weighted, {"class": TOY}, vary=Conditions("parameter", "answer", (0, 1)))
    said = "the method takes no weights; each row counts the same"
    lines = [line for line in capsys.readouterr().out.splitlines() if "takes" in line]
    assert lines == [f"seed 0 0: {said}", f"seed 0 1: {said}"]


@pytest.mark.parametrize("most", [239, 240])  # 80 rows: a value, and a probability of two classes
def test_values_that_are_too_many_are_not_kept_and_the_log_says_so(
    dataset, in_process, capsys, most
):
    (run,) = fit(dataset, LOGISTIC, keep_values=most)
    _, *more = capsys.readouterr().out.splitlines()
    said = "seed 0 -: not kept: 240 numbers of test rows, and keep_values is 239"
    assert (sorted(run.values), more) == (
        ([], [said]) if most < 240 else (["decision_function", "predict_proba"], [])
    )


def scaled(copy):
    scaler = {"class": "sklearn.preprocessing.StandardScaler", "copy": copy}
    return {"class": "sklearn.pipeline.Pipeline", "steps": [["s", scaler], ["m", LOGISTIC]]}


@pytest.mark.parametrize("vary", [NO_SWEEP, Conditions("test_noise", f"{__name__}.heard", (0, 1))])
def test_a_method_that_writes_into_its_rows_gets_them_anew(dataset, in_process, capsys, vary):
    shifted = replace(dataset, X=3 * dataset.X + 2)
    runs = {copy: fit(shifted, scaled(copy), vary=vary) for copy in (True, False)}
    for usual, in_place in zip(runs[True], runs[False], strict=True):
        for of_run in (vars(usual), vars(in_place)):
            of_run.update({key: 0 for key in of_run if key.endswith("_seconds")}, peak_mb=0)
        np.testing.assert_equal(vars(in_place), vars(usual))
    assert capsys.readouterr().out.count(module.WRITES) == 1


def errs(estimator, X, y):
    return np.mean(estimator.predict(X) != y)


def accuracies(estimator, X, y, X_test, y_test):
    return np.arange(2), np.array([estimator.score(X, y), estimator.score(X_test, y_test)])


def test_what_is_recorded_of_a_method_that_writes_is_of_rows_as_they_were(dataset, in_process):
    shifted = replace(dataset, X=3 * dataset.X + 2)
    record = Record(
        measures=dict.fromkeys(("first", "second"), f"{__name__}.errs"),
        curves=dict.fromkeys(("third", "fourth"), f"{__name__}.accuracies"),
    )
    ((usual,), (in_place,)) = (fit(shifted, scaled(c), record=record) for c in (True, False))
    assert in_place.scalars == usual.scalars and usual.scalars["first"] < 0.4
    np.testing.assert_equal(in_place.traces, usual.traces)


def test_a_recorded_number_that_is_not_finite_is_said_of_a_sound_run(dataset, in_process):
    record = Record(measures={"lost": f"{__name__}.not_a_number"})
    (run,) = fit(dataset, {"class": TOY}, record=record)
    assert (run.status, run.message) == ("ok", "scalar 'lost' is nan")
    (run,) = fit(dataset, {"class": TOY, "answer": 7}, record=record)
    assert run.message == "predicted 7, which is not among the training labels"


@pytest.mark.parametrize(("platform", "megabytes"), [("linux", 3072), ("darwin", 3)])
def test_the_peak_of_memory_is_in_megabytes(dataset, in_process, monkeypatch, platform, megabytes):
    # the system counts kilobytes on Linux and bytes on macOS
    usage = SimpleNamespace(ru_maxrss=3 * 1024**2)
    asked = SimpleNamespace(RUSAGE_SELF=None, getrusage=lambda who: usage)
    monkeypatch.setattr(module, "resource", asked)
    monkeypatch.setattr(module, "sys", SimpleNamespace(platform=platform))
    (run,) = fit(dataset, {"class": TOY})
    assert run.peak_mb == megabytes


def test_a_long_warm_up_is_cut_short(dataset):
    started = time.monotonic()
    (run,) = fit(dataset, {"class": TOY, "habit": "slow on few"})
    assert run.status == "ok"
    assert time.monotonic() - started < 30


@pytest.mark.slow
def test_a_fit_over_its_time_affects_only_its_own_run(dataset):
    habits = Conditions("parameter", "habit", ("slow fit", ""))
    slow, quick = fit(dataset, {"class": TOY}, vary=habits, seconds=2)
    assert (slow.status, slow.message) == ("timeout", "no result after 2 s")
    assert (quick.status, quick.condition) == ("ok", "")


@pytest.mark.parametrize(
    ("habit", "fit_seconds", "tune_seconds"),
    [("", 8, 0), ("search", REFIT_SECONDS, 8 - REFIT_SECONDS)],
)
def test_fitting_tuning_and_predicting_are_timed_separately(
    dataset, in_process, monkeypatch, habit, fit_seconds, tune_seconds
):
    read = SimpleNamespace(perf_counter=lambda: CLOCK.wall, process_time=lambda: CLOCK.processor)
    monkeypatch.setattr(module, "time", read)
    (run,) = fit(dataset, {"class": f"{__name__}.Ticking", "habit": habit})
    assert (run.fit_seconds, run.tune_seconds) == (fit_seconds, tune_seconds)
    assert (run.cpu_seconds, run.predict_seconds) == (4, 2)


def test_fit_seconds_of_a_search_are_those_of_the_refit_and_tuning_is_separate(dataset):
    search = {
        "class": "sklearn.model_selection.GridSearchCV", "estimator": LOGISTIC,
        "param_grid": {"C": [0.1, 1, 10]}, "cv": 5,
    }  # fmt: skip
    (run,) = fit(dataset, search, record=Record(scalars={"refit": "refit_time_"}))
    assert run.fit_seconds == run.scalars["refit"] > 0
    assert run.tune_seconds > 0


def test_a_parameter_condition_sets_the_value_of_the_file(dataset):
    runs = fit(dataset, {"class": TOY}, vary=Conditions("parameter", "answer", (0, 1)))
    assert [(run.condition, set(run.test)) for run in runs] == [("0", {0}), ("1", {1})]


def test_a_small_parameter_stays_a_number(dataset):
    (run,) = fit(dataset, LOGISTIC, vary=Conditions("parameter", "C", (1e-5,)))
    assert (run.condition, run.status) == ("1e-05", "ok")


def test_a_training_size_is_a_count_or_a_share_of_the_part(dataset):
    runs = fit(dataset, {"class": TOY}, vary=Conditions("train_size", "rows", (10, 0.5, 1, 81)))
    assert [run.n_train for run in runs] == [10, 40, 80, 0]
    assert runs[3].message == "UserError: 81 training rows asked for, the part has 80"
    assert [len(run.train) for run in runs[:3]] == [10, 40, 80]


def fit_on_first_rows(dataset, size):
    sizes = Conditions("train_size", "rows", (size,))
    method = Method("M", {"class": TOY})
    return fit_block(study(conditions=sizes), method, dataset, {0: halves()}, [str(size)])


@pytest.mark.parametrize(("size", "rows"), [(2, 2), (2.9, 2), (0.03, 2), (80, 80), (80.9, 80)])
def test_a_training_size_is_rounded_as_a_share_and_cut_as_a_count(dataset, in_process, size, rows):
    (run,) = fit_on_first_rows(dataset, size)  # a share of 0.03 is 2.4 of 80 rows
    assert run.n_train == rows


@pytest.mark.parametrize(
    ("size", "message"),
    [
        (0.0125, "the training part holds one class only"),  # a row
        (1.5, "the training part holds one class only"),  # as a share it would be too large
        (0.006, "0.006 training rows asked for, the part has 80"),  # 0.48 rows
        (0, "0 training rows asked for, the part has 80"),
    ],
)
def test_a_training_size_without_two_classes_is_refused(dataset, in_process, size, message):
    with pytest.raises(UserError, match=message):
        fit_on_first_rows(dataset, size)


def test_noise_disturbs_the_test_rows_of_one_fit(dataset):
    noise = Conditions("test_noise", f"{__name__}.add", (0, 0.5, 50))
    record = Record(artifacts={"coef": "coef_"})
    clean, some, loud = fit(dataset, LOGISTIC, vary=noise, record=record)
    (plain,) = fit(dataset, LOGISTIC)
    assert clean.test.tolist() == plain.test.tolist() != loud.test.tolist()
    assert clean.fit_seconds == some.fit_seconds == loud.fit_seconds
    assert clean.artifacts.keys() == {"coef"} and not some.artifacts and not loud.artifacts
    again = fit(dataset, LOGISTIC, vary=noise, seeds=(1, 0))[3:]
    assert [run.test.tolist() for run in again] == [
        run.test.tolist() for run in (clean, some, loud)
    ]


def test_each_trial_and_condition_has_noise_of_its_own_that_all_methods_share(dataset, in_process):
    noise = Conditions("test_noise", f"{__name__}.heard", (0, 0.5))
    HEARD.clear()
    for name, of in (("M", "main"), ("N", "second study")):
        fit(dataset, MAJORITY, seeds=(0, 1), name=name, of=of, vary=noise)
    assert HEARD[:4] == HEARD[4:] and len({*HEARD}) == 4


def test_all_methods_of_a_trial_get_the_same_encoding(dataset, in_process, monkeypatch):
    seeds = []

    def watched(*arguments):
        seeds.append(arguments[-1])
        return features_of(*arguments)

    monkeypatch.setattr(module, "features_of", watched)
    for name, of in (("M", "main"), ("N", "second study")):
        fit(dataset, MAJORITY, seeds=(0, 1), name=name, of=of)
    assert seeds[:2] == seeds[2:] and len({*seeds}) == 2


def test_a_fit_gets_the_encoding_and_the_scaling_of_its_study(dataset, in_process, monkeypatch):
    seen = []

    def watched(*arguments):
        seen.append(arguments[4:6])
        return features_of(*arguments)

    monkeypatch.setattr(module, "features_of", watched)
    keys = {"missing": "indicator", "categories": "ordinal", "dates": "drop"}
    scaling = {"range": [0, 1], "rows": "train"}
    fit(dataset, MAJORITY, scaling=scaling, **keys)
    assert seen == [(Encoding(**keys), scaling)]


def test_a_fit_gets_the_weights_of_its_training_rows(dataset, in_process):
    weighted = replace(dataset, extras={"weight": np.arange(160.0)})
    record, split = Record(artifacts={"weights": "weights_"}), {"kind": "holdout", "train": 0.1}
    (run,) = fit(weighted, {"class": f"{__name__}.Weighted"}, record=record, split=split)
    rows = make_split(dataset, "erm", 0, split, None).train
    assert run.artifacts["weights"].tolist() == rows.tolist()


def test_values_that_a_study_records_are_kept_if_the_estimator_has_them(dataset):
    record = Record(
        scalars={"rows": "n_rows_", "lost": "no_such_attribute_", "many": "classes_"},
        measures={"measured": f"{__name__}.rows_of"},
        traces={"path": "path_", "pairs": ["path_", "path_"], "lost": "no_such_attribute_"},
        artifacts={"classes": "classes_", "lost": "no_such_attribute_"},
    )
    (run,) = fit(dataset, {"class": TOY}, record=record)
    assert run.scalars == {"rows": 80.0, "measured": 80.0}
    assert set(run.traces) == {"path", "pairs"}
    assert run.traces["path"].tolist() == [[0, 1, 2], [3, 2, 1]]
    assert run.traces["pairs"].tolist() == [[3, 2, 1], [3, 2, 1]]
    assert {name: kept.tolist() for name, kept in run.artifacts.items()} == {"classes": [0, 1]}


def test_a_dotted_name_records_an_attribute_of_an_attribute(dataset):
    record = Record(
        artifacts={"trees": "tree_.feature", "lost": "tree_.nothing"},
        scalars={"nodes": "tree_.node_count"},
    )
    spec = {"class": "sklearn.tree.DecisionTreeClassifier", "max_depth": 1, "random_state": 0}
    (run,) = fit(dataset, spec, record=record)
    assert run.scalars == {"nodes": 3.0}
    assert list(run.artifacts) == ["trees"] and run.artifacts["trees"].shape == (3,)


def test_a_detector_of_outliers_predicts_no_classes(dataset):
    (run,) = fit(dataset, {"class": "sklearn.ensemble.IsolationForest", "n_estimators": 5})
    assert (run.status, len(run.train), len(run.test)) == ("ok", 0, 0)


def test_a_curve_is_computed_by_a_function_of_the_fit_and_its_rows(dataset):
    record = Record(curves={"sizes": f"{__name__}.sizes", "none": f"{__name__}.nothing"})
    quarter = {"kind": "holdout", "train": 0.25}
    (run,) = fit(dataset, {"class": TOY}, record=record, split=quarter)
    positive = int(dataset.y.sum())
    (curve,) = run.traces.values()
    (n_train, train_sum), (n_test, test_sum) = curve.tolist()
    assert (n_train, n_test, train_sum + test_sum) == (40, 120, positive)


def test_attributes_inside_a_search_and_a_pipeline_are_recorded(dataset):
    steps = [["scale", {"class": "sklearn.preprocessing.StandardScaler"}], ["model", LOGISTIC]]
    spec = {
        "class": "sklearn.model_selection.GridSearchCV", "cv": 2,
        "estimator": {"class": "sklearn.pipeline.Pipeline", "steps": steps},
        "param_grid": {"model__C": [0.5]},
    }  # fmt: skip
    record = Record(scalars={"C": "C"}, artifacts={"coef": "coef_"})
    (run,) = fit(dataset, spec, record=record)
    assert run.scalars == {"C": 0.5}
    assert run.artifacts["coef"].shape == (1, dataset.X.shape[1])


def test_attributes_of_the_machine_of_a_shared_selection_are_recorded(dataset):
    svm = {"class": "methods.DiversityMachine", "n_components": 1, "solver": "exact"}
    spec = {
        "class": "methods.SharedSelection", "estimator": svm, "shares": {"nu_": "nu"},
        "selector": {"class": "methods.DiversitySelection", "n_components": 1, "nus": [0.5]},
    }  # fmt: skip
    (run,) = fit(dataset, spec, record=Record(scalars={"objective": "objective_"}))
    assert run.scalars["objective"] < 0


@pytest.mark.parametrize(
    ("spec", "weights"),
    [
        ({"class": "methods.ExclusivityMachine", "n_components": 3}, True),
        ({"class": "sklearn.ensemble.BaggingClassifier", "n_estimators": 3,
          "max_features": 2}, False),
        ({"class": "sklearn.ensemble.AdaBoostClassifier", "n_estimators": 3}, False),
        (FOREST, False),
    ],
)  # fmt: skip
def test_the_members_of_an_ensemble_are_kept(dataset, spec, weights):
    (run,) = fit(dataset, spec, record=Record(components=True))
    assert run.status == "ok", run.message
    members = run.artifacts["component_predictions"]
    assert members.shape == (3, 80) and set(members.ravel()) <= {0, 1}
    # members and ensemble agree far more often than chance
    assert (members == run.test).mean() > 0.6
    assert ("component_weights" in run.artifacts) == weights


def test_the_guard_changes_no_result(dataset, monkeypatch):
    sizes = Conditions("train_size", "rows", (20, 1))
    record = Record(scalars={"steps": "n_iter_"}, traces={"t": "objective_trace_"}, components=True)
    spec = {"class": "methods.ExclusivityMachine", "n_components": 3}
    inside = fit(dataset, spec, seeds=(0, 1), vary=sizes, record=record)
    monkeypatch.setattr(module, "guarded", unguarded)
    outside = fit(dataset, spec, seeds=(0, 1), vary=sizes, record=record)
    for a, b in zip(inside, outside, strict=True):
        assert (a.seed, a.condition, a.status) == (b.seed, b.condition, b.status)
        assert a.scalars == b.scalars and np.array_equal(a.test, b.test)
        assert np.array_equal(a.traces["t"], b.traces["t"])
        for name, array in a.artifacts.items():
            assert np.array_equal(array, b.artifacts[name])


def test_an_estimator_without_members_keeps_none(dataset):
    (run,) = fit(dataset, LOGISTIC, record=Record(components=True))
    assert run.artifacts == {}


def test_the_runs_of_a_missing_data_set_state_the_reason():
    runs = block_of_gaps("missing", "unavailable", range(2), ("a", "b"))
    assert [(run.seed, run.condition, run.status) for run in runs] == [
        (0, "a", "missing"), (0, "b", "missing"), (1, "a", "missing"), (1, "b", "missing"),
    ]  # fmt: skip
    assert {run.message for run in runs} == {"unavailable"}


def test_a_trial_is_fitted_and_scored_on_its_own_draw_alone_or_in_a_block(tmp_path):
    disks = prepared_disks()
    method = Method("1-NN", {"class": "sklearn.neighbors.KNeighborsClassifier", "n_neighbors": 1})
    halves = {"kind": "holdout", "train": 15}
    splits = {s: make_split(disks, "toy", s, halves, None, draw=s) for s in (0, 17)}
    runs = fit_block(study(), method, disks, splits, [""])
    (alone,) = fit_block(study(), method, disks, {17: splits[17]}, [""])
    np.testing.assert_array_equal(alone.test, runs[1].test)
    for run in runs:
        draw = drawn(disks, run.seed)
        np.testing.assert_array_equal(run.train, draw.y[splits[run.seed].train])
    save_block(tmp_path / "block.npz", runs, {})
    scored = score_blocks([Block(method, str(tmp_path / "block.npz"))], disks, splits, trials=18)
    scores = scored["scores"]
    assert scores[scores["metric"] == "train_error"]["value"].tolist() == [0.0, 0.0]


def prepared_disks() -> Dataset:
    descriptor = load_descriptor(Path(__file__).parents[2] / "datasets/concentric_disks.yaml")
    return prepare_source(descriptor, descriptor.sources[0], Path())


def test_conditions_share_the_draw_of_their_trial_and_no_method_spoils_it(in_process, monkeypatch):
    made = []
    monkeypatch.setattr(module, "drawn", lambda *of: made.append(of[1]) or drawn(*of))
    disks = prepared_disks()
    halves = {"kind": "holdout", "train": 15}
    splits = {s: make_split(disks, "toy", s, halves, None, draw=s) for s in (0, 17)}
    labels = ["10", "15"]
    one = study(
        conditions=Conditions("train_size", "rows", labels),
        record=Record(scalars={"sum": "sum_"}),
    )
    spoiling = Method("M", {"class": f"{__name__}.Spoiling"})
    runs = fit_block(one, spoiling, disks, splits, labels)
    assert made == [0, 17]
    for run in runs:
        draw, split = drawn(disks, run.seed), splits[run.seed]
        rows = split.train[: int(run.condition)]
        assert run.scalars["sum"] == pytest.approx(split.features(draw.X)[rows].sum())


def test_the_values_of_each_condition_are_those_of_its_disturbed_rows(dataset, in_process):
    noise = Conditions("test_noise", f"{__name__}.add", (0, 50))
    clean, loud = fit(dataset, LOGISTIC, vary=noise, keep_values=1000)
    assert clean.test.tolist() != loud.test.tolist()
    for run in (clean, loud):
        assert run.values["predict_proba"].argmax(axis=1).tolist() == run.test.tolist()


def test_a_fit_that_fails_has_failed_under_each_of_its_conditions(dataset):
    noise = Conditions("test_noise", f"{__name__}.add", (0, 0.5))
    runs = fit(dataset, {"class": TOY, "habit": "short"}, vary=noise)
    assert [(run.condition, run.status) for run in runs] == [("0", "error"), ("0.5", "error")]


def test_a_label_that_the_test_rows_alone_have_was_never_trained_on(dataset, in_process):
    rare = replace(dataset, y=np.where(np.arange(160) < 150, dataset.y, 2))
    (run,) = fit_block(study(), Method("M", {"class": TOY, "answer": 2}), rare, {0: halves()}, [""])
    assert run.message == "predicted 2, which is not among the training labels"
