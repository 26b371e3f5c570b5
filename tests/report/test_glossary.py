"""The glossary: one source for the page of the docs and for the bubbles of the report."""

import re
from pathlib import Path
from types import SimpleNamespace

from methods.report import glossary as module
from methods.report.glossary import MAIN, Word, glossary, page, with_bubbles

ROOT = Path(__file__).parents[2]
REMEDY = "run `python -m methods document`"


def main_part(text):
    return with_bubbles(f"<nav>Holm</nav>{MAIN}{text}</main>")


def test_the_page_of_the_docs_is_made_from_the_data():
    assert (ROOT / "docs/glossary.md").read_text() == page(), REMEDY


def test_the_terms_that_readers_stumble_over_have_bubbles():
    told = {text for word in glossary().words for text in word.bubble}
    assert told >= {
        "resampling-corrected", "combined standard errors", "region of equivalence", "Holm",
        "papers' scale", "stand-in", "by argument", "beyond the work",
        "on new data of the same kind", "points lower", "L1-SVM 2/10", "impurity of the blocks",
    }  # fmt: skip
    assert "flips" not in told  # most that a page names are of labels
    words = [word.word for word in glossary().words]
    assert len(words) == len(set(words))


def test_the_first_use_of_a_term_alone_gets_its_meaning():
    html = main_part("<p>After Holm's correction, and after Holm.</p><p>Holm</p>")
    assert html.count('class="term" tabindex="0"') == html.count('role="tooltip"') == 1
    assert re.search(r'tabindex="0">Holm\'s correction<span class="bubble"', html)
    assert html.startswith(f"<nav>Holm</nav>{MAIN}")


def test_an_escaped_apostrophe_is_the_same_term():
    assert "papers&#39; scale<span" in main_part("<p>at the papers&#39; scale</p>")


def test_headings_links_and_code_are_left_alone():
    for element in ("h2", "a", "code", "script", "th"):
        text = f"<{element}>Holm <b>and</b> flip</{element}>"
        assert main_part(text + "<p>stand-in</p>").count("bubble") == 1
        assert text in main_part(text)
    assert "bubble" not in main_part('<p title="Holm">Holmes and stand-ins-to-be</p>')


def test_a_meaning_is_text_without_marks():
    bubbles = main_part("<p>finding, by argument and the papers' scale</p>")
    inside = re.findall(r'role="tooltip">(.*?)</span></span>', bubbles)
    assert len(inside) == 3 and not [text for text in inside if re.search(r"[`*\[\]]", text)]


def test_a_meaning_never_becomes_markup(monkeypatch):
    word = Word(word="W", meaning="less: a < b & c", bubble=("made-up term",))
    monkeypatch.setattr(module, "glossary", lambda: SimpleNamespace(words=(word,)))
    assert "</strong> less: a &lt; b &amp; c</span>" in main_part("<p>A made-up term.</p>")
