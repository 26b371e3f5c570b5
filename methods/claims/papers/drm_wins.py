"""What the DRM paper reads off its Tables 1 and 2: counts of wins, and how far it improves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from methods.bench.results import Results
from methods.bench.statistics import FEWEST_TRIALS, confidence_interval, holm_correction
from methods.claims.cases import Case, judgeable, score_cases
from methods.claims.flips import smallest_shifts
from methods.claims.papers.drm import corrected_counts
from methods.claims.regions import Array, PValues, Region, better, judge_p_values
from methods.claims.sentences import of_drm
from methods.claims.sentences.words import PERCENT, TOO_FEW, flip, group, sentences
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, nothing_ran
from methods.forensics.rankings import COUNTS
from methods.schemas.option_kinds import (
    DatasetName,
    MethodName,
    PrintedMethod,
    PrintedTable,
    StudyName,
)

Asked = Literal["more wins", "no losses", "some losses", "as many wins", "no wins or losses"]
Correction = Callable[[Array], Array]  # of p-values, the last axis going over them


def win_counts(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    asked: Asked,
    apart: int = 0,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Has each method `asked` against its own rival, counted over data sets?

    A win or a loss is a significant difference by the two-tailed t-test at 5 % on each data set, as
    the paper counts them. Of equal machines one case in twenty is one by chance. So what is asked
    of a method must be so in the paper's count and in that after Holm's correction over all cases,
    or in neither; else it is inconclusive for this method. It is asked of all methods: one for
    which it is not so refutes the claim, and one for which it is inconclusive leaves it open. "more
    wins" than losses are asked, "no losses", "no wins or losses", or "as many wins" as losses, up
    to `apart`; "some losses" are asked of one of the methods only. A method without a win or a loss
    is not shown to lack "more wins" either. The reason also has the counts that the correction for
    resampling leaves. Flips are shifts of the errors of `methods`.
    """
    pairs = list(zip(methods, than, strict=True))
    cases = score_cases(results, study, "error", methods, than, datasets, "", None, True)
    judged, left_out = judgeable(cases)
    if not judged:
        return nothing_ran(study, datasets)
    known = [case for case in judged if case.difference.n >= FEWEST_TRIALS]
    if not known:
        return Verdict(INCONCLUSIVE, sentences(left_out, TOO_FEW))
    differences = [case.difference for case in known]
    values = np.array([difference.value for difference in differences])
    of_pair = np.array([[(case.method, case.than) == pair for case in known] for pair in pairs])
    region = better(0.0, lower_is_better=True)
    together = _of_any if asked == "some losses" else _of_all

    def counts_at(shifts: Array, correct: Correction) -> NDArray[np.int64]:
        """Wins and losses, by shift and pair."""
        p_values = region.p_values(values + shifts[:, None], differences)
        sides = [correct(of_side) <= region.alpha for of_side in p_values]
        return np.stack([side @ of_pair.T.astype(int) for side in sides], axis=-1)

    def by_pair(alone: NDArray[np.int64], after_holm: NDArray[np.int64]) -> list[str]:
        answers = (
            {_asked(asked, won, lost, apart)[0] for won, lost in both}
            for both in zip(alone.tolist(), after_holm.tolist(), strict=True)
        )
        return [
            INCONCLUSIVE if len(answer) > 1 or None in answer or not n
            else HOLDS if answer.pop() else FAILS
            for n, answer in zip(of_pair.sum(axis=1), answers, strict=True)
        ]  # fmt: skip

    def verdicts_at(shifts: Array) -> list[str]:
        counted = (counts_at(shifts, correct) for correct in (np.asarray, holm_correction))
        return [together(by_pair(*both)) for both in zip(*counted, strict=True)]

    now = np.zeros(1)
    alone, after = (counts_at(now, correct)[0] for correct in (np.asarray, holm_correction))
    told = (_told(of, n) for of, n in zip(after.tolist(), of_pair.sum(axis=1), strict=True))
    evidence: list[dict[str, Any]] = [
        {"method": a, "than": b, "wins": won, "ties": int(n) - won - lost, "losses": lost,
         "after_holm": after_holm, "corrected_for_resampling": again, "verdict": verdict,
         "changed_by": _asked(asked, won, lost, apart)[1]}
        for (a, b), n, (won, lost), after_holm, again, verdict in zip(
            pairs, of_pair.sum(axis=1), alone.tolist(), told, corrected_counts(cases, pairs),
            by_pair(alone, after), strict=True,
        )
    ]  # fmt: skip
    flips = smallest_shifts(verdicts_at, region.places(differences).ravel())
    change = flip(flips, f"the error of {group(methods)}", PERCENT)
    reason = sentences(of_drm.wins(evidence, asked), left_out)
    return Verdict(verdicts_at(now)[0], reason, evidence, flips, change)


def _told(counts: Sequence[int], cases: int) -> str:
    wins, losses = counts
    return f"{wins}/{cases - wins - losses}/{losses}"


def _asked(asked: Asked, wins: int, losses: int, apart: int) -> tuple[bool | None, float]:
    """Whether the counts are as asked, and the fewest further data sets that could change it.

    None if they do not tell.
    """
    lead = wins - losses
    if asked == "more wins":
        if not wins and not losses:
            return None, 1
        return (True, lead) if lead > 0 else (False, 1 - lead)
    if asked == "no losses":
        return (True, 1) if losses == 0 else (False, inf)
    if asked == "no wins or losses":
        return (False, inf) if wins or losses else (True, 1)
    if asked == "some losses":
        return (True, inf) if losses else (False, 1)
    return (True, apart + 1 - abs(lead)) if abs(lead) <= apart else (False, abs(lead) - apart)


