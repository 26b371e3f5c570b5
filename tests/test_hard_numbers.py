"""Features of any size: each fit ends with finite numbers, or one line says what is wrong.

The cases are features that are tiny, huge, far from zero, of unlike scales, constant or equal.
"""

import numpy as np
import pytest

import methods
from methods import (
    BilinearSVM,
    DiversityMachine,
    DiversitySelection,
    ExclusivityMachine,
    KernelMap,
    LinearSVMSelection,
    MatrixLogisticRegression,
    PrimalSVM,
    SupportMatrixMachine,
    SupportMatrixSelection,
)
from tests.test_public_estimators import QUICK, can_be_fitted

RNG = np.random.default_rng(0)
BASE = RNG.normal(size=(30, 4))
LABELS = (BASE @ [1, -1, 0.5, 0] + 0.5 * RNG.normal(size=30) > 0).astype(int)

CASES = {f"times {s:g}": s * BASE for s in (1e-20, 1e-12, 1e-6, 1e6, 1e12, 1e20)}
CASES |= {f"plus {s:g}": s + BASE for s in (1e4, 1e7, 1e8, 1e12, 1e16, 1e20)}
CASES |= {
    "huge": 1e200 * BASE,
    "tiny": 1e-200 * BASE,
    "of unlike scales": BASE * [1e-12, 1e-4, 1e4, 1e12],
    "bytes": RNG.integers(0, 256, size=(30, 16)).astype(np.uint8),
    "one constant column": np.where(np.arange(4) == 2, 7.0, BASE),
    "constant": np.ones((30, 4)),
    "every row twice": np.repeat(BASE[:15], 2, axis=0),
    "one far row": np.where(np.arange(30)[:, None] == 3, 1e20, 1.0) * BASE,
    "more columns than rows": RNG.normal(size=(30, 60)),
    "rows of zeros": np.where(np.arange(30)[:, None] % 3 == 0, 0.0, BASE),
    "one small class": BASE.copy(),
}

MACHINES = {
    "PrimalSVM": PrimalSVM(),
    "PrimalSVM, C = 1e4": PrimalSVM(1e4),
    "PrimalSVM, squared": PrimalSVM(loss="squared_hinge"),
    "PrimalSVM, alm": PrimalSVM(solver="alm"),
    "ExclusivityMachine": ExclusivityMachine(solver="exact"),
    "ExclusivityMachine, alm": ExclusivityMachine(solver="alm"),
    "LinearSVMSelection": LinearSVMSelection(),
    "DiversityMachine": DiversityMachine(3),
    "DiversityMachine, exact": DiversityMachine(3, solver="exact"),
    "DiversityMachine, linear": DiversityMachine(3, solver="exact", kernel="linear"),
    "DiversitySelection": DiversitySelection(3),
    "KernelMap": KernelMap(),
    "SupportMatrixMachine": SupportMatrixMachine(),
    "SupportMatrixMachine, exact": SupportMatrixMachine(solver="exact"),
    "SupportMatrixMachine, C = 1e4": SupportMatrixMachine(1e4, tau=2.0, solver="exact"),
    "SupportMatrixSelection": SupportMatrixSelection([0.1, 10.0], tau_shares=[1, 0.01], cv=2),
    "BilinearSVM": BilinearSVM(random_state=0),
    "MatrixLogisticRegression": MatrixLogisticRegression(),
}
QUICK_MACHINES = {
    name: getattr(methods, name)(**QUICK.get(name, {}))
    for name in methods.HOMES
    if name not in MACHINES and can_be_fitted(getattr(methods, name))
}


def labels_of(case):
    if case == "every row twice":
        return np.repeat(LABELS[:15], 2)
    return (np.arange(30) < 2).astype(int) if case == "one small class" else LABELS


