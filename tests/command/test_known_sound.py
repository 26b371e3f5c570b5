"""What was without fault is not looked at again, until something has changed."""

import subprocess
import sys

import pytest

from methods.command import known_sound
from methods.command.known_sound import environment, faults_unless_known, is_trusted
from tests.project import ROOT

HEAVY = ("sklearn", "matplotlib", "numba")
LOADED = f"""
import sys
from methods.__main__ import run
sys.argv[1:] = [{{!r}}]
status = run()
print("loaded", *(name for name in {HEAVY} if name in sys.modules))
sys.exit(status)
"""


class Look:
    """Finds the given faults, and counts how often it was asked."""

    def __init__(self, *faults):
        self.faults, self.times = faults, 0

    def __call__(self):
        self.times += 1
        return self.faults


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def ask(look, question="is it sound?", code="sklearn.svm.SVC"):
    return list(faults_unless_known(question, [code], look))


def test_what_is_without_fault_is_looked_at_once():
    look = Look()
    assert ask(look) == ask(look) == []
    assert look.times == 1


def test_a_fault_is_found_each_time():
    look = Look("broken")
    assert ask(look) == ask(look) == ["broken"]
    assert look.times == 2


def test_another_question_is_looked_at():
    look = Look()
    ask(look)
    ask(look, "is it sound now?")
    assert look.times == 2


def test_a_change_of_the_environment_is_looked_at(monkeypatch):
    look = Look()
    ask(look)
    monkeypatch.setattr(known_sound, "environment", lambda: "after an upgrade")
    ask(look)
    assert look.times == 2


def test_the_environment_changes_with_the_source_of_this_package(tmp_path, monkeypatch):
    monkeypatch.setattr(known_sound, "PACKAGE", tmp_path)
    before = environment.__wrapped__()
    (tmp_path / "module.py").write_text("x = 1\n")
    with_module = environment.__wrapped__()
    (tmp_path / "module.py").write_text("x = 2\n")
    assert len({before, with_module, environment.__wrapped__()}) == 3


@pytest.mark.parametrize("code", ["own.Prior", "numbers.Number", "methodsand.more"])
def test_code_of_others_is_looked_at_each_time(code):
    look = Look()
    ask(look, code=code)
    ask(look, code=code)
    assert look.times == 2 and not is_trusted(code)


def test_a_folder_that_cannot_be_written_costs_only_the_time(tmp_path):
    (tmp_path / ".snakemake").touch()
    look = Look()
    assert ask(look) == ask(look) == []
    assert look.times == 2


def test_the_folder_does_not_grow_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(known_sound, "MOST", 3)
    for number in range(10):
        ask(Look(), str(number))
    assert len(list((tmp_path / ".snakemake" / "sound").iterdir())) <= 3


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "status"])
def test_a_second_look_at_the_shipped_benchmark_imports_nothing_heavy(command):
    def look():
        return subprocess.run(
            [sys.executable, "-c", LOADED.format(command)], env={"PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=True,
        ).stdout.splitlines()  # fmt: skip

    first, second = look(), look()
    assert second[-1] == "loaded" and first[-1] != "loaded"
    assert second[:-1] == first[:-1]
