"""The arguments of `try` and `land`, which compare a method of the user's."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import inf, nan
from pathlib import Path

Command = Callable[..., argparse.ArgumentParser]


def add_try(command: Command) -> None:
    parser = command(
        "try",
        "compare all methods on a table of yours, with yours among them",
        "Takes CSV, Parquet, Excel and ARFF. Everything is in a folder of its own, which the same "
        "call goes on with. Another metric fits nothing, and more trials fit only the new ones.",
    )
    parser.add_argument("table", type=Path, metavar="FILE")
    parser.add_argument("--target", required=True, metavar="COLUMN", help="the class of a row")
    parser.add_argument(
        "--method", action="append", default=[], metavar="PATH",
        help="a class of yours, such as mine.NearestMean of plugins/mine.py, or with parameters: "
        "'{class: mine.NearestMean, shrinkage: 0.2}'; may be given again",
    )  # fmt: skip
    parser.add_argument(
        "--methods", nargs="+", default=[], metavar="NAME",
        help="those of the yardstick to compare with (default: all that take such a table)",
    )  # fmt: skip
    parser.add_argument(
        "--metric", action="append", default=[], metavar="NAME",
        help="what decides, such as roc_auc (default: error); of several the first decides",
    )  # fmt: skip
    parser.add_argument(
        "--trials", type=count, default=15, metavar="N", help="random halves (default: 15)"
    )
    parser.add_argument("--groups", metavar="COLUMN", help="rows of a group stay on one side")
    parser.add_argument(
        "--max-bytes", type=count, metavar="N", help="largest size of FILE (default: 300 MB)"
    )
    _add_limits(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="the folder (default: results/tries/<table>)"
    )


def add_land(command: Command) -> None:
    parser = command(
        "land",
        "where a method of yours lands among those of a kept run",
        "Fits yours alone, on the trials of results/reference, and pairs the scores. Everything is "
        "in a folder of its own, which the same call goes on with.",
    )
    parser.add_argument(
        "method", metavar="PATH",
        help="a class of yours, such as mine.NearestMean of plugins/mine.py, or with parameters: "
        "'{class: mine.NearestMean, shrinkage: 0.2}'",
    )  # fmt: skip
    parser.add_argument(
        "--grid", metavar="YAML",
        help="settings to choose from by three folds of the training rows, as in "
        "'{shrinkage: [0, 0.2]}' (default: param_grid of the class, if it has one)",
    )  # fmt: skip
    parser.add_argument(
        "--against", default="yardstick", metavar="EXPERIMENT",
        help="the kept experiment (default: yardstick)",
    )  # fmt: skip
    parser.add_argument(
        "--study", metavar="NAME", help="of that experiment (default: the first one that is kept)"
    )
    parser.add_argument(
        "--datasets", nargs="+", default=[], metavar="NAME", help="(default: all that are kept)"
    )
    parser.add_argument(
        "--trials", type=count, metavar="N", help="of each data set (default: all that are kept)"
    )
    parser.add_argument(
        "--metric", default="error", metavar="NAME", help="that was kept (default: error)"
    )
    parser.add_argument(
        "--rope", type=width, default=0.01, metavar="X",
        help="methods that differ by X at most are practically equal (default: 0.01)",
    )  # fmt: skip
    _add_limits(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR",
        help="the folder (default: results/lands/<experiment>_<method>)",
    )  # fmt: skip


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=count, metavar="N", help="time limit of one fit")
    parser.add_argument("--memory", type=count, metavar="MB", help="memory limit of one fit")
    parser.add_argument("--cores", type=count, metavar="N", help="fits at a time (default: all)")


def width(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not 0 <= value < inf:  # without a width two methods are equal with probability 0
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0")
    return value


def count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)
