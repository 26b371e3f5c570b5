"""What a claim reads must be kept, and be what today's code would make."""

import pytest
import yaml

from methods.claims.kept import OUTDATED, Outdated, judge_kept, not_kept
from methods.claims.verdicts import HOLDS, UNTESTABLE
from tests.made_up import made_up_results

LOW = [0.1, 0.11, 0.12, 0.1, 0.13, 0.12]
CLAIM = {
    "where": "section 1", "says": "A is lower", "study": "main", "methods": ["A"], "than": ["B"],
    "function": "methods.claims.scores.lower",
}  # fmt: skip
ALL = {
    "where": "section 1", "says": "No method errs always", "study": "main", "metric": "error",
    "function": "methods.claims.trials.bounded", "methods": ["A", "B", "C"], "at_most": 1.0,
}  # fmt: skip

SAID = (
    "It waits for a new run. Since the kept one this has changed: other steps. It concerns {} on "
    "{}, in the study named main."
)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Results of A, B and C on two data sets, of which a list says what is outdated."""
    monkeypatch.chdir(tmp_path)
    of_set = {"A": LOW, "B": [value + 0.4 for value in reversed(LOW)], "C": LOW}
    claims = {"a": CLAIM, "all": ALL, "alpha": CLAIM | {"datasets": ["alpha"]}}
    results = made_up_results(tmp_path, {"alpha": of_set, "beta": of_set}, claims=claims)

    def judge(*outdated):
        file = tmp_path / "results/toy" / OUTDATED
        file.write_text(yaml.safe_dump([{"why": "other steps", **entry} for entry in outdated]))
        return results

    return judge


@pytest.mark.parametrize(
    ("outdated", "said"),
    [
        ({"methods": ["C"]}, {"a": "", "all": SAID.format("C", "alpha")}),
        ({"methods": ["B*", "C"]}, {"a": SAID.format("B", "alpha")}),
        ({"datasets": ["beta"], "methods": ["A"]}, {"alpha": "", "a": SAID.format("A", "beta")}),
        ({"studies": ["main", "x"], "datasets": ["x"]}, {"a": "", "all": ""}),
        ({"studies": ["x"]}, {"a": ""}),
    ],
)  # fmt: skip
def test_only_claims_that_read_an_outdated_fit_are_not_kept(kept, outdated, said):
    results = kept(outdated)
    assert {name: not_kept(results, name) for name in said} == said


def test_an_outdated_fit_is_one_of_all_three_lists():
    change = Outdated(why="w", studies=("s*",), datasets=("a", "b"), methods=("M",))
    assert change.has("s1", "b", "M")
    for other in (("t", "b", "M"), ("s1", "c", "M"), ("s1", "b", "N")):
        assert not change.has(*other)
    assert Outdated(why="w").has("any", "thing", "at all")


def test_a_claim_is_judged_now_or_has_no_verdict_with_the_reason(kept):
    entry = judge_kept(kept(), "a", None)
    assert (entry["verdict"], entry["scale"], entry["name"]) == (HOLDS, "quick", "toy/a")
    entry = judge_kept(kept({}), "a", entry)
    assert (entry["verdict"], entry["evidence"], entry["flips"]) == (UNTESTABLE, [], {})
    assert entry["reason"] == (SAID.format("A", "alpha"))
