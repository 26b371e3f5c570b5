"""The claims that belong to a figure."""

from methods.report.shown_claims import claims_on


def claim(study, where=""):
    return {"test": {"study": study}, "where": where}


def test_a_figure_is_told_by_the_claims_on_its_studies_first_those_on_its_place_in_print():
    one, two, other = claim("main", "Section 3"), claim(["main", "more"], "Figure 2"), claim("else")
    entry = {"study": "main", "caption": "Figure 2, left. Errors"}
    assert claims_on([one, two, other], entry) == [two, one]
    assert claims_on([one, two, other], {"studies": ["else", "more"]}) == [two, other]
    assert claims_on([one, {"test": {}, "where": ""}], {"caption": "A"}) == []
