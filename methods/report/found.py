"""What was found on each paper, in the words of README.md, with links to the claims."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from methods.report.markdown_pages import as_html
from methods.report.shown_claims import claim_id
from methods.yaml_files import read_yaml

FOUND = Path("workflow", "report", "found.yaml")


def read_found(root: Path) -> dict[str, str]:
    """The texts in Markdown by paper; none if the project has no such file."""
    return dict(read_yaml(root / FOUND)) if (root / FOUND).exists() else {}


def found_in_html(
    text: str, verdicts: Mapping[str, Mapping[str, Any]], links: Mapping[str, str]
) -> Markup:
    """A text whose links to claims lead to their evidence.

    Its links are to the kept pages of verdicts. Other targets have no page here. `links` has the
    pages of the experiments.
    """
    claims = {name.replace("/", "-"): entry for name, entry in verdicts.items()}

    def address(target: str) -> str | None:
        entry = claims.get(target.partition("#")[2])
        page = links.get(entry["name"].partition("/")[0]) if entry else None
        return f"{page}#{claim_id(entry)}" if entry and page else None

    return as_html(text, address)
