"""Which scores are compared, and how tables write differences between them."""

import numpy as np
import pytest

from methods.inference.effects import Effect
from methods.inference.region import Probabilities
from methods.tables.compared import Compared, chances_text, kind_of, p_value_text
from tests.claims.stored import stored
from tests.tables.over_datasets import AUC, aucs_of, each, errors_of

NAN = float("nan")
SCORES = {
    "beta": {"B": [0.4, 0.6], "A": [0.1, 0.3], "gone": [NAN, NAN]},
    "alpha": {"B": [0.2, 0.2], "A": [0.5, NAN], "gone": [NAN, NAN]},
}


def errors(scores, **more):
    return Compared.of(errors_of(scores), "main", "error", **more)


def aucs(scores):
    return Compared.of(aucs_of(scores), "main", AUC)


def test_methods_with_a_score_are_compared_in_the_order_of_the_study():
    compared = errors(SCORES)
    assert list(compared.means) == list(compared.trials) == ["B", "A"]
    assert compared.means.index.tolist() == ["beta", "alpha"]
    assert compared.means.to_numpy().tolist() == [
        pytest.approx([0.5, 0.2]), pytest.approx([0.2, 0.5]),
    ]  # fmt: skip


def test_only_the_chosen_methods_and_data_sets_are_compared():
    compared = errors(SCORES, methods=["A", "gone"], datasets=["alpha"])
    assert list(compared.means) == ["A"] and compared.means.index.tolist() == ["alpha"]
    assert list(errors(SCORES, methods=["A", "B"]).means) == ["A", "B"]


def test_of_versions_of_a_data_set_the_first_is_compared():
    results = errors_of(SCORES, version_of={"beta": "alpha"})
    assert Compared.of(results, "main", "error").means.index.tolist() == ["alpha"]


def test_what_is_good_has_a_low_cost():
    assert errors(SCORES).costs.loc["beta"].tolist() == pytest.approx([0.5, 0.2])
    assert aucs(SCORES).costs.loc["beta"].tolist() == pytest.approx([-0.5, -0.2])
    assert errors(SCORES).lower_is_better and not aucs(SCORES).lower_is_better


def test_a_method_with_fewer_trials_than_another_has_no_cost_and_no_difference():
    compared = errors(SCORES)
    assert compared.costs.loc["alpha"].tolist() == pytest.approx([0.2, NAN], nan_ok=True)
    assert compared.differences("A", "B") == pytest.approx([-0.3, NAN], nan_ok=True)
    assert aucs(SCORES).differences("A", "B") == pytest.approx([0.3, NAN], nan_ok=True)


def test_trials_of_a_third_method_take_no_difference_from_two_others():
    scores = {"a": {"A": [0.1, NAN], "B": [0.4, NAN], "C": [0.3, 0.3]}}
    assert errors(scores).differences("A", "B") == pytest.approx([-0.3])


def test_a_difference_on_one_data_set_is_of_costs_and_corrected_for_shared_rows():
    scores = {
        "alpha": {"A": [0.1, 0.4], "B": [0.2, 0.3]},
        "beta": {"A": [0.9, 0.9], "B": [0.1] * 2},
    }
    for compared, sign in ((errors(scores), 1), (aucs(scores), -1)):
        # differences of -0.1 and 0.1, half as many test rows as training rows
        difference = compared.difference("alpha", "A", "B")
        assert difference.value == pytest.approx(0.0)
        assert difference.standard_error == pytest.approx((0.02 * (1 / 2 + 0.5)) ** 0.5)
        for _ in range(2):
            assert compared.difference("beta", "A", "B").value == pytest.approx(sign * 0.8)


def test_each_difference_is_corrected_for_the_test_rows_of_its_data_set():
    results = errors_of(each(["alpha", "beta"], A=[0.1, 0.4], B=[0.2, 0.3]))
    results.plan.catalogue["beta"].shape = (125,)  # 25 test rows of 100 training rows
    compared = Compared.of(results, "main", "error")
    errors_of_sets = [compared.difference(d, "A", "B").standard_error for d in ("alpha", "beta")]
    assert errors_of_sets == pytest.approx([(0.02 * (1 / 2 + r)) ** 0.5 for r in (0.5, 0.25)])


