"""The largest mean loss against one SVM, on errors of known shifts."""

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers.drm_robustness import smaller_largest_loss
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import BASE, ERROR, NAN, assert_steps, planted, stored, t

LOSS = {"study": "main", "methods": ["A"], "base": "SVM", "than": ["B"]}


def losing(of_a, of_b, **more):
    """A and B with these losses against the SVM, one number a data set."""
    scores = {
        f"d{i}": {"A": planted(a), "B": planted(b, 0.0), "SVM": BASE, **more}
        for i, (a, b) in enumerate(zip(of_a, of_b, strict=True))
    }
    return stored({"main": {"error": scores}})


@pytest.mark.parametrize(
    ("of_a", "of_b", "verdict"),
    [
        ((0.0, 0.01), (0.0, 0.1), HOLDS),
        ((0.05, 0.0), (0.0, 0.1), HOLDS),  # worse than B on one data set, but never as bad
        ((0.0, 0.1), (0.05, 0.0), FAILS),
        ((0.1, 0.0), (0.0, 0.1), INCONCLUSIVE),
        ((-0.1, -0.2), (-0.05, -0.3), HOLDS),  # neither loses
    ],
)
def test_the_largest_losses_are_compared_wherever_they_are(of_a, of_b, verdict):
    judged = smaller_largest_loss(losing(of_a, of_b), **LOSS)
    (entry,) = judged.evidence
    assert judged.verdict == entry["verdict"] == verdict
    assert entry["largest_loss"] == pytest.approx(max(of_a))
    assert entry["largest_loss_of_rival"] == pytest.approx(max(of_b))
    assert entry["lost_on"] == f"d{int(np.argmax(of_a))}"
    assert entry["rival_lost_on"] == f"d{int(np.argmax(of_b))}"
    assert entry["difference"] == pytest.approx(max(of_a) - max(of_b))


def test_the_p_value_is_that_of_the_nearest_loss_times_the_number_of_data_sets():
    """On the data set where B loses most A loses nearly as much; on the other B has no loss."""
    told = t(ALPHA / 2 / 2) * ERROR

    def judge(shift):
        return smaller_largest_loss(losing((0.1 + shift, -0.9), (0.1, -0.9)), **LOSS)

    assert_steps(judge, [HOLDS, -told, INCONCLUSIVE, told, FAILS])
    assert judge(-told - 0.02).flips[INCONCLUSIVE] == pytest.approx(0.02)


def test_every_method_must_lose_less_than_its_own_rival():
    both = {**LOSS, "methods": ["A", "A2"], "than": ["B", "B2"]}
    for second, verdict in ((0.2, HOLDS), (0.01, INCONCLUSIVE), (-0.2, FAILS)):
        more = {"A2": planted(0.01), "B2": planted(second)}
        judged = smaller_largest_loss(losing((0.01,), (0.1,), **more), **both)
        assert judged.verdict == verdict
        assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, verdict]
    assert judged.reason == (
        "The largest mean loss against SVM on 1 data set is 1 point for A and A2, and -20 to 10 "
        "points for B and B2. It is shown to be smaller in 1 of 2 comparisons, and to be larger in "
        "1."
    )


@pytest.mark.parametrize(
    ("loss", "said"),
    [
        (0.1, "shown to be smaller."),
        (0.02, "not shown to be smaller."),
        (-0.1, "shown to be larger."),
    ],
)
def test_a_single_comparison_is_told_without_a_count(loss, said):
    judged = smaller_largest_loss(losing((0.02, 0.02), (loss, loss)), **LOSS)
    assert judged.reason == (
        f"The largest mean loss against SVM on 2 data sets is 2 points for A, and {100 * loss:g} "
        f"points for B. It is {said}"
    )


def test_few_trials_decide_nothing_and_no_trials_cannot_be_tested():
    few = {"d0": {"A": BASE[:5], "B": planted(0.1)[:5], "SVM": BASE[:5]}}
    judged = smaller_largest_loss(stored({"main": {"error": few}}), **LOSS)
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")
    gone = {"d0": {"A": [NAN] * 8, "B": BASE, "SVM": BASE}}
    judged = smaller_largest_loss(stored({"main": {"error": gone}}), **LOSS)
    assert judged.verdict == UNTESTABLE


def test_losses_are_on_the_data_sets_asked_for():
    results = losing((0.0, 0.2), (0.1, 0.1))
    assert smaller_largest_loss(results, **LOSS, datasets=["d0"]).verdict == HOLDS
    assert smaller_largest_loss(results, **LOSS).verdict == FAILS


def test_losses_need_the_trials_of_three_methods_on_the_data_sets_that_have_any():
    """Others may have failed, and a data set without a trial of all three does not count."""
    gone = {"d0": {"other": [NAN] * 4 + [0.1] * 4}, "d1": {"B": [NAN] * 8},
            "d2": {"A": [NAN] * 7 + [0.1]}}  # fmt: skip
    scores = {
        name: {"A": planted(0.01), "B": planted(0.1, 0.0), "SVM": BASE, "other": BASE, **of_set}
        for name, of_set in gone.items()
    }
    two = {name: scores[name] for name in ("d0", "d1")}
    judged = smaller_largest_loss(stored({"main": {"error": two}}), **LOSS)
    assert judged.verdict == HOLDS and judged.evidence[0]["datasets"] == 1
    judged = smaller_largest_loss(stored({"main": {"error": scores}}), **LOSS)
    assert judged.evidence[0]["datasets"] == 2  # one trial is a loss, too


@pytest.mark.parametrize(("more", "verdict"), [(0.99, INCONCLUSIVE), (1.01, HOLDS)])
def test_losses_on_two_data_sets_have_separate_trials(more, verdict):
    """Both deviate alike, so that their difference by trial would not deviate."""
    told = t(ALPHA / 2 / 2, 15) * 2**0.5 * ERROR
    scores = {
        "d0": {"A": planted(0.05), "B": planted(-0.9), "SVM": BASE},
        "d1": {"A": planted(-0.9), "B": planted(0.05 + more * told), "SVM": BASE},
    }
    assert smaller_largest_loss(stored({"main": {"error": scores}}), **LOSS).verdict == verdict


@pytest.mark.parametrize("losing_one", ["A", "B"])
def test_the_largest_loss_is_that_of_the_mean_and_not_of_a_trial(losing_one):
    """On d0 a single trial loses much."""
    scores = {name: {"A": BASE, "B": BASE, "SVM": BASE} for name in ("d0", "d1")}
    scores["d0"][losing_one] = BASE + np.array([0.4] + [0.0] * 7)
    scores["d1"][losing_one] = planted(0.1)
    (entry,) = smaller_largest_loss(stored({"main": {"error": scores}}), **LOSS).evidence
    loss, lost_on = {
        "A": ("largest_loss", "lost_on"), "B": ("largest_loss_of_rival", "rival_lost_on")
    }[losing_one]  # fmt: skip
    assert entry[lost_on] == "d1" and entry[loss] == pytest.approx(0.1)
    assert abs(entry["difference"]) == pytest.approx(0.1)
