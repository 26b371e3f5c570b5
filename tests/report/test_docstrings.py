"""The parts of docstrings in both layouts."""

from methods.report.docstrings import about


class Spaced:
    """Learns.

    It minimises

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


class Tight:
    """Learns
    more.

    Parameters
    ----------
    tol : stops below this,
        in absolute terms.
    loss : "hinge".
    """


def test_the_sections_of_numpydoc_are_separated():
    parts = about(Spaced, "a.Spaced")
    assert (parts.summary, parts.path, parts.references) == ("Learns.", "a.Spaced", "A paper.")
    assert "    f(w) = w^2" in parts.text and "by Solver with `tol`" in parts.text
    assert "versionadded" not in parts.text
    assert parts.lists["Parameters"] == [
        ("tol", "float, default=1e-3 Stop when the change is below this.")
    ]


def test_one_line_entries_are_read_with_their_continuation():
    parts = about(Tight, "a.Tight")
    assert parts.summary == "Learns more."
    assert parts.lists["Parameters"] == [
        ("tol", "stops below this, in absolute terms."), ("loss", '"hinge".'),
    ]  # fmt: skip


def test_a_class_without_a_docstring_of_its_own_is_no_error():
    assert about(type("Bare", (), {}), "a.Bare").summary == ""
