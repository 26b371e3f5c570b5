"""`status`: every job is counted once, by the files and by what Snakemake has noted."""

import json
import os
import re
import shutil
from base64 import urlsafe_b64encode
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
import yaml

from methods.bench.blocks import Run, save_block
from methods.bench.plan import Plan
from methods.command import records, status
from methods.command.command_line import main
from methods.command.last_run import seconds_in
from methods.command.stored_files import Verified
from methods.files import write_text
from methods.sealed_files import read_sealed, read_sealed_json, write_sealed_json
from tests.command.conftest import BLOCK, LOG
from tests.made_up import (
    experiment,
    made_up_results,
    store_frame,
    study,
    write_descriptor,
    write_experiment,
)


def note(kind, path, content):
    """A note as Snakemake leaves it."""
    file = Path(".snakemake", kind, urlsafe_b64encode(path.encode()).decode())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content))
    return file


def note_made(method, seconds):
    note("metadata", BLOCK.format(method), {"starttime": 0.0, "endtime": seconds})


def counts(capsys, *arguments):
    assert main(["status", *arguments]) == 0
    text = capsys.readouterr().out
    row = re.search(r"^toy/main +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(.*)$", text, re.MULTILINE)
    return [int(n) for n in row.groups()[:5]], row[6], text


def test_before_the_first_run_all_is_to_do_and_nobody_knows_for_how_long(project, capsys):
    numbers, left, _ = counts(capsys)
    assert numbers == [0, 0, 0, 4, 0] and left == "4 jobs of unknown length"


def test_what_is_there_is_done_and_fits_that_failed_are_named(finished, capsys):
    numbers, left, text = counts(capsys, "--jobs", "1")
    assert numbers == [2, 0, 0, 2, 2]
    assert "toy/main/alpha/Broken seed 1: error" in text and "max_depth" in text
    assert left.endswith("1 job of unknown length")  # no fit of it has ended well


def test_the_time_left_is_that_of_the_jobs_that_are_done(finished, capsys):
    note_made("small_tree", 8.0)
    note_made("broken", 22.0)
    assert counts(capsys, "--jobs", "1")[1] == "30 s"
    assert counts(capsys, "--jobs", "10")[1] == "3 s"


ALONE = ["--jobs", "1", "--config", "methods=[Small tree]"]


def test_each_job_that_is_left_takes_the_mean_of_those_that_are_done(project, capsys):
    for block, seconds in (("0000-0001", 8.0), ("0002-0003", 4.0)):
        path = BLOCK.format("small_tree").replace("0000-0001", block)
        note("metadata", path, {"starttime": 10.0, "endtime": 10.0 + seconds})
    assert counts(capsys, *ALONE, "trials=8")[1] == "24 s"


def test_a_stale_job_is_left_too(finished, capsys):
    note_made("small_tree", 8.0)
    edit(finished, "max_depth: 1", "max_depth: 2")
    assert counts(capsys, *ALONE)[1] == "16 s"


@pytest.mark.parametrize(("scale", "left"), [("quick", "7.2 s"), ("paper", "2.4 s")])
def test_jobs_without_a_note_take_the_stored_seconds_of_their_trials(finished, capsys, scale, left):
    values = {"smoke": [1], "quick": [1, 2, 3], "paper": [1]}
    sweep = {"vary": "parameter", "name": "max_depth", "values": values}
    edit(finished, "    split:", f"    conditions: {json.dumps(sweep)}\n    split:")
    file = "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file).assign(cpu_seconds=[0.5, 0.7, None, None], predict_seconds=0.0)
    store_frame(runs, file)
    assert counts(capsys, *ALONE, f"scale={scale}")[1] == left


def edit(project, before, after):
    path = project / "workflow/experiments/toy.yaml"
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def test_a_job_that_ends_meanwhile_is_no_fault(project, capsys):
    """Its note goes between the listing of the folder and the look at the note."""
    Path(".snakemake/locks").mkdir(parents=True)
    Path(".snakemake/locks/0.lock").touch()
    note("incomplete", BLOCK.format("broken"), {}).with_name("gone").symlink_to("nowhere")
    Path(".snakemake/locks/1.lock").symlink_to("nowhere")
    assert counts(capsys)[0][1] == 1


def test_an_edited_method_is_stale_and_no_other(finished, capsys):
    edit(finished, "max_depth: 1", "max_depth: 2")
    numbers, _, text = counts(capsys)
    assert numbers == [1, 0, 1, 2, 2]
    assert f"{BLOCK.format('small_tree')} was made by other parameters" in text


def test_an_edited_protocol_makes_all_stale(finished, capsys):
    edit(finished, "train: 0.5", "train: 0.6")
    assert counts(capsys)[0] == [0, 0, 2, 2, 0]


def test_a_damaged_file_is_stale_and_named_and_not_removed(finished, capsys):
    block = Path(BLOCK.format("small_tree"))
    block.write_bytes(block.read_bytes().replace(b"PK", b"pk", 1))
    numbers, _, text = counts(capsys)
    assert numbers == [1, 0, 1, 2, 2] and block.exists()
    assert f"  {block} is damaged: its bytes do not have the hash that it states" in text


