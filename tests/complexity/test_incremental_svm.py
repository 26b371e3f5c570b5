"""The hard-margin SVM that grows and shrinks: exact after every change, against plain solvers."""

import pickle

import cvxpy as cp
import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import linear_kernel
from sklearn.svm import SVC

from methods.complexity.incremental_svm import FIRST_ROOM, IncrementalSVM
from methods.data.generators import yin_yang
from methods.kernel_functions import perceptron_kernel
from tests.complexity.plain import decide, enumerate_supports, random_examples, solve_on
from tests.scikit_checks import scikit_checks

# Of the decision function; or, where nearly equal examples of different classes have coefficients
# so large that rounding is more, this times max |K| sum alpha.
ACCURACY = 1e-6
ROUNDING = 5e-14


def assert_is_solution(machine, X, signs):
    """The conditions of optimality, which prove the set of support vectors and the decisions.

    They are checked for the exact solution on that set, so that no rounding of the machine counts.
    """
    np.testing.assert_array_equal(machine.X_fit_, X)
    if abs(signs.sum()) == len(signs):
        assert machine.n_support_ == 0
        assert len(signs) == 0 or set(machine.predict(X)) == {signs[0]}
        assert machine.bias_ in (-1, 1) if len(signs) else machine.bias_ == 0
        return
    K, support = perceptron_kernel(X), machine.support_
    b, alpha = solve_on(K, signs, support)
    assert alpha.min() > 0
    accuracy = max(ACCURACY, ROUNDING * float(np.abs(K).max() * alpha.sum()))
    exact = decide(K, signs, support, b, alpha)
    assert (signs * exact).min() > 1 - accuracy
    assert machine.n_support_ == len(support)
    values = machine.decision_function(X)
    np.testing.assert_allclose(values, exact.astype(float), atol=accuracy, rtol=0)
    assert machine.kkt_residual_ < accuracy


def run_random_sequence(seed, n_steps, check_every=1, **kind):
    rng = np.random.default_rng(seed)
    X, signs = random_examples(rng, int(rng.integers(4, 30)), **kind)
    machine, inside = IncrementalSVM(), []
    for step in range(n_steps):
        i = int(rng.integers(len(X)))
        if i in inside:
            machine.remove(inside.index(i))
            inside.remove(i)
        else:
            machine.add(X[i], signs[i])
            inside.append(i)
        if step % check_every == 0:
            assert_is_solution(machine, X[inside], signs[inside])


