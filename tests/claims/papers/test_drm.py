"""The DRM paper's claims: measures on a fitted machine, and verdicts that can go either way."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from methods.bench.paths import REFERENCE
from methods.bench.statistics import ALPHA
from methods.claims.papers import drm
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.figures.traces_together import MEDIAN
from tests.claims.stored import (
    BASE,
    ERROR,
    NAN,
    assert_steps,
    planted,
    seen_by_claims,
    stored,
    t,
    two_by_two,
)
from tests.made_up import made_up_results

ROOT = Path(__file__).resolve().parents[3]


def test_eq_3_adds_a_constant_only_if_mu_changes():
    judged = drm.eq_3_adds_a_constant(None)
    assert judged.verdict == FAILS
    varies = {e["mu_of_eq_2_times"]: e["varies_by_mu_times"] for e in judged.evidence}
    assert varies[4] < 1e-9 < 0.1 < varies[2] < varies[1]
    assert drm.eq_3_adds_a_constant(None, times=4).verdict == HOLDS


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


def test_the_kept_angles_are_below_a_degree_from_the_third_sweep_on():
    """As the claim on diverse ensembles says, and not earlier."""
    angles = pd.read_csv(ROOT / REFERENCE / "drm" / "angles.csv")
    angles = angles[angles["dataset"] != MEDIAN]
    largest = angles.groupby("x")["mean"].max()
    assert largest[3:].max() < 1 < largest[2]
    assert set(angles["method"]) == {"DRM21", "DRM51", "DRM101"}


def test_the_counterexample_breaks_the_bound_as_printed():
    judged = drm.norm_bound(None, reading="largest")
    assert judged.verdict == FAILS
    assert "T = 3 vectors, q = 2 and norms of 1" in judged.reason


def test_three_vectors_at_120_degrees_break_the_bound_for_every_pair_too():
    judged = drm.norm_bound(None, reading="every pair")
    assert judged.verdict == FAILS
    assert "T = 3 vectors, q = 1.5 and norms of 1" in judged.reason


def test_the_bound_for_every_pair_holds_as_long_as_q_is_at_most_1(monkeypatch):
    def at_most_90_degrees():
        rng = np.random.default_rng(0)
        sets = [np.abs(rng.normal(size=(int(rng.integers(2, 8)), 3))) for _ in range(200)]
        return [W / np.linalg.norm(W, axis=1).max() for W in sets]

    repaired = drm.norm_bound(None, reading="every pair", q_at_most=1.0)
    assert repaired.verdict == HOLDS and 100 < repaired.evidence[0]["sets"] < drm.DRAWS + 2
    monkeypatch.setattr(drm, "_sets_of_vectors", at_most_90_degrees)
    assert drm.norm_bound(None, reading="every pair").verdict == HOLDS


def test_the_bound_for_every_pair_is_judged_by_the_same_sets():
    judged = drm.norm_bound(None, reading="every pair")
    assert judged.evidence[0]["sets"] == drm.DRAWS + 2
    assert (
        judged.evidence[0]["broken"] < drm.norm_bound(None, reading="largest").evidence[0]["broken"]
    )


def test_the_mean_diversity_bounds_the_norm_of_equal_vectors_alone():
    """With norms of 1 the squared norm of the mean is 1/T + (1 - 1/T) (1 - q)."""
    equal = drm.norm_bound(None, reading="mean", equal_norms=True, q_at_most=1.0)
    assert equal.verdict == HOLDS and 50 < equal.evidence[0]["sets"] < drm.DRAWS + 3
    assert drm.norm_bound(None, reading="mean", equal_norms=True).verdict == FAILS  # q above 1
    judged = drm.norm_bound(None, reading="mean", q_at_most=1.0)
    assert judged.verdict == FAILS
    assert "T = 6 vectors, q = 0.67 and norms from 0.01 to 1" in judged.reason
    assert judged.flips[HOLDS] == pytest.approx(1 / 2 - (4.99 / 6) ** 2, abs=1e-8)


def test_lemma_4_breaks_on_the_same_counterexample():
    judged = drm.norm_bound(None, reading="largest", norm="l1")
    assert judged.verdict == FAILS and "T = 3 vectors, q = 2 and norms of 1" in judged.reason


def test_lemma_4_breaks_for_every_pair_only_if_q_is_above_1():
    judged = drm.norm_bound(None, reading="every pair", norm="l1")
    assert judged.verdict == FAILS and "T = 3 vectors, q = 1.5 and norms of 1" in judged.reason
    repaired = drm.norm_bound(None, reading="every pair", norm="l1", q_at_most=1.0)
    assert repaired.verdict == HOLDS


@pytest.mark.parametrize("d", [1, 2, 5, 40])
def test_the_entropy_is_at_most_the_1_norm_times_the_logarithm_of_d(d):
    """Definition 2: sum |w_i| ln(|w_i| d / ||w||_1). One entry alone reaches the bound."""
    rng = np.random.default_rng(d)
    one_entry = np.eye(1, d)
    for w in np.abs(np.vstack([one_entry, rng.normal(size=(200, d)) * rng.random((200, 1))])):
        size = w.sum()
        used = w[w > 0]
        entropy = np.sum(used * np.log(used * d / size))
        assert entropy <= size * np.log(d) + 1e-12
    assert np.log(d) == pytest.approx(np.sum(one_entry * np.log(d)))


@pytest.mark.parametrize("d", [2, 5, 40])
def test_the_entropy_of_a_uniform_vector_is_the_least(d):
    rng = np.random.default_rng(d)

    def entropy(w):
        used = w[w > 0]
        return float(np.sum(used * np.log(used * d / w.sum())))

    assert entropy(np.full(d, 0.3)) == pytest.approx(0.0, abs=1e-12)
    others = [entropy(np.abs(rng.normal(size=d))) for _ in range(200)]
    assert 0 < min(others) <= max(others) < np.log(d) * d
    assert entropy(np.eye(1, d)[0]) == pytest.approx(np.log(d))


def test_lemma_4_holds_for_every_pair_of_non_negative_vectors():
    """So theorem 2 does, at a = 1 and with the diversity of the least diverse pair as q."""
    rng = np.random.default_rng(0)
    nearest = np.inf
    for _ in range(500):
        T, d = int(rng.integers(2, 8)), int(rng.integers(1, 20))
        W = np.abs(rng.normal(size=(T, d))) * (rng.random((T, d)) < 0.5)
        W[:, 0] += 1e-3  # no vector is zero
        W /= W.sum(axis=1).max()
        lengths = np.linalg.norm(W, axis=1)
        q = 1 - (W @ W.T / np.outer(lengths, lengths))[np.triu_indices(T, 1)].max()
        assert q <= 1
        mean, bound = W.mean(axis=0), d * (1 / T + 1 - q)
        size = mean.sum()
        used = mean[mean > 0]
        assert size**2 <= bound + 1e-12
        assert np.sum(used * np.log(used * d / size)) <= bound**0.5 * np.log(d) + 1e-12
        nearest = min(nearest, bound - size**2)
    assert nearest < 1


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


@pytest.mark.parametrize("norm", ["l1", "l2"])
@pytest.mark.parametrize("reading", ["largest", "every pair"])
def test_the_bound_is_broken_by_the_sets_by_which_a_loop_finds_it_broken(reading, norm):
    excess = []
    for W in drm._sets_of_vectors():
        T, d = W.shape
        lengths = [sum(a * a for a in w) ** 0.5 for w in W]
        cosines = [
            sum(a * b for a, b in zip(W[i], W[j], strict=True)) / (lengths[i] * lengths[j])
            for i in range(T) for j in range(i)
        ]  # fmt: skip
        diversities = [1 - cosine for cosine in cosines]
        q = max(diversities) if reading == "largest" else min(diversities)
        mean = [sum(column) / T for column in W.T]
        squared = sum(m * m for m in mean) if norm == "l2" else sum(map(abs, mean)) ** 2 / d
        excess.append(squared - (1 / T + (1 - q)))
    judged = drm.norm_bound(None, reading=reading, norm=norm)
    (entry,) = judged.evidence
    broken = sum(value > 1e-9 for value in excess)
    assert (judged.verdict, entry["broken"], entry["sets"]) == (FAILS, broken, 202)
    assert judged.flips == pytest.approx({HOLDS: 1e-9 - max(excess)})
    assert judged.reason.startswith(
        f"The bound is broken by {broken} of 202 sets of vectors. "
        "The first that breaks it has T = 3 vectors, q = "
    )
    assert (
        entry["first"] in judged.reason
        and "vectors, q = " in entry["first"]
        and entry["first"].endswith(" and norms of 1")
    )


def test_random_sets_have_two_to_seven_vectors_of_which_the_longest_has_norm_one():
    by_hand, thirds, *drawn = drm._sets_of_vectors()
    assert by_hand.tolist() == [[1, 0], [1, 0], [-1, 0]]
    assert (thirds @ thirds.T)[np.triu_indices(3, 1)] == pytest.approx([-0.5] * 3)
    assert {W.shape for W in drawn} == {(T, 3) for T in range(2, 8)}
    assert [np.linalg.norm(W, axis=1).max() for W in drawn] == pytest.approx([1.0] * 200)


def test_a_bound_that_no_set_breaks_would_hold(monkeypatch):
    monkeypatch.setattr(drm, "_sets_of_vectors", lambda: [np.eye(2)] * 6)
    judged = drm.norm_bound(None, reading="largest")
    assert judged.verdict == HOLDS and judged.evidence[0]["first"] == ""
    assert judged.reason == "The bound is broken by none of 6 sets of vectors."
    assert judged.flip.startswith("It would fail if the squared norms were ")
    assert judged.flips == pytest.approx({FAILS: 0.0 + 1e-9})


@pytest.mark.parametrize(("theorem", "scale"), [(1, 1.0), (2, 2**0.5)])
def test_the_constant_that_a_covering_bound_needs_is_that_of_its_formula(theorem, scale):
    """Theorem 2 has the factor d (1 + ln d) and sqrt(d) times the norm, of d = 2 dimensions."""
    judged = drm.covering_bound(None, theorem=theorem)
    factor = {1: 1.0, 2: 2 * (1 + np.log(2))}[theorem]
    for entry in judged.evidence:
        squared = 2 / entry["T"]
        logarithm = np.log2(1 + 2 * (scale * squared**0.5 * 4 + 4))
        assert entry["C_1_needed"] == pytest.approx(1 / (factor * squared * 16 * logarithm))
        assert entry["log2_N_at_least"] == 1
    assert judged.reason.startswith(
        "The first constant that the bound needs grows without limit with T. With 1 for the second "
        f"constant it is {judged.evidence[0]['C_1_needed']:.2g} for T = 10 and "
    )
    assert [entry["T"] for entry in judged.evidence] == [10, 1000, 100_000]


def test_never_worse_is_judged_by_the_paired_tests_of_four_cases():
    """Not significantly worse, and by less than can be seen: two data sets and two methods."""
    told = t(ALPHA / 2 / 4) * ERROR

    def judge(shift):
        results = stored({"main": {"error": two_by_two(shift)}})
        options = {"methods": ["A", "A2"], "than": "B", "visible": 1.5 * told}
        return drm.never_worse(results, study="main", **options)

    assert_steps(judge, [HOLDS, told / 2, INCONCLUSIVE, told, FAILS])
    assert judge(0.0).reason.startswith(
        "In all 4 comparisons the error of A and A2 is neither significantly above that of B nor "
        f"above it by {150 * told:.2g} points. "
    )


def wins_of(*shifts, **more):
    """A against B and A2 against B2 on as many data sets as there are shifts."""
    scores = {
        f"d{i}": {"A": planted(s), "A2": planted(s, 0.0), "B": BASE, "B2": BASE}
        for i, s in enumerate(shifts)
    }
    return stored({"main": {"error": scores}}, **more)


WINS = {"study": "main", "methods": ["A"], "than": ["B"]}


def test_a_win_is_a_significant_difference_of_the_paired_t_test():
    told = t(ALPHA / 2) * ERROR
    shifts = [-1.001 * told] * 6 + [-0.999 * told, 0.999 * told, 1.001 * told]
    (entry,) = drm.more_wins(wins_of(*shifts), **WINS).evidence
    assert [entry[key] for key in ("wins", "ties", "losses")] == [6, 2, 1]
    assert entry["p_not"] == pytest.approx(stats.binomtest(6, 7, alternative="greater").pvalue)
    assert entry["p_holds"] == pytest.approx(stats.binomtest(1, 7, alternative="greater").pvalue)


def test_fewer_wins_are_told_after_correction_for_resampling():
    told = t(ALPHA / 2) * ERROR
    corrected = told * (1 + 8 * 0.5) ** 0.5  # half as many test rows as training rows
    in_told = [-1.001, 0.999]  # one win and one tie
    shifts = [told * share for share in in_told] + [corrected * share for share in (-1.001, -0.999)]
    (entry,) = drm.more_wins(wins_of(*shifts, 0.1, ratio=0.5), **WINS).evidence
    assert [entry[key] for key in ("wins", "ties", "losses")] == [3, 1, 1]
    assert entry["corrected_for_resampling"] == "1/3/1"


def test_wins_flip_where_one_too_many_is_a_tie():
    told = t(ALPHA / 2) * ERROR
    judged = drm.more_wins(wins_of(-0.1, -0.09, -0.08, -0.07, -0.06, -0.05, -0.04), **WINS)
    # six of six wins, and no five of five, are more than chance gives
    expected = {INCONCLUSIVE: 0.05 - told, FAILS: 0.09 + told}
    assert judged.verdict == HOLDS and judged.flips == pytest.approx(expected)
    assert judged.reason == "A has 7/0/0 wins/ties/losses against B."
    assert judged.flip.startswith("It would be inconclusive if the error of A were ")


@pytest.mark.parametrize(("sets", "verdict"), [(6, INCONCLUSIVE), (7, HOLDS)])
def test_two_pairs_need_more_wins_than_one(sets, verdict):
    """Without deviation every trial is evidence, so A2 wins as well."""
    options = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"]}
    judged = drm.more_wins(wins_of(*[-0.1] * sets), **options)
    assert judged.verdict == verdict
    assert [entry["wins"] for entry in judged.evidence] == [sets, sets]
    assert [(entry["method"], entry["than"]) for entry in judged.evidence] == [
        ("A", "B"), ("A2", "B2"),
    ]  # fmt: skip


def test_a_method_has_its_own_count_against_each_rival():
    options = {"study": "main", "methods": ["A", "A"], "than": ["B", "B2"]}
    judged = drm.more_wins(wins_of(*[-0.1] * 7), **options)
    assert [(entry["than"], entry["wins"]) for entry in judged.evidence] == [("B", 7), ("B2", 7)]


def test_a_pair_that_no_claim_is_about_need_not_have_common_trials():
    early, late = [*planted(-0.1), *[NAN] * 8], [*[NAN] * 8, *planted(-0.1)]
    rivals = {"B": [*BASE, *[NAN] * 8], "B2": [*[NAN] * 8, *BASE]}
    scores = {f"d{i}": {"A": early, "A2": late, **rivals} for i in range(7)}
    options = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"]}
    judged = drm.more_wins(stored({"main": {"error": scores}}), **options)
    assert judged.verdict == HOLDS and "Left out" not in judged.reason


def test_few_trials_are_no_tie_and_a_version_no_win():
    results = wins_of(*[-0.1] * 8, version_of={"d6": "d0"})
    scores = results.frames["main", "scores"]
    results.frames["main", "scores"] = scores[(scores["dataset"] != "d7") | (scores["seed"] < 5)]
    judged = drm.more_wins(seen_by_claims(results), **WINS)
    (entry,) = judged.evidence
    assert [entry[key] for key in ("wins", "ties", "losses")] == [6, 0, 0]
    assert judged.verdict == HOLDS
    few = drm.more_wins(results, **WINS, datasets=["d7"])
    assert few.verdict == INCONCLUSIVE and few.evidence[0]["ties"] == 0


def angles_and_errors(signs, constant=()):
    """Trials whose angle rises from 10 to 80 degrees; the error rises or falls with it."""
    rising = np.arange(8.0)
    angles = {d: {"A": (10 + 10 * rising).tolist(), "B": [0.0] * 8} for d in signs}
    errors = {
        d: {"A": (0.3 + 0.01 * sign * rising).tolist(), "B": [0.3] * 8} for d, sign in signs.items()
    }
    for d in constant:
        angles[d]["A"] = [90.0] * 8
    return stored({"main": {"error": errors, "last_angle": angles}})


@pytest.mark.parametrize(("sign", "verdict"), [(-1, HOLDS), (1, FAILS), (0, INCONCLUSIVE)])
def test_errors_that_fall_with_the_angle(sign, verdict):
    signs = {f"d{k}": sign or (-1) ** k for k in range(6)}
    judged = drm.errs_less_with_angle(angles_and_errors(signs), study="main", method="A", than="B")
    assert judged.verdict == verdict
    assert [e["rank_correlation"] for e in judged.evidence] == pytest.approx([*signs.values()])


def test_the_mean_that_is_told_is_that_of_fishers_transform():
    """Of -1 five times and 1 once, which are cut at 0.999; the plain mean is -2/3."""
    results = angles_and_errors({f"d{k}": -1 if k else 1 for k in range(6)})
    judged = drm.errs_less_with_angle(results, study="main", method="A", than="B")
    mean = np.tanh(np.arctanh(0.999) * -2 / 3)
    assert f"with their error is {mean:.2g} (" in judged.reason


def test_a_data_set_with_one_angle_says_nothing_of_it():
    results = angles_and_errors({"d0": -1, "d1": -1}, constant=["d1"])
    judged = drm.errs_less_with_angle(results, study="main", method="A", than="B")
    assert [entry["dataset"] for entry in judged.evidence] == ["d0"]
    assert judged.verdict == INCONCLUSIVE


@pytest.mark.parametrize(
    ("sign", "verdict", "below"), [(-1, HOLDS, "6 of 6"), (1, FAILS, "none of 6")]
)
def test_the_mean_correlation_is_judged_against_zero_by_the_t_test(sign, verdict, below):
    """Halves of the ranks turned round have 11/21, and pairs of pairs swapped 13/21."""
    results = angles_and_errors({f"d{k}": sign for k in range(6)})
    orders = ([3, 2, 1, 0, 7, 6, 5, 4], [2, 3, 0, 1, 6, 7, 4, 5])
    scores = results.frames["main", "scores"]
    for k in range(6):
        chosen = (
            (scores["dataset"] == f"d{k}")
            & (scores["metric"] == "last_angle")
            & (scores["method"] == "A")
        )
        scores.loc[chosen, "value"] = np.array(orders[k % 2]) + 10.0
    judged = drm.errs_less_with_angle(results, study="main", method="A", than="B")
    found = [entry["rank_correlation"] for entry in judged.evidence]
    assert found == pytest.approx([sign * 11 / 21, sign * 13 / 21] * 3)
    assert judged.verdict == verdict
    assert judged.reason.endswith(f"It is below 0 on {below} data sets.")
    transformed = np.arctanh(found)
    ends = stats.t.interval(1 - ALPHA, 5, transformed.mean(), stats.sem(transformed))
    mean, low, high = np.tanh([transformed.mean(), *ends])
    assert f"with their error is {mean:.2g} ({low:.2g} to {high:.2g})" in judged.reason
    nearest = ends[1] if sign < 0 else ends[0]
    assert judged.flips[INCONCLUSIVE] == pytest.approx(-nearest)


def test_a_data_set_with_two_angles_says_something_and_one_with_one_difference_nothing():
    results = angles_and_errors({"d0": -1, "d1": -1})
    scores = results.frames["main", "scores"]
    of_a = scores["method"] == "A"
    angle, first = scores["metric"] == "last_angle", scores["dataset"] == "d0"
    scores.loc[of_a & angle & first, "value"] = [10.0] * 4 + [80.0] * 4
    scores.loc[of_a & ~angle & ~first, "value"] = 0.4
    judged = drm.errs_less_with_angle(results, study="main", method="A", than="B")
    assert [entry["dataset"] for entry in judged.evidence] == ["d0"]
    assert judged.evidence[0]["median_angle"] == 45.0


def test_the_angle_of_a_trial_goes_with_the_difference_of_its_own_errors():
    """By their ranks; the errors themselves go up and down, and the first trial of B failed."""
    angles = np.array([90.0, 80, 20, 70, 30, 60, 40, 50])
    errors = {"d0": {"A": BASE - (angles / 200) ** 3, "B": [NAN, *BASE[1:]]}}
    last = {"d0": {"A": angles, "B": [0.0] * 8}}
    results = stored({"main": {"error": errors, "last_angle": last}})
    judged = drm.errs_less_with_angle(results, study="main", method="A", than="B")
    (entry,) = judged.evidence
    assert entry["rank_correlation"] == pytest.approx(-1.0)
    assert (entry["median_angle"], entry["trials"]) == (50.0, 7)


def test_angles_of_too_few_trials_say_nothing():
    results = angles_and_errors({"d0": -1})
    scores = results.frames["main", "scores"]
    for trials, verdict in ((6, INCONCLUSIVE), (5, UNTESTABLE)):
        results.frames["main", "scores"] = scores[scores["seed"] < trials]
        judged = drm.errs_less_with_angle(results, study="main", method="A", than="B")
        assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("vectors", "equal_norms", "excess", "example"),
    [
        # at 90 degrees the bound is that of Pythagoras
        ([[1.0, 0.0], [0.0, 0.5]], True, 0.0, ""),
        ([[1.0, 0.0], [0.0, 0.5]], False, 1.25 / 4 - 0.5, ""),
        ([[1.0, 0.0], [1.0, 0.0], [-0.5, 0.0]], True, 1 / 9 + 2 / 3,
         "T = 3 vectors, q = 2 and norms of 1"),
        ([[1.0, 0.0], [1.0, 0.0], [-0.5, 0.0]], False, 1 / 4 + 2 / 3,
         "T = 3 vectors, q = 2 and norms from 0.5 to 1"),
        # what rounds to 1 is told as 1
        ([[1.0, 0.0], [1.0, 0.0], [-0.996, 0.0]], False, (1.004 / 3) ** 2 + 2 / 3,
         "T = 3 vectors, q = 2 and norms of 1"),
    ],
)  # fmt: skip
def test_vectors_are_made_equally_long_only_if_asked(
    monkeypatch, vectors, equal_norms, excess, example
):
    monkeypatch.setattr(drm, "_sets_of_vectors", lambda: [np.array(vectors)] * 6)
    judged = drm.norm_bound(None, reading="largest", equal_norms=equal_norms)
    assert judged.verdict == (FAILS if example else HOLDS)
    assert judged.evidence[0]["first"] == example
    flips = {HOLDS if example else FAILS: pytest.approx(1e-9 - excess)}
    assert judged.flips == flips


@pytest.mark.parametrize(("q_at_most", "sets"), [(1.0, 6), (0.99, 0)])
def test_sets_count_up_to_the_largest_q(monkeypatch, q_at_most, sets):
    """Of vectors at 90 degrees q is 1; those of a q of 0 always count."""
    same = [np.array([[1.0, 0.0], [1.0, 0.0]])] * 6
    monkeypatch.setattr(drm, "_sets_of_vectors", lambda: [np.eye(2)] * 6 + same)
    judged = drm.norm_bound(None, reading="largest", q_at_most=q_at_most)
    assert judged.evidence[0]["sets"] == 6 + sets
