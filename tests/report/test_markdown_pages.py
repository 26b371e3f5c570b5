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
        ("[c](d.md) and [a](a.md)", '<p>c and <a href="a.html">a</a></p>'),
        ("x ![i](a.md) y ![j](d.md) z", '<p>x <img src="a.html" alt="i"> y  z</p>'),
        ("<b> & 2 < 3", "<p>&lt;b&gt; &amp; 2 &lt; 3</p>"),
        ("a\\\nb", "<p>a<br>\nb</p>"),
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


def test_each_table_has_a_box_of_its_own_and_text_stands_in_none():
    text = "| a |\n|---|\n| b |\n\n## c\n\nd\n\n| e |\n|---|\n| f |"
    between = html(text).partition("</table>")[2].partition("<table>")[0]
    assert between.replace("\n", "").startswith('</div><h2 id="c">c</h2><p>d</p><div class="wide"')
    assert html(text).count("<div") == html(text).count("</div>") == 2


def test_the_title_is_the_first_heading():
    assert title_of("# One *two*\n\n# Other") == "One *two*"


def test_the_place_of_a_heading_has_no_marks():
    assert anchor("What, of A/B-tests (`x_1`)?") == "what-of-ab-tests-x_1"


@pytest.mark.parametrize("name", FROM_DOCS)
def test_no_mark_is_left_in_a_page_of_the_docs(name):
    text = (ROOT / "docs" / f"{name}.md").read_text()
    shown = str(as_html(text, str))
    for mark in ("**", "](", "`", "|--", "\n- ", "\n#"):
        assert mark not in shown, mark
    assert shown.startswith(f'<h1 id="{anchor(title_of(text))}">{title_of(text)}</h1>')
