"""What a claim rests on: the source's own data sets, each once."""

import pytest
import yaml

from methods.bench.plan import Plan
from methods.claims.basis import basis_of
from methods.claims.ledger import judge
from tests.claims.shifted import shifted_results
from tests.made_up import made_up_results, write_paper

CLAIM = {"where": "section 1", "says": "A is lower", "study": "main",
         "function": "methods.claims.scores.lower", "methods": ["A"], "than": ["B"]}  # fmt: skip
PRINTED = {"printed": [{"source": "erm", "name": "alpha", "shape": None, "meets": None}]}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def describe(root, name, **more):
    """Change some keys of a descriptor."""
    file = root / "datasets" / f"{name}.yaml"
    file.write_text(yaml.safe_dump(yaml.safe_load(file.read_text()) | more))


def results_on(root, names, **claims):
    return shifted_results(root, 0.1, datasets=names, source="erm", claims=claims)


@pytest.fixture
def paper(tmp_path):
    """An experiment on the ERM paper, which prints alpha, and not beta. B is 0.1 above A."""
    write_paper(tmp_path, "erm")
    claims = {"own": CLAIM, "ours": CLAIM | {"beyond": True}}
    results = results_on(tmp_path, ("alpha", "beta", "gamma"), **claims)
    describe(tmp_path, "alpha", **PRINTED)
    describe(tmp_path, "gamma", **PRINTED, stands_in_for="the lost gamma")
    plan = Plan.from_config({}, tmp_path)
    return type(results).load(plan, "toy", tmp_path)


def test_a_claim_of_a_source_rests_on_its_own_data_sets(paper):
    assert judge(paper, "own")["datasets"] == ["alpha"]
    assert [case["dataset"] for case in judge(paper, "own")["evidence"]] == ["alpha"]


def test_a_claim_of_ours_rests_on_all_data_sets(paper):
    assert judge(paper, "ours")["datasets"] == ["alpha", "beta", "gamma"]
    assert len(judge(paper, "ours")["evidence"]) == 3


def test_an_experiment_without_a_published_source_has_all_its_data_sets(tmp_path):
    results = shifted_results(tmp_path, 0.1, datasets=("alpha", "beta"), claims={"a": CLAIM})
    assert judge(results, "a")["datasets"] == ["alpha", "beta"]


def test_versions_of_a_data_set_count_once(tmp_path):
    results = shifted_results(tmp_path, 0.1, datasets=("alpha", "beta"), claims={"a": CLAIM})
    describe(tmp_path, "alpha", version_of="beta")
    results = type(results).load(Plan.from_config({}, tmp_path), "toy", tmp_path)
    assert judge(results, "a")["datasets"] == ["beta"]
    assert results.datasets("main") == ["alpha", "beta"]  # tables still show both


def test_of_versions_of_a_data_set_the_one_that_is_named_counts(tmp_path):
    claims = {"named": CLAIM | {"datasets": ["alpha"]}, "main": CLAIM | {"datasets": ["beta"]}}
    results = shifted_results(tmp_path, 0.1, datasets=("alpha", "beta"), claims=claims)
    describe(tmp_path, "alpha", version_of="beta")
    results = type(results).load(Plan.from_config({}, tmp_path), "toy", tmp_path)
    for claim, dataset in {"named": "alpha", "main": "beta"}.items():
        judged = judge(results, claim)
        assert judged["datasets"] == [dataset]
        assert [case["dataset"] for case in judged["evidence"]] == [dataset]


def test_named_data_sets_and_studies_are_found_by_the_types_of_the_options(tmp_path):
    scores = {name: {"A": [0.1, 0.2], "B": [0.2, 0.3]} for name in ("alpha", "beta")}
    claim = CLAIM | {"datasets": ["beta"]}
    results = made_up_results(tmp_path, scores, claims={"a": claim})
    basis = basis_of(results.plan, results.experiment, claim)
    assert (basis.studies, basis.named) == (("main",), ("beta",))
    assert basis.datasets(["alpha", "beta"]) == ["beta"]


def test_an_option_of_a_wrong_kind_mentions_nothing(tmp_path):
    results = shifted_results(tmp_path, 0.1, claims={"a": CLAIM})
    claim = CLAIM | {"margin": "wide", "datasets": ["alpha"]}
    basis = basis_of(results.plan, results.experiment, claim)
    assert (basis.studies, basis.named) == (("main",), ("alpha",))


def test_a_claim_of_a_source_may_name_data_sets_that_it_cannot_rest_on(paper):
    claim = CLAIM | {"datasets": ["alpha", "beta", "gamma"]}
    for words, names in (({}, ["alpha"]), ({"any_data": True}, claim["datasets"])):
        basis = basis_of(paper.plan, paper.experiment, claim | words)
        assert basis.datasets(["alpha", "beta", "gamma"]) == names


def test_a_named_version_leaves_no_other_one(tmp_path):
    names = ("alpha", "beta", "gamma", "delta")
    results = shifted_results(tmp_path, 0.1, datasets=names, claims={"a": CLAIM})
    for name in ("alpha", "gamma"):
        describe(tmp_path, name, version_of="beta")
    plan = Plan.from_config({}, tmp_path)
    basis = basis_of(plan, results.experiment, CLAIM | {"datasets": ["alpha"]})
    assert basis.allowed == {"alpha", "delta"}
