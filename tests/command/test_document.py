"""`document`: the page of output functions is the one that the code gives."""

import pytest

from methods.command.command_line import main
from methods.command.document import GLOSSARY, PAGE, TESTING, page
from tests.project import ROOT


@pytest.mark.slow
def test_the_page_in_the_repository_is_up_to_date():
    assert (ROOT / PAGE).read_text() == page(ROOT), "run python -m methods document"


def test_the_command_writes_the_page(project, capsys):
    (project / "docs").mkdir()
    assert main(["document"]) == 0
    told = [f"{path} is written\n" for path in (PAGE, GLOSSARY, TESTING)]
    assert capsys.readouterr().out == "".join(told)
    text = (project / PAGE).read_text()
    assert "### methods.tables.scores.score_table\n" in text
    assert "  t:\n    function: methods.tables.scores.score_table\n    study: main\n" in text
