"""What the sentences on the claims of SMM tell."""

import pytest

from methods.claims.sentences import of_smm


@pytest.mark.parametrize(("margin", "by"), [(0.0, ""), (0.5, " by more than 0.5")])
def test_purer_blocks_are_asked_on_the_logarithm(margin, by):
    assert of_smm.purer(margin).clause([("A", "B")]) == (
        "the decimal logarithm of the ratio for the purest blocks of A is lower than that of B" + by
    )


@pytest.mark.parametrize(
    ("medians", "are"),
    [
        ([-1.2341, -2.341, -2.0], "The medians are -2.34 to -1.23."),
        ([-1.0, -1.0], "The median is -1."),
    ],
)
def test_blocks_are_told_with_the_range_of_their_medians(medians, are):
    told = of_smm.blocks_of_setting("purest", "at most 0", medians)
    assert told == (
        "Of the purest setting of like error the decimal logarithm of the ratio is to be at most 0."
        f" {are}"
    )


def pair(method, verdict):
    return {"method": method, "than": "Z", "dataset": "heart_unit", "verdict": verdict}


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        (["holds", "holds"], "All 2 printed pairs are in order."),
        (["holds", "fails"], "Of 2 printed pairs 1 are in order. The other is B against Z on heart "
                             "unit."),
        (["holds", "inconclusive", "fails"],
         "Of 3 printed pairs 1 are in order. Among the others is C against Z on heart unit."),
        (["inconclusive", "holds", "inconclusive"],
         "Of 3 printed pairs 1 are in order. Among the others is A against Z on heart unit."),
    ],
)  # fmt: skip
def test_a_printed_pair_that_is_not_in_order_is_named(verdicts, told):
    evidence = [pair(name, verdict) for name, verdict in zip("ABC", verdicts, strict=False)]
    assert of_smm.in_order("are in order", verdicts.count("holds"), evidence) == told


def test_missing_deviations_are_counted():
    assert of_smm.without_deviation(0) == ""
    assert of_smm.without_deviation(2) == "a printed deviation is missing for 2 of them"


def test_varying_seconds_are_counted_over_data_sets():
    told = "The seconds of A deviate more than those of B on 2 of 3 data sets."
    assert of_smm.varying_seconds("A", "B", 2, 3) == told
