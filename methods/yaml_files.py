"""Read and write YAML without objects; `methods.schemas` says what may stand in the files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from methods.errors import UserError

FLOAT = "tag:yaml.org,2002:float"
# YAML 1.1, which PyYAML reads, takes 1e-3 and 1.0e3 for texts, and YAML 1.2 for numbers
WITH_EXPONENT = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)[eE][-+]?[0-9]+$")


class Loader(yaml.CSafeLoader):
    """The safe loader, which refuses a key that stands twice in a mapping, and knows 1e-3."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in seen:
                problem = f"the key {key.value!r} stands twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            seen.add(str(key.value))
        return super().construct_mapping(node, deep)


class Dumper(yaml.SafeDumper):
    """The safe dumper, which writes what stands in two places twice, and no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


for knows in (Loader, Dumper):  # the dumper, too, so that it quotes a text that looks like a number
    knows.add_implicit_resolver(FLOAT, WITH_EXPONENT, list("-+.0123456789"))


def yaml_files_in(folder: Path) -> list[Path]:
    """The YAML files of a folder, by name.

    Hidden ones are those of an editor or a system, such as the lock of a file that is open.
    """
    return sorted(folder.glob("[!.]*.yaml"))


def parse_yaml(text: str) -> Any:
    return yaml.load(text, Loader=Loader)


def dump_yaml(value: Any, **layout: Any) -> str:
    """A value as YAML, in the order of its keys; `layout` is as in `yaml.dump`."""
    return str(yaml.dump(value, Dumper=Dumper, sort_keys=False, allow_unicode=True, **layout))


def read_yaml(path: Path) -> Any:
    """Parse a YAML file with the safe loader; a syntax error is a user error on one line."""
    try:
        return parse_yaml(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: byte {error.start} is not text") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: the 99th of May
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = " ".join(str(getattr(error, "problem", error)).split())
        raise UserError(f"{path}{line}: {problem}") from None