def test_the_best_has_the_best_average_rank_although_another_has_the_best_mean():
    scores = each("abc", A=[0.2], B=[0.3])
    scores["c"]["A"] = [0.9]
    assert errors(scores).best(["A", "B"]) == "A" and aucs(scores).best(["A", "B"]) == "B"
    assert errors(scores).best(["B"]) == "B"


def test_without_a_data_set_that_has_all_methods_the_best_has_the_best_mean():
    apart = {"a": {"A": [0.4], "B": [NAN]}, "b": {"A": [NAN], "B": [0.3]}}
    assert errors(apart).best(["A", "B"]) == "B" and aucs(apart).best(["A", "B"]) == "A"


def test_of_equal_methods_the_first_is_the_best():
    assert errors(each("ab", A=[0.2], B=[0.2])).best(["B", "A"]) == "B"


def test_a_method_without_a_cost_of_its_own_is_not_the_best():
    few = {"a": {"A": [0.1, NAN], "B": [0.4, 0.4], "C": [0.3, 0.3]}}
    assert errors(few).best(["A", "B", "C"]) == "C"


def test_errors_are_in_percent_and_other_metrics_as_they_are():
    error, auc = errors(SCORES), aucs(SCORES)
    assert (error.scale, error.unit) == (100, "points") and (auc.scale, auc.unit) == (1, AUC)
    assert (error.fixed(0.12344), auc.fixed(0.12344)) == ("12.34", "0.1234")
    assert (error.fixed(0.05, "+"), auc.fixed(-0.05, "+")) == ("+5.00", "-0.0500")
    assert error.fixed(NAN) == "–"
    results = stored({"main": {"balanced_error": SCORES}})
    assert Compared.of(results, "main", "balanced_error").scale == 100


@pytest.mark.parametrize(
    ("rope", "of_errors", "of_aucs"),
    [
        (0.01, "1 point", f"0.01 {AUC}"),
        (0.025, "2.5 points", f"0.025 {AUC}"),
        (1.0, "100 points", f"1 {AUC}"),
        (0.0, "0 points", f"0 {AUC}"),
    ],
)
def test_the_region_of_equivalence_is_written_in_its_unit(rope, of_errors, of_aucs):
    assert errors(SCORES).rope_text(rope) == of_errors
    assert aucs(SCORES).rope_text(rope) == of_aucs


def test_an_interval_is_written_if_there_is_one():
    compared = errors(SCORES)
    assert compared.interval(Effect(-0.01, -0.03, 0.01)) == "-1.00 (-3.00 to +1.00)"
    assert compared.interval(Effect(0.01, NAN, NAN)) == "+1.00"
    assert compared.interval(Effect(NAN, NAN, NAN)) == "–"


def test_data_sets_are_measured_or_generated():
    results = errors_of(SCORES, generated=["beta"])
    assert [kind_of(results, name) for name in SCORES] == ["generated", "measured"]


def test_each_probability_has_its_name_and_is_a_hole_if_it_is_unknown():
    assert chances_text(Probabilities(0.125, 0.625, NAN)) == {
        "P better": "0.12", "P equal": "0.62", "P worse": "–",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text"),
    [(np.nextafter(0.001, 0), "< 0.001"), (0.001, "0.001"), (0.0456, "0.046"), (1.0, "1"),
     (NAN, "–")],
)  # fmt: skip
def test_a_p_value_has_two_digits_or_the_bound_below_which_it_is(value, text):
    assert p_value_text(value) == text


def test_a_method_without_a_score_on_the_chosen_data_sets_is_left_out():
    known = {name: {"A": [0.1], "B": [0.2], "D": [NAN]} for name in ("alpha", "beta")}
    known["gamma"] = {"A": [0.1], "B": [0.2], "D": [0.3]}
    compared = Compared.of(errors_of(known), "main", "error", datasets=["alpha", "beta"])
    assert list(compared.means) == ["A", "B"] and len(compared.costs.dropna()) == 2
