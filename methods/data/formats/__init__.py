"""File formats of data sets: one module per format, and this folder is the registry.

To add a format, add a module with the name that descriptors give under ``format`` (with an
underscore at its end if the standard library has that name, as ``csv_``). It has one function,

    read(data, name, options) -> Parsed

of the bytes of a file, the file's name and the options of its source. Its docstring says which
options it takes. If the bytes are wrong, it raises a UserError that names the file and, in text,
the line.

Nothing else is imported here: the catalogue asks for the names whenever the workflow starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from methods.data.parsed import Parsed


def format_names() -> tuple[str, ...]:
    """The formats by name, in alphabetical order."""
    return tuple(sorted(_modules()))


def read_format(name: str, data: bytes, file_name: str, options: Mapping[str, Any]) -> Parsed:
    """Read the bytes of one file in the format `name`.

    Parameters
    ----------
    name : one of `format_names`.
    data : contents of the file.
    file_name : for messages, and for the suffix of a compressed file.
    options : options of the source; each format takes those that its docstring lists.
    """
    parsed: Parsed = import_module(f"{__name__}.{_modules()[name]}").read(data, file_name, options)
    return parsed


def _modules() -> dict[str, str]:
    stems = (file.stem for file in Path(__file__).parent.glob("*.py"))
    return {stem.removesuffix("_"): stem for stem in stems if stem != "__init__"}
