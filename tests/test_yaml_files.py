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
