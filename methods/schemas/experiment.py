"""The model of an experiment file, workflow/experiments/<name>.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, convert, field

from methods.errors import UserError, unknown
from methods.schemas.metric_entries import KEPT_NUMBERS, KeptNumbers, Metrics
from methods.schemas.model import (
    SCALES,
    UNIQUE,
    Count,
    CountOrZero,
    DottedPath,
    Model,
    Name,
    Names,
    Scale,
    described,
    entry,
    repeated,
)
from methods.schemas.outputs import Claim, Output
from methods.schemas.protocol import AllRows, Folds, Given, Groups, Holdout, OpenML, Scaling, Time

BY_SCALE = Meta(min_length=len(SCALES), extra_json_schema={"required": list(SCALES)})
COUNTS = "a whole number from 0 to 1000000, or one for each scale"
Trials = CountOrZero | Annotated[dict[Scale, CountOrZero], BY_SCALE]
Values = Annotated[tuple[int | float | str, ...], Meta(min_length=1), UNIQUE]
Attributes = dict[str, str]
Functions = dict[str, DottedPath]


class Conditions(Model, frozen=True):
    """What a sweep varies within each seed.

    ``parameter`` sets a parameter of every method. ``train_size`` fits on the first training rows.
    ``test_noise`` fits once and disturbs the test rows by a function.
    """

    vary: Annotated[
        Literal["parameter", "train_size", "test_noise"],
        described("What the values change", kind="condition"),
    ]
    name: Annotated[
        str,
        described("The parameter, the label of the axis, or the dotted path of the disturbance"),
    ]
    values: Annotated[
        Values | Annotated[dict[Scale, Values], BY_SCALE],
        described("A list, or one for each scale", expected="a list, or one for each scale"),
    ]

    def __post_init__(self) -> None:
        for values in self._by_scale():
            if (label := repeated(map(str, values))) is not None:
                raise UserError(f"values: {label} comes twice")
        known: dict[str, Any] = {}
        for value in (value for values in self._by_scale() for value in values):
            if type(known.setdefault(str(value), value)) is not type(value):
                raise UserError(f"values: {value} is a number at one scale and a text at another")

    def labels(self, scale: str) -> tuple[str, ...]:
        return tuple(str(value) for value in by_scale(self.values, scale))

    def value(self, label: str) -> Any:
        """The value that a label stands for; it is the same at every scale."""
        by_label = {str(value): value for values in self._by_scale() for value in values}
        if label not in by_label:
            raise unknown("condition", label, by_label, self.name)
        return by_label[label]

    def _by_scale(self) -> list[Any]:
        return [*self.values.values()] if isinstance(self.values, Mapping) else [self.values]


NO_SWEEP = Conditions("parameter", "", ("",))  # a study without a sweep has the one condition ""


class Record(Model, frozen=True, kw_only=True):
    """What a fit keeps beside its predictions, by the name it gets in the results.

    An attribute may be that of the estimator inside a search or a pipeline. A measure is a function
    ``f(estimator, X_train, y_train)`` that returns a number or None, a curve is a function
    ``f(estimator, X_train, y_train, X_test, y_test)`` that returns x and y of a trace or None.
    """

    scalars: Annotated[Attributes, described("Fitted attributes that are numbers")] = {}
    measures: Annotated[
        Functions, described("Functions of the estimator and its training rows that give a number")
    ] = {}
    traces: Annotated[
        dict[str, str | Annotated[list[str], Meta(min_length=2, max_length=2)]],
        described("Fitted attributes that are curves, or pairs of them (x, then y)"),
    ] = {}
    curves: Annotated[
        Functions,
        described("Functions of the estimator, its training and its test rows that give a trace"),
    ] = {}
    artifacts: Annotated[Attributes, described("Fitted attributes that are arrays")] = {}
    components: Annotated[
        bool, described("Whether to keep what the members of an ensemble are and predict")
    ] = False


class StudyEntry(Model, frozen=True, kw_only=True):
    """One protocol, and the matrix of data sets, methods and seeds that runs under it."""

    about: str = ""
    datasets: Annotated[Names, UNIQUE, described("Names of data sets")]
    methods: Annotated[Names, UNIQUE, described("Display names from the methods of the file")]
    split: Annotated[
        Holdout | Given | Folds | Groups | Time | OpenML | AllRows,
        described("Which rows train and which test", kind="split"),
    ]
    scaling: Annotated[
        Scaling | None,
        described("Linear map of each feature; without it features stay as they are"),
    ] = None
    missing: Annotated[
        Literal["median", "most_frequent", "indicator", "drop", "keep"],
        described("What becomes of the gaps of a typed table; keep is for methods that take gaps"),
    ] = "median"
    categories: Annotated[
        Literal["one_hot", "ordinal", "target", "keep"],
        described("What becomes of its categories; keep is for methods that take data frames"),
    ] = "one_hot"
    dates: Annotated[
        Literal["parts", "drop"],
        described("What becomes of its dates: year, month, day, weekday and hour, or nothing"),
    ] = "parts"
    trials: Annotated[
        Trials,
        described(
            "Number of seeds, or one for each scale; 0 leaves the study out", expected=COUNTS
        ),
    ]
    trials_by_dataset: Annotated[
        dict[str, Annotated[Trials, described("Number of seeds", expected=COUNTS)]],
        described("The same for data sets that have a number of their own"),
    ] = {}
    parameters_by_dataset: Annotated[
        dict[str, dict[str, Any]],
        described(
            "By data set, other values of parameters that an entry under methods names. The display"
            " name of a method, with a mapping, changes parameters of this method alone"
        ),
    ] = {}
    conditions: Annotated[Conditions, described("What a sweep varies within each seed")] = NO_SWEEP
    one_draw: Annotated[
        str,
        described(
            "Why all trials share one draw of a generated data set, that of its descriptor's"
            " random_state. Without a reason each trial has a draw of its own"
        ),
    ] = ""
    record: Annotated[Record, described("What a fit keeps beside its predictions")] = Record()
    metrics: Metrics = ()
    keep_values: KeptNumbers = KEPT_NUMBERS
    block_size: Annotated[
        Count, described("How many seeds one job fits, at most the trials of the scale")
    ] = 5
    seconds: Annotated[
        float, Meta(gt=0), described("Time limit of one fit, its tuning included")
    ] = 600.0
    memory_mb: Annotated[int, Meta(ge=1), described("Memory limit of one fit")] = 4000

    def __post_init__(self) -> None:
        for key, names in (("datasets", self.datasets), ("methods", self.methods)):
            if (name := repeated(names)) is not None:
                raise UserError(f"{key}: {name!r} comes twice")
        if isinstance(self.split, Time):
            for trials in (self.trials, *self.trials_by_dataset.values()):
                of_scales = trials.values() if isinstance(trials, Mapping) else [trials]
                most = self.split.folds
                if max(of_scales) > most:
                    raise UserError(f"trials: a split by time has {most} at most, its folds")


class Estimator(Struct):
    """A class with scikit-learn's estimator interface; all other keys are its parameters."""

    path: DottedPath = field(name="class")


