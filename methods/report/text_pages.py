"""The pages of the report that are texts: how claims are tested, and pages of the docs.

How a claim is tested and the glossary are in every report on claims. The others are there if the
project has docs, as a checkout does. The findings are about the kept results, and stand beside
them.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path, PurePath

from methods.bench import paths
from methods.report import glossary
from methods.report.markdown_pages import Link, as_html, title_of
from methods.report.site_folder import LOOK, SiteFolder, experiment_address

TESTING = LOOK / "testing.md"  # docs/testing.md is made from it
FROM_DOCS = ("replicators", "protocol", "forensics")


def claims_testing() -> str:
    """docs/testing.md."""
    return TESTING.read_text(encoding="utf-8")


def write_text_pages(
    site: SiteFolder, docs: Path, of_claims: Link = lambda target: None
) -> dict[str, str]:
    """Write the pages, and give the title of each by the name of its file.

    `of_claims` says where a link to a claim leads on the site.
    """
    texts = {"testing": claims_testing(), "glossary": glossary.page()}
    for name in ("findings", *FROM_DOCS) if site.kept else FROM_DOCS:
        if (docs / f"{name}.md").exists():
            texts[name] = (docs / f"{name}.md").read_text(encoding="utf-8")
    pages = {f"{name}.md": f"{name}.html" for name in (*texts, *["speed"] * site.has_speed)}
    link = partial(_address, pages, lambda target: of_claims(target) or _output(site, target))
    for name, text in texts.items():
        site.page(f"{name}.html", "text.html", title=title_of(text), html=as_html(text, link))
    return {f"{name}.html": title_of(text) for name, text in texts.items()}


def _address(pages: dict[str, str], elsewhere: Link, target: str) -> str | None:
    """Where a link of the docs leads on the site."""
    page, mark, place = target.partition("#")
    if page.startswith(("https://", "http://")) or not page:
        return target
    return f"{pages[page]}{mark}{place}" if page in pages else elsewhere(target)


def _output(site: SiteFolder, target: str) -> str | None:
    """Where a link to a kept table or picture leads on the site of the kept results."""
    file = PurePath(target.removeprefix(f"../{paths.REFERENCE}/"))
    address = f"experiments/{file}"
    if site.folder / address not in site.written:
        return None
    if file.suffix == ".md":
        return f"{experiment_address(str(file.parent))}#table-{file.stem}"
    return address
