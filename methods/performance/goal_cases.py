"""The goals: support matrix machines, perceptrons, and commands on a whole benchmark."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import numpy as np

from methods.data.generators import smm_blocks
from methods.matrix.support_matrix_machine import SupportMatrixMachine
from methods.perceptron.averaged import AveragedPerceptron
from methods.perceptron.stochastic import StochasticPerceptron
from methods.performance.goals import Goal, Task
from methods.performance.samples import PIMA_SHAPE, tied_classes
from methods.project import root

TAU, TOLERANCE = 10.0, 1e-6
GROUPS, NOISE = 20, 2e-4  # of the generator of the paper
SIDE, MATRICES, QUICK_MATRICES = 50, 10_000, 1000
SMALL_SIDE, SMALL_C, MANY, QUICK_MANY = 10, 0.1, 1_000_000, 10_000
EPOCHS = 2000
MEGABYTE = 2**20
# seconds of a C++ program by the author of the thesis for the same epochs, on the machine on which
# the goals were set, and the share of them that we allow ourselves
AVERAGED_CPP, HINGE_CPP, SQUARES_CPP = 0.030, 0.036, 0.029
CPP_SHARE = 0.7
SQUARES = "modified_least_squares"
ONE_PRODUCT = "one product of the data with a vector"


def support_matrix(C: float, n: int, side: int, quick_n: int, quick: bool) -> Task:
    X, y, _ = smm_blocks(
        quick_n if quick else n, 0, shape=(side, side), n_groups=GROUPS if side == SIDE else 4,
        noise=NOISE,
    )  # fmt: skip
    machine = SupportMatrixMachine(C, tau=TAU, solver="exact", tol=TOLERANCE)
    rows, vector = X.reshape(len(X), -1), np.ones(side * side)
    return Task(lambda: machine.fit(X, y), lambda: rows @ vector, X.nbytes / MEGABYTE)


def perceptron(machine: AveragedPerceptron | StochasticPerceptron, quick: bool) -> Task:
    X, y = tied_classes()
    w = np.ones(X.shape[1])

    def products() -> None:
        for _ in range(EPOCHS):
            X @ w

    return Task(lambda: machine.fit(X, y), products, X.nbytes / MEGABYTE)


def command(words: list[str], quick: bool) -> Task:
    """A command on the whole benchmark, after a first call that leaves what later ones reuse."""
    run = partial(subprocess.run, check=True, cwd=root(), capture_output=True)
    chosen = [] if quick else ["--config", "scale=paper", "datasets=all"]
    start = [sys.executable, "-c", "import pandas, pyarrow.parquet, yaml"]
    return Task(lambda: run([sys.executable, "-m", *words, *chosen]), lambda: run(start))


def smm_goal(C: float) -> Goal:
    return Goal(
        f"SMM, exact, C = {C:g}, tau = {TAU:g}, {MATRICES:,} matrices of {SIDE} x {SIDE}",
        1.5, ONE_PRODUCT, partial(support_matrix, C, MATRICES, SIDE, QUICK_MATRICES),
    )  # fmt: skip


def perceptron_goal(
    name: str, cpp_seconds: float, machine: AveragedPerceptron | StochasticPerceptron
) -> Goal:
    rows, features = PIMA_SHAPE
    return Goal(
        f"{name}, {EPOCHS} epochs from zero, {rows} x {features}", CPP_SHARE * cpp_seconds,
        f"{EPOCHS} products of the data with a vector", partial(perceptron, machine),
    )  # fmt: skip


def command_goal(about: str, seconds: float, words: list[str]) -> Goal:
    return Goal(
        about, seconds, "to start Python with pandas, PyArrow and PyYAML", partial(command, words)
    )


GOALS = {
    **{f"smm-C{C:g}": smm_goal(C) for C in (0.1, 1.0, 10.0, 100.0)},
    "smm-million": Goal(
        f"SMM, exact, C = {SMALL_C}, tau = {TAU:g}, 10^6 matrices of {SMALL_SIDE} x {SMALL_SIDE}",
        60.0, ONE_PRODUCT, partial(support_matrix, SMALL_C, MANY, SMALL_SIDE, QUICK_MANY),
    ),
    "averaged": perceptron_goal(
        "averaged perceptron", AVERAGED_CPP,
        AveragedPerceptron(EPOCHS, init="zero", random_state=0),
    ),
    "sgd-hinge": perceptron_goal(
        "stochastic perceptron, hinge loss", HINGE_CPP,
        StochasticPerceptron(EPOCHS, init="zero", random_state=0),
    ),
    "sgd-mls": perceptron_goal(
        "stochastic perceptron, modified least squares", SQUARES_CPP,
        StochasticPerceptron(EPOCHS, loss=SQUARES, init="zero", random_state=0),
    ),
    "check": command_goal(
        "the command check on all experiments at the papers' scale", 3.0, ["methods", "check"]
    ),
    "status": command_goal(
        "the command status on all experiments at the papers' scale", 3.0, ["methods", "status"]
    ),
    "plan": command_goal(
        "a dry run of all experiments at the papers' scale", 20.0,
        ["snakemake", "all", "--dry-run", "--quiet", "--cores", "1"],
    ),
}  # fmt: skip
"""Each goal by the name that `python -m methods bench` takes."""
