"""What is kept of a run, and what stays if it cannot be kept."""

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from methods.bench import paths
from methods.claims.ledger import read_claims
from methods.command import keep as module
from methods.command.command_line import main
from methods.command.keep import kept_files
from methods.sealed_files import read_sealed_json, write_sealed_json

CONFIG = ["--config", "trials=2"]
KEPT = Path(paths.REFERENCE)
SCORES = paths.stored("toy", "main", "alpha")["scores"]


def files_below(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_only_what_the_plan_makes_is_kept(finished):
    for orphan in ("table_of_before.csv", "main/scores/left_out.parquet"):
        Path("results/toy", orphan).write_bytes(b"old")
    assert main(["keep", *CONFIG]) == 0
    tables = {f"t.{kind}" for kind in ("csv", "md", "tex", "json")}
    stored = {"main/scores/alpha.parquet", "main/runs/alpha.parquet"}
    assert files_below(KEPT / "toy") == {"claims.json", "splits.csv"} | tables | stored
    assert not Path(paths.NEW_REFERENCE).exists()


def test_what_judges_is_kept_however_large_and_tables_are_not(finished, monkeypatch):
    monkeypatch.setattr(module, "LARGEST_BYTES", 1)
    assert main(["keep", *CONFIG]) == 0
    stored = {"main/scores/alpha.parquet", "main/runs/alpha.parquet"}
    assert files_below(KEPT / "toy") == {"claims.json", "splits.csv"} | stored


def damaged_scores():
    data = bytearray(Path(SCORES).read_bytes())
    data[40] ^= 1
    Path(SCORES).write_bytes(data)


@pytest.mark.parametrize("what", ["full disk", "Ctrl-C", "damage"])
def test_what_was_kept_stays_if_the_run_cannot_be_kept(finished, monkeypatch, capsys, what):
    assert main(["keep", *CONFIG]) == 0
    before = {name: (KEPT / name).read_bytes() for name in files_below(KEPT)}
    faults = {"full disk": OSError(errno.ENOSPC, "No space left"), "Ctrl-C": KeyboardInterrupt()}
    if what == "damage":
        damaged_scores()
    else:

        def stop(*_):
            raise faults[what]

        monkeypatch.setattr(module, "split_hashes", stop)
    if what == "Ctrl-C":
        with pytest.raises(KeyboardInterrupt):
            main(["keep", *CONFIG])
    else:
        assert main(["keep", *CONFIG]) == 1
        told = {"damage": f"{SCORES} is damaged", "full disk": "No space left"}
        assert told[what] in capsys.readouterr().err
    assert {name: (KEPT / name).read_bytes() for name in files_below(KEPT)} == before
    assert not Path(paths.NEW_REFERENCE).exists()


def test_results_of_other_settings_are_not_kept(finished, capsys):
    assert main(["keep", "--config", "trials=2", "scale=paper"]) == 1
    assert "is of a run with other settings; name those of that run" in capsys.readouterr().err
    claims = [{"name": "other/a", "scale": "paper"}]
    write_sealed_json(KEPT / "other/claims.json", {"claims": claims}, {})
    assert main(["keep", *CONFIG]) == 1
    assert "keep results of one scale" in capsys.readouterr().err
    assert files_below(KEPT) == {"other/claims.json"}


def test_what_is_kept_takes_the_place_of_all_that_was_kept_before(finished):
    for stale in ("toy/main/scores/gone.parquet", "toy/outdated.yaml"):
        (KEPT / stale).parent.mkdir(parents=True, exist_ok=True)
        (KEPT / stale).touch()
    claims = [{"name": "toy/a", "scale": "paper"}]  # replaced, so that its scale is no matter
    write_sealed_json(KEPT / "toy/claims.json", {"claims": claims}, {})
    left = Path(paths.NEW_REFERENCE, "toy/of_a_run_that_was_killed.csv")
    left.parent.mkdir(parents=True)
    left.touch()
    assert main(["keep", *CONFIG]) == 0
    assert not files_below(KEPT / "toy") & {
        "main/scores/gone.parquet", "outdated.yaml", left.name
    }  # fmt: skip
    (entry,) = read_claims(KEPT / "toy/claims.json")
    assert (entry["name"], entry["scale"]) == ("toy/wins", "quick")
    assert not Path(paths.NEW_REFERENCE).exists()


def test_the_ledger_and_the_pages_have_what_is_kept_of_other_experiments_too(finished):
    entry = read_claims(paths.claims("toy"))[0]
    other = entry | {"name": "other/a", "verdict": "holds", "evidence": [{"dataset": "alpha"}]}
    write_sealed_json(KEPT / "other/claims.json", {"claims": [other]}, {})
    assert main(["keep", *CONFIG]) == 0
    ledger = read_sealed_json(KEPT / "claims.json")
    assert [claim["name"] for claim in ledger["claims"]] == ["other/a", "toy/wins"]
    assert not [claim for claim in ledger["claims"] if "evidence" in claim]
    assert read_claims(KEPT / "other/claims.json") == [other]
    assert (ledger["scale"], ledger["datasets"]) == ("quick", "all")
    assert "| all |" in (KEPT / "README.md").read_text()


def test_a_stop_before_the_first_copy_is_no_other_fault(finished, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "kept_files", stop)
    with pytest.raises(KeyboardInterrupt):
        main(["keep", *CONFIG])


class Planned:
    """A plan of two experiments, each with two studies of two data sets."""

    def studies(self):
        for experiment in ("other", "toy"):
            for name in ("first", "second"):
                yield SimpleNamespace(experiment=experiment, name=name)

    def datasets(self, study):
        return ["alpha", "beta"]

    def tables(self, experiment):
        return [paths.output(experiment, name, kind) for name in "tu" for kind in ("csv", "tex")]

    def figures(self, experiment):
        return [paths.output(experiment, "f", kind) for kind in ("png", "svg", "pdf", "csv")]


def test_pictures_of_one_format_and_no_other_experiment_are_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = Planned()
    tables = [f"main/{kind}/{name}.parquet" for name in ("alpha", "beta") for kind in
              ("scores", "runs", "traces", "artifacts")]  # fmt: skip
    for experiment in ("toy", "other"):
        names = [*plan.tables(experiment), *plan.figures(experiment), paths.claims(experiment)]
        names += [f"results/{experiment}/{table.replace('main', study)}" for table in tables
                  for study in ("first", "second")]  # fmt: skip
        for file in map(Path, names):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
    kept = [file.relative_to("results/toy").as_posix() for file in kept_files(plan, "toy")]
    assert kept == [
        "claims.json",
        *(f"{study}/{kind}/{name}.parquet" for study in ("first", "second")
          for name in ("alpha", "beta") for kind in ("scores", "runs")),
        "t.csv", "t.tex", "u.csv", "u.tex", "f.png", "f.csv",
    ]  # fmt: skip


def test_a_table_or_figure_is_kept_up_to_a_mebibyte(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("results/toy").mkdir(parents=True)
    sizes = {"t.csv": 1_048_576, "u.csv": 1_048_577, "t.tex": 0, "f.png": 1_048_577, "f.csv": 7}
    for name, size in {**sizes, "claims.json": 2_000_000}.items():
        Path("results/toy", name).touch()
        os.truncate(Path("results/toy", name), size)
    kept = [file.name for file in kept_files(Planned(), "toy")]
    assert kept == ["claims.json", "t.csv", "t.tex", "f.csv"]


def test_each_experiment_is_kept_with_hashes_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept = {}

    def keep_hashes(hashes, folder):
        folder.mkdir(parents=True)
        kept[folder.name] = hashes

    monkeypatch.setattr(module, "keep_hashes", keep_hashes)
    monkeypatch.setattr(module, "split_hashes", lambda plan, name: f"hashes of {name}")
    monkeypatch.setattr(module, "kept_files", lambda plan, name: iter(()))
    for name in ("refuse_other_settings", "refuse_other_scale", "write_ledger"):
        monkeypatch.setattr(module, name, lambda *_: None)
    module.keep(SimpleNamespace(running=lambda: ["ant", "zoo"], scale="quick"))
    assert kept == {"ant": "hashes of ant", "zoo": "hashes of zoo"}
