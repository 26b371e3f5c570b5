"""The entries under ``metrics`` of an experiment file, of a study and of config.yaml."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from methods.errors import UserError
from methods.schemas.model import Model, described

SCORED_ALWAYS = ("error", "balanced_error")  # both are costs
CURVES = ("roc_curve", "calibration_curve")  # made from test values too, but not one number
WORD = "[A-Za-z_][A-Za-z0-9_]*"
KEPT_NUMBERS = 200_000  # 1.6 MB before compression

MetricFunction = Annotated[
    str,
    Meta(
        pattern=rf"^{WORD}(\.{WORD})*$",
        extra={"expected": "the name of a scorer such as roc_auc, or a dotted path"},
    ),
]


class MetricEntry(Model, frozen=True, kw_only=True):
    """A scorer, or a function ``f(y, values)`` of the test rows that gives a number.

    The classes in y are codes from 0, in the order of the descriptor. A scorer knows what it needs
    and that higher is better. Any other function must say which of the two is better.
    """

    function: Annotated[
        MetricFunction,
        described("Name of one of scikit-learn's scorers, or dotted path of a scorer or function"),
    ]
    name: Annotated[
        str,
        Meta(pattern=f"^$|^{WORD}$", extra={"expected": "a name of letters, digits and _"}),
        described("Name in the results (default: the last part of the function)"),
    ] = ""
    response: Annotated[
        Literal["predict", "predict_proba", "decision_function"] | None,
        described(
            "The values that a function gets: predicted codes (default), probabilities or decision"
            " values; of two classes the column of the second one"
        ),
    ] = None
    lower_is_better: Annotated[
        bool | None, described("Which direction is good, for a function that is no scorer")
    ] = None


Metrics = Annotated[
    tuple[MetricFunction | MetricEntry, ...],
    described(
        "What is scored beside error and balanced_error, by the name of one of scikit-learn's"
        " scorers, by a dotted path or as a mapping; also roc_curve and calibration_curve"
    ),
]
KeptNumbers = Annotated[
    int,
    Meta(ge=0),
    described(
        "How many decision values and probabilities of test rows a fit keeps at most, for each"
        " condition; with more it keeps none. Metrics other than of predictions need them"
    ),
]


def metrics_by_name(entries: Iterable[str | MetricEntry], where: str) -> dict[str, MetricEntry]:
    """The entries with their names, without those that are always scored."""
    named: dict[str, MetricEntry] = {}
    for entry in entries:
        if isinstance(entry, str):
            entry = MetricEntry(function=entry)
        if entry.function in SCORED_ALWAYS:
            continue
        name = entry.name or entry.function.rpartition(".")[2]
        if name in SCORED_ALWAYS or name.startswith("train_"):
            raise UserError(f"{where}: every study has a metric {name!r}; write another name")
        entry = replace(entry, name=name)
        if named.setdefault(name, entry) != entry:
            raise UserError(f"{where}: two metrics have the name {name!r}; give one another name")
    return named
