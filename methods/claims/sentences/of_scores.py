"""What claims ask of scores, curves and seconds, and what the trials show of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Any, Literal

from methods.claims.sentences.of_cases import Asked
from methods.claims.sentences.words import (
    FACTOR,
    NAMED,
    PERCENT,
    Unit,
    chance,
    counted,
    group,
    listed,
    number,
    parameter_name,
    quantity,
    sentence,
    sentences,
    setting,
    unit_of,
    words,
)
from methods.schemas.option_kinds import Conditions

KEEPS_ITS_COURSE = "it leaves the change from early to late as it is"
SIDES = (("lower", "higher"), ("higher", "lower"))
Relation = Literal["lower", "higher", "like", "not lower", "not higher", "equal"]


def score_asked(
    metric: str,
    relation: Relation,
    margin: float = 0.0,
    times: float = 1.0,
    condition: Conditions = "",
    than_condition: Conditions | None = None,
    parameter: str = "",
) -> Asked:
    """How the scores of two methods are to be related, under the conditions of each.

    These are values of `parameter`, if the study has a sweep over one.
    """
    if than_condition == condition:
        than_condition = None
    unit = unit_of(metric)
    size = unit.step(margin, 3)
    theirs = "{theirs}" + _under(condition if than_condition is None else than_condition, parameter)
    divided = f" divided by {number(times)}" if times != 1 else ""
    lower, higher = (_beyond(side, other, size, margin) for side, other in SIDES)
    not_different = f"is not significantly different from that of {theirs}"
    relations = {
        "lower": f"is {lower[0]} than that of {theirs}{divided}{lower[1]}",
        "higher": f"is {higher[0]} than that of {theirs}{divided}{higher[1]}",
        "like": f"{not_different}, and within {size} of it",
        "not lower": "is not significantly lower than that of {theirs}",
        "not higher": "is not significantly higher than that of {theirs}",
        "equal": f"is within {size} of that of {theirs}",
    }
    if than_condition is not None:
        return Asked(f"{quantity(metric)}{_under(condition, parameter)}", relations[relation], unit)
    return Asked(quantity(metric), relations[relation], unit)


def steady_asked(metric: str, margin: float, parameter: str, than_condition: str) -> Asked:
    """The score of methods over a sweep, against their own at one setting of it."""
    unit = unit_of(metric)
    others = f" at other values of {parameter_name(parameter)}" if parameter else " at others"
    near = f"is within {unit.step(margin, 3)} of that{_under(than_condition, parameter)}"
    return Asked(quantity(metric) + others, near, unit)


def falls_asked(metric: str, parameter: str, lower_is_better: bool) -> Asked:
    """The score of methods at each setting of a sweep, against their own at the one before."""
    at = f" at a value of {parameter_name(parameter)}" if parameter else " at a setting"
    side = "lower" if lower_is_better else "higher"
    return Asked(quantity(metric) + at, f"is {side} than that at the one before", unit_of(metric))


def _beyond(side: str, other: str, size: str, margin: float) -> tuple[str, str]:
    """The words before and after "than"; what may be worse by a margin is named by that side."""
    if margin < 0:
        return f"less than {size} {other}", ""
    return side, f" by {_more_than(size)}" if margin else ""


def _more_than(size: str) -> str:
    """More than a size, which may be a factor."""
    factor = size.removeprefix("a factor of ")
    return f"a factor of more than {factor}" if factor != size else f"more than {size}"


def _under(condition: Conditions, parameter: str) -> str:
    if isinstance(condition, dict):
        of = f" of {parameter_name(parameter)}" if parameter else ""
        return f" in the mean over values{of} from {condition['lowest']} to {condition['highest']}"
    labels = [condition] if isinstance(condition, str) else list(condition)
    if len(labels) > NAMED:
        of = f"values of {parameter_name(parameter)}" if parameter else "settings"
        return f" in the mean over {len(labels)} {of}"
    if not any(labels):
        return ""
    first, *others = labels
    return f" at {listed([setting(parameter, first), *map(words, others)])}"


def curve_asked(
    curve: str, places: Sequence[float], than_at: float | None, factor: float, own: bool = False
) -> Asked:
    """A curve that is lower than another at some steps, or by a factor.

    Data sets may have steps of their own, as many as the others.
    """
    steps = group([number(place, 4) for place in places], "steps")
    at = steps if steps.endswith("steps") else f"step{'s' * (len(places) > 1)} {steps}"
    if own:
        at = "one step" if len(places) == 1 else f"{len(places)} steps"
    what = f"{quantity(curve)} at {at}"
    there = "" if than_at is None else f" at step {number(than_at, 4)}"
    unit = unit_of(curve) if factor == 1 else FACTOR
    by = "" if factor == 1 else f" by {_more_than(unit.step(log(factor)))}"
    return Asked(what, f"is lower than that of {{theirs}}{there}{by}", unit)


def no_ratio(curve: str) -> str:
    """A curve that has no logarithm, so that no factor can be asked for."""
    return sentence(f"{quantity(curve)} is not always above zero, so there is no ratio")


def ends_asked(curve: str, at: float, margin: float) -> Asked:
    """A curve that is near its end at some step."""
    unit = unit_of(curve)
    what = f"{quantity(curve)} at step {number(at, 4)}"
    return Asked(what, f"is within {unit.step(margin, 3)} of its end", unit)


def early_and_late(curve: str, than: str, cases: Sequence[Mapping[str, Any]], holding: int) -> str:
    """Curves of methods against another early and at the end; the largest early gap is told."""
    unit = unit_of(curve)
    largest = max(cases, key=lambda case: abs(case["difference"]))
    lower = f"{quantity(curve)} of {largest['method']} against that of {than}"
    told = f"on {words(largest['dataset'])} {lower} is {_signed(largest['difference'], unit)}"
    told += f" at step {number(largest['at'], 4)}"
    told += f" and {_signed(largest['difference_at_the_end'], unit)} at the end"
    if len(cases) == 1:
        return sentence(told)
    sets, methods = (len({case[name] for case in cases}) for name in ("dataset", "method"))
    of = counted(len(cases), "data set" if methods == 1 else "method" if sets == 1 else "case")
    return sentences(f"it is so {'on' if methods == 1 else 'of'} {holding or 'none'} of {of}", told)


def _signed(difference: float, unit: Unit) -> str:
    side = "higher" if difference > 0 else "lower"
    return f"{unit.step(difference)} {side}" if difference else "the same"


def flat_after(
    curve: str,
    shares: Sequence[float],
    steps: Sequence[Sequence[float]],
    at_least: float,
    at_most: float,
) -> str:
    """From which steps on curves are flat, in each sense of the word."""
    asked = f"at most {number(at_most, 3)}"
    if at_least > 0:
        asked = f"between {number(at_least, 3)} and {number(at_most, 3)}"
    within = [f"within {PERCENT.told(share)} of its fall from step" for share in shares]
    settled = [f"{words} {_range(of)} on" for words, of in zip(within, steps, strict=True)]
    return sentence(f"{quantity(curve)} stays {listed(settled)}, by method; {asked} is asked")


def _range(values: Sequence[float]) -> str:
    least, largest = (number(of(values), 3) for of in (min, max))
    return least if least == largest else f"{least} to {largest}"


def choices_of_trials(
    share: float, trials: int, choices: int, pairs: Sequence[Mapping[str, Any]]
) -> str:
    """How many choices of some trials tell no pair apart, and which pair most choices do."""
    most = max(pairs, key=lambda pair: pair["told_apart"])
    of = f"of {choices:,} choices of {trials} of our trials"
    pair = f"{most['method']} and {most['than']} on {words(most['dataset'])}"
    return sentences(
        f"{of} {PERCENT.told(share)} tell none of {counted(len(pairs), 'pair')} apart",
        f"most often {pair} are told apart ({PERCENT.told(most['told_apart'])})"
        if share < 1
        else "",
        "to hold, 95 % must tell none apart, and with at most 5 % it fails",
    )


def too_few_to_choose_from(trials: int, most: int, fewest: int) -> str:
    """Choices of so many trials that we have not, or that are too few for a test."""
    if trials < fewest:
        return sentence(f"choices of {trials} trials are too small: a test needs {fewest}")
    return sentence(f"no pair has more than {counted(most, 'trial')} to choose {trials} from")


def gap_of_choice(gap: str, datasets: int, largest: float, method: str, dataset: str) -> str:
    """How much higher an error is with settings that were chosen on the training part."""
    return sentences(
        f"with settings that are chosen on the training part the error is higher by {gap}, "
        f"the mean over {counted(datasets, 'data set')}",
        f"the largest gap is {PERCENT.step(largest)}, of {method} on {words(dataset)}",
    )


def ranks_told(
    ours: Sequence[str], ranks: Mapping[str, float], places: int, first: int, datasets: int
) -> str:
    """The average ranks of the claim's methods and of the others, and how many are among the best.

    `first` is the number of the claim's methods among the best `places`.
    """
    mine, others = (
        sorted((rank, name) for name, rank in ranks.items() if (name in ours) == is_ours)
        for is_ours in (True, False)
    )
    named = [f"{number(rank, 3)} of {name}" for rank, name in mine]
    told = listed(named) if len(mine) <= NAMED else f"{named[0]} to {named[-1]}"
    ends = f"{number(others[0][0], 3)} of {others[0][1]}"
    if len(others) > 1:
        ends += f" to {number(others[-1][0], 3)} of {others[-1][1]}"
    return sentences(
        f"over {counted(datasets, 'data set')} the average ranks are {told}; those of the others "
        f"are {ends}",
        f"of the best {places} the claim is about {first or 'none'}",
    )


def rank_resamples(share: float, resamples: int, p_value: float) -> str:
    """How often a claim on ranks is true with the trials drawn again, and Friedman's test."""
    return sentences(
        f"the claim is true in {PERCENT.told(share)} of {resamples:,} resamples of the trials; 95 %"
        " or more are asked, and rivals that are shown to take its places refute it",
        f"Friedman's test of all ranks has {chance(p_value)}",
    )


def lacks_datasets(had: int, needed: int) -> str:
    """A claim that needs all of its data sets."""
    return f"It needs all of its {needed} data sets, and this run has {had or 'none'} of them."


def seconds_taken(
    methods: Sequence[str],
    than: Sequence[str],
    ratios: Sequence[float],
    asked: str,
    per: str | None = None,
) -> str:
    """The ratios of seconds of methods and rivals, and what was asked of them."""
    each = f"for the same number of {words(per)} the fits" if per else "the fits"
    return sentences(
        f"{each} of {group(methods)} take {_range(ratios)} times the seconds of those of "
        f"{group(than, 'rivals')}",
        asked,
    )


def is_faster(ratio: float, holding: int, failing: int, cases: int) -> str:
    """In how many comparisons less time is shown."""
    less = "less time" if ratio == 1 else f"less than 1/{number(ratio)} of the time"
    if ratio < 1:
        less = f"less than {number(1 / ratio)} times the time"
    wrong = f", and ruled out in {failing}" if failing else ""
    return f"{less} is shown in {holding or 'none'} of {counted(cases, 'comparison')}{wrong}"


def is_within(factor: float) -> str:
    """What is asked of ratios of seconds."""
    return f"they are to lie within a factor of {number(factor, 3)}"
