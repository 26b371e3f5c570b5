"""The parts of docstrings in numpydoc's layout."""

from methods.report.docstrings import about


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
