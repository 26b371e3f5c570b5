"""Results are told as those of the settings under which they were made."""

from pathlib import Path

import pytest

from methods.bench.dependencies import of_verdicts
from methods.bench.plan import Plan
from methods.errors import UserError
from methods.sealed_files import write_sealed_json
from methods.sharing.run_settings import refuse_other_scale, refuse_other_settings
from tests.made_up import experiment, made_up_results, write_experiment


def test_verdicts_of_other_settings_are_refused_with_the_remedy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2], "B": [0.3, 0.4]}}).plan
    write_sealed_json("results/toy/claims.json", {"claims": []}, of_verdicts(plan, "toy"))
    refuse_other_settings(plan)
    for setting in ({"scale": "paper"}, {"datasets": ["alpha"]}, {"trials": 1}):
        with pytest.raises(UserError, match="such as --config scale=paper datasets=all"):
            refuse_other_settings(Plan.from_config(setting, tmp_path))
    write_sealed_json("results/toy/claims.json", {"claims": []}, {})
    with pytest.raises(UserError, match="other settings"):
        refuse_other_settings(plan)


def test_kept_verdicts_of_another_scale_are_named(tmp_path):
    files = [tmp_path / name / "claims.json" for name in ("first", "second")]
    for file, scale in zip(files, ("paper", "quick"), strict=True):
        write_sealed_json(file, {"claims": [{"name": "a", "scale": scale}]}, {})
    refuse_other_scale("paper", files[:1])
    with pytest.raises(UserError, match=r"second/claims\.json is of scale quick"):
        refuse_other_scale("paper", files)


def test_the_verdicts_of_every_experiment_and_of_every_claim_are_looked_at(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2], "B": [0.3, 0.4]}})
    write_experiment(tmp_path, experiment(), "zoo")
    plan = Plan.from_config({}, tmp_path)
    for name in ("toy", "zoo"):
        write_sealed_json(f"results/{name}/claims.json", {"claims": []}, of_verdicts(plan, name))
    refuse_other_settings(plan)
    write_sealed_json("results/zoo/claims.json", {"claims": []}, {})
    with pytest.raises(UserError, match=r"results/zoo/claims\.json is of a run with other"):
        refuse_other_settings(plan)
    claims = [{"name": name, "scale": scale} for name, scale in (("a", "paper"), ("b", "quick"))]
    write_sealed_json("results/zoo/claims.json", {"claims": claims}, {})
    with pytest.raises(UserError, match="is of scale quick"):
        refuse_other_scale("paper", [Path("results/zoo/claims.json")])
