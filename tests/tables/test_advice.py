"""What the advice says, and of which data sets, by hand from known ranks and seconds."""

import pytest

from methods.tables.advice import advice_table, advise, markdown
from tests.tables.over_datasets import AUC, aucs_of, each, errors_of

NAN = float("nan")
NAMES = [f"d{i}" for i in range(8)]
# Nemenyi's critical difference of three methods over eight data sets is 1.17
APART = each(NAMES, A=[0.1], B=[0.2], C=[0.3])


def taking_turns(first="A", second="B", names=NAMES, **others):
    """Errors of two methods, each of which is the better on every other data set."""
    turns = each(names, **{first: [0.1], second: [0.2]}, **others)
    for name in names[1::2]:
        turns[name][first], turns[name][second] = [0.2], [0.1]
    return turns


def with_rows(results, **n_train):
    """The results after trials train on so many rows of some data sets."""
    runs = results.frames["main", "runs"]
    for name, n in n_train.items():
        runs.loc[runs["dataset"] == name, "n_train"] = n
    return results


def groups(results, **more):
    return {entry.group: entry.datasets for entry in advise(results, "main", **more)}


def sentences(results, **more):
    """Those of all measured data."""
    return next(advise(results, "main", **more)).sentences


def seconds_of(**methods):
    """Seconds of the fits on the data sets; the choice of settings takes 0.25 more."""
    return {
        name: {method: [values[i]] for method, values in methods.items()}
        for i, name in enumerate(NAMES)
    }


def test_data_sets_of_fewer_than_300_training_rows_are_small():
    results = with_rows(errors_of(APART), **dict.fromkeys(NAMES[:3], 300), d3=299)
    assert groups(results) == {
        "Measured data": 8, "Measured data, fewer than 300 training rows": 5,
        "Measured data, 300 training rows or more": 3,
    }  # fmt: skip
    assert groups(results, small=101)["Measured data, 101 training rows or more"] == 4
    assert list(groups(results, small=301)) == [
        "Measured data", "Measured data, fewer than 301 training rows",
    ]  # fmt: skip


def test_the_training_rows_are_those_of_most_fits_that_ended_well():
    scores = {"d0": {"A": [0.1] * 3, "B": [0.2, 0.2, NAN], "C": [0.3, 0.3, 0.3]}}
    results = errors_of(scores)
    runs = results.frames["main", "runs"]
    runs.loc[runs["seed"] > 0, "n_train"] = 400
    runs.loc[runs["status"] != "ok", "n_train"] = 1
    assert groups(results, methods=["A", "C"]) == {
        "Measured data": 1, "Measured data, 300 training rows or more": 1,
    }  # fmt: skip


def test_one_trial_of_many_training_rows_makes_no_data_set_large():
    results = errors_of({"d0": {"A": [0.1] * 3, "B": [0.2] * 3}})
    runs = results.frames["main", "runs"]
    runs.loc[runs["seed"] == 2, "n_train"] = 400
    assert "Measured data, fewer than 300 training rows" in groups(results)


def test_generated_data_are_advised_on_last_and_apart():
    results = errors_of(APART, generated=NAMES[:3])
    assert groups(results) == {
        "Measured data": 5, "Measured data, fewer than 300 training rows": 5, "Generated data": 3,
    }  # fmt: skip
    few, _, generated = [entry.sentences for entry in advise(results, "main")]
    assert few == ("Too few data sets to say: 5 of at least 6.",)
    assert generated == ("Too few data sets to say: 3 of at least 6.",)
    assert list(groups(errors_of(APART, generated=NAMES))) == ["Generated data"]


def test_only_data_sets_with_all_scores_count():
    scores = each(NAMES, A=[0.1, 0.1], B=[0.2, 0.2])
    scores["d0"]["B"], scores["d1"]["B"] = [NAN, NAN], [0.2, NAN]
    assert groups(errors_of(scores))["Measured data"] == 6
    assert groups(errors_of(scores), methods=["A"])["Measured data"] == 8
    assert groups(errors_of(scores, generated=NAMES[:3]))["Generated data"] == 1


