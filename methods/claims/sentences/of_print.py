"""What is told of printed numbers: what follows from them, and where they can come from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from methods.claims.sentences.words import (
    Unit,
    chance,
    counted,
    how_many,
    listed,
    number,
    sentence,
    sentences,
    words,
)

NOTHING = "The paper prints no number that this test reads."
WITHOUT_SPREAD = "one that is printed without a deviation does not move"
FEW_DIGITS = "Too few numbers are printed for a test of their last digits."
ANY = "ALL"  # of a finding that is about no method or data set of its own
Entry = Mapping[str, Any]


def follow(what: str, of: str, printed: int, wrong: Sequence[str]) -> str:
    """How many printed ranks or averages follow from printed numbers `of`, and which do not."""
    if not wrong:
        return f"All {printed} printed {what} follow from the printed {of}."
    right = how_many(printed - len(wrong), "follows", "follow")
    return sentences(
        f"of {printed} printed {what} {right} from the printed {of}",
        f"the others are of {listed(wrong)}" if len(wrong) > 1 else f"the other is of {wrong[0]}",
    )


def significant(comparisons: int, lacking: Sequence[Entry]) -> str:
    """How many printed differences are significant, and the one that is farthest from it."""
    if not lacking:
        return f"All {comparisons} printed comparisons are significant."
    least = max(lacking, key=lambda entry: entry["p_value"])
    return sentences(
        f"of {counted(comparisons, 'printed comparison')} {how_many(comparisons - len(lacking))} "
        "significant",
        f"the least so is {_pair(least)}, {chance(least['p_value'])}",
    )


def ratio(of_means: float, of_pairs: Sequence[float], said: float) -> str:
    """A printed ratio beside the one that a text says."""
    least, largest = number(min(of_pairs)), number(max(of_pairs))
    pairs = least if least == largest else f"{least} to {largest}"
    return sentence(
        f"the printed means have the ratio {number(of_means)}, and their pairs {pairs}; about "
        f"{number(said)} is said"
    )


def no_worse(printed: int, above: Sequence[Entry], worse: Sequence[Entry], scale: float) -> str:
    """How many printed errors are above that of the larger class, and how many significantly."""
    if not above:
        return (
            f"All {printed} printed errors are at most that of always answering the larger class."
        )
    most = max(worse or above, key=lambda entry: entry["printed"] - entry["smaller_class"])
    farthest = max(worse or above, key=lambda entry: entry["standard_errors_above"])
    in_errors = (
        f"in standard errors it is {farthest['method']} on {words(farthest['dataset'])}, "
        f"{number(farthest['standard_errors_above'])} above"
    )
    unit = Unit(" %", scale=scale)
    return sentences(
        f"of {counted(printed, 'printed error')} {how_many(len(above))} above that of always "
        f"answering the larger class, and {len(worse) or 'none'} of these by more than two "
        "standard errors",
        f"the worst is {most['method']} on {words(most['dataset'])}, {unit.told(most['printed'])} "
        f"against {unit.told(most['smaller_class'])}",
        in_errors if farthest is not most and farthest["standard_errors_above"] else "",
    )


def lower_in(lower: int, comparisons: int) -> str:
    """In how many comparisons a printed mean is the lower one."""
    return sentence(
        f"the printed mean is the lower one in {lower or 'none'} of"
        f" {counted(comparisons, 'comparison')}"
    )


def bounded(what: str, values: Mapping[str, float], below: float, unit: Unit) -> str:
    """The least and the largest printed number of some methods, beside the bound that is said."""
    least, largest = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    told = f"{unit.told(values[least])} of {least}"
    if len(values) > 1:
        told += f" to {unit.told(values[largest])} of {largest}"
    return sentence(f"{what} is printed as {told}; below {unit.told(below)} is said")


def others(below: int, methods: int) -> str:
    """How many of the other methods have printed numbers below the bound, too."""
    of_others = "the other method" if methods == 1 else f"the {methods} other methods"
    return sentence(f"of {of_others} {how_many(below, 'lies', 'lie')} below, too")


def uneven(tables: int, judged: int, table: str, p_value: float) -> str:
    """How many tables have last digits that chance would not give."""
    by_chance = f"chance alone makes those of {words(table)} so uneven with {chance(p_value)}"
    if judged == 1:
        are = "uneven" if tables else "as even as chance makes them"
        return sentence(f"the last digits are {are}; {by_chance}")
    return sentence(
        f"the last digits are uneven in {tables or 'none'} of {judged} tables; {by_chance}"
    )


def not_judged(what: str, note: str) -> str:
    """Why no printed number could be judged."""
    return sentence(f"no {what} could be judged: {note}" if note else f"there are no {what}")


def no_finding(what: str, cells: int, note: str, others: int = 0, why: str = "") -> str:
    """All printed numbers can come from what is stated, and what the test says beside that.

    Of `others` the test cannot say, and `why` says what they lack.
    """
    first, colon, estimates = re.sub(r"\[(\S+), (\S+)\]", r"(\1 to \2)", note).partition(": ")
    told = first + (f": {listed(words(estimates).split(', '))}" if colon else "")
    beside = f"; {told}" if told else ""
    if others > 0:
        can = f"all {cells} of {cells + others} {what} that can be judged"
    else:
        can = f"all {cells} {what}"
    return sentences(
        f"{can} can come from what the paper states{beside}", _without_power(others, why)
    )


def findings(
    what: str,
    found: int,
    cells: int,
    method: str,
    dataset: str,
    says: str,
    others: int = 0,
    sizes_are_open: bool = False,
    why: str = "",
) -> str:
    """How many printed numbers cannot come from what is stated, and the least likely of them.

    Of `others` the test cannot say, and `why` says what they lack. If `sizes_are_open`, each number
    alone may come from one of the stated sizes, and only all of a data set together cannot.
    """
    cannot = "cannot come from what the paper states"
    if sizes_are_open:
        cannot = "cannot come from the size of the test part that gives most means of the data set"
    place = words(dataset) if " vs " in dataset else f"{method} on {words(dataset)}"
    return sentences(
        f"of {cells} {what} {found} {cannot}",
        f"{place}: {says}",
        _without_power(others, why),
    )


def found_in_table(cells: int, what: str, says: str) -> str:
    """A finding that is about all printed numbers together."""
    return sentence(f"among {cells} {what} {says}")


def _without_power(others: int, why: str = "") -> str:
    of_others = f"of the other {others}" + (f", {why}," if why else "")
    return f"{of_others} the test cannot say" if others > 0 else ""


def _pair(entry: Entry) -> str:
    return f"{entry['method']} against {entry['than']} on {words(entry['dataset'])}"
