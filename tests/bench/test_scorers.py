"""Metrics by name: equal to scikit-learn's to the last digit, and each gap with its reason."""

import json

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import (
    brier_score_loss,
    get_scorer,
    log_loss,
    make_scorer,
    precision_score,
    roc_auc_score,
)

from methods.bench.blocks import Run, load_block, save_block
from methods.bench.construct import build, seed_everywhere
from methods.bench.experiments import NO_SWEEP, Conditions, Method, Study
from methods.bench.fit import fit_block
from methods.bench.metrics import METRICS, classification_scorers, scorer, scorers_of
from methods.bench.plan import Block
from methods.bench.scoring import CURVE_FUNCTIONS, score_blocks
from methods.data.catalogue import load_descriptor
from methods.data.prepare import prepare_source
from methods.data.splits import make_split
from methods.errors import UserError
from methods.schemas.metric_entries import CURVES, SCORED_ALWAYS, MetricEntry, metrics_by_name
from tests.project import ROOT

METHODS = {
    "LogisticRegression": {"class": "sklearn.linear_model.LogisticRegression", "max_iter": 50},
    "GaussianNB": {"class": "sklearn.naive_bayes.GaussianNB"},
    "RandomForest": {"class": "sklearn.ensemble.RandomForestClassifier", "n_estimators": 7},
    "LinearSVC": {"class": "sklearn.svm.LinearSVC"},
    "PrimalSVM": {"class": "methods.PrimalSVM"},
}  # fmt: skip


class Silent(ClassifierMixin, BaseEstimator):
    """Predicts the second class, and has no values unless a habit gives it some."""

    def __init__(self, habit=""):
        self.habit = habit

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[1])

    def __getattr__(self, name):
        values = {
            "raises": lambda X: 1 / 0,
            "nan": lambda X: np.full((len(X), len(self.classes_)), np.nan),
            "one column": lambda X: np.ones((len(X), 1)),
            "words": lambda X: np.full((len(X), len(self.classes_)), "much"),
        }
        if name == "predict_proba" and self.habit in values:
            return values[self.habit]
        raise AttributeError(name)


def half(y, predicted):
    return 0.5


def text(y, predicted):
    return "much"


def highest(y, probabilities):
    return float(np.max(probabilities))


strict_precision = make_scorer(precision_score, average="macro", zero_division=0.0)
OWN = __name__


def bundled(name):
    descriptor = load_descriptor(ROOT / f"datasets/{name}.yaml")
    source = next(source for source in descriptor.sources if source.bundled)
    return prepare_source(descriptor, source, None)


@pytest.fixture(scope="module")
def wdbc():
    return bundled("wdbc")


@pytest.fixture(scope="module")
def iris():
    return bundled("iris")


def study_of(**changed) -> Study:
    entries = {
        "experiment": "toy", "name": "main", "datasets": (), "methods": (), "trials": 2,
        "split": {"kind": "holdout", "train": 0.5, "stratify": True},
        "scaling": {"variance": 1, "rows": "train"}, "seconds": 60.0,
    }  # fmt: skip
    return Study(**{**entries, **changed})


def scored(folder, dataset, spec, entries, seeds=(0,), vary=NO_SWEEP, **changed):
    """Fit, store, read and score as a run does; the splits come along."""
    study, method = study_of(conditions=vary, **changed), Method("M", spec)
    splits = {s: make_split(dataset, "toy", s, study.split, study.scaling) for s in seeds}
    runs = fit_block(study, method, dataset, splits, vary.labels("quick"))
    block = Block(method, str(folder / "block.npz"))
    save_block(block.path, runs, {})
    metrics = metrics_by_name(entries, "toy")
    return score_blocks([block], dataset, splits, len(seeds), metrics), splits


def numbers(tables):
    return tables["scores"].set_index("metric")["value"].to_dict()


def gaps(tables):
    (text,) = tables["runs"]["gaps"].unique()
    return json.loads(text) if text else {}


def independently_fitted(spec, dataset, split, seed=0):
    estimator = build(spec)
    seed_everywhere(estimator, "toy", dataset.name, seed, "M")
    X = split.features(dataset.X)
    return estimator.fit(X[split.train], dataset.y[split.train]), X[split.test]


