"""What is shown in how many cases, and where the difference is largest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from methods.claims.sentences.words import (
    DATASETS,
    PLAIN,
    VERBS,
    WIDEST,
    Unit,
    counted,
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
    wrong = f"; {on} {failing} this is ruled out" if failing else ""
    if not holding:
        return sentence(f"{on} none of {cases} {kind} is it shown that {clause}{wrong}")
    return sentence(f"{on} {holding} of {cases} {kind} {clause}{wrong}")


def not_resolved(
    what: str, differences: Sequence[float], unit: Unit, kind: str, resolved: str
) -> str:
    """No difference is shown in any of several cases, in either direction."""
    on = "on" if kind == "data sets" else "in"
    return sentences(
        f"{on} none of {len(differences)} {kind} is {what} shown",
        f"it is {_range(differences, unit)}, and the trials can resolve {resolved}",
    )


def resolvable(sizes: Sequence[float], unit: Unit) -> str:
    """The differences that the trials of several cases can resolve; nothing if there is none."""
    told = [size for size in sizes if size > 0]  # trials without a spread resolve everything
    if not told or unit.is_huge(max(told)):
        return ""
    least, most = unit.scaled(min(told)), unit.step(max(told))
    return most if unit.is_log or least == unit.scaled(max(told)) else f"{least} to {most}"


def largest(
    difference: float, unit: Unit, place: str, pair: tuple[str, str] | None, setting: str = ""
) -> str:
    """The largest difference of several, where it is and whose.

    The `place` is empty if all are on one data set, and the pair is left out if there is one alone.
    Of long names that of the rival is left out, and both beside a place.
    """
    method, than = pair or ("", "")
    if len(method + than) > WIDEST / 2:
        method = than = "" if place else method
    whose = (
        f"on {words(place)}" if place else "",
        f"for {method}" if method else "",
        f"against {than}" if than != method else "",
        f"at {setting}" if setting else "",
    )
    where = " ".join(filter(None, whose))
    if not where:
        return sentence(f"it is {_size(difference, unit)} where the difference is largest")
    return sentence(f"the difference is largest {where}: {_size(difference, unit)}")


def without(
    dataset: str, difference: float, verdict: str, left: str, most: float, unit: Unit
) -> str:
    """The data set with most of a mean difference, and what the others show without it.

    `left` is the verdict without it, and `most` the largest of the mean differences then.
    """
    would = f"{'still ' if left == verdict else ''}{VERBS[left]}"
    return sentence(
        f"on {words(dataset)} it is {_size(difference, unit)}; without it the claim would {would} "
        f"({unit.step(most)} at most)"
    )


def clearest(
    difference: float,
    unit: Unit,
    place: str,
    pair: tuple[str, str],
    pairs: Sequence[tuple[str, str]],
    interval: Sequence[float],
) -> str:
    """The case that speaks most for a claim for which one is enough.

    It is told by its method, or by its rival if the `pairs` of all cases have one method.
    """
    methods, rivals = ({*side} for side in zip(*pairs, strict=True))
    against = f" against {pair[1]}" if len(rivals) > 1 else ""
    whose = f" for {pair[0]}" if len(methods) > 1 else against
    low, high = (unit.scaled(end) for end in _on_side_of(difference, interval))
    size = f"{_size(difference, unit)} (95 % interval: {low} to {high})"
    return sentence(f"it is clearest on {words(place)}{whose}, where it is {size}")


def only(difference: float, unit: Unit, resolved: float, number: int, of_rows: bool) -> str:
    """The difference of a single case without a verdict, and what its trials can resolve."""
    trials = counted(number, "test row" if of_rows else "trial")
    can = f", and {trials} can resolve {unit.step(resolved)}" if resolved > 0 else ""
    return sentence(f"it is {_size(difference, unit)}{can}")


def decided(difference: float, unit: Unit, interval: Sequence[float]) -> str:
    """The difference of a single case with a verdict, and its interval on the same side."""
    low, high = (unit.scaled(end) for end in _on_side_of(difference, interval))
    return sentence(f"it is {_size(difference, unit)} (95 % interval: {low} to {high})")


def _on_side_of(difference: float, interval: Sequence[float]) -> list[float]:
    """The ends of an interval as sizes on the side of the difference."""
    side = -1 if difference < 0 else 1
    return sorted(side * end for end in interval)


def _range(differences: Sequence[float], unit: Unit) -> str:
    low, high = _size(min(differences), unit), _size(max(differences), unit)
    return low if low == high else f"between {low} and {high}"


def _size(difference: float, unit: Unit) -> str:
    if not difference:
        return "equal"
    side = "higher" if difference > 0 else "lower"
    step = unit.step(difference)
    return f"{side} by {step}" if unit.is_log else f"{step} {side}"


def corrected(
    holding: int, failing: int, still_holding: int, still_failing: int, cases: int
) -> str:
    """In how many cases the correction for resampling still shows it, if not in all of them.

    The verdict is on the data sets at hand. The correction asks about new data of the same kind.
    """
    if (still_holding, still_failing) == (holding, failing):
        return ""
    it, out = still_holding or "none", still_failing or "none"
    if cases == 1:
        told = "this is not shown"
    elif not failing:
        told = f"it is shown for {it}"
    elif not holding:
        told = f"it is ruled out for {out}"
    else:
        told = f"it is shown for {it} and ruled out for {out}"
    return sentence(f"on new data of the same kind {told} (corrected for resampling)")


def copies(count: int) -> str:
    """How many cases are tested over their test rows."""
    if not count:
        return ""
    return f"In {counted(count, 'case')} one fit is tested over its test rows."


def alike(count: int, cases: int) -> str:
    """In how many cases all trials give the same, as copies of one fit do."""
    if not count:
        return ""
    where = "" if count == cases == 1 else f"in {counted(count, 'case')} "
    return sentence(f"{where}all trials give the same, so the difference has no error")


def left_out(pairs: Sequence[tuple[str, str, str]], what: str = "score") -> str:
    """The pairs of methods without a common score on a data set, by method, rival and data set.

    `what` is what they lack if it is no score.
    """
    if not pairs:
        return ""
    method, than, dataset = pairs[0]
    named = f"{method} against {than} on {words(dataset)}"
    if len(pairs) == 1:
        return f"Left out without a common {what} is {named}."
    return f"Left out without a common {what} are {len(pairs)} pairs, such as {named}."


def only_zeros(datasets: Sequence[str], against: str = "") -> str:
    """Cases that are left out because nothing can be a share of nothing.

    `against` is the verdict that the claim would have if they counted against it, if another one.
    """
    if not datasets:
        return ""
    on = f", on {listed([words(name) for name in datasets], DATASETS)}"
    more = f"; else it would {VERBS[against]}" if against else on
    return f"Left out: {counted(len(datasets), 'case')} of zeros alone{more}."


def no_trials(studies: Sequence[str], datasets: Sequence[str] | None) -> str:
    """A study, or several, without a finished trial."""
    named = listed([words(name) for name in studies])
    study, _ = _of_studies(studies)
    on = f" on {listed([words(name) for name in datasets], DATASETS)}" if datasets else ""
    return f"No trial of the {study} named {named} finished{on} in this run."


def unavailable(why: Mapping[str, str]) -> str:
    """Why each data set is unavailable, in a full sentence."""
    return sentences(*(words(f"{name}: {text}") for name, text in why.items()))


def no_metric(studies: Sequence[str], what: str, gaps: Sequence[tuple[str, str]]) -> str:
    """Fits that lack a metric, with the reason of the first, by method and reason."""
    named = listed([words(name) for name in studies])
    method, reason = gaps[0]
    study, have = _of_studies(studies)
    return f"The {study} named {named} {have} no {what.removeprefix('the ')} ({method}: {reason})."


def _of_studies(studies: Sequence[str]) -> tuple[str, str]:
    return ("study", "has") if len(studies) == 1 else ("studies", "have")


def not_in_kept_run(what: str) -> str:
    """What the kept run lacks of what a claim reads."""
    return sentence(f"it waits for a new run, since {what}")


def not_run_again(why: str, where: str) -> str:
    """Kept fits that came out of older code or data, with what has changed since."""
    return sentences(
        "it waits for a new run", f"since the kept one this has changed: {why}",
        f"it concerns {where}",
    )  # fmt: skip


def too_few(reason: str, fewest: int) -> str:
    """That a run of the whole plan has too few trials to say."""
    return sentences(reason, f"a test needs {fewest}, and no more are planned")


def absent(verdict: str, datasets: Sequence[str], reason: str) -> str:
    """A verdict that the data sets without results could change."""
    where = listed([words(name) for name in datasets], DATASETS)
    so = {"holds": "holds", "fails": "fails"}.get(verdict, "is inconclusive")
    return f"Not every method ended well on {where}; it {so} otherwise. {reason}"
