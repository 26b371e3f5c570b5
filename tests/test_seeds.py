"""Named random streams: golden values, because a change of them changes every result."""

from methods.seeds import integer_seed, stream


def test_seeds_are_those_of_every_earlier_run():
    assert integer_seed("split", "erm", "wdbc", 0) == 3290958068
    assert stream("split", "erm", "wdbc", 0).integers(1000, size=3).tolist() == [215, 281, 795]


def test_a_seed_depends_on_names_alone():
    first = integer_seed("a", 1)
    stream("something", "else").random(100)
    assert integer_seed("a", 1) == first == integer_seed("a", "1") == 1348368279


def test_names_do_not_run_into_each_other():
    assert integer_seed("ab", "c") != integer_seed("a", "bc")
    assert integer_seed("a", "b") != integer_seed("b", "a")
