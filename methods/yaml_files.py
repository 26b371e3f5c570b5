"""YAML files: read without building objects, and held to the schemas in workflow/schemas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from methods.errors import UserError

FOLDER = Path(__file__).resolve().parents[1] / "workflow" / "schemas"
LONGEST = 200  # characters of a complaint, which quotes what it is about


def read_yaml(path: Path) -> Any:
    """Parse a YAML file with the safe loader; a syntax error is a user error on one line."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: byte {error.start} is not text") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: the 99th of May
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = " ".join(str(getattr(error, "problem", error)).split())
        raise UserError(f"{path}{line}: {problem}") from None


def complaints(kind: str, content: Any, where: str) -> Iterator[str]:
    """A line for each fault of `content` by the schema of its kind: config, dataset, experiment."""
    for fault in _rules(kind).iter_errors(content):
        said = f"{where}: {fault.json_path.removeprefix('$').lstrip('.')}: {fault.message}"
        yield " ".join(said.split())[:LONGEST]


@contextmanager
def held_to_schema(kind: str, content: Any, where: str) -> Iterator[None]:
    """Read `content` inside: what a reader trips over, or lets pass, is said by the schema."""
    try:
        yield
    except UserError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        for said in complaints(kind, content, where):
            raise UserError(said) from None
        raise UserError(f"{where}: {type(error).__name__}: {error}") from None
    for said in complaints(kind, content, where):
        raise UserError(said)


@cache
def _rules(kind: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(read_yaml(FOLDER / f"{kind}.schema.yaml"))
