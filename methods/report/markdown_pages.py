"""A page of the docs in Markdown, as HTML. It knows the marks that these pages use, and no others.

These are headings, paragraphs, lists, tables, blocks of code, and within a line bold, italics, code
and links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

Link = Callable[[str], str | None]  # the address of a target on the site, None if it is not there

ITEM = re.compile(r"^(?:- |\d+\. )", re.MULTILINE)
RULE = re.compile(r"^\|(?:\s*:?-+:?\s*\|)+$")
CELL = re.compile(r"(?<!\\)\|")
INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]*)\]\(([^)]*)\)", re.DOTALL)


def title_of(text: str) -> str:
    """The first heading."""
    return text.partition("\n")[0].removeprefix("# ")


def as_html(text: str, link: Link) -> Markup:
    """The page. A link whose target is not on the site is its text alone."""
    pieces = re.split(r"^```\w*\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    blocks = []
    for place, piece in enumerate(pieces):
        if place % 2:
            blocks.append(Markup("<pre>{}</pre>").format(piece))
        else:
            blocks += [_block(block, link) for block in re.split(r"\n\s*\n", piece.strip("\n"))]
    return Markup("\n").join(filter(None, blocks))


def _block(block: str, link: Link) -> Markup:
    heading = re.match(r"(#+) (.*)", block)
    if heading:
        rest = block[heading.end() :].strip()
        level, words = len(heading[1]), heading[2]
        shown = Markup('<h{0} id="{1}">{2}</h{0}>').format(level, anchor(words), _line(words, link))
        return shown + _block(rest, link) if rest else shown
    if block.startswith("|"):
        return _table(block.splitlines(), link)
    if ITEM.match(block):
        items = (Markup("<li>{}</li>").format(_line(i, link)) for i in ITEM.split(block)[1:])
        name = "ul" if block.startswith("- ") else "ol"
        return Markup("<{0}>{1}</{0}>").format(name, Markup("\n").join(items))
    return Markup("<p>{}</p>").format(_line(block, link)) if block else Markup("")


def _table(lines: Sequence[str], link: Link) -> Markup:
    head, *rows = [
        [_line(cell.strip().replace("\\|", "|"), link) for cell in CELL.split(line.strip()[1:-1])]
        for line in lines
        if not RULE.match(line)
    ]
    headings = Markup("").join(Markup('<th scope="col">{}</th>').format(cell) for cell in head)
    body = Markup("\n").join(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            first, Markup("").join(Markup("<td>{}</td>").format(cell) for cell in rest)
        )
        for first, *rest in rows
    )
    return Markup(
        '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>'
        "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
    ).format(headings, body)


def _line(text: str, link: Link) -> Markup:
    """Text with its inline marks, which may nest save in code."""
    parts, end = [], 0
    for match in INLINE.finditer(text):
        parts.append(escape(text[end : match.start()]))
        code, bold, italic, words, target = match.groups()
        if code:
            parts.append(Markup("<code>{}</code>").format(code))
        elif bold or italic:
            name = "strong" if bold else "em"
            parts.append(Markup("<{0}>{1}</{0}>").format(name, _line(bold or italic, link)))
        else:
            address = link(target)
            inner = _line(words, link)
            known = Markup('<a href="{}">{}</a>').format(address, inner)
            parts.append(inner if address is None else known)
        end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def anchor(heading: str) -> str:
    """The place of a heading, as hosts of Markdown name it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
