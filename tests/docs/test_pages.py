"""The documentation builds without a warning, its links lead somewhere, and it needs no network.

Building it runs the examples of the gallery; those of the docstrings are tests of their own.
"""

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

import methods

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))

pytestmark = pytest.mark.slow


class Page(HTMLParser):
    """The ids of a page, the places that it links to, and the files that it loads."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded, self.texts = set(), [], [], []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids.add(found.get("id"))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag in ("script", "link", "img"):
            self.loaded += [found[key] for key in ("src", "href") if key in found]

    def handle_data(self, text):
        self.texts.append(text)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages by their paths, built with every warning as an error."""
    folder = tmp_path_factory.mktemp("pages")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-d", str(folder / "cache")]
    built = subprocess.run(
        [*command, str(ROOT / "docs"), str(folder / "html")], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    return {path: Page(path) for path in (folder / "html").rglob("*.html")}


def test_every_internal_link_leads_to_a_place_that_is_there(pages):
    for path, page in pages.items():
        for link in page.links:
            if "://" in link or link.startswith("mailto:"):
                continue
            file, anchor = urldefrag(unquote(link))
            target = (path.parent / file).resolve() if file else path
            assert target in pages, f"{path.name}: {link}"
            assert not anchor or anchor in pages[target].ids, f"{path.name}: {link}"


def test_every_loaded_file_comes_with_the_pages(pages):
    for path, page in pages.items():
        for source in page.loaded:
            if not source.startswith(("data:", "#")):
                assert (path.parent / source.split("?")[0]).resolve().is_file(), source


def test_every_public_name_has_an_entry(pages):
    ids = {name for page in pages.values() for name in page.ids}
    assert {f"methods.{name}" for name in methods.HOMES} <= ids


@pytest.mark.parametrize("example", [path.stem for path in EXAMPLES])
def test_the_gallery_shows_every_example_with_its_figure(pages, example):
    gallery = next(page for path, page in pages.items() if path.name == "gallery.html")
    source = (ROOT / "docs" / "examples" / f"{example}.py").read_text("utf-8")
    last_line = source.rstrip().splitlines()[-1].strip()
    assert last_line in "".join(gallery.texts)
    assert sum(source.startswith("data:image/png") for source in gallery.loaded) == len(EXAMPLES)


def test_the_page_of_the_one_svm_says_that_errors_are_equal(pages):
    gallery = next(page for path, page in pages.items() if path.name == "gallery.html")
    printed = next(text for text in gallery.texts if text.startswith("equal: components"))
    for line in printed.strip().splitlines():
        ensemble, svm = line.split("error ")[1].split(", SVM ")
        assert ensemble == svm
