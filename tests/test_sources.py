"""A paper is data: outside the rooms for one paper's own functions, no code names a source."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from methods.schemas.paper import load_papers

ROOT = Path(__file__).parents[1]
# Machines are races' and growth cases' names, such as erm-alm, and are named after their papers.
WORDS = re.compile(r"[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*")


def texts_of(source: str) -> list[tuple[int, str]]:
    """The texts in a module that do something, with their lines; docstrings cite papers."""
    tree = ast.parse(source)
    quoted = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quoted
    ]


def named_sources(source: str, keys: set[str], titles: set[str]) -> list[str]:
    """The texts that hold the key or the title of a paper."""
    return [
        f"line {line}: {text!r}"
        for line, text in texts_of(source)
        if keys & set(WORDS.findall(text)) or any(title in text for title in titles)
    ]


@cache
def of_papers() -> tuple[set[str], set[str]]:
    papers = load_papers(ROOT)
    return set(papers), {paper.title for paper in papers.values()}


@pytest.mark.parametrize(
    "text",
    ["source = 'erm'", "x = f'{a}/drm.csv'", "y = {'thesis': 1}", "t = 'Support Matrix Machines'"],
)
def test_a_named_source_is_seen(text):
    assert named_sources(text, *of_papers())


@pytest.mark.parametrize("text", ["'''erm'''", "name = 'erm-rows'", "# drm", "def smm(): pass"])
def test_a_citation_or_a_machine_is_no_source(text):
    assert not named_sources(text, *of_papers())


@pytest.mark.slow
def test_no_module_names_a_source():
    faults = [
        f"{file.relative_to(ROOT)}: {fault}"
        for file in sorted((ROOT / "methods").rglob("*.py"))
        if "papers" not in file.parts
        for fault in named_sources(file.read_text(), *of_papers())
    ]
    assert not faults, "\n".join(faults)
