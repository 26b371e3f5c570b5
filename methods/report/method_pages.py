"""A page per method: its settings in each experiment, where it is good, its seconds, what it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count
from typing import Any

import pandas as pd

from methods.bench.experiments import Method, slug
from methods.bench.results import Results
from methods.project import NAME
from methods.report.cells import row
from methods.report.docstrings import by_number
from methods.report.method_classes import about_class, inner_class, method_of
from methods.report.method_names import in_full
from methods.report.paper_pages import typeset
from methods.report.seconds_curves import seconds_by_rows, seconds_chart
from methods.report.shown_claims import claim_id, methods_in, stored_claims
from methods.report.shown_tables import ShownTable
from methods.report.site_folder import SiteFolder, experiment_address
from methods.report.two_verdicts import TwoVerdicts
from methods.report.where_good import counted_tables, where_good, wins
from methods.schemas.paper import PaperFile
from methods.yaml_files import dump_yaml

INDEX = "index.html"


def files_of_methods(experiments: Sequence[Results]) -> dict[str, str]:
    """The file of each method's page; of names with the same slug the later ones have a number."""
    files: dict[str, str] = {}
    taken = {INDEX}
    for results in experiments:
        for study in results.experiment.studies:
            for name in results.methods(study):
                if name not in files:
                    stems = chain([slug(name)], (f"{slug(name)}_{n}" for n in count(2)))
                    files[name] = next(f for stem in stems if (f := f"{stem}.html") not in taken)
                    taken.add(files[name])
    return files


def write_method_pages(
    site: SiteFolder,
    experiments: Sequence[Results],
    tables: Mapping[str, Sequence[ShownTable]],
    files: Mapping[str, str],
    papers: Mapping[str, PaperFile],
    two: TwoVerdicts,
) -> None:
    """Write all pages and their index.

    `files` has the file of each method's page, and `papers` those with a page.
    """
    uses = {
        name: [(r, m) for r in experiments if (m := method_of(r.experiment, name)) is not None]
        for name in files
    }
    classes = {name: inner_class(used[0][1].spec) for name, used in uses.items()}
    seconds = seconds_by_rows(experiments)
    counted = counted_tables(experiments, tables)
    claims = [
        two.shown(claim)
        | {"experiment": results.experiment.name, "id": claim_id(claim),
           "named": methods_in(claim["test"])}
        for results in experiments
        for claim in stored_claims(results)
    ]  # fmt: skip
    chosen = {claim for paper in papers.values() for claim in paper.summary.claims}
    for name, file in files.items():
        path, used = classes[name], uses[name]
        works = _works(path, [results for results, _ in used], papers)
        site.page(
            f"methods/{file}",
            "method.html",
            title=name,
            about=by_number(about_class(used[0][0].experiment, used[0][1]), _numbered(works)),
            meaning=in_full(name),
            works=works,
            claims=_claims_on(name, claims, chosen),
            pages={
                r.experiment.name: f"../{experiment_address(r.experiment.name)}" for r, _ in used
            },
            siblings={n: files[n] for n, p in classes.items() if p == path and n != name},
            uses=[_use(results, method) for results, method in used],
            good=where_good(counted, name),
            wins=wins(counted, name),
            seconds=_seconds(site, seconds.get(name), name, file.removesuffix(".html")),
        )
    site.page(
        f"methods/{INDEX}",
        "index.html",
        title="Methods",
        columns=["method", "what it is", "class", "experiments"],
        rows=[
            row(
                name,
                in_full(name) or about_class(uses[name][0][0].experiment, uses[name][0][1]).summary,
                classes[name],
                ", ".join(r.experiment.title for r, _ in uses[name]),
            )
            for name in sorted(files, key=lambda name: (classes[name], name))
        ],
        links=files,
    )


def _works(
    path: str, used: Sequence[Results], papers: Mapping[str, PaperFile]
) -> list[dict[str, Any]]:
    """The papers whose equations a class of ours implements, with these equations.

    Of a class that no equation names, they are the papers of the experiments that use it.
    """
    equations = {
        key: [(number, each) for number, each in paper.equations.items()
              if path in each.code and each.latex]
        for key, paper in papers.items()
    }  # fmt: skip
    keys = [key for key, found in equations.items() if found]
    if not keys and path.startswith(f"{NAME}."):
        keys = list(
            dict.fromkeys(r.experiment.source for r in used if r.experiment.source in papers)
        )
    return [
        {"title": papers[key].title, "href": f"../papers/{key}.html",
         "equations": [{"number": number, "latex": each.latex, "set": typeset(each.latex),
                        "shows": each.shows} for number, each in equations[key]]}
        for key in keys
    ]  # fmt: skip


def _numbered(works: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The typeset equations of a method's page by their number."""
    return {each["number"]: each["latex"] for work in works for each in work["equations"]}


def _claims_on(
    name: str, claims: Sequence[Mapping[str, Any]], chosen: Collection[str]
) -> list[Mapping[str, Any]]:
    """The claims whose test names a method: those of the papers' summaries first."""
    found = [claim for claim in claims if name in claim["named"]]
    return sorted(found, key=lambda claim: claim["name"] not in chosen)


def _use(results: Results, method: Method) -> dict[str, str]:
    """The method's entry in an experiment file."""
    text = dump_yaml(method.spec)
    return {
        "experiment": results.experiment.name, "title": results.experiment.title, "spec": text
    }  # fmt: skip


def _seconds(
    site: SiteFolder, seconds: pd.DataFrame | None, name: str, stem: str
) -> dict[str, Any] | None:
    """The chart of a method's seconds, and the file with its numbers."""
    chart = None if seconds is None else seconds_chart(seconds, name)
    if chart is None:
        return None
    assert seconds is not None
    site.text(f"methods/{stem}.csv", seconds.to_csv(index=False, float_format="%.7g"))
    return {"chart": chart, "file": f"{stem}.csv"}
