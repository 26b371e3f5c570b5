"""The docstring of every public name: its layout, its place in the source, its example."""

import doctest
import inspect
import re

import pytest

import methods

CITED = re.compile(
    r"eqs?\. ?\d|[Aa]lgorithms? \d|[Ss]ections? \d|[Pp]roblem \d|Table \d|footnote \d"
    r"|\(\d\.\d+\)$|et al\.|\(?(?:19|20)\d\d\)",
    re.MULTILINE,
)

# What numpydoc must not find, by its own codes.
FAULTS = {
    "GL08": "no docstring",
    "SS01": "no summary",
    "SS03": "a summary without a full stop",
    "SS06": "a summary of several lines",
    "PR01": "a parameter without an entry",
    "PR02": "an entry without a parameter",
    "PR03": "entries in another order than the parameters",
    "PR04": "a parameter without a type",
    "PR07": "a parameter without a description",
    "EX01": "no example",
}


@pytest.mark.parametrize("name", methods.HOMES)
def test_the_example_of_a_docstring_is_what_python_answers(name):
    public = getattr(methods, name)
    (example,) = doctest.DocTestFinder(recurse=False).find(public, name, globs={})
    assert example.examples, f"{name} has no example"
    printed: list[str] = []
    failed = doctest.DocTestRunner().run(example, out=printed.append).failed
    assert not failed, "".join(printed)


@pytest.mark.parametrize("name", methods.HOMES)
def test_a_docstring_says_where_its_source_defines_it(name):
    doc = inspect.getdoc(getattr(methods, name))
    assert CITED.search(doc), f"{name} names no equation, algorithm or section"


@pytest.mark.parametrize("name", methods.HOMES)
def test_a_docstring_follows_the_standard_of_numpydoc(name):
    numpydoc = pytest.importorskip("numpydoc.validate", reason="a package of the pages alone")
    errors = numpydoc.validate(f"methods.{name}")["errors"]
    assert not [message for code, message in errors if code in FAULTS]


@pytest.mark.parametrize("name", methods.HOMES)
def test_every_parameter_has_a_type(name):
    public = getattr(methods, name)
    for function in [public, *filter(None, [getattr(public, "fit", None)])]:
        for parameter in inspect.signature(function).parameters.values():
            typed = parameter.annotation is not inspect.Parameter.empty
            assert typed or parameter.name == "self", f"{name}: {parameter.name}"
