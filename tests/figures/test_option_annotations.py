"""Every option of a figure function says what it names, so that `check` can look it up."""

from inspect import Parameter, signature
from pathlib import Path
from typing import get_args, get_type_hints

import pandas as pd
import pytest
from matplotlib.figure import Figure

from methods.bench.construct import resolve
from methods.bench.experiments import load_experiments
from methods.bench.results import Results

EXPERIMENTS = Path(__file__).resolve().parents[2] / "workflow" / "experiments"
FREE_TEXT = {"x_label", "y_label", "title", "titles"}
FUNCTIONS = sorted(
    {
        figure["function"]
        for experiment in load_experiments(EXPERIMENTS).values()
        for figure in experiment.figures.values()
    }
)


def names_plain_text(hint):
    """Whether a `str` stands anywhere in the hint without a kind."""
    if hasattr(hint, "__metadata__"):
        return False
    return hint is str or any(map(names_plain_text, get_args(hint)))


@pytest.mark.parametrize("path", FUNCTIONS)
def test_a_figure_function_says_what_its_options_name(path):
    function = resolve(path)
    hints = get_type_hints(function, include_extras=True)
    first, *options = signature(function).parameters.values()
    assert (first.name, hints["results"]) == ("results", Results)
    assert hints["return"] == tuple[Figure, pd.DataFrame]
    assert all(option.kind is Parameter.KEYWORD_ONLY for option in options)
    plain = {option.name for option in options if names_plain_text(hints[option.name])}
    assert plain <= FREE_TEXT
