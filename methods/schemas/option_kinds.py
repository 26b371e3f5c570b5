"""What the options of tables, figures and claim tests stand for.

Every table, figure and claim-test function annotates its options with these types. `check` then
looks up each name in an experiment file before anything is fitted. An option of the type
``Sequence[MethodName]`` is a list of display names, and a ``Metric`` is a number that the named
study records. A plain ``str`` is free text. A choice among words is a ``Literal``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NotRequired, TypedDict


@dataclass(frozen=True)
class Kind:
    """What a text names, in the word that a message uses for it."""

    word: str


StudyName = Annotated[str, Kind("study")]
MethodName = Annotated[str, Kind("method")]
DatasetName = Annotated[str, Kind("data set")]
Metric = Annotated[str, Kind("metric")]  # of the study, or a number that it records
Curve = Annotated[str, Kind("curve")]  # a recorded trace, or roc_curve or calibration_curve
Condition = Annotated[str, Kind("condition")]  # a label of the sweep; "" is the only one without
ClaimName = Annotated[str, Kind("claim")]  # of the same experiment
PrintedTable = Annotated[str, Kind("printed table")]  # of the experiment's file of printed numbers
PrintedMetric = Annotated[str, Kind("printed metric")]
PrintedMethod = Annotated[str, Kind("printed method")]
PrintedDataset = Annotated[str, Kind("printed data set")]


class ConditionRange(TypedDict):
    """The values of a sweep from one to another, where what counts is the area under the curve."""

    lowest: Condition
    highest: Condition


Conditions = Condition | Sequence[Condition] | ConditionRange


class PublishedNumbers(TypedDict):
    """Where printed numbers stand that are shown as they are."""

    table: PrintedTable
    metric: PrintedMetric


class Published(PublishedNumbers):
    """Where printed means and deviations stand, and how they turn into ours."""

    trials: int  # behind a printed deviation
    factor: NotRequired[float]  # 100 where a paper prints shares and we percent
    complement: NotRequired[float]  # 100 where it prints accuracies and we errors
    spread: NotRequired[PrintedMetric]  # one deviation for all methods of a data set
    names: NotRequired[Mapping[MethodName, PrintedMethod]]  # of methods printed under another name
