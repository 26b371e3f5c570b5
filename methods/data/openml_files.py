"""The files of a data set or task of OpenML, and what its answers in XML say.

The official client (the package openml) is not asked to download anything: it sets no time limit
and no cap, holds each answer in memory, and knows no mirror. So `methods.data.fetch` gets the
files. It asks the mirror, then the cache of the client, then the server that the settings of the
client name. In a mirror the files have the places of the client's cache, so a copy of that cache is
a mirror. The client reads what was fetched (`methods.data.openml_table`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

from methods.data.catalogue import Source, SourceFile
from methods.data.download import TransferError
from methods.errors import UserError

NAMESPACE = "{http://openml.org/openml}"
CACHE = "org/openml/www"  # where the client keeps the files of the public server, below its cache
DESCRIPTION, FEATURES, DATA = "description.xml", "features.xml", "dataset.arff"
TASK, SPLITS = "task.xml", "datasplits.arff"
MAX_XML_BYTES = 64 * 2**20
NOT_INSTALLED = "OpenML needs a further package; pip install 'marginbench[openml]'"


class OpenMLFile(SourceFile, frozen=True, kw_only=True):
    """A file that the cache of the client may have. No result depends on where that is."""

    cache: Path

    @property
    def cached_path(self) -> Path:
        return self.cache / self.path.removeprefix(f"{CACHE}/")


def client() -> ModuleType:
    """The package openml; a UserError says how to get it."""
    try:
        import openml
    except ModuleNotFoundError:
        raise UserError(NOT_INSTALLED) from None
    except OSError as error:  # it makes folders when it is imported
        raise UserError(f"the package openml cannot start: {error}") from None
    package: ModuleType = openml
    return package


def openml_files(source: Source, folder: Path) -> Iterator[SourceFile]:
    """The files of a source. Each must be in `folder` before the next is asked for.

    Raises
    ------
    TransferError : an answer lacks what the next file needs.
    """
    try:
        client()
    except UserError as error:
        raise TransferError(str(error)) from None
    number = source.openml
    splits = None
    if source.openml_task:
        where = f"tasks/{source.openml_task}"
        yield answer(f"{where}/{TASK}", f"task/{source.openml_task}")
        task = root_of(folder / TASK, "task", source.openml_task)
        number = number_of(task, "data_set_id")
        splits = _file(f"{where}/{SPLITS}", _demanded(task, "data_splits_url", TASK))
    where = f"datasets/{number}"
    yield answer(f"{where}/{DESCRIPTION}", f"data/{number}")
    about = root_of(folder / DESCRIPTION, "data_set_description", number)
    yield answer(f"{where}/{FEATURES}", f"data/features/{number}")
    yield _file(
        f"{where}/{DATA}",
        _demanded(about, "url", DESCRIPTION),
        _md5(about),
        source.max_bytes,
    )
    if splits:
        yield splits


def answer(place: str, call: str) -> SourceFile:
    """The file with the answer to a call of the server."""
    server = client().config.server.rstrip("/")
    return _file(place, f"{server}/{call}", max_bytes=MAX_XML_BYTES)


def _file(
    place: str, address: str, md5: str | None = None, max_bytes: int | None = None
) -> SourceFile:
    if not re.match("https?://", address):
        raise TransferError(f"{place}: {address!r} is no address of the web; refused")
    cache = Path(client().config.get_cache_directory())
    return OpenMLFile(
        path=f"{CACHE}/{place}", url=(address,), md5=md5, max_bytes=max_bytes, cache=cache
    )


def root_of(path: Path, tag: str, number: int | None = None) -> ElementTree.Element:
    """The answer in a file, which must be about the thing of that number."""
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        raise TransferError(f"{path.name}: not XML ({error})") from None
    said = text_of(root, "task_id" if tag == "task" else "id")
    if root.tag != f"{NAMESPACE}{tag}" or said != str(number or said):
        what = root.tag.removeprefix(NAMESPACE)
        raise TransferError(f"{path.name}: is {what} {said}, not {tag} {number or ''}".rstrip())
    return root


def text_of(root: ElementTree.Element, tag: str) -> str:
    """The text of the first element of that name, wherever it is; "" if there is none."""
    element = next(root.iter(f"{NAMESPACE}{tag}"), None)
    return (element.text or "").strip() if element is not None else ""


def number_of(root: ElementTree.Element, tag: str) -> int:
    """The number in the first element of that name."""
    text = text_of(root, tag)
    if not text.isdecimal():
        raise TransferError(f"{tag} of an answer is {text[:40]!r}, not a number")
    return int(text)


def _demanded(root: ElementTree.Element, tag: str, file: str) -> str:
    text = text_of(root, tag)
    if not text:
        raise TransferError(f"{file}: states no {tag}")
    return text


def _md5(about: ElementTree.Element) -> str | None:
    md5 = text_of(about, "md5_checksum").lower()
    if md5 and not re.fullmatch("[0-9a-f]{32}", md5):
        raise TransferError(f"{DESCRIPTION}: {md5[:40]!r} is no MD5")
    return md5 or None
