"""Counts of wins, and improvements on the SVM, as the DRM paper reads them off its tables."""

from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from methods.bench.construct import options_of
from methods.bench.paths import REFERENCE
from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.bench.statistics import ALPHA
from methods.claims.papers.drm_wins import (
    improves_more,
    printed_ties,
    printed_win_counts,
    win_counts,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.schemas.outputs import CLAIM_KEYS
from tests.claims.stored import BASE, ERROR, NAN, planted, stored, t

ROOT = Path(__file__).resolve().parents[3]
TOLD = t(ALPHA / 2) * ERROR  # the smallest difference that is a win or a loss
WINS = {"study": "main", "methods": ["A"], "than": ["B"]}
BOTH = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"]}


def counted(wins, ties, losses, second=None):
    """A against B with these counts; A2 against B2 with others, if they are given."""

    def shifts(wins, ties, losses):
        return [-0.1] * wins + [0.0] * ties + [0.1] * losses

    first, then = shifts(wins, ties, losses), shifts(*(second or (wins, ties, losses)))
    scores = {
        f"d{i}": {"A": planted(a), "A2": planted(b), "B": BASE, "B2": BASE}
        for i, (a, b) in enumerate(zip(first, then, strict=True))
    }
    return stored({"main": {"error": scores}})


def counts_of(judged):
    return [tuple(entry[key] for key in ("wins", "ties", "losses")) for entry in judged.evidence]


@pytest.mark.parametrize(
    ("counts", "asked", "apart", "verdict", "changed_by"),
    [
        ((1, 9, 0), "more wins", 0, HOLDS, 1),
        ((5, 1, 2), "more wins", 0, HOLDS, 3),
        ((2, 5, 2), "more wins", 0, FAILS, 1),
        ((1, 5, 3), "more wins", 0, FAILS, 3),
        ((0, 8, 1), "more wins", 0, FAILS, 2),
        ((0, 9, 0), "more wins", 0, INCONCLUSIVE, 1),
        ((0, 9, 0), "no losses", 0, HOLDS, 1),
        ((8, 0, 1), "no losses", 0, FAILS, float("inf")),
        ((8, 0, 1), "some losses", 0, HOLDS, float("inf")),
        ((8, 1, 0), "some losses", 0, FAILS, 1),
        ((3, 3, 3), "as many wins", 0, HOLDS, 1),
        ((4, 2, 3), "as many wins", 0, FAILS, 1),
        ((3, 2, 5), "as many wins", 2, HOLDS, 1),
        ((5, 2, 5), "as many wins", 2, HOLDS, 3),
        ((0, 9, 0), "no wins or losses", 0, HOLDS, 1),
        ((1, 8, 0), "no wins or losses", 0, FAILS, float("inf")),
        ((0, 8, 1), "no wins or losses", 0, FAILS, float("inf")),
        ((3, 3, 3), "no wins or losses", 0, FAILS, float("inf")),
        ((5, 2, 1), "as many wins", 2, FAILS, 2),
        ((1, 2, 5), "as many wins", 2, FAILS, 2),
    ],
)
def test_counts_are_compared_as_asked_and_say_what_could_change_them(
    counts, asked, apart, verdict, changed_by
):
    judged = win_counts(counted(*counts), **WINS, asked=asked, apart=apart)
    (entry,) = judged.evidence
    assert judged.verdict == entry["verdict"] == verdict
    assert tuple(entry[key] for key in ("wins", "ties", "losses")) == counts
    assert entry["changed_by"] == changed_by
    assert judged.reason.startswith("A has {}/{}/{} wins/ties/losses against B.".format(*counts))


def test_a_win_is_a_significant_difference_of_the_paired_t_test_without_correction():
    shifts = [-1.001 * TOLD, -0.999 * TOLD, 0.999 * TOLD, 1.001 * TOLD]
    scores = {f"d{i}": {"A": planted(shift), "B": BASE} for i, shift in enumerate(shifts)}
    judged = win_counts(stored({"main": {"error": scores}}), **WINS, asked="more wins")
    assert [judged.evidence[0][key] for key in ("wins", "ties", "losses")] == [1, 2, 1]


def test_the_counts_that_the_correction_for_resampling_leaves_are_told():
    """The standard error grows by the root of 1 + 8 times the ratio of test to training rows."""
    shift = -1.5 * TOLD
    scores = {f"d{i}": {"A": planted(shift), "B": BASE} for i in range(3)}
    judged = win_counts(stored({"main": {"error": scores}}, ratio=1.0), **WINS, asked="more wins")
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["corrected_for_resampling"] == "0/3/0"
    assert judged.reason == (
        "A has 3/0/0 wins/ties/losses against B. On new data of the same kind it has 0/3/0 "
        "(corrected for resampling)."
    )
    apart = win_counts(stored({"main": {"error": scores}}, ratio=0.0), **WINS, asked="more wins")
    assert apart.reason == "A has 3/0/0 wins/ties/losses against B."


def test_every_method_must_have_what_is_asked():
    options = {**BOTH, "asked": "more wins"}
    assert win_counts(counted(3, 0, 1, (2, 1, 1)), **options).verdict == HOLDS
    judged = win_counts(counted(3, 0, 1, (2, 0, 2)), **options)
    assert judged.verdict == FAILS
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, FAILS]


