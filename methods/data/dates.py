"""Dates in text, as seconds since the start of 1970.

A column has one form. Whether day or month comes first between slashes is told by all its rows:
one number above 12 decides. If no row does, the column has no dates, and its user must say more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

ZONE = r"(?P<zone>Z|[+-]\d\d:?\d\d)?"
TIME = rf"(?:[T ](?P<H>\d\d?):(?P<M>\d\d)(?::(?P<S>\d\d)(?P<f>\.\d+)?)?\s*{ZONE})?"
FORMS = {
    "year-month-day": r"(?P<y>\d{4})[-/](?P<m>\d\d?)[-/](?P<d>\d\d?)" + TIME,
    "day.month.year": r"(?P<d>\d\d?)\.(?P<m>\d\d?)\.(?P<y>\d{4})" + TIME,
    "day/month/year": r"(?P<d>\d\d?)/(?P<m>\d\d?)/(?P<y>\d{4})" + TIME,
    "month/day/year": r"(?P<m>\d\d?)/(?P<d>\d\d?)/(?P<y>\d{4})" + TIME,
}
COMPACT = r"(?P<y>\d{4})(?P<m>\d\d)(?P<d>\d\d)"  # a number, unless its user says that it is a date
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def seconds_of(texts: Sequence[str], stated: bool = False) -> tuple[list[float], str] | None:
    """Seconds of each text, and the form that fits all; None if no form does, or two that differ.

    Parameters
    ----------
    texts : the cells of a column, without gaps.
    stated : the user says that they are dates, so eight digits are one, too.
    """
    forms = FORMS | ({"yearmonthday": COMPACT} if stated else {})
    fitting = [
        (seconds, form) for form in forms if (seconds := _seconds(texts, forms[form])) is not None
    ]
    return fitting[0] if fitting and all(s == fitting[0][0] for s, _ in fitting) else None


def first_that_is_none(texts: Sequence[str]) -> int | None:
    """The position of the first text that is a date in no form; None if there is none."""
    forms = [*FORMS.values(), COMPACT]
    for at, text in enumerate(texts):
        if all(_seconds([text], form) is None for form in forms):
            return at
    return None


def _seconds(texts: Sequence[str], form: str) -> list[float] | None:
    pattern = re.compile(form)
    seconds: list[float] = []
    for text in texts:
        match = pattern.fullmatch(text)
        if match is None:
            return None
        try:
            seconds.append(_since_epoch(match.groupdict()))
        except ValueError:  # the 30th of February
            return None
    return seconds


def _since_epoch(parts: dict[str, str | None]) -> float:
    year, month, day, hour, minute, second = (int(parts.get(key) or 0) for key in "ymdHMS")
    moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC) - EPOCH
    zone = parts.get("zone")
    if zone and zone != "Z":
        ahead = timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:]))
        moment -= ahead if zone[0] == "+" else -ahead
    return moment // timedelta(seconds=1) + float(parts.get("f") or 0)
