"""Edits during a run, after which a step does not do what was planned.

A run hashes what each step depends on when it begins, and the file of the step states these hashes.
The step itself reads the YAML files and the code when it starts, perhaps hours later. Its file
would state what it was not made from, and would be taken for it once the edit is undone. So a step
hashes again, and refuses to begin if something else comes out.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from methods.command.steps import descriptor_of, plan_of, study_of
from methods.errors import UserError
from methods.schemas.model import SCALES

Step = Callable[[Namespace], int | None]
Stated = Mapping[str, str]
WORDS = {
    "format": "this program",
    "reading": "the descriptor or the table of the data set",
    "protocol": "split or scaling of the study",
    "meaning": "what the YAML files say",
    "source": "the code or a package",
    "trials": "the number of trials",
    "metrics": "a metric",
    "paper": "the file of the paper",
}  # the other hashes are of what the command of the step says itself


def unedited(run: Step, stated: Callable[[Any, Namespace], Iterable[Stated]]) -> Step:
    """The step `run`, which begins only if it would state now what was planned.

    `stated` gives what it would state, or several such, one of which must agree.
    """

    def checked(options: Namespace) -> int | None:
        if options.made_from:
            from methods.bench import dependencies  # other commands do not wait for it

            refuse_edits(options.made_from, stated(dependencies, options))
        return run(options)

    return checked


def refuse_edits(planned: Stated, here: Iterable[Stated]) -> None:
    """Raise a `UserError` that says what differs from each of `here`."""
    differing: list[list[str]] = []
    for stated in here:
        texts = [
            text
            for key, text in WORDS.items()
            if key in planned and planned[key] != stated.get(key)
        ]
        if not texts:
            return
        differing.append(texts)
    fewest = min(differing, key=len)
    raise UserError(f"changed since this run began: {', '.join(fewest)}; start the run again")


def of_data(dependencies: Any, options: Namespace) -> list[Stated]:
    return [dependencies.of_data(descriptor_of(options))]


def of_splits(dependencies: Any, options: Namespace) -> list[Stated]:
    return [dependencies.of_splits(study_of(options))]


def of_compiled(dependencies: Any, options: Namespace) -> list[Stated]:
    return [dependencies.of_compiled(options.module)]


def of_fits(dependencies: Any, options: Namespace) -> Iterator[Stated]:
    """Those on a plain data set, and on a typed table; the step is not told which it has."""
    study = study_of(options)
    method = study.on(options.data.stem, study.method(options.method))
    for typed in (False, True):  # the second is slow to hash, and few have it
        yield dependencies.of_fit(study, method, SCALES[-1], typed)


def of_scores(dependencies: Any, options: Namespace) -> list[Stated]:
    plan = plan_of(options)
    study = plan.study(options.experiment, options.study)
    return [dependencies.of_scores(plan, study, options.dataset)]


def of_verdicts(dependencies: Any, options: Namespace) -> list[Stated]:
    return [dependencies.of_verdicts(plan_of(options), options.experiment)]


def of_figures(dependencies: Any, options: Namespace) -> list[Stated]:
    return [dependencies.of_figures(plan_of(options), options.experiment)]


def of_ledger(dependencies: Any, options: Namespace) -> list[Stated]:
    return [dependencies.of_ledger(plan_of(options))]