KINDS = {
    "scattered": {},
    "on a grid, with ties": {"on_grid": True},
    "other class nearly equal": {"near": 1e-3},
    "other class equal to six digits": {"near": 1e-6},
    "other class equal to nine digits": {"near": 1e-9},
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_solution_is_exact_after_every_addition_and_removal(seed, kind):
    run_random_sequence(seed, 40, **kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_solution_is_exact_over_thousands_of_sequences(kind):
    for seed in range(1000, 1500):
        run_random_sequence(seed, 61, check_every=10, **kind)


@pytest.mark.slow
def test_nearly_equal_examples_can_be_removed_and_added_again():
    # With them the inverse has entries of 1e9, whose rounding must not stay when they leave.
    for seed in range(40):
        run_random_sequence(seed, 61, check_every=10, near=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_support_vectors_are_those_of_an_enumeration_of_all_subsets(seed):
    rng = np.random.default_rng(seed)
    X, signs = rng.normal(size=(8, 2)), np.where(rng.random(8) < 0.5, -1.0, 1.0)
    signs[:2] = -1, 1
    support, b, alpha = enumerate_supports(perceptron_kernel(X), signs)
    machine = IncrementalSVM().fit(X, signs)
    np.testing.assert_array_equal(machine.support_, support)
    np.testing.assert_allclose(machine.alpha_[support], alpha.astype(float), rtol=1e-8)
    assert machine.bias_ == pytest.approx(float(b), abs=1e-8)


@pytest.mark.parametrize("kernel", ["perceptron", "stump", "rbf", linear_kernel])
def test_decisions_are_those_of_an_interior_point_solver(kernel):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(40, 3))
    signs = np.where(X[:, 0] + 0.5 * X[:, 1] > 0.1, 1.0, -1.0)
    machine = IncrementalSVM(kernel, gamma=0.7).fit(X, signs)
    K = machine._kernel(X, X)
    # The square root of K on coefficients of sum zero, where alone it is positive.
    centring = np.eye(40) - 1 / 40
    values, vectors = np.linalg.eigh(centring @ K @ centring)
    root = np.sqrt(np.maximum(values, 0))[:, None] * vectors.T @ np.diag(signs)
    alpha = cp.Variable(40, nonneg=True)
    objective = cp.sum_squares(root @ alpha) / 2 - cp.sum(alpha)
    problem = cp.Problem(cp.Minimize(objective), [signs @ alpha == 0])
    tight = dict.fromkeys(["tol_gap_abs", "tol_gap_rel", "tol_feas"], 1e-12)
    problem.solve(solver=cp.CLARABEL, **tight)
    f = K @ (signs * alpha.value)
    f += (1 - f[signs > 0].min() - 1 - f[signs < 0].max()) / 2
    np.testing.assert_allclose(machine.decision_function(X), f, atol=1e-6)
    assert machine.kkt_residual_ < 1e-9


def test_decisions_are_those_of_libsvm_without_a_bound():
    X, y, _ = yin_yang(150, 3, flip=0.1)
    machine = IncrementalSVM()
    for row, label in zip(X, y, strict=True):
        machine.add(row, label)
    svc = SVC(kernel=perceptron_kernel, C=1e10, tol=1e-9).fit(X, y)
    grid = np.random.default_rng(0).uniform(-1, 1, (50, 2))
    # libsvm keeps its kernel rows in single precision.
    expected = svc.decision_function(grid)
    np.testing.assert_allclose(machine.decision_function(grid), expected, atol=1e-4)
    np.testing.assert_array_equal(machine.support_, np.sort(svc.support_))


def test_adding_one_by_one_and_fitting_at_once_agree():
    X, y, _ = yin_yang(5 * FIRST_ROOM, 0, flip=0.1)
    grown, fitted = IncrementalSVM(), IncrementalSVM().fit(X, y)
    for row, label in zip(X, y, strict=True):
        grown.add(row, label)
    np.testing.assert_array_equal(grown.support_, fitted.support_)
    np.testing.assert_allclose(grown.alpha_, fitted.alpha_, rtol=1e-7)
    assert max(grown.kkt_residual_, fitted.kkt_residual_) < 1e-10


def test_removing_moves_the_later_examples_up_and_frees_their_room():
    X, y, _ = yin_yang(FIRST_ROOM, 1)
    machine = IncrementalSVM()
    for row, label in zip(X, y, strict=True):
        machine.add(row, label)
    machine.remove(3).remove(0)
    machine.add(X[3], y[3])
    kept = [1, 2, *range(4, FIRST_ROOM), 3]
    assert_is_solution(machine, X[kept], y[kept].astype(float))
    assert len(machine._room.seen) == FIRST_ROOM


def test_a_class_without_examples_leaves_a_constant_and_can_come_back():
    machine = IncrementalSVM().add([0.0], "b").add([1.0], "a").add([2.0], "b")
    assert machine.n_support_ == 3
    machine.remove(1)
    assert machine.n_support_ == 0
    assert list(machine.predict([[1.0], [9.0]])) == ["b", "b"]
    machine.add([5.0], "a")
    assert machine.n_support_ == 2
    np.testing.assert_allclose(machine.decision_function([[2.0], [5.0]]), [1, -1])


def test_second_class_may_sort_before_the_first():
    machine = IncrementalSVM().add([0.0], "z")
    assert list(machine.predict([[3.0]])) == ["z"]
    machine.add([2.0], "c")
    assert list(machine.classes_) == ["c", "z"]
    np.testing.assert_allclose(machine.decision_function([[0.0], [1.0], [2.0]]), [1, 0, -1])


def test_one_of_equal_examples_has_the_coefficient_and_another_takes_over():
    machine = IncrementalSVM().fit([[0.0], [0.0], [1.0]], [0, 0, 1])
    np.testing.assert_allclose(machine.alpha_, [1, 0, 1])
    machine.remove(0)
    np.testing.assert_allclose(machine.alpha_, [1, 1])


def test_example_on_the_margin_that_is_not_needed_is_no_support_vector():
    # On a line the perceptron kernel is piecewise linear: -1, 1, 1, and 1 beyond.
    machine = IncrementalSVM().fit([[0.0], [1.0], [2.0]], [0, 1, 1])
    np.testing.assert_allclose(machine.decision_function([[2.0]]), [1])
    np.testing.assert_array_equal(machine.support_, [0, 1])


def test_equal_examples_of_different_classes_are_named_and_the_machine_stays():
    X, y, _ = yin_yang(20, 4)
    machine = IncrementalSVM().fit(X, y)
    before = machine.decision_function(X)
    with pytest.raises(ValueError, match="examples 7 and 20 are equal and of different classes"):
        machine.add(X[7], -y[7])
    np.testing.assert_allclose(machine.decision_function(X), before, atol=1e-9)
    assert len(machine.alpha_) == 20
    machine.add(X[7], y[7])
    with pytest.raises(ValueError, match="examples 2 and 20 are equal"):
        IncrementalSVM().fit(np.r_[X, X[2:3]], np.r_[y, -y[2]])


def test_kernel_that_cannot_separate_the_classes_is_an_error_that_says_so():
    corners, classes = [[0.0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1]
    for kernel in ("stump", linear_kernel):
        with pytest.raises(ValueError, match="does not separate the classes of 4 examples"):
            IncrementalSVM(kernel).fit(corners, classes)
    IncrementalSVM().fit(corners, classes)


def test_kernel_that_is_not_positive_is_refused():
    X, y, _ = yin_yang(30, 0)
    with pytest.raises(ValueError, match="must be positive on coefficients of sum zero"):
        IncrementalSVM(lambda A, B: -perceptron_kernel(A, B)).fit(X, y)


def test_third_class_unknown_example_and_empty_machine_are_refused():
    machine = IncrementalSVM()
    with pytest.raises(NotFittedError):
        machine.remove(0)
    with pytest.raises(NotFittedError):
        machine.decision_function([[0.0]])
    machine.add([0.0], 1).add([1.0], 2)
    with pytest.raises(ValueError, match="y must be one of the classes 1 and 2, got 3"):
        machine.add([2.0], 3)
    with pytest.raises(IndexError, match="there is no example 2"):
        machine.remove(2)
    with pytest.raises(ValueError, match="X has 2 features, but IncrementalSVM is expecting 1"):
        machine.add([0.0, 1.0], 1)
    with pytest.raises(ValueError, match="NaN"):
        machine.add([np.nan], 1)
    assert len(machine.alpha_) == 2


def test_scale_of_the_features_changes_nothing():
    X, y, _ = yin_yang(80, 2, flip=0.1)
    plain = IncrementalSVM().fit(X, y)
    for factor in (1e-6, 1e6):
        scaled = IncrementalSVM().fit(factor * X, y)
        np.testing.assert_array_equal(scaled.support_, plain.support_)
        expected = plain.decision_function(X)
        np.testing.assert_allclose(scaled.decision_function(factor * X), expected, atol=1e-8)


def test_pickled_machine_goes_on():
    X, y, _ = yin_yang(30, 6)
    machine = pickle.loads(pickle.dumps(IncrementalSVM().fit(X[:-1], y[:-1])))
    machine.add(X[-1], y[-1])
    np.testing.assert_array_equal(machine.support_, IncrementalSVM().fit(X, y).support_)


@scikit_checks([IncrementalSVM(), IncrementalSVM("rbf", gamma=0.5)])
def test_scikit_learns_checks_pass(check):
    check()
