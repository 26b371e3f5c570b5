"""YAML files: faults are one line, and nothing in them builds objects."""

import pytest

from methods.errors import UserError
from methods.yaml_files import read_yaml


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
