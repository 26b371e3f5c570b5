"""Where a number comes from: versions of packages, revision of this code, machine."""

from __future__ import annotations

import platform
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("numpy", "scipy", "scikit-learn", "numba", "pandas", "snakemake")
# the fields that the report shows
ORIGIN = ("revision", "cpu", "python", "numpy", "scipy", "scikit-learn")


@cache
def provenance() -> dict[str, str]:
    """The environment of this process, as texts by name."""
    fields = {"python": platform.python_version(), "platform": platform.platform()}
    fields["cpu"] = _cpu_name()
    fields["revision"] = _revision()
    for package in PACKAGES:
        try:
            fields[package] = version(package)
        except PackageNotFoundError:
            fields[package] = "absent"
    return fields


def _cpu_name() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def _revision() -> str:
    """The commit of this checkout, with ``+changes`` if tracked files differ from it."""
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--dirty=+changes", "--abbrev=12", "--exclude=*"],
            cwd=Path(__file__).resolve().parent, check=True, timeout=10, capture_output=True,
            text=True,
        )  # fmt: skip
        return described.stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return "unknown"
