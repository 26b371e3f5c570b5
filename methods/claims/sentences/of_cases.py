"""What is shown in how many cases, and where the difference is largest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from methods.claims.sentences.words import PLAIN, WIDEST, Unit, listed, sentence, sides, words


@dataclass(frozen=True)
class Asked:
    """What a claim asks of pairs of methods: the error of A is lower than that of B."""

    quantity: str  # such as: the error
    relation: str  # such as: is lower than that of {theirs}
    unit: Unit = PLAIN

    def clause(self, pairs: Sequence[tuple[str, str]]) -> str:
        ours, theirs = sides(pairs)
        return f"{self.quantity} of {ours} {self.relation.format(theirs=theirs)}"

    def difference(self, pairs: Sequence[tuple[str, str]]) -> str:
        ours, theirs = sides(pairs)
        what = self.quantity.removeprefix("the ")
        return f"the difference in {what} of {ours} from that of {theirs}"

    def moved(self, pairs: Sequence[tuple[str, str]]) -> str:
        return f"{self.quantity} of {sides(pairs)[0]}"


def shown(clause: str, holding: int, failing: int, places: Sequence[str], kind: str) -> str:
    """In how many cases a clause is shown to be so, and in how many it is shown to be wrong.

    `kind` is what the cases are called, such as data sets. A single case is named by its place.
    """
    cases = len(places)
    on = "on" if kind == "data sets" else "in"
    if cases == 1:
        so = "" if holding else "it is wrong that " if failing else "it is not shown that "
        return sentence(f"on {words(places[0])} {so}{clause}")
    every = f"{on} both {kind}" if cases == 2 else f"{on} all {cases} {kind}"
    if holding == cases:
        return sentence(f"{every} {clause}")
    if failing == cases:
        return sentence(f"{every} it is wrong that {clause}")
    wrong = f"; {on} {failing} it is wrong" if failing else ""
    if not holding:
        return sentence(f"{on} none of {cases} {kind} is it shown that {clause}{wrong}")
    return sentence(f"{on} {holding} of {cases} {kind} {clause}{wrong}")


def not_resolved(what: str, cases: int, kind: str, resolved: str) -> str:
    """No difference is shown in any of several cases, in either direction."""
    on = "on" if kind == "data sets" else "in"
    return sentence(
        f"{on} none of {cases} {kind} is {what} larger than the trials can resolve, {resolved}"
    )


def largest(difference: float, unit: Unit, place: str, pair: tuple[str, str], pairs: int) -> str:
    """The largest difference of several, and whose it is if there are several pairs."""
    size = f"{unit.step(difference)} {_side(difference)}"
    where = f"the difference is largest on {words(place)}, {size}"
    if pairs == 1 or len("".join(pair)) > WIDEST / 2:
        return sentence(where)
    method, than = pair
    return sentence(f"{where} for {method}" + ("" if method == than else f" against {than}"))


def only(difference: float, unit: Unit, resolved: float, number: int, of_rows: bool) -> str:
    """The difference of a single case, and what its trials can resolve."""
    told = f"{unit.step(difference)} {_side(difference)}" if difference else "equal"
    trials = "test rows" if of_rows else "trials"
    can = f", and {number:,} {trials} can resolve {unit.step(resolved)}" if resolved > 0 else ""
    return sentence(f"it is {told}{can}")


def corrected(holding: int, left: int) -> str:
    """How many cases are left after the correction for resampling, if not all are."""
    if left == holding:
        return ""
    if holding == 1:
        return "Corrected for resampling, this is not shown any more."
    left_are = "1 is" if left == 1 else f"{left or 'none'} are"
    return f"Corrected for resampling, {left_are} left."


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


def absent(verdict: str, datasets: Sequence[str], reason: str) -> str:
    """A verdict that the data sets without results could change."""
    where = listed([words(name) for name in datasets])
    so = {"holds": "holds", "fails": "fails"}.get(verdict, "is inconclusive")
    return f"Not every method ended well on {where}; it {so} otherwise. {reason}"


def _side(difference: float) -> str:
    return "higher" if difference > 0 else "lower"
