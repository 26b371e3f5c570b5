"""Pages of the docs as HTML of the site, with nothing that is not escaped."""

from pathlib import Path

import pytest

from methods.report.markdown_pages import anchor, as_html, title_of
from methods.report.text_pages import FROM_DOCS

ROOT = Path(__file__).parents[2]


def html(text):
    return str(as_html(text, {"a.md": "a.html"}.get))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# One *two*", '<h1 id="one-two">One <em>two</em></h1>'),
        ("[a `b`](a.md) [c](d.md)", '<p><a href="a.html">a <code>b</code></a> c</p>'),
        ("*[c](d.md)* [a](a.md)", '<p><em>c</em> <a href="a.html">a</a></p>'),
        ("<b> & 2 < 3", "<p>&lt;b&gt; &amp; 2 &lt; 3</p>"),
        ("", ""),
    ],
)
def test_headings_have_a_place_and_links_lead_to_pages_of_the_site(text, shown):
    assert html(text) == shown


def test_a_table_stands_in_a_box_and_each_row_has_a_heading():
    shown = html("| a | b |\n|---|---|\n| `c` | d \\| e |\n| f | g |\n\nafter").replace("\n", "")
    assert shown.startswith('<div class="wide"') and shown.endswith("</div><p>after</p>")
    assert '<th scope="col">a</th><th scope="col">b</th>' in shown
    assert '<th scope="row"><code>c</code></th><td>d | e</td>' in shown
    assert '<th scope="row">f</th><td>g</td>' in shown


@pytest.mark.parametrize("name", FROM_DOCS)
def test_no_mark_is_left_in_a_page_of_the_docs(name):
    text = (ROOT / "docs" / f"{name}.md").read_text()
    shown = str(as_html(text, str))
    for mark in ("**", "](", "`", "|--", "\n- ", "\n#"):
        assert mark not in shown, mark
    assert shown.startswith(f'<h1 id="{anchor(title_of(text))}">{title_of(text)}</h1>')
