"""The page of an experiment: its tables, figures, claims with their evidence, and what ran."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.bench.results import Results
from methods.figures.style import method_places
from methods.project import run_command
from methods.report.alternative_texts import alternative, claims_on
from methods.report.curve_charts import charts_of, curve_script
from methods.report.images import describe_image
from methods.report.metric_scripts import metric_choices, metric_scripts
from methods.report.of_entry import nothing_to_show
from methods.report.outdated import left_behind, reasons
from methods.report.shown_claims import shown_claim, stored_claims
from methods.report.shown_tables import ShownTable, as_plain_table, as_score_table, stored_data
from methods.report.site_folder import SiteFolder, experiment_address
from methods.report.tallies import tally
from methods.report.trial_scripts import trial_scripts
from methods.report.two_verdicts import TwoVerdicts
from methods.report.what_ran import origin_of_fits, study_summaries
from methods.schemas.paper import PaperFile

SHOWN_KINDS = ("svg", "png")  # that browsers show, the better first
LARGEST_DATA = 2**20  # bytes of a figure's data that are copied beside the page in any case


def write_experiment_page(
    site: SiteFolder,
    results: Results,
    tables: Sequence[ShownTable],
    method_files: Mapping[str, str],
    two: TwoVerdicts,
    papers: Mapping[str, PaperFile],
) -> None:
    """Write the page, the files that it links to, and scripts with its trials and other metrics.

    `method_files` has the file of each method's page, and `papers` those with a page.
    """
    experiment = results.experiment
    work = papers.get(experiment.source)
    claims = [two.shown(claim) for claim in stored_claims(results)]
    page = experiment_address(experiment.name)
    folder = Path(page).parent
    links = {name: f"../../methods/{file}" for name, file in method_files.items()}
    site.page(
        page,
        "experiment.html",
        name=experiment.name,
        title=experiment.title,
        work=work and {"key": experiment.source, "title": work.title},
        counts=tally(claims, beyond=False),
        counts_beyond=tally(claims, beyond=True),
        tables=[_table(site, results, table) for table in tables],
        any_scores=any(table.of_scores for table in tables),
        any_printed=any("printed" in table.data and table.of_scores for table in tables),
        figures=_figures(site, results, claims),
        claims=[shown_claim(results, claim) for claim in claims],
        links=links,
        outdated=reasons(results),
        again=run_command(
            f"--cores 2 --config scale=paper datasets=all 'experiments=[{experiment.name}]'"
        ),
        studies=study_summaries(results),
        fitted_with=origin_of_fits(results),
    )
    for name, script in trial_scripts(results, method_files):
        site.text(f"{folder}/{name}.js", script)
    for table in tables:
        for name, script in metric_scripts(results, table, links) if table.of_scores else ():
            site.text(f"{folder}/{name}.js", script)


def _table(site: SiteFolder, results: Results, table: ShownTable) -> dict[str, Any]:
    experiment = results.experiment.name
    nothing = nothing_to_show(results, table.options)
    shown: dict[str, Any] = {"name": table.name, "title": table.title, "nothing": nothing}
    if nothing:
        return shown
    stem = results.path(paths.output(experiment, table.name))
    files = {}
    for kind in ("csv", "md", "tex"):
        files[kind] = f"{table.name}.{kind}"
        site.copy(f"{stem}.{kind}", f"experiments/{experiment}/{table.name}.{kind}")
    shown |= {"note": table.note, "files": files}
    if table.of_scores:
        metrics = metric_choices(results, table)
        gone = left_behind(results, table.options["study"], list(table.data["dataset"]))
        scores = as_score_table(results, table)
        return shown | {"scores": scores, "metrics": metrics, "gone": gone}
    return shown | {"scores": None} | as_plain_table(table)


def _figures(
    site: SiteFolder, results: Results, claims: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The figures in the best format that a browser shows; none if no such format was drawn."""
    experiment = results.experiment.name
    drawn = results.plan.config["figure_formats"]
    kind = next((kind for kind in SHOWN_KINDS if kind in drawn), None)
    if kind is None:
        return []
    folder = f"experiments/{experiment}"
    figures = []
    for name, options in results.experiment.figures.items():
        caption = options.get("caption", name)
        if nothing := nothing_to_show(results, options):
            figures.append({"name": name, "caption": caption, "nothing": nothing})
            continue
        stem = results.path(paths.output(experiment, name))
        image, data = Path(f"{stem}.{kind}"), Path(f"{stem}.csv")
        site.copy(image, f"{folder}/{image.name}")
        copied = data.stat().st_size <= LARGEST_DATA or site.results is None
        if copied:
            site.copy(data, f"{folder}/{data.name}")
        charts = _charts(results, options, data)
        if charts:
            script, text = curve_script(name, charts)
            site.text(f"{folder}/{script}.js", text)
        figures.append(
            describe_image(image, image.name)
            | {
                "name": name,
                "caption": caption,
                "nothing": "",
                "alt": alternative(caption, claims_on(claims, options)),
                "curves": [chart["name"] for chart in charts],
                "data": data.name if copied else f"../../../{experiment}/{data.name}",
            }
        )
    return figures


def _charts(results: Results, entry: Mapping[str, Any], data: Path) -> list[dict[str, Any]]:
    study = entry.get("study")
    varied = results.study(study).conditions.name if isinstance(study, str) else ""
    return charts_of(entry, stored_data(data), varied, method_places(results.experiment))
