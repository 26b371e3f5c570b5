"""Best on most data sets: every verdict, from made-up scores."""

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.best import best_on_most, lowest, lowest_in_studies
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import (
    BASE,
    ERROR,
    assert_steps,
    planted,
    seen_by_claims,
    stored,
    t,
    two_by_two,
)
from tests.made_up import made_up_results, store_frame, study

NAN = float("nan")
RIVAL = [0.30, 0.31, 0.32, 0.30, 0.31, 0.29]
OPTIONS = {"metric": "error", "methods": ["A"], "than": ["B"]}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def without_flips(monkeypatch):
    """They are slow to find, and leave the verdict alone."""
    monkeypatch.setattr("methods.claims.regions.smallest_shifts", lambda *_: {})


@pytest.mark.parametrize(
    ("shifts", "verdict"),
    [((-0.1, -0.1, 0.1), HOLDS), ((0.1, 0.1, -0.1), FAILS), ((-0.1, 0.0, 0.1), INCONCLUSIVE)],
)
def test_best_on_most(tmp_path, shifts, verdict):
    noise = [0.01, -0.02, 0.0, 0.02, -0.01, 0.0]
    scores = {
        name: {"A": [r + shift + n for r, n in zip(RIVAL, noise, strict=True)],
               "A2": [0.9] * 6, "B": RIVAL}
        for name, shift in zip(("alpha", "beta", "gamma"), shifts, strict=True)
    }  # fmt: skip
    results = made_up_results(tmp_path, scores)
    options = {"study": "main", "metric": "error", "methods": ["A", "A2"], "than": ["B"]}
    assert best_on_most(results, **options).verdict == verdict


def test_nothing_is_judged_where_nothing_ran(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [NAN, NAN], "B": [NAN, NAN]}})
    assert best_on_most(results, study="main", **OPTIONS).verdict == UNTESTABLE


def test_methods_of_two_studies_meet_on_the_data_sets_of_both(tmp_path):
    lower = [value - 0.1 + 0.001 * i for i, value in enumerate(RIVAL)]
    studies = {
        "main": study(["alpha", "beta"], ["A"], trials=6),
        "side": study(["alpha"], ["B"], trials=6),
    }
    scores = {"alpha": {"A": lower, "B": RIVAL}, "beta": {"A": RIVAL, "B": RIVAL}}
    results = made_up_results(tmp_path, scores, studies=studies)
    for kind in ("scores", "runs", "traces"):
        frame = pd.read_parquet(tmp_path / f"results/toy/main/{kind}/alpha.parquet")
        (tmp_path / f"results/toy/side/{kind}").mkdir(parents=True)
        store_frame(frame, tmp_path / f"results/toy/side/{kind}/alpha.parquet")
    judged = best_on_most(results, study=["main", "side"], **OPTIONS)
    assert judged.verdict == HOLDS and [e["dataset"] for e in judged.evidence] == ["alpha"]


BOTH = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"]}


def test_the_best_of_ours_is_compared_with_the_best_rival():
    """Two data sets, of which both are needed for more than half: each at half of the level.

    Half of that again, since either of two methods could have been the best.
    """
    told = t(ALPHA / 2 / 2 / 2) * ERROR

    def judge(shift):
        scores = two_by_two(shift)
        for of_set in scores.values():
            of_set["A2"], of_set["B2"] = planted(0.5), planted(0.4)
        return best_on_most(stored({"main": {"error": scores}}), **BOTH)

    assert_steps(judge, [HOLDS, -told, INCONCLUSIVE, told, FAILS])
    assert {(e["method"], e["than"]) for e in judge(-0.1).evidence} == {("A", "B")}


