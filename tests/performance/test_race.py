"""Races: how much faster a side is, over how many rounds, and at which objective."""

import pytest

from methods.performance import race
from methods.performance.race import Contest, Race, run_race


@pytest.fixture
def clock(monkeypatch):
    """A clock that moves only when a side says so."""

    class Clock:
        now = 0.0

        def takes(self, *seconds, value=None):
            turns = iter(seconds)

            def side():
                self.now += next(turns, seconds[-1])
                return value

            return side

    made = Clock()
    monkeypatch.setattr(race.time, "process_time", lambda: made.now)
    return made


def entry(ours, peer, quick=True, **more):
    return run_race(Race("problem", "peer", 3, lambda _: Contest(ours, peer), **more), quick)


def test_ratio_is_the_median_over_rounds_with_its_range(clock):
    ours = clock.takes(9, 0.1)  # the first call compiles
    measured = entry(ours, clock.takes(0.2, 0.4, 0.8, 0.1, 0.3))
    assert measured["rounds"] == 5
    assert [measured[key] for key in ("ratio", "low", "high")] == pytest.approx([3, 1, 8])


def test_full_size_has_more_rounds(clock):
    assert entry(clock.takes(1), clock.takes(2), quick=False)["rounds"] == race.ROUNDS


def test_no_round_begins_after_the_limit(clock):
    measured = entry(clock.takes(1), clock.takes(race.QUICK_LIMIT_SECONDS))
    assert measured["rounds"] == 1


def test_a_fast_side_runs_several_times_in_a_turn(clock):
    calls = []
    side = clock.takes(race.TURN_SECONDS / 4)
    seconds, _ = race.turn(lambda: calls.append(side()))
    assert len(calls) >= 4
    assert seconds == pytest.approx(race.TURN_SECONDS / 4)


@pytest.mark.parametrize(("ours", "is_no_worse"), [(-1.0, True), (-0.95, True), (-0.85, False)])
def test_an_objective_above_the_peers_is_reported(clock, ours, is_no_worse):
    measured = entry(clock.takes(1, value=ours), clock.takes(1, value=-1.0), slack=0.1)
    assert measured["no_worse"] is is_no_worse


def test_memory_is_that_of_the_turn_that_took_most(clock, monkeypatch):
    rises = iter([10.0, 1.0, 30.0, 2.0, 20.0])
    latest = {}

    def with_peak(work):
        result = work()
        side = "peer" if len(latest) % 2 == 0 else "ours"
        latest[len(latest)] = side
        return result, next(rises, 0.0)

    monkeypatch.setattr(race, "with_peak", with_peak)
    measured = entry(clock.takes(1), clock.takes(1))
    assert (measured["peer_megabytes"], measured["our_megabytes"]) == (30.0, 2.0)
