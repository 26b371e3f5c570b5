"""Verdicts, and when a claim of several cases holds."""

import pytest

from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    UNTESTABLE,
    Verdict,
    decide,
    nothing_ran,
    overall,
    pairs_of,
    with_absent,
)


def test_verdicts_are_a_closed_vocabulary():
    with pytest.raises(ValueError, match="'perhaps' is not a verdict"):
        Verdict("perhaps", "")
    with pytest.raises(ValueError, match="'perhaps' is not a verdict"):
        Verdict(HOLDS, "", flips={"perhaps": 0.1})


@pytest.mark.parametrize(
    ("holding", "failing", "cases", "need", "verdict"),
    [
        (2, 0, 2, 1.0, HOLDS),
        (1, 0, 2, 1.0, INCONCLUSIVE),
        (1, 1, 2, 1.0, FAILS),
        (1, 1, 2, 0.5, HOLDS),
        (0, 1, 2, 0.5, INCONCLUSIVE),
        (0, 2, 2, 0.5, FAILS),
        (0, 1, 5, 0.8, INCONCLUSIVE),
        (0, 2, 5, 0.8, FAILS),
        (4, 1, 5, 0.8, HOLDS),
        # a share that is no whole number of cases is not rounded
        (1, 0, 3, 0.34, INCONCLUSIVE),
        (1, 2, 3, 0.34, FAILS),
        (1, 2, 3, 0.33, HOLDS),
        # one of five may still hold; 1 - 0.8 is a little below 0.2 in binary
        (0, 4, 5, 0.2, INCONCLUSIVE),
    ],
)
def test_a_claim_needs_its_share_of_cases(holding, failing, cases, need, verdict):
    assert overall(holding, failing, cases, need) == verdict


def test_methods_are_paired_with_their_own_rival_or_with_every_rival():
    assert pairs_of("AB", "CD", pairwise=True) == [("A", "C"), ("B", "D")]
    assert pairs_of("A", "CD", pairwise=False) == [("A", "C"), ("A", "D")]
    with pytest.raises(ValueError):
        pairs_of("AB", "C", pairwise=True)


def test_what_is_shown_decides_and_holding_comes_first():
    assert [decide(h, f) for h, f in ((True, False), (False, True), (False, False))] == [
        HOLDS, FAILS, INCONCLUSIVE,
    ]  # fmt: skip


def test_a_verdict_without_trials_names_the_study_and_the_data_sets():
    verdict = nothing_ran("main", ["alpha", "beta"])
    assert verdict == Verdict(
        UNTESTABLE, "No trial of the study named main finished on alpha and beta in this run."
    )
    assert nothing_ran("main").reason == "No trial of the study named main finished in this run."
    assert nothing_ran(["one", "a_b"]).reason.startswith(
        "No trial of the studies named one and a b finished"
    )


def cases(*verdicts):
    """A case each on one data set: alpha, beta, gamma."""
    names = ("alpha", "beta", "gamma")
    return [{"dataset": d, "verdict": v} for d, v in zip(names, verdicts, strict=False)]


def trials(*as_claimed):
    """Ten trials on each data set, of which so many are as claimed."""
    names = ("alpha", "beta", "gamma")
    return [
        {"dataset": d, "as_claimed": n, "trials": 10}
        for d, n in zip(names, as_claimed, strict=False)
    ]


def counts(*rows):
    return [{"method": "A", "verdict": verdict, "changed_by": n} for verdict, n in rows]


