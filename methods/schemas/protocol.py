"""The models of the protocol of a study: which rows train, and how features are scaled."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from methods.errors import UserError
from methods.schemas.model import Model, Positive, described

PreferGiven = Annotated[bool, described("Use the parts that a data set comes with, if it has any")]


class Split(Model, frozen=True, tag_field="kind"):
    """Which rows train and which test."""


class Holdout(Split, frozen=True, tag="holdout", kw_only=True):
    """Training rows drawn without replacement, the rest for testing."""

    train: Annotated[Positive, described("Number of training rows, or below 1 their share")]
    train_rows: Annotated[
        dict[str, Positive], described("The same for data sets that have a number of their own")
    ] = {}
    stratify: Annotated[bool, described("Keep the shares of the classes")] = False
    groups: Annotated[
        bool, described("Keep the rows of a group on one side; train is then a share of the groups")
    ] = False
    prefer_given: PreferGiven = False

    def __post_init__(self) -> None:
        if self.groups and self.stratify:
            raise UserError("a split of whole groups cannot stratify; leave out one of the two")


class Given(Split, frozen=True, tag="given"):
    """The training and test part that the data set comes with."""

    by: Annotated[
        str | None, described("Of these, the rows whose extra of this name is the seed")
    ] = None


class Folds(Split, frozen=True, tag="folds"):
    """Cross-validation; seed s is fold s mod folds of its repetition."""

    folds: Annotated[int, Meta(ge=2)]
    stratify: Annotated[bool, described("Give each fold its share of every class")] = True
    prefer_given: PreferGiven = False


class Groups(Split, frozen=True, tag="groups"):
    """Cross-validation in which a group is on one side; seed s is fold s mod folds, as `folds`."""

    folds: Annotated[int, Meta(ge=2)]


class Time(Split, frozen=True, tag="time"):
    """Training rows before the test rows; seed s is step s of as many as there are folds."""

    folds: Annotated[int, Meta(ge=2)]


class OpenML(Split, frozen=True, tag="openml"):
    """The splits of a task of OpenML; seed s is the split s in the order of repeats and folds."""


class AllRows(Split, frozen=True, tag="none"):
    """All rows for training."""


class Scaling(Model, frozen=True, kw_only=True):
    """A linear map of each feature: to a range, a variance or a norm."""

    range: Annotated[
        Annotated[list[int | float], Meta(min_length=2, max_length=2)] | None,
        described("Lowest and highest value of each feature"),
    ] = None
    variance: Annotated[
        Literal[1] | None, described("Variance of each feature, whose mean is then 0")
    ] = None
    norm: Annotated[
        Positive | None,
        described("Mean Euclidean norm of the rows; all features are multiplied by one number"),
    ] = None
    rows: Annotated[Literal["train", "all"], described("Rows that determine the map")]

    def __post_init__(self) -> None:
        if sum(value is not None for value in (self.range, self.variance, self.norm)) != 1:
            raise UserError("scaling needs exactly one of range, variance and norm")