def assert_fit_is_finite_or_refused(machine, case, words):
    X = CASES[case]
    if type(machine).__module__.startswith("methods.matrix"):
        X = X.reshape(30, 2, -1)
    try:
        machine.fit(X, labels_of(case))
    except ValueError as error:
        assert any(word in str(error) for word in words) and "\n" not in str(error)
        return
    # All loops have an end, and that of the support matrix machine is reached at no C on its way.
    if hasattr(machine, "max_iter"):
        assert getattr(machine, "n_iter_", 0) <= machine.max_iter
    values = [
        getattr(machine, name)(X)
        for name in ("decision_function", "transform", "score_samples")
        if hasattr(machine, name)
    ]
    assert all(np.isfinite(each).all() for each in values)
    assert np.isfinite([getattr(machine, name, 0) for name in ("objective_", "duality_gap_")]).all()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
@pytest.mark.parametrize("case", CASES)
def test_a_fit_ends_with_finite_numbers_or_one_line_about_the_features(machine, case):
    assert_fit_is_finite_or_refused(machine, case, ["feature"])


# A margin between equal examples of both classes does not exist. An SVC inside names its input.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "machine",
    [
        pytest.param(
            machine, id=name,
            marks=[pytest.mark.slow] if name in ("ClassIsolationForest", "SVMPerceptronSelection")
            else [],
        )
        for name, machine in QUICK_MACHINES.items()
    ],
)  # fmt: skip
def test_other_fits_end_with_finite_numbers_or_one_line(machine):
    for case in CASES:
        assert_fit_is_finite_or_refused(machine, case, ["feature", "examples", "input data"])


@pytest.mark.parametrize("offset", [1e7, 1e8])
@pytest.mark.parametrize("solver", ["alternating", "exact"])
def test_the_rbf_kernel_does_not_see_an_offset(offset, solver):
    near = (BASE * 2**10).round() / 2**10  # so that the sum is exact up to an offset of 2^42
    here = DiversityMachine(3, solver=solver, gamma=0.1).fit(near, LABELS)
    there = DiversityMachine(3, solver=solver, gamma=0.1).fit(near + offset, LABELS)
    assert there.objective_ == pytest.approx(here.objective_, rel=1e-6)


@pytest.mark.parametrize("offset", [1e4, 1e8, 1e10])
@pytest.mark.parametrize("n_columns", [4, 60])
def test_the_system_of_alm_is_solved_where_the_identity_is_lost_in_it(offset, n_columns):
    # The P of I + X'X is that of the least squares ||P||^2 + ||X P - T||^2, whose matrix is not
    # squared.
    from methods.margin.alm import _solver_of_K

    X = offset + np.random.default_rng(1).normal(size=(30, n_columns))
    T = np.random.default_rng(2).normal(size=(30, 2))
    P = _solver_of_K(X)(X.T @ T)
    system = np.vstack([np.eye(n_columns), X])
    expected = np.linalg.lstsq(system, np.vstack([np.zeros((n_columns, 2)), T]))[0]
    np.testing.assert_allclose(P, expected, atol=1e-5 * max(1.0, offset / 1e8))


@pytest.mark.parametrize("C", [1e4, 1e5, 1e6])
@pytest.mark.parametrize("tau", [0.0, 2.0])
def test_support_matrix_machine_is_certified_at_a_large_C(C, tau):
    X = np.random.default_rng(3).normal(size=(60, 4, 3))
    machine = SupportMatrixMachine(C, tau=tau, solver="exact").fit(X, np.arange(60) % 3 == 0)
    assert machine.duality_gap_ <= 1e-6 * machine.objective_


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("solver", ["admm", "exact"])
@pytest.mark.parametrize("tau", [0.0, 1.0])
@pytest.mark.parametrize("C", [1e13, 1e100, 1e300])
def test_a_large_C_does_not_break_on_features_whose_squares_are_zero(solver, tau, C):
    X = np.random.default_rng(0).normal(size=(30, 8, 8)) + (np.arange(30) % 2)[:, None, None]
    machine = SupportMatrixMachine(C, tau=tau, solver=solver).fit(1e-200 * X, np.arange(30) % 2)
    # No machine of this size does better than none: each sample loses 1.
    assert machine.objective_ == pytest.approx(30 * C, rel=1e-6)
    assert np.isfinite(machine.coef_).all() and np.isfinite(machine.decision_function(X)).all()
