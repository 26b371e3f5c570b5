"""What the name of a method says, in words."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from methods.yaml_files import read_yaml

FILE = Path(__file__).with_name("look") / "method_names.yaml"


def in_full(name: str) -> str:
    """The meanings of the parts of a name; empty if it has none that needs a word."""
    matches = ((re.search(part, name), means) for part, means in _parts())
    return "; ".join(match.expand(means) for match, means in matches if match)


@cache
def _parts() -> tuple[tuple[str, str], ...]:
    return tuple((each["part"], each["means"]) for each in read_yaml(FILE))
