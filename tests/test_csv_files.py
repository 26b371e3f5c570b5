"""Names stay texts, and numbers with gaps stay numbers."""

import numpy as np
import pytest

from methods.csv_files import read_csv_with_names


@pytest.mark.parametrize("name", ["None", "NA", "nan", "1e5", "007", "", "A"])
def test_a_name_is_read_as_it_is_written(tmp_path, name):
    file = tmp_path / "table.csv"
    file.write_text(f"mean,method,dataset\n1.5,{name},a\n,{name},b\n")
    table = read_csv_with_names(file, ("dataset", "method", "reason"))
    assert table["method"].tolist() == [name, name]
    assert list(table) == ["mean", "method", "dataset"]
    np.testing.assert_array_equal(table["mean"], [1.5, np.nan])


def test_a_table_without_such_columns_is_read_like_any_other(tmp_path):
    file = tmp_path / "table.csv"
    file.write_text("x,y\n1,NA\n2,3\n")
    table = read_csv_with_names(file, ("method",))
    np.testing.assert_array_equal(table, [[1, np.nan], [2, 3]])
