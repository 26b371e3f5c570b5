"""What a job gets of the sources if it runs without a shared folder: the files that git knows."""

from __future__ import annotations

import subprocess
from pathlib import Path

from methods.errors import UserError

PARTS = ("methods", "plugins", "datasets", "workflow")
LISTED = 3


def refuse_unknown_to_git(root: str | Path) -> None:
    """Raise a UserError if Snakemake would bring a job less than all sources in `root`."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--others", "--exclude=__pycache__", "--", *PARTS],
            cwd=root, check=True, capture_output=True, text=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        raise UserError(
            f"{root} is no git repository; without a shared folder, jobs get what git knows"
        ) from None
    if unknown := listed.stdout.split("\0")[:-1]:
        more = f" and {len(unknown) - LISTED} more" if len(unknown) > LISTED else ""
        raise UserError(
            f"git does not know {', '.join(unknown[:LISTED])}{more}; without a shared folder, jobs"
            " get what it knows; git add --force adds a file, also one of .gitignore"
        )
