"""The parts of docstrings in numpydoc's layout."""

import sys
from types import ModuleType

from methods.project import NAME
from methods.report.docstrings import About, about, by_number


class Spaced:
    """Learns.

    It minimises ::

        f(w) = w^2

    by :class:`~a.b.Solver` with ``tol``.

    .. versionadded:: 0.1

    Parameters
    ----------
    tol : float, default=1e-3
        Stop when the change is below
        this.

    References
    ----------
    A paper.
    """


def test_the_sections_of_numpydoc_are_separated():
    parts = about(Spaced, "a.Spaced")
    assert (parts.summary, parts.path, parts.references) == ("Learns.", "a.Spaced", "A paper.")
    assert "minimises\n" in parts.text
    assert "    f(w) = w^2" in parts.text and "by Solver with tol" in parts.text
    assert "versionadded" not in parts.text
    assert parts.lists["Parameters"] == [
        ("tol", "float, default=1e-3. Stop when the change is below this.")
    ]


def test_a_class_without_a_docstring_of_its_own_is_no_error():
    assert about(type("Bare", (), {}), "a.Bare").summary == ""


def test_a_class_without_a_docstring_does_not_have_that_of_its_base():
    parts = about(type("Bare", (Spaced,), {}), "a.Bare")
    assert (parts.summary, parts.text, parts.lists) == ("", "", {})


MINIMUM = {"5": r"\min_w f(w)", "6": r"d = f + g"}


def of(text, module=""):
    return About("a.B", "Learns.", text, module)


def test_a_formula_with_the_number_of_a_typeset_equation_is_told_by_its_number():
    told = by_number(
        of("Where:\n\n    d = f + g       (6)\n    h = 1      (6, solved)\n\nand so on."), MINIMUM
    )
    assert told.text == "Where:\n\n    eq. 6 above\n    eq. 6 above, solved\n\nand so on."
    module = by_number(of("", "    a = b     (7)\n    d = f + g       (6)"), MINIMUM).module
    assert module == "    a = b     (7)\n    eq. 6 above"


def test_what_a_class_minimises_is_told_by_the_number_of_the_minimum():
    text = "It minimises, over w:\n\n    f(w)\n        + g(w)\n\nsubject to:\n\n    w > 0"
    assert by_number(of(text), MINIMUM).text == (
        "It minimises, over w:\n\n    eq. 5 above\n\nsubject to:\n\n    w > 0"
    )
    assert by_number(of(text), {"6": "d = f + g"}).text == text
    numbered = "It minimises:\n\n    d(w)      (6)"
    assert by_number(of(numbered), MINIMUM).text == "It minimises:\n\n    eq. 6 above"


def test_without_typeset_equations_a_docstring_stays_as_it_is():
    parts = about(Spaced, "a.Spaced")
    assert by_number(parts, {}) == parts


def test_the_text_of_a_module_is_plain_and_told_of_our_classes_alone(monkeypatch):
    for name in (f"{NAME}.made_up", "else.made_up"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name, "Of :class:`~a.B` and ``c``."))
    told = {
        name: about(type("Own", (), {"__module__": name}), "a.Own").module
        for name in (f"{NAME}.made_up", "else.made_up")
    }
    assert list(told.values()) == ["Of B and c.", ""]


def test_parameters_and_attributes_are_told_apart():
    class Fitted:
        """Learns.

        Parameters
        ----------
        tol : float

        Attributes
        ----------
        coef_ : array
        """

    lists = about(Fitted, "a.Fitted").lists
    assert lists == {"Parameters": [("tol", "float.")], "Attributes": [("coef_", "array.")]}
