"""On how many data sets a method is the best, or below each rival."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from methods.claims.sentences.words import (
    DATASETS,
    counted,
    group,
    how_many,
    listed,
    quantity,
    sentence,
    sentences,
    unit_of,
    words,
)


def best_on(
    metric: str, lower_is_better: bool, holding: int, cases: int, needed: int, lost: Sequence[str]
) -> str:
    """On how many data sets one of the methods beats every rival, and where a rival beats it."""
    most, more = ("lowest", "lower") if lower_is_better else ("highest", "higher")
    what = quantity(metric).removeprefix("the ")
    return sentences(
        f"a method of the claim has the {most} {what}, significantly, on {holding or 'none'} of"
        f" {counted(cases, 'data set')}; {how_many(needed)} needed",
        f"a rival is significantly {more} on {listed([words(d) for d in lost], DATASETS)}"
        if lost
        else "",
    )


def each_better_on(
    metric: str,
    lower_is_better: bool,
    methods: Sequence[str],
    than: Sequence[str],
    holding: int,
    cases: int,
    lost: Sequence[str],
    margin: float = 0.0,
) -> str:
    """On how many data sets each method beats each rival, and where one is beaten by a rival."""
    better, worse = ("below", "above") if lower_is_better else ("above", "below")
    size = unit_of(metric).step(margin, 3)
    if margin < 0:
        better, worse = f"at most {size} {worse}", f"more than {size} {worse}"
    elif margin > 0:
        better, worse = f"more than {size} {better}", f"less than {size} {better}"
    return sentences(
        f"{quantity(metric)} of each of {group(methods)} is shown to be {better} that of each of "
        f"{group(than)} on {holding or 'none'} of {counted(cases, 'data set')}",
        f"one of a method is shown to be {worse} one of a rival on "
        f"{listed([words(d) for d in lost], DATASETS)}"
        if lost
        else "",
    )


def without_scores(datasets: Sequence[str]) -> str:
    """Data sets that are left out because a method has no score."""
    if not datasets:
        return ""
    named = listed([*map(words, datasets)], DATASETS)
    return sentence(f"left out without a score of each method: {named}")


def lowest_on(
    metric: str, lower_is_better: bool, methods: Sequence[str], cases: int, lost: Sequence[str]
) -> str:
    """On how many data sets the best mean is one of the methods'."""
    most, low, lower = "lowest", "low", "lower"
    if not lower_is_better:
        most, low, lower = "highest", "high", "higher"
    named = group(methods, "methods that the claim is about")
    return sentences(
        f"the {most} mean {quantity(metric).removeprefix('the ')} is that of {named} on"
        f" {cases - len(lost)} of {counted(cases, 'data set')}",
        f"a rival is as {low} or {lower} on {listed([words(d) for d in lost], DATASETS)}"
        if lost
        else "",
    )


def lowest_in(metric: str, lower_is_better: bool, counts: Mapping[str, Sequence[bool]]) -> str:
    """On how many data sets of each study the best mean is one of the methods'."""
    most = "lowest" if lower_is_better else "highest"
    cases = sum(len(of_study) for of_study in counts.values())
    won = sum(map(sum, counts.values()))
    each = [f"{sum(of)} of {len(of)} in {words(study)}" for study, of in counts.items()]
    return sentence(
        f"the {most} mean {quantity(metric).removeprefix('the ')} is that of a method that the "
        f"claim is about in {won or 'none'} of {counted(cases, 'case')}; "
        f"by study it is so in {listed(each, 'studies')}"
    )
