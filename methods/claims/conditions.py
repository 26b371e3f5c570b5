"""Conditions of a sweep: those that a run has, and what they are values of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from methods.bench.results import Results

Labels = TypeVar("Labels", bound="str | Sequence[str] | None")


def run_at_scale(results: Results, study: str, labels: Labels) -> Labels | list[str]:
    """Of a list of conditions, those that the scale of the run has; all if it has none of them."""
    if labels is None or isinstance(labels, str):
        return labels
    has = results.study(study).conditions.labels(results.plan.scale)
    return [label for label in labels if label in has] or list(labels)


def swept_parameter(results: Results, study: str) -> str:
    """What the conditions of a study are values of; empty if they tell it themselves."""
    conditions = results.study(study).conditions
    return "" if conditions.vary == "test_noise" else conditions.name
