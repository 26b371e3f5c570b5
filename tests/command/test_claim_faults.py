"""`check`: what a claim may not rest on, and what must show a derived one."""

import pytest
import yaml

from methods.command.command_line import main
from tests.made_up import study, write_descriptor, write_paper

LOWER = {"function": "methods.claims.scores.lower", "study": "main", "methods": ["Small tree"],
         "than": ["Broken"], "where": "Table 1", "says": "a tree beats nothing"}  # fmt: skip
ARGUED = {"function": "methods.claims.reasoned.derived", "verdict": "holds", "why": "so it is",
          "where": "Table 1", "says": "two is even"}  # fmt: skip
NUMBERS = {"function": "methods.claims.papers.erm_theory.squared_row_sums",
           "where": "eq. 4", "says": "two is even"}  # fmt: skip
GENERATED = {"generator": "twonorm", "parameters": {"n_samples": 600, "random_state": 0}}


@pytest.fixture
def claim(project, capsys):
    """The fault of one claim on the data sets alpha, beta and gamma of the ERM paper."""
    write_paper(project, "erm")
    file = project / "workflow/experiments/toy.yaml"

    def fault_of(entry, protocol=None, others=None, **descriptors):
        """What `check` says; `descriptors` has keys of alpha, beta or gamma."""
        for name in ("alpha", "beta", "gamma"):
            more = dict(descriptors.get(name, {}))
            source = more.pop("source", None)
            write_descriptor(project, name, **({"source": source} if source else {}))
            path = project / f"datasets/{name}.yaml"
            own = {"printed": [{"source": "erm", "name": name, "shape": None, "meets": None}]}
            path.write_text(yaml.safe_dump(yaml.safe_load(path.read_text()) | own | more))
        content = yaml.safe_load(file.read_text())
        matrix = study(
            ["alpha", "beta", "gamma"], [*content["methods"]], **SPLIT | (protocol or {})
        )
        content |= {
            "source": "erm",
            "claims": {"c": entry, **(others or {})},
            "studies": {"main": matrix},
        }
        file.write_text(yaml.safe_dump(content))
        main(["check"])
        return capsys.readouterr().err.replace("error: toy: claims: c: ", "")

    return fault_of


SPLIT = {"trials": 4, "block_size": 2}
BEYOND = {"beyond": True}
STAND_IN = {"beta": {"stands_in_for": "the lost beta"}}
FOREIGN = {"beta": {"printed": []}}
DRAWN = {"beta": {"source": GENERATED}}
ALPHA = {"datasets": ["alpha"]}
BETA = {"datasets": ["beta"]}


@pytest.mark.parametrize(
    ("more", "descriptors", "said"),
    [
        ({}, {}, ""),
        ({}, STAND_IN, ""),  # left out by itself
        (BETA, STAND_IN, "data set beta decides no claim of the source, because it stands in for"),
        (BETA, FOREIGN, "data set beta decides no claim of the source, because erm does not print"),
        (BETA | BEYOND, STAND_IN, ""),
        (BETA | BEYOND, FOREIGN, ""),
        ({}, {n: {"printed": []} for n in ("alpha", "beta", "gamma")}, "no data set of erm"),
        ({"datasets": ["alpha", "beta"]}, {"beta": {"version_of": "alpha"}}, "beta is a version"),
    ],
)
def test_what_a_claim_may_rest_on(claim, more, descriptors, said):
    fault = claim(LOWER | more, **descriptors)
    assert said in fault and bool(said) == bool(fault), fault


@pytest.mark.parametrize(
    ("protocol", "more", "said"),
    [
        ({}, {}, ""),
        ({"trials": 1}, {}, "one draw of beta in study main; run more trials"),
        ({"trials": 1}, BEYOND, "one draw of beta in study main; run more trials"),
        ({"trials": 1}, ALPHA, ""),
        ({"trials": {"smoke": 1, "quick": 1, "paper": 4}}, {}, ""),
        ({"trials": 4, "split": {"kind": "folds", "folds": 4}}, {}, "one draw of beta"),
        ({"one_draw": "the paper has one"}, {}, ""),
    ],
)
def test_a_claim_on_one_draw_of_generated_data_needs_a_reason(claim, protocol, more, said):
    fault = claim(LOWER | more, protocol, **DRAWN)
    assert said in fault and bool(said) == bool(fault), fault


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "needs the key derived"),
        ({"derived": "tests/proof.py::test_it"}, ""),
        ({"derived": "tests/proof.py::test_that"}, "unknown test 'test_that'; did you mean"),
        ({"derived": "tests/none.py::test_it"}, "derived: there is no file tests/none.py"),
        ({"derived": "tests/test_seeds.py::test_none"}, "unknown test 'test_none'"),  # of ROOT
        ({"derived": "docs/page.md#why-two-is-even"}, ""),
        (
            {"derived": "docs/page.md#why-two-is-odd"},
            "unknown place 'why-two-is-odd'; did you mean",
        ),
        ({"derived": "docs/page.rst#even"}, ""),
        ({"derived": "tests/proof.py"}, "is not a test file.py::test_name or a page file.md#place"),
    ],
)
def test_what_no_number_could_change_names_what_shows_it(claim, project, more, said):
    write_proofs(project)
    fault = claim(ARGUED | more)
    assert said in fault and bool(said) == bool(fault), fault


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"derived": "tests/proof.py::test_it"}, "derived needs the key argument"),
        ({"derived": "tests/proof.py::test_it", "argument": "It must be."}, ""),
        ({"argument": "It must be."}, "argument needs the key derived"),
    ],
)
def test_numbers_that_no_number_could_change_come_with_an_argument(claim, project, more, said):
    write_proofs(project)
    fault = claim(NUMBERS | more)
    assert said in fault and bool(said) == bool(fault), fault


ALL = {"function": "methods.claims.readings.every_reading", "readings": ["d"],
       "where": "Table 1", "says": "all"}  # fmt: skip
OURS = LOWER | BEYOND | ALPHA


@pytest.mark.parametrize(
    ("more", "reading", "said"),
    [
        ({}, OURS, ""),
        (BEYOND, LOWER | ALPHA, ""),
        ({}, LOWER | ALPHA, "readings: d would count beside this claim; mark it with beyond: true"),
        (BEYOND, ALL | BEYOND, "readings: d has readings of its own; name these here"),
        ({"readings": ["e"]}, OURS, "readings: unknown claim 'e'; choose from: c, d"),
    ],
)
def test_a_reading_is_a_claim_of_ours_without_readings(claim, more, reading, said):
    told = claim(ALL | more, others={"d": reading})
    assert said in told and bool(said) == bool(told)


def write_proofs(project):
    """A test and two pages that claims can name."""
    (project / "tests").mkdir()
    (project / "docs").mkdir()
    (project / "tests/proof.py").write_text("def test_it():\n    assert 2 % 2 == 0\n")
    (project / "docs/page.md").write_text("# Numbers\n\n## Why two is even\n")
    (project / "docs/page.rst").write_text(".. _even:\n\nEven\n====\n")


def test_draws_are_counted_at_the_scale_of_the_paper_whatever_runs_now(claim, project):
    (project / "config.yaml").write_text("scale: smoke\ntrials: 1\n")
    assert claim(LOWER, {}, **DRAWN) == ""
