"""A summary of each paper in the order of a replication article, as HTML and as Markdown.

It is made from the paper file, the experiments on the paper and the ledger. Printed, it takes two
sides. On the screen a table of what is served follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from markupsafe import Markup, escape
from msgspec import to_builtins
from msgspec.structs import fields

from methods.bench.experiments import Experiment
from methods.bench.plan import Plan
from methods.claims.coverage import change_of, counts_of, experiments_on, rows_of
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.figures.equations import as_svg
from methods.figures.mathml import as_mathml
from methods.project import command, run_command
from methods.report.alternative_texts import alternative, claims_on
from methods.report.found import Found, found_in_html
from methods.report.paper_markdown import address_of, markdown_of
from methods.report.paper_story import Story, copied_picture
from methods.report.shown_claims import claim_id
from methods.report.site_folder import SiteFolder, experiment_address
from methods.report.tallies import in_words, tally
from methods.report.what_ran import number_range
from methods.schemas.paper import PaperFile

Verdicts = Mapping[str, Mapping[str, Any]]  # what `TwoVerdicts` shows of each claim, by name
TOLD, TOLD_OURS = 4, 2  # claims on the front page: of a paper, and of ours beyond it
TOLD_WITH_EACH = 2  # with one verdict
DISSERTATIONS = ("phdthesis", "mastersthesis")  # entries of BibTeX


def write_paper_pages(
    site: SiteFolder,
    plan: Plan,
    papers: Mapping[str, PaperFile],
    verdicts: Verdicts,
    results: Path,
    folder: str = "papers",
    linked: Iterable[str] = (),
    found: Mapping[str, Sequence[Found]] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """Write ``<folder>/<key>.html`` and ``.md``, and give what the front page says of each paper.

    Papers without an experiment in `plan` get no page. Figures are taken from below `results`, and
    the pages link to those of the experiments `linked`. `found` says what was found.
    """
    rows = []
    home_links = {name: experiment_address(name) for name in linked}
    for key, paper in papers.items():
        experiments = experiments_on(key, plan.experiments.values())
        if not experiments:
            continue
        stem = f"{folder}/{key}" if folder else key
        figures = _figures(site, paper, experiments, results, stem)
        shown = summary_of(key, paper, plan, experiments, verdicts)
        links = {name: "../" * bool(folder) + page for name, page in home_links.items()}
        story = Story(site, paper, experiments, shown["all_claims"], results, stem)
        texts = found.get(key, ())
        found_here = _found(texts, shown["all_claims"], verdicts, links)
        site.page(
            f"{stem}.html", "paper.html",
            **shown, figures=figures, links=links, story=story, found=found_here,
        )  # fmt: skip
        site.text(f"{stem}.md", markdown_of(shown, figures))
        rows.append(
            {
                "href": f"{stem}.html", "title": paper.title, "authors": paper.authors,
                "year": paper.year, "venue": paper.venue, "address": address_of(paper),
                "found": _found(texts, shown["all_claims"], verdicts, home_links),
                "sentence": shown["counts"], "left_out": shown["untested"], "kind": shown["kind"],
                "waits": shown["waits"],
                "told": told_first(shown["claims"], TOLD, beyond=False),
                "ours": told_first(shown["claims"], TOLD_OURS, beyond=True),
                "picture": _lead(figures, shown["all_claims"]), **shown["served"],
            }
        )  # fmt: skip
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
             "set": typeset(paper.equations[number].latex)}
            for number in paper.summary.equations
        ],
        "protocol": [_protocol(plan, e, name) for e in experiments
                     for name, study in e.studies.items() if study.datasets],
        "printed_studies": _studies_of(paper, experiments),
        "scale": plan.scale,
        "kind": kind_of_work(paper),
        "counts": sentence(tally(judged, beyond=False), kind_of_work(paper)),
        "beyond": sum(tally(judged, beyond=True).values()),
        "claims": _told_apart([_claim(verdicts[name]) for name in paper.summary.claims
                               if name in says and name in verdicts]),
        "all_claims": [_claim(entry) for entry in judged],
        "untested": len(paper.untested),
        "waits": any(claim["verdict"] == UNTESTABLE for claim in judged if not claim["beyond"]),
        "served": counts_of(paper, experiments, verdicts),
        "coverage": rows_of(paper),
        "commands": [
            run_command(f"--cores all --config scale=paper datasets=all 'experiments=[{names}]'"),
            command(f"show {key}"),
            *(command(f"claim {name}") for name in paper.summary.claims[:1]),
        ],
    }  # fmt: skip


def _found(
    texts: Iterable[Found],
    claims: Sequence[Mapping[str, Any]],
    verdicts: Verdicts,
    links: Mapping[str, str],
) -> list[dict[str, Any]]:
    """The texts with the counts of each chapter."""
    return [
        {
            "title": found.title,
            "text": found_in_html(found.text, verdicts, links),
            "counts": sentence(tally(found.of(claims), beyond=False), "chapter"),
        }
        for found in texts
    ]


def _claim(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of the ledger with what leads to its evidence, and what would change it."""
    experiment = entry["name"].partition("/")[0]
    return {**entry, "experiment": experiment, "id": claim_id(entry), "change": change_of(entry)}


