"""What is told of claims that only the SMM paper makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from methods.claims.sentences.of_cases import Asked
from methods.claims.sentences.words import counted, number, sentence, sentences, words

RATIO = "the decimal logarithm of the ratio"


def purer(margin: float) -> Asked:
    """Purer blocks among the settings of like error."""
    by = f" by more than {number(margin)}" if margin else ""
    return Asked(f"{RATIO} for the purest blocks", f"is lower than that of {{theirs}}{by}")


def purer_than_last(impurity: str) -> Asked:
    """Purer blocks than at the last of the settings that tie."""
    return Asked(impurity, "is lower than that of {theirs} with the last of the settings that tie")


def blocks_of_setting(setting: str, asked: str, medians: Sequence[float]) -> str:
    """What is asked of the blocks of one setting, and what the medians of the cases are."""
    low, high = number(min(medians), 3), number(max(medians), 3)
    has = f"the medians are {low} to {high}" if low != high else f"the median is {low}"
    return sentences(
        f"of the {setting} setting of like error {RATIO} is to be {asked}",
        has,
    )


def in_order(what: str, holding: int, evidence: Sequence[Mapping[str, Any]]) -> str:
    """How many printed pairs are as claimed, and one that is not."""
    if holding == len(evidence):
        return f"All {holding} printed pairs {what}."
    others = [entry for entry in evidence if entry["verdict"] != "holds"]
    told = ""
    if others:
        worst = next((entry for entry in others if entry["verdict"] == "fails"), others[0])
        pair = f"{worst['method']} against {worst['than']} on {words(worst['dataset'])}"
        told = f"among the others is {pair}" if len(others) > 1 else f"the other is {pair}"
    return sentences(f"of {len(evidence)} printed pairs {holding} {what}", told)


def not_printed(cases: int) -> str:
    """For how many pairs the table lacks a number."""
    return f"of {counted(cases, 'pair')} a number is not printed"


def without_deviation(cases: int) -> str:
    """How many printed pairs cannot be judged."""
    return f"a printed deviation is missing for {cases} of them" if cases else ""


def varying_seconds(method: str, than: str, larger: int, datasets: int) -> str:
    """On how many data sets the seconds of a method deviate more."""
    return sentence(
        f"the seconds of {method} deviate more than those of {than} on {larger} of {datasets} data "
        "sets"
    )
