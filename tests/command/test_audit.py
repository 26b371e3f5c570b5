"""`audit` on the command line."""

import pytest

from methods.command.command_line import main


@pytest.fixture
def printed(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("dataset,method,value,spread\nd,A,10.34,3.1\nd,B,13.80,2.9\ne,A,20.0,2.0\n")
    return file


def test_it_prints_a_page(printed, capsys):
    assert main(["audit", str(printed), "--trials", "10", "--test-rows", "d=58"]) == 0
    page = capsys.readouterr().out
    assert "d, B: 13.80 cannot come from 58 test rows in 10 trials" in page
    assert "d, A:" not in page and "e, A:" not in page


def test_one_number_of_rows_is_for_all_data_sets(printed, tmp_path, capsys):
    out = tmp_path / "page.md"
    arguments = ["--trials", "10", "--test-rows", "58", "e=50", "--out", str(out)]
    assert main(["audit", str(printed), *arguments]) == 0
    assert out.read_text().startswith("# mine.csv") and str(out) in capsys.readouterr().out


@pytest.mark.parametrize("rows", [["58", "d=61"], ["d=61", "58"], ["e=58", "d=61"]])
def test_a_number_of_one_data_set_stands_before_that_of_all(printed, capsys, rows):
    assert main(["audit", str(printed), "--trials", "10", "--test-rows", *rows]) == 0
    page = capsys.readouterr().out
    assert "d, B: 13.80 cannot come from 61 test rows in 10 trials" in page and "e, A:" not in page


@pytest.mark.parametrize(
    ("more", "judged"),
    [
        ("t,average_rank,ALL,A,–,\nt,average_rank,ALL,B,2,\n", "average ranks: 1 judged"),
        # of a method that has an average rank and no cell
        ("t,average_rank,ALL,A,1,\nt,average_rank,ALL,C,2,\n", "average ranks: 2 judged"),
        ("t,win/tie/loss,A vs B,A,–,\nt,win/tie/loss,A vs B,A,1/0/0,\n", "counts: 1 judged"),
        ("t,win/tie/loss,A vs B,A,1/0,\nt,win/tie/loss,A vs B,A,1/0/0,\n", "counts: 1 judged"),
    ],
)
def test_a_rank_or_count_that_is_none_is_not_judged(printed, capsys, more, judged):
    head = "table,metric,dataset,method,value,spread\n"
    cells = "t,error_percent,d,A,10.3,3.1\nt,error_percent,d,B,13.8,2.9\n"
    printed.write_text(head + cells + more)
    assert main(["audit", str(printed), "--trials", "10"]) == 0
    assert judged in capsys.readouterr().out


def test_a_table_without_a_number_says_so(printed, capsys):
    printed.write_text('dataset,method,value\nd,A,"10,3"\n')
    assert main(["audit", str(printed)]) == 1
    assert "and a value that is a number" in capsys.readouterr().err


def test_the_page_is_written_completely_and_as_utf_8_into_a_new_folder(printed, tmp_path):
    printed.write_text("dataset,method,value,spread\nd,λ,13.85,0.1\n", encoding="utf-8")
    out = tmp_path / "new/page.md"
    arguments = ["--trials", "10", "--test-rows", "58", "--out", str(out)]
    assert main(["audit", str(printed), *arguments]) == 0
    assert "d, λ: 13.85" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["None", "NA", "7"])
def test_a_name_is_a_text(printed, capsys, name):
    printed.write_text(f"dataset,method,value,spread\n{name},{name},13.85,0.1\n")
    arguments = ["--trials", "10", "--test-rows", f"{name}=58", "--larger-class", f"{name}=0.9"]
    assert main(["audit", str(printed), *arguments]) == 0
    page = capsys.readouterr().out
    assert f"{name}, {name}: 13.85 cannot come from 58 test rows in 10 trials" in page
    assert f"{name}, {name}: an error of 0.138 is above the 0.1 of the larger class" in page


def test_several_readings_of_the_test_rows(printed, capsys):
    assert main(["audit", str(printed), "--trials", "1", "--test-rows", "d=29,58,87"]) == 0
    assert "10.34" not in capsys.readouterr().out.partition("possible spreads")[0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--test-rows", "f=3"], "--test-rows: no data set 'f'; the table has d, e"),
        (["--rows", "d=many"], "--rows: expected DATASET=N or N, got 'd=many'"),
        (["--rows", "d=0"], "--rows: expected a number above 0, got 'd=0'"),
        (["--trials", "0"], "--trials: expected at least 1, got 0"),
        (["--folds", "3", "--trials", "10"], "--folds: 10 trials are no whole number of 3 folds"),
        (
            ["--larger-class", "d=60"],
            "--larger-class: expected a share between 0 and 1, got 'd=60'",
        ),
        (["--table", "table9"], "table9"),
    ],
)
def test_a_mistake_is_one_line(printed, arguments, complaint, capsys):
    assert main(["audit", str(printed), *arguments]) == 1
    error = capsys.readouterr().err
    assert complaint in error and error.count("\n") == 1


def test_a_file_that_is_no_table_is_named(tmp_path, capsys):
    empty = tmp_path / "empty.csv"
    empty.write_text("")
    assert main(["audit", str(empty)]) == 1
    assert "is no CSV table" in capsys.readouterr().err
    assert main(["audit", str(tmp_path / "none.csv")]) == 1
