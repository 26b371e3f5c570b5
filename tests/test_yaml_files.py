"""YAML files: faults are one line, and nothing in them builds objects."""

import pytest
import yaml

from methods.errors import UserError
from methods.yaml_files import dump_yaml, parse_yaml, read_yaml


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


def test_a_key_that_stands_twice_is_refused(tmp_path):
    """The later one would silently replace the other."""
    path = tmp_path / "bad.yaml"
    path.write_text("claims:\n  a: {x: 1}\n  a: {x: 2}\n")
    with pytest.raises(UserError, match=r"bad\.yaml, line 3: the key 'a' stands twice"):
        read_yaml(path)


def test_a_key_may_replace_one_that_is_merged_in(tmp_path):
    path = tmp_path / "good.yaml"
    path.write_text("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\n")
    assert read_yaml(path)["b"] == {"x": 1, "y": 3}


@pytest.mark.parametrize(
    ("text", "number"),
    [("1e-3", 0.001), ("1e3", 1000.0), ("1.0e3", 1000.0), ("-2E+4", -2e4), (".5e1", 5.0),
     ("3.e2", 300.0), ("+1e1", 10.0), ("1.5e-3", 0.0015)],
)  # fmt: skip
def test_a_number_with_an_exponent_is_a_number_without_point_or_sign_too(tmp_path, text, number):
    """To YAML 1.1 most of these are texts, and each fit with such a parameter failed."""
    path = tmp_path / "numbers.yaml"
    path.write_text(f"a: {text}\nb: [{text}]\nc: '{text}'\n")
    read = read_yaml(path)
    assert read == {"a": number, "b": [number], "c": text}
    assert [type(read[key]) for key in ("a", "c")] == [float, str]
    assert parse_yaml(dump_yaml(read)) == read


@pytest.mark.parametrize("text", ["1e", "e3", "1e3x", "0x1e3", "1e3.5", "12", "1 e3", "a1e3"])
def test_what_is_no_number_with_an_exponent_is_read_as_ever(text):
    assert parse_yaml(text) == yaml.safe_load(text)


def test_what_stands_in_two_places_is_written_twice_in_the_order_of_its_keys():
    shared = [1, 2]
    assert (
        dump_yaml({"b": shared, "a": shared}, default_flow_style=True) == "{b: [1, 2], a: [1, 2]}\n"
    )
