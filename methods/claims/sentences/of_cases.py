"""What is shown in how many cases, and where the difference is largest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from methods.claims.sentences.words import (
    PLAIN,
    WIDEST,
    Unit,
    listed,
    sentence,
    sentences,
    sides,
    words,
)


@dataclass(frozen=True)
class Asked:
    """What a claim asks of pairs of methods: the error of A is lower than that of B."""

    quantity: str  # such as: the error
    relation: str  # such as: is lower than that of {theirs}
    unit: Unit = PLAIN

    def clause(self, pairs: Sequence[tuple[str, str]]) -> str:
        ours, theirs = sides(pairs)
        return f"{self.quantity} of {ours} {self.relation.format(theirs=theirs)}"

    def denied(self, pairs: Sequence[tuple[str, str]]) -> str:
        """The clause with "not", or without it."""
        clause = self.clause(pairs)
        if "is neither " in self.relation:
            return f"it is wrong that {clause}"
        if "is not " in self.relation:
            return clause.replace(" is not ", " is ", 1)
        return clause.replace(" is ", " is not ", 1)

    def difference(self, pairs: Sequence[tuple[str, str]]) -> str:
        ours, theirs = sides(pairs)
        what = self.quantity.removeprefix("the ")
        return f"the difference in {what} of {ours} from that of {theirs}"

    def moved(self, pairs: Sequence[tuple[str, str]]) -> str:
        return f"{self.quantity} of {sides(pairs)[0]}"


def shown(
    clause: str, denied: str, holding: int, failing: int, places: Sequence[str], kind: str
) -> str:
    """In how many cases a clause is shown to be so, and in how many it is shown to be wrong.

    `kind` is what the cases are called, such as data sets. A single case is named by its place.
    """
    cases = len(places)
    on = "on" if kind == "data sets" else "in"
    if cases == 1:
        so = clause if holding else denied if failing else f"it is not shown that {clause}"
        return sentence(f"on {words(places[0])} {so}")
    every = f"{on} both {kind}" if cases == 2 else f"{on} all {cases} {kind}"
    if holding == cases:
        return sentence(f"{every} {clause}")
    if failing == cases:
        return sentence(f"{every} {denied}")
    wrong = f"; {on} {failing} the opposite is shown" if failing else ""
    if not holding:
        return sentence(f"{on} none of {cases} {kind} is it shown that {clause}{wrong}")
    return sentence(f"{on} {holding} of {cases} {kind} {clause}{wrong}")


def not_resolved(what: str, cases: int, kind: str, resolved: str) -> str:
    """No difference is shown in any of several cases, in either direction."""
    on = "on" if kind == "data sets" else "in"
    return sentence(
        f"{on} none of {cases} {kind} is {what} larger than the trials can resolve, {resolved}"
    )


def largest(
    difference: float, unit: Unit, place: str, pair: tuple[str, str], pairs: int, setting: str = ""
) -> str:
    """The largest difference of several, and whose it is if there are several pairs."""
    size = f"{unit.step(difference)} {_side(difference)}" + (f" at {setting}" if setting else "")
    where = f"the difference is largest on {words(place)}, {size}"
    if pairs == 1 or len("".join(pair)) > WIDEST / 2:
        return sentence(where)
    method, than = pair
    return sentence(f"{where} for {method}" + ("" if method == than else f" against {than}"))


def clearest(
    difference: float,
    unit: Unit,
    place: str,
    pair: tuple[str, str],
    pairs: int,
    interval: Sequence[float],
) -> str:
    """The case that speaks most for a claim for which one is enough."""
    whose = f" for {pair[0]}" if pairs > 1 else ""
    low, high = (unit.scaled(end) for end in _on_side_of(difference, interval))
    size = f"{_size(difference, unit)} (95 % interval: {low} to {high})"
    return sentence(f"it is clearest on {words(place)}{whose}, where it is {size}")


def only(difference: float, unit: Unit, resolved: float, number: int, of_rows: bool) -> str:
    """The difference of a single case without a verdict, and what its trials can resolve."""
    trials = "test rows" if of_rows else "trials"
    can = f", and {number:,} {trials} can resolve {unit.step(resolved)}" if resolved > 0 else ""
    return sentence(f"it is {_size(difference, unit)}{can}")


def decided(difference: float, unit: Unit, interval: Sequence[float]) -> str:
    """The difference of a single case with a verdict, and its interval on the same side."""
    low, high = (unit.scaled(end) for end in _on_side_of(difference, interval))
    return sentence(f"it is {_size(difference, unit)} (95 % interval: {low} to {high})")


def _on_side_of(difference: float, interval: Sequence[float]) -> list[float]:
    """The ends of an interval as sizes on the side of the difference."""
    side = -1 if difference < 0 else 1
    return sorted(side * end for end in interval)


def _size(difference: float, unit: Unit) -> str:
    return f"{unit.step(difference)} {_side(difference)}" if difference else "equal"


def corrected(holding: int, failing: int, still_holding: int, still_failing: int) -> str:
    """How many cases are left on each side after the correction for resampling, if not all are."""
    left = [str(still) for said, still in ((holding, still_holding), (failing, still_failing))
            if said]  # fmt: skip
    if (still_holding, still_failing) == (holding, failing):
        return ""
    if holding + failing == 1:
        return "Corrected for resampling, this is not shown any more."
    if not holding:
        return f"Corrected for resampling, the opposite is shown in {still_failing or 'none'}."
    if still_holding + still_failing == 0:
        left = ["none"]
    are = "is" if left == ["1"] else "are"
    return f"Corrected for resampling, {' and '.join(left)} {are} left."


def copies(count: int) -> str:
    """How many cases are tested over their test rows."""
    if not count:
        return ""
    case = "1 case" if count == 1 else f"{count} cases"
    return f"In {case} one fit is tested over its test rows."


def left_out(pairs: Sequence[tuple[str, str, str]]) -> str:
    """The pairs of methods without a common score on a data set, by method, rival and data set."""
    if not pairs:
        return ""
    method, than, dataset = pairs[0]
    named = f"{method} against {than} on {words(dataset)}"
    if len(pairs) == 1:
        return f"Left out without a common score is {named}."
    return f"Left out without a common score are {len(pairs)} pairs, such as {named}."


def only_zeros(datasets: Sequence[str]) -> str:
    """Cases that are left out because nothing can be a share of nothing."""
    if not datasets:
        return ""
    are = "is 1 case" if len(datasets) == 1 else f"are {len(datasets)} cases"
    return f"Left out {are} with zeros alone, on {listed([words(name) for name in datasets])}."


def no_trials(studies: Sequence[str], datasets: Sequence[str] | None) -> str:
    """A study, or several, without a finished trial."""
    named = listed([words(name) for name in studies])
    study, have = ("study", "has") if len(studies) == 1 else ("studies", "have")
    on = f" on {listed([words(name) for name in datasets])}" if datasets else ""
    return f"The {study} {named} {have} no finished trials{on} in this run."


def no_metric(studies: Sequence[str], what: str, gaps: Sequence[tuple[str, str]]) -> str:
    """Fits that lack a metric, with the reason of the first, by method and reason."""
    named = listed([words(name) for name in studies])
    method, reason = gaps[0]
    return f"The study {named} has no {what.removeprefix('the ')} ({method}: {reason})."


def not_in_kept_run(what: str) -> str:
    """What the kept run lacks of what a claim reads."""
    return sentences("it is not in the kept run", what)


def not_run_again(why: str, where: str) -> str:
    """Kept fits that came out of older code or data, with what has changed since."""
    return sentences(f"not run again yet: {why}", f"this concerns {where}")


def absent(verdict: str, datasets: Sequence[str], reason: str) -> str:
    """A verdict that the data sets without results could change."""
    where = listed([words(name) for name in datasets])
    so = {"holds": "holds", "fails": "fails"}.get(verdict, "is inconclusive")
    return f"Not every method ended well on {where}; it {so} otherwise. {reason}"


def _side(difference: float) -> str:
    return "higher" if difference > 0 else "lower"
