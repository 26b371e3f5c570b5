"""Names and misfits in the options of an output, found by the types of the options."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pytest

from methods.errors import UserError
from methods.schemas.option_kinds import (
    DatasetName,
    Kind,
    MethodName,
    Metric,
    PrintedMethod,
    Published,
    StudyName,
)
from methods.schemas.option_mentions import (
    Mention,
    Misfit,
    mentions,
    names_of,
    option_mentions,
    option_types,
    words,
)


def names(hint, value):
    """Kind and name of each mention; there must be no misfit."""
    parts = mentions(hint, value, ("option",))
    assert not [part for part in parts if isinstance(part, Misfit)]
    return [(*part.kinds, part.name) for part in parts]


@pytest.mark.parametrize(
    ("hint", "value", "mentioned"),
    [
        (StudyName, "main", [("study", "main")]),
        (StudyName | Sequence[StudyName], "main", [("study", "main")]),
        (StudyName | Sequence[StudyName], ["a", "b"], [("study", "a"), ("study", "b")]),
        (Sequence[MethodName] | None, ["A"], [("method", "A")]),
        (Sequence[MethodName] | None, None, []),
        (Mapping[MethodName, MethodName], {"A": "B"}, [("method", "A"), ("method", "B")]),
        (dict[DatasetName, int], {"alpha": 3}, [("data set", "alpha")]),
        (Mapping[str, Sequence[MethodName]], {"free": ["A"]}, [("method", "A")]),
        (tuple[MethodName, Metric], ["A", "error"], [("method", "A"), ("metric", "error")]),
        (tuple[Metric, ...], ["error", "points"], [("metric", "error"), ("metric", "points")]),
        (MethodName | PrintedMethod, "A", [("method", "printed method", "A")]),
        (Literal["best"] | MethodName, "best", []),
        (Literal["best"] | MethodName, "A", [("method", "A")]),
        (Published, {"table": "t", "metric": "m", "trials": 9, "factor": 100},
         [("printed table", "t"), ("printed metric", "m")]),
        (str, "free text", []),
        (Any, {"a": [1]}, []),
        (float, 3, []),
        (Sequence[Sequence[float]], [[1, 2.5], []], []),
    ],
)  # fmt: skip
def test_every_name_is_found_with_its_kind(hint, value, mentioned):
    assert names(hint, value) == mentioned


@pytest.mark.parametrize(
    ("hint", "value", "expected", "place"),
    [
        (MethodName, 3, "method", ()),
        (Sequence[MethodName], "SVM", "list of methods", ()),
        (Sequence[MethodName], ["A", None], "method", (1,)),
        (Sequence[MethodName] | None, ["A", 3], "method", (1,)),
        (Mapping[DatasetName, int], {"alpha": 1.5}, "whole number", ("alpha",)),
        (float, "1e-3", "number", ()),  # what YAML makes of a number without a point
        (float, True, "number", ()),
        (int, 2.5, "whole number", ()),
        (bool, "yes", "true or false", ()),
        (str, 3, "text", ()),
        (tuple[MethodName, int], ["A"], "list of method, whole number", ()),
        (Published, {"table": "t"}, "mapping with metric, trials", ()),
        (
            Published,
            "t",
            "mapping with table, metric, trials, optional factor, complement, spread, names",
            (),
        ),
    ],
)
def test_a_value_of_another_type_is_a_misfit_with_its_place(hint, value, expected, place):
    (misfit,) = [p for p in mentions(hint, value, ("option",)) if isinstance(p, Misfit)]
    assert (misfit.expected, misfit.place) == (expected, ("option", *place))


@pytest.mark.parametrize(
    ("hint", "value", "choices"),
    [
        (Literal["mean", "median"], "men", ("mean", "median")),
        (Literal["mean", "median"] | None, "men", ("mean", "median")),
        (Literal[1, 2], 3, ("1", "2")),
        (Literal[1, 2], True, ("1", "2")),
        (Literal[1, 2], 1.0, ("1", "2")),
        (Published, {"table": "t", "metric": "m", "trials": 9, "fator": 1},
         ("table", "metric", "trials", "factor", "complement", "spread", "names")),
    ],
)  # fmt: skip
def test_a_wrong_choice_or_key_comes_with_those_there_are(hint, value, choices):
    (misfit,) = [p for p in mentions(hint, value, ()) if isinstance(p, Misfit)]
    assert misfit.choices == choices


def test_a_key_is_told_from_a_value():
    key, value = mentions(Mapping[MethodName, MethodName], {"A": "B"}, ("rivals",))
    assert key == Mention(("method",), "A", ("rivals",), is_key=True)
    assert value == Mention(("method",), "B", ("rivals", "A"))


def test_only_options_with_a_type_are_walked():
    def table(results, *, study: StudyName, methods=None): ...

    options = {"study": "main", "methods": "anything", "unknown": 3}
    assert option_mentions(table, options) == [Mention(("study",), "main", ("study",))]


def test_a_type_that_is_imported_for_the_type_checker_alone_is_a_user_error():
    def table(results, *, study: "NotThere"): ...  # noqa: F821

    with pytest.raises(UserError, match="annotations cannot be read: name 'NotThere'"):
        option_types(table)


def test_what_is_no_function_has_no_types():
    class Table:
        def __call__(self, results): ...

    assert option_types(Table()) == {}


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (Sequence[StudyName], "list of studies"),
        (Mapping[str, Sequence[MethodName]], "mapping of texts to lists of methods"),
        (StudyName | Sequence[StudyName], "study or list of studies"),
        (Sequence[int | str], "list of (whole number or text)"),
        (Literal["a", "b"], "'a' or 'b'"),
        (Any, "any value"),
        (list[Any], "list of any values"),
        (dict, "mapping"),
        (Kind, "any value"),
    ],
)
def test_a_type_is_said_in_plain_words(hint, text):
    assert words(hint) == text


def test_names_of_one_kind_are_told_once_and_in_order():
    a, b = Mention(("study",), "a", ("x",)), Mention(("study",), "b", ("x", 1))
    either = Mention(("study", "method"), "c", ("y",))
    parts = [b, Misfit("study", 3, ("z",)), a, Mention(("method",), "m", ("y",)), either, b]
    assert names_of(parts, "study") == ("b", "a")
    assert names_of(parts, "method") == ("m",)
    assert names_of(parts, "metric") == ()
