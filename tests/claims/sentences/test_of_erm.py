"""What the sentences on the claims of ERM tell."""

from methods.claims.sentences.of_erm import no_diverse_optimum


def test_a_missing_optimum_is_told_with_its_angle_and_its_study():
    told = no_diverse_optimum(45.0, "strong_penalty")
    assert told == "No optimum 45 degrees apart was found in the study named strong penalty."
