"""Every shipped claim on stored scores: its verdict changes beyond its flip, and not before."""

import functools
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from methods.bench.paths import REFERENCE
from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.claims import regions
from methods.claims.kept import not_kept
from methods.claims.ledger import judge
from methods.claims.verdicts import HOLDS, VERDICTS
from methods.command.judge import read_ledger

ROOT = Path(__file__).resolve().parents[2]
BY_SCORES = ("scores.lower", "scores.same", "scores.not_told_apart", "drm.never_worse",
             "drm.more_wins", "drm_robustness.smaller_largest_loss", "best.best_on_most",
             "sweeps.steady")  # fmt: skip
BY_NUMBERS = ("trials.bounded",)
BY_SECONDS = ("seconds.faster",)  # whose flips are factors
PLAN = Plan.from_config({"scale": "paper", "datasets": "all"}, ROOT)
FUNCTIONS = {
    f"{experiment}/{name}": entry["function"]
    for experiment in PLAN.experiments
    for name, entry in PLAN.experiments[experiment].claims.items()
    if entry["function"].endswith((*BY_SCORES, *BY_NUMBERS, *BY_SECONDS))
}
# for a quick look the first claim of each kind
FIRST = {function: claim for claim, function in reversed(FUNCTIONS.items())}
SAMPLE = [FIRST[f"methods.claims.{name}"] for name in ("scores.lower", *BY_NUMBERS, *BY_SECONDS)]


@pytest.fixture(autouse=True)
def splits_of_halves(monkeypatch):
    """The kept results have no splits."""
    monkeypatch.setattr(Results, "test_train_ratio", lambda *_: 1.0)


@functools.cache
def kept(experiment: str) -> Results:
    """The kept results, of which each file is read once for all claims."""
    return Results.load(PLAN, experiment, ROOT, ROOT / REFERENCE)


@functools.cache
def stored_verdicts() -> dict[str, dict]:
    """By claim; that a judgement of today gives them is tested with the frozen ledger."""
    claims = read_ledger(ROOT / REFERENCE)["claims"]
    return {claim["name"]: claim for claim in claims}


class Shifted(Results):
    """Results in which the scores or the seconds of some methods are moved.

    Of trial scores, the first `reads` in a judgement, one for each setting, are those of the
    methods, and only these are moved. Those at the setting `unmoved` stay, and do not count. Nor do
    those of a study that lacks the methods.
    """

    def moved(self, function, shift, methods, reads, rivals=None, unmoved=None):
        self.frames["shift", "methods"] = [function, shift, methods, reads]
        self.frames["shift", "rivals of a factor"] = rivals
        self.frames["shift", "unmoved"] = unmoved
        return self

    def seen_by_claims(self, only):
        view = super().seen_by_claims(only)
        view.frames.update(kept(self.experiment.name).seen_by_claims(only).frames)
        view.frames.update({key: at for key, at in self.frames.items() if key[0] == "shift"})
        return view

    def trial_scores(self, study, metric, condition="", best_of=None):
        scores = super().trial_scores(study, metric, condition, best_of)
        function, shift, methods, reads = self.frames["shift", "methods"]
        stays = condition == self.frames["shift", "unmoved"] or not set(methods) <= set(scores)
        if function.endswith(BY_SCORES) and reads and not stays:
            scores[methods] += shift * ~self._left_out(scores, methods)
            self.frames["shift", "methods"][3] -= 1
        return scores

    def _left_out(self, scores, methods):
        """Where a claim on a factor finds nothing but zeros: for each of the methods, the rows."""
        rivals = self.frames["shift", "rivals of a factor"] or []
        left_out = pd.DataFrame(False, scores.index, methods)
        for method, rival in zip(methods, rivals, strict=False):
            zeros = (scores[[method, rival]] == 0).all(axis="columns")
            left_out[method] = zeros.groupby("dataset").transform("all")
        return left_out

    def scores(self, study, metric=None):
        return self._moved_frame(super().scores(study, metric), BY_NUMBERS, "value", np.add)

    def runs(self, study):
        return self._moved_frame(super().runs(study), BY_SECONDS, "fit_seconds", np.multiply)

    def _moved_frame(self, frame, functions, column, change):
        function, shift, methods, _ = self.frames["shift", "methods"]
        if function.endswith(functions):
            amount = np.exp(shift) if change is np.multiply else shift
            values = change(frame[column], amount)
            frame = frame.assign(
                **{column: frame[column].mask(frame["method"].isin(methods), values)}
            )
        return frame


@pytest.mark.parametrize(
    "claim",
    [pytest.param(c, marks=[] if c in SAMPLE else pytest.mark.slow) for c in FUNCTIONS],
)
def test_a_claim_flips_where_it_says(claim, monkeypatch):
    # the flips of shifted scores are not asked for, and take most of the time
    monkeypatch.setattr(regions, "smallest_shifts", lambda *_: {HOLDS: 1.0})
    experiment, name = claim.split("/")
    results = kept(experiment)
    if why := not_kept(results, name):
        pytest.skip(why)
    entry = results.experiment.claims[name]
    if FUNCTIONS[claim].endswith(BY_SECONDS) and set(entry["methods"]) & set(entry["than"]):
        pytest.skip("its methods are rivals as well")
    now = stored_verdicts()[claim]
    if not now["flips"]:
        pytest.skip("no shift changes this verdict")
    if "one fit is tested" in now["reason"]:
        pytest.skip("the error over test rows moves with the scores, which flips leave out")

    def verdict_at(shift):
        parts = (results.plan, results.experiment, results.published)
        shifted = Shifted(*parts, folder=results.folder)
        methods = list(dict.fromkeys(entry["methods"]))
        condition = entry.get("condition", "")
        reads = len(condition) if isinstance(condition, list) else 1
        if isinstance(condition, dict):  # a range, here of all values of the sweep
            reads = len(results.study(entry["study"]).conditions.labels("paper"))
        if FUNCTIONS[claim].endswith("scores.lower") and isinstance(entry["study"], list):
            # each study is read for the methods and for their rivals
            reads = 2 * len(entry["study"])
        if "best_conditions" in entry:  # read at each setting, after both sides
            reads = 2 + len(results.study(entry["best_conditions"]).conditions.labels("paper"))
        rivals = entry["than"] if entry.get("times", 1) != 1 else None
        # a method against itself at another setting is read in turn with the setting
        unmoved = None if "than" in entry else entry.get("than_condition")
        moved = shifted.moved(FUNCTIONS[claim], shift, methods, reads, rivals, unmoved)
        return judge(moved, name)["verdict"]

    assert set(now["flips"]) < set(VERDICTS)
    assert verdict_at(0.0) == now["verdict"]
    nearest, shift = min(now["flips"].items(), key=lambda flip: abs(_as_shift(claim, flip[1])))
    shift = _as_shift(claim, shift)
    beyond = 1.001 * shift if shift else -1e-9
    assert nearest in (verdict_at(beyond), verdict_at(-beyond) if not shift else None)
    for sign in (1, -1):
        assert verdict_at(sign * 0.99 * abs(shift)) == now["verdict"] or not np.abs(shift)


def _as_shift(claim, flip):
    return np.log(flip) if FUNCTIONS[claim].endswith(BY_SECONDS) else flip
