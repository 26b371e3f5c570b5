"""Dates: one form for a column, seconds since 1970, and texts that are no dates."""

from datetime import UTC, datetime

import pytest

from methods.data.dates import first_that_is_none, seconds_of

DAY = 86400


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("2024-02-29", "year-month-day"),
        ("2024/2/29", "year-month-day"),
        ("29.02.2024", "day.month.year"),
        ("29/2/2024", "day/month/year"),
        ("2/29/2024", "month/day/year"),
    ],
)
def test_each_form_gives_the_seconds_of_the_calendar(text, form):
    moment = int(datetime(2024, 2, 29, tzinfo=UTC).timestamp())
    assert seconds_of([text]) == ([moment], form)
    assert seconds_of([text] * 2) == ([moment] * 2, form)


@pytest.mark.parametrize(
    ("time", "seconds"),
    [
        ("", 0),
        (" 1:02", 3720),
        ("T01:02:03", 3723),
        (" 01:02:03.987", 3723.987),
        ("T01:02Z", 3720),
        ("T01:02 +01:00", 120),
        ("T01:02+0130", -1680),
        ("T01:02-02:30", 3720 + 9000),
        (" 23:59:59", DAY - 1),
    ],
)
def test_a_time_of_day_counts_from_midnight_in_its_zone(time, seconds):
    assert seconds_of(["1970-01-02" + time])[0] == [pytest.approx(DAY + seconds, abs=1e-6)]
    assert seconds_of(["2.1.1970" + time])[0] == [pytest.approx(DAY + seconds, abs=1e-6)]


def test_dates_before_1970_are_negative():
    assert seconds_of(["1969-12-31 23:59:59"])[0] == [-1]
    assert seconds_of(["1969-12-31"])[0] == [-DAY]


def test_one_number_above_twelve_tells_whether_the_day_comes_first():
    assert seconds_of(["01/02/1970", "13/01/1970"]) == ([31 * DAY, 12 * DAY], "day/month/year")
    assert seconds_of(["01/02/1970", "01/13/1970"]) == ([DAY, 12 * DAY], "month/day/year")
    assert seconds_of(["01/02/1970"]) is None
    assert seconds_of(["13/01/1970", "01/13/1970"]) is None
    # the same day either way, so nothing has to be told
    assert seconds_of(["02/02/1970", "01/01/1970"]) == ([32 * DAY, 0], "day/month/year")


@pytest.mark.parametrize("text", ["2023-02-29", "1970-13-01", "1970-01-01 24:00", "soon", "1970"])
def test_what_the_calendar_does_not_have_is_no_date(text):
    assert seconds_of([text]) is None and seconds_of(["1970-01-01", text]) is None
    assert first_that_is_none([text, "1970-01-01"]) == 0
    assert first_that_is_none(["1970-01-01", "1.2.1970", text, text]) == 2


def test_eight_digits_are_a_date_only_if_that_is_stated():
    assert seconds_of(["19700102"]) is None
    assert seconds_of(["19700102"], stated=True) == ([DAY], "yearmonthday")
    assert seconds_of(["1970-01-02"], stated=True) == ([DAY], "year-month-day")
    assert first_that_is_none(["19700102", "1970-01-02"]) is None


def test_dates_of_two_forms_are_no_column_of_dates():
    texts = ["1970-01-02", "2.1.1970"]
    assert seconds_of(texts) is None and first_that_is_none(texts) is None
