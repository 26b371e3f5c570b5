"""Random coordinate descent against a plain reading of Algorithms 2.3 to 2.5."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.linear_model import LogisticRegression

from methods.perceptron._kernels import steepest_descent
from methods.perceptron.directions import DIRECTIONS, draw_directions
from methods.perceptron.random_coordinate_descent import (
    CRITERIA,
    RandomCoordinateDescentPerceptron,
)


@pytest.fixture(scope="module")
def data():
    X, y = make_classification(90, 4, n_informative=3, n_redundant=0, flip_y=0.3, random_state=3)
    weights = np.random.default_rng(3).uniform(0.5, 2, 90)
    return 2 * (X - X.min(axis=0)) / np.ptp(X, axis=0) - 1, y, weights


def margin_cost(criterion, margins):
    return {
        "perceptron": np.maximum(0, -margins),
        "hinge": np.maximum(0, 1 - margins),
        "least_squares": (1 - margins) ** 2,
    }[criterion]


def best_step(f, delta, signs, weights, update):
    """(alpha, polarity) by trying the middle of every interval."""
    crossings = np.sort((-f / delta)[delta != 0])
    middles = (crossings[1:] + crossings[:-1]) / 2
    candidates = [(w, a) for w, a in zip(np.diff(crossings), middles, strict=True) if w > 0]
    if len(crossings):
        candidates += [(0, crossings[0] - 1), (0, crossings[-1] + 1)]
    scored = [
        (
            round(weights[polarity * signs * (f + alpha * delta) <= 0].sum(), 9),
            -width,
            alpha,
            -polarity,
        )
        for width, alpha in candidates
        for polarity in ((1, -1) if update == "full" else (1,))
    ]
    _, _, alpha, polarity = min(scored, default=(0, 0, 0.0, -1))
    return alpha, -polarity


def plain_descent(X, y, weights, w, directions, update, criterion):
    rows = np.c_[np.ones(len(X)), X]
    signs, path = np.where(y == 1, 1.0, -1.0), []
    for direction in directions:
        margins = signs * (rows @ w)
        if not direction.any():
            slope = {
                "perceptron": -1.0 * (margins <= 0),
                "hinge": -1.0 * (margins < 1),
                "least_squares": -2 * (1 - margins),
            }[criterion]
            direction = -(weights * slope * signs) @ rows
        alpha, polarity = best_step(rows @ w, rows @ direction, signs, weights, update)
        w = polarity * (w + alpha * direction)
        path.append(w)
    return np.array(path)


@pytest.mark.slow
@pytest.mark.parametrize("update", ["positive", "full"])
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("bias_step", [True, False])
def test_fit_equals_a_plain_reading_of_the_algorithms(data, direction, bias_step, update):
    X, y, weights = data
    model = RandomCoordinateDescentPerceptron(
        60, direction=direction, bias_step=bias_step, update=update, init="zero", random_state=5
    ).fit(X, y, weights)
    directions = draw_directions(direction, 60, X, np.random.RandomState(5), bias_step)
    path = plain_descent(X, y, weights / 2**7, np.zeros(5), directions, update, "perceptron")
    np.testing.assert_allclose(model.coef_trace_, path[model.trace_epochs_ - 1], rtol=1e-6)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_gradient_descent_follows_each_criterion(data, criterion):
    X, y, weights = data
    model = RandomCoordinateDescentPerceptron(
        20, direction="gradient", criterion=criterion, init="zero"
    ).fit(X, y, weights)
    path = plain_descent(
        X, y, weights / 2**7, np.zeros(5), np.zeros((20, 5)), "positive", criterion
    )
    np.testing.assert_allclose(model.coef_trace_, path[model.trace_epochs_ - 1], rtol=1e-6)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_steepest_descent_is_minus_the_gradient_of_the_printed_cost(data, criterion):
    X, y, weights = data
    rows, signs = np.c_[np.ones(len(X)), X], np.where(y == 1, 1.0, -1.0)
    w = np.array([0.3, -0.8, 0.4, 1.1, -0.6])

    def cost(w):
        return weights @ margin_cost(criterion, signs * (rows @ w))

    direction = np.empty(5)
    steepest_descent(rows, signs, weights, rows @ w, CRITERIA[criterion], direction)
    step = 1e-6 * np.eye(5)
    numerical = [(cost(w - s) - cost(w + s)) / 2e-6 for s in step]
    np.testing.assert_allclose(direction, numerical, rtol=1e-5)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("update", ["positive", "full"])
@pytest.mark.parametrize("init", ["zero", "fisher"])
def test_training_error_never_rises_and_is_that_of_the_vector(data, direction, update, init):
    X, y, weights = data
    model = RandomCoordinateDescentPerceptron(
        300, direction=direction, bias_step=True, update=update, init=init, random_state=0
    ).fit(X, y, weights)
    assert (np.diff(model.train_error_trace_) <= 0).all()
    signs = np.where(y == 1, 1, -1)
    margins = signs * (np.c_[np.ones(len(X)), X] @ model.coef_trace_.T).T
    expected = ((margins <= 0) @ weights) / weights.sum()
    np.testing.assert_allclose(model.train_error_trace_, expected, rtol=1e-12)
    np.testing.assert_array_equal(model.coef_trace_[-1], np.r_[model.intercept_, model.coef_])
    wrong = model.predict(X) != y
    assert model.train_error_trace_[-1] == pytest.approx(weights[wrong].sum() / weights.sum())


@pytest.mark.parametrize("update", ["positive", "full"])
def test_rounding_does_not_let_the_training_error_rise(update):
    # so far from the origin half of what a step promises is rounding
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X = rng.standard_normal((60, 4))
        y = X[:, 0] + 0.7 * rng.standard_normal(60) > 0
        model = RandomCoordinateDescentPerceptron(
            200, update=update, init="zero", random_state=seed
        ).fit(X + 1e10, y)
        assert (np.diff(model.train_error_trace_) <= 0).all()


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_an_integer_weight_equals_repeated_rows(data, direction):
    X, y, _ = data
    counts = np.random.default_rng(0).integers(0, 4, len(X))
    model = RandomCoordinateDescentPerceptron(
        200, direction=direction, bias_step=True, init="zero", random_state=0
    )
    weighted = model.fit(X, y, counts).coef_trace_
    repeated = model.fit(np.repeat(X, counts, axis=0), np.repeat(y, counts)).coef_trace_
    np.testing.assert_allclose(weighted, repeated, rtol=1e-9)


def test_only_the_proportions_of_the_weights_matter(data):
    X, y, weights = data
    model = RandomCoordinateDescentPerceptron(200, random_state=0)
    once = model.fit(X, y, weights).coef_trace_
    np.testing.assert_array_equal(once, model.fit(X, y, 4 * weights).coef_trace_)


def test_order_of_rows_does_not_matter_to_the_last_bit(data):
    X, y, weights = data
    model = RandomCoordinateDescentPerceptron(200, init="zero", random_state=0)
    once = model.fit(X, y, weights).coef_trace_
    order = np.random.default_rng(0).permutation(len(X))
    again = model.fit(X[order], y[order], weights[order]).coef_trace_
    np.testing.assert_array_equal(once, again)


def test_fewer_epochs_give_the_beginning_of_a_longer_training(data):
    X, y, _ = data
    few = RandomCoordinateDescentPerceptron(50, random_state=0).fit(X, y)
    many = RandomCoordinateDescentPerceptron(500, random_state=0).fit(X, y)
    for epoch in (1, 2, 3):
        row = epoch - 1
        np.testing.assert_array_equal(few.coef_trace_[row], many.coef_trace_[row])


def test_fisher_start_is_where_the_descent_begins(data):
    X, y, _ = data
    # the first cyclic epoch moves the bias alone
    model = RandomCoordinateDescentPerceptron(1, direction="cyclic").fit(X, y)
    means = X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0)
    centred = X - np.where((y == 1)[:, None], X[y == 1].mean(axis=0), X[y == 0].mean(axis=0))
    expected = np.linalg.solve(centred.T @ centred / len(X), means)
    np.testing.assert_allclose(model.coef_, expected, rtol=1e-8)


def test_separable_classes_are_separated():
    X, y = make_classification(60, 3, n_redundant=0, class_sep=3, flip_y=0, random_state=1)
    for init in ("zero", "fisher"):
        model = RandomCoordinateDescentPerceptron(500, init=init, random_state=0).fit(X, y)
        assert model.train_error_trace_[-1] == 0
        assert model.score(X, y) == 1


def test_training_error_is_well_below_that_of_a_smooth_cost(data):
    X, y, _ = data
    model = RandomCoordinateDescentPerceptron(2000, random_state=0).fit(X, y)
    assert model.score(X, y) > LogisticRegression().fit(X, y).score(X, y)


def test_the_full_update_negates_a_vector_that_is_worse_than_chance():
    X, y = np.array([[-3.0], [-1.0], [1.0], [2.0]]), np.array([1, 1, 0, 0])
    one_direction = {"direction": "cyclic", "bias_step": False, "init": "zero", "random_state": 0}
    # e_0 first: all on one side; then e_1, which a weight of the wrong sign may take
    full = RandomCoordinateDescentPerceptron(2, update="full", **one_direction).fit(X, y)
    assert full.train_error_trace_[-1] == 0


def test_rows_off_centre_are_learnt_too():
    X, y = load_breast_cancer(return_X_y=True)
    X = 2 * (X - X.min(axis=0)) / np.ptp(X, axis=0) - 1
    for shift in (0, 3, 10):
        model = RandomCoordinateDescentPerceptron(init="zero", random_state=0).fit(X + shift, y)
        assert model.train_error_trace_[-1] < 0.08  # 1.6 %, 5.0 % and 5.3 % over three seeds
    ranges = RandomCoordinateDescentPerceptron(
        direction="feature_range", init="zero", random_state=0
    )
    assert ranges.fit(X + 3, y).train_error_trace_[-1] > 0.2  # 28.6 %


def test_a_negation_is_counted_when_it_happens(data):
    # e_0 takes the lower of two equal ends, which says no to all rows, and is negated. The origin
    # is then on the wrong side of every good threshold, so e_1 is negated too
    full = RandomCoordinateDescentPerceptron(2, direction="cyclic", update="full", init="zero")
    full.fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1])
    assert full.negation_trace_.tolist() == [1, 2]
    assert full.train_error_trace_[-1] == 0
    X, y, weights = data
    positive = RandomCoordinateDescentPerceptron(50, random_state=0).fit(X, y, weights)
    assert not positive.negation_trace_.any()
    assert positive.negation_trace_.shape == positive.trace_epochs_.shape
