"""The files of a table, for names and captions with markup in them."""

import csv
import json

import pandas as pd
import pytest

from methods.tables.table import NO_VALUE, Table, with_decimals, write_table

NAN = float("nan")
NASTY = "<img src=x onerror=alert(1)>|a & b_c"


@pytest.fixture
def files(tmp_path):
    """The four files of a table whose names and caption are as nasty as YAML allows."""
    cells = pd.DataFrame([["**1.50 ± 0.10** n=1/2", "2.0"], [NO_VALUE, "1e+03"]],
                         index=[NASTY, "B"], columns=["a|b", "rank"])  # fmt: skip
    data = pd.DataFrame({"method": [NASTY, "B"], "mean": [1 / 3, NAN]})
    write_table(Table(data, cells, "50 % of | <all>"), tmp_path / "t")
    return {kind: (tmp_path / f"t.{kind}").read_text() for kind in ("csv", "md", "tex", "json")}


def test_the_csv_is_tidy_with_ten_digits(files):
    rows = list(csv.DictReader(files["csv"].splitlines()))
    assert rows == [{"method": NASTY, "mean": "0.3333333333"}, {"method": "B", "mean": ""}]


def test_a_pipe_in_a_name_adds_no_column_to_the_markdown_table(files):
    lines = files["md"].splitlines()
    bars = [line.replace(r"\|", "").count("|") for line in lines[2:]]
    assert bars == [4] * 4
    assert "<img" not in files["md"] and "&lt;img" in files["md"]


def test_numbers_stand_in_markdown_as_in_the_cells(files):
    assert "| 2.0 " in files["md"] and "| 1e+03 " in files["md"]


def test_latex_gets_no_command_from_a_name(files):
    assert r"$<$img src=x onerror=alert(1)$>$\textbar{}a \& b\_c" in files["tex"]
    assert r"\textbf{1.50 $\pm$ 0.10} n=1/2" in files["tex"]
    assert files["tex"].startswith("% 50 % of | <all>\n")


def test_the_json_has_the_cells_as_they_are(files):
    assert json.loads(files["json"]) == {
        "caption": "50 % of | <all>", "columns": ["a|b", "rank"],
        "rows": [[NASTY, "**1.50 ± 0.10** n=1/2", "2.0"], ["B", NO_VALUE, "1e+03"]],
    }  # fmt: skip
    assert "**1.50 ± 0.10** n=1/2" in files["json"]  # no escapes, people read it too


@pytest.mark.parametrize(("name", "tex"), [
    ("λ", r"$\lambda$"), ("AnyBoost κ₋ 1.05", r"AnyBoost $\kappa$$_-$ 1.05"),
    ("ν-SVM", r"$\nu$-SVM"), ("κ₊ = 1", r"$\kappa$$_+$ = 1"), ("Δ_é", r"$\Delta$\_é"),
])  # fmt: skip
def test_latex_gets_commands_for_greek_letters(tmp_path, name, tex):
    cells = pd.DataFrame([[name]], index=[name], columns=[name])
    write_table(Table(pd.DataFrame(), cells, name), tmp_path / "t")
    assert f"{tex} & {tex} \\\\\n" in (tmp_path / "t.tex").read_text()


@pytest.mark.parametrize("end", ["\n", "\r", "\u2028", "\x85", "\x00"])
def test_no_line_end_in_a_text_makes_a_line_of_its_own(tmp_path, end):
    cells = pd.DataFrame([[f"1{end}2"]], index=[f"A{end}B"], columns=[f"x{end}y"])
    write_table(Table(cells, cells, f"a caption{end}\\input{{live}}"), tmp_path / "t")
    tex = (tmp_path / "t.tex").read_text().splitlines()
    assert tex[0] == "% a caption \\input{live}" and r"A B & 1 2 \\" in tex
    markdown = (tmp_path / "t.md").read_text().splitlines()
    assert len(markdown) == 5 and "x y" in markdown[2]


def test_a_cell_has_the_decimals_of_the_number_in_the_csv():
    # a mean of 23.125 with the rounding error of a sum; the CSV has 23.125
    assert with_decimals(23.125000000000004, 2) == f"{23.125:.2f}" == "23.12"
    assert with_decimals(23.1251, 2) == "23.13" and with_decimals(0.5, 3) == "0.500"


@pytest.mark.parametrize(("name", "tex"), [
    ("[A]", "{[}A]"), ("*A_", r"{*}A\_"), ("A [*]", "A [*]"), ("", ""),
])  # fmt: skip
def test_the_name_of_a_row_is_no_option_of_the_line_end_before_it(tmp_path, name, tex):
    cells = pd.DataFrame([["1"], ["2"]], index=["first", name], columns=["[c]"])
    write_table(Table(pd.DataFrame(), cells, ""), tmp_path / "t")
    lines = (tmp_path / "t.tex").read_text().splitlines()
    assert f"{tex} & 2 \\\\" in lines and " & [c] \\\\" in lines


def test_only_what_is_bold_to_its_end_is_bold_in_latex(tmp_path):
    cells = pd.DataFrame([["**1** *", "**1", "*1*"]], index=["A"], columns=["a", "b", "c"])
    write_table(Table(cells, cells, ""), tmp_path / "t")
    tex = (tmp_path / "t.tex").read_text()
    assert r"A & \textbf{1} * & **1 & *1* \\" in tex and r"\begin{tabular}{lrrr}" in tex
    assert r"\toprule" in tex
