"""The page on speed: it exists if something was measured, and shows what is stored."""

import json
import shutil
from pathlib import Path

import pytest

from methods.bench import paths
from methods.bench.plan import Plan
from methods.report import speed_page
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


class Recorded:
    """In place of a folder of pages: what the page shows."""

    def page(self, name, template, **shown):
        self.name, self.shown = name, shown


@pytest.fixture
def shown(monkeypatch):
    """What the page shows of stored entries; a figure is what it draws, its stem and its page."""
    for kind in speed_page.DRAW:
        monkeypatch.setitem(speed_page.DRAW, kind, list)
    monkeypatch.setattr(speed_page, "write_image", lambda site, *figure: figure)

    def of(**speed):
        site = Recorded()
        speed_page.write_speed_page(site, speed)
        assert site.name == "speed.html"
        return site.shown

    return of


def texts(row):
    heading, *cells = row
    return [heading, *(cell["text"] for cell in cells)]


def test_what_was_not_measured_is_listed_and_stands_nowhere_else(shown):
    gone = {"missing": "no memory", **FROM}
    page = shown(ratios=RATIOS, growth={**GROWTH, "b": gone}, goals={"g": gone})
    assert page["missing"] == ["absent: no cvxpy", "b: no memory", "g: no memory"]
    assert [row[0] for row in page["ratios"]] == [NASTY, "b"]
    assert len(page["growth"]) == 1 and page["goals"] == []
    assert page["figures"]["ratios"] == (["fast", "slow"], "speed/ratios", "speed.html")
    assert page["figures"]["growth"] == (["a"], "speed/growth", "speed.html")
    assert shown(goals=GOALS)["missing"] == []


def test_only_what_was_measured_has_a_picture_and_a_sentence_on_it(shown):
    page = shown(ratios=RATIOS, goals=GOALS)
    assert set(page["figures"]) == set(page["conclusions"]) == {"ratios"}
    page = shown(growth=GROWTH, suboptimality=PANELS)
    assert set(page["figures"]) == set(page["conclusions"]) == {"growth", "suboptimality"}
    assert page["conclusions"]["growth"].startswith("In 0 of 1 cases")
    assert page["conclusions"]["suboptimality"].startswith("Our exact solver ends at most")


def test_the_whole_run_counts_as_a_target_and_is_no_race(shown):
    whole = {**RATIOS["fast"], "problem": "the default run", "ratio": 0.5, "at_least": 0.5}
    page = shown(ratios={**RATIOS, "default-run": whole})
    assert page["sentence"] == "2 of 3 targets are met"
    assert page["whole_run"].startswith("The default run: 0.001 seconds, against 2 of its fits")
    assert [row[0] for row in page["ratios"]] == [NASTY, "b"]
    assert page["figures"]["ratios"][0] == ["fast", "slow"]
    assert page["conclusions"]["ratios"].startswith("We are faster than the peer in 1 of 2 races.")
    assert not shown(ratios=RATIOS)["whole_run"]


def test_a_row_of_a_race_has_both_sides(shown):
    slow = {**RATIOS["slow"], "no_worse": False, "our_megabytes": None}
    fast, slow = shown(ratios={"fast": RATIOS["fast"], "slow": slow})["ratios"]
    assert texts(fast) == [
        NASTY, "p", "2,000 [1,500, 2,500]", "300", "yes", "0.001", "2", "5", "1,234",
    ]  # fmt: skip
    assert texts(slow)[1:5] == ["p, which reaches a lower objective", "0.5 [1,500, 2,500]", "1",
                                "no"]  # fmt: skip
    assert texts(slow)[-2:] == ["–", "1,234"]
    assert [cell["kind"] for cell in (fast[4], slow[4])] == ["win", ""]


def test_a_fast_race_at_a_worse_objective_has_met_no_target(shown):
    (row,) = shown(ratios={"fast": RATIOS["fast"] | {"no_worse": False}})["ratios"]
    assert row[4] == {"text": "no", "kind": ""}


def test_a_row_of_a_whole_task_has_its_seconds_and_its_floor(shown):
    met, missed = shown(goals=GOALS)["goals"]
    assert texts(met) == [NASTY, "2 [1, 3]", "2", "yes", "4", "0.5 s: a pass", "7, data 9"]
    assert texts(missed) == ["w", "2.1 [1, 3]", "2", "no", "4.2", "0.5 s: a pass", "7, data 9"]
    assert [cell["kind"] for cell in (met[3], missed[3])] == ["win", ""]


def test_a_row_of_growth_has_the_largest_size(shown):
    entry = {**GROWTH["a"], "exponent": None, "theory": 1.5, "memory_exponent": 0.514,
             "sizes": [10, 100, 2000], "seconds": [1.0, 2.0, 3.14159],
             "megabytes": [0, 3, 41.6]}  # fmt: skip
    (row,) = shown(growth={"a": entry})["growth"]
    assert texts(row) == [NASTY, "rows", "–", "1.50", "0.51", "2,000", "3.14", "42"]


def test_each_machine_and_revision_is_told_once(shown):
    of_full = {"quick": False, "origin": {"revision": "abc", "cpu": "z"}}
    page = shown(growth={"a": GROWTH["a"] | of_full, "b": GROWTH["a"]}, goals=GOALS)
    assert page["origins"] == [f"cpu {NASTY}, at quick sizes", "revision abc, cpu z"]


def test_as_fast_as_a_peer_is_not_faster_and_the_slowest_race_is_named():
    entries = {name: RATIOS["slow"] | {"ratio": ratio, "problem": name, "peer": f"p of {name}"}
               for name, ratio in (("x", 1.5), ("y", 1.0), ("z", 2.0))}  # fmt: skip
    told = of_ratios(entries)
    assert told.startswith("We are faster than the peer in 2 of 3 races.")
    assert told.endswith("The lowest speed relative to a peer is 1: y, against p of y.")


def test_an_exponent_a_quarter_above_theory_is_within_the_slack():
    told = of_growth({"a": GROWTH["a"]})
    assert told.startswith("In 0 of 1 cases") and "The largest difference is +0.25" in told
    assert of_growth({"a": GROWTH["a"] | {"exponent": 1.5}}).startswith("In 1 of 1 cases")


def test_no_solver_of_ours_ends_nowhere_above_the_lowest():
    told = of_suboptimality(PANELS)
    assert "at most 0 of the objective" in told and "each of 0 problems" in told


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
        "a": panel(("exact (ours)", 1e-9), ("SCS", 0.5)), "b": panel(("exact (ours)", 2e-8)),
    })  # fmt: skip
    assert "at most 2e-08 of the objective" in told and "each of 2 problems" in told


def test_a_solver_that_was_nearer_before_ends_where_it_ends():
    curves = [{"solver": "exact (ours)", "suboptimality": [1.0, 1e-9, 3e-7]}]
    assert "at most 3e-07 of the objective" in of_suboptimality({"a": {"curves": curves}})


def test_two_solvers_of_ours_are_one_problem():
    def curve(solver, end):
        return {"solver": solver, "suboptimality": [1.0, end]}

    curves = [curve("exact (ours)", 1e-9), curve("proximal Newton (ours)", 1e-3), curve("SCS", 1)]
    said = of_suboptimality({"p": {"curves": curves}})
    assert "at most 1e-09 of" in said and "on each of 1 problems" in said
