"""Pages of the docs as HTML: every mark that they use, and nothing that is not escaped."""

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
        ("first\nline\n\nsecond", "<p>first\nline</p>\n<p>second</p>"),
        ("- a\n  b\n- c", "<ul><li>a\n  b\n</li>\n<li>c</li></ul>"),
        ("1. a\n2. c", "<ol><li>a\n</li>\n<li>c</li></ol>"),
        ("**b *i* d** `*c*`", "<p><strong>b <em>i</em> d</strong> <code>*c*</code></p>"),
        ("[a `b`](a.md) [c](d.md)", '<p><a href="a.html">a <code>b</code></a> c</p>'),
        ("```sh\na <b>\n\nc\n```", "<pre>a &lt;b&gt;\n\nc\n</pre>"),
        ("<b> & 2 < 3", "<p>&lt;b&gt; &amp; 2 &lt; 3</p>"),
    ],
)
def test_each_mark_is_shown(text, shown):
    assert html(text) == shown


def test_a_table_has_headings_and_cells():
    shown = html("| a | b |\n|---|---|\n| `c` | d \\| e |")
    assert '<th scope="col">a</th><th scope="col">b</th>' in shown
    assert html("| | |\n|---|---|\n| a | b |").count("<tr>") == 2
    assert '<tr><th scope="row"><code>c</code></th><td>d | e</td></tr>' in shown


@pytest.mark.parametrize("name", FROM_DOCS)
def test_no_mark_is_left_in_a_page_of_the_docs(name):
    text = (ROOT / "docs" / f"{name}.md").read_text()
    shown = str(as_html(text, str))
    for mark in ("**", "](", "`", "|--", "\n- ", "\n#"):
        assert mark not in shown, mark
    assert shown.startswith(f'<h1 id="{anchor(title_of(text))}">{title_of(text)}</h1>')
