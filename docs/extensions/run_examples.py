"""The directive ``.. example:: name``: examples/name.py, what it prints, and what it draws."""

from __future__ import annotations

import ast
import base64
import io
import runpy
from contextlib import redirect_stdout
from pathlib import Path
from typing import ClassVar

import matplotlib.pyplot as plt
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from methods.figures import style

FOLDER = Path(__file__).parents[1] / "examples"


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("example", Example)
    return {"parallel_read_safe": True}


class Example(SphinxDirective):
    """Runs a script, which draws one figure; `alt` says what is to be seen there."""

    required_arguments = 1
    option_spec: ClassVar = {"alt": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        path = FOLDER / f"{self.arguments[0]}.py"
        self.env.note_dependency(str(path))
        about, code = without_docstring(path.read_text("utf-8"))
        printed, figure = run_example(path)
        uri = "data:image/png;base64," + base64.b64encode(figure).decode()
        return [
            *self.parse_text_to_nodes(about),
            nodes.literal_block(code, code, language="python"),
            nodes.literal_block(printed, printed, language="none"),
            # a scaled picture would be a link to itself
            nodes.image(uri=uri, alt=self.options["alt"], width="100%", classes=["no-scaled-link"]),
        ]


def without_docstring(source: str) -> tuple[str, str]:
    """The docstring of a script, and the lines below it."""
    docstring, *_ = ast.parse(source).body
    return ast.get_docstring(ast.parse(source)), "".join(
        source.splitlines(keepends=True)[docstring.end_lineno :]
    ).strip("\n")


def run_example(path: Path) -> tuple[str, bytes]:
    """What a script prints, and its figure as PNG."""
    printed, figure = io.StringIO(), io.BytesIO()
    with plt.rc_context({"figure.dpi": style.plt.rcParams["savefig.dpi"]}):
        with redirect_stdout(printed):
            runpy.run_path(str(path))
        plt.savefig(figure, bbox_inches="tight")
        plt.close("all")
    return printed.getvalue(), figure.getvalue()
