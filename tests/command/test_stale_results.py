"""Results of other entries or code than those that are here are neither kept nor made a crate."""

from pathlib import Path

import pytest
import yaml

from methods.bench import paths
from methods.command.command_line import main

CONFIG = ["--config", "trials=2"]
EXPERIMENT = Path("workflow/experiments/toy.yaml")
SCORES, CLAIMS = paths.stored("toy", "main", "alpha")["scores"], paths.claims("toy")
TREE = paths.fits("toy", "main", "alpha", "small_tree", "0000-0001")
CALLS = {"keep": ["keep"], "crate": ["export", "out/scores.csv", "--crate", "out/crate"]}
METHODS, MAIN = ("methods", "Small tree"), ("studies", "main")
EDITS = {
    "a parameter": ((*METHODS, "max_depth"), 3, f"{TREE} was made by other parameters"),
    "a split": ((*MAIN, "split"), {"kind": "folds", "folds": 2}, "another split or scaling"),
    "a metric": ((*MAIN, "metrics"), ["accuracy"], f"{SCORES} was scored by other metrics"),
    "a claim": (("claims", "wins", "says"), "much", f"{CLAIMS} was made by other parameters"),
}


def edit(keys, to):
    content = part = yaml.safe_load(EXPERIMENT.read_text())
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = to
    EXPERIMENT.write_text(yaml.safe_dump(content, sort_keys=False))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("what", EDITS)
def test_what_a_run_would_make_again_is_refused(finished, capsys, what, call):
    keys, to, said = EDITS[what]
    edit(keys, to)
    assert main([*CALLS[call], *CONFIG]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ") and said in line
    assert line.endswith("start the run again, which makes these again")
    assert not Path(paths.REFERENCE).exists() and not Path("out").exists()


def test_an_edit_that_makes_nothing_again_is_no_fault(finished):
    EXPERIMENT.write_text(f"# a remark\n{EXPERIMENT.read_text()}")
    assert main(["keep", *CONFIG]) == 0


def claimed(capsys):
    capsys.readouterr()
    assert main(["claim", "toy/wins", "--json", *CONFIG]) == 0
    return capsys.readouterr()


def test_a_claim_on_stale_scores_is_judged_with_a_warning(finished, capsys):
    before = claimed(capsys)
    assert not before.err
    edit((*METHODS, "max_depth"), 3)
    told = claimed(capsys)
    (line,) = told.err.splitlines()
    assert line.startswith(f"warning: {TREE} was made by other parameters; the verdict is that of")
    assert told.out == before.out


def test_an_edited_claim_is_judged_without_one(finished, capsys):
    edit(("claims", "wins", "need"), 0.5)
    told = claimed(capsys)
    assert not told.err and '"need": 0.5' in told.out


@pytest.mark.parametrize("other", ["trials=1", "scale=paper"])
def test_a_claim_on_a_part_of_what_was_run_is_judged_with_a_warning(finished, capsys, other):
    assert main(["claim", "toy/wins", *CONFIG, other]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("warning: the results of toy are of a run with other settings, and this")
    assert line.endswith("such as --config scale=paper datasets=all")


def test_verdicts_that_are_damaged_do_not_matter_to_a_claim(finished, capsys):
    Path(CLAIMS).write_text(Path(CLAIMS).read_text().replace("0", "1", 1))
    assert not claimed(capsys).err
