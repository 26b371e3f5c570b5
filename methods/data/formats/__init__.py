"""File formats of data sets: one module per format, and this folder is the registry.

To add a format, add a module with the name that descriptors give under ``format`` (with an
underscore at its end if the standard library has that name, as ``csv_``). It has one function,

    read(data, name, options) -> Parsed

of the bytes of a file, the file's name and the options of its source. Its docstring says which
options it takes. If the bytes are wrong, it raises a UserError that names the file and, in text,
the line. A module for files that may be larger than memory has the line ``STREAMED = True``; its
`data` is the open file.

A format is imported when a file of it is read.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from methods.schemas.dataset import FORMATS

if TYPE_CHECKING:
    from methods.data.parsed import Parsed


def read_format(
    name: str, data: bytes | Path, file_name: str, options: Mapping[str, Any]
) -> Parsed:
    """Read one file in the format `name`.

    Parameters
    ----------
    name : one of `FORMATS`.
    data : contents of the file, or where it is.
    file_name : for messages, and for the suffix of a compressed file.
    options : options of the source; each format takes those that its docstring lists.
    """
    module = import_module(f"{__name__}.{FORMATS[name]}")
    parsed: Parsed
    if getattr(module, "STREAMED", False):
        with data.open("rb") if isinstance(data, Path) else io.BytesIO(data) as file:
            parsed = module.read(file, file_name, options)
    else:
        content = data.read_bytes() if isinstance(data, Path) else data
        parsed = module.read(content, file_name, options)
    return parsed
