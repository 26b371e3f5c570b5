"""Equations as MathML, which browsers typeset, print and read aloud, from the LaTeX of the papers.

It knows the part of LaTeX that the equations of papers use. It gives nothing for an equation with
anything else, which then is a picture alone.
"""

from __future__ import annotations

import re
from html import escape

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|.")
SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "eta": "η",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "ϕ", "varphi": "φ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Psi": "Ψ", "Phi": "Φ", "Omega": "Ω", "Sigma": "Σ",
    "ell": "ℓ", "infty": "∞",
}  # fmt: skip
OPERATORS = {
    "leq": "≤", "geq": "≥", "neq": "≠", "leftarrow": "←", "rightarrow": "→", "in": "∈",
    "subseteq": "⊆", "cdot": "⋅", "times": "×", "Vert": "‖", "vert": "|", "langle": "⟨",
    "rangle": "⟩", "{": "{", "}": "}", "ldots": "…", "pm": "±", "partial": "∂",
}  # fmt: skip
WITH_LIMITS = {"sum": "∑", "prod": "∏", "min": "min", "max": "max", "inf": "inf", "sup": "sup"}
SPACES = {",": ".17em", ";": ".28em", " ": ".33em", "quad": "1em", "qquad": "2em"}
ACCENTS = {"tilde": "~", "hat": "^", "bar": "¯"}
OPENING, CLOSING = ("(", "[", r"\{"), (")", "]", r"\}")
NORM = r"\Vert"
BREAKS = ("=", "+", "-", r"\leq", r"\geq", r"\leftarrow", r"\quad", r"\qquad")
FRACTIONS = ("frac", "dfrac", "tfrac")


class _Unknown(Exception):
    """LaTeX that this module does not know."""


def as_mathml(latex: str) -> str:
    """The equation as a ``<math>`` of its own line; empty if some of it is not known.

    It has a row for each part between signs that are in no brackets, so that a narrow page can
    break it there.
    """
    tokens = [token for token in TOKEN.findall(latex) if not token.isspace()]
    try:
        rows = [f"<mrow>{''.join(part)}</mrow>" for part in _parts(tokens)]
    except (_Unknown, IndexError):
        return ""
    return f'<math display="block">{"".join(rows)}</math>'


def _parts(tokens: list[str]) -> list[list[str]]:
    """The atoms of each part of an equation; all but the first begin with a sign or a space."""
    parts: list[list[str]] = [[]]
    depth, in_norm = 0, False
    while tokens:
        token = tokens[0]
        depth += (token in OPENING) - (token in CLOSING)
        in_norm ^= token == NORM
        starts = token in BREAKS and not depth and not in_norm and bool(parts[-1])
        atom = _with_scripts(tokens)
        if starts:  # a sign at the start of a row would lose its space
            parts.append([atom.replace("<mo ", '<mo form="infix" ', 1)])
        else:
            parts[-1].append(atom)
    return parts


def _row(tokens: list[str], end: str) -> str:
    """Everything up to the token `end`, which is taken too."""
    parts = []
    while tokens and tokens[0] != end:
        parts.append(_with_scripts(tokens))
    if end:
        tokens.pop(0)  # an IndexError if it is not there
    return f"<mrow>{''.join(parts)}</mrow>"


def _with_scripts(tokens: list[str]) -> str:
    limits = tokens[0][1:] in WITH_LIMITS
    base = _atom(tokens)
    scripts = {}
    while tokens and tokens[0] in ("_", "^"):
        place = tokens.pop(0)
        scripts[place] = _atom(tokens)
    below, above = scripts.get("_", ""), scripts.get("^", "")
    if not scripts:
        return base
    tag = ("munder" if limits else "msub") if below else ""
    if above:
        tag = (tag or "m") + ("over" if limits else "sup")
    return f"<{tag}>{base}{below}{above}</{tag}>"


def _atom(tokens: list[str]) -> str:
    token = tokens.pop(0)
    if token == "{":
        return _row(tokens, "}")
    if token.startswith("\\"):
        return _command(token[1:], tokens)
    if token[0].isdigit():
        return f"<mn>{token}</mn>"
    if token.isalpha():
        return f"<mi>{token}</mi>"
    if token in tuple("}_^&$#"):
        raise _Unknown(token)
    return _operator("−" if token == "-" else token)


def _command(name: str, tokens: list[str]) -> str:
    if name in SYMBOLS:
        return f"<mi>{SYMBOLS[name]}</mi>"
    if name in OPERATORS:
        return _operator(OPERATORS[name])
    if name in WITH_LIMITS:
        return f"<mo>{WITH_LIMITS[name]}</mo>"
    if name in SPACES:
        return f'<mspace width="{SPACES[name]}"></mspace>'
    if name in FRACTIONS:
        return f"<mfrac>{_atom(tokens)}{_atom(tokens)}</mfrac>"
    if name in ACCENTS:
        return f'<mover accent="true">{_atom(tokens)}<mo>{ACCENTS[name]}</mo></mover>'
    if name == "mathrm":
        return f"<mtext>{_text(tokens)}</mtext>"
    if name == "left":
        opening = _delimiter(tokens)
        content = _row(tokens, "\\right")
        return f"<mrow>{opening}{content}{_delimiter(tokens)}</mrow>"
    raise _Unknown(name)


def _text(tokens: list[str]) -> str:
    """The letters between braces, with a space for a thin one."""
    letters = []
    if tokens.pop(0) != "{":
        raise _Unknown("mathrm")
    while (token := tokens.pop(0)) != "}":
        letters.append(" " if token[1:] in SPACES else token)
    return escape("".join(letters))


def _delimiter(tokens: list[str]) -> str:
    """What `left` and `right` make as tall as what is between them; a point is nothing."""
    token = tokens.pop(0)
    shown = OPERATORS.get(token[1:], "") if token.startswith("\\") else token
    if shown == ".":
        return ""
    return f'<mo stretchy="true">{escape(shown)}</mo>'


def _operator(text: str) -> str:
    return f'<mo stretchy="false">{escape(text)}</mo>'
