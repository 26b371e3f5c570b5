"""How numbers, names and shifts are told in a sentence.

A number has two or three digits and the unit of its table. A list names four things at most. What
code calls ``train_error`` is the training error here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import copysign, exp, expm1, floor, isfinite, isnan, log, log10

NAMED = 4  # names that a list spells out
DATASETS = "data sets"  # what is listed most
WIDEST = 60  # letters of such a list; of longer names only the number is told
WIDEST_PAIRS = 98  # letters of the names on both sides of pairs
SMALLEST, LARGEST = 1e-4, 1e7  # other numbers are told with a power of ten
LARGEST_FACTOR = 1e6  # of a larger factor only that it is larger
TOO_FEW = "There are too few trials to say."
SPREAD = "it moves all alike: it brings some nearer and takes others away"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
VERBS = {"holds": "hold", "fails": "fail", "inconclusive": "be inconclusive"}
QUANTITIES = {
    "train_error": "training error",
    "train_seconds": "training time",
    "log_cost": "cost",
    "auc": "area under the ROC curve",
    "roc_auc": "area under the ROC curve",
    "lesser_share": "smaller of precision and recall",
    "flips_found": "number of flipped examples found",
    "grouping": "purity of the blocks",
    "log_impurity": "decimal logarithm of the impurity of the blocks",
    "negations": "share of updates that negate the vector",
    "late_negations": "share of negations after the first tenth of the epochs",
    "finite_epochs": "epochs with finite weights",
    "oscillation": "oscillation of the training error",
}
COUNTS = ("rounds", "iterations", "computations", "epochs")  # the last words of such metrics
SHARES = ("negations", "late_negations")  # metrics that are told in percent
PARAMETERS = {"mus": "mu", "Cs": "C"}  # lists of one value, in a sweep over it


@dataclass(frozen=True)
class Unit:
    """How a number is told: `scale` times it, with a word for a value and one for a difference.

    Differences of a logarithm (`is_log`) are told as factors.
    """

    value: str = ""
    difference: str = ""
    scale: float = 1.0
    is_log: bool = False

    def told(self, value: float, digits: int = 3) -> str:
        """A value, such as 13.2 %, or the number whose logarithm it is."""
        if self.is_log:
            return number(exp(value), digits)
        return _with_unit(number(self.scale * value, digits), self.value)

    def within(self, value: float, interval: Sequence[float], digits: int = 3) -> str:
        """A value and its interval, such as 0.12 (0.1 to 0.14)."""
        low, high = (number(self.scale * end, digits) for end in interval)
        return f"{self.told(value, digits)} ({low} to {high})"

    def step(self, difference: float, digits: int = 2) -> str:
        """The size of a difference, such as 0.8 points."""
        if self.is_log:
            huge = self.is_huge(difference)
            factor = "more than a million" if huge else number(exp(abs(difference)), 3)
            return f"a factor of {factor}"
        return _with_unit(number(abs(self.scale * difference), digits), self.difference)

    def is_huge(self, difference: float) -> bool:
        """Whether a factor is too large to be told."""
        return self.is_log and abs(difference) > log(LARGEST_FACTOR)

    def moved(self, difference: float) -> str:
        """A difference with its direction, such as 0.8 points higher, or 1.2 % lower.

        A factor of less than 2 is told in percent. A difference of 0 is that of any amount, on the
        side of its sign.
        """
        side = "higher" if copysign(1.0, difference) > 0 else "lower"
        if not difference:
            return f"{side} by any amount"
        if not self.is_log:
            return f"{self.step(difference)} {side}"
        share = expm1(min(difference, 1.0))
        if -0.5 < share < 1:
            return f"{number(100 * abs(share))} % {side}"
        return f"{side} by {self.step(difference)}"

    def scaled(self, difference: float, digits: int = 2) -> str:
        """A difference with its sign and without its unit; a factor for a logarithm."""
        return number(exp(difference) if self.is_log else self.scale * difference, digits)


def _with_unit(size: str, unit: str) -> str:
    return size + (unit.removesuffix("s") if size == "1" else unit)


PLAIN = Unit()
PERCENT = Unit(" %", " points", 100.0)
POINTS = Unit(" points", " points", 100.0)
PRINTED_PERCENT = Unit(" %", " points")
OF_LARGEST_WEIGHT = Unit(" %", " % of the largest weight", 100.0)
DEGREES = Unit(" degrees", " degrees")
SECONDS = Unit(" seconds", " seconds")
FACTOR = Unit(is_log=True)
STANDARD_ERRORS = Unit(" standard errors", " standard errors")
OF_ITS_STANDARD_ERRORS = Unit(difference=" of its standard errors")


def unit_of(metric: str) -> Unit:
    """The unit in which the tables show a metric or a curve."""
    if metric == "log_cost":
        return FACTOR
    if metric.endswith("_percent"):
        return PRINTED_PERCENT
    if metric.endswith("error") or metric in SHARES:
        return PERCENT
    if metric == "oscillation":  # a change of an error
        return POINTS
    if metric.endswith("angle"):
        return DEGREES
    if metric.endswith("seconds"):
        return SECONDS
    last = metric.rpartition("_")[2]
    return Unit(difference=f" {last}") if last in COUNTS else PLAIN


def quantity(metric: str) -> str:
    """A metric or a curve as the subject of a sentence: the training error."""
    told = QUANTITIES.get(metric, words(metric.removesuffix("_percent")))
    return f"the number of {told}" if metric.rpartition("_")[2] in COUNTS else f"the {told}"


def number(value: float, digits: int = 2) -> str:
    """So many significant digits, without the zeros at the end."""
    size = abs(value)
    if size == 0:
        return "0"
    if not isfinite(size):
        return "unknown" if isnan(size) else "infinite"
    power = floor(log10(float(f"{size:.{digits}g}")))
    if not log10(SMALLEST) <= power < log10(LARGEST):
        return f"{number(value / 10.0**power, digits)} × 10{str(power).translate(SUPERSCRIPTS)}"
    text = f"{value:,.{max(digits - 1 - power, 0)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def chance(p_value: float) -> str:
    """A p-value; of a very small one only that it is."""
    if isnan(p_value):
        return "no p-value"
    return f"p = {number(p_value)}" if p_value >= SMALLEST else "p below 0.0001"


def counted(count: int, one: str) -> str:
    """A number with its noun: 1 data set, 1,200 data sets."""
    return f"{count:,} {one}{'s' * (count != 1)}"


def how_many(count: int, one: str = "is", several: str = "are") -> str:
    """A number with its verb: none is, 1 is, 2 are."""
    return f"{count or 'none'} {one if count < 2 else several}"


def words(name: str) -> str:
    """The name of a data set, a study, a metric or a printed table without the marks of code."""
    return re.sub(r"^(table|figure)(\d)", r"\1 \2", name.replace("_", " "))


def setting(parameter: str, label: str) -> str:
    """One setting of a sweep over a parameter: penalty 2. Of other sweeps, only the setting."""
    return f"{parameter_name(parameter)} {words(label)}" if parameter and label else words(label)


def parameter_name(parameter: str) -> str:
    """What a sweep varies, such as the restart rounds of estimator__restart_rounds."""
    name = parameter.rpartition("__")[2]
    return PARAMETERS.get(name, words(name))


def listed(names: Sequence[str], kind: str = "") -> str:
    """Four names at most; of more, three and the number of the others, with what they are."""
    shown = list(dict.fromkeys(names))
    if len(shown) > NAMED:
        shown = [*shown[: NAMED - 1], f"{len(shown) - NAMED + 1} more {kind}".rstrip()]
    *most, last = shown
    return f"{', '.join(most)} and {last}" if most else last


def group(names: Sequence[str], kind: str = "methods") -> str:
    """The names, if they are few and short, or else their number."""
    distinct = list(dict.fromkeys(names))
    told = " and ".join(distinct)
    is_short = len(distinct) + told.count(",") <= NAMED and len(told) <= WIDEST
    return listed(distinct) if is_short or len(distinct) == 1 else f"{len(distinct)} {kind}"


def sides(pairs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Both sides of pairs of methods: "A and B" and "C", "C and D in turn" or "the same"."""
    distinct = [*dict.fromkeys(pairs)]
    ours, theirs = ([*dict.fromkeys(side)] for side in zip(*pairs, strict=True))
    if len(ours) > 1 and len(theirs) > 1 and len(distinct) < len(ours) * len(theirs):
        one_to_one = len(distinct) == len(ours) == len(theirs)
        if ours == theirs and one_to_one:
            return group(ours), "the same"
        named, in_turn = group(ours), group(theirs, "rivals")
        are_named = (named, in_turn) == (listed(ours), listed(theirs))
        is_short = len(named) + len(in_turn) <= WIDEST_PAIRS
        in_turn = f"{in_turn} in turn"
        return named, in_turn if one_to_one and are_named and is_short else "the rival of each"
    return group(ours), group(theirs, "rivals")


def sentence(text: str) -> str:
    """With a capital letter, and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def sentences(*parts: str) -> str:
    """Those that are not empty, one after the other."""
    return " ".join(sentence(part) for part in parts if part)


def flip(flips: Mapping[str, float], moved: str, unit: Unit = PLAIN, why_none: str = SPREAD) -> str:
    """What would change a verdict: ``It would fail if the error of A were 0.8 points higher.``

    If no shift would, `why_none` says why.
    """
    if not flips:
        return f"No shift of {moved} would change the verdict, since {why_none}."
    (verdict, shift), *others = sorted(flips.items(), key=lambda item: abs(item[1]))
    first = f"It would {VERBS[verdict]} if {moved} were {unit.moved(shift)}"
    return first + "".join(f", and {VERBS[v]} if {unit.moved(s)}" for v, s in others) + "."
