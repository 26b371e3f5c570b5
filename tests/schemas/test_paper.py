"""Paper files: each wrong key or value is one line with its place."""

from pathlib import Path

import pytest
import yaml

from methods.errors import UserError
from methods.schemas.paper import load_paper, load_papers
from tests.made_up import write_paper

ROOT = Path(__file__).parents[2]
SERVED = {"shows": "errors", "outputs": ["toy/t"]}
FAULTS = [
    ({"titel": "x"}, r"unknown key 'titel'; did you mean 'title'\?"),
    ({"year": "2015"}, "year: '2015' is not a whole number from 1900"),
    ({"authors": []}, "authors: .* is not a list"),
    ({"address": ""}, "write a doi or an address"),
    ({"bibtex": "article{x}"}, "bibtex: an entry begins with @"),
    (
        {"figures": {"1": {"shows": "errors"}}},
        "figures.1: write what serves it or why nothing does",
    ),
    ({"figures": {"1": {**SERVED, "why": "none"}}}, "figures.1: write what serves it or why"),
    ({"tables": {"1": {**SERVED, "nubmers": "t1"}}}, "tables.1: .*did you mean 'numbers'"),
    ({"figures": {"1": {"shows": "errors", "outputs": ["toy"]}}}, "such as heart/table1"),
    ({"summary": {"figures": ["toy/a", "toy/b", "toy/c"]}}, "summary.figures"),
]


@pytest.mark.parametrize(("change", "message"), FAULTS)
def test_a_fault_is_one_line_with_its_place(tmp_path, change, message):
    write_paper(tmp_path, "toy")
    file = tmp_path / "workflow/papers/toy.yaml"
    file.write_text(yaml.safe_dump(yaml.safe_load(file.read_text()) | change))
    with pytest.raises(UserError, match=f"workflow/papers/toy.yaml: .*{message}") as raised:
        load_paper(file)
    assert "\n" not in str(raised.value)


def test_a_part_is_served_by_outputs_code_or_claims(tmp_path):
    equation = {"shows": "a sum", "code": ["methods.PrimalSVM"], "claims": ["toy/c"]}
    write_paper(tmp_path, "toy", figures={"1": SERVED}, equations={"2": equation})
    parts = {kind: part.served_by for kind, _, part in load_papers(tmp_path)["toy"].parts()}
    assert parts == {"figures": ("toy/t",), "equations": ("methods.PrimalSVM", "toy/c")}


def test_papers_are_in_the_order_of_their_places_and_others_last(tmp_path):
    for key, more in {"a": {}, "b": {"place": 2}, "c": {"place": 1}}.items():
        write_paper(tmp_path, key, **more)
    assert list(load_papers(tmp_path)) == ["c", "b", "a"]
    assert list(load_papers(ROOT))[:2] == ["erm", "drm"]


def test_the_papers_of_the_project_can_be_read():
    papers = load_papers(ROOT)
    assert len(papers) == len(list((ROOT / "workflow/published").glob("*.csv")))
    assert all(paper.tables and paper.figures and paper.equations for paper in papers.values())