@pytest.mark.parametrize(
    ("need", "lower", "verdict"),
    [
        (0.5, 3, HOLDS), (0.5, 2, FAILS),  # of four, more than a half is three
        (0.74, 3, HOLDS), (0.75, 3, FAILS), (0.75, 4, HOLDS), (1.0, 4, HOLDS), (1.0, 3, FAILS),
    ],
)  # fmt: skip
def test_more_than_the_share_is_needed_and_all_for_a_share_of_one(need, lower, verdict):
    shifts = [-0.1] * lower + [0.1] * (4 - lower)
    scores = {f"d{i}": {"A": planted(s), "B": BASE} for i, s in enumerate(shifts)}
    results = stored({"main": {"error": scores}})
    judged = best_on_most(results, study="main", methods=["A"], than=["B"], need=need)
    assert judged.verdict == verdict
    assert judged.reason.startswith(
        f"A method of the claim has the lowest error, significantly, on {lower} of 4 data sets;"
    )
    others = " and ".join(f"d{i}" for i in range(lower, 4))
    assert (f" A rival is significantly lower on {others}." in judged.reason) == bool(others)
    assert "if the error of A were" in judged.flip and "points" in judged.flip


@pytest.mark.slow
def test_a_share_that_is_no_binary_fraction_is_met_exactly(without_flips):
    """29 of 50 data sets are not more than 0.58 of them, although 0.58 * 50 is below 29."""
    scores = {f"d{i}": {"A": planted(-0.1 if i < 29 else 0.1, 1e-5), "B": BASE} for i in range(50)}
    results = stored({"main": {"error": scores}})
    one = {"study": "main", "methods": ["A"], "than": ["B"]}
    assert best_on_most(results, **one, need=0.58).verdict == FAILS
    assert best_on_most(results, **one, need=0.57).verdict == HOLDS


def test_a_data_set_without_all_methods_and_a_version_of_another_do_not_count():
    scores = {name: {"A": planted(-0.1), "B": BASE} for name in ("alpha", "again", "beta")}
    scores["beta"] = {"A": [NAN] * 8, "B": BASE}
    scores["few"] = {"A": planted(-0.1)[:5], "B": BASE[:5]}
    results = stored({"main": {"error": scores}}, version_of={"again": "alpha"})
    options = {"study": "main", "methods": ["A"], "than": ["B"]}
    judged = best_on_most(seen_by_claims(results), **options)
    assert [(e["dataset"], e["verdict"]) for e in judged.evidence] == [
        ("alpha", HOLDS), ("few", INCONCLUSIVE),
    ]  # fmt: skip
    assert judged.verdict == INCONCLUSIVE  # one of two is not more than half
    chosen = best_on_most(results, **options, datasets=["few"])
    assert chosen.reason.endswith("too few trials to say.") and chosen.verdict == INCONCLUSIVE


def test_of_equal_methods_the_first_named_is_compared():
    results = stored({"main": {"error": two_by_two(-0.1)}})
    for names in (["A", "A2"], ["A2", "A"]):
        judged = best_on_most(results, study="main", methods=names, than=["B2", "B"])
        assert {(e["method"], e["than"]) for e in judged.evidence} == {(names[0], "B2")}


def three(shifts, deviation=0.01):
    """A lies so far from B on each of three data sets; A2 and B2 are far above."""
    high = [0.9] * len(BASE)
    return stored({"main": {"error": {
        name: {"A": planted(shift, deviation), "A2": high, "B": BASE.tolist(), "B2": high}
        for name, shift in zip(("alpha", "beta", "gamma"), shifts, strict=True)
    }}})  # fmt: skip


LOWEST = {"study": "main", "methods": ["A", "A2"], "than": ["B2", "B"]}


def test_the_lowest_mean_need_not_be_significantly_lower():
    bar = t(ALPHA / 2 / 3) * ERROR
    for shift, verdict in (
        (-1e-5, HOLDS), (1e-5, INCONCLUSIVE), (bar - 1e-5, INCONCLUSIVE), (bar + 1e-5, FAILS),
    ):  # fmt: skip
        judged = lowest(three([-0.1, shift, -0.1]), **LOWEST)
        assert judged.verdict == (verdict if shift < bar else judged.verdict)
    assert lowest(three([bar + 1e-5] * 3), **LOWEST).verdict == FAILS
    assert lowest(three([-0.1, 0.1, -0.1]), **LOWEST).verdict == FAILS
    assert lowest(three([-0.1, 0.1, -0.1]), **LOWEST, need=0.5).verdict == HOLDS


