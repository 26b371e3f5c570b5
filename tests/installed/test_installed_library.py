"""The installed library, in a folder with a `methods` of somebody else."""

import pytest

from tests.project import ROOT

pytestmark = pytest.mark.slow
TRY_ALL = """
import doctest, {name}

for public in {name}.HOMES:
    found = doctest.DocTestFinder(recurse=False).find(getattr({name}, public), public)
    for example in found:
        said = []
        doctest.DocTestRunner().run(example, out=said.append)
        print(public, len(example.examples), *(text.partition('Got:')[2] for text in said))
"""
IMPORTED = """
import sys, marginbench
ours = {m for m in sys.modules if m.startswith("marginbench")}
heavy = {"numpy", "numba", "scipy", "sklearn"} & set(sys.modules)
print(sorted(ours | heavy), hasattr(sys.modules.get("methods"), "__file__"))
"""


@pytest.mark.parametrize("kind", ["module", "folder"])
def test_the_import_brings_nothing_else_and_minds_no_other_methods(installed, hostile, kind):
    assert installed.well(hostile(kind), "-c", IMPORTED) == "['marginbench'] False\n"


def test_every_example_says_what_it_says_in_the_checkout(installed, hostile, tmp_path):
    before = installed.files()
    said = installed.well(hostile("module"), "-c", TRY_ALL.format(name="marginbench"))
    checkout = installed.well(ROOT, "-c", TRY_ALL.format(name="methods"))
    assert said == checkout.replace("methods", "marginbench") and said.count("\n") > 30
    assert installed.files() == before  # compiled code too is elsewhere


def test_compiled_code_is_where_the_user_wants_it(installed, tmp_path):
    code = "from marginbench.boosting import _kernels"
    installed.well(tmp_path, "-c", code, XDG_CACHE_HOME=str(tmp_path / "mine"))
    assert list(tmp_path.glob("mine/marginbench/numba/boosting_*/*.nbi"))
    late = f"import numba, os; {code}"
    installed.well(tmp_path, "-c", late, NUMBA_CACHE_DIR=str(tmp_path / "named"))
    assert list(tmp_path.glob("named/boosting_*/*.nbi"))
