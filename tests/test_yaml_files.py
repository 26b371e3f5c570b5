"""YAML files: faults are one line, and the schema has the last word."""

import pytest

from methods.errors import UserError
from methods.yaml_files import complaints, held_to_schema, read_yaml


def test_a_syntax_error_names_the_line(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("a: 1\nb: [1, 2\n")
    with pytest.raises(UserError, match=r"bad\.yaml, line 3: .*expected"):
        read_yaml(path)


def test_yaml_cannot_build_objects(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("a: !!python/object/apply:os.system [true]\n")
    with pytest.raises(UserError, match="could not determine a constructor"):
        read_yaml(path)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_bytes(b"a: \xff")
    with pytest.raises(UserError, match=r"bad\.yaml: byte 3 is not text"):
        read_yaml(path)


def test_what_trips_a_reader_is_said_by_the_schema():
    content = {"trials": "ten"}
    with (
        pytest.raises(UserError, match="config: trials: 'ten' is not of type"),
        held_to_schema("config", content, "config"),
    ):
        int(content["trials"])


def test_what_a_reader_lets_pass_is_refused_by_the_schema():
    with (
        pytest.raises(UserError, match=r"config: figure_formats: .* is not of type 'array'"),
        held_to_schema("config", {"figure_formats": "svg"}, "config"),
    ):
        pass


def test_what_trips_a_reader_and_meets_the_schema_is_one_line_still():
    with (
        pytest.raises(UserError, match=r"^config: KeyError: 'x'$"),
        held_to_schema("config", {}, "config"),
    ):
        {}["x"]


def test_a_complaint_stays_short():
    assert [len(said) for said in complaints("config", {"trials": "x" * 1000}, "here")] == [200]