def test_the_reason_names_where_a_rival_is_lower():
    judged = lowest(three([-0.1, 0.1, -0.1]), **LOWEST)
    assert judged.reason.startswith(
        "The lowest mean error is that of A and A2 on 2 of 3 data sets. A rival is as low or lower "
        "on beta."
    )
    assert judged.evidence[1]["method"] == "A" and judged.evidence[1]["than"] == "B"


def test_where_a_rival_is_as_low_the_lowest_mean_is_not_of_the_methods():
    scores = {"A": BASE.tolist(), "B": BASE[::-1].tolist()}
    judged = lowest(stored({"main": {"error": {"alpha": scores}}}), **ONE_EACH, study="main")
    assert judged.verdict == INCONCLUSIVE
    assert judged.reason.startswith(
        "The lowest mean error is that of A on 0 of 1 data set. A rival is as low or lower on alpha"
    )


def test_the_lowest_flips_where_the_means_are_equal():
    assert lowest(three([-0.02] * 3), **LOWEST).flips[INCONCLUSIVE] == pytest.approx(0.02)


def test_nothing_is_lowest_where_a_method_has_no_score():
    results = stored({"main": {"error": {"alpha": {"A": [NAN] * 8, "B": BASE.tolist()}}}})
    judged = lowest(results, study="main", methods=["A"], than=["B"])
    assert judged.verdict == UNTESTABLE


@pytest.mark.parametrize("test", [lowest, best_on_most])
def test_copies_of_one_fit_are_tested_over_the_test_rows(test):
    """Of 50 test rows 16 and 15 are wrong, in each of twenty trials: that is no evidence."""
    scores = {"A": [0.32] * 20, "B": [0.30] * 20}
    judged = test(stored({"main": {"error": {"alpha": scores}}}), **(LOWEST | ONE_EACH))
    assert judged.verdict == INCONCLUSIVE
    assert judged.evidence[0]["pairs"] == 50
    assert judged.reason.endswith("In 1 case one fit is tested over its test rows.")


ONE_EACH = {"methods": ["A"], "than": ["B"]}


def test_the_lowest_is_that_of_the_trials_which_all_methods_have():
    lucky = {"A": planted(-0.1), "B": BASE, "B2": [0.0] + [NAN] * 7}
    results = stored({"main": {"error": {"alpha": lucky, "beta": {**lucky, "B2": [NAN] * 8}}}})
    judged = lowest(results, study="main", methods=["A"], than=["B", "B2"])
    assert judged.verdict == INCONCLUSIVE and judged.evidence[0]["pairs"] == 1
    assert "Left out without a score of each method: beta." in judged.reason


def test_the_best_mean_is_the_highest_where_high_values_are_good():
    def judge(shift):
        results = stored({"main": {"auc": {"alpha": {"A": planted(shift), "B": BASE}}}})
        results.study("main").lower_is_better = lambda _: False
        return lowest(results, study="main", metric="auc", **ONE_EACH)

    assert_steps(judge, [FAILS, -t(ALPHA / 2) * ERROR, INCONCLUSIVE, 0.0, HOLDS])
    assert judge(0.1).reason.startswith(
        "The highest mean area under the ROC curve is that of A on 1 of 1 data set."
    )
    assert " A rival is as high or higher on alpha." in judge(-0.1).reason
    assert judge(0.1).evidence[0]["difference"] == pytest.approx(0.1)


@pytest.mark.slow
def test_methods_that_differ_by_chance_alone_are_seldom_the_best(without_flips):
    """The lowest of four equal methods is below the lowest rival in every other sample."""
    rng = np.random.default_rng(0)
    names = {"methods": [f"A{i}" for i in range(4)], "than": [f"B{i}" for i in range(4)]}
    won = 0
    for _ in range(60):
        errors = {name: rng.normal(0.3, 0.01, 20) for side in names.values() for name in side}
        results = stored({"main": {"error": {"alpha": errors}}})
        won += best_on_most(results, study="main", **names).verdict == HOLDS
    assert won <= 3


OTHER = BASE[[2, 5, 0, 7, 1, 4, 6, 3]]  # as large as `BASE`, but of trials that fall otherwise


