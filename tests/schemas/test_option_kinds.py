"""Every option of a shipped output says by its type what it names."""

from pathlib import Path
from typing import get_args, get_origin

from methods.bench.construct import resolve
from methods.bench.experiments import load_experiments
from methods.command.output_names import READER_KEYS, known_names
from methods.schemas import option_kinds
from methods.schemas.option_kinds import Kind
from methods.schemas.option_mentions import option_types

ROOT = Path(__file__).resolve().parents[2]
EXPERIMENTS = load_experiments(ROOT / "workflow" / "experiments")
FUNCTIONS = {
    entry["function"]
    for experiment in EXPERIMENTS.values()
    for kind in READER_KEYS
    for entry in getattr(experiment, kind).values()
}
FREE_TEXT = {"caption", "x_label", "y_label", "title", "titles", "why", "test", "words"}
FREE_KEYS = {"pairs"}  # its keys are the words of a row


def kinds_in(hint):
    """The words of all kinds in a type, with ``str`` for each text that has none."""
    if hint is str:
        return {"str"}
    marks = {mark.word for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Kind)}
    if marks or get_origin(hint) is None:
        return marks
    return set().union(*(kinds_in(part) for part in get_args(hint)))


def test_every_text_of_an_option_has_a_kind_or_is_known_to_be_free():
    plain = {
        (path, option)
        for path in FUNCTIONS
        for option, hint in option_types(resolve(path)).items()
        if "str" in kinds_in(hint) and option not in FREE_TEXT | FREE_KEYS
    }
    assert plain == set()


def test_options_of_every_kind_are_in_use():
    used = set().union(*(kinds_in(h) for p in FUNCTIONS for h in option_types(resolve(p)).values()))
    assert {"study", "method", "data set", "metric", "curve", "condition"} <= used


def test_every_kind_can_be_looked_up():
    kinds = {m.word for v in vars(option_kinds).values() for m in getattr(v, "__metadata__", ())}
    assert kinds == set(known_names(next(iter(EXPERIMENTS.values())), [], []))