# decision values and probabilities, probabilities with ties, and decision values alone
@pytest.mark.parametrize(
    ("dataset", "name"),
    [
        ("wdbc", "LogisticRegression"),
        ("iris", "LinearSVC"),
        *(pytest.param(data, name, marks=pytest.mark.slow) for data, name in (
            ("wdbc", "LinearSVC"), ("wdbc", "PrimalSVM"), ("wdbc", "RandomForest"),
            ("iris", "LogisticRegression"), ("iris", "RandomForest"),
        )),
    ],
)  # fmt: skip
def test_every_scorer_equals_scikit_learns_to_the_last_digit(tmp_path, request, dataset, name):
    data = request.getfixturevalue(dataset)
    names = classification_scorers()
    tables, splits = scored(tmp_path, data, METHODS[name], names)
    estimator, X_test = independently_fitted(METHODS[name], data, splits[0])
    values, lacking = numbers(tables), gaps(tables)
    assert {*values} & {*lacking} == set() and {*names} <= {*values} | {*lacking}
    for metric in names:
        try:
            expected = get_scorer(metric)(estimator, X_test, data.y[splits[0].test])
        except (ValueError, AttributeError):
            expected = np.nan
        if np.isfinite(expected):
            assert values[metric] == expected, metric  # no rounding at all
        else:
            assert lacking[metric], metric


def test_auc_log_loss_and_brier_equal_the_functions_themselves(tmp_path, wdbc, iris):
    entries = ["roc_auc", "roc_auc_ovr", "neg_log_loss", "neg_brier_score"]
    spec = METHODS["LogisticRegression"]
    tables, splits = scored(tmp_path, wdbc, spec, entries)
    estimator, X_test = independently_fitted(spec, wdbc, splits[0])
    y, values = wdbc.y[splits[0].test], numbers(tables)
    second = estimator.predict_proba(X_test)[:, 1]
    assert isinstance(estimator, LogisticRegression)
    assert values["roc_auc"] == roc_auc_score(y, estimator.decision_function(X_test))
    assert values["neg_log_loss"] == -log_loss(y, second)
    assert values["neg_brier_score"] == -brier_score_loss(y, second)
    tables, splits = scored(tmp_path, iris, spec, entries)
    estimator, X_test = independently_fitted(spec, iris, splits[0])
    y, values = iris.y[splits[0].test], numbers(tables)
    probabilities = estimator.predict_proba(X_test)
    assert values["roc_auc_ovr"] == roc_auc_score(y, probabilities, multi_class="ovr")
    assert values["neg_log_loss"] == -log_loss(y, probabilities)
    assert values["neg_brier_score"] == -brier_score_loss(y, probabilities)


def test_the_metrics_of_every_study_are_named_in_the_schema_and_need_no_entry(tmp_path, wdbc):
    assert tuple(METRICS) == SCORED_ALWAYS
    assert metrics_by_name(SCORED_ALWAYS, "toy") == {}
    tables, _ = scored(tmp_path, wdbc, METHODS["GaussianNB"], ["error"])
    assert set(numbers(tables)) == {
        "error", "balanced_error", "train_error", "train_balanced_error",
    }  # fmt: skip
    assert gaps(tables) == {}


def test_decision_values_serve_auc_and_log_loss_is_a_named_gap(tmp_path, wdbc):
    entries = ["roc_auc", "average_precision", "neg_log_loss", "roc_curve", "calibration_curve"]
    tables, _ = scored(tmp_path, wdbc, METHODS["LinearSVC"], entries)
    assert 0.9 < numbers(tables)["roc_auc"] < 1 and "average_precision" in numbers(tables)
    assert gaps(tables) == dict.fromkeys(["neg_log_loss", "calibration_curve"], "no probabilities")
    assert set(tables["traces"]["curve"]) == {"roc_curve"}
    assert tables["runs"]["values"].tolist() == ["decision values"]
    assert tables["runs"]["status"].tolist() == ["ok"]


def test_a_method_with_neither_has_the_metrics_of_predictions(tmp_path, wdbc):
    spec = {"class": f"{OWN}.Silent"}
    tables, _ = scored(tmp_path, wdbc, spec, ["roc_auc", "f1_macro", "roc_curve"])
    reason = "no decision values and no probabilities"
    assert gaps(tables) == {"roc_auc": reason, "roc_curve": reason}
    assert "f1_macro" in numbers(tables) and tables["runs"]["values"].tolist() == ["none"]


@pytest.mark.parametrize(
    ("habit", "reason"),
    [
        ("raises", "no probabilities: predict_proba gave no values (ZeroDivisionError: division"),
        ("one column", "no probabilities: predict_proba gave no values (InvalidResult: shape"),
        ("words", "no probabilities: predict_proba gave no values (InvalidResult: <U4 values)"),
        ("nan", "ValueError: Input contains NaN"),
    ],
)
def test_values_that_cannot_be_had_leave_the_fit_sound(tmp_path, wdbc, habit, reason):
    spec = {"class": f"{OWN}.Silent", "habit": habit}
    tables, _ = scored(tmp_path, wdbc, spec, ["neg_log_loss", "f1_macro"])
    assert tables["runs"]["status"].tolist() == ["ok"]
    assert gaps(tables)["neg_log_loss"].startswith(reason)
    assert {"error", "f1_macro"} <= {*numbers(tables)}


