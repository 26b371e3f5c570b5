"""The tool behind `make mutants`: it plants what it says, and a sample of its faults is seen."""

import ast
import importlib
import subprocess
import sys

import pytest

from tests import mutants

CODE = '''"""Words 1 < 2."""
def f(a: int = 1, *rest) -> int:
    """More words."""
    if a < 2 and not rest:
        raise ValueError(f"{a + 1} is small")
    return min(x + 1 for x in rest if x)
def g(rest):
    for x, y in zip(rest, rest, strict=True):
        return y
    return None
'''
CHANGES = {
    "1  ->  2", "if a < 2 and (not rest):  ->  if not (a < 2 and (not rest)):",
    "a < 2 and (not rest)  ->  a < 2 or not rest", "a < 2  ->  a <= 2", "a < 2  ->  2 < a",
    "2  ->  3", "not rest  ->  rest", "raise ValueError(f'{a + 1} is small')  ->  pass",
    "return min((x + 1 for x in rest if x))  ->  return None",
    "min((x + 1 for x in rest if x))  ->  max((x + 1 for x in rest if x))", "x + 1  ->  x - 1",
    "for x in rest if x  ->  for x in rest", "return y  ->  return None",
}  # fmt: skip


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A project of one module below methods/, with a test that sees some of its faults."""
    for folder in ("methods/room", "tests/room"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "methods/room/code.py").write_text(CODE)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    return tmp_path


def test_every_change_is_planted_once_and_words_are_left_alone(module):
    planted = mutants.mutants_of("room/code.py")
    assert {mutant.change.strip() for mutant in planted} == CHANGES
    assert len(planted) == len(CHANGES) + 1  # two numbers 1 become 2
    sources = [ast.unparse(mutant.tree()) for mutant in planted]
    assert len(set(sources)) == len(sources)
    assert ast.unparse(ast.parse(CODE)) not in sources


def test_the_mirrored_tests_are_those_of_the_same_name_or_those_that_import_the_module(module):
    folder = module / "tests/room"
    (folder / "test_other.py").write_text("from methods.room.code import f\n")
    (folder / "test_more.py").touch()
    assert mutants.tests_of("room/code.py") == ["tests/room/test_other.py"]
    (folder / "test_code.py").touch()
    (folder / "test_code_whole.py").touch()
    names = ["tests/room/test_code.py", "tests/room/test_code_whole.py"]
    assert mutants.tests_of("room/code.py") == names


def test_what_tests_import_is_the_changed_code(monkeypatch):
    name = "methods.claims.planted"
    finder = mutants.InPlace(name, mutants.ROOT / "planted.py", ast.parse("fault = 1"))
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    monkeypatch.setitem(sys.modules, name, None)  # is forgotten after the test
    del sys.modules[name]
    assert importlib.import_module(name).fault == 1


@pytest.mark.parametrize("target", mutants.TARGETS)
def test_every_target_has_tests(target):
    missing = [
        module
        for module in mutants.targets([target])
        if any(mutants.changed_trees(module)) and not mutants.tests_of(module)
    ]
    assert not missing


@pytest.mark.slow
def test_a_sample_of_planted_faults_is_seen():
    words = ["-m", "tests.mutants", "claims/counts.py", "bench/ranks.py", "--sample", "12"]
    done = subprocess.run(
        [sys.executable, *words], cwd=mutants.ROOT, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


ONLY_SLOW = """
import sys
from tests import mutants
mutants.TESTS["bench/ranks.py"] = ["tests/report/test_browser.py"]
sys.exit(mutants.main())
"""


@pytest.mark.slow
def test_faults_of_a_module_whose_tests_are_all_slow_are_not_seen():
    words = ["-c", ONLY_SLOW, "bench/ranks.py", "--sample", "2"]
    done = subprocess.run(
        [sys.executable, *words], cwd=mutants.ROOT, text=True, capture_output=True
    )
    assert done.returncode == 1, done.stderr
    assert done.stdout.count("methods/bench/ranks.py:") == 2
