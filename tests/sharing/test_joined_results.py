"""The one check that a kept run without hashes allows: how many rows each trial trains on."""

import pytest

from methods.errors import UserError
from methods.sharing.joined_results import refuse_other_sizes
from tests.made_up import made_up_results


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nan = float("nan")
    return made_up_results(tmp_path, {"d": {"A": [0.1] * 4, "Mine": [0.2, 0.2, nan, 0.2]}})


def test_only_trials_of_the_method_count(results):
    assert refuse_other_sizes(results, "main", "Mine") == 3
    assert refuse_other_sizes(results, "main", "A") == 4


def test_another_number_of_training_rows_is_refused_by_name(results):
    runs = results.runs("main")
    runs.loc[(runs["method"] == "Mine") & (runs["seed"] == 1), "n_train"] = 9
    with pytest.raises(UserError, match=r"runs/d.parquet: trial 1: methods train on 2 and on 9"):
        refuse_other_sizes(results, "main", "Mine")
