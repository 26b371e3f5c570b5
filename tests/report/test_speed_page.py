"""The page on speed: it exists if something was measured, and shows what is stored."""

import json
import shutil
from pathlib import Path

import pytest

from methods.bench import paths
from methods.bench.plan import Plan
from methods.report.site import write_report
from methods.report.speed_page import (
    digits,
    of_growth,
    of_ratios,
    of_suboptimality,
    sentence,
    whole_run_sentence,
)
from tests.report.conftest import NASTY, Page

SITE = Path("results/report")
FROM = {"quick": True, "origin": {"cpu": NASTY}}
SIDES = {"our_seconds": 0.001, "peer_seconds": 2.0, "no_worse": True, "low": 1500.0, "high": 2500.0,
         "our_megabytes": 5.0, "peer_megabytes": 1234.4}  # fmt: skip
RATIOS = {
    "fast": {"problem": NASTY, "peer": "p", "ratio": 2000.0, "at_least": 300, **SIDES, **FROM},
    "slow": {"problem": "b", "peer": "p", "ratio": 0.5, "at_least": 1, **SIDES, **FROM},
    "absent": {"missing": "no cvxpy", **FROM},
}
GOALS = {
    "quick": {"work": NASTY, "at_most": 2.0, "floor": "a pass", "seconds": 2.0, "low": 1.0,
              "high": 3.0, "megabytes": 7.0, "data_megabytes": 9.0, "floor_seconds": 0.5, **FROM},
    "long": {"work": "w", "at_most": 2.0, "floor": "a pass", "seconds": 2.1, "low": 1.0,
             "high": 3.0, "megabytes": 7.0, "data_megabytes": 9.0, "floor_seconds": 0.5, **FROM},
}  # fmt: skip
GROWTH = {
    "a": {"machine": NASTY, "grows": "rows", "theory": 1, "exponent": 1.25,
          "memory_exponent": None, "sizes": [10, 100], "seconds": [1.0, 2.0],
          "megabytes": [0.0, 3.0], **FROM},
}  # fmt: skip
PANELS = {
    "a": {"machine": "m", "dataset": NASTY, "optimum": 1.0, "absent": {}, **FROM,
          "curves": [{"solver": NASTY, "seconds": [1.0, 2.0], "suboptimality": [0.5, 0.0],
                      "certificate": [None, 1e-3]}]},
}  # fmt: skip


@pytest.fixture(scope="module")
def made_once(reported, tmp_path_factory):
    """A copy of the run with a report on all kinds of measurement."""
    root = tmp_path_factory.mktemp("measured")
    shutil.copytree(reported, root, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(root)
        for kind, entries in (
            ("ratios", RATIOS), ("goals", GOALS), ("growth", GROWTH), ("suboptimality", PANELS),
        ):  # fmt: skip
            path = Path(paths.performance(kind))
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(entries))
        write_report(Plan.from_config({}, root), root, {})
    return root


@pytest.fixture
def measured(made_once, monkeypatch):
    """The folder as the working directory; no test changes it."""
    monkeypatch.chdir(made_once)


def test_without_a_measurement_there_is_no_page_and_no_link(run):
    write_report(Plan.from_config({}, run), run, {})
    assert not (SITE / "speed.html").exists()
    assert not any("speed" in link for link in Page(SITE / "index.html").values("href"))


def test_every_page_links_to_it_and_its_files_exist(measured):
    assert "speed.html" in Page(SITE / "index.html").values("href")
    assert "../../speed.html" in Page(SITE / "experiments/toy/index.html").values("href")
    page = Page(SITE / "speed.html")
    for address in page.values("src") + page.values("href"):
        assert (SITE / address.partition("#")[0]).exists()
    assert page.open == [] and page.values("onerror") == []


def test_it_says_which_targets_are_met_and_what_is_missing(measured):
    page = Page(SITE / "speed.html")
    assert "2 of 4 targets are met" in page.text
    assert "2,000 [1,500, 2,500]" in page.text
    assert "absent: no cvxpy" in page.text
    kinds = [a["class"] for tag, a in page.tags if tag == "td" and "class" in a]
    assert kinds == ["win", "win"]  # what is not met has no colour


def test_growth_stands_beside_the_theory(measured):
    assert f"{NASTY} rows 1.25 1.00 – 100 2 3" in Page(SITE / "speed.html").text


def test_panels_have_their_data_beside_them(measured):
    data = (SITE / "speed/suboptimality.csv").read_text().splitlines()
    assert data[0] == "machine,dataset,solver,seconds,suboptimality,certificate"
    assert len(data) == 3


def test_numbers_have_three_digits_or_all_before_the_point():
    assert [digits(v) for v in (0.012345, 1.25, 99.96, 1352.3)] == [
        "0.0123",
        "1.25",
        "100",
        "1,352",
    ]


def test_a_ratio_at_a_worse_objective_meets_no_target():
    assert sentence({"a": RATIOS["fast"] | {"no_worse": False}}, {}).startswith("0 of 1")


def test_without_ratios_the_sentence_counts_nothing():
    assert sentence({}, {}) == "Speed"


def test_the_whole_run_is_told_apart_from_the_peers():
    entry = {**RATIOS["fast"], "problem": "the default run", "our_seconds": 345.1,
             "peer_seconds": 230.05, "at_least": 0.625, "ratio": 0.6667}  # fmt: skip
    assert whole_run_sentence(entry) == (
        "The default run: 345 seconds, against 230 of its fits alone. Our target is that the fits"
        " take 62.5 % of it; they take 66.7 %."
    )


def test_goals_stand_beside_their_floor_and_memory(measured):
    text = Page(SITE / "speed.html").text
    assert f"{NASTY} 2 [1, 3] 2 yes 4 0.5 s: a pass 7, data 9" in text
    assert "w 2.1 [1, 3] 2 no 4.2 0.5 s: a pass 7, data 9" in text


def test_memory_of_both_sides_is_shown_if_it_was_measured(measured):
    assert "0.001 2 5 1,234" in Page(SITE / "speed.html").text


@pytest.mark.parametrize(("ratio", "faster"), [(0.9, 0), (1.1, 1)])
def test_the_picture_of_ratios_is_told(ratio, faster):
    entries = {"a": RATIOS["slow"] | {"ratio": ratio, "problem": "x"}}
    assert of_ratios(entries) == (
        f"We are faster than the peer in {faster} of 1 races. The lowest speed relative to a peer"
        f" is {ratio}: x, against p."
    )


@pytest.mark.parametrize(("exponent", "over"), [(1.24, 0), (1.26, 1)])
def test_the_picture_of_growth_tells_the_steepest(exponent, over):
    steep = GROWTH["a"] | {"machine": "m", "exponent": exponent}
    flat = GROWTH["a"] | {"machine": "n", "exponent": 0.5}
    none = GROWTH["a"] | {"exponent": None}
    assert of_growth({"a": flat, "b": steep, "c": none}) == (
        f"In {over} of 2 cases the exponent is above that of theory by more than 0.25. The largest"
        f" difference is {exponent - 1:+.2f}: m in rows."
    )
    assert of_growth({"c": none}) == "No fit took long enough to tell how it grows."


def test_the_picture_of_suboptimality_tells_our_worst_end():
    def panel(*ends):
        curves = [{"solver": s, "suboptimality": [1.0, end]} for s, end in ends]
        return {"curves": curves}

    told = of_suboptimality({
        "a": panel(("exact (ours)", 1e-9), ("SCS", 0.5)), "b": panel(("Newton (ours)", 2e-8)),
    })  # fmt: skip
    assert "at most 2e-08 of the objective" in told and "each of 2 problems" in told
