"""Claims of the thesis's chapter 4, on multiclass problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from methods.bench.results import Results
from methods.bench.statistics import confidence_interval, paired_difference
from methods.claims.flips import in_words
from methods.claims.regions import Region, judge_differences
from methods.claims.verdicts import Verdict, nothing_ran, value_and_interval
from methods.schemas.option_kinds import MethodName, StudyName


def gains_more(
    results: Results,
    *,
    studies: Sequence[StudyName],
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
) -> Verdict:
    """Is the mean error that a method saves on its rival larger in the first of two studies?

    ``methods`` and ``than`` name one of each study. Data sets are the trials of the test. Flips are
    shifts of the errors of the first method.
    """
    gains_by_study: list[dict[str, float]] = []
    for study, ours, rival in zip(studies, methods, than, strict=True):
        errors = results.trial_scores(study, "error")
        gains = (errors[rival] - errors[ours]).groupby(level="dataset", sort=False).mean()
        gains_by_study.append({str(name): float(gain) for name, gain in gains.dropna().items()})
    shared = [name for name in gains_by_study[0] if name in gains_by_study[1]]
    if len(shared) < 2:
        return nothing_ran(", ".join(studies))
    first, second = ([gains[name] for name in shared] for gains in gains_by_study)
    difference = paired_difference(first, second)
    interval = confidence_interval(difference)
    evidence: list[dict[str, Any]] = [
        {"dataset": name, studies[0]: a, studies[1]: b}
        for name, a, b in zip(shared, first, second, strict=True)
    ]
    means = [100 * sum(gains) / len(shared) for gains in (first, second)]
    shown = value_and_interval(difference.value, interval, ".2f", 100)
    reason = (
        f"saves {means[0]:.2f} points in {studies[0]} and {means[1]:.2f} in {studies[1]}, means "
        f"over {len(shared)} data sets; the difference is {shown}"
    )
    judged = judge_differences([difference], Region(least=0.0))
    # higher errors of the first method are smaller gains
    flips = {verdict: -shift for verdict, shift in judged.flips.items()}
    reason += judged.reason() or in_words(flips, "error")
    return Verdict(judged.verdict, reason, evidence, flips)