def test_some_losses_are_asked_of_one_method():
    options = {**BOTH, "asked": "some losses"}
    judged = win_counts(counted(3, 0, 0, (2, 0, 1)), **options)
    assert judged.verdict == HOLDS and judged.reason.startswith(
        "Of 2 methods 1 loses somewhere; one is enough."
    )
    assert win_counts(counted(3, 0, 0, (3, 0, 0)), **options).verdict == FAILS


@pytest.mark.parametrize(
    ("second", "asked", "verdict"),
    [
        (0.1, "more wins", FAILS),
        (-0.1, "more wins", INCONCLUSIVE),
        (0.1, "some losses", HOLDS),
        (-0.1, "some losses", INCONCLUSIVE),
    ],
)
def test_a_method_that_is_open_leaves_a_claim_open_that_no_other_decides(second, asked, verdict):
    """A has one significant difference in two cases, and none after Holm over four."""
    sign = 1 if asked == "some losses" else -1
    scores = {name: {"A": planted(0.0), "B": BASE, "A2": planted(second), "B2": BASE}
              for name in ("d0", "d1")}  # fmt: skip
    scores["d0"]["A"] = planted(sign * 1.001 * TOLD)
    judged = win_counts(stored({"main": {"error": scores}}), **BOTH, asked=asked)
    assert judged.evidence[0]["verdict"] == INCONCLUSIVE
    assert judged.evidence[0]["after_holm"] == "0/2/0"
    assert judged.verdict == verdict


def test_every_pair_has_its_own_counts():
    options = {**WINS, "methods": ["A", "A"], "than": ["B", "SVM"], "asked": "more wins"}
    scores = {f"d{i}": {"A": planted(-0.1), "B": BASE, "SVM": planted(-0.1, 0.0) if i else BASE}
              for i in range(3)}  # fmt: skip
    judged = win_counts(stored({"main": {"error": scores}}), **options)
    assert counts_of(judged) == [(3, 0, 0), (1, 2, 0)]


def test_data_sets_of_few_trials_are_no_ties_and_a_method_without_others_is_open():
    scores = {f"d{i}": {"A": planted(-0.1), "B": BASE, "A2": planted(-0.1)[:5], "B2": BASE}
              for i in range(3)}  # fmt: skip
    scores["d2"]["A"] = planted(-0.1)[:5]
    judged = win_counts(stored({"main": {"error": scores}}), **BOTH, asked="more wins")
    assert counts_of(judged) == [(2, 0, 0), (0, 0, 0)]
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, INCONCLUSIVE]
    assert judged.verdict == INCONCLUSIVE


