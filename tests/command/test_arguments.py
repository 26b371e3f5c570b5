"""The parsers of the commands, and what a shell may complete."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from methods.command.command_line import main
from methods.command.own_method_arguments import width

ROOT = Path(__file__).resolve().parents[2]


def completions(line):
    """What argcomplete offers to a shell at the end of `line`."""
    environment = os.environ | {
        "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_SHELL": "bash",
        "COMP_LINE": line, "COMP_POINT": str(len(line.encode())), "COMP_TYPE": "9",
        "_ARGCOMPLETE_STDOUT_FILENAME": "/dev/stdout",
    }  # fmt: skip
    code = "import sys; from methods.__main__ import run; sys.argv[0] = 'marginbench'; run()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    return {word.strip() for word in done.stdout.split("\n")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("marginbench sta", "status"),
        ("marginbench list da", "datasets"),
        ("marginbench show sona", "sonar"),
        ("marginbench clean er", "erm"),
    ],
)
def test_a_shell_completes_commands_and_names(line, offered):
    pytest.importorskip("argcomplete", reason="argcomplete is not installed")
    assert offered in completions(line)


@pytest.mark.parametrize(
    "command", ["list", "show", "new", "check", "status", "bench", "clean", "document", "try"]
)
def test_every_command_has_a_help_text(command, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    text = capsys.readouterr().out
    assert stopped.value.code == 0 and f"methods {command}" in text and len(text.split("\n")) > 5


@pytest.mark.parametrize("rope", ["-0.01", "nan", "inf", "wide"])
def test_a_region_of_equivalence_has_a_width_from_zero(rope, capsys):
    with pytest.raises(SystemExit):
        main(["land", "mine.Mine", f"--rope={rope}"])
    assert f"'{rope}' is not a number from 0" in capsys.readouterr().err
    assert width("0") == 0
