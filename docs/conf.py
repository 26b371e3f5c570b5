"""How `make docs` builds the site: pages, docstrings, and a gallery of examples that it runs."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

# The figures of the gallery look like those of the report: importing the style applies it.
import methods.figures.style  # noqa: E402, F401
from methods import __version__  # noqa: E402

project = "marginbench"
author = "the marginbench authors"
copyright = f"{author}, BSD-3-Clause"
version = release = __version__

extensions = ["myst_parser", "numpydoc", "sphinx.ext.autodoc", "sphinx_gallery.gen_gallery"]
exclude_patterns = ["examples"]
highlight_language = "none"  # an indented block is a formula, unless it says that it is code
default_role = "py:obj"  # `PrimalSVM` in a docstring is a link, and any other `name` is code
smartquotes = False  # a value such as "hinge" is typed with straight quotes

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "none"  # the docstring gives the type of each parameter
autodoc_default_options = {
    "members": True,
    # what scikit-learn adds to every class for the routing of metadata
    "exclude-members": "set_fit_request, set_score_request",
}
numpydoc_show_class_members = False  # autodoc lists the methods

myst_heading_anchors = 3

sphinx_gallery_conf = {
    "examples_dirs": "examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "within_subsection_order": "FileNameSortKey",
    "reset_modules": (),  # keeps the style that is imported above
    "capture_repr": (),
    "min_reported_time": 60,
    "show_signature": False,
    "write_computation_times": False,
}

html_theme = "alabaster"
html_static_path = ["static"]
html_css_files = ["docs.css"]
html_show_sphinx = html_show_sourcelink = html_copy_source = False
html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}
html_theme_options = {
    "description": "Margin and ensemble machines of three papers and a thesis, as a library",
    "fixed_sidebar": True,
    "page_width": "1120px",
    "sidebar_width": "230px",
    "font_size": "15px",
    "font_family": "system-ui, sans-serif",
    "head_font_family": "system-ui, sans-serif",
}


KEPT = ROOT / "results" / "reference"
# [text](target#anchor) to a place outside docs/, and the place of a claim on a page of verdicts
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((\.\./[^)#]+)(#[^)]*)?\)")
PICTURE = re.compile(r"(!\[[^\]]*\]\()([^)]+\))")


def setup(app):
    app.connect("builder-inited", copy_verdicts)
    app.connect("source-read", offer_files)


def copy_verdicts(app):
    """Make the kept pages of verdicts a part of the site. They lie as deep here as there."""
    folder = Path(app.srcdir) / "verdicts"
    folder.mkdir(exist_ok=True)
    for page in KEPT.glob("*.md"):
        text = page.read_text("utf-8").replace("../../docs/", "../")
        kept = KEPT.relative_to(ROOT).as_posix()
        (folder / page.name).write_text(PICTURE.sub(rf"\1../../{kept}/\2", text), "utf-8")


def offer_files(app, page, source):
    """Let links to Markdown outside docs/ offer the file, save to verdicts, which the site has.

    A folder is no file to offer, so only the text of its link is left.
    """

    def link(match):
        text, target, anchor = match.groups()
        path = (Path(app.srcdir) / page).parent / target
        if path.is_dir():
            return text
        if path.parent.resolve() == KEPT.resolve() and path.suffix == ".md":
            # plain HTML, as the place of a claim is no heading that Sphinx knows
            return f'<a href="verdicts/{path.stem}.html{anchor or ""}">{text}</a>'
        if path.suffix == ".md" and not path.resolve().is_relative_to(app.srcdir):
            return f"[{text}](path:{target})"
        return match[0]

    source[0] = LINK.sub(link, source[0])
