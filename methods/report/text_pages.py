"""The pages of the report that are texts: how claims are tested, and pages of the docs.

How a claim is tested and the glossary are in every report on claims. The others are there if the
project has docs, as a checkout does.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from methods.report import glossary
from methods.report.markdown_pages import as_html, title_of
from methods.report.site_folder import LOOK, SiteFolder

TESTING = LOOK / "testing.md"  # docs/testing.md is made from it
FROM_DOCS = ("replicators", "protocol", "forensics")


def claims_testing() -> str:
    """docs/testing.md."""
    return TESTING.read_text(encoding="utf-8")


def write_text_pages(site: SiteFolder, docs: Path) -> dict[str, str]:
    """Write the pages, and give the title of each by the name of its file."""
    texts = {"testing": claims_testing(), "glossary": glossary.page()}
    for name in FROM_DOCS:
        if (docs / f"{name}.md").exists():
            texts[name] = (docs / f"{name}.md").read_text(encoding="utf-8")
    link = partial(_address, {f"{name}.md": f"{name}.html" for name in texts})
    for name, text in texts.items():
        site.page(f"{name}.html", "text.html", title=title_of(text), html=as_html(text, link))
    return {f"{name}.html": title_of(text) for name, text in texts.items()}


def _address(pages: dict[str, str], target: str) -> str | None:
    """Where a link of the docs leads on the site."""
    page, mark, place = target.partition("#")
    if page.startswith(("https://", "http://")) or not page:
        return target
    return f"{pages[page]}{mark}{place}" if page in pages else None
