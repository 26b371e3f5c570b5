"""The sentence that helps."""

from methods.errors import UserError, unknown


def test_an_unknown_name_gets_its_nearest_neighbour_and_the_place():
    error = unknown("scale", "papr", ["smoke", "quick", "paper"], "config")
    assert str(error) == "config: unknown scale 'papr'; did you mean 'paper'?"


def test_a_name_like_no_other_gets_the_whole_choice():
    error = unknown("scale", "xyz", ["smoke", "quick"])
    assert str(error) == "unknown scale 'xyz'; choose from: quick, smoke"


def test_nothing_to_choose_from_is_said():
    assert str(unknown("claim", "x", [])) == "unknown claim 'x'; choose from: nothing"


def test_a_user_error_is_a_value_error_for_scikit_learn_callers():
    assert issubclass(UserError, ValueError)


def test_names_with_line_breaks_are_said_in_one_line():
    assert str(unknown("array", "y", ["X", "a\nb"])) == ("unknown array 'y'; choose from: X, a b")
