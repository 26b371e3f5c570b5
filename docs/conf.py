"""How `make docs` builds the pages: from docstrings, and from examples that it runs."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE / "extensions")]

from methods import __version__  # noqa: E402

project = "marginbench"
author = "the marginbench authors"
copyright = f"{author}, BSD-3-Clause"
version = release = __version__

extensions = ["sphinx.ext.autodoc", "compact_docstrings", "run_examples"]
nitpicky = True
default_role = "literal"
smartquotes = False  # a value such as "hinge" is typed with these

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "none"  # beside each parameter instead
autodoc_default_options = {
    "members": True,
    # what scikit-learn adds to every class for the routing of metadata
    "exclude-members": "set_fit_request, set_score_request",
}

html_theme = "alabaster"
html_static_path = ["static"]
html_css_files = ["docs.css"]
html_show_sphinx = html_show_sourcelink = html_copy_source = False
html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}
html_theme_options = {
    "description": "Margin and ensemble machines of four works, as a library",
    "fixed_sidebar": True,
    "page_width": "1120px",
    "sidebar_width": "230px",
    "font_size": "15px",
    "font_family": "system-ui, sans-serif",
    "head_font_family": "system-ui, sans-serif",
}
