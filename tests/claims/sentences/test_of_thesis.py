"""What the sentences on the thesis's claims tell."""

from methods.claims.sentences.of_thesis import dominating_coefficients

ENTRY = {"method": "A", "than": "B", "mean_coefficient": 1.23456, "than_mean_coefficient": 0.5,
         "apart_interval": (-0.12345, 2.0), "trials": 7}  # fmt: skip


def test_dominating_coefficients_are_told_with_three_digits_and_what_was_compared():
    told = dominating_coefficients(ENTRY, 5)
    assert told == (
        "The 5 dominating partitions of a trial have a mean coefficient of 1.23 with A and of 0.5 "
        "with B, over 7 trials; the difference lies between -0.123 and 2."
    )
    told = dominating_coefficients(ENTRY, 5, times=0.5)
    assert "; the first less 1/0.5 of the second lies between " in told
