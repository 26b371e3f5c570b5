"""A table and its files: CSV for machines, Markdown and LaTeX for people, JSON for the report."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from methods.files import write_text
from methods.schemas.reading import on_one_line

NO_VALUE = "–"  # in a cell without a number
DATA_FORMAT = "%.10g"  # of numbers in the CSV, from which the report makes its cells

_MARKDOWN = {"|": r"\|", "<": "&lt;"}
_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "|": r"\textbar{}", "±": r"$\pm$", "–": "--", "<": r"$<$", ">": r"$>$",
    "●": r"$\bullet$", "○": r"$\circ$", "₊": "$_+$", "₋": "$_-$",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ϵ": "epsilon",
    "ζ": "zeta", "η": "eta", "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu",
    "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "ς": "varsigma", "τ": "tau",
    "υ": "upsilon", "φ": "varphi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
    "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma",
    "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_LATEX |= {letter: rf"$\{name}$" for letter, name in _GREEK.items()}


@dataclass(frozen=True)
class Table:
    """Tidy `data`, the same as text in `cells` (rows by columns), and a caption.

    ``**text**`` at the beginning of a cell is bold. Everything else, names too, is plain text.
    """

    data: pd.DataFrame
    cells: pd.DataFrame
    caption: str


def with_decimals(value: float, decimals: int) -> str:
    """So many decimals of the number that the CSV has, so that all forms of a table agree."""
    return f"{float(DATA_FORMAT % value):.{decimals}f}"


def write_table(table: Table, stem: str | Path) -> None:
    """``<stem>.csv`` (tidy) and ``.md``, ``.tex``, ``.json`` (the cells), each atomically."""
    cells = table.cells.rename_axis(None).rename_axis(None, axis="columns")
    cells = cells.map(on_one_line).rename(index=_name, columns=_name)
    caption = on_one_line(table.caption)
    write_text(f"{stem}.csv", table.data.to_csv(index=False, float_format=DATA_FORMAT))
    shown = cells.map(_markdown).rename(index=_markdown, columns=_markdown)
    # tabulate would take "2.0" for a number and print 2
    text = shown.to_markdown(disable_numparse=True)
    write_text(f"{stem}.md", f"{_markdown(caption)}\n\n{text}\n")
    tex = cells.map(_latex_cell).rename(index=_latex_of_row, columns=_latex)
    styled = tex.style.to_latex(hrules=True, column_format="l" + "r" * len(tex.columns))
    write_text(f"{stem}.tex", f"% {caption}\n{styled}")
    content = {
        "caption": caption,
        "columns": [str(column) for column in cells.columns],
        "rows": [
            [str(name), *row] for name, row in zip(cells.index, cells.to_numpy(), strict=True)
        ],
    }
    write_text(f"{stem}.json", json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def _name(name: object) -> str:
    return on_one_line(str(name))


def _markdown(text: str) -> str:
    return "".join(_MARKDOWN.get(letter, letter) for letter in str(text))


def _latex(text: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in str(text))


def _latex_of_row(name: str) -> str:
    """The name of a row, whose bracket or star would be an option of the line end before it."""
    return f"{{{name[0]}}}{_latex(name[1:])}" if name[:1] in ("[", "*") else _latex(name)


def _latex_cell(text: str) -> str:
    if text.startswith("**") and "**" in text[2:]:
        bold, _, rest = text[2:].partition("**")
        return rf"\textbf{{{_latex(bold)}}}{_latex(rest)}"
    return _latex(text)