@pytest.mark.parametrize(
    ("verdict", "evidence", "need", "after"),
    [
        # a case for each data set
        (HOLDS, cases(HOLDS, HOLDS), 1.0, INCONCLUSIVE),
        (FAILS, cases(HOLDS, FAILS), 1.0, FAILS),  # one counter-example
        (FAILS, cases(HOLDS, FAILS), None, FAILS),  # the test has no option `need`
        (FAILS, cases(HOLDS, INCONCLUSIVE), None, INCONCLUSIVE),  # no case is a counter-example
        (HOLDS, cases(HOLDS, HOLDS, FAILS), 0.5, INCONCLUSIVE),  # exactly half of four
        (HOLDS, cases(HOLDS, HOLDS, HOLDS), 0.5, HOLDS),
        (HOLDS, cases(HOLDS, FAILS), 0.001, HOLDS),  # one example is there
        (FAILS, cases(FAILS, FAILS), 0.001, INCONCLUSIVE),  # the example may be the absent one
        (FAILS, cases(FAILS, FAILS, FAILS), 0.5, FAILS),
        (FAILS, cases(HOLDS, FAILS, FAILS), 0.5, INCONCLUSIVE),  # half of four may hold
        (FAILS, cases(FAILS, FAILS), 0.4, FAILS),  # at most one of three
        (FAILS, cases(FAILS, FAILS), 0.3, INCONCLUSIVE),
        # trials of each data set
        (HOLDS, trials(10, 10), 1.0, INCONCLUSIVE),
        (FAILS, trials(10, 9), 1.0, FAILS),
        (FAILS, trials(10, 9), None, FAILS),
        (HOLDS, trials(10, 10), 0.6, HOLDS),  # twenty of thirty
        (HOLDS, trials(9, 9), 0.6, INCONCLUSIVE),  # eighteen of thirty is no more than the share
        (FAILS, trials(2, 1), 0.5, FAILS),  # at most thirteen of thirty
        (FAILS, trials(5, 0), 0.5, INCONCLUSIVE),  # fifteen of thirty may be as claimed
        (FAILS, trials(5, 4), 0.5, INCONCLUSIVE),
        (HOLDS, trials(1, 0), 0.0, HOLDS),
        (FAILS, trials(0, 0), 0.0, INCONCLUSIVE),
        # a case for each data set, which also has trials
        (HOLDS, [{**row, "verdict": HOLDS} for row in trials(6, 6)], 0.6, HOLDS),
        # counts over all data sets
        (HOLDS, counts((HOLDS, 2)), None, HOLDS),
        (HOLDS, counts((HOLDS, 1)), None, INCONCLUSIVE),
        (HOLDS, counts((HOLDS, 8), (HOLDS, 1)), None, INCONCLUSIVE),
        (FAILS, counts((HOLDS, 8), (FAILS, 2)), None, FAILS),
        (FAILS, counts((HOLDS, 8), (FAILS, 1)), None, INCONCLUSIVE),
        (FAILS, counts((FAILS, float("inf"))), None, FAILS),
        # other evidence, or none
        (HOLDS, [], 1.0, INCONCLUSIVE),
        (FAILS, [], 1.0, FAILS),
        (FAILS, [{"method": "A"}], 1.0, FAILS),
        (FAILS, [{"method": "A"}], 0.5, INCONCLUSIVE),
        (FAILS, [{"method": "A"}], None, INCONCLUSIVE),  # perhaps of a mean over all data sets
        # what is open stays open
        (INCONCLUSIVE, cases(HOLDS, FAILS), 1.0, INCONCLUSIVE),
        (UNTESTABLE, [], 1.0, UNTESTABLE),
    ],
)
def test_a_verdict_stands_if_no_outcome_on_an_absent_data_set_could_change_it(
    verdict, evidence, need, after
):
    judged = Verdict(verdict, "As said.", evidence, {HOLDS: 0.1})
    changed = with_absent(judged, ["delta"], need)
    assert changed.verdict == after
    if after == verdict:
        assert changed == judged
    else:
        assert changed.reason == (
            f"Not every method ended well on delta; it {verdict} otherwise. As said."
        )
        assert changed.evidence == judged.evidence
    assert with_absent(judged, [], need) == judged


def test_a_data_set_that_lacks_some_of_its_cases_is_open_in_those_alone():
    both = [*cases(HOLDS, HOLDS), *cases(HOLDS)]  # two methods on alpha, one on beta
    judged = Verdict(HOLDS, "As said.", both)
    assert with_absent(judged, ["beta"], 0.7).verdict == HOLDS  # three of four
    assert with_absent(judged, ["beta"], 0.75).verdict == INCONCLUSIVE
    assert with_absent(judged, ["beta", "gamma"], 0.7).verdict == INCONCLUSIVE  # three of six


def test_absent_data_sets_have_as_many_cases_as_the_fullest():
    """Four of five cases hold; of the two that are absent one may have three, and one lacks two."""
    came = [*cases(HOLDS), *cases(HOLDS), *cases(HOLDS), {"dataset": "beta", "verdict": HOLDS}]
    judged = Verdict(HOLDS, "As said.", came)
    assert with_absent(judged, ["beta", "gamma"], 0.44).verdict == HOLDS  # four of nine
    assert with_absent(judged, ["beta", "gamma"], 0.45).verdict == INCONCLUSIVE


def test_a_verdict_that_is_open_on_absent_data_sets_has_no_flips():
    judged = Verdict(HOLDS, "As said.", cases(HOLDS), {FAILS: 0.1}, "It would fail.")
    changed = with_absent(judged, ["beta"], 1.0)
    assert (changed.verdict, changed.flips, changed.flip) == (INCONCLUSIVE, {}, "")


def test_the_fullest_data_set_may_stand_anywhere():
    came = [{"dataset": "beta", "verdict": HOLDS}, *cases(HOLDS), *cases(HOLDS)]  # alpha has two
    judged = Verdict(HOLDS, "As said.", came)
    assert with_absent(judged, ["gamma"], 0.5).verdict == HOLDS  # three of five
    assert with_absent(judged, ["gamma"], 0.6).verdict == INCONCLUSIVE
