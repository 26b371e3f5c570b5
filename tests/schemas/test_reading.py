"""From content to a model, or to one line."""

from datetime import date

import pytest

from methods.errors import UserError
from methods.schemas.config import Config
from methods.schemas.dataset import Source
from methods.schemas.experiment import ExperimentFile
from methods.schemas.reading import check_plain, read
from tests.made_up import study

OF_CLAIM = ("where", "says", "about", "argument", "one_draw")


@pytest.mark.parametrize("key", OF_CLAIM)
def test_the_words_of_a_claim_are_texts(key):
    claim = {"function": "a.b", "where": "", "says": "", key: 3}
    content = {"methods": {"A": {"class": "a.B"}}, "studies": {"main": study(["x"], ["A"])}}
    with pytest.raises(UserError, match=rf"^toy: claims\.c\.{key}: 3 is not text"):
        read(ExperimentFile, content | {"claims": {"c": claim}}, "toy")


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


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n\n", "\t", "\x0b", "\x85", "\u2028", "\x00\x1b"])
def test_prose_is_one_line_wherever_it_stands(end):
    text = f"one{end}two  three{end}"
    content = {
        "title": text,
        "methods": {"A": {"class": "a.B", "title": text}},
        "studies": {"main": {**study(["x"], ["A"]), "about": text}},
        "tables": {"t": {"function": "a.b", "caption": text}},
        "claims": {"c": {"function": "a.b", **dict.fromkeys(OF_CLAIM, text)}},
    }
    model = read(ExperimentFile, content, "toy")
    words = "one two three"
    assert (model.title, model.studies["main"].about) == (words, words)
    assert model.tables["t"]["caption"] == words
    assert [model.claims["c"][key] for key in OF_CLAIM] == [words] * len(OF_CLAIM)
    assert model.methods["A"]["title"] == text  # a parameter


@pytest.mark.parametrize("name", ["a\nb", "a\tb", "a\u2028b", "a\x00b", "a" * 201])
@pytest.mark.parametrize("key", ["methods", "claims"])
def test_a_name_that_cannot_be_shown_is_refused(key, name):
    entry = {"class": "a.B", "function": "a.b", "where": "", "says": ""}
    content = {"methods": {"A": {"class": "a.B"}}, "studies": {"main": study(["x"], ["A"])}}
    content[key] = {name: entry}
    with pytest.raises(UserError, match=rf"^toy: {key}: 'a.*(printed|200 at most)$"):
        read(ExperimentFile, content, "toy")


@pytest.mark.parametrize(
    ("paths", "fault"),
    [
        (("train/data.csv", "test/data.csv"), "kept as data.csv, the name of 'train/data.csv'"),
        (("a/Data.csv", "b/data.csv"), "kept as data.csv, the name of 'a/Data.csv'"),
        (("a/fetched.json",), "kept as fetched.json, the name of the report on the files"),
    ],
)
def test_two_files_of_a_source_cannot_be_kept_under_one_name(paths, fault):
    content = {"files": [{"path": path} for path in paths], "format": "csv"}
    with pytest.raises(UserError, match=f"^toy: files: '.*' would be {fault}; give it another"):
        read(Source, content, "toy")