def test_the_training_rows_of_fits_that_failed_do_not_count():
    results = errors_of({"d0": {"A": [0.1] * 2, **{name: [NAN] * 2 for name in "BCD"}}})
    runs = results.frames["main", "runs"]
    runs["n_train"] = runs["status"].map({"ok": 400, "error": 1})
    assert "Measured data, 300 training rows or more" in groups(results)


def test_six_data_sets_are_enough_to_name_a_best():
    six = each(NAMES[:6], A=[0.1], B=[0.2])
    assert sentences(errors_of(six)) == (
        "A is the best: average rank 1.0 of 2 (1.0 to 1.0).", "Worse than A: B.",
        "A takes 1.2 s a trial with its choice of settings.",
    )  # fmt: skip


def test_one_method_is_compared_with_nothing():
    assert sentences(errors_of(APART), methods=["B"]) == ("Fewer than two methods have scores.",)


def test_nothing_is_said_where_no_fit_has_ended_well():
    nothing = errors_of(each(NAMES, A=[NAN], B=[NAN]))
    runs = nothing.frames["main", "runs"]
    nothing.frames["main", "runs"] = runs.assign(status="error")
    assert groups(nothing) == {} and advice_table(nothing, study="main").cells.empty


def test_the_best_is_named_if_all_others_are_told_apart_from_it():
    first, second, _ = sentences(errors_of(taking_turns("C", "B", A=[0.05])))
    assert first == "A is the best: average rank 1.0 of 3 (1.0 to 1.0)."
    assert second == "Worse than A: C, B."


def test_what_is_good_may_be_high():
    high = sentences(aucs_of(each(NAMES, A=[0.1], B=[0.4])), metric=AUC)
    assert high[1] == "Worse than B: A."


def test_those_that_are_not_told_apart_from_the_best_and_those_that_are_stand_apart():
    scores = taking_turns(C=[0.3])
    scores["d1"]["A"], scores["d1"]["B"] = [0.1], [0.2]
    scores["d3"]["A"], scores["d3"]["B"] = [0.1], [0.2]  # A wins on 6 of 8, ranks 1.25 and 1.75
    first, *others, _ = sentences(errors_of(scores))
    assert first.startswith("No single best: A has the lowest average rank, 1.2 of 3 (1.0 to 1.")
    assert others == ["Not told apart from it: B.", "Worse than A: C."]


def test_the_critical_difference_is_that_of_all_methods_compared():
    # of two methods over eight data sets it is 0.69
    _, together, worse, _ = sentences(errors_of(APART))
    assert (together, worse) == ("Not told apart from it: B.", "Worse than A: C.")


def test_of_equal_methods_the_first_is_named_and_none_is_worse():
    first, second, _ = sentences(errors_of(taking_turns("B", "A")))
    assert first.startswith("No single best: B has the lowest average rank, 1.5 of 2 (1.")
    assert second == "Not told apart from it: A."


EQUAL = "A takes 5.2 s a trial with its choice of settings"
# the standard error of eight differences of 0.1 and -0.1 is 3.78 points, and t is 2.3646
FASTER = "; B takes 1.2 s, and its error differs by +0.00 (-8.94 to +8.94) points"


@pytest.mark.parametrize(
    ("of_b", "end"),
    [
        ([1.0] * 8, FASTER),
        ([9.0] * 8, ""),  # certainly slower
        ([5.0] * 8, ""),
        # faster on four and slower on four
        ([1.0, 1.0, 1.0, 1.0, 6.0, 7.0, 7.5, 8.0], ""),
    ],
)
def test_a_method_like_the_best_is_named_as_faster_if_that_is_shown(of_b, end):
    results = errors_of(taking_turns(), seconds=seconds_of(A=[5.0] * 8, B=of_b))
    assert sentences(results)[-1] == f"{EQUAL}{end}."


