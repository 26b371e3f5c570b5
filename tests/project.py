"""A copy of the project that a test may run and change, and Snakemake as a user would call it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from methods.sealed_files import _SPLITTERS

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("Snakefile", "config.yaml", "methods", "workflow", "datasets", "profiles")


def copy_project(folder: Path) -> Path:
    """The project without its experiments, but with compiled code, which is valid in a copy."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        if (ROOT / part).is_dir() and not (ROOT / part).is_symlink():
            shutil.copytree(ROOT / part, folder / part)
        else:
            shutil.copy2(ROOT / part, folder / part, follow_symlinks=False)
    for file in (folder / "workflow" / "experiments").iterdir():
        file.unlink()
    return folder


def without_seal(path: Path) -> bytes:
    """What a stored file holds, without its seal, which differs if a fit took other seconds."""
    data = path.read_bytes()
    try:
        parts, _ = _SPLITTERS[path.suffix](data)
    except (KeyError, ValueError, TypeError):  # it has none
        return data
    return b"".join(parts)


def command(*arguments: str, **config) -> list[str]:
    """Snakemake on one core and with all data sets, unless told otherwise."""
    entries = {"datasets": "all", "figure_formats": ["svg"], **config}
    words = [sys.executable, "-m", "snakemake", *arguments]
    if "--cores" not in arguments:
        words += ["--cores", "1"]
    return [*words, "--config", *(f"{key}={json.dumps(value)}" for key, value in entries.items())]


def environment() -> dict[str, str]:
    """That of a user who has set nothing of ours."""
    return {key: value for key, value in os.environ.items() if "MARGINBENCH" not in key}


def snakemake(folder: Path, *arguments: str, **config) -> subprocess.CompletedProcess[str]:
    words = command(*arguments, **config)
    return subprocess.run(words, cwd=folder, env=environment(), text=True, capture_output=True)


def run(folder: Path, *arguments: str, **config) -> str:
    """What a run that must succeed prints."""
    done = snakemake(folder, *arguments, **config)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