def test_a_fetched_file_with_other_bytes_is_named(finished, capsys):
    report = Path("results/data/raw/alpha/fetched.json")
    raw = report.with_name("toy.csv")
    raw.write_text("1,2")
    files = [{"path": raw.name, "sha256": "0" * 64, "from": "here"}]
    stated = read_sealed(report).made_from
    write_sealed_json(report, {**read_sealed_json(report), "files": files}, stated)
    assert f"  {raw} is damaged: its bytes do not have the hash" in counts(capsys)[2]


def test_a_copy_of_another_block_is_stale_and_named(finished, capsys):
    block = Path(BLOCK.format("small_tree"))
    shutil.copy(BLOCK.format("broken"), block)
    assert counts(capsys)[0][2] == 1
    assert f"  {block} is a copy of {BLOCK.format('broken')}" in counts(capsys)[2]


def test_fits_made_elsewhere_are_counted(finished, capsys):
    assert "2 fit files made elsewhere, by this code; they are taken" in counts(capsys)[2]
    note_made("broken", 1.0)
    assert "1 fit file made elsewhere" in counts(capsys)[2]


def test_running_is_what_the_run_that_holds_the_lock_has_begun(finished, capsys):
    path = BLOCK.format("small_tree").replace("0000-0001", "0002-0003")
    old = note("incomplete", BLOCK.format("broken").replace("0000-0001", "0002-0003"), {})
    os.utime(old, (1, 1))  # of a run that was killed
    note("incomplete", path, {"external_jobid": None})
    assert counts(capsys)[0] == [2, 0, 0, 2, 2]
    lock = Path(".snakemake/locks/0.output.lock")
    lock.parent.mkdir()
    lock.touch()
    os.utime(lock, (1000, 1000))
    numbers, _, text = counts(capsys)
    assert numbers == [2, 1, 0, 1, 2] and f"  {path}, for " in text
    assert "with 1 at a time" in text and "other settings" not in text
    assert "other settings" in counts(capsys, "--config", "methods=[Broken]")[2]


def test_a_job_that_left_a_log_and_no_result_is_named_with_its_last_line(finished, capsys):
    Path(BLOCK.format("broken")).unlink()
    Path(LOG.format("broken")).write_text("Traceback\nerror: cannot import 'x'\n")
    numbers, _, text = counts(capsys)
    assert numbers == [1, 0, 0, 3, 0]
    assert f"  {LOG.format('broken')}: error: cannot import 'x'" in text


def test_fits_that_failed_are_named_without_a_log_too(finished, capsys):
    for log in Path("results/logs").rglob("*.log"):
        log.unlink()
    numbers, _, text = counts(capsys)
    assert numbers == [2, 0, 0, 2, 2]
    assert "toy/main/alpha/Broken seed 1: error" in text and "max_depth" in text


def test_fits_of_a_block_beyond_the_trials_are_not_counted(finished, capsys):
    assert counts(capsys, "--config", "trials=1")[0] == [2, 0, 0, 0, 1]


@pytest.mark.parametrize("logged", [True, False])
def test_what_was_not_tried_has_not_failed(tmp_path, monkeypatch, logged):
    monkeypatch.chdir(tmp_path)
    block = BLOCK.format("rival")
    said = [("absent", "no package"), ("missing", "no data"), ("crashed", "so"), ("ok", "")]
    save_block(block, [Run(seed, "", *outcome) for seed, outcome in enumerate(said)], {})
    if logged:
        text = "".join(f"seed {seed} -: {s} fit nan s {m}\n" for seed, (s, m) in enumerate(said))
        write_text(LOG.format("rival"), text)
    where = SimpleNamespace(where="toy/main"), "alpha", SimpleNamespace(name="Rival")
    assert status.bad_fits(*where, block, 3) == ["toy/main/alpha/Rival seed 2: crashed so"]
    assert not status.bad_fits(*where, block, 2)  # the third trial is in no result


def test_a_missing_data_set_is_named_with_the_reason(project, capsys):
    report = Path("results/data/raw/alpha/fetched.json")
    write_sealed_json(report, {"status": "missing", "reason": "alpha: far away"}, {})
    assert "alpha: far away" in counts(capsys)[2]


def test_a_missing_data_set_that_reads_the_files_of_another_is_named_itself(tmp_path):
    report = tmp_path / "fetched.json"
    write_sealed_json(report, {"status": "missing", "reason": "alpha: far away"}, {})
    plan = SimpleNamespace(
        used_datasets=lambda: ["alpha", "beta"],
        fetched=lambda dataset: str(report),
        catalogue=dict.fromkeys(["alpha", "beta"], SimpleNamespace(fetched_as="alpha")),
    )
    assert list(status.missing(plan)) == ["alpha: far away", "beta: alpha: far away"]


