"""The text of a picture, and the claims that it states."""

from methods.report.alternative_texts import alternative, claims_on, quantities_of

SWEEP = {"function": "methods.figures.curves.sweep", "study": "main", "caption": "Errors"}
LOWER = "methods.claims.scores.lower"


def claim(study="main", where="", function=LOWER, **options):
    return {"test": {"function": function, "study": study, **options}, "where": where}


def test_a_picture_says_what_was_found():
    claims = [{"says": "A beats B", "verdict": "fails"}]
    assert alternative("Errors.", claims) == "Errors. A beats B: fails."
    told = alternative("Errors", [{"says": "A", "about": "both", "verdict": "holds"}])
    assert told == "Errors. A (both): holds."


def test_a_figure_is_told_by_the_claims_on_its_studies_first_those_on_its_place_in_print():
    one, two, other = claim(where="Section 3"), claim(["main", "more"], "Figure 2"), claim("else")
    entry = SWEEP | {"caption": "Figure 2, left. Errors"}
    assert claims_on([one, two, other], entry) == [two, one]
    assert claims_on([{"test": {"function": LOWER}, "where": ""}], SWEEP) == []


def test_a_figure_is_told_by_claims_on_what_it_draws():
    angle = claim(function="methods.claims.trials.bounded", metric="last_angle")
    cost = claim(function="methods.claims.curves.settles", curve="objective")
    error, slow = claim(), claim(function="methods.claims.seconds.faster")
    claims = [angle, cost, error, slow]
    assert claims_on(claims, SWEEP) == [error]
    traces = {"function": "methods.figures.curves.traces", "study": "main"}
    assert claims_on(claims, traces | {"curve": "angle"}) == [angle]
    assert claims_on(claims, traces | {"curve": ["objective", "angle"]}) == [angle, cost]
    seconds = {"function": "methods.figures.curves.seconds", "study": "main"}
    assert claims_on(claims, seconds) == [slow]


def test_a_figure_is_told_by_claims_on_the_methods_that_it_shows():
    shown, other = claim(methods=["A", "C"]), claim(methods=["C"])
    assert claims_on([shown, other], SWEEP | {"methods": ["A", "B"]}) == [shown]


def test_what_a_function_draws_unless_told_counts_and_one_that_is_gone_draws_nothing():
    assert quantities_of(SWEEP) == {"error", "train_error"}
    assert quantities_of({"function": LOWER, "study": "main"}) == {"error"}
    assert quantities_of({"function": "methods.claims.of_old.lower", "study": "main"}) == set()


def test_a_figure_of_test_errors_is_not_told_by_a_claim_on_training_errors():
    assert claims_on([claim(metric="train_error")], SWEEP | {"metrics": ["error"]}) == []