def test_a_fit_keeps_no_more_numbers_than_its_study_allows(tmp_path, wdbc, capfd):
    rows = len(make_split(wdbc, "toy", 0, study_of().split, None).test)
    spec, needed = METHODS["LogisticRegression"], 3 * rows  # one and two columns
    tables, _ = scored(tmp_path, wdbc, spec, ["roc_auc"], keep_values=needed)
    assert tables["runs"]["values"].tolist() == ["decision values, probabilities"]
    assert "not kept" not in capfd.readouterr().out
    tables, _ = scored(tmp_path, wdbc, spec, ["roc_auc", "f1"], keep_values=needed - 1)
    why = f"{needed} numbers of test rows, and keep_values is {needed - 1}"
    assert tables["runs"]["values"].tolist() == [why]
    assert gaps(tables) == {"roc_auc": f"no decision values and no probabilities: {why}"}
    assert "f1" in numbers(tables)
    assert f"seed 0 -: not kept: {why}" in capfd.readouterr().out


def test_a_metric_of_two_classes_says_on_three_why_it_is_missing(tmp_path, iris, wdbc):
    spec = METHODS["GaussianNB"]
    tables, _ = scored(tmp_path, iris, spec, ["roc_auc", "f1", "roc_auc_ovr"])
    assert gaps(tables)["roc_auc"] == "ValueError: multi_class must be in ('ovo', 'ovr')"
    assert gaps(tables)["f1"].startswith("ValueError: Target is multiclass but average='binary'")
    assert "roc_auc_ovr" in numbers(tables)
    two, _ = scored(tmp_path, wdbc, spec, ["roc_auc", "roc_auc_ovr"])  # a multiclass one on two
    assert numbers(two)["roc_auc_ovr"] == numbers(two)["roc_auc"] and not gaps(two)


def test_each_condition_keeps_the_values_of_its_own_rows(tmp_path, wdbc):
    noise = Conditions("test_noise", "tests.bench.test_fit.add", (0, 5))
    tables, _ = scored(tmp_path, wdbc, METHODS["GaussianNB"], ["roc_auc"], vary=noise)
    aucs = tables["scores"].query("metric == 'roc_auc'").set_index("condition")["value"]
    assert aucs["0"] > 0.95 > aucs["5"]


def test_values_come_back_with_their_type_and_their_order_in_memory(tmp_path):
    values = {
        "decision_function": np.arange(3, dtype=np.float32) / 3,
        "predict_proba": np.asfortranarray(np.arange(6).reshape(3, 2) / 7),
    }
    runs = [Run(0, ""), Run(1, "", values=values, classes=(0, 1)), Run(2, "", values=values)]
    save_block(tmp_path / "block.npz", runs, {})
    (none, kept, again), _ = load_block(tmp_path / "block.npz")
    assert not none.values and kept.classes == [0, 1]
    for run in (kept, again):
        for name, array in values.items():
            assert run.values[name].dtype == array.dtype
            assert run.values[name].flags.f_contiguous == array.flags.f_contiguous
            assert run.values[name].tolist() == array.tolist()


def test_predictions_do_not_depend_on_what_is_kept(tmp_path, wdbc):
    noise = Conditions("test_noise", "tests.bench.test_fit.add", (0, 1))
    spec = {"class": f"{OWN}.Drawing"}
    kept, nothing = (
        scored(tmp_path, wdbc, spec, ["f1"], vary=noise, keep_values=most)[0]
        for most in (200_000, 0)
    )
    assert kept["scores"].equals(nothing["scores"])


class Drawing(Silent):
    """Draws from the global stream, to predict and to give values."""

    def predict(self, X):
        return np.random.choice(self.classes_, len(X))

    def decision_function(self, X):
        return np.random.normal(size=len(X))


@pytest.mark.parametrize(
    ("entry", "name", "value"),
    [
        (MetricEntry(function=f"{OWN}.half", lower_is_better=True), "half", 0.5),
        (MetricEntry(function=f"{OWN}.half", lower_is_better=False, name="h"), "h", 0.5),
        (f"{OWN}.strict_precision", "strict_precision", None),
    ],
)
def test_a_function_or_a_scorer_of_ones_own_is_a_metric(tmp_path, wdbc, entry, name, value):
    tables, _ = scored(tmp_path, wdbc, METHODS["GaussianNB"], [entry])
    assert numbers(tables)[name] == (numbers(tables)[name] if value is None else value)


