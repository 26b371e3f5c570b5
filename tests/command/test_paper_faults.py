"""`check`: what the file of a paper names, and its table of printed numbers."""

import pytest
import yaml

from methods.command.command_line import main
from tests.made_up import write_paper

NUMBERS = "table,dataset,method,metric,value\nt1,beta,A,error,0.1\n"
SCORES = {"function": "methods.tables.scores.score_table", "study": "main"}
RANKS = {"function": "methods.figures.curves.rank_diagram", "study": "main"}
CLAIM = {"function": "methods.claims.reasoned.cannot", "why": "so", "where": "1", "says": "it"}
TABLE = {"shows": "errors", "numbers": "t1", "outputs": ["toy/t"]}
FIGURE = {"shows": "errors", "outputs": ["toy/f"]}
EQUATION = {"shows": "a sum", "latex": "a + b", "claims": ["toy/c"]}
SUMMARY = {"equations": ["1"], "figures": ["toy/f"], "claims": ["toy/c"]}


@pytest.fixture
def fault(project, capsys):
    """What `check` says of the paper `toy`; keyword arguments change its parts."""
    file = project / "workflow/experiments/toy.yaml"
    content = yaml.safe_load(file.read_text())
    content |= {"source": "toy", "tables": {"t": SCORES}, "figures": {"f": RANKS},
                "claims": {"c": CLAIM}}  # fmt: skip
    file.write_text(yaml.safe_dump(content))
    (project / "workflow/published").mkdir(exist_ok=True)

    def said(numbers=NUMBERS, table=TABLE, figure=FIGURE, equation=EQUATION, summary=SUMMARY):
        (project / "workflow/published/toy.csv").write_text(numbers)
        parts = {"tables": {"1": table}, "figures": {"2": figure}, "equations": {"1": equation}}
        write_paper(project, "toy", summary=summary, **parts)
        main(["check"])
        lines = capsys.readouterr().err.splitlines()
        return [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]

    return said


WHERE = "workflow/papers/toy.yaml: "


def test_a_sound_paper_has_no_fault(fault):
    assert fault() == []


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"table": TABLE | {"numbers": "t2"}},
         WHERE + "tables.1: numbers: unknown printed table 't2'; did you mean 't1'?"),
        ({"table": {"shows": "errors", "outputs": ["toy/t"]}},
         WHERE + "tables: none has 't1' of workflow/published/toy.csv as its numbers"),
        ({"table": TABLE | {"outputs": ["toy/tt"]}},
         WHERE + "tables.1: outputs: unknown output 'toy/tt'; did you mean 'toy/t'?"),
        ({"figure": FIGURE | {"outputs": ["toy/t"]}},
         WHERE + "figures.2: outputs: unknown figure 'toy/t'; did you mean 'toy/f'?"),
        ({"equation": EQUATION | {"claims": ["toy/d"]}},
         WHERE + "equations.1: claims: unknown claim 'toy/d'; did you mean 'toy/c'?"),
        ({"equation": EQUATION | {"latex": r"\fracc{a}{b}"}},
         WHERE + "equations.1: latex: mathtext cannot read it: "),
        ({"equation": EQUATION | {"code": ["methods.PrimalSVN"]}},
         WHERE + "equations.1: code: "),
        ({"summary": SUMMARY | {"equations": ["2"]}},
         WHERE + "summary: equations: unknown equation '2'; "),
        ({"equation": {"shows": "a sum", "claims": ["toy/c"]}},
         WHERE + "summary: equations: 1 has no latex"),
        ({"summary": SUMMARY | {"figures": ["toy/t"]}},
         WHERE + "summary: figures: unknown figure 'toy/t'; did you mean 'toy/f'?"),
        ({"summary": SUMMARY | {"claims": ["toy/cc"]}},
         WHERE + "summary: claims: unknown claim 'toy/cc'; did you mean 'toy/c'?"),
        ({"numbers": NUMBERS.replace("metric", "metrik")},
         "workflow/published/toy.csv: unknown column 'metric'; did you mean 'metrik'?"),
        ({"numbers": NUMBERS + "t1,beta,B,error\n"},
         "workflow/published/toy.csv: line 3 has another number of cells"),
    ],
)  # fmt: skip
def test_each_fault_is_one_line(fault, change, line):
    said, *more = fault(**change)
    assert not more or change["table"] == TABLE | {"numbers": "t2"}  # then t1 is nobody's
    assert said.startswith(line)


def test_printed_numbers_need_a_paper(fault, project):
    fault()
    (project / "workflow/published/lost.csv").write_text(NUMBERS)
    (said,) = fault()
    assert said.startswith("workflow/published/lost.csv: there is no workflow/papers/lost.yaml")


def test_each_paper_has_the_numbers_of_its_own_file(fault, project):
    write_paper(project, "another")
    (project / "workflow/published/another.csv").write_text(NUMBERS.replace("t1", "t9"))
    assert fault() == [
        "workflow/papers/another.yaml: tables: none has 't9' of workflow/published/another.csv as"
        " its numbers"
    ]


def test_an_equation_that_was_sound_is_looked_at_again_after_an_edit(fault):
    assert fault() == []
    (said,) = fault(equation=EQUATION | {"latex": r"\fracc{a}{b}"})
    assert said.startswith(WHERE + "equations.1: latex: ")
