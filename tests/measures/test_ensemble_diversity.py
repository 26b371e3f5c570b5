from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import cohen_kappa_score

from methods.angles import mean_pairwise_angle, pairwise_angles
from methods.measures.ensemble_diversity import (
    correlation,
    cosine_distance,
    count_pairs,
    disagreement,
    diversity_measures,
    double_fault,
    exclusivity,
    kappa,
    q_statistic,
    relaxed_exclusivity,
    smallest_pairwise_angle,
)

NAN = float("nan")

signs = st.sampled_from([-1, 1])
ensembles = st.tuples(st.integers(2, 5), st.integers(1, 12)).flatmap(
    lambda shape: st.tuples(
        arrays(int, shape, elements=signs), arrays(int, shape[1], elements=signs)
    )
)


def decisions(both_right, first_right, second_right, both_wrong):
    """Two components with the given 2x2 table on examples whose label is 1."""
    first = [1] * (both_right + first_right) + [-1] * (second_right + both_wrong)
    second = [1] * both_right + [-1] * first_right + [1] * second_right + [-1] * both_wrong
    return np.array([first, second]), np.ones(len(first), dtype=int)


def plain_measures(predictions, y):
    """Every pair in turn, by the formulas as they are printed."""
    rows = []
    for i, j in combinations(range(len(predictions)), 2):
        a = sum(
            p == t and q == t for p, q, t in zip(predictions[i], predictions[j], y, strict=True)
        )
        b = sum(
            p == t and q != t for p, q, t in zip(predictions[i], predictions[j], y, strict=True)
        )
        c = sum(
            p != t and q == t for p, q, t in zip(predictions[i], predictions[j], y, strict=True)
        )
        d = len(y) - a - b - c
        limit = float(b + c == 0) - float(a + d == 0)
        q = (a * d - b * c) / (a * d + b * c) if a * d + b * c else limit
        variance = (a + b) * (c + d) * (a + c) * (b + d)
        rho = (a * d - b * c) / variance**0.5 if variance else limit
        if len({*predictions[i], *predictions[j]}) == 1:
            agreement = 1.0
        else:
            agreement = cohen_kappa_score(predictions[i], predictions[j])
        rows.append([q, rho, (b + c) / len(y), d / len(y), agreement])
    names = ["q_statistic", "correlation", "disagreement", "double_fault", "kappa"]
    return dict(zip(names, np.mean(rows, axis=0), strict=True))


def test_measures_of_a_2x2_table_by_hand():
    predictions, y = decisions(4, 2, 1, 3)
    counts = count_pairs(predictions, y)
    assert (counts.both_right, counts.first_right) == (4, 2)
    assert (counts.second_right, counts.both_wrong) == (1, 3)
    assert q_statistic(counts) == pytest.approx((12 - 2) / (12 + 2))
    assert correlation(counts) == pytest.approx((12 - 2) / (6 * 4 * 5 * 5) ** 0.5)
    assert disagreement(counts) == pytest.approx(0.3)
    assert double_fault(counts) == pytest.approx(0.3)
    assert kappa(predictions) == pytest.approx((0.7 - 0.5) / (1 - 0.5))  # chance 0.6 0.5 + 0.4 0.5


@pytest.mark.parametrize(
    ("table", "q", "rho"),
    [
        ((5, 0, 0, 0), 1, 1),  # both always right
        ((0, 0, 0, 5), 1, 1),  # both always wrong
        ((0, 5, 0, 0), -1, -1),  # one always right, the other always wrong
        ((3, 2, 0, 0), 0, 0),  # one always right, the other now and then
        ((0, 0, 2, 3), 0, 0),  # one always wrong, the other now and then
        ((3, 0, 0, 2), 1, 1),  # the same decisions, some wrong: an ordinary quotient
        ((0, 3, 2, 0), -1, -1),
    ],
)
def test_q_and_correlation_are_defined_where_a_component_is_constant(table, q, rho):
    counts = count_pairs(*decisions(*table))
    assert q_statistic(counts).tolist() == [q]
    assert correlation(counts).tolist() == [rho]


def test_kappa_of_two_components_that_only_know_one_label_is_full_agreement():
    assert kappa([[1, 1, 1], [1, 1, 1]]).tolist() == [1]
    assert kappa([[1, 1, 1], [-1, -1, -1]]).tolist() == [0]


@given(ensembles)
def test_means_over_pairs_agree_with_a_plain_loop(ensemble):
    predictions, y = ensemble
    measures = diversity_measures(predictions, y)
    expected = plain_measures(predictions.tolist(), y.tolist())
    assert measures == pytest.approx(expected, abs=1e-12)