@pytest.mark.parametrize("shift", [-0.01, 0.01])
def test_one_method_alone_must_beat_all_methods_of_the_other_side(shift):
    """A and B are told apart, and A2 and B2, each by its own trials; A and B2 are not."""
    scores = {
        "A": planted(shift, 0.001), "B": BASE, "A2": OTHER + planted(shift, 0.001) - BASE,
        "B2": OTHER,
    }  # fmt: skip
    judged = best_on_most(stored({"main": {"error": {"alpha": scores}}}), **BOTH)
    assert judged.verdict == INCONCLUSIVE


@pytest.mark.parametrize(("ours", "rivals"), [(1, 3), (3, 1)])
def test_the_level_of_a_side_is_shared_by_its_own_methods(ours, rivals):
    names = {
        "methods": [f"A{i}" for i in range(ours)], "than": [f"B{i}" for i in range(rivals)]
    }  # fmt: skip

    def judge(shift):
        scores = dict.fromkeys(names["than"], BASE)
        scores |= dict.fromkeys(names["methods"], planted(shift))
        return best_on_most(stored({"main": {"error": {"alpha": scores}}}), study="main", **names)

    won, lost = (t(ALPHA / 2 / number) * ERROR for number in (ours, rivals))
    assert_steps(judge, [HOLDS, -won, INCONCLUSIVE, lost, FAILS])


@pytest.mark.parametrize("shift", [-1e-5, 1e-5])
def test_the_lowest_mean_of_several_studies_is_among_the_methods_of_all(shift):
    scores = {"main": {"error": {"alpha": {"A": planted(shift)}, "beta": {"A": planted(0.1)}}},
              "side": {"error": {"alpha": {"B": BASE, "B2": planted(0.2)}}}}  # fmt: skip
    judged = lowest(stored(scores), study=["main", "side"], methods=["A"], than=["B", "B2"])
    assert judged.verdict == (HOLDS if shift < 0 else INCONCLUSIVE)
    assert [(e["dataset"], e["than"]) for e in judged.evidence] == [("alpha", "B")]


@pytest.mark.parametrize(
    ("shifts", "need", "verdict"),
    [
        ((-0.1, -0.1, -0.1), 1.0, HOLDS), ((-0.1, -1e-5, 0.1), 0.5, HOLDS),
        ((-0.1, 1e-5, -0.1), 1.0, INCONCLUSIVE), ((-0.1, 0.1, 0.1), 0.5, FAILS),
    ],
)  # fmt: skip
def test_the_data_sets_of_all_studies_count_each_in_its_study(shifts, need, verdict):
    """alpha is in both studies, and C's rival there is D alone, although B is far lower."""
    first, second, third = shifts
    scores = {
        "main": {"error": {"alpha": {"A": planted(first), "B": BASE},
                           "beta": {"A": planted(second), "B": BASE}}},
        "side": {"error": {"alpha": {"C": planted(third + 0.3), "D": BASE + 0.3}}},
    }  # fmt: skip
    judged = lowest_in_studies(
        stored(scores), methods={"main": ["A"], "side": ["C"]},
        than={"main": ["B"], "side": ["D"]}, need=need,
    )  # fmt: skip
    assert judged.verdict == verdict
    won = [int(shift < 0) for shift in shifts]
    assert judged.reason.startswith(
        f"The lowest mean error is that of a method that the claim is about in {sum(won)} of 3 "
        f"cases; by study it is so in {sum(won[:2])} of 2 in main and {won[2]} of 1 in side."
    )
    assert [(e["study"], e["dataset"]) for e in judged.evidence] == [
        ("main", "alpha"), ("main", "beta"), ("side", "alpha"),
    ]  # fmt: skip


def test_nothing_is_lowest_in_studies_where_nothing_ran():
    results = stored({"main": {"error": {"alpha": {"A": [NAN] * 8, "B": BASE.tolist()}}}})
    judged = lowest_in_studies(results, methods={"main": ["A"]}, than={"main": ["B"]})
    assert judged.verdict == UNTESTABLE


def test_of_several_studies_the_trials_that_all_have_decide():
    """B's first six trials, which A has too, are worse than A's; its later ones are far better."""
    errors = {
        "main": {"error": {"alpha": {"A": planted(-0.1)[:6]}}},
        "side": {"error": {"alpha": {"B": [*BASE[:6], 0.0, 0.0], "B2": [0.25] * 8}}},
    }
    judged = best_on_most(
        stored(errors), study=["main", "side"], methods=["A"], than=["B", "B2"], need=0.0
    )
    assert judged.evidence[0]["than"] == "B2" and judged.evidence[0]["pairs"] == 6


