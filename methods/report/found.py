"""What was found on each paper, in the words of README.md, with links to the claims.

A long work has a text for each chapter, and the verdicts on a chapter are counted apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from methods.report.markdown_pages import Link, as_html
from methods.report.shown_claims import claim_id
from methods.yaml_files import read_yaml

FOUND = Path("workflow", "report", "found.yaml")


@dataclass(frozen=True)
class Found:
    """A text in Markdown on a work, or on a chapter: its `title` and the experiments on it."""

    text: str
    title: str = ""
    experiments: tuple[str, ...] = ()

    def of(self, claims: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        """Those claims of the work that are on the chapter."""
        for claim in claims:
            if not self.title or claim["name"].partition("/")[0] in self.experiments:
                yield claim


def read_found(root: Path) -> dict[str, tuple[Found, ...]]:
    """The text of each paper by key, or those of its chapters; none without such a file."""
    content = read_yaml(root / FOUND) if (root / FOUND).exists() else {}
    return {key: tuple(_texts(entry)) for key, entry in content.items()}


def _texts(entry: str | Sequence[Mapping[str, Any]]) -> list[Found]:
    if isinstance(entry, str):
        return [Found(entry)]
    return [Found(each["found"], each["title"], tuple(each["experiments"])) for each in entry]


def found_in_html(
    text: str, verdicts: Mapping[str, Mapping[str, Any]], links: Mapping[str, str]
) -> Markup:
    """A text, with a full stop, whose links to claims lead to their evidence."""
    return as_html(f"{text.rstrip('.')}.", link_to_claims(verdicts, links))


def link_to_claims(verdicts: Mapping[str, Mapping[str, Any]], links: Mapping[str, str]) -> Link:
    """Where a link to a claim on the kept pages of verdicts leads on the site.

    `links` has the pages of the experiments. Other targets have no page.
    """
    claims = {name.replace("/", "-"): entry for name, entry in verdicts.items()}

    def address(target: str) -> str | None:
        entry = claims.get(target.partition("#")[2])
        page = links.get(entry["name"].partition("/")[0]) if entry else None
        return f"{page}#{claim_id(entry)}" if entry and page else None

    return address
