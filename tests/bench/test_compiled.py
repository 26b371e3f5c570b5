"""Compiled code is not used after an edit of its source."""

import os

import pytest

from methods.bench.compiled import compile_kernels, compiled_modules, last_edit, stale_code
from methods.errors import UserError


def file_of_age(path, seconds):
    path.parent.mkdir(exist_ok=True)
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