def test_notes_of_long_paths_are_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = "results/" + "x" * 400
    name = urlsafe_b64encode(path.encode()).decode()
    file = Path(".snakemake/metadata", "@" + name[:254], "@" + name[254:508], name[508:])
    file.parent.mkdir(parents=True)
    file.write_text('{"params": []}')
    assert records.made(path) == {"params": []}


def test_ten_examples_are_listed_and_the_rest_is_counted(capsys):
    status.show("Bad fits:", [f"fit {i}" for i in range(12)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["", "Bad fits:", "  fit 0"]
    assert lines[-2:] == ["  fit 9", "  and 2 more"]
    status.show("Bad fits:", [f"fit {i}" for i in range(10)])
    assert capsys.readouterr().out.splitlines()[-1] == "  fit 9"
    status.show("Bad fits:", [])
    assert capsys.readouterr().out == ""


def test_jobs_without_a_note_take_the_stored_seconds_of_their_data_set(tmp_path, monkeypatch):
    results = made_up_results(tmp_path, {name: {"A": [0.1, 0.2]} for name in ("alpha", "beta")})
    monkeypatch.chdir(tmp_path)
    for dataset, seconds in (("alpha", 1.0), ("beta", 10.0)):
        file = f"results/toy/main/runs/{dataset}.parquet"
        store_frame(pd.read_parquet(file).assign(cpu_seconds=seconds, predict_seconds=0.0), file)
    (study,) = results.plan.studies()
    state = status.progress(results.plan, study, set(), Verified())
    assert (state.seconds_left, state.of_unknown_length) == (2 * 1 + 2 * 10, 0)


def test_jobs_without_a_result_are_named_in_every_study(finished, capsys):
    file = finished / "workflow/experiments/toy.yaml"
    content = yaml.safe_load(file.read_text())
    content["studies"]["side"] = content["studies"]["main"]
    file.write_text(yaml.safe_dump(content, sort_keys=False))
    Path(BLOCK.format("broken")).unlink()
    Path(LOG.format("broken")).write_text("error: cannot import 'x'\n")
    assert f"  {LOG.format('broken')}: error: cannot import 'x'" in counts(capsys)[2]


def test_a_trial_takes_the_seconds_of_its_fits_and_of_its_predictions(finished):
    file = Path("results/toy/main/runs/alpha.parquet")
    store_frame(pd.read_parquet(file).assign(cpu_seconds=0.5, predict_seconds=0.25), file)
    labels = SimpleNamespace(labels=lambda scale: ["0", "1", "2"])
    study = SimpleNamespace(fits_of_a_trial=lambda scale: 1, conditions=labels, seconds=60.0)
    assert seconds_in(file, study, "quick")["Small tree"] == 0.5 + 3 * 0.25


def test_a_block_is_stale_with_its_own_split_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_descriptor(tmp_path, "alpha")
    main = study(["alpha"], ["A"], trials=4, block_size=2)
    write_experiment(tmp_path, experiment(["alpha"], ["A"], studies={"main": main}))
    plan = Plan.from_config({}, tmp_path)
    (one,) = plan.studies()
    for block in plan.blocks(one, "alpha", one.methods[0]):
        Path(block.path).parent.mkdir(parents=True, exist_ok=True)
        Path(block.path).touch()
    monkeypatch.setattr(status, "bad_fits", lambda *_: [])
    verified = Verified(unusable={plan.splits(one, "alpha")[1]: "is damaged"})
    state = status.progress(plan, one, set(), verified)
    assert (state.done, state.stale) == (1, 1)


def test_a_job_that_runs_counts_among_the_time_left(finished, capsys):
    for method in ("small_tree", "broken"):
        note_made(method, 60.0)
    note("incomplete", BLOCK.format("broken").replace("0000-0001", "0002-0003"), {})
    lock = Path(".snakemake/locks/0.output.lock")
    lock.parent.mkdir()
    lock.touch()
    os.utime(lock, (1000, 1000))
    numbers, left, _ = counts(capsys, "--jobs", "1")
    assert numbers == [2, 1, 0, 1, 2] and left == "2 min"


def test_the_last_row_is_the_sum_of_all_studies():
    one = status.Progress("a", 1, ["x"], 2, 3, ["bad"], [], 4.0, 5)
    two = status.Progress("b", 10, ["y", "z"], 20, 30, ["worse"], [], 40.0, 50)
    left = "44 s and 55 jobs of unknown length"
    assert status.row(status.total([one, two]), 1) == ("all", 11, 3, 22, 33, 2, left)


def test_fits_are_stale_with_the_files_that_their_data_share_with_another_set(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    write_descriptor(tmp_path, "alpha")
    write_experiment(tmp_path, experiment(["alpha"], ["A"]))
    plan = Plan.from_config({}, tmp_path)
    (one,) = plan.studies()
    (block,) = plan.all_blocks(one, "alpha")
    write_text(block.path, "")
    monkeypatch.setattr(Plan, "fetched", lambda plan, dataset: "shared.json")
    state = status.progress(plan, one, set(), Verified(unusable={"shared.json": "is damaged"}))
    assert (state.done, state.stale) == (0, 1)
