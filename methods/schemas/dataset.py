"""The model of the descriptor of a data set, datasets/<name>.yaml."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from msgspec import Meta

from methods.errors import UserError, unknown
from methods.project import command
from methods.schemas.file_options import Options
from methods.schemas.in_papers import Printed, Unavailable
from methods.schemas.model import (
    UNIQUE,
    Count,
    DottedPath,
    Model,
    Name,
    Shape,
    Size,
    described,
    one_of,
    repeated,
)
from methods.schemas.named_columns import check_typed, is_typed
from methods.schemas.read_options import check_read

FETCHED = "fetched.json"  # beside the fetched files, the report on them
MAX_BYTES = 300 * 2**20  # of a file, unless its descriptor allows more
ORIGINS = ("bundled", "generator", "files", "frame", "openml", "openml_task")  # of a source
LOCAL = "local"  # the folder of datasets/ with files that need no mirror

# One module per format. A module has an underscore at its end if the standard library has its name.
FORMAT_MODULES = Path(__file__).resolve().parents[1] / "data" / "formats"
FORMATS = {
    stem.removesuffix("_"): stem
    for stem in sorted(file.stem for file in FORMAT_MODULES.glob("*.py"))
    if stem != "__init__"
}
Sha256 = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", extra={"expected": "a SHA-256 of 64 hexadecimal digits"})
]
Md5 = Annotated[
    str, Meta(pattern="^[0-9a-f]{32}$", extra={"expected": "an MD5 of 32 hexadecimal digits"})
]
Address = Annotated[
    str,
    Meta(
        pattern="^https?://", extra={"expected": "an address that begins with https:// or http://"}
    ),
]


class SourceFile(Model, frozen=True):
    """One file of a source: its place in a mirror, its upstream addresses and its hashes."""

    path: Annotated[
        str,
        described(
            "Place in a mirror. own/ has what only its owner has, upstream/ what has no known hash"
            " of its bytes. A mirror folder may have the folder x in place of x.tar. A path that"
            " begins with local/ is a file in datasets/local, which is read again when it is edited"
        ),
    ]
    url: Annotated[
        tuple[Address, ...], described("Upstream addresses, tried in this order after the mirror")
    ] = ()
    sha256: Annotated[Sha256 | None, described("Of the bytes as served")] = None
    content_sha256: Annotated[
        Sha256 | None,
        described("Of the decompressed bytes, for a file whose compressed bytes vary"),
    ] = None
    md5: Annotated[
        Md5 | None, described("Of the bytes as served, where their owner states no other hash")
    ] = None
    max_bytes: Annotated[int | None, described("Largest size (default: 300 MB)")] = None
    test: Annotated[bool, described("Whether this file holds the given test part")] = False

    def __post_init__(self) -> None:
        path = PurePosixPath(self.path)
        if path.is_absolute() or ".." in path.parts:
            raise UserError(f"path {self.path!r} leaves the mirror; make it relative")

    @property
    def local_name(self) -> str:
        """Name under which the fetched file is kept."""
        return PurePosixPath(self.path).name

    @property
    def local_path(self) -> Path | None:
        """Where the file is on this machine, for a file of datasets/local."""
        return None

    @property
    def has_checksum(self) -> bool:
        """Whether the whole file can be judged when it is there."""
        return bool(self.sha256 or self.content_sha256 or self.md5)

    @property
    def cached_path(self) -> Path | None:
        """Where another program of this machine may have kept the file."""
        return None


class Source(Options, frozen=True, kw_only=True):
    """One way to get a data set: scikit-learn, a generator, OpenML, or files of one format."""

    bundled: Annotated[
        Literal["load_breast_cancer", "load_digits", "load_iris", "load_wine"] | None,
        described("A loader of sklearn.datasets", kind="loader"),
    ] = None
    generator: Annotated[str | None, described("A function of methods.data.generators")] = None
    parameters: Annotated[dict[str, Any], described("What the generator is called with")] = {}
    files: Annotated[tuple[SourceFile, ...], described("The files to read")] = ()
    frame: Annotated[
        DottedPath | None,
        described("A function, as of a plugin, that returns a data frame"),
    ] = None
    openml: Annotated[Size | None, described("Number of a data set of openml.org")] = None
    openml_task: Annotated[
        Size | None,
        described("Number of a task of openml.org: its data set, target and splits"),
    ] = None
    openml_splits: Annotated[
        Size | None, described("How many splits the task has: repeats times folds times samples")
    ] = None
    max_bytes: Annotated[
        Count | None, described("Largest size of the data of OpenML (default: 300 MB)")
    ] = None
    format: Annotated[
        str | None, one_of(tuple(FORMATS), "csv has commas, quoted cells, and a header or none")
    ] = None

    def __post_init__(self) -> None:
        given = self.origins
        # The files of a source with nothing but a format are those of another data set.
        if len(given) > 1 or not (given or self.format):
            raise UserError(
                f"needs exactly one of {', '.join(ORIGINS)}; has {' and '.join(given) or 'none'}"
            )
        has_format = bool(self.files) or not given
        if has_format and self.format not in FORMATS:
            raise unknown("format", self.format or "", FORMATS)
        self._check_openml()
        check_typed(self)
        check_read(self)
        if self.one_hot and len(self.files) > 1:  # each may have other values
            raise UserError("one_hot is for one file; join the files")
        kept_as: dict[str, str] = {FETCHED: "the report on the files"}
        for file in self.files:
            name = file.local_name.casefold()  # on some systems Data.csv and data.csv are one file
            if name in kept_as:
                raise UserError(
                    f"files: {file.path!r} would be kept as {file.local_name}, the name of"
                    f" {kept_as[name]}; give it another file name"
                )
            kept_as[name] = repr(file.path)

    def _check_openml(self) -> None:
        if bool(self.openml_task) != bool(self.openml_splits):
            raise UserError(
                "openml_task and openml_splits, the number of its splits, go together;"
                f" {command('new openml-task NUMBER')} writes both"
            )
        if self.max_bytes and not self.of_openml:
            raise UserError("max_bytes is for data of OpenML; write it for a file under files")
        if self.of_openml and self.format:
            raise UserError("format is for files; OpenML says how its data are read")
        if self.openml_task and self.target:
            raise UserError("the task has a target of its own; leave out target, or name openml")

    @property
    def of_openml(self) -> bool:
        return bool(self.openml or self.openml_task)

    @property
    def origins(self) -> list[str]:
        """The keys that say where the data come from; one, or none if another data set says it."""
        return [key for key in ORIGINS if getattr(self, key)]

    @property
    def options(self) -> dict[str, Any]:
        """How the files are read: the options that the descriptor gives."""
        options = {key: getattr(self, key) for key in Options.__struct_fields__}
        return {key: value for key, value in options.items() if value is not None}


class Descriptor(Model, frozen=True, kw_only=True):
    """What the catalogue knows of one data set."""

    name: Annotated[Name, described("The stem of the file")]
    aliases: Annotated[
        tuple[str, ...], UNIQUE, described("Other names under which the same table is printed")
    ] = ()
    title: str
    task: Literal["binary", "multiclass", "matrix"]
    shape: Annotated[
        Shape, described("[n, d], or [n, p, q] for matrices, as prepared; null if it is not known")
    ]
    classes: Annotated[
        dict[str, Size | None],
        Meta(min_length=2),
        described(
            "Label to number of rows (null if it is not known or is drawn). Their order is that of"
            " the integer codes. Labels are text, so quote numbers"
        ),
    ]
    licence: str
    origin: Annotated[str, described("Address of the page that describes the data")]
    citation: str
    notes: str = ""
    stands_in_for: Annotated[
        str,
        described(
            "The data that this data set replaces, because they are unavailable or not described"
            " well enough. It decides no claim of a paper"
        ),
    ] = ""
    version_of: Annotated[
        str,
        described(
            "Another data set with the same examples, prepared in another way. Versions count once"
            " in claims, wins and ranks"
        ),
    ] = ""
    unavailable: Annotated[
        Unavailable | None,
        described(
            "Why a fetch may not get the data set, and how a user who has it can use it anyway"
        ),
    ] = None
    printed: Annotated[
        tuple[Printed, ...],
        described("What the papers print of the data set, and whether the descriptor meets it"),
    ]
    content_hash: Annotated[
        Sha256 | None,
        described(
            "SHA-256 of shape, values to six digits, labels and test part; every source meets it."
            " Generated data have none, because their last digits may differ between processors"
        ),
    ] = None
    sources: Annotated[tuple[Source, ...], Meta(min_length=1), described("Tried in this order")]
    files_of: Annotated[
        str,
        described(
            "Another data set whose files are read, so that they are fetched once. Each source has"
            " the files of the source there at the same place, and names none"
        ),
    ] = ""

    def __post_init__(self) -> None:
        if len(self.shape) != (3 if self.task == "matrix" else 2):
            raise UserError("shape must be [n, d], or [n, p, q] for matrices")
        if (alias := repeated(self.aliases)) is not None:
            raise UserError(f"aliases: {alias!r} comes twice")
        if not self.files_of and not all(source.origins for source in self.sources):
            raise UserError("a source has no files; name them, or in files_of a data set")

    def belongs_to(self, source: str) -> bool:
        """Whether these are data of a paper, and not data in their place."""
        return not self.stands_in_for and any(entry.source == source for entry in self.printed)

    @property
    def fetched_as(self) -> str:
        """The data set under whose name the fetched files are kept."""
        return self.files_of or self.name

    @property
    def generated(self) -> bool:
        """Whether a source is a generator, so that each trial may have a draw of its own."""
        return any(source.generator for source in self.sources)

    @property
    def openml_splits(self) -> int | None:
        """How many splits the task of OpenML has; None if there is no task."""
        return min((s.openml_splits for s in self.sources if s.openml_splits), default=None)

    @property
    def typed(self) -> bool:
        """Whether a source is a table with named columns, each of a kind."""
        return any(map(is_typed, self.sources))

    @property
    def embedded(self) -> bool:
        """Whether a source needs neither network nor mirror."""
        return any(
            all(file.local_path for file in source.files)
            for source in self.sources
            if not source.of_openml
        )
