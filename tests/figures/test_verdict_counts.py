"""The bars of the counts of verdicts are as long as the counts, and lie end to end."""

import matplotlib.pyplot as plt

from methods.figures.verdict_counts import ARGUED, PARTS, draw_verdict_counts

TALLIES = {
    "A": dict(zip(PARTS, (3, 2, 1, 0, 0, 40), strict=True)),
    "B": dict(zip(PARTS, (0, 0, 0, 0, 7, 0), strict=True)),
}


def test_each_part_is_as_long_as_its_count_and_begins_where_the_last_one_ends():
    (axes,) = draw_verdict_counts(TALLIES).axes
    ends = dict.fromkeys(TALLIES, 0)
    for bars in axes.containers:
        for (title, tally), bar in zip(TALLIES.items(), bars, strict=True):
            assert (bar.get_x(), bar.get_width()) == (ends[title], tally[bars.get_label()])
            ends[title] += tally[bars.get_label()]
    assert ends == {"A": 46, "B": 7}
    plt.close("all")


def test_a_part_with_room_has_its_number():
    (axes,) = draw_verdict_counts(TALLIES).axes
    texts = [text.get_text() for text in axes.texts if text.get_text()]
    assert sorted(text for text in texts if text.isdigit()) == ["1", "2", "3", "40", "7"]
    assert [text for text in texts if not text.isdigit()] == ["46 in all", "7 in all"]
    plt.close("all")


def test_what_an_argument_settles_has_the_colour_of_its_direction_and_is_hatched():
    (axes,) = draw_verdict_counts(TALLIES).axes
    looks = {bars.get_label(): bars.patches[0] for bars in axes.containers}
    for verdict, by_argument in ARGUED.items():
        assert PARTS[verdict] == PARTS[by_argument]
        assert not looks[verdict].get_hatch() and looks[by_argument].get_hatch()
    plt.close("all")


def test_the_works_stand_from_the_top_in_the_order_given_with_their_own_numbers():
    tallies = {"Z": TALLIES["B"], "A": TALLIES["A"]}
    (axes,) = draw_verdict_counts(tallies).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Z", "A"]
    low, high = axes.get_ylim()
    assert low > high
    counts = [[tally[word] for tally in tallies.values()] for word in PARTS]
    assert [[bar.get_width() for bar in bars] for bars in axes.containers] == counts
    told = [text.get_text() for text in axes.texts]
    assert told == [str(n or "") for of_word in counts for n in of_word] + ["7 in all", "46 in all"]
    plt.close("all")
