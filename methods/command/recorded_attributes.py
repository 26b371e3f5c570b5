"""Does any method of a study have the attributes that the study records?

A fit without the attribute records nothing, because methods differ in what they have. So a misspelt
one would leave its metric empty, and a claim about it untested.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from methods.bench.construct import resolve
from methods.bench.experiments import Study
from methods.bench.source_hash import code_paths
from methods.errors import unknown

WORD = re.compile(r"\b[A-Za-z_]\w*\b")
ATTRIBUTE = re.compile(r"\b[A-Za-z]\w*_\b")  # fitted attributes end with an underscore


def faults_of_attributes(study: Study) -> Iterator[str]:
    """A line for each recorded attribute that the source of no class of the study mentions."""
    record = study.record
    recorded = {**record.scalars, **record.traces, **record.artifacts}
    paths = [path for method in study.methods for path in code_paths(method.spec)]
    if any(map(study.lacks, study.methods)):  # an attribute may be of a class that is absent
        return
    words = [words_of_class(path) for path in paths]
    if not recorded or None in words:
        return
    known = {word for of_class in words for word in of_class or ()}
    for name, attributes in recorded.items():
        for attribute in [attributes] if isinstance(attributes, str) else attributes:
            first = attribute.partition(".")[0]
            if first not in known:
                where = f"{study.where}: record: {name}"
                yield str(unknown("attribute", first, filter(ATTRIBUTE.fullmatch, known), where))


@cache
def words_of_class(path: str) -> frozenset[str] | None:
    """All names in the modules of a class and of its bases; None if a source cannot be read."""
    named, words = resolve(path), set[str]()
    for base in inspect.getmro(named) if inspect.isclass(named) else ():
        if base is not object:
            try:
                words |= _words(inspect.getsourcefile(base) or "")
            except (OSError, TypeError, UnicodeDecodeError):
                return None
    return frozenset(words)


@cache
def _words(file: str) -> frozenset[str]:
    return frozenset(WORD.findall(Path(file).read_text(encoding="utf-8")))
