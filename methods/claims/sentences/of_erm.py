"""What is told of claims that only the ERM paper makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from methods.claims.sentences.of_cases import Asked
from methods.claims.sentences.words import (
    DEGREES,
    PERCENT,
    POINTS,
    counted,
    listed,
    number,
    sentence,
    sentences,
    words,
)

Entry = Mapping[str, Any]


def no_diverse_optimum(angle: float, study: str) -> str:
    """No optimum has components that differ enough."""
    apart = DEGREES.told(angle)
    return f"No optimum {apart} apart was found in the study named {words(study)}."


def change_with_diversity(
    apart: int,
    fits: int,
    trials: int,
    angle: float,
    change: float,
    interval: Sequence[float],
    largest: float,
) -> str:
    """How the test error of diverse optima differs from that of equal components."""
    found = f"in {apart:,} of {counted(fits, 'fit')}, on {counted(trials, 'split')}, an optimum"
    found += f" with components at least {DEGREES.told(angle)} apart was found"
    if not largest:
        return sentences(found, "its test error is that of equal components in each of them")
    return sentences(
        found,
        f"there the test error changes by {POINTS.within(change, interval)} against that of equal "
        f"components, and at most by {POINTS.step(largest)}",
    )


def exponents(
    of_fits: Sequence[float], of_iterations: Sequence[float], at_most: float, per_iteration: bool
) -> str:
    """How seconds grow with the number of rows."""
    fit, iteration = (
        f"{number(min(of), 3)} to {number(max(of), 3)}" for of in (of_fits, of_iterations)
    )
    return sentences(
        f"the seconds grow with the rows like a power of {fit}, and those of an iteration of "
        f"{iteration}",
        f"at most {number(at_most)} is asked of {'an iteration' if per_iteration else 'a fit'}",
    )


def exponents_compared(lower: int, higher: int, evidence: Sequence[Entry]) -> str:
    """In how many comparisons seconds grow more slowly, and where they do so least."""
    most = max(evidence, key=lambda entry: entry["exponents"][0] - entry["exponents"][1])
    ours, theirs = (number(exponent, 3) for exponent in most["exponents"])
    few, many = (number(ratio) for ratio in most["ratios"])
    least, largest = most["rows"]
    return sentences(
        f"the seconds are shown to grow more slowly in {lower or 'none'} of "
        f"{counted(len(evidence), 'comparison')}, and faster in {higher or 'none'}",
        f"the largest difference is that of {most['method']}, with the power {ours}, and "
        f"{most['than']}, with {theirs}",
        f"the first takes {few} times the seconds of the second with {least:,} rows, and {many}"
        f" times with {largest:,}",
    )


def missed_minimisers(evidence: Sequence[Entry], rows: int, gap: float) -> str:
    """In how many rows Algorithm 1 misses the minimiser from each start."""
    missed = [f"{e['missed'] or 'none'} from {e['start']}" for e in evidence]
    most = max(entry["largest_relative_gap"] for entry in evidence)
    return sentences(
        f"of {rows} rows Algorithm 1 misses the least value by more than {PERCENT.told(gap)} in "
        f"{listed(missed)}",
        f"the largest gap is {PERCENT.told(most, 2)}",
    )


def missed_with_epsilon(evidence: Sequence[Entry], rows: int, gap: float) -> str:
    """In how many rows Algorithm 1 misses the least value, for each epsilon."""
    missed = [
        f"{e['missed'] or 'none'} with epsilon = {number(e['epsilon'])}"
        + f" (by at most {PERCENT.told(e['largest_relative_gap'], 2)})" * (e["missed"] > 0)
        for e in evidence
    ]
    return sentence(
        f"of {rows} rows Algorithm 1 misses the least value of the footnote by more than "
        f"{PERCENT.told(gap)} in {listed(missed)}"
    )


def gap_asked() -> Asked:
    """A gap between the errors of two methods that is smaller than that of two others."""
    return Asked("the gap in error", "is smaller than that of {theirs}", PERCENT)


def exponents_of_learners(exponents: Sequence[float], at_most: float) -> str:
    """How the seconds of an iteration grow with the number of learners."""
    return sentences(
        f"the seconds of an iteration grow with the number of learners like a power of "
        f"{number(min(exponents), 3)} to {number(max(exponents), 3)} by trial",
        f"at most {number(at_most)} is asked",
    )


def sizes_of_multipliers(
    largest: Mapping[str, float],
    problems: int,
    iterations: int,
    mu: float,
    growth: float,
    at_most: float,
) -> str:
    """The largest entries of the multipliers while mu grows, and how much they grow late."""
    told = " and ".join(f"{number(size, 3)} in {name}" for name, size in largest.items())
    grow = f"grow by at most {PERCENT.told(growth, 2)}" if growth > 0 else "do not grow"
    return sentences(
        f"the largest entry is {told}, in {problems} problems over {iterations} iterations, in "
        f"which mu grows to {number(mu, 1)}",
        f"from the first half of the iterations to the second the largest entries {grow}; at most "
        f"{PERCENT.told(at_most)} is asked",
    )


def product_kept(
    start: int, share: float, kept: int, lost: int, problems: int, largest: float
) -> str:
    """In how many problems the product of mu and the distance to the limit keeps its size.

    In `lost` others the distance is lost in rounding.
    """
    does = "keeps half of its size" if share < 1 else f"grows by a factor of {number(share)}"
    return sentences(
        f"from iteration {start} on the product of mu and the distance to the limit {does} in"
        f" {kept or 'none'} of {problems} problems",
        f"in {lost} the distance falls below rounding, and the product with it" if lost else "",
        f"at most {number(largest)} times its size is left",
    )


def distance_to_one_svm(largest: Mapping[float, float], angle: float) -> str:
    """How far an ensemble is from one SVM, as mu grows more slowly."""
    told = [f"{PERCENT.told(size, 1)} with rho = {number(rho, 3)}" for rho, size in largest.items()]
    return sentences(
        f"the ensemble is away from the SVM by at most {listed(told)}, of its largest weight",
        f"its components end up to {DEGREES.told(angle, 2)} apart",
    )


def columns_apart(
    angles: Mapping[tuple[int, float], Sequence[float]], at_least: float, distance: float
) -> str:
    """How far columns are apart at the end by case, and their ensemble from one SVM at most."""
    least = {case: min(of_case) for case, of_case in angles.items()}
    apart = sum(angle >= at_least for angle in least.values())
    nearest = min(least, key=least.__getitem__)
    farthest = max(least, key=least.__getitem__)
    told = [
        f"with C = {case[0]} and starts of size {number(case[1])} ({number(min(angles[case]))} to "
        f"{DEGREES.told(max(angles[case]), 2)})"
        for case in (nearest, farthest)
    ]
    return sentences(
        f"the columns end at least {DEGREES.told(at_least)} apart on every problem in "
        f"{apart or 'none'} of {counted(len(angles), 'case')}",
        f"by the least angle of a problem they end least far apart {told[0]} and farthest "
        f"{told[1]}",
        f"their ensemble is away from one SVM by at most {PERCENT.told(distance, 1)} of its "
        "largest weight",
    )


def two_sides(matrices: int, as_printed: float, holds_once: bool) -> str:
    """By how much the two sides of equation 4 differ."""
    if not holds_once:
        return "Neither reading holds."
    return sentences(
        f"on {matrices} random matrices the two sides differ by up to "
        f"{PERCENT.told(as_printed, 2)} with the sum over all ordered pairs, as printed",
        "with each pair once they differ by rounding alone",
    )


def above_chords(above: Mapping[str, int], segments: int) -> str:
    """How many midpoints lie above their chords, for each function."""
    told = [f"{n or 'none'} of the {name}" for name, n in above.items()]
    return sentence(f"of {segments} midpoints {listed(told)} lie above the chord")


def disagreement(learners: int, evidence: Sequence[Entry], asked: float) -> str:
    """On how many test points two learners differ, by the generator of the data."""
    told = [f"{PERCENT.told(e['mean_disagreement'], 2)} of {e['generator']}" for e in evidence]
    return sentences(
        f"two of {learners} learners with {evidence[0]['rows']:,} rows each disagree on"
        f" {listed(told)}",
        f"below {PERCENT.told(asked)} is asked",
    )


def falling_disagreement(
    learners: int, evidence: Sequence[Entry], ratios: Sequence[float], asked: float
) -> str:
    """How much less two learners differ with more rows, by the generator of the data."""
    few, many = evidence[0]["rows"], evidence[1]["rows"]
    left = [
        f"{PERCENT.told(e['mean_disagreement'], 2)} of {e['generator']}"
        for e in evidence
        if e["rows"] == many
    ]
    between = dict.fromkeys(number(end(ratios), 2) for end in (min, max))
    return sentences(
        f"with {many:,} rows each, two of {learners} learners disagree on {listed(left)}",
        f"that is {' to '.join(between)} times less than with {few:,} rows;"
        f" at least {number(asked, 2)} times less is asked",
    )
