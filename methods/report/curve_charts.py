"""Figures of curves as charts whose values a reader can point at.

The columns of a figure's data say whether it has curves, and what its lines and panels are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from inspect import signature
from types import MappingProxyType
from typing import Any

import pandas as pd

from methods.bench.construct import resolve
from methods.figures.curves import value_label
from methods.report.metric_scripts import in_words
from methods.report.seconds_curves import MOST_LINES
from methods.report.trial_scripts import rounded, thinned

AXES = (("x", "mean"), ("x", "value"), ("settings", "regret"), ("predicted", "share"))
LINES = ("method", "cost", "group")  # the first that the data have tells lines apart
PANELS = ("dataset", "kind", "panel", "metric", "curve")  # each value has a panel of its own
# what functions without such options write on their axes
OPTIONS_OF: dict[str, dict[str, Any]] = {
    "seconds": {"y_label": "seconds of a fit", "log_x": True, "log_y": True},
    "noise": {"y_label": "accuracy (%)"},
    "regret": {"x_label": "settings", "y_label": "regret"},
    "calibration_curves": {"x_label": "predicted probability", "y_label": "share"},
    "roc_curves": {"x_label": "false positives", "y_label": "true positives"},
    "cost_functions": {"x_label": "margin", "y_label": "cost"},
}


def charts_of(
    entry: Mapping[str, Any],
    data: pd.DataFrame,
    varied: str,
    colours: Mapping[str, int] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """What `chart.js` draws for a figure, a chart for each panel; none if it has no curves.

    `entry` is that of the experiment file. `varied` is what the conditions of the study vary.
    `colours` has the place of each method's colour, which is the same in pictures and charts.
    A panel with more than `MOST_LINES` lines becomes several charts.
    """
    axes = next((pair for pair in AXES if set(pair) <= set(data.columns)), None)
    lines = next((column for column in LINES if column in data), None)
    if axes is None or lines is None:
        return []
    x, y = axes
    options = _options(entry)
    panels = [column for column in PANELS if column in data]
    data = data.dropna(subset=[x, y])
    groups = data.groupby(panels, sort=False) if panels else [((), data)]
    charts = []
    for values, part in groups:
        name = ", ".join(in_words(str(value)) for value in values)
        chart = {
            "x": options.get("x_label") or varied or "x",
            "y": options.get("y_label") or _recorded(options) or _of_panel(options, panels, values),
            "log": [bool(options.get("log_x")), _is_log_y(options, values)],
        }
        series = [
            {"name": str(line), "points": _points(of_line, x, y), "line": True}
            for line, of_line in part.groupby(lines, sort=False)
        ]
        for first in range(0, len(series), MOST_LINES):
            shown = series[first : first + MOST_LINES]
            named = name
            if len(series) > MOST_LINES:
                ends = f"{shown[0]['name']} to {shown[-1]['name']}"
                named = f"{name}, {ends}" if name else ends
            label = f"{named or entry.get('caption', chart['y'])}: {len(shown)} curves"
            charts.append(
                {"name": named, "label": label, **chart, "series": _coloured(shown, colours)}
            )
    return charts


def curve_script(figure: str, charts: list[dict[str, Any]]) -> tuple[str, str]:
    """Name ``curves/<figure>`` and text of the script that holds the charts of a figure."""
    name = f"curves/{figure}"
    data = json.dumps(charts, separators=(",", ":"), allow_nan=False)
    return name, f"marginbenchFile({json.dumps(name)},{data});\n"


def _coloured(series: list[dict[str, Any]], colours: Mapping[str, int]) -> list[dict[str, Any]]:
    """The lines with their colours, or in the order of colours if two would have the same."""
    places = [colours.get(line["name"]) for line in series]
    if None in places or len(set(places)) < len(places):
        places = list(range(len(series)))
    return [line | {"colour": place} for line, place in zip(series, places, strict=True)]


def _options(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a figure, with the defaults of its function."""
    function = resolve(entry["function"])
    parameters = signature(function).parameters.values()
    defaults = {p.name: p.default for p in parameters if p.default is not p.empty}
    return {**defaults, **OPTIONS_OF.get(function.__name__, {}), **entry}


def _recorded(options: Mapping[str, Any]) -> str:
    """The name of the one recorded curve that a figure shows, else nothing."""
    curve = options.get("curve", "")
    return curve if isinstance(curve, str) else ""


def _is_log_y(options: Mapping[str, Any], panel: tuple[Any, ...]) -> bool:
    """Whether the axis of values is logarithmic; an option may list the curves of which it is."""
    log_y = options.get("log_y", False)
    return log_y if isinstance(log_y, bool) else bool({*log_y} & {*panel, _recorded(options)})


def _of_panel(options: Mapping[str, Any], panels: list[str], values: tuple[Any, ...]) -> str:
    """The metric or the recorded curve of a panel with its unit, if the panels differ by it."""
    of_panel = dict(zip(panels, values, strict=True))
    if "metric" in of_panel:
        return value_label(of_panel["metric"], options.get("percent"))
    curve = of_panel.get("curve")
    return f"{in_words(curve)}{' (%)' * bool(options.get('percent'))}" if curve else "value"


def _points(line: pd.DataFrame, x: str, y: str) -> list[list[float | None]]:
    ordered = line.sort_values(x, kind="stable")
    pairs = list(zip(ordered[x].tolist(), ordered[y].tolist(), strict=True))
    return [[rounded(a), rounded(b)] for a, b in thinned(pairs)]
