"""Wheel and sdist, and a Python with the wheel and the packages of the tests."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.project import ROOT

BUILD = "build==1.6.1"  # as in the Makefile
EPOCH = "1700000000"


@dataclass(frozen=True)
class Builder:
    """An environment with the build backend and twine."""

    python: Path

    def build(self, source: Path, out: Path, *kinds: str) -> Path:
        """Build in a folder; without kinds the sdist, and the wheel from it."""
        words = [self.python, "-m", "build", "--no-isolation", "--outdir", out, *kinds, source]
        done = subprocess.run(words, env=plain(SOURCE_DATE_EPOCH=EPOCH), **TEXT)
        assert done.returncode == 0, done.stdout + done.stderr
        return out


@dataclass(frozen=True)
class Installed:
    """A Python with the wheel, and the package in it."""

    python: Path
    package: Path

    def run(self, folder: Path, *words: object, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.python, *words], cwd=folder, env=plain(**more), **TEXT)

    def well(self, folder: Path, *words: object, **more: str) -> str:
        """What a command that must succeed prints."""
        done = self.run(folder, *words, **more)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def files(self) -> dict[str, bytes]:
        """The files of the package but Python's own bytecode."""
        files = (path for path in self.package.rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in files if path.suffix != ".pyc"}


TEXT = {"capture_output": True, "text": True}


def plain(**more: str) -> dict[str, str]:
    """The environment of a user who has set nothing of ours, and whose home is not the tester's."""
    kept = {k: v for k, v in os.environ.items() if "MARGINBENCH" not in k and k != "PYTHONPATH"}
    return kept | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"} | more


@pytest.fixture(scope="session")
def builder(tmp_path_factory) -> Builder:
    folder = tmp_path_factory.mktemp("builder")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    install = [python, "-m", "pip", "install", "--quiet", BUILD, "twine", *wanted]
    done = subprocess.run(install, **TEXT)
    if done.returncode:
        said = re.search(r"ERROR: .*", done.stderr)
        pytest.skip(f"pip cannot install what builds: {said.group() if said else done.stderr}")
    return Builder(python)


@pytest.fixture(scope="session")
def source(tmp_path_factory) -> Path:
    """The files that git knows, in a folder without git and with other times."""
    folder = tmp_path_factory.mktemp("source")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, **TEXT)
    for name in listed.stdout.split("\0")[:-1]:
        if not name.startswith(("results/", "tests/")) and os.path.lexists(ROOT / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name, follow_symlinks=False)
            if not (folder / name).is_symlink():
                shutil.copymode(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="session")
def dist(builder, source, tmp_path_factory) -> Path:
    """A folder with the sdist, and the wheel made from it."""
    return builder.build(source, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def installed(builder, dist, tmp_path_factory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    (wheel,) = dist.glob("*.whl")
    pip = [builder.python, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-index", wheel], check=True)
    (packages,) = folder.glob("lib/*/site-packages")
    (packages / "tests.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return Installed(python, packages / "marginbench")


@pytest.fixture
def hostile(tmp_path) -> Callable[[str], Path]:
    """Make a folder with a `methods` of somebody else, as a module or as a package."""

    def make(kind: str) -> Path:
        file = tmp_path / ("methods.py" if kind == "module" else "methods/__init__.py")
        file.parent.mkdir(exist_ok=True)
        file.write_text("raise SystemExit('the wrong methods')\n")
        return tmp_path

    return make
