"""Purity of the blocks of a regression matrix, and theorem 2's bound."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

from methods import (
    BilinearSVM,
    MatrixLogisticRegression,
    SupportMatrixMachine,
    SupportMatrixSelection,
)
from methods.data.generators import smm_blocks
from methods.measures.papers import smm
from methods.selection import number_right

HALVES = np.array([0, 0, 1, 1])
PURE = np.tile([1.0, 1.0, -1.0, -1.0], (3, 1))
NOISY = PURE + np.random.default_rng(0).normal(size=PURE.shape)


@pytest.fixture(scope="module")
def blocks():
    X, y, extras = smm_blocks(60, 0, shape=(6, 10), noise=0.02)
    return X, y, extras["column_group"]


def test_the_bound_is_the_theorems_for_features_of_unit_length():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(30, 4, 5))
    X /= np.linalg.norm(X, axis=0)
    fitted = SimpleNamespace(C=2.0, rank_=1, coef_=rng.normal(size=(4, 5)))
    bound, reached = smm.grouping_bound(fitted, X, None, None, None)
    pairs = {}
    for a in range(5):
        for b in range(5):
            if a != b:
                inner = np.sum(X[:, :, a] * X[:, :, b])
                distance = np.sum((fitted.coef_[:, a] - fitted.coef_[:, b]) ** 2)
                pairs[round(distance, 12)] = 2 * 30 * 4.0 * (4 - inner)
    for its_bound, distance in zip(bound, reached, strict=True):
        assert its_bound == pytest.approx(pairs[round(distance, 12)])


def test_other_estimators_have_no_bound():
    assert smm.grouping_bound(object(), np.zeros((3, 2, 2)), None, None, None) is None


@pytest.mark.parametrize("rule", ["even", "printed"])
@pytest.mark.parametrize(("groups", "noise"), [(4, 1e-3), (10, 1e-2)])
def test_groups_are_those_of_the_generator(rule, groups, noise):
    X, _, extras = smm_blocks(300, 1, shape=(8, 20), n_groups=groups, noise=noise, blocks=rule)
    np.testing.assert_array_equal(smm.groups_of_columns(X), extras["column_group"])
    np.testing.assert_array_equal(smm.groups_of_columns(X[:200]), extras["column_group"])


def test_pure_blocks_do_not_vary_within():
    assert smm.log_ratio(PURE, HALVES) == np.log10(smm.LEAST_RATIO)
    assert smm.log_ratio(np.ones((3, 4)), HALVES) is None
    assert smm.log_ratio(np.zeros((3, 4)), HALVES) is None


def test_the_ratio_is_that_of_the_two_parts_of_the_variance():
    within = np.mean([NOISY[:, :2].var(), NOISY[:, 2:].var()])
    between = NOISY.var() - within  # the law of total variance, blocks being of one size
    assert smm.log_ratio(NOISY, HALVES) == pytest.approx(np.log10(within / between))
    assert smm.log_ratio(-7 * NOISY, HALVES) == pytest.approx(smm.log_ratio(NOISY, HALVES))


def test_groups_of_unlike_sizes_count_by_their_columns():
    coef, groups = NOISY, np.array([0, 1, 1, 1])
    means = np.repeat([coef[:, :1].mean(), coef[:, 1:].mean()], [1, 3])
    between, within = means.var(), ((coef - means) ** 2).mean()
    assert smm.log_ratio(coef, groups) == pytest.approx(np.log10(within / between))


def of_two_groups(samples):
    """Features of the first two columns in every other sample, and of the last two in the rest."""
    X = np.zeros((samples, 3, 4))
    X[::2, :, :2] = X[1::2, :, 2:] = 1.0
    return X


def test_groups_are_those_of_all_samples():
    """In the first one two columns of one group happen to lie far apart."""
    X = of_two_groups(50)
    X[0, :, 0] = -1.0
    machine = SimpleNamespace(coef_=NOISY)
    assert smm.log_impurity(machine, X, None) == smm.log_ratio(NOISY, HALVES)


def test_the_bound_has_the_C_that_a_search_chose():
    X = np.random.default_rng(0).normal(size=(30, 4, 5))
    fitted = SimpleNamespace(C=2.0, rank_=1, coef_=X[0])
    search = SimpleNamespace(C=1.0, best_estimator_=fitted)
    ours, alone = (
        smm.grouping_bound(machine, X, None, None, None)[0] for machine in (search, fitted)
    )
    assert ours.tolist() == alone.tolist()


def test_a_setting_with_a_zero_matrix_is_no_point_of_the_path(monkeypatch):
    settings = [(0.1, NOISY), (0.5, 0 * NOISY), (0.2, 2 * NOISY + PURE)]
    monkeypatch.setattr(smm, "_settings", lambda *_: iter(settings))
    errors, ratios = smm.grouping_path(None, of_two_groups(6), None, None, None)
    assert errors.tolist() == [0.1, 0.2]
    assert ratios.tolist() == [smm.log_ratio(settings[k][1], HALVES) for k in (0, 2)]


def test_the_impurity_is_that_of_the_chosen_machine(blocks):
    X, y, groups = blocks
    search = GridSearchCV(MatrixLogisticRegression(), {"tau": [0.5]}, cv=2).fit(X, y)
    expected = smm.log_ratio(search.best_estimator_.coef_, groups)
    assert smm.log_impurity(search, X, y) == expected
    search.best_estimator_.coef_ = 0 * search.best_estimator_.coef_
    assert smm.log_impurity(search, X, y) is None


def test_the_path_of_a_grid_search_has_every_setting(blocks):
    X, y, groups = blocks
    grid = {"C": [0.1, 10], "rank": [1, 2]}
    search = GridSearchCV(BilinearSVM(random_state=0), grid, cv=3, scoring=number_right).fit(X, y)
    errors, ratios = smm.grouping_path(search, X, y, X[:0], y[:0])
    wrong = []
    for parameters in search.cv_results_["params"]:
        one = {key: [value] for key, value in parameters.items()}
        alone = GridSearchCV(BilinearSVM(random_state=0), one, cv=3, scoring=number_right)
        wrong.append(60 - 3 * alone.fit(X, y).best_score_)
        machine = BilinearSVM(random_state=0, **parameters).fit(X, y)
        assert smm.log_ratio(machine.coef_, groups) == pytest.approx(ratios[len(wrong) - 1])
    np.testing.assert_allclose(60 * errors, wrong)


def test_the_path_of_a_support_matrix_selection_has_every_pair(blocks):
    X, y, groups = blocks
    search = SupportMatrixSelection([10.0, 1.0], tau_shares=[0.01, 0.1], cv=3).fit(X, y)
    errors, ratios = smm.grouping_path(search, X, y, X[:0], y[:0])
    k = 0
    for j in range(2):
        for i, C in enumerate((1.0, 10.0)):
            machine = SupportMatrixMachine(C, tau=search.taus_[i, j], solver="exact").fit(X, y)
            assert errors[k] == search.errors_[i, j]
            assert ratios[k] == pytest.approx(smm.log_ratio(machine.coef_, groups), abs=0.05)
            k += 1
    assert k == len(errors) == 4


@pytest.mark.parametrize(("tau", "least"), [(0.0, 0.999), (1e-4, 0.9)])
def test_columns_that_differ_by_the_labels_reach_theorem_2(tau, least):
    """The bound has no slack here: half of it would be broken."""
    rng = np.random.default_rng(0)
    y = np.tile([-1.0, 1.0], 20)
    X = np.repeat(rng.normal(size=(40, 3, 1)), 2, axis=2)
    X[:, :, 1] += 1e-3 * y[:, None]
    C = 1e-3  # so small that every sample is at the bound
    machine = SupportMatrixMachine(C, tau=tau * C, solver="exact", tol=1e-10).fit(X, y)
    bound, reached = smm.grouping_bound(machine, X, y, None, None)
    assert np.all(reached <= bound * (1 + 1e-9))
    assert np.all(reached >= least * bound)


def test_theorem_2_holds_for_the_sum_and_for_its_thresholding():
    """The proof in numbers: any 0 <= beta <= C, any threshold, any two columns."""
    rng = np.random.default_rng(1)
    for trial in range(200):
        n, p, q = 6, 3, 4
        X, y = rng.normal(size=(n, p, q)), rng.choice([-1.0, 1.0], n)
        beta = rng.uniform(size=n) * rng.choice([0.0, 1.0], n)
        total = np.tensordot(beta * y, X, axes=1)
        U, sigma, Vt = np.linalg.svd(total, full_matrices=False)
        W = U * np.maximum(sigma - rng.uniform(0, 2), 0) @ Vt
        for a in range(q):
            for b in range(a):
                distance = np.sum((W[:, a] - W[:, b]) ** 2)
                of_sum = np.sum((total[:, a] - total[:, b]) ** 2)
                bound = n * np.sum((X[:, :, a] - X[:, :, b]) ** 2)
                assert distance <= of_sum + 1e-12, trial
                assert of_sum <= bound + 1e-12, trial
        rows, rows_of_sum = (np.sum(np.diff(M, axis=0) ** 2, axis=1) for M in (W, total))
        assert (rows <= rows_of_sum + 1e-12).all(), trial


def test_lemma_1_holds_for_the_sum_but_not_for_its_thresholding():
    """The bound on two entries of the sum; and a matrix whose equal entries do not stay equal."""
    rng = np.random.default_rng(2)
    for _ in range(200):
        n, C = 6, rng.uniform(0.1, 10)
        f, g = rng.normal(size=(2, n)) + rng.choice([0, 5]) * rng.normal(size=n)
        f, g = f / np.linalg.norm(f), g / np.linalg.norm(g)
        weights = rng.uniform(0, C, size=n) * rng.choice([-1.0, 1.0], n)
        assert (weights @ f - weights @ g) ** 2 <= 2 * n * C**2 * (1 - f @ g) + 1e-12
    U, sigma, Vt = np.linalg.svd(np.array([[1.0, 1.0], [1.0, 0.0]]))
    assert np.ptp((U * np.maximum(sigma - 1, 0) @ Vt)[[0, 0, 1], [0, 1, 0]]) > 0.1


def test_equal_features_may_have_unequal_entries_of_the_optimum():
    """Two samples, M and -M: the feature of an entry is of unit length, and its sign decides it."""
    M = np.array([[1, 1, 1], [1, -1, 1], [1, 1, -1]]) / 2**0.5
    X, y = np.stack([M, -M]), np.array([1, -1])
    np.testing.assert_allclose(np.linalg.norm(X, axis=0), 1)
    W = SupportMatrixMachine(C=0.1, tau=0.16, solver="exact").fit(X, y).coef_
    assert W[0, 0] == pytest.approx(0.0819, abs=1e-4)
    assert W[0, 1] == pytest.approx(0.0409, abs=1e-4)
    iterated = SupportMatrixMachine(C=0.1, tau=0.16, tol=1e-12, max_iter=10_000).fit(X, y).coef_
    np.testing.assert_allclose(W, iterated, atol=1e-6)


def test_the_optimum_is_a_combination_of_support_matrices_plus_an_offset():
    """The offset is tau times a subgradient of the nuclear norm at W."""
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(40, 4, 5)), np.tile([-1, 1], 20)
    machine = SupportMatrixMachine(C=0.05, tau=0.5, solver="exact", tol=1e-10).fit(X, y)
    assert 0 < machine.rank_ < 4
    total = np.tensordot(machine.dual_coef_[machine.support_], X[machine.support_], axes=1)
    offset = total - machine.coef_
    assert np.linalg.norm(offset, 2) <= 0.5 * (1 + 1e-5)
    nuclear = np.linalg.norm(machine.coef_, "nuc")
    assert np.sum(offset * machine.coef_) == pytest.approx(0.5 * nuclear, rel=1e-5)


def test_what_a_search_chose_is_recorded_of_every_method(blocks):
    X, y, _ = blocks

    def search(machine, grid):
        return GridSearchCV(machine, grid, scoring=number_right, cv=3).fit(X, y)

    def chosen(machine):
        return [f(machine, X, y) for f in (smm.chosen_C, smm.chosen_tau, smm.chosen_rank)]

    bilinear = search(BilinearSVM(random_state=0), {"C": [0.5], "rank": [2]})
    assert chosen(bilinear) == [0.5, None, 2]
    logistic = search(MatrixLogisticRegression(), {"tau": [0.3]})
    assert chosen(logistic) == [None, 0.3, logistic.best_estimator_.rank_]
    selection = SupportMatrixSelection([1.0], tau_shares=[0.1], cv=3).fit(X, y)
    assert chosen(selection) == [1.0, selection.tau_, selection.rank_]
    both = SimpleNamespace(C=1.0, C_=2.0, tau=0.1, tau_=0.2, rank=3, rank_=2)
    assert chosen(both) == [2.0, 0.2, 2]  # what was found, not what was asked for
    assert chosen(object()) == [None, None, None]


def test_the_ends_of_the_ranks_are_those_of_all_settings(blocks):
    X, y, _ = blocks
    selection = SupportMatrixSelection([1.0], tau_shares=[3, 0.1, 0.001], cv=3).fit(X, y)
    least, most = (f(selection, X, y) for f in (smm.smallest_rank, smm.largest_rank))
    assert (least, most) == (selection.ranks_.min(), selection.ranks_.max())
    assert least < most
    assert smm.smallest_rank(object(), X, y) is smm.largest_rank(object(), X, y) is None
