"""The words of the project: as a page of the docs, and as bubbles on the pages of the report.

The first place on a page that uses a term gets a bubble with its meaning. It shows on hover, and on
focus, so that a keyboard reaches it. Headings, links and code are left as they are.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from methods.schemas.model import Model
from methods.schemas.reading import read
from methods.yaml_files import read_yaml

FILE = Path(__file__).with_name("look") / "glossary.yaml"
TAG = re.compile(r"(<[^>]*>)")
NAME = re.compile(r"</?([a-z0-9]+)")
MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[`*]")
LEFT_ALONE = frozenset(
    {"a", "button", "code", "dialog", "figcaption", "h1", "h2", "h3", "h4", "label", "math", "nav"}
    | {"option", "pre", "script", "select", "style", "summary", "svg", "textarea", "th", "title"}
)
MAIN = '<main id="main">'


class Word(Model, frozen=True, kw_only=True):
    """A word with its meaning in Markdown, and the texts that carry it as a bubble."""

    word: str
    meaning: str
    bubble: tuple[str, ...] = ()


class Reading(Model, frozen=True, kw_only=True):
    """What a word of a source is in a claim test."""

    source: str
    test: str


class Glossary(Model, frozen=True, kw_only=True):
    words: tuple[Word, ...]
    readings: tuple[Reading, ...]


@cache
def glossary() -> Glossary:
    return read(Glossary, read_yaml(FILE), str(FILE))


def page() -> str:
    """docs/glossary.md."""
    words = [f"| **{each.word}** | {each.meaning} |" for each in glossary().words]
    readings = [f"| {each.source} | {each.test} |" for each in glossary().readings]
    return "\n".join([TOP, *words, BETWEEN, *readings, ""])


def with_bubbles(html: str) -> str:
    """A page of the report whose first use of each term has a bubble."""
    before, main, rest = html.partition(MAIN)
    unseen = {text.lower(): each for each in glossary().words for text in each.bubble}
    closed: list[str] = []  # the elements that are left alone and not closed yet
    pieces = TAG.split(rest)
    for at, piece in enumerate(pieces):
        name = NAME.match(piece)
        if name and name[1] in LEFT_ALONE:
            if not piece.startswith("</"):
                closed.append(name[1])
            elif closed:
                closed.pop()
        elif not name and not closed and unseen and piece.strip():
            pieces[at] = _first_uses(piece, unseen)
    return before + main + "".join(pieces)


def _first_uses(text: str, unseen: dict[str, Word]) -> str:
    """A text whose terms that were `unseen` have bubbles, and are seen now."""
    terms = _pattern(tuple(unseen))

    def bubble(match: re.Match[str]) -> str:
        word = unseen.get(_plain(match[1]))
        if word is None:  # seen a few words before
            return match[1]
        for other in word.bubble:
            unseen.pop(other.lower(), None)
        meaning = escape(MARKUP.sub(r"\1", word.meaning))
        return (
            f'<span class="term" tabindex="0">{match[1]}'
            f'<span class="bubble" role="tooltip"><strong>{escape(word.word)}</strong> {meaning}'
            "</span></span>"
        )

    return terms.sub(bubble, text)


@cache
def _pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the terms, the longest that fits. Many texts share one set of terms."""
    longest_first = sorted(terms, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(_as_written, longest_first))})(?![\w-])", re.I)


def _as_written(term: str) -> str:
    return re.escape(term).replace("'", "(?:'|&#39;)")


def _plain(text: str) -> str:
    return text.lower().replace("&#39;", "'")


TOP = """\
# Glossary

Code, messages and texts use these words with these meanings. This page is generated: after an
edit of `methods/report/look/glossary.yaml` run `python -m methods document`.

| word | meaning |
|---|---|"""
BETWEEN = """
## Words of a source in a claim test

A source seldom says how much is "most" or "similar". These readings are the same in all claims,
and were fixed as conventions. A claim with another margin states it with its reason.
Where a source leaves a setting open and several readings are equally near, each is a claim of
ours, and one claim of the source takes them together.

| in the source | in the test |
|---|---|"""
