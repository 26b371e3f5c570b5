"""One verdict on a statement whose text leaves open what was run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from methods.bench import paths
from methods.bench.results import Results
from methods.bench.statistics import FEWEST_TRIALS, STANDARD_ERRORS
from methods.claims.ledger import judge, read_claims
from methods.claims.reproduction import is_outside, reproduces
from methods.claims.sentences import of_readings, of_reproduction
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE, Verdict, decide, nothing_ran
from methods.schemas.option_kinds import (
    ClaimName,
    DatasetName,
    MethodName,
    Metric,
    PrintedMethod,
    PrintedTable,
    Published,
    StudyName,
)


def any_reproduces(
    results: Results,
    *,
    methods: Mapping[StudyName, Sequence[MethodName | PrintedMethod]],
    published: Mapping[StudyName, Published],
    best_of: Mapping[StudyName, Mapping[PrintedMethod, Sequence[MethodName]]] | None = None,
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
    unit: float = 1.0,
    others: StudyName | Sequence[StudyName] = (),
    words: Mapping[StudyName, str] | None = None,
) -> Verdict:
    """Do our means of one study or another lie within two standard errors of the printed ones?

    A text leaves open what it ran, and each study is a reading of it, judged as in `reproduces`.
    The claim holds if one of them holds, and fails if each fails. Studies ``others`` have the
    methods that a reading shares with another one, and that its own study lacks. `words` has a
    phrase for each reading, such as "with the widest steps"; its study is named without one.
    """
    further = [others] if isinstance(others, str) else others
    judged = {
        study: reproduces(
            results, study=list(dict.fromkeys([study, *further])), methods=of_study,
            published=published[study], metric=metric, datasets=datasets, unit=unit,
            best_of=(best_of or {}).get(study),
        )
        for study, of_study in methods.items()
    }  # fmt: skip
    tested = [verdict for verdict in judged.values() if verdict.verdict != UNTESTABLE]
    if not tested:
        return nothing_ran(list(methods))
    of_each = [verdict.verdict for verdict in tested]
    all_fail = len(tested) == len(judged) and set(of_each) == {FAILS}
    evidence = [
        {"study": study, "of_study": verdict.verdict, **entry}
        for study, verdict in judged.items()
        for entry in verdict.evidence
    ]
    counts = {
        (words or {}).get(study, f"in {study}"): (
            sum(map(is_outside, cells)), len(cells), verdict.verdict
        )
        for study, verdict in judged.items()
        if (cells := [e for e in verdict.evidence if e["trials"] >= FEWEST_TRIALS])
    }  # fmt: skip
    reason = of_reproduction.of_readings(counts, STANDARD_ERRORS)
    return Verdict(decide(HOLDS in of_each, all_fail), reason, evidence)


def every_reading(
    results: Results, *, readings: Sequence[ClaimName], printed: PrintedTable | None = None
) -> Verdict:
    """Does each of these readings hold: `readings`?

    A text leaves open what it ran, and each reading is a claim of the same experiment. Readings are
    claims of ours, ``beyond``, so that a statement counts once. The statement holds if each of them
    holds, and fails if each fails. Each is judged as a claim of the paper, on its data sets
    alone. If they compare our numbers with a `printed` table, it is named.
    """
    verdicts = {name: _verdict_of_reading(results, name) for name in readings}
    reason = of_readings.of_each(list(verdicts.values()), printed)
    evidence = [{"reading": name, "verdict": verdict} for name, verdict in verdicts.items()]
    of_each = set(verdicts.values())
    if of_each == {UNTESTABLE}:
        return Verdict(UNTESTABLE, reason, evidence)
    return Verdict(decide(of_each == {HOLDS}, of_each == {FAILS}), reason, evidence)


def _verdict_of_reading(results: Results, name: str) -> str:
    experiment = results.experiment
    claims = {**experiment.claims, name: {**experiment.claims[name], "beyond": False}}
    of_paper = replace(results, experiment=structs.replace(experiment, claims=claims))
    try:
        return str(judge(of_paper, name)["verdict"])
    except FileNotFoundError:
        if not results.kept:
            raise
        # it reads curves or arrays, which are not kept, but the verdict of the run is
        entries = read_claims(results.path(paths.claims(experiment.name)))
        return str(next(e["verdict"] for e in entries if e["name"] == f"{experiment.name}/{name}"))
