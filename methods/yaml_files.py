"""Read YAML files without building objects; `methods.schemas` says what may stand in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from methods.errors import UserError


class Loader(yaml.CSafeLoader):
    """The safe loader, which refuses a key that stands twice in a mapping."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in seen:
                problem = f"the key {key.value!r} stands twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            seen.add(str(key.value))
        return super().construct_mapping(node, deep)


def yaml_files_in(folder: Path) -> list[Path]:
    """The YAML files of a folder, by name.

    Hidden ones are those of an editor or a system, such as the lock of a file that is open.
    """
    return sorted(folder.glob("[!.]*.yaml"))


def read_yaml(path: Path) -> Any:
    """Parse a YAML file with the safe loader; a syntax error is a user error on one line."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=Loader)
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: byte {error.start} is not text") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: the 99th of May
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = " ".join(str(getattr(error, "problem", error)).split())
        raise UserError(f"{path}{line}: {problem}") from None
