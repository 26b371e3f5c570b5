"""What is in the wheel and the sdist, and that a second build has the same bytes."""

import ast
import re
import subprocess
import tarfile
import tomllib
import zipfile
from email import message_from_bytes

import pytest

from tests.installed.conftest import TEXT
from tests.project import ROOT

pytestmark = pytest.mark.slow


def wheel_of(folder):
    (file,) = folder.glob("*.whl")
    return file


def test_a_build_has_the_same_bytes_twice_and_from_the_checkout(builder, source, dist, tmp_path):
    again = builder.build(source, tmp_path / "again")
    assert {f.name: f.read_bytes() for f in again.iterdir()} == {
        f.name: f.read_bytes() for f in dist.iterdir()
    }
    direct = builder.build(ROOT, tmp_path / "direct", "--wheel")
    assert wheel_of(direct).read_bytes() == wheel_of(dist).read_bytes()


def test_twine_finds_no_fault(builder, dist):
    words = [builder.python, "-m", "twine", "check", "--strict", *dist.iterdir()]
    done = subprocess.run(words, **TEXT)
    assert done.returncode == 0, done.stdout


def test_the_library_asks_for_four_packages(dist):
    with zipfile.ZipFile(wheel_of(dist)) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        asked = message_from_bytes(wheel.read(name)).get_all("Requires-Dist")
    needed = {re.split("[<>=]", wish)[0] for wish in asked if "extra ==" not in wish}
    assert needed == {"numba", "numpy", "scikit-learn", "scipy"}
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert all(f"extra == '{extra}'" in str(asked) for extra in extras["optional-dependencies"])


def test_nothing_in_the_wheel_imports_the_package_by_its_name_in_the_checkout(dist):
    with zipfile.ZipFile(wheel_of(dist)) as wheel:
        names = wheel.namelist()
        assert {name.split("/")[0].split("-")[0] for name in names} == {"marginbench"}
        for name in names:
            if name.endswith(".py"):
                tree = ast.parse(wheel.read(name))
                assert "methods" not in set(imported(tree)), name


def imported(tree):
    """The first parts of the names of modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]


def test_the_sdist_is_the_checkout_without_kept_results(source, dist):
    (file,) = dist.glob("*.tar.gz")
    with tarfile.open(file) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    files = {p.relative_to(source).as_posix() for p in source.rglob("*") if p.is_file()}
    assert {f for f in files - names if not f.startswith("slurm")} == set()
    assert not any(name.startswith("results/") for name in names)
