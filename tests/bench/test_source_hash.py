"""Which edits make which methods be fitted again."""

import ast
import re
import shutil
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import SimpleNamespace

import pytest

from methods import project
from methods.bench import source_hash as module
from methods.bench.source_hash import (
    LIBRARIES,
    code_paths,
    combined,
    hash_of_sources,
    home,
    imported_modules,
    module_hash,
    module_sources,
    source_file,
    source_hash,
    sources,
)
from methods.errors import UserError

PACKAGE = Path(module.__file__).parents[1]
SVM, ERM = "methods.PrimalSVM", "methods.ExclusivityMachine"
FOREST = "sklearn.ensemble.RandomForestClassifier"


def forget() -> None:
    for cached in (
        module.sources, module.module_sources, module.module_hash, module.imported_modules,
        module._imports, module.installed_version, module.is_installed,
    ):  # fmt: skip
        cached.cache_clear()


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A copy of the package, over which the source hashes are computed."""
    ours = shutil.ignore_patterns("__pycache__")
    tree = shutil.copytree(PACKAGE, tmp_path / "methods", ignore=ours)
    monkeypatch.setattr(module, "PACKAGE", tree)
    forget()
    yield tree
    forget()


def changed_by(tree: Path, file: str, *paths: str) -> set[str]:
    before = {path: source_hash(path) for path in paths}
    with open(tree / file, "a") as source:
        source.write("\n# another thought\n")
    forget()
    return {path for path in paths if source_hash(path) != before[path]}


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("margin/exclusivity_machine.py", {ERM}),
        ("margin/primal_svm.py", {SVM}),
        ("objectives/svm.py", {SVM, ERM}),
        ("objectives/diversity.py", set()),
        ("bench/tables.py", set()),
        ("figures/style.py", set()),
    ],
)
def test_an_edit_changes_the_methods_that_import_it_and_no_other(copied, file, changed):
    assert changed_by(copied, file, SVM, ERM, FOREST) == changed


def test_imports_are_followed_through_other_modules():
    modules = imported_modules("methods.margin.exclusivity_machine")
    assert "methods.margin.interior_point" in modules
    assert "methods.margin.interior_point_step" in modules
    assert "methods.tables.scores" not in modules


def test_no_relative_import_escapes_the_source_hash():
    relative = [
        file
        for file in PACKAGE.rglob("*.py")
        if re.search(r"\bfrom[\s\\]*\.", source := file.read_text())  # few need to be parsed
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_a_public_name_has_the_source_hash_of_its_home():
    assert home(SVM) == "methods.margin.primal_svm"
    assert source_hash(SVM) == source_hash("methods.margin.primal_svm.PrimalSVM")


def test_another_version_of_a_library_changes_everything(monkeypatch):
    before = source_hash(FOREST), source_hash(SVM)
    version = module.version
    monkeypatch.setattr(module, "version", lambda name: version(name) + (name == "numpy") * "+1")
    forget()
    after = source_hash(FOREST), source_hash(SVM)
    forget()
    assert before[0] != after[0] and before[1] != after[1]


def test_a_module_of_the_user_is_hashed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "my_own_machine.py"
    file.write_text("class Machine: pass\n")
    before = source_hash("my_own_machine.Machine")
    file.write_text("class Machine:\n    better = True\n")
    forget()
    assert source_hash("my_own_machine.Machine") != before
    forget()


@pytest.fixture
def plugins(tmp_path, monkeypatch):
    """Plugins that import each other, a machine of ours, and their own package."""
    folder = tmp_path / "plugins"
    (folder / "pack").mkdir(parents=True)
    (folder / "alone.py").write_text("import numpy\n")
    (folder / "helped.py").write_text("from methods import PrimalSVM\nfrom alone import numpy\n")
    (folder / "pack/__init__.py").write_text("from .core import Machine\n")
    (folder / "pack/core.py").write_text("from . import parts\n")
    (folder / "pack/parts.py").touch()
    (folder / "pack/lone.py").touch()
    monkeypatch.setattr(module, "PLUGINS", folder)
    forget()
    yield folder
    forget()


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("alone.py", {"alone.A", "helped.H"}),
        ("helped.py", {"helped.H"}),
        ("pack/__init__.py", {"pack.Machine", "pack.core.Machine", "pack.lone.Machine"}),
        ("pack/parts.py", {"pack.Machine", "pack.core.Machine", "pack.lone.Machine"}),
        ("pack/lone.py", {"pack.lone.Machine"}),
    ],
)
def test_an_edited_plugin_changes_itself_and_what_imports_it(plugins, file, changed):
    paths = ("alone.A", "helped.H", "pack.Machine", "pack.core.Machine", "pack.lone.Machine")
    assert changed_by(plugins, file, *paths) == changed


def test_a_plugin_changes_with_the_machine_of_ours_that_it_imports(plugins, copied):
    assert changed_by(copied, "margin/primal_svm.py", "alone.A", "helped.H") == {"helped.H"}


@pytest.mark.parametrize(
    ("source", "follows"),
    [
        ("import methods\ndef f(): return methods.PrimalSVM(C=1).fit", True),
        ("import methods as m\nclass A(m.PrimalSVM): pass", True),
        ("import methods.seeds\nmethods.PrimalSVM", True),
        ("import methods\nmethods.margin.primal_svm.PrimalSVM", True),
        ("import methods\ngetattr(methods, 'PrimalSVM')", True),
        ("from methods import *", True),
        ("import methods\nmethods.AdaBoost", False),
        ("import methods.seeds as methods\nmethods.PrimalSVM", False),
        ("import methods\nf('methods.PrimalSVM').methods.PrimalSVM", False),
    ],
)
def test_a_plugin_may_take_our_machine_from_the_package(plugins, copied, source, follows):
    (plugins / "whole.py").write_text(source)
    changed = changed_by(copied, "margin/primal_svm.py", "whole.A")
    assert changed == ({"whole.A"} if follows else set())


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nprint(np)",
        "import numpy as np\nnp.PrimalSVM",
        "import numpy\nmethods = [1]\nprint(methods)",
        "import methods\nnumpy.PrimalSVM",
        "from numpy import *",
    ],
)
def test_what_has_a_name_of_ours_by_chance_is_not_followed(plugins, source):
    (plugins / "whole.py").write_text(source)
    assert imported_modules("whole") == {"whole"}


def test_one_module_of_the_package_is_followed_without_the_others(plugins):
    (plugins / "whole.py").write_text("from methods import seeds")
    assert imported_modules("whole") == {"whole", "methods.seeds"}


@pytest.mark.parametrize(
    "source",
    [
        "import alone",
        "import numpy, alone",
        "import alone as other",
        "from alone import *",
        "if True:\n    import alone",
        "if True:\n    pass\nelse:\n    import alone",
        "try:\n    pass\nexcept ImportError:\n    import alone",
        "try:\n    pass\nfinally:\n    import alone",
        "match 0:\n    case 1:\n        import alone",
        "def f():\n    import alone",
        "import helped",
    ],
)
def test_a_plugin_changes_with_one_that_it_imports_in_any_way(plugins, source):
    (plugins / "pack/lone.py").write_text(source)
    changed = changed_by(plugins, "alone.py", "pack.lone.A", "pack.core.A")
    assert changed == {"pack.lone.A"}


@pytest.mark.parametrize(
    "source", ["from .. import parts", "from ..parts import numpy", "from . import beside"]
)
def test_a_module_in_a_folder_of_a_plugin_changes_with_what_it_imports_from_above(plugins, source):
    inner = plugins / "pack/inner"
    inner.mkdir()
    (inner / "__init__.py").touch()
    (inner / "deep.py").write_text(source)
    (inner / "beside.py").write_text("from ..parts import numpy")
    (inner / "parts.py").touch()
    for file, changed in (("pack/parts.py", {"pack.inner.deep.A"}), ("pack/inner/parts.py", set())):
        assert changed_by(plugins, file, "pack.inner.deep.A") == changed


@pytest.mark.parametrize("has_init", [True, False])
def test_a_plugin_changes_with_every_folder_that_it_is_in(plugins, has_init):
    """Python runs the __init__ of all folders from above, also where one between has none."""
    inner = plugins / "methods_of_mine/inner/innermost"
    inner.mkdir(parents=True)
    (inner / "deep.py").write_text("import alone\n")
    (plugins / "methods_of_mine/__init__.py").touch()
    files = ["methods_of_mine/__init__.py"]
    if has_init:
        (plugins / "methods_of_mine/inner/__init__.py").touch()
        files.append("methods_of_mine/inner/__init__.py")
    (plugins / "other.py").write_text("import methods_of_mine.inner.innermost.deep\n")
    paths = ("methods_of_mine.inner.innermost.deep.A", "other.A", "alone.A")
    for file in files:
        assert changed_by(plugins, file, *paths) == set(paths[:2])


def test_an_edit_that_leaves_the_length_of_a_plugin_changes_it(plugins):
    (plugins / "alone.py").write_text("depth = 1\n")
    before = source_hash("alone.A")
    (plugins / "alone.py").write_text("depth = 2\n")
    forget()
    assert source_hash("alone.A") != before


def test_every_file_of_an_installed_package_counts(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    inner = tmp_path / "package_of_mine/part/inner.py"
    inner.parent.mkdir(parents=True)
    inner.write_text("depth = 1\n")
    (tmp_path / "package_of_mine/__init__.py").touch()
    before = source_hash("package_of_mine.Machine")
    inner.write_text("depth = 2\n")
    forget()
    assert source_hash("package_of_mine.Machine") != before
    forget()


@pytest.mark.parametrize("installed", [False, True])
def test_compiled_modules_of_a_package_under_development_count(tmp_path, monkeypatch, installed):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(module, "folders_of_packages", lambda: [tmp_path] * installed)
    compiled = tmp_path / f"package_of_mine/part/fast{EXTENSION_SUFFIXES[0]}"
    compiled.parent.mkdir(parents=True)
    (tmp_path / "package_of_mine/__init__.py").touch()
    compiled.write_bytes(b"\x7fELF 1")
    before = source_hash("package_of_mine.Machine")
    compiled.write_bytes(b"\x7fELF 2")
    forget()
    assert (source_hash("package_of_mine.Machine") == before) == installed
    forget()


def test_a_compiled_module_beside_a_plugin_counts(plugins):
    folder = plugins / "with_compiled"
    folder.mkdir()
    (folder / "__init__.py").write_text("from with_compiled.fast import fit\n")
    compiled = folder / f"fast{EXTENSION_SUFFIXES[-1]}"
    seen = []
    for content in (b"\x7fELF 1", b"\x7fELF 2"):
        compiled.write_bytes(content)
        forget()
        seen.append(source_hash("with_compiled.Machine"))
    (folder / "fast.py").write_text("raise ImportError\n")  # Python takes the compiled one
    forget()
    seen.append(source_hash("with_compiled.Machine"))
    assert seen[0] != seen[1] == seen[2]


def test_every_folder_of_a_package_that_lies_in_several_counts(tmp_path, monkeypatch):
    folders = [tmp_path / place / "spread_of_mine" for place in ("one", "other")]
    for folder in folders:
        folder.mkdir(parents=True)
        monkeypatch.syspath_prepend(folder.parent)
    seen = [source_hash("spread_of_mine.Machine")]
    for folder in folders:
        (folder / f"of_{folder.parent.name}.py").touch()
        forget()
        seen.append(source_hash("spread_of_mine.Machine"))
    assert len(set(seen)) == 3
    forget()


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("methods.PrimalSVN", "unknown public name 'PrimalSVN'; did you mean 'PrimalSVM'\\?"),
        ("methods.margn.primal_svm.PrimalSVM", "no module 'methods.margn.primal_svm'"),
        ("no_such_library.Thing", "no module 'no_such_library' is installed"),
        ("SVC", "'SVC' is not a dotted path such as sklearn.svm.SVC"),
    ],
)
def test_an_unknown_class_gives_one_line_of_error(path, message):
    with pytest.raises(UserError, match=message):
        source_hash(path)


def test_the_package_of_a_module_of_ours_is_no_part_of_its_source():
    alone = "methods.margin.primal_svm"
    assert alone in imported_modules(alone)
    assert "methods.margin" not in imported_modules(alone)
    assert imported_modules("methods.margin") == {"methods.margin"}
    assert imported_modules("numpy.linalg") == set()


def test_sources_are_named_by_their_place_in_the_project(plugins):
    assert module_sources("alone").keys() == {"plugins/alone.py"}
    packed = ("__init__", "core", "parts", "lone")
    assert module_sources("pack.lone").keys() == {f"plugins/pack/{stem}.py" for stem in packed}
    assert "methods/margin/primal_svm.py" in module_sources("helped")


def test_plugins_are_those_of_the_project():
    assert project.root() / "plugins" == module.PLUGINS


def test_a_hash_is_over_the_parts_in_order_and_over_sources_by_name():
    assert combined(["b", "a"]) == sha256(b"b\na").hexdigest()[:16]
    expected = sha256(b"a 1\nb 2").hexdigest()[:16]
    assert hash_of_sources({"a": "1", "b": "2"}) == expected
    assert hash_of_sources({"b": "2", "a": "1"}) == expected


@pytest.mark.parametrize("path", [FOREST, "numpy.mean", "numba.njit", "itertools.count"])
def test_libraries_and_builtins_are_known_by_versions_alone(path):
    assert sources(path) == {name: module.version(name) for name in LIBRARIES}


def test_a_package_is_hashed_in_the_order_of_names_whatever_its_folder_lists(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "package_in_order"
    folder.mkdir()
    files = [folder / name for name in ("__init__.py", "a.py", "b.py")]
    for file in files:
        file.write_text(f"name = {file.stem!r}\n")
    expected = combined(sha256(file.read_bytes()).hexdigest() for file in files)
    monkeypatch.setattr(Path, "rglob", lambda folder, pattern: reversed(files))
    assert sources("package_in_order.Machine")["package package_in_order"] == expected


def test_only_a_module_of_ours_has_a_hash():
    with pytest.raises(UserError, match=r"no module 'numpy\.linalg' under methods/ or plugins/"):
        module_hash("numpy.linalg")


def test_packages_and_modules_have_source_files():
    assert source_file("methods.report").name == "__init__.py"
    assert source_file("methods.seeds").name == "seeds.py"
    assert source_file("numpy.linalg") is None


def test_every_class_of_a_nested_specification_counts():
    spec = {"class": "a.B", "steps": [{"class": "c.D"}, {"inner": {"class": "e.F"}}], "x": 1}
    assert sorted(code_paths(spec)) == ["a.B", "c.D", "e.F"]
    assert list(code_paths({"class": "a.B", "kernel": {"function": "c.d"}})) == ["a.B", "c.d"]
    steps = [["one", {"class": "c.D"}], ["two", {"class": "e.F"}]]  # of a pipeline
    assert list(code_paths({"class": "a.B", "steps": steps})) == ["a.B", "c.D", "e.F"]


def test_a_package_comes_before_a_module_of_its_name_as_python_imports_them(plugins):
    (plugins / "twice.py").write_text("")
    (plugins / "twice").mkdir()
    (plugins / "twice" / "__init__.py").write_text("")
    assert source_file("twice") == plugins / "twice" / "__init__.py"


def test_the_tables_beside_a_plugin_are_what_it_may_read(plugins):
    assert module.tables_beside("alone") == []
    module.tables_beside.cache_clear()
    table = plugins / "visits.csv"
    seen = []
    for text in ("1,2\n", "1,3\n"):
        table.write_text(text)
        module.tables_beside.cache_clear()
        seen.append(module.tables_beside("alone"))
    assert len(seen[0]) == 1 and seen[0] != seen[1]
    module.tables_beside.cache_clear()
    assert module.tables_beside("sklearn.svm") == []


def test_a_package_without_a_file_of_its_own_is_installed_where_its_folders_are(
    tmp_path, monkeypatch
):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "spread_of_mine").mkdir()
    forget()
    monkeypatch.setattr(module, "folders_of_packages", lambda: [tmp_path])
    assert module.is_installed("spread_of_mine")
    forget()
    monkeypatch.setattr(module, "folders_of_packages", lambda: [tmp_path / "other"])
    assert not module.is_installed("spread_of_mine")
    forget()


def test_a_package_with_a_part_under_development_is_not_an_installed_one(tmp_path, monkeypatch):
    installed = str(module.folders_of_packages()[0] / "parts")
    for places, expected in (([installed], True), ([installed, str(tmp_path)], False)):
        spec = SimpleNamespace(origin=None, submodule_search_locations=places)
        monkeypatch.setattr(module, "find_spec", lambda top, spec=spec: spec)
        assert module.is_installed.__wrapped__("parts") is expected
