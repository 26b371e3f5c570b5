"""The documentation builds without a warning, its links lead somewhere, and it needs no network.

Building it runs the examples of the gallery; those of the docstrings are tests of their own.
"""

import json
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

import methods

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = [path.stem for path in sorted((ROOT / "docs" / "examples").glob("*.py"))]

pytestmark = pytest.mark.slow


class Page(HTMLParser):
    """The ids of a page, the places that it links to, the files that it loads, and its texts."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded, self.texts = set(), [], [], []
        self.quotes = 0
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids.add(values.get("id"))
        self.quotes += tag == "blockquote"
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag in ("script", "link", "img"):
            self.loaded += [values[key] for key in ("src", "href") if key in values]

    def handle_data(self, text):
        self.texts.append(text)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the pages, built from a copy with every warning as an error.

    The gallery and the verdicts are written beside the sources, where two builds at a time would
    write the same files.
    """
    folder = tmp_path_factory.mktemp("project")
    for path in ROOT.iterdir():
        if path.name != "docs" and not path.name.startswith("."):
            (folder / path.name).symlink_to(path)
    made = shutil.ignore_patterns("gallery", "verdicts")
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=made)
    html = tmp_path_factory.mktemp("html")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-d", str(html / ".cache")]
    build = subprocess.run(
        [*command, str(folder / "docs"), str(html)], capture_output=True, text=True, cwd=folder
    )
    assert build.returncode == 0, build.stderr
    return html


@pytest.fixture(scope="module")
def pages(site):
    """The pages by their paths."""
    return {path: Page(path) for path in site.rglob("*.html")}


@pytest.fixture(scope="module")
def gallery(site, pages):
    """The page of each example, by its name."""
    return {name: pages[site / "gallery" / f"{name}.html"] for name in EXAMPLES}


def test_every_internal_link_leads_to_a_place_that_is_there(pages):
    for path, page in pages.items():
        for link in page.links:
            if "://" in link or link.startswith("mailto:"):
                continue
            file, anchor = urldefrag(unquote(link))
            target = (path.parent / file).resolve() if file else path
            assert target.is_file(), f"{path.name}: {link}"
            assert not anchor or anchor in pages[target].ids, f"{path.name}: {link}"


def test_the_verdicts_are_pages_of_the_site(site, pages):
    findings, verdicts = pages[site / "findings.html"], pages[site / "verdicts" / "erm.html"]
    assert [link for link in findings.links if link.startswith("verdicts/erm.html#erm-")]
    assert [source for source in verdicts.loaded if "_images" in source]
    assert "../glossary.html" in pages[site / "verdicts" / "README.html"].links


def test_every_loaded_file_comes_with_the_pages(pages):
    for path, page in pages.items():
        for source in page.loaded:
            if not source.startswith(("data:", "#")):
                assert (path.parent / source.split("?")[0]).resolve().is_file(), source


def test_every_public_name_has_an_entry(pages):
    ids = {name for page in pages.values() for name in page.ids}
    assert {f"methods.{name}" for name in methods.HOMES} <= ids


def test_no_formula_of_a_docstring_loses_its_spaces(pages):
    for path, page in pages.items():
        if path.parent.name == "machines":
            assert not page.quotes, f"{path.name}: end the line above a formula with '::'"


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_gallery_shows_every_example_with_its_figure(gallery, example):
    source = (ROOT / "docs" / "examples" / f"{example}.py").read_text("utf-8")
    last_line = source.rstrip().splitlines()[-1].strip()
    assert last_line in "".join(gallery[example].texts)
    assert [source for source in gallery[example].loaded if "_images" in source]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_gallery_offers_every_example_as_a_notebook(site, gallery, example):
    (link,) = {link for link in gallery[example].links if link.endswith(".ipynb")}
    notebook = json.loads((site / "gallery" / link).resolve().read_text("utf-8"))
    source = "".join(line for cell in notebook["cells"] for line in cell["source"])
    assert "import matplotlib" in source


def test_the_page_of_the_one_svm_says_that_errors_are_equal(gallery):
    printed = next(text for text in gallery["one_svm"].texts if "equal: components" in text)
    lines = printed.strip().splitlines()
    assert len(lines) == 2
    for line in lines:
        ensemble, svm = line.split("error ")[1].split(", SVM ")
        assert ensemble == svm