AboutMethod = entry(
    Estimator,
    "Class of the estimator and its parameters. A value may be such a mapping itself, or a function"
    " as {function: path}",
)
AboutOutput = entry(Output, "Function and its options")
AboutClaim = entry(Claim, "Place, words, function and its options")


CLAIMS = "claims"  # the file of verdicts, beside the tables
LONGEST_NAME = 200  # characters; a file system takes 255 bytes, and Snakemake adds some


class ExperimentFile(Model, frozen=True, kw_only=True):
    """The evidence for one paper, and the tables, figures and verdicts that are made from it."""

    title: Annotated[str, described("Heading in the report (default: the stem of the file)")] = ""
    source: Annotated[
        Name,
        described("The paper, a file of workflow/papers (default: the stem)"),
    ] = ""
    methods: Annotated[
        dict[str, Annotated[dict[str, Any], AboutMethod]],
        Meta(min_length=1),
        described(
            "Display name to the estimator it stands for. The letters and digits of a name make its"
            " path, so they must differ from those of other names"
        ),
    ]
    optional: Annotated[
        dict[str, str],
        described(
            "Package that may be absent to how to get it. Without it the methods that need it leave"
            " labelled gaps, and the rest runs"
        ),
    ] = {}
    studies: Annotated[
        dict[Name, StudyEntry],
        Meta(min_length=1),
        described("Name to data sets, methods and protocol"),
    ]
    metrics: Metrics = ()  # of all studies
    tables: Annotated[
        dict[Name, Annotated[dict[str, Any], AboutOutput]],
        described("Name to a function of the results that gives a Table"),
    ] = {}
    figures: Annotated[
        dict[Name, Annotated[dict[str, Any], AboutOutput]],
        described("Name to a function of the results that gives a figure and its data"),
    ] = {}
    claims: Annotated[
        dict[str, Annotated[dict[str, Any], AboutClaim]],
        described("Name to a claim and the function of the results that tests it"),
    ] = {}

    def __post_init__(self) -> None:
        for key, names in (("methods", self.methods), ("claims", self.claims)):
            for name in names:
                if not name.isprintable():
                    raise UserError(f"{key}: {name!r} has characters that cannot be printed")
                if len(name) > LONGEST_NAME:
                    start = f"{key}: {name[:20]!r}... has {len(name)} characters"
                    raise UserError(f"{start}; {LONGEST_NAME} at most")
        for name in self.tables:
            if name in self.figures or name == CLAIMS:
                other = "a figure" if name in self.figures else "the file of verdicts"
                raise UserError(f"tables: {name!r} has the name of {other}, so of its files too")
        convert([*self.methods.values()], list[Estimator])
        convert([*self.tables.values(), *self.figures.values()], list[Output])
        convert([*self.claims.values()], list[Claim])


def by_scale(value: Any, scale: str) -> Any:
    """The entry of `scale` if `value` is a mapping over scales, else `value` itself."""
    if isinstance(value, Mapping) and value and set(value) <= set(SCALES):
        if scale not in value:
            raise UserError(f"no value for scale {scale!r} among {', '.join(value)}")
        return value[scale]
    return value
