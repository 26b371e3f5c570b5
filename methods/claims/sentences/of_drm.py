"""What is told of claims that only the DRM paper makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from methods.claims.sentences.of_cases import Asked
from methods.claims.sentences.words import (
    PERCENT,
    POINTS,
    counted,
    group,
    how_many,
    listed,
    number,
    sentence,
    sentences,
)


def difference_of_terms(largest: float, only_if_fourfold: bool) -> str:
    """How much the diversity terms of two equations differ by more than a constant."""
    rest = "; if mu of equation 2 is four times that of equation 3, it varies by rounding alone"
    return sentence(
        f"with one mu for both equations the difference varies by up to {number(largest)} mu"
        + rest * only_if_fourfold
    )


def broken_bound(broken: int, sets: int, example: str) -> str:
    """How many sets of vectors break a bound, and the first of them."""
    first = f"the first that breaks it has {example}" if broken else ""
    return sentences(f"the bound is broken by {broken or 'none'} of {sets} sets of vectors", first)


def constant_needed(needed: Sequence[tuple[float, float]]) -> str:
    """The constant that a bound needs, which grows with T."""
    told = " and ".join(f"{number(c)} for T = {t:,}" for t, c in (needed[0], needed[-1]))
    return sentences(
        "the first constant that the bound needs grows without limit with T",
        f"with 1 for the second constant it is {told}",
    )


def no_worse(visible: float) -> Asked:
    """A method that is not significantly worse than its rival."""
    by = PERCENT.step(visible)
    relation = f"is neither significantly above that of {{theirs}} nor above it by {by}"
    return Asked("the error", relation, PERCENT)


def at_training_errors(training: str, gap: bool, no_worse: bool) -> Asked:
    """A lower test error, or gap, where the training error is as asked."""
    what = "the gap between test and training error" if gap else "the test error"
    where = "" if training == "any" else f" where its training error is {training}"
    kept = " and its test error not larger" if no_worse and where else ""
    kept = kept or " where its test error is not larger" * no_worse
    return Asked(what, f"is lower than that of {{theirs}}{where}{kept}", PERCENT)


def no_setting(training: str) -> str:
    """No setting has a training error as asked."""
    return f"The training error is {training} in no setting."


def small_gap(margin: float) -> Asked:
    """A test error that is near the training error."""
    return Asked(
        "the test error", f"is within {PERCENT.step(margin)} of its training error", PERCENT
    )


def one_class_alone(method: str) -> str:
    """Every setting has a constant classifier."""
    return f"In every setting {method} answers one class alone."


def gap_at_low_errors(than: str, margin: float, holding: int, failing: int, settings: int) -> str:
    """In how many settings a small gap is shown at errors that are as low as those of a rival."""
    return sentence(
        f"a gap within {PERCENT.step(margin)} at errors that are not larger than those of {than} "
        f"is shown in {holding or 'none'} of {counted(settings, 'setting')}, and ruled out in "
        f"{failing or 'none'}"
    )


def printed_wins(evidence: Sequence[Mapping[str, Any]], asked: str) -> str:
    """Printed counts of wins, ties and losses, and of how many what is asked is so."""
    so = sum(entry["verdict"] == "holds" for entry in evidence)
    enough = "one is enough" if asked == "some losses" else "all must be"
    return sentences(
        _printed_counts(evidence),
        f"of these {how_many(so)} as the claim says; {enough}" if len(evidence) > 1 else "",
    )


def printed_ties(evidence: Sequence[Mapping[str, Any]], ties: int, cases: int) -> str:
    """Printed counts of wins, ties and losses, and how many comparisons are ties."""
    are = "is a tie" if ties == 1 else "are ties"
    return sentences(_printed_counts(evidence), f"of {cases} comparisons {ties} {are}")


def _printed_counts(evidence: Sequence[Mapping[str, Any]]) -> str:
    told = [
        f"{'/'.join(str(entry[key]) for key in ('wins', 'ties', 'losses'))} of {entry['method']} "
        f"against {entry['than']}"
        for entry in evidence
    ]
    return f"the printed wins/ties/losses are {listed(told)}"


def angle_and_error(mean: float, interval: Sequence[float], lower: int, datasets: int) -> str:
    """How the angle between learners and the error go together over the trials of data sets."""
    low, high = (number(end) for end in interval)
    return sentences(
        "the mean rank correlation of the angle between the SVMs with their error is "
        f"{number(mean)} ({low} to {high})",
        f"it is below 0 on {lower or 'none'} of {counted(datasets, 'data set')}",
    )


def wins(evidence: Sequence[Mapping[str, Any]], asked: str) -> str:
    """How often methods win, tie and lose against rivals; of several, one in particular."""
    leads = [entry["wins"] - entry["losses"] for entry in evidence]
    losing = sum(entry["losses"] > 0 for entry in evidence)
    of = f"of {len(evidence)} methods"
    if asked == "more wins":
        at = int(np.argmin(leads))
        ahead = how_many(sum(lead > 0 for lead in leads), "wins", "win")
        said, which = f"{of} {ahead} more often than losing; all must", "in the weakest comparison"
    elif asked == "as many wins":
        at = int(np.argmax(np.abs(leads)))
        apart = sorted({*map(abs, leads)})
        ends = f"{apart[0]}" if len(apart) == 1 else f"{apart[0]} to {apart[-1]}"
        said = f"wins and losses {of} differ by {ends} data set{'s' * (apart[-1] != 1)}"
        which = "farthest apart"
    elif asked == "no wins or losses":
        decided = [entry["wins"] + entry["losses"] for entry in evidence]
        at = int(np.argmax(decided))
        differing = how_many(sum(n > 0 for n in decided), "wins or loses", "win or lose")
        said, which = f"{of} {differing} somewhere; none may", "with the most wins and losses"
    else:
        at = int(np.argmax([entry["losses"] for entry in evidence]))
        needed = "one is enough" if asked == "some losses" else "none may"
        said = f"{of} {how_many(losing, 'loses', 'lose')} somewhere; {needed}"
        which = "with the most losses"
    entry = evidence[at]
    counts = "/".join(str(entry[key]) for key in ("wins", "ties", "losses"))
    told = f"{entry['method']} has {counts} wins/ties/losses against {entry['than']}"
    after, again = entry.get("after_holm", counts), entry["corrected_for_resampling"]
    told += f", and {after} after Holm" if after != counts else ""
    left = ""
    if again not in (counts, after):
        left = f"on new data of the same kind it has {again} (corrected for resampling)"
    if len(evidence) == 1:
        return sentences(told, left)
    return sentences(said, f"{which} {told}", left)


def improvement(base: str, margin: float, holding: int, failing: int, cases: int) -> str:
    """How often methods improve on a base by more than a margin, and more than their rivals do."""
    by = PERCENT.step(margin)
    return sentence(
        f"an improvement on {base} and on the rival by more than {by} is shown in "
        f"{holding or 'none'} of {counted(cases, 'comparison')}, and ruled out in "
        f"{failing or 'none'}"
    )


def largest_losses(
    base: str, evidence: Sequence[Mapping[str, Any]], holding: int, failing: int
) -> str:
    """How much worse than a base methods and their rivals are on the data set that is worst."""
    ours, theirs = (
        f"{_range_of_points([entry[key] for entry in evidence])} for "
        f"{group([entry[name] for entry in evidence], of)}"
        for key, name, of in (
            ("largest_loss", "method", "methods"), ("largest_loss_of_rival", "than", "rivals"),
        )
    )  # fmt: skip
    on = counted(max(entry["datasets"] for entry in evidence), "data set")
    if len(evidence) == 1:
        shown = (
            "shown to be larger" if failing else f"{'' if holding else 'not '}shown to be smaller"
        )
    else:
        wrong = f", and to be larger in {failing}" if failing else ""
        shown = f"shown to be smaller in {holding or 'none'} of {len(evidence)} comparisons{wrong}"
    return sentences(
        f"the largest mean loss against {base} on {on} is {ours}, and {theirs}", f"it is {shown}"
    )


def _range_of_points(values: Sequence[float]) -> str:
    least, most = PERCENT.scaled(min(values)), PERCENT.scaled(max(values))
    return f"{least} to " * (least != most) + POINTS.told(max(values), 2)
