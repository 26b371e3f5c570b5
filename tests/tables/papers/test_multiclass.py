"""The sums of coefficients of the partitions of the tangram's pieces."""

from types import SimpleNamespace

import numpy as np

from methods.tables.papers.multiclass import partition_sums
from tests.tables.papers.votes import results_of_votes


def test_a_column_and_its_negative_are_one_partition(tmp_path, monkeypatch):
    results = results_of_votes(tmp_path, monkeypatch)
    first = partition_sums(results, "main", "A").head(2).to_dict("records")
    assert [(row["partition"], row["rounds"], row["sum"]) for row in first] == [
        ("+-++-++", 2, 1.25), ("++++---", 1, 1.0),
    ]  # fmt: skip


def test_each_trial_of_the_method_has_its_partitions_from_the_largest_sum():
    columns = np.array([[1, 1, -1], [1, -1, 1]])  # of two classes; the last is the second turned
    kept = {
        ("b", 0, ""): {"columns": columns, "coefficients": np.array([9.0, 9.0, 9.0])},
        ("the_a", 0, ""): {"columns": columns, "coefficients": np.array([5.0, -1.0, 4.0])},
        ("the_a", 1, ""): {"columns": columns, "coefficients": np.array([1.0, 2.0, 0.5])},
    }
    results = SimpleNamespace(datasets=lambda study: [study], kept_by_fit=lambda *_: kept)
    sums = partition_sums(results, "main", "The A")
    assert sums.to_dict("split") == {
        "index": [0, 1, 2, 3], "columns": ["method", "seed", "partition", "rounds", "sum"],
        "data": [["The A", 0, "++", 1, 5.0], ["The A", 0, "+-", 2, 3.0],
                 ["The A", 1, "+-", 2, 2.5], ["The A", 1, "++", 1, 1.0]],
    }  # fmt: skip
