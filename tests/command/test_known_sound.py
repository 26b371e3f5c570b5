"""What was without fault is not looked at again, until something has changed."""

import os
import select
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from methods.command import known_sound
from methods.command.known_sound import (
    environment,
    faults_unless_known,
    is_trusted,
    look_without_compiling,
)
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
    return list(faults_unless_known(question, code.split(), look))


def remembered():
    return len(list(known_sound.SOUND.iterdir()))


def test_what_is_without_fault_is_looked_at_once():
    look = Look()
    assert ask(look) == ask(look) == []
    assert look.times == 1


def test_a_fault_is_found_each_time():
    look = Look("broken")
    assert ask(look) == ask(look) == ["broken"]
    assert look.times == 2


def with_kernels():
    """A look that imports what numba compiles, writes what it got, and finds one fault of two."""
    from numba import njit, vectorize

    @njit("f8(f8)", cache=True)
    def twice(x):
        return 2 * x

    @vectorize(["f8(f8)"])
    def same(x):
        return x

    with open("seen", "a") as seen:
        seen.write(f"{type(twice).__name__} {type(same).__name__}\n")
    print("not for the reader")
    yield from faults_unless_known("sound?", ["sklearn.svm.SVC"], lambda: [])
    yield from faults_unless_known("broken?", ["sklearn.svm.SVC"], lambda: ["broken"])


@pytest.fixture
def without_numba(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "numba"]:
        monkeypatch.delitem(sys.modules, name)


def test_a_child_that_compiles_nothing_learns_what_is_sound(without_numba, capfd):
    look_without_compiling("kernels", with_kernels)
    assert Path("seen").read_text() == "function function\n"
    assert "numba" not in sys.modules and capfd.readouterr().out == ""
    sound, broken = Look(), Look("broken")
    assert ask(sound, "sound?") == [] and sound.times == 0
    assert ask(broken, "broken?") == ["broken"] and broken.times == 1


def test_a_child_looks_once_and_not_at_all_if_the_compiler_is_there(without_numba, monkeypatch):
    look_without_compiling("kernels", with_kernels)
    look_without_compiling("kernels", with_kernels)
    assert len(Path("seen").read_text().splitlines()) == 1
    look_without_compiling("more kernels", with_kernels)
    assert len(Path("seen").read_text().splitlines()) == 2
    Path("seen").unlink()
    monkeypatch.setattr(known_sound, "environment", lambda: "another")
    monkeypatch.setitem(sys.modules, "numba", known_sound)
    look_without_compiling("kernels", with_kernels)
    assert not Path("seen").exists()


@pytest.mark.parametrize("end", [lambda: 1 / 0, lambda: os._exit(3)])
def test_a_child_that_ends_badly_leaves_the_question_open(without_numba, end):
    look_without_compiling("the end", lambda: [end()])
    look = Look("broken")
    assert ask(look) == ["broken"]


def test_a_child_that_compiles_nothing_prints_nothing(without_numba, capfd):
    def look():
        for descriptor in (1, 2):
            os.write(descriptor, b"of a library")
        for stream in (sys.stdout, sys.stderr):
            print("of a module", file=stream)
        return []

    look_without_compiling("noise", look)
    assert capfd.readouterr() == ("", "")


def test_what_stands_in_for_the_compiler_has_no_special_names(without_numba):
    """Libraries ask a module for its version, and unwrap what has another within."""
    names = ["__version__", "__wrapped__", "njit"]

    def look():
        import numba

        Path("seen").write_text(" ".join(name for name in names if hasattr(numba, name)))
        return []

    look_without_compiling("names", look)
    assert Path("seen").read_text() == "njit"


def test_a_child_that_does_not_end_is_killed_and_not_started_again(without_numba, monkeypatch):
    monkeypatch.setattr(known_sound, "LONGEST", 0.0)
    at_end, held = os.pipe()
    look_without_compiling("all", lambda: [time.sleep(30)])
    os.close(held)
    ended, _, _ = select.select([at_end], [], [], 10)  # only the child could hold it open
    os.close(at_end)
    assert ended and remembered() == 1
    monkeypatch.setattr(known_sound, "get_context", None)
    look_without_compiling("all", list)


