"""What is renamed when the wheel is built (.ci/installed_names.py), without hatchling."""

import runpy
import sys
from types import ModuleType, SimpleNamespace

import pytest

from methods.command.init import PARTS
from tests.project import ROOT

INTERFACE = "hatchling.builders.hooks.plugin.interface"


@pytest.fixture(scope="module")
def built():
    """The functions of the build hook."""
    stub = ModuleType(INTERFACE)
    stub.BuildHookInterface = object
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, INTERFACE, stub)
        return SimpleNamespace(**runpy.run_path(str(ROOT / ".ci" / "installed_names.py")))


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("from methods.bench import paths", "from marginbench.bench import paths"),
        ("    from methods import HOMES", "    from marginbench import HOMES"),
        ("import methods", "import marginbench"),
        ("import methods.seeds", "import marginbench.seeds"),
        ("class: methods.AdaBoost,", "class: marginbench.AdaBoost,"),
        ('"methods.margin._kernels"', '"marginbench.margin._kernels"'),
        ("{function: methods.tables.scores.score_table}",) * 2,
        ("run python -m methods check", "run python -m marginbench check"),
        ('sys.executable, "-m", "methods"]', 'sys.executable, "-m", "marginbench"]'),
        ("see `methods.objectives.losses`", "see `marginbench.objectives.losses`"),
    ],
)
def test_the_package_is_renamed(built, text, renamed):
    renamed = renamed.replace("methods.tables", "marginbench.tables")
    assert built.renaming(ROOT / "methods")(text) == renamed


@pytest.mark.parametrize(
    "text",
    [
        "methods: all", "config['methods']", "for m in methods.items():", "study.methods.data",
        "list methods", "plan.methods(study)", "own.methods.AdaBoost", "../methods.css",
        "methods.append(1)", "the methods. Boosting", '{"methods": 1}', "import methods_of_mine",
        'if config["methods"] != "all"', "methods.database",
    ],
)  # fmt: skip
def test_a_word_is_no_package(built, text):
    assert built.renaming(ROOT / "methods")(text) == text


@pytest.mark.slow
def test_a_package_of_files_that_git_knows_is_written(built, tmp_path):
    package = tmp_path / "marginbench"
    built.write_package(ROOT, package)
    written = {file.relative_to(package).as_posix() for file in package.rglob("*")}
    assert {"__init__.py", "report/look/base.html", "project/Snakefile"} <= written
    assert "project/workflow/profiles/default/config.yaml" in written
    assert not any("__pycache__" in name or "datasets/local" in name for name in written)
    assert "from marginbench.bench" in (package / "project/Snakefile").read_text()
    profile = "project/workflow/profiles/pbs/status.sh"
    assert (package / profile).stat().st_mode == (ROOT / profile[8:]).stat().st_mode


def test_the_wheel_has_what_init_copies(built):
    assert built.PROJECT == PARTS