def test_a_function_gets_the_values_that_it_asks_for(tmp_path, iris):
    entry = MetricEntry(function=f"{OWN}.highest", response="predict_proba", lower_is_better=False)
    tables, splits = scored(tmp_path, iris, METHODS["GaussianNB"], [entry])
    estimator, X_test = independently_fitted(METHODS["GaussianNB"], iris, splits[0])
    assert numbers(tables)["highest"] == estimator.predict_proba(X_test).max()


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda y, predicted: float("nan"), "it is nan"),
        (lambda y, predicted: float("inf"), "it is inf"),
        (lambda y, predicted: 1 / 0, "ZeroDivisionError: division by zero"),
        (text, "str 'much' is no number"),
        (lambda y, predicted: np.ones(3), "shape (3,) is no single number"),
    ],
)
def test_a_metric_without_a_number_is_missing_alone(tmp_path, wdbc, monkeypatch, function, reason):
    monkeypatch.setattr(f"{OWN}.half", function)
    entry = MetricEntry(function=f"{OWN}.half", lower_is_better=True)
    tables, _ = scored(tmp_path, wdbc, METHODS["GaussianNB"], [entry, "roc_auc"])
    assert tables["runs"]["status"].tolist() == ["ok"]
    assert gaps(tables) == {"half": reason} and {"error", "roc_auc"} <= {*numbers(tables)}


def test_a_run_of_an_older_version_without_values_has_named_gaps(tmp_path, wdbc):
    split = make_split(wdbc, "toy", 0, study_of().split, None)
    path = str(tmp_path / "block.npz")
    save_block(path, [Run(0, "", test=np.ones(len(split.test), dtype=np.int16))], {})
    metrics = metrics_by_name(["roc_auc", "f1"], "toy")
    tables = score_blocks([Block(Method("M", {}), path)], wdbc, {0: split}, 1, metrics)
    assert set(gaps(tables)) == {"roc_auc"} and "f1" in numbers(tables)


def test_stored_values_of_other_rows_make_the_run_invalid(tmp_path, wdbc):
    split = make_split(wdbc, "toy", 0, study_of().split, None)
    codes = np.ones(len(split.test), dtype=np.int16)
    path = str(tmp_path / "block.npz")
    save_block(path, [Run(0, "", test=codes, values={"decision_function": np.ones(2)})], {})
    tables = score_blocks([Block(Method("M", {}), path)], wdbc, {0: split}, 1)
    assert tables["runs"]["status"].tolist() == ["invalid"]
    assert tables["runs"]["message"][0].startswith("decision_function: shape (2,) for")


def test_scorers_of_other_tasks_are_none_of_ours():
    names = classification_scorers()
    assert {"roc_auc", "neg_log_loss", "neg_brier_score", "f1_macro", "matthews_corrcoef",
            "top_k_accuracy", "average_precision"} <= {*names}  # fmt: skip
    assert not {"r2", "neg_mean_squared_error", "rand_score"} & {*names}


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"function": "roc_auk"}, "unknown metric 'roc_auk'; did you mean 'roc_auc'?"),
        ({"function": "rocauc"}, "did you mean 'roc_auc'?"),
        ({"function": "r2"}, "unknown metric 'r2'"),
        ({"function": f"{OWN}.haf"}, "unknown name 'haf'; did you mean 'half'?"),
        ({"function": f"{OWN}.half"}, f"write {{function: {OWN}.half, lower_is_better: true}}"),
        ({"function": f"{OWN}.OWN", "lower_is_better": True}, "is neither a function nor a scorer"),
        ({"function": "roc_auc", "lower_is_better": True}, "remove response and lower_is_better"),
        ({"function": "roc_auc", "response": "predict"}, "remove response and lower_is_better"),
    ],
)
def test_a_metric_that_cannot_be_is_a_line_with_the_remedy(entry, fault):
    with pytest.raises(UserError) as raised:
        scorer(MetricEntry(**entry))
    assert fault in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        (["a.cost", "b.cost"], "two metrics have the name 'cost'"),
        (["a.error"], "every study has a metric 'error'"),
        ([MetricEntry(function="a.b", name="train_error")], "every study has a metric 'train_"),
    ],
)
def test_a_name_means_one_metric(entries, fault):
    with pytest.raises(UserError, match=fault):
        metrics_by_name(entries, "toy")
    assert list(metrics_by_name(["a.cost", "a.cost", "roc_auc"], "toy")) == ["cost", "roc_auc"]


def test_curves_have_functions_and_no_scorers():
    assert tuple(CURVE_FUNCTIONS) == CURVES
    assert scorers_of(metrics_by_name(CURVES, "toy")) == {}


def test_a_name_means_one_response():
    two = [MetricEntry(function="a.cost"), MetricEntry(function="a.cost", response="predict_proba")]
    with pytest.raises(UserError, match="two metrics have the name 'cost'"):
        metrics_by_name(two, "toy")
    assert metrics_by_name([two[1], two[1]], "toy")["cost"].response == "predict_proba"
