"""The docstring of every public name: its place in the source, its parameters, its example."""

import doctest
import inspect
import re

import pytest

import methods
from methods.report.docstrings import about

CITED = re.compile(
    r"eqs?\. ?\d|[Aa]lgorithms? \d|[Ss]ections? \d|[Pp]roblem \d|Table \d|footnote \d"
    r"|\(\d\.\d+\)$|et al\.|\(?(?:19|20)\d\d\)",
    re.MULTILINE,
)


@pytest.mark.parametrize("name", methods.HOMES)
def test_the_example_of_a_docstring_is_what_python_answers(name):
    public = getattr(methods, name)
    (found,) = doctest.DocTestFinder(recurse=False).find(public, name, globs={})
    assert found.examples, f"{name} has no example"
    said: list[str] = []
    failed = doctest.DocTestRunner().run(found, out=said.append).failed
    assert not failed, "".join(said)


@pytest.mark.parametrize("name", methods.HOMES)
def test_a_docstring_says_where_its_source_defines_it(name):
    doc = inspect.getdoc(getattr(methods, name))
    assert CITED.search(doc), f"{name} names no equation, algorithm or section"


@pytest.mark.parametrize("name", methods.HOMES)
def test_a_docstring_lists_the_parameters_and_no_others(name):
    public = getattr(methods, name)
    listed = about(public, name).lists.get("Parameters", [])
    names = {part for entry, _ in listed for part in entry.split(", ")}
    assert names == set(inspect.signature(public).parameters)


@pytest.mark.parametrize("name", methods.HOMES)
def test_every_parameter_has_a_type(name):
    public = getattr(methods, name)
    for function in [public, *filter(None, [getattr(public, "fit", None)])]:
        for parameter in inspect.signature(function).parameters.values():
            typed = parameter.annotation is not inspect.Parameter.empty
            assert typed or parameter.name == "self", f"{name}: {parameter.name}"