@pytest.mark.parametrize("asked", ["no losses", "as many wins", "no wins or losses"])
def test_no_count_of_a_method_without_data_sets_is_as_asked(asked):
    few = planted(0.0)[:5]
    scores = {"A": planted(0.0), "B": BASE, "A2": few, "B2": BASE}
    judged = win_counts(stored({"main": {"error": {"d": scores}}}), **BOTH, asked=asked)
    assert counts_of(judged) == [(0, 1, 0), (0, 0, 0)]
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, INCONCLUSIVE]
    assert judged.verdict == INCONCLUSIVE


def test_the_reason_speaks_of_what_is_asked():
    results = counted(3, 0, 1, (0, 0, 4))
    more, none, as_many, neither = (
        win_counts(results, **BOTH, asked=asked).reason
        for asked in ("more wins", "no losses", "as many wins", "no wins or losses")
    )
    assert more.startswith("Of 2 methods 1 wins more often than losing; all must. In the weakest")
    assert none.startswith("Of 2 methods 2 lose somewhere; none may. With the most losses")
    assert neither.startswith("Of 2 methods 2 win or lose somewhere; none may. With the most wins")
    assert "A has 3/0/1 wins/ties/losses" in neither
    one = win_counts(counted(1, 3, 0, (0, 4, 0)), **BOTH, asked="no wins or losses").reason
    assert one.startswith("Of 2 methods 1 wins or loses somewhere; none may.")
    assert as_many.startswith("Wins and losses of 2 methods differ by 2 to 4 data sets. Farthest")


def test_the_flip_is_where_the_count_changes():
    of_three = t(ALPHA / 2 / 3) * ERROR  # as Holm asks of the first
    judged = win_counts(counted(2, 1, 0), **WINS, asked="more wins")
    assert judged.flips == pytest.approx({INCONCLUSIVE: 0.1 - of_three, FAILS: 0.1 - TOLD})
    judged = win_counts(counted(0, 2, 1), **WINS, asked="no losses")
    assert judged.flips == pytest.approx({INCONCLUSIVE: of_three - 0.1, HOLDS: TOLD - 0.1})


@pytest.mark.parametrize(
    ("asked", "sign", "beyond_chance"),
    [
        ("no losses", 1, FAILS),
        ("no wins or losses", 1, FAILS),
        ("no wins or losses", -1, FAILS),
        ("some losses", 1, HOLDS),
        ("more wins", -1, HOLDS),
        ("as many wins", -1, FAILS),
        ("as many wins", 1, FAILS),
    ],
)
def test_a_count_that_chance_alone_may_give_decides_nothing(asked, sign, beyond_chance):
    """One case of two is significant, and after Holm if it is so at half the level."""
    of_two = t(ALPHA / 2 / 2) * ERROR
    for size, verdict in ((0.999 * of_two, INCONCLUSIVE), (1.001 * of_two, beyond_chance)):
        scores = {
            "d0": {"A": planted(sign * size), "B": BASE}, "d1": {"A": planted(0.0), "B": BASE},
        }  # fmt: skip
        judged = win_counts(stored({"main": {"error": scores}}), **WINS, asked=asked)
        assert judged.verdict == verdict
        (entry,) = judged.evidence
        assert (entry["wins"], entry["losses"]) == ((0, 1) if sign > 0 else (1, 0))
        assert (entry["after_holm"] == "0/2/0") == (verdict == INCONCLUSIVE)
        assert ("and 0/2/0 after Holm." in judged.reason) == (verdict == INCONCLUSIVE)


