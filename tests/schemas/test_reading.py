"""From content to a model, or to one line."""

from datetime import date

import pytest

from methods.errors import UserError
from methods.schemas.config import Config
from methods.schemas.reading import check_plain, read


def test_content_becomes_a_model_with_its_defaults():
    config = read(Config, {"trials": 3}, "config")
    assert (config.trials, config.scale, config.figure_formats) == (3, "quick", ("png", "svg"))


def test_the_first_fault_is_a_user_error():
    with pytest.raises(UserError, match=r"^here: scale: unknown scale 'fast'; choose from: paper"):
        read(Config, {"scale": "fast", "trials": 0}, "here")


def test_what_no_hash_can_be_made_of_is_refused_with_its_place():
    check_plain({"a": [1, {"b": None}], "weights": {0: 1, 1: 5}}, "toy")
    with pytest.raises(
        UserError, match=r"^toy: a\[1\]\.b: 2020-02-02 is read as a date; put it in"
    ):
        check_plain({"a": [1, {"b": date(2020, 2, 2)}]}, "toy")
    with pytest.raises(UserError, match=r"^toy: a: keys are of different types \(int, str\)"):
        check_plain({"a": {1: 2, "b": 3}}, "toy")


def test_a_list_in_itself_is_refused():
    content: list = []
    content.append(content)
    with pytest.raises(UserError, match="toy: a mapping or a list contains itself"):
        check_plain(content, "toy")
