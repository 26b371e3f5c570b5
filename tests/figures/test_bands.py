"""Means over trials with a band of one standard error."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from methods.figures.bands import mean_and_error, show_band

STYLE = {"color": "black"}


def test_each_group_has_its_mean_standard_error_and_count():
    trials = pd.DataFrame({"x": [1, 1, 1, 2], "value": [1.0, 2.0, 6.0, 5.0]})
    data = mean_and_error(trials, ["x"]).set_index("x")
    assert data.loc[1, ["mean", "n"]].tolist() == [3, 3]
    assert data.loc[1, "se"] == pytest.approx(np.std([1, 2, 6], ddof=1) / 3**0.5)
    assert data.loc[2, "mean"] == 5 and np.isnan(data.loc[2, "se"])


@pytest.mark.parametrize(("se", "bands"), [(0.1, 1), (float("nan"), 0)])
def test_means_of_single_trials_have_no_band(se, bands):
    panel = Figure().add_subplot()
    show_band(panel, pd.DataFrame({"x": [1, 2], "mean": [3, 4], "se": se}), STYLE, "A")
    assert len(panel.lines) == 1 and len(panel.collections) == bands
