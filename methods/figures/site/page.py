"""The report page: verdicts first, then each experiment's tables and figures, then what ran."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

import pandas as pd

from methods.bench import paths
from methods.bench.plan import Plan
from methods.bench.provenance import provenance
from methods.bench.results import Results, failed
from methods.bench.verdicts import ledger_text
from methods.files import write_text

STYLE = """
:root { color-scheme: light dark; --line: #8884; --good: #00734f; --bad: #a83200; --open: #6a5a00 }
@media (prefers-color-scheme: dark) { :root { --good: #4fd0a5; --bad: #ff9d73; --open: #e5cf5a } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left;
  vertical-align: top }
tbody th { font-weight: 600; white-space: nowrap }
.wide { overflow-x: auto }
@media (max-width: 40rem) { tbody th, .verdict { white-space: normal; min-width: 6rem } }
figure { margin: 1.5rem 0 } figure img { max-width: 100%; background: #fff }
figcaption, .quiet { font-size: .85rem; opacity: .8 }
.holds { color: var(--good) } .fails { color: var(--bad) }
.inconclusive, .cannot { color: var(--open) }
.verdict { font-weight: 600; white-space: nowrap }
"""


def write_report(plan: Plan, root: Path) -> None:
    """Collect every experiment's verdicts into the ledger and write the page."""
    names = sorted({study.experiment for study in plan.studies()})
    text = ledger_text(map(paths.claims, names), plan.scale, plan.config["datasets"])
    write_text(paths.LEDGER, text)
    ledger = json.loads(text)
    sections = [_front(plan, ledger)]
    sections += [_experiment(plan, name, root) for name in names]
    sections.append(_origin())
    page = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>marginbench</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(sections)
        + "\n</body>\n</html>\n"
    )
    write_text(paths.REPORT, page)


def _front(plan: Plan, ledger: dict) -> str:
    counts = ", ".join(f"{count} {word}" for word, count in ledger["counts"].items())
    rows = "\n".join(
        f'<tr><th scope="row">{escape(c["name"])}</th>'
        f'<td class="verdict {c["verdict"].split()[0]}">{escape(c["verdict"])}</td>'
        f"<td>{escape(c['says'])}</td><td>{escape(c['reason'])}</td>"
        f"<td>{escape(c['where'])}</td></tr>"
        for c in ledger["claims"]
    )
    return (
        "<h1>marginbench</h1>\n"
        f"<p>Scale {escape(plan.scale)}, data sets {escape(str(plan.config['datasets']))}. "
        f"Verdicts: {escape(counts)}.</p>\n<h2>Claims</h2>\n"
        '<div class="wide"><table>\n<thead><tr><th>claim</th><th>verdict</th><th>what it says</th>'
        f"<th>why</th><th>where</th></tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )


def _experiment(plan: Plan, name: str, root: Path) -> str:
    results = Results.load(plan, name, root)
    parts = [f'<h2 id="{name}">{escape(results.experiment.title)}</h2>']
    for figure, entry in results.experiment.figures.items():
        kinds = plan.config["figure_formats"]
        shown = "svg" if "svg" in kinds else "png" if "png" in kinds else None
        if shown:
            stem = escape(f"../{name}/{figure}")
            parts.append(
                f'<figure><img src="{stem}.{shown}" alt="{escape(figure)}">'
                f"<figcaption>{escape(entry.get('caption', figure))} "
                f'(<a href="{stem}.csv">csv</a>)'
                "</figcaption></figure>"
            )
    for table in results.experiment.tables:
        parts.append(_table(name, table))
    parts.append(_runs(results))
    return "\n".join(parts)


def _table(experiment: str, table: str) -> str:
    """The cells of a table as HTML."""
    stored = json.loads(Path(paths.output(experiment, table, "json")).read_text(encoding="utf-8"))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in ["", *stored["columns"]])
    body = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{_cell(cell)}</td>" for cell in cells)
        + "</tr>"
        for name, *cells in stored["rows"]
    )
    return (
        f"<h3>{escape(table)}</h3>\n<p>{escape(stored['caption'])} "
        f'(<a href="../{escape(f"{experiment}/{table}")}.csv">csv</a>)</p>\n'
        f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>'
        "</table></div>"
    )


def _cell(text: str) -> str:
    if text.startswith("**") and text.count("**") == 2:
        bold, rest = text[2:].split("**")
        return f"<strong>{escape(bold)}</strong>{escape(rest)}"
    return escape(text)


def _runs(results: Results) -> str:
    """How many fits of each study ended how, and why those failed that did."""
    rows = []
    for study in results.experiment.studies.values():
        if not results.datasets(study.name):
            rows.append(f"<li>{escape(study.name)}: none of its data sets is selected</li>")
            continue
        runs = results.runs(study.name)
        counts = runs["status"].value_counts()
        text = ", ".join(f"{n} {status}" for status, n in counts.items())
        rows.append(
            f"<li>{escape(study.name)}: {escape(text)}; {runs['fit_seconds'].sum():.0f} s of fits"
            f"{_failures(runs)}</li>"
        )
    return f"<h3>What ran</h3>\n<ul>{''.join(rows)}</ul>"


def _failures(runs: pd.DataFrame) -> str:
    rows = failed(runs)
    if rows.empty:
        return ""
    groups = rows.groupby(["dataset", "method", "status", "message"], observed=True).size()
    items = "".join(
        f"<li>{escape(f'{d}, {m}: {s} in {n} trials: {why}')}</li>"
        for (d, m, s, why), n in groups.items()
    )
    return f"<ul>{items}</ul>"


def _origin() -> str:
    fields = ", ".join(f"{escape(key)} {escape(value)}" for key, value in provenance().items())
    return f'<h2>Made with</h2>\n<p class="quiet">{fields}</p>'
