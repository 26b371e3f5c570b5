"""Claims on scores over a sweep: every setting counts, and not the ends alone."""

import pytest

from methods.bench.statistics import ALPHA
from methods.claims.sweeps import falls, steady
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import BASE, ERROR, planted, stored, t

MARGIN, FAR = 0.02, 0.04


def judged(shifts, methods=("A", "B"), datasets=("d", "e"), among=None, **more):
    """`steady` of methods whose scores at a penalty are moved by `shifts[penalty]` from those at 2.

    A shift of one method on one data set is given as its (method, data set, shift), the others
    having none.
    """

    def moved(shift, method, dataset):
        if isinstance(shift, tuple):
            shift = shift[2] if (method, dataset) == shift[:2] else 0.0
        return planted(shift)

    frames = {("error", "2"): {d: dict.fromkeys(methods, BASE) for d in datasets}} | {
        ("error", penalty): {d: {m: moved(shift, m, d) for m in methods} for d in datasets}
        for penalty, shift in shifts.items()
    }
    options = {"margin": MARGIN, "differs_from": FAR, "than_condition": "2", **more}
    options["datasets"] = among
    run = stored({"s": frames}, parameter="penalty")
    return steady(run, study="s", methods=list(methods), condition=list(shifts), **options)


# eight cases, or all but seven at their places: Holm judges the last at the whole level
WITHIN = t(ALPHA) * ERROR
BEYOND = t(ALPHA / 8 / 2) * ERROR  # of the first case, on either side


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("shift", "verdict"),
    [
        (0.0, HOLDS),
        (MARGIN - WITHIN - 1e-6, HOLDS),
        (MARGIN - WITHIN + 1e-6, INCONCLUSIVE),
        (FAR + BEYOND - 1e-6, INCONCLUSIVE),
        (FAR + BEYOND + 1e-6, FAILS),
    ],
)
def test_one_setting_of_one_method_on_one_data_set_decides(shift, verdict, sign):
    shifts = {"0.5": ("B", "e", sign * shift), "4": 0.0}
    assert judged(shifts).verdict == verdict


def test_a_hump_between_equal_ends_is_seen():
    assert judged({"0.5": 0.0, "4": 0.0}).verdict == HOLDS
    verdict = judged({"0.5": 0.0, "1": 0.1, "4": 0.0})
    assert verdict.verdict == FAILS
    assert "largest on d for A at penalty 1: 10 points higher" in verdict.reason


def test_each_setting_of_each_method_and_data_set_is_a_case():
    evidence = judged({"0.5": 0.01, "4": -0.01}).evidence
    assert [(row["setting"], row["dataset"], row["method"]) for row in evidence] == [
        (f"penalty {penalty}", d, m) for penalty in ("0.5", "4") for d in "de" for m in "AB"
    ]
    assert all(row["than"] == row["method"] for row in evidence)
    assert [row["difference"] for row in evidence] == pytest.approx([0.01] * 4 + [-0.01] * 4)


def test_the_shift_that_flips_moves_the_other_settings():
    verdict = judged({"0.5": 0.0})
    of_four = t(ALPHA / 4) * ERROR
    assert abs(verdict.flips[INCONCLUSIVE]) == pytest.approx(MARGIN - of_four, abs=1e-4)
    assert "the error at other values of penalty of A and B were" in verdict.flip


def test_settings_that_the_scale_lacks_are_left_out():
    frames = {("error", p): {"d": {"A": planted(0.0)}} for p in ("0.5", "2")}
    run = stored({"s": frames}, parameter="penalty")
    options = {"margin": MARGIN, "differs_from": FAR, "than_condition": "2"}
    verdict = steady(run, study="s", methods=["A"], condition=["0.5", "1"], **options)
    assert [row["setting"] for row in verdict.evidence] == ["penalty 0.5"]


def test_without_scores_there_is_no_verdict():
    none = [float("nan")] * len(BASE)
    frames = {("error", p): {"d": {"A": none}} for p in ("0.5", "2")}
    run = stored({"s": frames}, parameter="penalty")
    options = {"margin": MARGIN, "differs_from": FAR, "than_condition": "2"}
    verdict = steady(run, study="s", methods=["A"], condition=["0.5"], **options)
    assert verdict.verdict == UNTESTABLE


def test_settings_are_compared_on_the_data_sets_asked_for():
    shifts = {"0.5": ("A", "e", 0.1)}
    for datasets, verdict in ((["d"], HOLDS), (["e"], FAILS)):
        run = judged(shifts, methods=("A",), datasets=("d", "e"), among=datasets)
        assert run.verdict == verdict and {row["dataset"] for row in run.evidence} == set(datasets)


def fallen(*levels, methods=("A",)):
    """`falls` of scores that lie at these levels beside their penalties, each with a jitter."""
    frames = {
        ("error", str(i)): {"d": {m: planted(level, (-1) ** i * 0.005) for m in methods}}
        for i, level in enumerate(levels)
    }
    run = stored({"s": frames}, parameter="penalty")
    condition = [str(i) for i in range(len(levels))]
    return falls(run, study="s", methods=list(methods), condition=condition)


FIRST = t(ALPHA / 2 / 2) * ERROR  # what Holm asks of the first of two steps
LAST = t(ALPHA / 2) * ERROR


@pytest.mark.parametrize(
    ("second", "verdict"),
    [
        (-LAST - 1e-6, HOLDS),
        (-LAST + 1e-6, INCONCLUSIVE),
        (FIRST - 1e-6, INCONCLUSIVE),
        (FIRST + 1e-6, FAILS),
    ],
)
def test_each_step_of_a_falling_score_must_fall(second, verdict):
    assert fallen(0.0, -0.1, -0.1 + second).verdict == verdict


def test_a_rise_between_ends_that_fall_is_seen():
    verdict = fallen(0.0, -0.3, -0.1, methods=("A", "B"))
    assert verdict.verdict == FAILS
    assert [row["setting"] for row in verdict.evidence] == ["penalty 1"] * 2 + ["penalty 2"] * 2
    assert "the error at a value of penalty of A and B" in verdict.reason
    assert "than that at the one before" in verdict.reason


def test_a_falling_score_without_trials_has_no_verdict():
    assert fallen(float("nan"), float("nan")).verdict == UNTESTABLE


def test_a_score_falls_in_the_order_of_the_claim_over_settings_that_ran():
    frames = {("error", p): {"d": {"A": planted(level)}} for p, level in (("1", 0.0), ("8", 0.3))}
    run = stored({"s": frames}, parameter="penalty")
    for condition, verdict in ((["8", "3", "1"], HOLDS), (["1", "3", "8"], FAILS)):
        judged = falls(run, study="s", methods=["A"], condition=condition)
        assert judged.verdict == verdict and len(judged.evidence) == 1
