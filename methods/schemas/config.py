"""The model of config.yaml: what to run."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from methods.schemas.metric_entries import MetricFunction, Metrics
from methods.schemas.model import Count, Model, Names, Scale, described

ALL_OR_NAMES = "all, a name or a list of names"
FigureFormat = Literal["png", "svg", "pdf"]


class Config(Model, frozen=True, kw_only=True):
    """What to run. Every key can be set on the command line too: --config scale=paper."""

    experiments: Annotated[
        str | Names,
        described("all, or names of files in workflow/experiments", expected=ALL_OR_NAMES),
    ] = "all"
    datasets: Annotated[
        str | Names,
        described(
            "embedded (bundled with scikit-learn or generated, no network needed), all, or names of"
            " data sets",
            expected="embedded, all, a name or a list of names",
        ),
    ] = "embedded"
    methods: Annotated[
        str | Names,
        described("all, or display names from the experiment files", expected=ALL_OR_NAMES),
    ] = "all"
    metrics: Annotated[
        MetricFunction | Metrics,
        described(
            "Metrics that every study gets beside its own, such as [roc_auc, neg_log_loss]",
            expected="a name or a list of metrics",
        ),
    ] = ()
    scale: Annotated[
        Scale,
        described(
            "How many trials, and how fine the sweeps: smoke (seconds), quick (minutes) or paper"
            " (the trials of the papers)"
        ),
    ] = "quick"
    trials: Annotated[
        Count | None,
        described("Number of trials instead of that of the scale; more trials change no result"),
    ] = None
    block_size: Annotated[
        Literal["auto"] | Count,
        described(
            "How many seeds one job fits. auto takes the number of the study, but not more than the"
            " trials of the scale. Results do not depend on it, but another number fits anew"
        ),
    ] = "auto"
    mirror: Annotated[
        str | None, described("Folder or address that is tried before the upstream addresses")
    ] = None
    figure_formats: Annotated[
        tuple[Annotated[FigureFormat, described("File format", kind="figure format")], ...],
        Meta(min_length=1),
        described("Formats in which figures are drawn"),
    ] = ("png", "svg")
    strict: Annotated[
        bool, described("Whether failed fits end the run with an error after everything is made")
    ] = False
    against: Annotated[
        str | None,
        described(
            "Results folder of another run, which `snakemake compare` compares with this one"
        ),
    ] = None