def test_a_metric_of_high_values_and_a_condition_are_judged_alike():
    def judge(shift):
        scores = {("auc", "8"): {"alpha": {"A": planted(shift), "B": BASE}}}
        results = stored({"main": scores})
        results.study("main").lower_is_better = lambda _: False
        return best_on_most(
            results, study="main", metric="auc", condition="8", methods=["A"], than=["B"]
        )

    told = t(ALPHA / 2) * ERROR
    assert_steps(judge, [FAILS, -told, INCONCLUSIVE, told, HOLDS])


@pytest.mark.parametrize(("by", "verdict"), [(0.2, HOLDS), (-0.1, INCONCLUSIVE)])
def test_a_study_may_give_its_methods_their_best_condition(by, verdict):
    """A is above B on both data sets, and below it at condition 8 on alpha, by 0.2 at its best."""
    above = {name: {"A": BASE + 0.1, "B": BASE} for name in ("alpha", "beta")}
    settings = {
        ("error", "1"): {"alpha": {"A": BASE + 0.5}},
        ("error", "8"): {"alpha": {"A": BASE - by}},
    }
    results = stored({"main": {"error": above}, "settings": settings})
    options = {"study": "main", "methods": ["A"], "than": ["B"], "need": 0.5}
    judged = lowest(results, **options, best_conditions="settings")
    assert (judged.verdict == HOLDS) == (verdict == HOLDS)
    first, second = judged.evidence
    assert first["difference"] == pytest.approx(-by)
    assert second["difference"] == pytest.approx(0.1)
    assert lowest(results, **options).verdict == FAILS


@pytest.mark.parametrize("lower_is_better", [True, False])
def test_the_interval_of_the_leaders_is_stored_from_its_lower_end(lower_is_better):
    scores = {"alpha": {"A": BASE, "B": planted(0.1)}}
    results = stored({"main": {"error": scores}})
    results.experiment.study("main").lower_is_better = lambda _: lower_is_better
    low, high = lowest(results, study="main", methods=["A"], than=["B"]).evidence[0]["interval"]
    assert low < -0.1 < high


def test_a_data_set_that_one_study_lacks_is_not_left_out_but_not_asked():
    ours, rival = ({name: {m: scores} for name in ("alpha", "beta")}
                   for m, scores in (("A", BASE - 0.1), ("B", BASE)))  # fmt: skip
    studies = {"main": ours, "side": rival, "third": {"alpha": {"B2": BASE}}}
    results = stored({study: {"error": scores} for study, scores in studies.items()})
    judged = lowest(results, study=list(studies), methods=["A"], than=["B", "B2"])
    assert [entry["dataset"] for entry in judged.evidence] == ["alpha"]
    assert "beta" not in judged.reason


def test_a_method_of_several_studies_is_that_of_the_first():
    errors = {"main": {"A": planted(-0.1)}, "side": {"A": planted(0.1), "B": BASE}}
    results = stored({study: {"error": {"alpha": of}} for study, of in errors.items()})
    judged = best_on_most(results, study=["main", "side"], **ONE_EACH)
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["difference"] == pytest.approx(-0.1)


@pytest.mark.parametrize("test", [lowest, best_on_most])
def test_a_failed_method_that_the_claim_does_not_name_takes_no_trial(test):
    scores = {"A": planted(-0.1), "B": BASE, "B2": [NAN] * 8}
    judged = test(stored({"main": {"error": {"alpha": scores}}}), study="main", **ONE_EACH)
    assert judged.verdict == HOLDS and judged.evidence[0]["pairs"] == 8


@pytest.mark.parametrize("test", [lowest, best_on_most])
def test_the_best_of_each_side_is_the_one_with_the_best_mean(test):
    """A and B are the better ones in all trials but one."""
    scores = {"A": [0.1] * 7 + [0.9], "A2": [0.15] * 8, "B": [0.2] * 7 + [1.0], "B2": [0.25] * 8}
    judged = test(stored({"main": {"error": {"alpha": scores}}}), **BOTH)
    assert [(e["method"], e["than"]) for e in judged.evidence] == [("A2", "B2")]


