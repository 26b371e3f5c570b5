"""How figures look and become files."""

from itertools import combinations

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from methods.bench.experiments import load_experiment
from methods.figures.style import (
    COLOURS,
    PAGE_INCHES,
    legend_below,
    method_styles,
    panels,
    plain_log_y,
    row_ticks,
    styles_within,
    write_figure,
)
from tests.made_up import experiment, write_experiment

NAMES = [f"M{i}" for i in range(12)]


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def drawn_together(tmp_path, *shared):
    figures = {
        f"f{i}": {"function": "a.b", "methods": list(names)} for i, names in enumerate(shared)
    }
    content = experiment(methods=NAMES, figures=figures)
    return load_experiment(write_experiment(tmp_path, content))


def styles(tmp_path, *shared):
    return method_styles(drawn_together(tmp_path, *shared))


def test_methods_of_one_figure_have_different_colours(tmp_path):
    shared = (NAMES[:4], NAMES[2:9], [NAMES[0], NAMES[10]])
    chosen = styles(tmp_path, *shared)
    for names in shared:
        for a, b in combinations(names, 2):
            assert chosen[a]["color"] != chosen[b]["color"]
            assert chosen[a]["marker"] != chosen[b]["marker"]


def test_every_method_has_a_style_even_with_more_methods_than_colours(tmp_path):
    assert len(NAMES) > len(COLOURS)
    assert set(styles(tmp_path, NAMES)) == set(NAMES)


def test_a_figure_that_comes_later_in_the_file_changes_no_colour(tmp_path):
    assert styles(tmp_path, NAMES[:3]) == styles(tmp_path, NAMES[:3], NAMES[:2])


@pytest.mark.parametrize(("count", "visible", "all_axes"), [(1, 1, 1), (2, 2, 2), (4, 4, 6)])
def test_spare_panels_are_hidden(count, visible, all_axes):
    figure, axes = panels(count)
    assert len(axes) == count and len(figure.axes) == all_axes
    assert sum(panel.get_visible() for panel in figure.axes) == visible


@pytest.mark.parametrize("label", ["A", "a name that is as long as names of methods get"])
def test_a_legend_is_no_wider_than_its_figure(label):
    figure, axes = plt.subplots(figsize=(PAGE_INCHES, 2), layout="constrained")
    for i in range(8):
        axes.plot([0, 1], label=f"{label} {i}")
    legend_below(figure, axes)
    figure.draw_without_rendering()
    assert figure.legends[0].get_window_extent().width <= figure.bbox.width


def test_one_legend_serves_all_panels():
    figure, axes = panels(2)
    axes[0].plot([0, 1], label="A")
    legend_below(figure, axes[0])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["A"]


def test_a_dollar_in_a_name_begins_no_formula(tmp_path):
    figure, axes = panels(1)
    axes[0].plot([0, 1], label="5 $ or 6_$")
    legend_below(figure, axes[0])
    write_figure(figure, pd.DataFrame(), f"{tmp_path}/f", ["svg"])
    assert "5 $ or 6_$" in (tmp_path / "f.svg").read_text()


def test_few_sizes_are_named_on_a_logarithmic_axis():
    _, (panel,) = panels(1)
    row_ticks(panel, [100, 10, 1000, 100])
    assert panel.get_xscale() == "log"
    assert [label.get_text() for label in panel.get_xticklabels()] == ["10", "100", "1,000"]


def draw(tmp_path, name):
    figure, (panel,) = panels(1)
    panel.plot([1, 2, 3], label="λ")
    data = pd.DataFrame({"x": [1, 2], "mean": [1 / 3, None]})
    write_figure(figure, data, str(tmp_path / name), ["png", "svg", "pdf"])
    return {
        kind: (tmp_path / f"{name}.{kind}").read_bytes() for kind in ("png", "svg", "pdf", "csv")
    }


@pytest.mark.slow
def test_the_same_figure_is_the_same_bytes_with_its_data_beside(tmp_path):
    first, second = draw(tmp_path, "a"), draw(tmp_path, "b")
    assert first == second
    assert first["csv"].decode() == "x,mean\n1,0.33333\n2,\n"


def test_a_written_figure_is_closed(tmp_path):
    draw(tmp_path, "a")
    assert plt.get_fignums() == []


@pytest.mark.parametrize(("high", "shown"), [(5.0, ["1", "2", "3", "5"]), (1e6, ["1", "1000"])])
def test_a_logarithmic_axis_has_plain_numbers(high, shown):
    figure, axes = plt.subplots()
    axes.plot([1, 2], [1.0, high])
    plain_log_y(axes)
    figure.draw_without_rendering()
    assert set(shown) <= {label.get_text() for label in axes.get_yticklabels()}


def test_a_figure_of_as_many_methods_as_colours_has_all_of_them(tmp_path):
    names = NAMES[: len(COLOURS)]
    chosen = styles(tmp_path, names)
    assert {chosen[name]["color"] for name in names} == set(COLOURS)


def test_two_methods_of_a_figure_have_different_colours_however_far_apart_they_are(tmp_path):
    first, later = NAMES[0], NAMES[len(COLOURS)]
    chosen = styles(tmp_path, [first, later])
    assert chosen[first]["color"] != chosen[later]["color"]


@pytest.mark.parametrize("count", [len(COLOURS) + 1, len(NAMES)])
@pytest.mark.parametrize("few", [[], NAMES[:3]])
def test_no_two_of_more_methods_than_colours_look_alike(tmp_path, count, few):
    shared = [few, NAMES[:count]] if few else [NAMES[:count]]
    within = styles_within(drawn_together(tmp_path, *shared), NAMES[:count])
    assert list(within) == NAMES[:count]
    for alike in ("marker", "linestyle"):
        assert len({(style["color"], style[alike]) for style in within.values()}) == count


def test_the_methods_of_a_figure_keep_the_colours_of_the_experiment_if_these_differ(tmp_path):
    together = drawn_together(tmp_path, NAMES[:3], NAMES)
    within, own = styles_within(together, [NAMES[2], NAMES[1]]), method_styles(together)
    assert {name: style["color"] for name, style in within.items()} == {
        name: own[name]["color"] for name in (NAMES[2], NAMES[1])
    }
    assert {style["linestyle"] for style in within.values()} == {"-"}
