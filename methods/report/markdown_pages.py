"""A page of the docs in Markdown, as HTML with the links and tables of the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

Link = Callable[[str], str | None]  # the address of a target on the site, None if it is not there

MARKDOWN = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
TABLE = '<div class="wide" tabindex="0" role="group" aria-label="Table">'


def title_of(text: str) -> str:
    """The first heading."""
    return text.partition("\n")[0].removeprefix("# ")


def as_html(text: str, link: Link) -> Markup:
    """The page. A link whose target is not on the site is its text alone; such an image is gone."""
    tokens = list(_of_site(MARKDOWN.parse(text), link))
    return Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}).strip())


def _of_site(tokens: Sequence[Token], link: Link) -> Iterator[Token]:
    """The tokens, with the places of headings, boxes around tables, and links within the site."""
    first = False  # the first cell of a row is its heading
    heading: Token | None = None
    for token in tokens:
        if token.type == "heading_open":
            heading = token
        elif token.type == "inline" and heading is not None:
            heading.attrSet("id", anchor(token.content))
            heading = None
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        elif token.type == "tr_open":
            first = True
        elif token.type == "td_open" and first:
            token.tag = "th"
            token.attrSet("scope", "row")
        elif token.type == "td_close" and first:
            token.tag, first = "th", False
        if token.type == "table_open":
            yield Token("html_block", "", 0, content=TABLE)
        if token.children is not None:
            token.children = list(_linked(token.children, link))
        yield token
        if token.type == "table_close":
            yield Token("html_block", "", 0, content="</div>")


def _linked(tokens: Sequence[Token], link: Link) -> Iterator[Token]:
    known = False
    for token in tokens:
        if token.type == "link_open":
            address = link(str(token.attrGet("href")))
            known = address is not None
            token.attrSet("href", address or "")
        if token.type == "image":
            address = link(str(token.attrGet("src")))
            token.attrSet("src", address or "")
            if address is None:
                continue
        if known or token.type not in ("link_open", "link_close"):
            yield token


def anchor(heading: str) -> str:
    """The place of a heading, as hosts of Markdown name it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
