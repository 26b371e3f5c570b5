"""Equations as pictures in a page, typeset by matplotlib from LaTeX."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from matplotlib import rc_context
from matplotlib.font_manager import FontProperties
from matplotlib.mathtext import math_to_image

from methods.bench.source_hash import combined
from methods.errors import UserError

SIZE = 13  # points
LEFT_OUT = re.compile(r"<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>", re.DOTALL)
NAMES = re.compile(r'(id="|href="#)')


def as_svg(latex: str) -> str:
    """The equation as an ``<svg>`` in the colour of the text around it.

    What matplotlib's mathtext cannot read is a `UserError`.
    """
    picture = BytesIO()
    setting: Any = {"svg.fonttype": "path", "svg.hashsalt": latex, "mathtext.fontset": "stix",
                    "savefig.transparent": True}  # fmt: skip
    try:
        with rc_context(setting):
            math_to_image(f"${latex}$", picture, FontProperties(size=SIZE), format="svg")
    except ValueError as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        raise UserError(f"mathtext cannot read it: {lines[-1] if lines else error}") from None
    svg = picture.getvalue().decode()
    svg = LEFT_OUT.sub("", svg[svg.index("<svg") :])
    # a page has several equations, whose glyphs have the same names
    svg = NAMES.sub(rf"\g<1>{combined([latex])[:8]}-", svg)
    return svg.replace("<svg ", '<svg fill="currentColor" aria-hidden="true" ', 1)
