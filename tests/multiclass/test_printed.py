"""Errors of the thesis that involve no chance, on the original data: Table 4.2, max-2."""

import os
from pathlib import Path
from time import process_time

import numpy as np
import pytest

from methods.multiclass.adaboost_erp import AdaBoostERP

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        "MARGINBENCH_MIRROR" not in os.environ,
        reason="reads the original files from the folder MARGINBENCH_MIRROR",
    ),
]


def table(path, **options):
    return np.loadtxt(Path(os.environ["MARGINBENCH_MIRROR"]) / path, **options)


def load(name):
    """Training and test rows, scaled to [-1, 1] on the former, and their classes."""
    if name == "letter":
        number = {0: lambda letter: ord(letter)}
        rows = table("uci/letter-recognition.data", delimiter=",", converters=number)
        train, test = np.roll(rows[:16000], -1, axis=1), np.roll(rows[16000:], -1, axis=1)
    elif name == "pendigits":
        train, test = (table(f"uci/pendigits.{part}", delimiter=",") for part in ("tra", "tes"))
    else:
        train, test = (table(f"uci/sat.{part}") for part in ("trn", "tst"))
    low, high = train[:, :-1].min(axis=0), train[:, :-1].max(axis=0)
    X, Z = (2 * (part[:, :-1] - low) / (high - low) - 1 for part in (train, test))
    return X, train[:, -1], Z, test[:, -1]


@pytest.mark.parametrize(
    ("name", "n_estimators", "schedule", "error"),
    [
        ("letter", 1000, "LRL", 21.05),
        ("letter", 1000, "LRLR", 17.73),
        ("pendigits", 500, "LRL", 6.03),
        ("pendigits", 500, "LRLR", 5.80),
        ("satimage", 500, "LRL", 12.10),
        ("satimage", 500, "LRLR", 12.45),
    ],
)
def test_error_is_the_printed_one(name, n_estimators, schedule, error):
    X, y, Z, z = load(name)
    model = AdaBoostERP(n_estimators=n_estimators, schedule=schedule).fit(X, y)
    assert round(100 * (1 - model.score(Z, z)), 2) == error


def test_a_thousand_rounds_on_letter_take_at_most_twenty_seconds():
    X, y, _, _ = load("letter")
    start = process_time()
    AdaBoostERP(n_estimators=1000, schedule="LRLR").fit(X, y)
    assert process_time() - start < 20
