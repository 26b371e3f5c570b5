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


@pytest.mark.parametrize("chosen", CHOSEN, ids=lambda chosen: "/".join(map(str, chosen)))
def test_a_cell_is_as_it_was(chosen):
    kept = GOLDEN[(GOLDEN[KEY] == list(chosen)).all(axis=1)].set_index("what")["value"].to_dict()
    found = cell(*chosen)
    assert found.pop("error") == pytest.approx(kept.pop("error"), abs=ERRORS_APART)
    assert found == pytest.approx(kept, rel=RELATIVELY_APART)
