"""The sums of coefficients of the partitions of the tangram's pieces."""

from methods.tables.papers.multiclass import partition_sums
from tests.tables.papers.votes import results_of_votes


def test_a_column_and_its_negative_are_one_partition(tmp_path, monkeypatch):
    results = results_of_votes(tmp_path, monkeypatch)
    first = partition_sums(results, "main", "A").head(2).to_dict("records")
    assert [(row["partition"], row["rounds"], row["sum"]) for row in first] == [
        ("+-++-++", 2, 1.25), ("++++---", 1, 1.0),
    ]  # fmt: skip