def test_what_a_faster_method_costs_is_its_error_above_that_of_the_best():
    scores = taking_turns()
    scores["d1"]["A"], scores["d1"]["B"] = [0.1], [0.2]  # A is better on 5 of 8
    results = errors_of(scores, seconds=seconds_of(A=[5.0] * 8, B=[1.0] * 8))
    assert "; B takes 1.2 s, and its error differs by +2.50 (" in sentences(results)[-1]


def test_a_method_that_takes_as_long_in_the_mean_is_not_faster():
    names = [f"d{i}" for i in range(16)]
    seconds = {name: {"A": [5.0], "B": [4.0]} for name in names}
    seconds["d0"]["B"] = [20.0]  # Wilcoxon's p is below 5 %
    results = errors_of(taking_turns(names=names), seconds=seconds)
    assert sentences(results)[-1] == f"{EQUAL}."


def test_the_fastest_of_those_like_the_best_is_named():
    scores = taking_turns(C=[0.15], D=[0.15], E=[0.9])
    seconds = seconds_of(A=[5.0] * 8, B=[2.0] * 8, C=[1.0] * 8, D=[3.0] * 8, E=[0.1] * 8)
    results = errors_of(scores, seconds=seconds)
    *_, worse, last = sentences(results)
    assert worse == "Worse than A: E."
    assert "; C takes 1.2 s, and its error differs by +0.00 (" in last


def test_seconds_are_of_the_data_sets_of_the_group():
    scores = each([*NAMES, "slow"], A=[0.1], B=[0.2])
    results = errors_of(scores, seconds={"slow": {"A": [1000.0]}}, generated=["slow"])
    assert sentences(results)[-1] == "A takes 1.2 s a trial with its choice of settings."


def test_the_table_has_a_row_for_each_group():
    results = errors_of(APART, generated=NAMES[:2])
    table = advice_table(results, study="main", methods=["A", "B"], small=50)
    texts = [" ".join(entry.sentences) for entry in advise(results, "main", methods=["A", "B"])]
    assert table.data.columns.tolist() == ["group", "datasets", "advice"]
    assert table.cells.index.tolist() == table.data["group"].tolist() == [
        "Measured data", "Measured data, 50 training rows or more", "Generated data",
    ]  # fmt: skip
    assert table.cells["data sets"].tolist() == ["6", "6", "2"]
    assert table.cells["advice"].tolist() == table.data["advice"].tolist() == texts
    assert table.cells.columns.tolist() == ["data sets", "advice"]
    assert table.caption.startswith("Which should I use?: filled from the scores.")
    assert advice_table(results, study="main", caption="here").caption.startswith("here: filled")


def test_in_markdown_each_group_is_an_item():
    entries = list(advise(errors_of(each(["d0"], A=[0.1], B=[0.2])), "main"))
    assert markdown(entries) == (
        "- **Measured data**: Too few data sets to say: 1 of at least 6.\n"
        "- **Measured data, fewer than 300 training rows**:"
        " Too few data sets to say: 1 of at least 6."
    )


def test_a_method_that_is_slower_almost_everywhere_is_not_told_as_the_faster_one():
    names = [f"d{i}" for i in range(12)]
    seconds = {name: {"A": [1.0], "B": [1.5 + 0.01 * i]} for i, name in enumerate(names)}
    seconds["d11"] = {"A": [1000.0], "B": [900.0]}
    last = sentences(errors_of(taking_turns(names=names), seconds=seconds))[-1]
    assert "A takes" in last and "B takes" not in last


def test_what_the_fastest_costs_is_its_own_error_and_not_that_of_the_next_in_rank():
    scores = taking_turns(C=[0.15])
    seconds = seconds_of(A=[5.0] * 8, B=[4.0] * 8, C=[1.0] * 8)
    for name in NAMES[::4]:
        scores[name]["C"] = [0.19]
    last = sentences(errors_of(scores, seconds=seconds))[-1]
    assert "; C takes 1.2 s, and its error differs by +1.00 (" in last
