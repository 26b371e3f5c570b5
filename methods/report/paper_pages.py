"""A summary of each paper in the order of a replication article, as HTML and as Markdown.

It is made from the paper file, the experiments on the paper and the ledger. Printed, it takes two
sides. On the screen a table of what is served follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup
from msgspec import to_builtins

from methods.bench.experiments import Experiment, by_scale
from methods.bench.plan import Plan
from methods.claims.counts import DERIVED, counted_as, counts
from methods.claims.coverage import change_of, counts_of, experiments_on, rows_of
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.figures.equations import as_svg
from methods.report.images import describe_image
from methods.report.shown_claims import claim_id
from methods.report.site_folder import SiteFolder, experiment_address
from methods.schemas.paper import PaperFile

Verdicts = Mapping[str, Mapping[str, Any]]  # entries of the ledger by name
KINDS = ("svg", "png")  # of figures, the better first
VERBS = {
    HOLDS: ("holds", "hold"), FAILS: ("fails", "fail"),
    INCONCLUSIVE: ("is inconclusive", "are inconclusive"), DERIVED: ("is derived", "are derived"),
    UNTESTABLE: (UNTESTABLE, UNTESTABLE),
}  # fmt: skip


def write_paper_pages(
    site: SiteFolder,
    plan: Plan,
    papers: Mapping[str, PaperFile],
    verdicts: Verdicts,
    results: Path,
    folder: str = "papers",
    linked: Iterable[str] = (),
) -> list[dict[str, Any]]:
    """Write ``<folder>/<key>.html`` and ``.md``, and give what the front page says of each paper.

    Papers without an experiment in `plan` get no page. Figures are taken from below `results`, and
    the pages link to those of the experiments `linked`.
    """
    rows = []
    for key, paper in papers.items():
        experiments = experiments_on(key, plan.experiments.values())
        if not experiments:
            continue
        stem = f"{folder}/{key}" if folder else key
        figures = _figures(site, paper, experiments, results, stem)
        shown = summary_of(key, paper, plan, experiments, verdicts)
        links = {n: "../" * bool(folder) + experiment_address(n) for n in linked}
        site.page(f"{stem}.html", "paper.html", **shown, figures=figures, links=links)
        site.text(f"{stem}.md", markdown_of(shown, figures))
        rows.append({"href": f"{stem}.html", "title": paper.title, **shown["served"]})
    return rows


def summary_of(
    key: str,
    paper: PaperFile,
    plan: Plan,
    experiments: Sequence[Experiment],
    verdicts: Verdicts,
) -> dict[str, Any]:
    """What both forms of the summary say."""
    says = {f"{e.name}/{n}": claim for e in experiments for n, claim in e.claims.items()}
    judged = [verdicts[name] for name in says if name in verdicts]
    names = ",".join(experiment.name for experiment in experiments)
    return {
        "key": key,
        "paper": paper,
        "equations": [
            {"number": number, "latex": paper.equations[number].latex,
             "shows": paper.equations[number].shows,
             "svg": Markup(as_svg(paper.equations[number].latex))}  # made here
            for number in paper.summary.equations
        ],
        "protocol": [_protocol(plan, e, study) for e in experiments for study in e.studies],
        "scale": plan.scale,
        "counts": sentence(counts(judged, beyond=False)),
        "beyond": sum(counts(judged, beyond=True).values()),
        "claims": [
            {"name": name, "where": says[name]["where"], "says": says[name]["says"],
             "beyond": bool(says[name].get("beyond")), "experiment": name.partition("/")[0],
             "id": claim_id({"name": name}), "derived": counted_as(verdicts[name]) == DERIVED,
             "verdict": verdicts[name]["verdict"], "change": change_of(verdicts[name])}
            for name in paper.summary.claims if name in says and name in verdicts
        ],
        "served": counts_of(paper, experiments, verdicts),
        "coverage": rows_of(paper),
        "commands": [
            f"snakemake --cores all --config scale=paper datasets=all 'experiments=[{names}]'",
            f"python -m methods show {key}",
            *(f"python -m methods claim {name}" for name in paper.summary.claims[:1]),
        ],
    }  # fmt: skip


def _protocol(plan: Plan, experiment: Experiment, name: str) -> dict[str, str]:
    study = experiment.study(name)
    split = {str(k): v for k, v in to_builtins(study.split).items() if v not in (None, False)}
    kind = str(split.pop("kind")).replace("_", " ")
    options = ", ".join(map(_option, split, split.values())).replace("_", " ")
    return {
        "study": f"{experiment.name}/{name}",
        "about": study.about or name,
        "split": f"{kind}, {options}" if options else kind,
        "size": f"{len(study.datasets)} x {len(study.methods)}",
        "trials": str(by_scale(study.trials, plan.scale)),
    }


def _option(key: str, value: Any) -> str:
    """An option of a split; what it says of single data sets has no room."""
    if isinstance(value, Mapping):
        return f"{key} by data set"
    return key if value is True else f"{key} {value}"


def _figures(
    site: SiteFolder,
    paper: PaperFile,
    experiments: Sequence[Experiment],
    results: Path,
    stem: str,
) -> list[dict[str, Any]]:
    """Copies of the figures that were drawn, beside the page."""
    captions = {f"{e.name}/{n}": o.get("caption", n) for e in experiments for n, o in
                e.figures.items()}  # fmt: skip
    shown = []
    for name in paper.summary.figures:
        drawn = [results / f"{name}.{kind}" for kind in KINDS]
        image = next((file for file in drawn if file.exists()), None)
        if image is None or name not in captions:
            continue
        copy = f"{stem}-{image.parent.name}-{image.name}"
        site.copy(image, copy)
        shown.append(describe_image(image, Path(copy).name) | {"caption": captions[name]})
    return shown


def markdown_of(shown: Mapping[str, Any], figures: Sequence[Mapping[str, Any]]) -> str:
    """The summary in Markdown; equations are LaTeX between dollars."""
    paper = shown["paper"]
    lines = [
        f"# {paper.title}",
        f"{', '.join(paper.authors)} ({paper.year}). {paper.venue}. "
        f"<{paper.address or 'https://doi.org/' + paper.doi}>",
        "## What it proposes",
        paper.proposes,
        *(f"$${each['latex']}$$\n\n({each['number']}) {each['shows']}." for each in
          shown["equations"]),
        "## Protocol",
        _table(("study", "about", "split", "data sets x methods", "trials"),
               [[row[key] for key in ("study", "about", "split", "size", "trials")]
                for row in shown["protocol"]]),
        "## What it leaves open",
        _table(("open", "chosen here"), [[each.open, each.chosen] for each in paper.left_open]),
        "## Verdicts",
        shown["counts"],
        _table(("where", "claim", "verdict", "flips at, or why it is not tested"),
               [[claim["where"] + ", ours" * claim["beyond"], claim["says"],
                 claim["verdict"] + " (derived)" * claim["derived"], claim["change"]]
                for claim in shown["claims"]]),
        *(f"![{figure['caption']}]({figure['file']})\n\n{figure['caption']}." for figure in
          figures),
        "## What was not available",
        _table(("what", "why", "in its place"),
               [[each.what, each.why, each.instead] for each in paper.unavailable]),
        "## How to run it",
        "```\n" + "\n".join(shown["commands"]) + "\n```",
    ]  # fmt: skip
    return "\n\n".join(line for line in lines if line) + "\n"


def sentence(tally: Mapping[str, int]) -> str:
    """The counts of the paper's own claims in words."""
    told = ", ".join(f"{n} {VERBS[word][n > 1]}" for word, n in tally.items() if n)
    if not told:
        return "No claim of the paper has been tested in this run."
    return f"Of {sum(tally.values())} claims of the paper, {told}."


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return "Nothing."
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