def test_holm_counts_the_cases_of_all_pairs():
    scores = {f"d{i}": {"A": planted(0.0), "B": BASE, "A2": planted(0.0), "B2": BASE}
              for i in range(2)}  # fmt: skip
    scores["d0"]["A"] = planted(0.999 * t(ALPHA / 2 / 4) * ERROR)
    judged = win_counts(stored({"main": {"error": scores}}), **BOTH, asked="some losses")
    assert judged.verdict == INCONCLUSIVE
    scores["d0"]["A"] = planted(1.001 * t(ALPHA / 2 / 4) * ERROR)
    judged = win_counts(stored({"main": {"error": scores}}), **BOTH, asked="some losses")
    assert judged.verdict == HOLDS


def test_few_trials_are_no_verdict_and_no_trials_cannot_be_tested():
    few = {"d0": {"A": planted(-0.1)[:5], "B": BASE[:5]}}
    judged = win_counts(stored({"main": {"error": few}}), **WINS, asked="more wins")
    assert (judged.verdict, judged.flips) == (INCONCLUSIVE, {})
    assert judged.reason == "There are too few trials to say."
    gone = {"d0": {"A": [NAN] * 8, "B": BASE}}
    judged = win_counts(stored({"main": {"error": gone}}), **WINS, asked="more wins")
    assert judged.verdict == UNTESTABLE


def test_counts_are_over_the_data_sets_asked_for():
    options = {**WINS, "asked": "more wins"}
    assert win_counts(counted(1, 0, 2), **options, datasets=["d0"]).verdict == HOLDS
    assert win_counts(counted(1, 0, 2), **options).verdict == FAILS


def improved(*errors):
    """The errors of A, the SVM and Bagging on each data set, as differences from a base."""
    scores = {
        f"d{i}": {"A": planted(a), "SVM": planted(svm, 0.0), "Bagging": planted(bagging, 0.0)}
        for i, (a, svm, bagging) in enumerate(errors)
    }
    return stored({"main": {"error": scores}})


MORE = {
    "study": "main", "methods": ["A"], "base": "SVM", "than": ["Bagging"], "margin": 0.05,
}  # fmt: skip


@pytest.mark.parametrize(
    ("errors", "verdict"),
    [
        ((-0.1, 0.0, 0.0), HOLDS),
        ((-0.1, 0.0, -0.02), HOLDS),
        ((-0.1, 0.0, -0.1), FAILS),  # Bagging improves as much
        ((0.0, 0.0, 0.2), FAILS),  # Bagging is bad, but nothing improves on the SVM
        ((-0.1, -0.1, 0.1), FAILS),
        ((-0.051, 0.0, 0.0), INCONCLUSIVE),
    ],
)
def test_an_improvement_is_on_the_svm_and_beyond_that_of_the_rival(errors, verdict):
    judged = improves_more(improved(errors), **MORE)
    assert judged.verdict == judged.evidence[0]["verdict"] == verdict
    (entry,) = judged.evidence
    assert (entry["dataset"], entry["method"], entry["base"], entry["than"]) == (
        "d0", "A", "SVM", "Bagging",
    )  # fmt: skip
    assert entry["difference_from_base"] == pytest.approx(errors[0] - errors[1])
    assert entry["difference_from_than"] == pytest.approx(errors[0] - errors[2])


