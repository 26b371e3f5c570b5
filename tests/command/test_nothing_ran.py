"""A run may leave a study without trials: its outputs are then empty, not an error."""

from dataclasses import replace
from pathlib import Path

import pytest

from methods.bench import paths
from methods.bench.construct import options_of
from methods.bench.results import Results
from methods.command.judge import plan_of_kept
from methods.command.output_names import READER_KEYS
from methods.figures.style import plt
from tests.project import ROOT

EXPERIMENTS = sorted(path.stem for path in Path(ROOT, "workflow/experiments").glob("*.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_no_output_fails_if_nothing_ran(experiment, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(Results, "datasets", lambda results, study, among=None: [])
    results = Results.load(plan_of_kept(ROOT), experiment, ROOT)
    for options in results.experiment.tables.values():
        make, rest = options_of(options)
        assert make(results, **rest).cells is not None
    for options in results.experiment.figures.values():
        draw, rest = options_of(options, ("caption",))
        draw(results, **rest)
        plt.close("all")


def words_of(entry):
    if isinstance(entry, dict):
        return set().union(*map(words_of, [*entry, *entry.values()]))
    return set().union(*map(words_of, entry)) if isinstance(entry, list) else {entry}


@pytest.mark.slow
@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_no_output_over_several_studies_fails_if_one_of_them_did_not_run(experiment, monkeypatch):
    """From the kept results. What reads curves or arrays, which are not kept, cannot be made."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("methods.claims.regions.smallest_shifts", lambda *_: {})  # which is slow
    results = Results.load(plan_of_kept(ROOT), experiment, ROOT, ROOT / paths.REFERENCE)
    ran, absent, failed, read = Results.datasets, set(), [], {}
    monkeypatch.setattr(
        Results, "datasets",
        lambda self, study, among=None: [] if study in absent else ran(self, study, among),
    )  # fmt: skip
    for section, keys in READER_KEYS.items():
        for name, entry in getattr(results.experiment, section).items():
            studies = words_of(entry) & set(results.experiment.studies)
            for absent in [{study} for study in studies] if len(studies) > 1 else []:
                make, rest = options_of(entry, keys)
                others = {key: frame for key, frame in read.items() if key[0] not in absent}
                seen = replace(results, frames=others, views={})
                try:
                    make(seen, **rest)
                except FileNotFoundError:
                    pass
                except Exception as error:
                    failed.append(f"{section} {name} without {absent}: {error!r}")
                read |= {key: f for key, f in seen.frames.items() if key[0] not in absent}
                plt.close("all")
    assert not failed
