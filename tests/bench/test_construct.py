"""Specifications made into estimators, and the one line that a typing error gets."""

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.tree import DecisionTreeClassifier

from methods.bench.construct import build, options_of, resolve, seed_everywhere
from methods.errors import UserError

TREE = {"class": "sklearn.tree.DecisionTreeClassifier", "max_depth": 2}


def test_specifications_nest():
    search = build(
        {
            "class": "sklearn.model_selection.GridSearchCV",
            "estimator": TREE,
            "param_grid": {"max_depth": [1, 2]},
        }
    )
    assert isinstance(search, GridSearchCV)
    assert isinstance(search.estimator, DecisionTreeClassifier)
    assert search.param_grid == {"max_depth": [1, 2]}


def test_a_parameter_that_is_null_takes_the_place_of_the_default():
    forest = {"class": "sklearn.ensemble.RandomForestClassifier", "max_features": None}
    assert build(forest).max_features is None


def test_estimators_in_lists_are_built_too():
    spec = {"class": "sklearn.pipeline.Pipeline", "steps": [["tree", TREE]]}
    assert build(spec).steps[0][1].max_depth == 2
    steps = {"class": "sklearn.pipeline.Pipeline", "steps": [["last", TREE]]}
    search = {"class": "sklearn.model_selection.GridSearchCV", "estimator": steps,
              "param_grid": {"last": [TREE]}}  # fmt: skip
    assert build(search).param_grid["last"][0].max_depth == 2


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("sklearn.svm.SVCC", "sklearn.svm: unknown name 'SVCC'; did you mean 'SVC'\\?"),
        (
            "numbers.Zzz",
            "unknown name 'Zzz'; choose from: Complex, Integral, Number, Rational, Real$",
        ),
        ("sklearn.smv.SVC", "cannot import 'sklearn.smv.SVC': No module named 'sklearn.smv'"),
        ("nowhere.Thing", "cannot import 'nowhere.Thing'"),
        ("SVC", "cannot import 'SVC'"),
    ],
)
def test_a_path_that_leads_nowhere_says_which_part(path, message):
    with pytest.raises(UserError, match=message):
        resolve(path)


def test_an_unknown_parameter_names_the_class():
    with pytest.raises(UserError, match=r"DecisionTreeClassifier: .*'depth'"):
        build({"class": "sklearn.tree.DecisionTreeClassifier", "depth": 2})


def test_every_unset_random_state_gets_a_seed_of_its_own():
    def seeds(name):
        bagging = BaggingClassifier(DecisionTreeClassifier())
        seed_everywhere(bagging, "toy", name)
        return bagging.random_state, bagging.estimator.random_state

    outer, inner = seeds("A")
    assert outer != inner
    assert seeds("A") == (outer, inner)
    assert not {outer, inner} & set(seeds("B"))


def test_a_random_state_that_is_set_stays():
    tree = DecisionTreeClassifier(random_state=7)
    seed_everywhere(tree, "toy")
    assert tree.random_state == 7


def test_an_output_entry_gives_its_function_and_options():
    entry = {"function": "methods.claims.reasoned.cannot", "why": "no data"}
    function, options = options_of(entry)
    assert function.__name__ == "cannot" and options == {"why": "no data"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"whi": "x"},
            "methods.claims.reasoned.cannot: unknown option 'whi'; did you mean 'why'\\?",
        ),
        ({}, "methods.claims.reasoned.cannot: missing a required .*'why'"),
    ],
)
def test_options_that_do_not_fit_the_function_are_one_line(options, message):
    with pytest.raises(UserError, match=message):
        options_of({"function": "methods.claims.reasoned.cannot", **options})


def test_a_parameter_may_be_a_function():
    spec = {
        "class": "sklearn.preprocessing.FunctionTransformer",
        "func": {"function": "numpy.abs"},
        "kw_args": {"where": True},
    }
    assert build(spec).func is np.abs


class Reticent(DecisionTreeClassifier):
    """Takes a random_state, and lists it only if it is set."""

    def get_params(self, deep=True):
        parameters = super().get_params(deep)
        return {key: value for key, value in parameters.items() if value is not None}

    def set_params(self, **parameters):
        vars(self).update(parameters)
        return self


def test_an_estimator_that_lists_only_what_is_set_is_seeded_too():
    search = GridSearchCV(Reticent(), {"max_depth": [1, 2]})
    seed_everywhere(search, "toy", "A")
    other = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]})
    seed_everywhere(other, "toy", "A")
    assert search.estimator.random_state == other.estimator.random_state
    given = Reticent(random_state=3)
    seed_everywhere(given, "toy", "A")
    assert given.random_state == 3
