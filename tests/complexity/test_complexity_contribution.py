"""ComplexityContribution: what it estimates, its categories, and flipped labels that it finds."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.metrics import roc_auc_score

from methods.complexity.complexity_contribution import ComplexityContribution, categories
from methods.complexity.contribution_sums import average_contributions, contribution_sums
from methods.data.generators.shapes import yin_yang
from methods.kernel_functions import perceptron_kernel, stump_kernel


@pytest.fixture(scope="module")
def data():
    X, y, extras = yin_yang(80, 3, flip=0.1)
    return X, y, extras["noisy"]


@pytest.mark.parametrize("weighting, least", [("average", 0.95), ("uniform", 0.85)])
def test_flipped_labels_contribute_more(data, weighting, least):
    X, y, noisy = data
    model = ComplexityContribution(weighting=weighting, n_permutations=300, random_state=0)
    model.fit(X, y)
    assert roc_auc_score(noisy, -model.score_samples(X)) > least
    assert model.contributions_[noisy].mean() > 3 * model.contributions_[~noisy].mean()


def test_average_is_that_of_the_sums_over_all_permutations(data):
    X, y, _ = data
    model = ComplexityContribution(n_permutations=33, random_state=4).fit(X, y)
    rng = np.random.RandomState(4)
    permutations = [rng.permutation(80) for _ in range(33)]
    sums = contribution_sums(perceptron_kernel(X), y, permutations, 10, 80)
    mean, error = average_contributions(sums)
    np.testing.assert_array_equal(model.contributions_, mean)
    np.testing.assert_array_equal(model.standard_errors_, error)
    assert model.sums_.n_permutations == 33


def test_both_weightings_see_the_same_permutations(data):
    X, y, _ = data
    models = [
        ComplexityContribution(weighting=w, n_permutations=40, random_state=1).fit(X, y)
        for w in ("average", "uniform")
    ]
    np.testing.assert_array_equal(models[0].sums_.gram, models[1].sums_.gram)
    assert not np.allclose(models[0].contributions_, models[1].contributions_)


def test_sizes_are_shares_or_numbers_of_examples(data):
    X, y, _ = data
    shares = ComplexityContribution(n_permutations=3, min_size=0.25, max_size=0.5, random_state=0)
    numbers = ComplexityContribution(n_permutations=3, min_size=20, max_size=40, random_state=0)
    with pytest.warns(UserWarning, match="never added to 20 to 39 others .* n_permutations=3"):
        ours = shares.fit(X, y)
    with pytest.warns(UserWarning):
        theirs = numbers.fit(X, y)
    assert (ours.sums_.min_size, ours.sums_.max_size) == (20, 40)
    np.testing.assert_array_equal(ours.contributions_, theirs.contributions_)
    unknown = np.isnan(ours.contributions_)
    assert unknown.any()
    assert (ours.predict(X)[unknown] == 1).all()


def test_outliers_are_above_the_threshold(data):
    X, y, _ = data
    for threshold in (1.0, 0.2):
        model = ComplexityContribution(threshold=threshold, n_permutations=30, random_state=0)
        predicted = model.fit_predict(X, y)
        np.testing.assert_array_equal(predicted == -1, model.contributions_ > threshold)
        np.testing.assert_array_equal(model.predict(X), predicted)
        assert set(predicted) == {-1, 1}
    np.testing.assert_array_equal(model.score_samples(X), -model.contributions_)
    np.testing.assert_array_equal(model.decision_function(X), threshold - model.contributions_)


def test_categories_have_the_thresholds_of_the_thesis():
    names = categories([0.0, 0.66, 2 / 3, 0.9, 1.0, 1.01, np.nan])
    assert names.tolist() == ["typical"] * 2 + ["critical"] * 3 + ["noisy", "critical"]


def test_names_and_order_of_classes_do_not_matter(data):
    X, y, _ = data
    model = ComplexityContribution(n_permutations=20, random_state=0)
    expected = model.fit(X, y).contributions_
    for names in (-y, np.where(y > 0, "a", "b")):
        np.testing.assert_array_equal(clone(model).fit(X, names).contributions_, expected)


def test_kernel_is_a_name_or_a_function(data):
    X, y, _ = data
    by_name = ComplexityContribution("stump", n_permutations=20, random_state=0).fit(X, y)
    by_function = ComplexityContribution(stump_kernel, n_permutations=20, random_state=0)
    np.testing.assert_array_equal(by_name.contributions_, by_function.fit(X, y).contributions_)
    perceptron = ComplexityContribution(n_permutations=20, random_state=0).fit(X, y)
    assert not np.array_equal(by_name.contributions_, perceptron.contributions_)


def test_pickled_model_predicts(data):
    X, y, _ = data
    model = ComplexityContribution(n_permutations=20, random_state=0).fit(X, y)
    restored = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(restored.predict(X[::-1]), model.predict(X)[::-1])


@pytest.mark.parametrize(
    "parameters",
    [{"kernel": "cosine"}, {"weighting": "median"}, {"n_permutations": 0}, {"min_size": -0.1},
     {"max_size": 1.5}],
)  # fmt: skip
def test_bad_parameter_is_named(data, parameters):
    (name,) = parameters
    with pytest.raises(ValueError, match=f"'{name}' parameter of ComplexityContribution must be"):
        ComplexityContribution(**parameters).fit(*data[:2])


@pytest.mark.slow
def test_published_setting_separates_the_flipped_labels():
    # Thesis, section 1.5.3 and Figure 1.12, with fewer permutations.
    X, y, extras = yin_yang(400, 0, flip=0.1)
    model = ComplexityContribution(min_size=50, max_size=400, n_permutations=60, random_state=0)
    model.fit(X, y)
    assert roc_auc_score(extras["noisy"], model.contributions_) > 0.98
    assert model.contributions_[extras["noisy"]].mean() > 2
    assert np.mean(model.categories_[~extras["noisy"]] == "typical") > 0.75
    assert np.mean(model.categories_[extras["noisy"]] == "noisy") > 0.85
