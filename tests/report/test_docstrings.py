"""Docstrings taken apart, in both layouts that are in use."""

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


def test_the_parts_of_numpydoc_are_told_apart():
    found = about(Spaced, "a.Spaced")
    assert (found.summary, found.path, found.references) == ("Learns.", "a.Spaced", "A paper.")
    assert "    f(w) = w^2" in found.text and "by Solver with `tol`" in found.text
    assert "versionadded" not in found.text
    assert found.lists["Parameters"] == [
        ("tol", "float, default=1e-3 Stop when the change is below this.")
    ]


def test_one_line_entries_are_read_with_their_continuation():
    found = about(Tight, "a.Tight")
    assert found.summary == "Learns more."
    assert found.lists["Parameters"] == [
        ("tol", "stops below this, in absolute terms."), ("loss", '"hinge".'),
    ]  # fmt: skip


def test_a_class_without_a_docstring_of_its_own_is_no_error():
    assert about(type("Bare", (), {}), "a.Bare").summary == ""
