"""The DRM paper's claims: measures on a fitted machine, and verdicts that can go either way."""

import numpy as np
import pytest

from methods.claims.papers import drm
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.made_up import made_up_results


def test_eq_3_adds_a_constant_only_if_mu_changes():
    judged = drm.eq_3_adds_a_constant(None)
    assert judged.verdict == FAILS
    varies = {e["mu_of_eq_2_times"]: e["varies_by_mu_times"] for e in judged.evidence}
    assert varies[4] < 1e-9 < 0.1 < varies[2] < varies[1]


def test_with_one_mu_the_best_learners_of_eqs_2_and_3_on_the_sphere_differ():
    """Two learners in the plane and a loss for each, on a grid of their angles."""
    angles = np.linspace(-np.pi, np.pi, 361)
    first, second = (a.ravel() for a in np.meshgrid(angles, angles))
    loss = -np.cos(first - 0.4) - np.cos(second + 0.9)
    cosine = np.cos(first - second)
    squared_sum = (np.cos(first) + np.cos(second)) ** 2 + (np.sin(first) + np.sin(second)) ** 2
    printed = loss + 0.1 * 2 * squared_sum  # t != t' has each pair twice
    best = {factor: np.argmin(loss + 0.1 * factor * cosine) for factor in (1, 2, 4)}
    assert np.argmin(printed) == best[4]
    assert printed[best[1]] > printed[best[2]] > printed[best[4]]


def test_the_counterexample_breaks_the_bound_as_printed():
    judged = drm.norm_bound(None, reading="largest")
    assert judged.verdict == FAILS
    assert "T = 3, q = 2" in judged.reason


def test_three_vectors_at_120_degrees_break_the_bound_for_every_pair_too():
    judged = drm.norm_bound(None, reading="every pair")
    assert judged.verdict == FAILS
    assert "T = 3, q = 1.5" in judged.reason


def test_the_bound_for_every_pair_holds_as_long_as_q_is_at_most_1(monkeypatch):
    def at_most_90_degrees():
        rng = np.random.default_rng(0)
        sets = [np.abs(rng.normal(size=(int(rng.integers(2, 8)), 3))) for _ in range(200)]
        return [W / np.linalg.norm(W, axis=1).max() for W in sets]

    monkeypatch.setattr(drm, "_sets_of_vectors", at_most_90_degrees)
    assert drm.norm_bound(None, reading="every pair").verdict == HOLDS


def test_the_bound_for_every_pair_is_judged_by_the_same_sets():
    judged = drm.norm_bound(None, reading="every pair")
    assert judged.evidence[0]["sets"] == drm.DRAWS + 2
    assert (
        judged.evidence[0]["broken"] < drm.norm_bound(None, reading="largest").evidence[0]["broken"]
    )


def test_lemma_4_breaks_on_the_same_counterexample():
    judged = drm.norm_bound(None, reading="largest", norm="l1")
    assert judged.verdict == FAILS and "T = 3, q = 2" in judged.reason


def test_the_one_norm_of_a_mean_is_at_most_root_d_times_its_length():
    """So lemma 4 is the weaker bound: it breaks less often than the one that it rests on."""
    broken = [
        drm.norm_bound(None, reading="largest", norm=norm).evidence[0]["broken"]
        for norm in ("l1", "l2")
    ]
    assert 0 < broken[0] < broken[1]


@pytest.mark.parametrize("theorem", [1, 2])
def test_no_constant_saves_the_covering_bounds(theorem):
    judged = drm.covering_bound(None, theorem=theorem)
    needed = [entry["C_1_needed"] for entry in judged.evidence]
    assert judged.verdict == FAILS
    # the bound falls like 1 / T, up to the logarithm
    assert needed[2] / needed[1] == pytest.approx(100, rel=0.1)


SVM = [0.30, 0.32, 0.31, 0.33, 0.29, 0.31]


@pytest.mark.parametrize(("shift", "verdict"), [(-0.1, HOLDS), (0.1, FAILS)])
def test_never_worse(tmp_path, monkeypatch, shift, verdict):
    monkeypatch.chdir(tmp_path)
    ours = [value + shift + 0.001 * i for i, value in enumerate(SVM)]
    results = made_up_results(tmp_path, {f"d{i}": {"A": ours, "B": SVM} for i in range(6)})
    assert drm.never_worse(results, study="main", methods=["A"], than="B").verdict == verdict
    assert drm.more_wins(results, study="main", methods=["A"], than=["B"]).verdict == verdict


@pytest.mark.parametrize(
    ("wins", "losses", "verdict"),
    [
        (6, 0, HOLDS),
        (5, 0, INCONCLUSIVE),
        (6, 1, INCONCLUSIVE),
        (1, 7, INCONCLUSIVE),
        (0, 6, FAILS),
    ],
)
def test_wins_are_compared_with_losses_by_the_sign_test(
    tmp_path, monkeypatch, wins, losses, verdict
):
    monkeypatch.chdir(tmp_path)
    noise = 0.001 * np.arange(6)
    shifts = [-0.1] * wins + [0.1] * losses + [0.0] * 2
    scores = {
        f"d{i}": {
            "A": [v + shift + n * bool(shift) for v, n in zip(SVM, noise, strict=True)],
            "B": SVM,
        }
        for i, shift in enumerate(shifts)
    }
    judged = drm.more_wins(
        made_up_results(tmp_path, scores), study="main", methods=["A"], than=["B"]
    )
    assert judged.verdict == verdict
    assert [judged.evidence[0][key] for key in ("wins", "ties", "losses")] == [wins, 2, losses]


def test_a_case_that_is_worse_by_no_more_than_can_be_seen_is_not_worse(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wide = [value + shift for value, shift in zip(SVM, [0.1, -0.1] * 3, strict=True)]
    results = made_up_results(tmp_path, {"alpha": {"A": wide, "B": SVM}})
    judged = drm.never_worse(results, study="main", methods=["A"], than="B")
    assert judged.verdict == INCONCLUSIVE  # not significant, and no evidence either


def test_nothing_is_judged_where_nothing_ran(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nothing = [float("nan")] * 3
    results = made_up_results(tmp_path, {"alpha": {"A": nothing, "B": nothing}})
    assert drm.never_worse(results, study="main", methods=["A"], than="B").verdict == UNTESTABLE
    assert drm.more_wins(results, study="main", methods=["A"], than=["B"]).verdict == UNTESTABLE
