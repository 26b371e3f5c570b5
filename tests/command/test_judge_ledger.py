"""`judge`: what is written of all kept experiments, and what is said of it."""

from types import SimpleNamespace

import pytest
import yaml

from methods.claims.ledger import read_claims
from methods.command import judge as module
from methods.command.command_line import main
from methods.command.judge import judged_again, plan_of_kept, read_ledger, write_ledger
from methods.errors import UserError
from methods.sealed_files import made_from, read_sealed_json, write_sealed_json
from tests.command.conftest import LOWER
from tests.made_up import experiment, write_experiment


@pytest.fixture
def reference(with_claims):
    """Kept results of `toy`, without verdicts; another experiment has none."""
    write_experiment(with_claims, experiment(claims={"of_first": LOWER}), "first")
    config = yaml.safe_dump({"methods": ["A"], "experiments": "toy"})
    (with_claims / "config.yaml").write_text(config)
    folder = with_claims / "results/reference"
    folder.mkdir()
    (with_claims / "results/toy").rename(folder / "toy")
    keep_ledger(folder)
    return folder


def keep_ledger(folder, claims=(), scale="quick", datasets="all"):
    ledger = {"scale": scale, "datasets": datasets, "claims": list(claims)}
    write_sealed_json(folder / "claims.json", ledger, {})


def test_each_verdict_that_differs_is_said_and_all_are_written(reference, monkeypatch, capsys):
    made = []
    monkeypatch.setattr(module, "write_kept_outputs", lambda *of: made.append(of))
    before = [{"name": "toy/higher", "verdict": "holds"}]
    keep_ledger(reference, before)
    assert main(["judge"]) == 0
    new, other = capsys.readouterr().out.splitlines()
    assert new.startswith("toy/lower: not there -> holds: On alpha the error of A is ")
    assert other.startswith("toy/higher: holds -> fails: On alpha the error of B is ")
    of_toy = read_claims(reference / "toy/claims.json")
    assert [(entry["name"], entry["verdict"]) for entry in of_toy] == [
        ("toy/lower", "holds"), ("toy/higher", "fails")
    ]  # fmt: skip
    assert all(entry["evidence"] for entry in of_toy)
    ledger = read_ledger(reference)
    assert (ledger["counts"]["holds"], ledger["counts"]["fails"]) == (1, 1)
    without = [{k: v for k, v in entry.items() if k != "evidence"} for entry in of_toy]
    assert ledger["claims"] == without
    assert "| [Toy](toy.md) | 2 | 1 | 1 |" in (reference / "README.md").read_text()
    ((results, folder),) = made
    assert folder.resolve() == (reference / "toy").resolve()
    assert results.experiment.name == "toy" and len(results.scores("main")) == 12
    assert main(["judge"]) == 0
    assert capsys.readouterr().out == "", "nothing has changed since"


def test_the_ledger_lists_experiments_by_name_and_states_what_it_is_made_from(reference):
    entry = {"verdict": "holds", "beyond": False, "derived": "", "evidence": [1]}
    for name in ("delta", "alpha", "echo", "beta", "charlie"):
        claims = [entry | {"name": f"{name}/{claim}"} for claim in "ba"]
        write_sealed_json(reference / name / "claims.json", {"claims": claims}, {})
    plan = SimpleNamespace(scale="paper", config={"datasets": ["alpha"]})
    write_ledger(plan, reference)
    ledger = read_sealed_json(reference / "claims.json")
    assert [claim["name"] for claim in ledger["claims"]] == [
        f"{name}/{claim}" for name in ("alpha", "beta", "charlie", "delta", "echo")
        for claim in "ba"
    ]  # fmt: skip
    assert (ledger["scale"], ledger["datasets"]) == ("paper", ["alpha"])
    first = made_from(reference / "claims.json")["claims"]
    write_sealed_json(reference / "echo/claims.json", {"claims": []}, {})
    write_ledger(plan, reference)
    assert made_from(reference / "claims.json")["claims"] != first
    assert read_claims(reference / "beta/claims.json")[0]["evidence"] == [1]


@pytest.mark.parametrize(
    ("names", "judged"),
    [(None, ["beta", "delta"]), (["beta", "gamma"], ["beta"]), (["delta"], ["delta"]), ([], [])],
)
def test_experiments_with_kept_results_are_judged_or_those_that_are_named(
    tmp_path, monkeypatch, names, judged
):
    kept = ("beta", "delta", "of another project")
    for name in kept:
        (tmp_path / "results/reference" / name).mkdir(parents=True)
    (tmp_path / "results/reference/alpha").touch()
    experiments = {name: SimpleNamespace(claims={f"c of {name}": {}})
                   for name in ("alpha", "beta", "gamma", "delta")}  # fmt: skip
    plan = SimpleNamespace(experiments=experiments)
    monkeypatch.setattr(module, "plan_of_kept", lambda root: plan)
    monkeypatch.setattr(module, "claims_as_kept", lambda root, plan, name, claims: [*claims])
    assert [*judged_again(tmp_path, names)] == [(name, [f"c of {name}"]) for name in judged]


def test_the_plan_of_the_kept_run_has_its_scale_and_data_sets_and_all_methods(reference, tmp_path):
    keep_ledger(reference, scale="paper", datasets=["alpha"])
    plan = plan_of_kept(tmp_path)
    assert (plan.scale, plan.config["datasets"]) == ("paper", ["alpha"])
    assert plan.config["methods"] == "all" and {*plan.experiments} == {"toy", "first"}
    keep_ledger(reference)
    assert (plan_of_kept(tmp_path).scale, plan_of_kept(tmp_path).config["datasets"]) == (
        "quick", "all"
    )  # fmt: skip


def test_without_kept_results_one_line_says_how_to_get_them(reference, capsys):
    (reference / "claims.json").unlink()
    assert main(["judge"]) == 1
    error = capsys.readouterr().err
    assert "error: no results are kept in results/reference; finish a run and `keep` it" in error
    assert error.count("\n") == 1
    with pytest.raises(UserError, match="no results are kept in"):
        read_ledger(reference / "toy")