@pytest.mark.parametrize("test", [lowest, best_on_most])
@pytest.mark.parametrize(("leader", "told"), [(0.1, True), (0.9, False)])
def test_copies_are_told_of_the_best_of_each_side(test, leader, told):
    """A and B have trials that differ, and A2 and B2 have none."""
    scores = {"A": BASE + 0.2, "A2": [leader] * 8, "B": BASE + 0.2, "B2": [0.2] * 8}
    judged = test(stored({"main": {"error": {"alpha": scores}}}), **BOTH)
    assert ("In 1 case one fit is tested over its test rows." in judged.reason) == told


@pytest.mark.parametrize("test", [lowest, best_on_most])
@pytest.mark.parametrize("alike", ["A", "B"])
def test_copies_of_one_side_are_no_copies(test, alike):
    scores = {"A": BASE, "B": BASE + 0.1} | {alike: [0.2] * 8}
    judged = test(stored({"main": {"error": {"alpha": scores}}}), study="main", **ONE_EACH)
    assert "one fit" not in judged.reason


def test_a_mean_that_is_equal_to_that_of_a_rival_is_not_the_lowest():
    results = stored({"main": {"error": {"alpha": {"A": BASE, "B": BASE}}}})
    assert lowest(results, study="main", **ONE_EACH).verdict == INCONCLUSIVE


@pytest.mark.parametrize(("trials", "verdict"), [(5, INCONCLUSIVE), (6, HOLDS)])
def test_few_trials_do_not_tell_which_mean_is_the_lowest(trials, verdict):
    scores = {"A": planted(-0.1)[:trials], "B": BASE[:trials]}
    results = stored({"main": {"error": {"alpha": scores}}})
    assert lowest(results, study="main", **ONE_EACH).verdict == verdict


@pytest.mark.parametrize(("shifts", "verdict"), [((-0.1, -0.1), HOLDS), ((-0.1, 0.1), FAILS)])
def test_every_data_set_is_asked_for_the_lowest_mean_if_no_share_is_given(shifts, verdict):
    scores = {d: {"A": planted(s), "B": BASE} for d, s in zip(("d0", "d1"), shifts, strict=True)}
    results = stored({"main": {"error": scores}})
    one = lowest(results, study="main", methods=["A"], than=["B"])
    several = lowest_in_studies(results, methods={"main": ["A"]}, than={"main": ["B"]})
    assert one.verdict == several.verdict == verdict


def test_the_highest_mean_flips_where_the_means_are_equal():
    def judge(shift):
        results = stored({"main": {"auc": {"alpha": {"A": planted(shift), "B": BASE}}}})
        results.experiment.study("main").lower_is_better = lambda _: False
        return lowest(results, study="main", methods=["A"], than=["B"], metric="auc")

    assert_steps(judge, [FAILS, -t(ALPHA / 2) * ERROR, INCONCLUSIVE, 0.0, HOLDS])


def test_the_condition_is_that_of_every_study():
    """At condition 8 A is the lower one, and B without it."""
    first = {"error": {"alpha": {"A": BASE}}, ("error", "8"): {"alpha": {"A": planted(-0.1)}}}
    other = {"error": {"alpha": {"B": BASE - 0.5}}, ("error", "8"): {"alpha": {"B": BASE}}}
    judged = best_on_most(
        stored({"main": first, "side": other}), study=["main", "side"], condition="8", **ONE_EACH
    )
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["difference"] == pytest.approx(-0.1)


def test_data_sets_without_scores_are_told_of_every_study():
    gone, there = {"A": [NAN] * 8, "B": BASE}, {"A": planted(-0.1), "B": BASE}
    scores = {"main": {"error": {"gone": gone, "there": there}}, "side": {"error": {"d": there}}}
    judged = lowest_in_studies(
        stored(scores), methods={"main": ["A"], "side": ["A"]}, than={"main": ["B"], "side": ["B"]}
    )
    assert judged.verdict == HOLDS
    assert judged.reason.endswith("Left out without a score of each method: gone.")