def test_labels_of_many_classes_agree_with_a_plain_loop():
    rng = np.random.default_rng(0)
    predictions, y = rng.choice(["ant", "bee", "cow"], (4, 40)), rng.choice(["ant", "bee"], 40)
    expected = plain_measures(predictions.tolist(), y.tolist())
    assert diversity_measures(predictions, y) == pytest.approx(expected, abs=1e-12)


@given(ensembles)
def test_measures_do_not_depend_on_the_order_of_components_or_on_the_sign_of_labels(ensemble):
    predictions, y = ensemble
    measures = diversity_measures(predictions, y)
    assert diversity_measures(predictions[::-1], y) == pytest.approx(measures, abs=1e-12)
    assert diversity_measures(-predictions, -y) == pytest.approx(measures, abs=1e-12)


def test_angles_and_cosine_distance_of_known_directions():
    components = np.array([[1.0, 0.0], [3.0, 3.0], [0.0, 2.0], [-4.0, 0.0]])
    np.testing.assert_allclose(pairwise_angles(components), [45, 90, 180, 45, 135, 90])
    half = 0.5**0.5
    np.testing.assert_allclose(cosine_distance(components), [1 - half, 1, 2, 1 - half, 1 + half, 1])
    assert mean_pairwise_angle(components) == pytest.approx(97.5)
    assert smallest_pairwise_angle(components) == pytest.approx(45)


def test_equal_components_stand_at_no_angle_however_scaled():
    component = np.random.default_rng(0).normal(size=50)
    assert smallest_pairwise_angle([component, component]) == 0
    assert mean_pairwise_angle([component, 3 * component]) < 1e-12


def test_a_zero_component_has_no_direction_and_is_left_out():
    components = [[1.0, 0.0], [0.0, 0.0], [1.0, 1.0]]
    np.testing.assert_allclose(pairwise_angles(components), [NAN, 45, NAN])
    assert mean_pairwise_angle(components) == pytest.approx(45)
    assert smallest_pairwise_angle(components) == pytest.approx(45)
    assert np.isnan(mean_pairwise_angle(np.zeros((2, 3))))
    assert np.isnan(smallest_pairwise_angle(np.zeros((2, 3))))


def test_exclusivity_counts_shared_features_and_its_relaxation_weighs_them():
    components = np.array([[2.0, 0.0, -1.0, 0.0], [-3.0, 1.0, 0.0, 0.0], [1.0, 1.0, 1.0, 0.0]])
    assert exclusivity(components).tolist() == [1, 2, 2]
    assert relaxed_exclusivity(components).tolist() == [6, 3, 4]
    assert exclusivity(np.zeros((2, 3))).tolist() == [0]


def test_weights_that_a_solver_left_near_zero_do_not_count_as_shared():
    components = np.array([[1e3, 1e-5, 1.0], [1e-5, 1e3, 1.0]])
    assert exclusivity(components).tolist() == [1]
    assert exclusivity(components, tolerance=0.0).tolist() == [3]
    assert exclusivity(components * 1e-9).tolist() == [1]
    # small beside the largest of all components, though not beside those of its own
    assert exclusivity(np.array([[1e9, 1e9], [1.0, 1.0]])).tolist() == [0]


def test_weight_measures_appear_only_with_weights_and_are_means_over_pairs():
    rng = np.random.default_rng(0)
    predictions, y, components = rng.choice([-1, 1], (3, 9)), np.ones(9), rng.normal(size=(3, 4))
    without = diversity_measures(predictions, y)
    measures = diversity_measures(predictions, y, components)
    assert without.items() <= measures.items()
    assert {name: measures[name] for name in measures.keys() - without.keys()} == pytest.approx(
        {
            "mean_angle": pairwise_angles(components).mean(),
            "smallest_angle": pairwise_angles(components).min(),
            "cosine_distance": cosine_distance(components).mean(),
            "exclusivity": 4.0,
            "relaxed_exclusivity": relaxed_exclusivity(components).mean(),
        }
    )


def test_a_mean_over_pairs_leaves_out_those_of_a_zero_component():
    components = [[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]]
    measures = diversity_measures(np.ones((3, 5)), np.ones(5), components)
    assert measures["cosine_distance"] == pytest.approx(1.0)


def test_a_single_component_has_no_diversity_to_measure():
    measures = diversity_measures(np.ones((1, 5)), np.ones(5), np.ones((1, 3)))
    assert len(measures) == 10
    assert np.isnan(list(measures.values())).all()


@pytest.mark.parametrize("shape", [(4,), (2, 3), (2, 3, 4)])
def test_predictions_of_the_wrong_shape_are_refused_with_the_right_one(shape):
    with pytest.raises(ValueError, match=r"shape \(n_components, 4\).*got"):
        count_pairs(np.ones(shape), np.ones(4))
