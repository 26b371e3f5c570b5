"""File formats of data sets: one module per format, and this folder is the registry.

To add a format, add a module with the name that descriptors give under ``format`` (with an
underscore at its end if the standard library has that name, as ``csv_``). It has one function,

    read(data, name, options) -> Parsed

of the bytes of a file, the file's name and the options of its source. Its docstring says which
options it takes. If the bytes are wrong, it raises a UserError that names the file and, in text,
the line.

A format is imported when a file of it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from methods.schemas.dataset import FORMATS

if TYPE_CHECKING:
    from methods.data.parsed import Parsed


def read_format(name: str, data: bytes, file_name: str, options: Mapping[str, Any]) -> Parsed:
    """Read the bytes of one file in the format `name`.

    Parameters
    ----------
    name : one of `FORMATS`.
    data : contents of the file.
    file_name : for messages, and for the suffix of a compressed file.
    options : options of the source; each format takes those that its docstring lists.
    """
    parsed: Parsed = import_module(f"{__name__}.{FORMATS[name]}").read(data, file_name, options)
    return parsed
