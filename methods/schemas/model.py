"""What the models of all YAML files share: their base class and the types of common values.

A model is a class whose attributes are the keys of a mapping in a file. Types and `Meta` carry the
constraints, the defaults and the descriptions. The JSON schemas in workflow/schemas are generated
from the models (`python -m methods schemas`), and `reading.read` turns a file into a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, to_builtins

Scale = Literal["smoke", "quick", "paper"]
SCALES = get_args(Scale)


class Model(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True,
            repr_omit_defaults=True):  # fmt: skip
    """A mapping of a YAML file with known keys, each an attribute.

    It can also be read as a mapping, which has only the keys that differ from their defaults. Text
    made from a model leaves defaults out too, so a new key makes nothing stale unless it is used.
    """

    def keys(self) -> Iterable[str]:
        return to_builtins(self).keys()

    def items(self) -> Iterable[tuple[str, Any]]:
        return to_builtins(self).items()

    def get(self, key: str, default: Any = None) -> Any:
        return to_builtins(self).get(key, default)

    def __getitem__(self, key: str) -> Any:
        return to_builtins(self)[key]

    def __contains__(self, key: str) -> bool:
        return key in self.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())


def described(description: str, *, kind: str = "", expected: str = "") -> Meta:
    """A description for editors, and words for messages.

    Parameters
    ----------
    kind : what a value names, for "unknown <kind>"; the key by default.
    expected : what a value must be, for "is not <expected>"; derived from the type by default.
    """
    words = {"kind": kind, "expected": expected}
    return Meta(description=description, extra={key: word for key, word in words.items() if word})


def one_of(choices: Iterable[str], description: str, *, kind: str = "") -> Meta:
    """The same for a text among choices that only the running program knows.

    The model itself must refuse other values in its `__post_init__`.
    """
    return Meta(
        description=description,
        extra={"choices": tuple(choices)} | ({"kind": kind} if kind else {}),
        extra_json_schema={"enum": list(choices)},
    )


def entry(keys: type[Struct], description: str) -> Meta:
    """The same for a mapping that `keys` describes only in part: it may have any other key.

    The model that holds it must convert it to `keys` in its `__post_init__`.
    """
    return Meta(
        description=description,
        extra={"keys": keys},
        extra_json_schema={"allOf": [{"$ref": f"#/$defs/{keys.__name__}"}]},
    )


NAME_PATTERN = "^[a-z0-9_]+$"
Name = Annotated[str, Meta(pattern=NAME_PATTERN, extra={"expected": "a name of a-z, 0-9 and _"})]
DottedPath = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+$",
        extra={"expected": "a dotted path such as sklearn.svm.SVC"},
    ),
]
Number = int | float
Positive = Annotated[int, Meta(gt=0)] | Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
CountOrZero = Annotated[int, Meta(ge=0, le=1_000_000)]
Column = Annotated[int, Meta(ge=0)]
Size = Annotated[int, Meta(ge=1)]
Shape = Annotated[tuple[Size | None, ...], Meta(min_length=2, max_length=3)]
Names = Annotated[tuple[str, ...], Meta(min_length=1)]
UNIQUE = Meta(extra_json_schema={"uniqueItems": True})


def repeated(values: Iterable[Any]) -> Any:
    """The first value that comes twice, or None."""
    seen = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None
