"""What is told of claims that only the thesis makes: complexity, perceptrons, boosting, classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from methods.claims.sentences.of_cases import Asked
from methods.claims.sentences.of_reproduction import farthest
from methods.claims.sentences.words import (
    DATASETS,
    NAMED,
    PERCENT,
    PLAIN,
    STANDARD_ERRORS,
    Unit,
    chance,
    counted,
    how_many,
    listed,
    number,
    quantity,
    sentence,
    sentences,
    setting,
    unit_of,
    words,
)

Entry = dict[str, Any]
Interval = Sequence[float]
NO_ERROR = 1e-300  # divides in place of zero: an error where there was none is the worst change


def farthest_apart(entry: Entry, trials: int, pairs: int, p_value: float, unknown: int) -> str:
    """Two printed means that are farthest apart, of so many pairs, some of them without a bar."""
    without = f"a printed deviation is missing for {unknown} of them" if unknown else ""
    return sentences(
        f"farthest apart are {entry['method']} and {entry['than']} on {words(entry['dataset'])}, "
        f"by {STANDARD_ERRORS.told(entry['standard_errors'])} of {trials} trials",
        f"corrected for {pairs} pairs this has {chance(p_value)}",
        without,
    )


def bars_beside_differences(
    evidence: Sequence[Entry], exceeding: int, times: float, unknown: int
) -> str:
    """On how many data sets a printed bar is so many times the largest printed difference."""
    apart = [entry for entry in evidence if entry["difference"]]
    nearest = min(apart or evidence, key=lambda e: e["bar"] / (e["difference"] or 1.0))
    return sentences(
        f"the printed bar is at least {number(times)} times the largest printed difference on"
        f" {exceeding or 'none'} of {counted(len(evidence), 'data set')}",
        f"nearest are the two on {words(nearest['dataset'])}, {number(nearest['bar'], 3)} and"
        f" {number(nearest['difference'], 3)}",
        f"no bar is printed for {counted(unknown, 'data set')}" if unknown else "",
    )


def ratios_at_each(different: Mapping[str, int], ratios: int, parameter: str) -> str:
    """How many printed ratios differ from ours, at each value of a parameter."""
    first, *others = different
    at = [f"{different[first] or 'none'} at {setting(parameter, first)}"]
    at += [f"{different[label] or 'none'} at {label}" for label in others]
    return sentence(
        f"of {counted(ratios, 'printed ratio')} so many are significantly different from ours: "
        f"{listed(at)}"
    )


def easier_models(evidence: Sequence[Entry]) -> str:
    """How many models are easier than the one of a study, by the mean error of each method."""
    easier = listed(
        [f"{e['easier']} for {e['method']} ({PERCENT.told(e['mean'])})" for e in evidence]
    )
    return sentence(
        f"of {counted(evidence[0]['models'], 'model')} so many have a lower error than the mean on"
        f" the one model: {easier}"
    )


def half_cost_asked(margin: float) -> Asked:
    """Half of the cost that is near the training error of the same method."""
    near = f"is within {PERCENT.step(margin)} of the training error of {{theirs}}"
    return Asked("half of the cost", near, PERCENT)


def counts_in_range(evidence: Sequence[Entry]) -> str:
    """Printed counts beside those of our draws."""
    return sentences(
        *(
            f"the printed number of {words(e['metric'])} is {number(e['printed'], 4)}, and ours are"
            f" {number(e['least'], 4)} to {number(e['largest'], 4)} in {e['draws']} draws, with the"
            f" median {number(e['median'], 4)}"
            for e in evidence[:2]
        )
    )


def removing_moves(evidence: Sequence[Entry], need: float) -> str:
    """Which share of the moves between principal points removes examples, by data set."""
    shares = listed(
        [f"{PERCENT.within(e['share'], e['interval'])} on {words(e['dataset'])}" for e in evidence]
    )
    return sentences(
        f"the share of moves that remove examples is {shares}, the mean over"
        f" {evidence[0]['draws']} draws each",
        f"more than {PERCENT.told(need)} is asked",
    )


def flipped_found(evidence: Sequence[Entry], holding: int) -> str:
    """How many flipped examples a detector finds among as many as its rival removes."""
    entry = min(evidence, key=lambda e: e["difference"])
    ours, theirs = (number(found, 3) for found in entry["flipped"])
    return sentences(
        f"more flipped examples are shown to be found than by {holding or 'none'} of "
        f"{counted(len(evidence), 'rival')}",
        f"the nearest is {entry['than']}: of {number(entry['removed'], 3)} examples that each "
        f"removes {ours} are flipped against {theirs}",
    )


def means_over_draws(
    means: Sequence[tuple[str, float, Interval]], least: float, draws: int, permutations: int
) -> str:
    """Means of numbers over draws, with their intervals."""
    told = " and ".join(f"the {name} is {PLAIN.within(mean, ends)}" for name, mean, ends in means)
    return sentences(
        f"{told}; more than {number(least)} is asked",
        f"these are means over {draws} draws with {permutations:,} permutations each",
    )


def near_value(
    which: str, mean: float, one_more: Interval, draws: int, value: float, within: float
) -> str:
    """The mean contribution over draws, and where one more draw may lie, beside a printed value."""
    low, high = (number(end, 3) for end in one_more)
    return sentences(
        f"the mean contribution {which} is {number(mean, 3)} over {draws} draws, and one more draw "
        f"has {low} to {high} with a chance of 95 %",
        f"the printed {number(value)} may lie {number(within)} outside of this range",
    )


def bends(evidence: Sequence[Entry], size: int, differ: float) -> str:
    """In how many draws the curves leave their course, and how far in the median."""
    noisy, clean = (
        f"{e['bends']} for the {e['curve']} (median {number(e['median'])})" for e in evidence
    )
    return sentence(
        f"of {evidence[0]['draws']} draws the curve lies more than {number(differ)} off its course "
        f"at size {size} in {noisy} and in {clean}"
    )


def contributions_apart(entry: Entry, shown: tuple[int, int], over_these: tuple[int, int]) -> str:
    """In how many of all comparisons it is so, and one of them, over trials of permutations."""
    (holding, comparisons), (trials, permutations) = shown, over_these
    first, second = (number(mean, 3) for mean in entry["means"])
    apart = PLAIN.within(entry["difference"], entry["interval"])
    what = (
        f"the mean contribution {entry['first']} is {first}, and {entry['second']} it is {second}; "
        f"the difference is {apart}"
    )
    over = f"over {trials} trials of {permutations:,} permutations"
    if comparisons == 1:
        return sentences(f"{over} {what}")
    return sentences(
        f"{over} it is so in {holding or 'none'} of {comparisons} comparisons",
        f"in the hardest one {what}",
    )


def in_the_figure(
    distance: float,
    interval: Sequence[float],
    draws: int,
    sizes: tuple[int, int],
    lines: tuple[float, float],
) -> str:
    """How far two curves lie apart in a figure, beside the lines that one might draw."""
    first, last = sizes[0], sizes[1] - 1
    return sentences(
        f"in the mean over {counted(draws, 'draw')} the curves lie "
        f"{PERCENT.within(distance, interval)} of the axes apart, at the size from {first} to "
        f"{last} at which it is most",
        f"to hold, it must be less than {PERCENT.told(lines[0])}, and above "
        f"{PERCENT.told(lines[1])} it fails",
    )


def saved_shares(study: str, evidence: Sequence[Entry], holding: int) -> str:
    """The share of the error that is saved in one study and in the others."""
    entry = min(evidence, key=lambda e: e["difference"])
    ours, theirs = PERCENT.told(entry["saves"]), PERCENT.told(entry["rival_saves"])
    return sentences(
        f"the study named {words(study)} is shown to save a larger share of the error than "
        f"{holding or 'none'} of {counted(len(evidence), 'other')}",
        f"nearest comes {words(entry['than'])}: {ours} against {theirs}, the means over "
        f"{counted(entry['datasets'], 'data set')}",
    )


def better_by_more(
    study: str, rival: str, metric: str, lower_is_better: bool, evidence: Sequence[Entry],
    holding: int,
) -> str:  # fmt: skip
    """By how much a metric is better in one study, and by how much in the other."""
    least, moves = (min, "fall") if lower_is_better else (max, "rise")
    entry = least(evidence, key=lambda e: e["difference"])
    here, there = (unit_of(metric).moved(-entry[key]) for key in ("lower_by", "other_lower_by"))
    return sentences(
        f"{quantity(metric)} is shown to {moves} by more in the study named {words(study)} than in "
        f"that named {words(rival)} in {holding or 'none'} of "
        f"{counted(len(evidence), 'comparison')}",
        f"nearest to the contrary is {entry['method']} against {entry['than']}: {here}, and "
        f"{there} for {entry['other']} against {entry['than_other']}",
    )


def dominating_coefficients(entry: Entry, partitions: int, times: float = 1.0) -> str:
    """The mean coefficients of the partitions that dominate two methods."""
    apart = "difference" if times == 1 else f"first less 1/{number(times)} of the second"
    ours, theirs = (number(entry[key], 3) for key in ("mean_coefficient", "than_mean_coefficient"))
    low, high = (number(end, 3) for end in entry["apart_interval"])
    return sentence(
        f"the {partitions} dominating partitions of a trial have a mean coefficient of {ours} "
        f"with {entry['method']} and of {theirs} with {entry['than']}, over "
        f"{counted(entry['trials'], 'trial')}; the {apart} lies between {low} and {high}"
    )


def means_beside(
    metric: str, nearest: tuple[str, float, int, Interval], printed: float, apart: int, of: int
) -> str:
    """The mean nearest to a printed one without a deviation; `apart` of all differ from it."""
    method, mean, trials, interval = nearest
    unit = unit_of(metric)
    low, high = (number(unit.scale * end, 3) for end in interval)
    whose = f" of {method}" * (of > 1)
    return sentences(
        f"{quantity(metric)}{whose} is {unit.told(mean, 4)} on average over {trials} trials; the"
        f" difference from the printed {number(unit.scale * printed, 5)} lies between {low} and"
        f" {high}",
        f"by {apart} of {of} readings it differs" if of > 1 else "",
    )


def without_gain(
    margin: float, holding: int, cases: int, gaining: Sequence[tuple[str, str]]
) -> str:
    """Where boosting does not lower the error, and where it does."""
    gain = ""
    if gaining:
        method, dataset = gaining[0]
        gain = f"a gain is shown in {len(gaining)}, such as {method} on {words(dataset)}"
    return sentences(
        f"in {holding or 'none'} of {counted(cases, 'comparison')} boosting is shown to gain less "
        f"than {PERCENT.step(margin)}",
        gain,
    )


def orders_alike(evidence: Sequence[Entry], methods: int, at_least: float) -> str:
    """How alike the means of two metrics order the methods, where they do so least."""
    entry = min(evidence, key=lambda e: e["tau"])
    return sentences(
        f"on {words(entry['dataset'])} Kendall's tau of the means of {methods} methods is "
        f"{PLAIN.within(entry['tau'], entry['interval'])}; {number(at_least)} is asked",
        f"the interval is that of bootstraps over {counted(entry['trials'], 'trial')}",
    )


def divided(evidence: Sequence[Entry], times: float, holding: int, failing: Sequence[str]) -> str:
    """Errors alone and boosted, where boosting helps least, and the data sets where it fails."""
    entry = max(evidence, key=lambda e: e["boosted"] / (e["alone"] or NO_ERROR))
    does = "lower the error" if times == 1 else f"divide the error by {number(times)}"
    return sentences(
        f"boosting is shown to {does} in {holding or 'none'} of "
        f"{counted(len(evidence), 'comparison')}",
        f"it is ruled out in {len(failing)}, on {listed([*map(words, failing)], DATASETS)}"
        if failing
        else "",
        f"it helps {entry['method']} on {words(entry['dataset'])} least, from "
        f"{PERCENT.told(entry['alone'])} to {PERCENT.told(entry['boosted'])}",
    )


def of_one_more_pool(cells: int, outside: Sequence[Entry], unit: Unit) -> str:
    """Printed means that one more pool of examples may have, and the farthest of the others."""
    far = sorted(outside, key=lambda e: -abs(e["ours"] - e["printed"]))
    return sentences(
        f"of {counted(cells, 'printed mean')} {how_many(cells - len(far))} what one more pool may "
        "have",
        farthest(far[:NAMED], unit) if far else "",
    )
