"""The figure of the ERM paper's collapse."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from methods.figures.papers.erm import COLLAPSES, collapse
from methods.figures.style import COLOURS
from tests.claims.stored import stored
from tests.made_up import made_up_results


def test_the_collapse_pairs_each_machine_with_the_svm_inside_it(tmp_path):
    scores = {
        "L1-ERM10": [0.20, 0.22], "L1-ERM10 exact": [0.19, 0.21],
        "L1-ERM10 diverse": [0.18, 0.21], "L1-SVM 2/10": [0.19, 0.21],
    }  # fmt: skip
    figure, data = collapse(made_up_results(tmp_path, {"alpha": scores}), study="main")
    assert data["machine"].tolist() == ["L1-ERM10"] * 2
    assert np.allclose(data["alm"], [20, 22]) and np.allclose(data["svm"], [19, 21])
    left, right = figure.axes
    told = [text.get_text() for text in left.get_legend().get_texts()]
    assert told == ["L1-ERM10", "ring: the printed algorithm", "dot: the optimum"]
    assert right.get_title().endswith("differs from the SVM's\nby 1 points at most")


MACHINES = ("L1-ERM10", "L2-ERM10")


@pytest.fixture
def two():
    """Errors in percent and angles of two machines, their variants and SVMs, by name."""
    errors, angles = {}, {}
    for k, machine in enumerate(MACHINES):
        exact, diverse, svm = COLLAPSES[machine]
        for i, name in enumerate((machine, exact, diverse, svm)):
            errors[name] = [10 + 20 * k + i**2 + seed for seed in range(3)]
            angles[name] = [10 * i + 30 * k + seed for seed in range(3)]
    return errors, angles


@pytest.fixture
def drawn(two):
    """The figure of the two machines, which have the first two colours, and its data."""
    errors, angles = two
    shares = {name: [value / 100 for value in values] for name, values in errors.items()}
    results = stored({"main": {"error": {"alpha": shares}, "mean_angle": {"alpha": angles}}})
    results.experiment.studies = {"main": results.study("main")}
    results.experiment.figures = {"collapse": {"methods": MACHINES}}
    return collapse(results, study="main")


def points_of(collection, colours):
    """The points of each colour."""
    found = {}
    for point, colour in zip(collection.get_offsets().tolist(), colours, strict=True):
        found.setdefault(to_hex(colour).upper(), []).append(tuple(np.round(point, 6)))
    return {colour: sorted(points) for colour, points in found.items()}


def test_each_trial_is_a_dot_and_a_ring_in_the_colour_of_its_machine(two, drawn):
    errors, _ = two
    left, _ = drawn[0].axes
    dots, rings = left.collections
    names = {colour: (machine, *COLLAPSES[machine])
             for colour, machine in zip(COLOURS, MACHINES, strict=False)}  # fmt: skip
    assert points_of(dots, dots.get_facecolors()) == {
        colour: list(zip(errors[svm], errors[exact], strict=True))
        for colour, (_, exact, _, svm) in names.items()
    }
    assert points_of(rings, rings.get_edgecolors()) == {
        colour: list(zip(errors[svm], errors[alm], strict=True))
        for colour, (alm, _, _, svm) in names.items()
    }
    ends = [min(map(min, errors.values())), max(map(max, errors.values()))]
    np.testing.assert_allclose(left.lines[0].get_xydata(), [[end, end] for end in ends])


def test_the_angles_are_those_of_the_most_diverse_optimum(two, drawn):
    _, angles = two
    figure, data = drawn
    _, right = figure.axes
    assert right.get_title().endswith("by 5 points at most")
    for colour, machine in zip(COLOURS, MACHINES, strict=False):
        _, diverse, _ = COLLAPSES[machine]
        assert data[data["machine"] == machine]["angle_diverse"].tolist() == angles[diverse]
        bars = [bar for bar in right.patches if to_hex(bar.get_facecolor()).upper() == colour]
        shown = [bar for bar in bars if bar.get_height()]
        assert sum(bar.get_height() for bar in shown) == 3
        assert min(angles[diverse]) - 1.4 < shown[0].get_x() < max(angles[diverse])
        assert min(angles[diverse]) < shown[-1].get_x() < max(angles[diverse])
