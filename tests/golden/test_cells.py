"""Numbers that must not change unnoticed, by an edit or by another version of a library."""

from pathlib import Path

import pandas as pd
import pytest

from tests.golden.cells import CHOSEN, cell

# Another CPU sums in another order. An error may then move by a few of the test rows, and what an
# iterative solver reaches by its tolerance; an edit that matters moves more.
ERRORS_APART = 0.015
RELATIVELY_APART = 1e-3

GOLDEN = pd.read_csv(Path(__file__).with_name("cells.csv"))
KEY = ["experiment", "study", "dataset", "method", "added"]


# Each package of methods has others that are as quick as a test should be.
SLOW = {
    "AdaBoost RCD-bias apart", "AdaBoost ERP rand-2 LR", "AdaBoost21", "AnyBoost exp", "Bagging21",
    "CGBoost exp", "SMM", "SVM ECC rand-half", "SVM, average contribution", "SVM, greedy",
    "AdaBoost RCD", "SMM exact",
}  # fmt: skip


def test_every_slow_method_is_among_the_cells():
    assert {method for _, _, _, method, _ in CHOSEN} >= SLOW


@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param(
            chosen, id="/".join(map(str, chosen)),
            marks=[pytest.mark.slow] if chosen[3] in SLOW else [],
        )
        for chosen in CHOSEN
    ],
)  # fmt: skip
def test_a_cell_is_as_it_was(chosen):
    kept = GOLDEN[(GOLDEN[KEY] == list(chosen)).all(axis=1)].set_index("what")["value"].to_dict()
    found = cell(*chosen)
    assert found.pop("error") == pytest.approx(kept.pop("error"), abs=ERRORS_APART)
    assert found == pytest.approx(kept, rel=RELATIVELY_APART)
