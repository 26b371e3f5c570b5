"""What was found on a paper: the words of README.md, with links to the evidence."""

import json
from pathlib import Path

from methods.bench.experiments import load_experiments
from methods.claims.coverage import experiments_on
from methods.report.found import FOUND, Found, found_in_html, read_found
from methods.schemas.paper import load_papers

ROOT = Path(__file__).parents[2]


def test_readme_says_it_in_the_same_words():
    readme = (ROOT / "README.md").read_text()
    found = read_found(ROOT)
    assert list(found) == list(load_papers(ROOT))
    for each in (each for texts in found.values() for each in texts):
        assert f" | {each.text} | " in readme, f"README.md and {FOUND} differ"


def test_each_experiment_on_a_long_work_is_in_one_chapter():
    experiments = load_experiments(ROOT / "workflow/experiments").values()
    for key, texts in read_found(ROOT).items():
        if chapters := [each for each in texts if each.title]:
            named = [name for chapter in chapters for name in chapter.experiments]
            assert sorted(named) == sorted(e.name for e in experiments_on(key, experiments))


def test_a_chapter_has_the_claims_of_its_experiments_and_a_whole_work_all():
    claims = [{"name": "erm/a"}, {"name": "drm/b"}]
    assert list(Found("", "One", ("drm",)).of(claims)) == claims[1:]
    assert list(Found("").of(claims)) == claims


def test_a_project_without_the_file_has_no_such_words(tmp_path):
    assert read_found(tmp_path) == {}


def test_a_work_has_one_text_or_one_for_each_chapter(tmp_path):
    (tmp_path / FOUND).parent.mkdir(parents=True)
    chapter = {"found": "It fails.", "title": "One", "experiments": ["drm", "erm"]}
    (tmp_path / FOUND).write_text(json.dumps({"erm": "It holds.", "thesis": [chapter]}))
    assert read_found(tmp_path) == {
        "erm": (Found("It holds."),), "thesis": (Found("It fails.", "One", ("drm", "erm")),),
    }  # fmt: skip


def test_a_text_ends_with_one_full_stop():
    assert [found_in_html(text, {}, {}) for text in ("a.", "a")] == 2 * ["<p>a.</p>"]


def test_a_link_to_a_claim_leads_to_its_evidence_and_another_is_text():
    text = "In [1 of 2](results/reference/erm.md#erm-a-b), [beats](docs/a.md#erm), [c](x.md#drm-c)"
    verdicts = {name: {"name": name} for name in ("erm/a-b", "drm/c")}
    assert found_in_html(text, verdicts, {"erm": "e.html"}) == (
        '<p>In <a href="e.html#claim-erm_a_b">1 of 2</a>, beats, c.</p>'
    )


def test_a_chapter_has_no_claims_of_an_experiment_whose_name_begins_alike():
    claims = [{"name": "drm_two/a"}, {"name": "drm/b"}]
    assert list(Found("", "One", ("drm",)).of(claims)) == claims[1:]
