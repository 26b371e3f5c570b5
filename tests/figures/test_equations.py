"""Equations as pictures."""

import re

import pytest

from methods.errors import UserError
from methods.figures.equations import as_svg


def test_an_equation_takes_the_colour_of_its_text_and_asks_for_nothing():
    svg = as_svg(r"\frac{1}{2} \Vert w \Vert^2")
    assert svg.startswith('<svg fill="currentColor"') and svg.rstrip().endswith("</svg>")
    assert "<style" not in svg and "<metadata" not in svg and "#000000" not in svg
    assert not re.search(r'(href|src)="http', svg)


def test_two_equations_on_a_page_share_no_name():
    names = [set(re.findall(r'id="([^"]+)"', as_svg(latex))) for latex in ("a + b", "a + c")]
    assert names[0] and not names[0] & names[1]


def test_the_same_equation_is_the_same_bytes():
    assert as_svg("a + b") == as_svg("a + b")


def test_what_cannot_be_read_is_one_line():
    with pytest.raises(UserError, match="mathtext cannot read it") as raised:
        as_svg(r"\fracc{a}{b}")
    assert "\n" not in str(raised.value)