def test_one_data_set_is_enough_if_the_claim_says_so_and_its_flip_is_told():
    results = improved((-0.1, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert improves_more(results, **MORE).verdict == FAILS
    judged = improves_more(results, **MORE, need=0.001)
    assert judged.verdict == HOLDS
    assert judged.flips[INCONCLUSIVE] == pytest.approx(0.05 - t(ALPHA / 2 / 2) * ERROR)
    assert judged.reason.startswith(
        "An improvement on SVM and on the rival by more than 5 points is shown in 1 of 2 "
        "comparisons, and ruled out in 1."
    )
    assert improves_more(results, **MORE, datasets=["d1"]).verdict == FAILS
    assert improves_more(results, **MORE, datasets=["gone"]).verdict == UNTESTABLE


@pytest.fixture(scope="module")
def kept():
    plan = Plan.from_config({"scale": "paper", "datasets": "all"}, ROOT)
    return Results.load(plan, "drm", ROOT, ROOT / REFERENCE)


# what the claims say of them, beside the family of all sizes that decides
OF_ONE_SIZE = {
    "adaboost-much-worse-than-svm-somewhere": (INCONCLUSIVE, HOLDS, HOLDS),
    "adaboost-worse-than-svm-somewhere": (HOLDS, HOLDS, HOLDS),
    "bagging-worse-than-svm-somewhere": (HOLDS, INCONCLUSIVE, FAILS),
    "bagging-improves-marginally": (HOLDS, HOLDS, HOLDS),
    "much-larger-improvement-than-bagging": (FAILS, FAILS, FAILS),
    "improves-significantly-somewhere": (INCONCLUSIVE, INCONCLUSIVE, INCONCLUSIVE),
    "improves-significantly-somewhere-usual-nu": (HOLDS, HOLDS, HOLDS),
    "never-worse-than-svm": (INCONCLUSIVE, INCONCLUSIVE, HOLDS),
    "more-wins-than-svm": (INCONCLUSIVE, INCONCLUSIVE, INCONCLUSIVE),
    "more-wins-than-bagging": (INCONCLUSIVE, INCONCLUSIVE, INCONCLUSIVE),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("claim", OF_ONE_SIZE)
def test_a_claim_says_what_families_of_one_size_give(kept, claim):
    entry = kept.experiment.claims[claim]
    assert "amily of one size" in entry["about"]
    test, options = options_of(entry, CLAIM_KEYS)
    verdicts = []
    for k in range(3):
        of_size = {
            key: value[k : k + 1] if key in ("methods", "than") and len(value) == 3 else value
            for key, value in options.items()
        }
        verdicts.append(test(kept, **of_size).verdict)
    assert tuple(verdicts) == OF_ONE_SIZE[claim]


def printed_counts():
    counts = {"A vs B": "3/2/4", "A vs C": "5/4/0", "B vs C": "0/9/0", "D vs A": "0/2/1"}
    published = pd.DataFrame(
        [
            {"table": "t", "dataset": pair, "method": pair[0], "metric": "win/tie/loss",
             "text": text}
            for pair, text in counts.items()
        ]
    )  # fmt: skip
    return Results(SimpleNamespace(), SimpleNamespace(), published)


@pytest.mark.parametrize(
    ("methods", "than", "asked", "verdict"),
    [
        (["A", "B"], ["C", "C"], "no losses", HOLDS),
        (["A", "B"], ["C", "C"], "more wins", FAILS),  # B ties with C throughout
        (["A"], ["C"], "more wins", HOLDS),
        (["C"], ["A"], "more wins", FAILS),  # printed from the side of A
        (["C", "C"], ["A", "B"], "some losses", HOLDS),
        (["A", "B"], ["C", "C"], "some losses", FAILS),
        (["C"], ["A"], "no losses", FAILS),
        (["A"], ["B"], "no wins or losses", FAILS),
        (["B"], ["C"], "no wins or losses", HOLDS),
        (["A"], ["B"], "as many wins", HOLDS),
        (["A"], ["C"], "as many wins", FAILS),
        (["D"], ["A"], "no losses", FAILS),
        (["A"], ["D"], "no losses", HOLDS),
    ],
)
def test_printed_counts_are_read_from_either_side(methods, than, asked, verdict):
    results = printed_counts()
    judged = printed_win_counts(
        results, table="t", methods=methods, than=than, asked=asked, apart=2
    )
    assert judged.verdict == verdict
    if methods == ["C"]:
        assert judged.reason == "The printed wins/ties/losses are 0/4/5 of C against A."


@pytest.mark.parametrize(
    ("methods", "than", "need", "verdict"),
    [
        (["B", "A"], ["C", "C"], 0.7, HOLDS),  # 13 of 18 are ties
        (["B", "A"], ["C", "C"], 0.75, FAILS),
        (["A"], ["B"], 2 / 9, HOLDS),
        (["B"], ["A"], 0.25, FAILS),
        (["B", "D"], ["C", "A"], 0.91, HOLDS),  # 11 of 12
        (["B", "D"], ["C", "A"], 0.92, FAILS),
    ],
)
def test_ties_are_counted_over_all_pairs(methods, than, need, verdict):
    judged = printed_ties(printed_counts(), table="t", methods=methods, than=than, need=need)
    assert judged.verdict == verdict
    if methods == ["B", "A"]:
        assert judged.reason == (
            "The printed wins/ties/losses are 0/9/0 of B against C and 5/4/0 of A against C."
            " Of 18 comparisons 13 are ties."
        )


@pytest.mark.parametrize("near", ["SVM", "Bagging"])
def test_an_improvement_is_ruled_out_by_the_worse_of_two_tests_after_bonferroni(near):
    bar = -0.05 + t(ALPHA / 2 / 2) * ERROR
    for error, verdict in ((bar - 1e-5, INCONCLUSIVE), (bar + 1e-5, FAILS)):
        rivals = (0.0, 0.5) if near == "SVM" else (0.5, 0.0)
        judged = improves_more(improved((error, *rivals)), **MORE)
        (entry,) = judged.evidence
        assert judged.verdict == verdict
        assert entry["p_holds"] == pytest.approx(ALPHA / 2, abs=1e-3)
        assert entry["p_not"] == pytest.approx(1 - ALPHA / 4, abs=1e-3)
    (entry,) = improves_more(improved((-0.5, 0.0, 0.0)), **MORE).evidence
    assert entry["p_holds"] == 1.0


def test_a_data_set_without_a_trial_of_the_rival_is_no_case():
    results = improved((-0.1, 0.0, 0.0), (-0.1, 0.0, 0.0))
    scores = results.frames["main", "scores"]
    gone = (scores["dataset"] == "d1") & (scores["method"] == "Bagging")
    results.frames["main", "scores"] = scores[~gone]
    judged = improves_more(results, **MORE)
    assert [entry["dataset"] for entry in judged.evidence] == ["d0"]
    assert judged.evidence[0]["pairs_with_than"] == judged.evidence[0]["pairs_with_base"] == 8


def test_an_improvement_flips_where_that_on_the_rival_is_no_longer_shown():
    half = t(ALPHA / 2) * ERROR
    judged = improves_more(improved((-0.1, 0.2, 0.0)), **MORE)
    assert judged.verdict == HOLDS
    assert judged.flips[INCONCLUSIVE] == pytest.approx(0.05 - half)
    (entry,) = judged.evidence
    assert entry["interval_from_base"] == pytest.approx([-0.3 - half, -0.3 + half])
    assert entry["interval_from_than"] == pytest.approx([-0.1 - half, -0.1 + half])


def test_a_case_of_few_trials_leaves_an_improvement_open():
    results = improved((-0.1, 0.0, 0.0), (-0.1, 0.0, 0.0))
    scores = results.frames["main", "scores"]
    few = (scores["dataset"] == "d1") & (scores["seed"] > 4)
    results.frames["main", "scores"] = scores[~few]
    judged = improves_more(results, **MORE)
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, INCONCLUSIVE]
    assert judged.verdict == INCONCLUSIVE


def test_every_method_improves_on_its_own_rival():
    scores = {"d0": {"A": planted(-0.1), "A2": planted(-0.1), "SVM": BASE, "Bagging": BASE,
                     "AdaBoost": planted(-0.1, 0.0)}}  # fmt: skip
    options = MORE | {"methods": ["A", "A2"], "than": ["Bagging", "AdaBoost"]}
    judged = improves_more(stored({"main": {"error": scores}}), **options)
    assert [entry["verdict"] for entry in judged.evidence] == [HOLDS, FAILS]
    assert judged.verdict == FAILS
