"""Equations as MathML."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from methods.figures.mathml import as_mathml
from methods.schemas.paper import load_papers

ROOT = Path(__file__).resolve().parents[2]
EQUATIONS = {
    f"{key} {number}": equation.latex
    for key, paper in load_papers(ROOT).items()
    for number, equation in paper.equations.items()
    if equation.latex
}


def bare(latex):
    """The MathML without the outer element and attributes."""
    text = re.sub(r" [a-z]+=\"[^\"]*\"", "", as_mathml(latex))
    return text.removeprefix("<math>").removesuffix("</math>")


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("x_i^2", "<mrow><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></mrow>"),
        ("x^2_i", "<mrow><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></mrow>"),
        (r"\sum_{i} x",
         "<mrow><munder><mo>∑</mo><mrow><mi>i</mi></mrow></munder><mi>x</mi></mrow>"),
        (r"\sum^n", "<mrow><mover><mo>∑</mo><mi>n</mi></mover></mrow>"),
        (r"\frac12", None),  # the two digits are one number
        (r"\frac{1}{2}",
         "<mrow><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac></mrow>"),
        (r"\left(a\right)_+", "<mrow><msub><mrow><mo>(</mo><mrow><mi>a</mi></mrow><mo>)</mo></mrow>"
         "<mo>+</mo></msub></mrow>"),
        (r"a < 1", "<mrow><mi>a</mi><mo>&lt;</mo><mn>1</mn></mrow>"),
        (r"\mathrm{arg\,min}", "<mrow><mtext>arg min</mtext></mrow>"),
    ],
)  # fmt: skip
def test_latex_becomes_mathml(latex, expected):
    assert bare(latex) == (expected or "")


@pytest.mark.parametrize(
    ("latex", "parts"),
    [("a", 1), ("a = b + c", 3), ("-a", 1), ("a (b + c)", 1), (r"\Vert a - b \Vert", 1),
     (r"a, \quad b", 2), ("a_{b + c}", 1)],
)  # fmt: skip
def test_a_narrow_page_can_break_before_signs_outside_brackets(latex, parts):
    rows = list(ElementTree.fromstring(as_mathml(latex)))
    assert [row.tag for row in rows] == ["mrow"] * parts
    # the sign keeps the space before it
    assert all(row[0].get("form") == "infix" for row in rows[1:] if row[0].tag == "mo")


@pytest.mark.parametrize("latex", [r"\unheard{a}", "a}", "{a", "a_", r"\left(a", r"\frac{a}"])
def test_what_is_not_known_is_nothing(latex):
    assert as_mathml(latex) == ""


@pytest.mark.parametrize("name", EQUATIONS)
def test_every_equation_of_the_papers_is_well_formed_with_all_its_letters(name):
    latex = EQUATIONS[name]
    tree = ElementTree.fromstring(as_mathml(latex))
    commands = re.sub(r"\\(mathrm\{|[A-Za-z]+|.)", " ", latex)
    letters = sorted(re.findall("[A-Za-z]", commands))
    shown = [text for text in tree.itertext() if text.isascii() or text == "arg min"]
    plain = sorted(re.findall("[A-Za-z]", "".join(text for text in shown if text not in ("min",))))
    assert plain == letters
    for fraction in tree.iter("mfrac"):
        assert len(fraction) == 2
