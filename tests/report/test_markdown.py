"""A table in Markdown."""

from methods.report.markdown import table


def test_a_table_has_a_row_of_dashes_below_its_headers():
    assert table(["a", "b"], [["1", "2"], ["3", "4"]]) == (
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"
    )
    assert table(["alone"], []) == "| alone |\n| --- |"


def test_bars_and_lines_in_a_cell_and_in_a_header_make_no_new_cell():
    assert table(["x |\n y"], [["p\n\nq | r"]]) == "| x \\| y |\n| --- |\n| p q \\| r |"