def _told_apart(claims: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The claims, and whether each `has_twin`, which says the same of another reading."""
    same = Counter((claim["says"], claim["where"]) for claim in claims)
    return [{**claim, "has_twin": same[claim["says"], claim["where"]] > 1} for claim in claims]


def _lead(
    figures: Sequence[Mapping[str, Any]], claims: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """The first wide picture, for the front page, with what was found on it in words."""
    if not figures:
        return None
    lead = next((f for f in figures if f["height"] <= f["width"]), figures[0])
    return {
        **lead,
        "file": lead["copy"],
        "alt": alternative(lead["caption"], claims_on(claims, lead["entry"])),
    }


def told_first(
    claims: Sequence[Mapping[str, Any]], most: int, *, beyond: bool
) -> list[Mapping[str, Any]]:
    """The first claims of the summary with each verdict, decided ones before others."""
    own = [claim for claim in claims if claim["beyond"] == beyond]
    chosen = [
        claim
        for verdict in (FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE)
        for claim in [each for each in own if each["verdict"] == verdict][:TOLD_WITH_EACH]
    ]
    return chosen[:most]


def typeset(latex: str) -> Markup:
    """The equation as MathML, or as a picture if some of it is not known."""
    if mathml := as_mathml(latex):
        return Markup(mathml)  # made here
    return Markup(f'<span role="img" aria-label="{escape(latex)}">{as_svg(latex)}</span>')


def _protocol(plan: Plan, experiment: Experiment, name: str) -> dict[str, str]:
    study = experiment.study(name)
    usual = {field.name: field.default for field in fields(study.split)}
    split = {str(name): value for name, value in to_builtins(study.split).items()}
    kind = str(split.pop("kind")).replace("_", " ")
    said = {k: v for k, v in split.items() if v not in (None, False) or usual[k] is True}
    options = ", ".join(map(_option, said, said.values())).replace("_", " ")
    return {
        "study": f"{experiment.name}/{name}",
        "about": study.about or name,
        "split": f"{kind}, {options}" if options else kind,
        "size": f"{len(study.datasets)} x {len(study.methods)}",
        "trials": number_range(plan.trials(study, dataset) for dataset in study.datasets)
        + in_print(experiment, name),
    }


def in_print(experiment: Experiment, study: str) -> str:
    """The number of trials behind the printed numbers that stand beside those of a study."""
    entries = [*experiment.tables.values(), *experiment.figures.values()]
    trials = {
        option["trials"]
        for entry in entries
        if entry.get("study") == study
        for option in entry.values()
        if isinstance(option, Mapping) and "trials" in option
    }
    return f" (in print {number_range(trials)})" if trials else ""


def _studies_of(paper: PaperFile, experiments: Sequence[Experiment]) -> set[str]:
    """The studies of the claims and figures of the summary, as experiment/study."""
    named = {*paper.summary.claims, *paper.summary.figures}
    return {
        f"{e.name}/{study}"
        for e in experiments
        for outputs in (e.claims, e.figures)
        for name, entry in outputs.items()
        if f"{e.name}/{name}" in named
        for study in [entry.get("study", entry.get("studies", ()))]
        for study in ([study] if isinstance(study, str) else study)
    }


def _option(key: str, value: Any) -> str:
    """An option of a split; what it says of single data sets has no room."""
    if isinstance(value, Mapping):
        return f"{key} by data set"
    if isinstance(value, bool):
        return key if value else f"{key}: no"
    return f"{key} {value}"


def _figures(
    site: SiteFolder,
    paper: PaperFile,
    experiments: Sequence[Experiment],
    results: Path,
    stem: str,
) -> list[dict[str, Any]]:
    """The pictures of the summary that were drawn, as copies beside the page."""
    entries = {f"{e.name}/{name}": o for e in experiments for name, o in e.figures.items()}
    return [
        picture
        | {"caption": entries[name].get("caption", name), "output": name, "entry": entries[name]}
        for name in paper.summary.figures
        if name in entries and (picture := copied_picture(site, results, stem, name))
    ]


def sentence(tally: Mapping[str, int], kind: str) -> str:
    """The counts of the own claims of a paper, or of another `kind` of work, in words."""
    if not any(tally.values()):
        return f"No claim of the {kind} has been tested in this run."
    return in_words(tally, f"of the {kind}")


def kind_of_work(paper: PaperFile) -> str:
    """What readers call it: a paper, or what its BibTeX entry says that a degree was given for."""
    entry = paper.bibtex.strip().lstrip("@").partition("{")[0]
    return entry.removeprefix("phd").removeprefix("masters") if entry in DISSERTATIONS else "paper"