def _of_all(verdicts: Sequence[str]) -> str:
    if FAILS in verdicts:
        return FAILS
    return INCONCLUSIVE if INCONCLUSIVE in verdicts else HOLDS


def _of_any(verdicts: Sequence[str]) -> str:
    if HOLDS in verdicts:
        return HOLDS
    return INCONCLUSIVE if INCONCLUSIVE in verdicts else FAILS


def printed_win_counts(
    results: Results,
    *,
    table: PrintedTable,
    methods: Sequence[PrintedMethod],
    than: Sequence[PrintedMethod],
    asked: Asked,
    apart: int = 0,
) -> Verdict:
    """Has each method `asked` against its own rival, by the printed win/tie/loss counts?

    A table prints each pair once, from the side of the method that it names first. What may be
    asked is that of `win_counts`. There are no flips, since counts do not move a little.
    """
    evidence = _printed_counts(results, table, methods, than)
    for entry in evidence:
        is_so = _asked(asked, entry["wins"], entry["losses"], apart)[0]
        entry["verdict"] = HOLDS if is_so else FAILS
    together = _of_any if asked == "some losses" else _of_all
    reason = of_drm.printed_wins(evidence, asked)
    return Verdict(together([entry["verdict"] for entry in evidence]), reason, evidence)


def printed_ties(
    results: Results,
    *,
    table: PrintedTable,
    methods: Sequence[PrintedMethod],
    than: Sequence[PrintedMethod],
    need: float,
) -> Verdict:
    """Is a share `need` of all printed comparisons of methods with their own rivals a tie?

    There are no flips, since counts do not move a little.
    """
    evidence = _printed_counts(results, table, methods, than)
    ties = sum(entry["ties"] for entry in evidence)
    cases = sum(entry[key] for entry in evidence for key in ("wins", "ties", "losses"))
    reason = of_drm.printed_ties(evidence, ties, cases)
    return Verdict(HOLDS if ties >= need * cases else FAILS, reason, evidence)


def _printed_counts(
    results: Results, table: str, methods: Sequence[str], than: Sequence[str]
) -> list[dict[str, Any]]:
    printed = results.printed(table, COUNTS).set_index("dataset")["text"]
    evidence: list[dict[str, Any]] = []
    for method, rival in zip(methods, than, strict=True):
        turned = f"{method} vs {rival}" not in printed
        text = str(printed[f"{rival} vs {method}" if turned else f"{method} vs {rival}"])
        wins, ties, losses = (int(n) for n in text.split("/")[:: -1 if turned else 1])
        evidence.append(
            {"method": method, "than": rival, "wins": wins, "ties": ties, "losses": losses}
        )
    return evidence


def improves_more(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    base: MethodName,
    than: Sequence[MethodName],
    margin: float,
    datasets: Sequence[DatasetName] | None = None,
    need: float = 1.0,
) -> Verdict:
    """Do `methods` improve on `base`, and on `than`, by `margin` in a share `need` of cases?

    A rival that is worse than `base` improves by nothing. So a method must have a lower error than
    `base` and than its own rival, each by more than `margin`. A case is a method on a data set. It
    holds if both are shown, and fails if one is shown to be wrong.
    """
    options = (datasets, "", None, True)
    lower_than_base = score_cases(results, study, "error", methods, [base] * len(methods), *options)
    lower_than_rival = score_cases(results, study, "error", methods, than, *options)
    both = [
        (first, second)
        for first, second in zip(lower_than_base, lower_than_rival, strict=True)
        if first.difference.n and second.difference.n
    ]
    if not both:
        return nothing_ran(study, datasets)
    regions = Region(largest=-margin)
    sides = [[pair[k].difference for pair in both] for k in (0, 1)]
    values = [np.array([difference.value for difference in side]) for side in sides]

    def p_values_at(shifts: Array) -> PValues:
        first, second = (
            regions.p_values(of_side + shifts[:, None], side)
            for of_side, side in zip(values, sides, strict=True)
        )
        either = np.minimum(2 * np.minimum(first[1], second[1]), 1.0)  # Bonferroni
        return np.maximum(first[0], second[0]), either

    places = np.concatenate([regions.places(side).ravel() for side in sides])
    judged = judge_p_values(p_values_at, places, need, regions.alpha)
    evidence = [
        {**_case("base", first), **_case("than", second), "dataset": first.dataset,
         "method": first.method, **p_values, "verdict": verdict}
        for (first, second), p_values, verdict in zip(
            both, judged.p_values, judged.cases, strict=True
        )
    ]  # fmt: skip
    counted = (judged.cases.count(HOLDS), judged.cases.count(FAILS), len(both))
    reason = of_drm.improvement(base, margin, *counted)
    return judged.told(reason, evidence, f"the error of {group(methods)}", PERCENT)


def _case(against: str, case: Case) -> dict[str, Any]:
    return {
        against: case.than, f"difference_from_{against}": case.difference.value,
        f"interval_from_{against}": list(confidence_interval(case.difference)),
        f"pairs_with_{against}": case.difference.n,
    }  # fmt: skip
