"""The bars of the counts of verdicts are as long as the counts, and lie end to end."""

import matplotlib.pyplot as plt

from methods.claims.counts import COUNTED
from methods.figures.verdict_counts import COLOURS, draw_verdict_counts

TALLIES = {
    "A": dict(zip(COUNTED, (3, 1, 0, 40, 2), strict=True)),
    "B": dict(zip(COUNTED, (0, 0, 7, 0, 0), strict=True)),
}


def test_each_part_is_as_long_as_its_count_and_begins_where_the_last_one_ends():
    (axes,) = draw_verdict_counts(TALLIES).axes
    assert set(COLOURS) == set(COUNTED)
    ends = dict.fromkeys(TALLIES, 0)
    for bars in axes.containers:
        for (title, tally), bar in zip(TALLIES.items(), bars, strict=True):
            assert (bar.get_x(), bar.get_width()) == (ends[title], tally[bars.get_label()])
            ends[title] += tally[bars.get_label()]
    assert ends == {"A": 46, "B": 7}
    plt.close("all")


def test_a_part_with_room_has_its_number():
    (axes,) = draw_verdict_counts(TALLIES).axes
    assert sorted(t.get_text() for t in axes.texts if t.get_text()) == ["1", "2", "3", "40", "7"]
    plt.close("all")
