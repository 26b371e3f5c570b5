"""Random faults in files: values of another kind, lost keys, damaged bytes."""

import copy
import datetime
import os
from collections.abc import Iterator
from typing import Any

import yaml
from hypothesis import settings
from hypothesis import strategies as st

MANY = settings(max_examples=int(os.environ.get("EXAMPLES", 60)))

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=8)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.sampled_from(["", "..", "a/b", "0", "é", "main", "wdbc", "{x}", "%s"])
    | words
    | st.sampled_from([10**12, -(10**30), float("nan"), float("inf"), -0.5, datetime.date.min])
)
values = scalars | st.lists(scalars, max_size=3) | st.dictionaries(scalars, scalars, max_size=3)


def places(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every entry below, including containers."""
    entries: Any = ()
    if isinstance(content, dict):
        entries = content.items()
    if isinstance(content, list):
        entries = enumerate(content)
    for key, value in entries:
        yield (*path, key)
        yield from places(value, (*path, key))


@st.composite
def changed(draw: Any, content: dict[str, Any]) -> str:
    """`content` as YAML, with one to three entries replaced, removed, renamed or cut short."""
    content = copy.deepcopy(content)
    for _ in range(draw(st.integers(1, 3))):
        known = list(places(content))
        if not known:
            break
        *above, key = draw(st.sampled_from(known))
        holder = content
        for step in above:
            holder = holder[step]
        action = draw(st.sampled_from(["replace", "replace", "remove", "rename"]))
        value = holder.pop(key) if action != "replace" else None
        if action == "replace":
            holder[key] = draw(st.one_of(values, st.just(10**12)))
        if action == "rename" and isinstance(holder, dict):
            holder[draw(scalars)] = value
    text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


@st.composite
def damaged(draw: Any, data: bytes) -> bytes:
    """`data` with one to four bytes changed, or a stretch lost, repeated or inserted."""
    out = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(out) - 1, 0)))
        length = draw(st.sampled_from([1, 2, 4, 8, len(out)]))
        action = draw(st.sampled_from(["flip", "set", "cut", "repeat", "insert"]))
        if action == "flip" and out:
            out[at] ^= 1 << draw(st.integers(0, 7))
        elif action == "set" and out:
            out[at] = draw(st.sampled_from([0, 1, 0x7F, 0x80, 0xFF, ord("\n"), ord(",")]))
        elif action == "cut":
            del out[at : at + length]
        elif action == "repeat":
            out[at:at] = out[at : at + length]
        else:
            out[at:at] = draw(st.binary(max_size=8))
    return bytes(out)