def test_no_child_looks_where_processes_cannot_fork(without_numba, monkeypatch):
    monkeypatch.setattr(known_sound, "get_all_start_methods", lambda: ["spawn"])
    look_without_compiling("kernels", with_kernels)
    assert not Path("seen").exists() and not known_sound.SOUND.exists()


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


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """A folder of installed packages, one that does not exist, and a package without modules."""
    monkeypatch.setattr(known_sound, "PACKAGE", tmp_path / "package")
    folders = [tmp_path / "site", tmp_path / "gone"]
    folders[0].mkdir()
    monkeypatch.setattr(known_sound, "folders_of_packages", lambda: folders)
    return folders


def test_the_environment_changes_with_what_is_installed(packages):
    before = environment.__wrapped__()
    os.utime(packages[0], ns=(1, 1))
    after = environment.__wrapped__()
    packages[1].mkdir()
    assert len({before, after, environment.__wrapped__()}) == 3


def test_the_environment_changes_with_python_and_its_path(packages, monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    seen = {environment.__wrapped__()}
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    seen.add(environment.__wrapped__())
    monkeypatch.setattr(sys, "version", "4.0")
    assert len({*seen, environment.__wrapped__()}) == 3


def test_the_environment_knows_modules_by_their_names_in_any_order_of_a_folder(
    packages, tmp_path, monkeypatch
):
    listed = Path.rglob
    inner = tmp_path / "package" / "inner"
    inner.mkdir(parents=True)
    for number in range(3):
        (inner / f"m{number}.py").write_text(f"x = {number}\n")
    before = environment.__wrapped__()
    turned = partial(sorted, reverse=True)
    monkeypatch.setattr(Path, "rglob", lambda folder, pattern: turned(listed(folder, pattern)))
    assert environment.__wrapped__() == before
    (inner / "m2.py").rename(inner / "m3.py")
    assert environment.__wrapped__() != before


@pytest.mark.parametrize(
    "code", ["methods.AdaBoost", "sklearn.svm.SVC", "numpy.mean", "yaml.safe_load", ""]
)
def test_code_of_this_package_and_of_installed_ones_is_looked_at_once(code):
    look = Look()
    assert ask(look, code=code) == ask(look, code=code) == []
    assert look.times == 1


@pytest.mark.parametrize(
    "code",
    [
        "own.Prior", "numbers.Number", "sys.exit", "methodsand.more",
        "sklearn.svm.SVC own.Prior", "own.Prior sklearn.svm.SVC",
    ],
)  # fmt: skip
def test_code_of_others_is_looked_at_each_time(code):
    look = Look()
    ask(look, code=code)
    assert not known_sound.SOUND.exists()
    ask(look)  # the same question about code that is trusted
    ask(look, code=code)
    assert look.times == 3 and not all(map(is_trusted, code.split()))


def test_a_fault_of_code_of_others_is_told_each_time():
    look = Look("broken", "worse")
    assert ask(look, code="own.Prior") == ask(look, code="own.Prior") == ["broken", "worse"]
    assert not known_sound.SOUND.exists()


def test_a_folder_that_cannot_be_written_costs_only_the_time(tmp_path):
    (tmp_path / ".snakemake").touch()
    look = Look()
    assert ask(look) == ask(look) == []
    assert look.times == 2


def test_the_folder_does_not_grow_for_ever(monkeypatch):
    monkeypatch.setattr(known_sound, "MOST", 3)
    counts = []
    for number in range(5):
        ask(Look(), str(number))
        counts.append(remembered())
    assert counts == [1, 2, 3, 1, 2]
    last = Look()
    assert ask(last, "4") == [] and last.times == 0, "the newest answer is known"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "status"])
def test_a_second_look_at_the_shipped_benchmark_imports_nothing_heavy(command):
    def look():
        return subprocess.run(
            [sys.executable, "-c", LOADED.format(command)], env={"PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=True,
        ).stdout.splitlines()  # fmt: skip

    first, second = look(), look()
    assert second[-1] == "loaded" and "numba" not in first[-1]
    assert second[:-1] == first[:-1]
