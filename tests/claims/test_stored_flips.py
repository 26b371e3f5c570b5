"""Every shipped claim on stored scores: its verdict changes beyond its flip, and not before."""

from pathlib import Path

import numpy as np
import pytest

from methods.bench.paths import REFERENCE
from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.claims.kept import not_kept
from methods.claims.ledger import judge
from methods.claims.verdicts import VERDICTS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
BY_SCORES = ("scores.lower", "scores.same", "scores.not_told_apart", "drm.never_worse",
             "drm.more_wins", "best.best_on_most")  # fmt: skip
PLAN = Plan.from_config({"scale": "paper", "datasets": "all"}, ROOT)
CLAIMS = [
    f"{experiment}/{name}"
    for experiment in PLAN.experiments
    for name, entry in PLAN.experiments[experiment].claims.items()
    if entry["function"].endswith(BY_SCORES)
]


@pytest.fixture(autouse=True)
def splits_of_halves(monkeypatch):
    """The kept results have no splits."""
    monkeypatch.setattr(Results, "test_train_ratio", lambda *_: 1.0)


class Shifted(Results):
    """Results whose first read of trial scores in a judgement is that of the methods, moved."""

    def seen_by_claims(self, only):
        view = super().seen_by_claims(only)
        view.frames["shift", "methods"] = self.frames["shift", "methods"]
        return view

    def moved(self, shift, methods):
        self.frames["shift", "methods"] = [shift, methods, True]
        return self

    def trial_scores(self, study, metric, condition="", best_of=None):
        scores = super().trial_scores(study, metric, condition, best_of)
        shift, methods, first = self.frames["shift", "methods"]
        if first:
            scores[methods] += shift
            self.frames["shift", "methods"][2] = False
        return scores


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_flips_where_it_says(claim):
    experiment, name = claim.split("/")
    results = Results.load(PLAN, experiment, ROOT, ROOT / REFERENCE)
    if why := not_kept(results, name):
        pytest.skip(why)
    entry = results.experiment.claims[name]
    now = judge(results, name)
    if not now["flips"]:
        pytest.skip("no shift changes this verdict")

    def verdict_at(shift):
        parts = (results.plan, results.experiment, results.published)
        shifted = Shifted(*parts, folder=results.folder)
        return judge(shifted.moved(shift, list(dict.fromkeys(entry["methods"]))), name)["verdict"]

    assert set(now["flips"]) < set(VERDICTS)
    assert verdict_at(0.0) == now["verdict"]
    nearest, shift = min(now["flips"].items(), key=lambda flip: abs(flip[1]))
    beyond = 1.01 * shift if shift else -1e-9
    assert nearest in (verdict_at(beyond), verdict_at(-beyond) if not shift else None)
    for sign in (1, -1):
        assert verdict_at(sign * 0.99 * abs(shift)) == now["verdict"] or not np.abs(shift)
