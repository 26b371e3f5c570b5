"""Compiled code is not used after an edit of its source."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from methods.bench import compiled as module
from methods.bench.compiled import (
    code_folder,
    compile_kernels,
    compiled_modules,
    last_edit,
    stale_code,
)
from methods.errors import UserError
from tests.project import ROOT

KERNELS = "methods/multiclass/_kernels.py"
COMPILED = """
from methods.bench.compiled import compile_kernels
compile_kernels("methods.multiclass._kernels")
from methods.multiclass import _kernels
functions = [f for f in vars(_kernels).values() if hasattr(f, "stats")]
print(sum(sum(f.stats.cache_misses.values()) for f in functions))
"""


def file_of_age(path, seconds):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.utime(path, ns=(10**18 - 10**9 * seconds,) * 2)
    return path


def test_compiled_code_older_than_a_module_that_it_calls_is_stale(tmp_path):
    own = file_of_age(tmp_path / "_kernels.py", 50)
    called = file_of_age(tmp_path / "_inner_kernels.py", 20)
    edited, called_edited = own.stat().st_mtime_ns, called.stat().st_mtime_ns
    old = file_of_age(tmp_path / "__pycache__" / "_kernels.f-1.py311.nbi", 30)
    code = file_of_age(tmp_path / "__pycache__" / "_kernels.f-1.py311.1.nbc", 30)
    file_of_age(tmp_path / "__pycache__" / "_kernels.g-9.py311.nbi", 10)
    file_of_age(tmp_path / "__pycache__" / "_kernels.cpython-311.pyc", 30)
    file_of_age(tmp_path / "__pycache__" / "_inner_kernels.h-1.py311.nbi", 30)
    assert set(stale_code(own, called_edited)) == {old, code}
    assert stale_code(own, edited) == []


def test_only_compiled_modules_are_accepted():
    for name in ("methods.bench.plan", "methods.nothing_kernels", "os"):
        with pytest.raises(UserError, match="is no compiled module"):
            compile_kernels(name)


def test_a_module_with_a_report_older_than_a_source_counts_as_not_compiled(tmp_path):
    module = "methods.perceptron._kernels"
    calls = "methods.perceptron._line_search_kernels"
    assert last_edit(module) >= last_edit(calls)
    (tmp_path / ".methods.x._kernels.part-1.json").touch()
    (tmp_path / "methods.gone._kernels.json").touch()
    for name in (module, calls):
        (tmp_path / f"{name}.json").touch()
    assert compiled_modules(tmp_path) == {module, calls}
    before = last_edit(module) - 10**9
    os.utime(tmp_path / f"{module}.json", ns=(before, before))
    assert compiled_modules(tmp_path) == {calls}


@pytest.fixture(scope="module")
def checkouts(tmp_path_factory):
    """Compiles in a checkout that has compiled nothing; returns how many functions it compiled."""
    caches = tmp_path_factory.mktemp("caches")

    def compiled(name, edit=""):
        root = tmp_path_factory.mktemp(name)
        shutil.copytree(
            ROOT / "methods", root / "methods", ignore=shutil.ignore_patterns("__pycache__")
        )
        with (root / KERNELS).open("a") as source:
            source.write(edit)
        environment = os.environ | {"PYTHONPATH": str(root), "XDG_CACHE_HOME": str(caches)}
        done = subprocess.run(
            [sys.executable, "-c", COMPILED], cwd=root, env=environment, capture_output=True,
            text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    compiled.kept = caches / "marginbench" / "compiled"
    return compiled


@pytest.mark.slow
def test_another_checkout_of_the_same_source_compiles_nothing(checkouts):
    assert checkouts("first") > 0
    assert checkouts("second") == 0
    assert checkouts("edited", "EDITED = 1\n") > 0


@pytest.mark.slow
def test_damaged_kept_code_is_compiled_again_and_kept_anew(checkouts):
    checkouts("first")
    for code in checkouts.kept.glob("*/*.nbc"):
        code.write_bytes(code.read_bytes()[:-1] + b"?")
    assert checkouts("damaged") > 0
    assert checkouts("mended") == 0


@pytest.mark.slow
def test_kept_code_that_is_lost_in_part_is_compiled_again(checkouts):
    checkouts("first")
    next(checkouts.kept.glob("*/*.nbc")).unlink()
    checkouts("lost")
    assert checkouts("mended") == 0


def test_code_is_looked_for_where_numba_stores_it(tmp_path, monkeypatch):
    from numba.core.caching import _CacheLocator  # numba imports slowly

    file = Path(__file__)
    assert code_folder(file) == file.parent / "__pycache__"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    subpath = _CacheLocator.get_suitable_cache_subpath(str(file))
    assert code_folder(file) == tmp_path / subpath


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """Module `a._kernels`, which calls `b._kernels`; their files, by name."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    names = ["a._kernels", "b._kernels"]
    files = {name: file_of_age(tmp_path / name[0] / "_kernels.py", 50) for name in names}
    monkeypatch.setattr(module, "imported_modules", lambda name: names[names.index(name) :])
    monkeypatch.setattr(module, "source_file", files.get)
    return files


def test_an_edit_of_a_called_module_is_one_of_its_caller(toy):
    edited = file_of_age(toy["b._kernels"], 20).stat().st_mtime_ns
    assert last_edit("a._kernels") == last_edit("b._kernels") == edited


def test_a_module_is_compiled_while_all_of_its_code_is_there(toy, tmp_path):
    code = [
        file_of_age(tmp_path / "a/__pycache__" / f"_kernels.{name}-1.py311.nbi", 30)
        for name in "fg"
    ]
    module.write_report("a._kernels", tmp_path / "a._kernels.json", {})
    assert module.is_compiled(tmp_path / "a._kernels.json")
    code[0].unlink()
    assert not module.is_compiled(tmp_path / "a._kernels.json")


def test_code_of_a_module_whose_name_begins_alike_is_another_one(tmp_path):
    own = file_of_age(tmp_path / "_kernels.py", 50)
    file_of_age(tmp_path / "__pycache__" / "_kernels_of_more.f-1.py311.nbi", 90)
    assert stale_code(own, own.stat().st_mtime_ns) == []


def test_kept_code_is_taken_of_each_module_that_is_called(toy, monkeypatch):
    taken = []
    monkeypatch.setattr(module, "take_kept_code", taken.append)
    for name in ("keep_code", "import_module"):
        monkeypatch.setattr(module, name, lambda name: None)
    compile_kernels("a._kernels")
    assert taken == ["a._kernels", "b._kernels"]
