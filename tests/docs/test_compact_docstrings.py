"""How plain docstrings become the markup of Sphinx."""

import importlib.util
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[2] / "docs" / "extensions" / "compact_docstrings.py"


@pytest.fixture(scope="module")
def compact():
    pytest.importorskip("sphinx")
    spec = importlib.util.spec_from_file_location("compact_docstrings", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_formula_stays_as_it_is(compact):
    assert compact.paragraph("min ||w||_2 + C *\n    xi_i").split("\n\n")[1].splitlines() == [
        "   min ||w||_2 + C *",
        "       xi_i",
    ]


def test_signs_in_a_text_mean_themselves(compact):
    assert compact.quoted("|S| of coef_ * 2") == r"\|S\| of coef\_ \* 2"


def test_a_public_name_is_a_link_and_any_other_is_code(compact):
    assert compact.quoted("see `PrimalSVM`") == "see :class:`~methods.PrimalSVM`"
    assert compact.quoted("by `stump_kernel`") == "by :func:`~methods.stump_kernel`"
    assert compact.quoted("`tau_max`") == "``tau_max``"


def test_an_entry_has_its_type_and_all_its_lines(compact):
    section = "C : weight,\n    positive.\ntol : small."
    assert "".join(f"{line}\n" for line in compact.entries(section, {"C": "float"})) == (
        "\n``C`` : *float*\n   weight,\n   positive.\n\n``tol``\n   small.\n\n"
    )
