"""Tables of printed numbers as spreadsheets save them, and one line for what is wrong in one."""

import pytest

from methods.bench.plan import read_plan
from methods.command.command_line import main
from methods.command.output_names import faults_of_outputs
from methods.command.printed_rows import printed_rows
from methods.errors import UserError

HEADER = "table,dataset,method,metric,value"
TABLE = f"{HEADER}\nTable 1,ölquelle,A,error,0.5\n"
ROW = dict(zip(HEADER.split(","), ("Table 1", "ölquelle", "A", "error", "0.5"), strict=True))


@pytest.mark.parametrize(
    "content",
    [TABLE, "\ufeff" + TABLE, TABLE.replace("\n", "\r\n"), "\ufeff" + TABLE.replace("\n", "\r\n")],
    ids=["plain", "mark", "Windows", "spreadsheet"],
)
def test_rows_are_read_in_every_usual_form(tmp_path, content):
    (tmp_path / "toy.csv").write_bytes(content.encode())
    assert printed_rows(tmp_path / "toy.csv") == [ROW]


def test_a_paper_may_have_no_printed_numbers(tmp_path):
    assert printed_rows(tmp_path / "toy.csv") == []


FAULTS = {
    "semicolons": (TABLE.replace(",", ";"), "unknown column 'table'; choose from: table;dataset"),
    "no header": (TABLE.partition("\n")[2], "unknown column 'table'"),
    "nothing": ("", "unknown column 'table'; choose from: nothing"),
    "a longer row": (f"{TABLE}a,b,c,d,e,f\n", "line 3 has another number of cells"),
    "a shorter row": (f"{TABLE}a,b,c\n", "line 3 has another number of cells"),
    "Latin-1": (TABLE.encode("latin-1"), "byte 42 is not UTF-8; save it as UTF-8"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_is_wrong_is_one_line_for_check_and_for_a_run(project, capsys, case):
    content, said = FAULTS[case]
    folder = project / "workflow/published"
    folder.mkdir(exist_ok=True)
    data = content if isinstance(content, bytes) else content.encode()
    (folder / "toy.csv").write_bytes(data)
    line = f"workflow/published/toy.csv: {said}"
    assert main(["check"]) == 1
    assert f"error: {line}" in capsys.readouterr().err
    with pytest.raises(UserError) as refused:
        list(faults_of_outputs(read_plan(project).experiments.values(), project))
    assert str(refused.value).startswith(line)
