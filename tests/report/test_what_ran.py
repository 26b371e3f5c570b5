"""What ran of an experiment: fits and hours are counted once, and failures are told by kind."""

from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from methods.bench.paths import REFERENCE
from methods.bench.results import Results
from methods.command.judge import plan_of_kept
from methods.report.kept_plan import only_kept
from methods.report.what_ran import (
    failures,
    gaps,
    in_short,
    missing_datasets,
    not_finite,
    not_installed,
    number_range,
    origin_of_fits,
    study_summaries,
    totals,
    warned,
)

ROOT = Path(__file__).parents[2]
DATASETS, METHODS = ["alpha", "beta", "gamma"], ["A", "B", "C"]


def run(dataset, method, seed=0, status="ok", message="", **more):
    return {"dataset": dataset, "method": method, "seed": seed, "condition": "", "status": status,
            "message": message, "fit_seconds": 60.0, "tune_seconds": 30.0, "warnings": 0,
            **more}  # fmt: skip


def frame(*runs):
    made = pd.DataFrame([run("", ""), *runs]).iloc[1:]
    made["dataset"] = pd.Categorical(made["dataset"], DATASETS, ordered=True)
    made["method"] = pd.Categorical(made["method"], METHODS, ordered=True)
    return made


def experiment(one_fit=(), kept=False, about="", **studies):
    """Results of these runs in each study, with 10 trials on alpha, 20 on beta and 5 on gamma.

    A study without runs has all methods, and no data set.
    """
    frames = {name: frame(*runs) for name, runs in studies.items()}

    def ran(column):
        return lambda study, among=None: [
            name for name in dict.fromkeys(frames[study][column]) if among is None or name in among
        ]

    made = {
        name: SimpleNamespace(name=name, experiment="toy", about=about, method=str.lower,
                              one_fit_for_all_conditions=name in one_fit)
        for name in studies
    }  # fmt: skip
    entry = SimpleNamespace(unavailable=None)  # none of them is ever missing
    plan = SimpleNamespace(
        catalogue={"alpha": entry, "beta": entry,
                   "gamma": SimpleNamespace(fetched_as="gamma",
                                        unavailable=SimpleNamespace(why="It is sold."))},
        folder=lambda study, method: f"folder_{method}",
        block_names=lambda study, dataset: ["0000-0009", "0010-0019"],
    )  # fmt: skip
    trials = {"alpha": 10, "beta": 20, "gamma": 5}
    return SimpleNamespace(
        experiment=SimpleNamespace(name="toy", studies=made), study=made.get, runs=frames.get,
        datasets=ran("dataset"), methods=lambda study: ran("method")(study) or METHODS,
        kept=kept, plan=plan,
        trials=lambda study, dataset: trials[dataset],
    )  # fmt: skip


FAILED = [run("alpha", "A", 12, "error", "bad"), run("alpha", "A", 11, "error", "bad"),
          run("alpha", "A", 3, "timeout", "60 s"), run("beta", "B"),
          run("beta", "A", 9, "error")]  # fmt: skip
LOST = [run("gamma", name, seed, "missing", "404") for name in "BA" for seed in (0, 1)]
ABSENT = [run("alpha", "C", seed, "absent", "no catboost") for seed in (0, 1)]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A folder of its own, where the logs are."""
    monkeypatch.chdir(tmp_path)


def log(*parts):
    path = Path("results/logs", *parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


def test_totals_count_all_studies_and_a_data_set_or_method_once():
    ran = totals(experiment(
        main=[run("alpha", "A"), run("beta", "A", status="error"), run("alpha", "B")],
        more=[run("beta", "A", fit_seconds=3600.0, tune_seconds=1800.0)],
        none=[],
    ))  # fmt: skip
    assert ran == {"datasets": 2, "methods": 2, "trials": "10 to 20", "fits": 4, "well": 3,
                   "hours": pytest.approx(1.575)}  # fmt: skip


def test_a_fit_for_all_conditions_counts_once_in_its_study_alone():
    runs = [run("alpha", "A", seed, condition=c) for c in ("0", "1", "2") for seed in (0, 1)]
    ran = totals(experiment(["noise"], noise=runs, main=runs[:4]))
    assert (ran["fits"], ran["well"]) == (6, 6) and ran["hours"] == pytest.approx(6 * 90 / 3600)


def test_what_is_said_of_a_study_counts_a_fit_for_all_conditions_once():
    finite = [run("alpha", "A", 0, message="inf", warnings=1, condition=c) for c in "012"]
    bad = [run("alpha", "A", 1, status, "bad", condition=c)
           for c, status in zip("012", ("ok", "invalid", "invalid"), strict=True)]  # fmt: skip
    (study,) = study_summaries(experiment(["noise"], noise=[*finite, *bad]))
    assert study["line"] == (
        "1 data set, 1 method, 10 trials; fits: 1 ok, 1 invalid; 120 s of fits, 60 s of tuning"
    )
    assert [row["text"] for row in study["failures"]] == ["alpha, A: invalid in 1 fit: bad"]
    assert study["warned"] == ["A: inf, in one of 1 such fits", "A: 1 on alpha"]


def test_totals_are_over_every_data_set_of_a_study():
    runs = [run(name, "A", condition=c) for name in ("beta", "alpha") for c in ("0", "1")]
    ran = totals(experiment(["noise"], noise=runs))
    assert (ran["fits"], ran["trials"]) == (2, "10 to 20")


@pytest.mark.parametrize(
    ("numbers", "told"), [([5], "5"), ([7, 7], "7"), ([20, 5, 10], "5 to 20"), ([9, 10], "9 to 10")]
)
def test_a_range_of_numbers(numbers, told):
    assert number_range(numbers) == told


def test_failures_of_a_kind_are_one_row_with_the_log_of_the_first():
    log("toy/main/fit/alpha/folder_a/0010-0019.log")
    log("toy/main/fit/beta/folder_a/0000-0009.log")
    rows = failures(experiment(main=[*FAILED, *ABSENT]), "main")
    assert rows == [
        {"study": "main", "dataset": "alpha", "method": "A", "status": "error", "message": "bad",
         "fits": 2, "log": "logs/toy/main/fit/alpha/folder_a/0010-0019.log"},
        {"study": "main", "dataset": "alpha", "method": "A", "status": "timeout",
         "message": "60 s", "fits": 1, "log": None},
        {"study": "main", "dataset": "beta", "method": "A", "status": "error", "message": "",
         "fits": 1, "log": "logs/toy/main/fit/beta/folder_a/0000-0009.log"},
    ]  # fmt: skip


def test_failures_with_other_messages_are_told_apart():
    runs = [run("alpha", "A", seed, "error", text) for seed, text in enumerate(("x", "y", "y"))]
    rows = failures(experiment(main=runs), "main")
    assert [(row["message"], row["fits"]) for row in rows] == [("x", 1), ("y", 2)]


def test_the_log_is_of_the_block_that_has_the_first_failed_seed():
    for block in ("0000-0009", "0010-0019"):
        log(f"toy/main/fit/alpha/folder_a/{block}.log")
    for seed, block in ((0, "0000-0009"), (9, "0000-0009"), (10, "0010-0019"), (19, "0010-0019")):
        (row,) = failures(experiment(main=[run("alpha", "A", seed, "error")]), "main")
        assert row["log"].endswith(f"{block}.log")
    (row,) = failures(experiment(main=[run("alpha", "A", s, "error") for s in (19, 9)]), "main")
    assert row["log"].endswith("0000-0009.log")


def test_kept_results_have_no_logs():
    log("toy/main/fit/alpha/folder_a/0000-0009.log")
    runs = [run("alpha", "A", 0, "error")]
    assert failures(experiment(main=runs), "main")[0]["log"]
    assert failures(experiment(main=runs, kept=True), "main")[0]["log"] is None


def test_a_missing_data_set_has_the_log_of_its_fetch_and_why_it_is_unavailable():
    log("fetch/gamma.log")
    results = experiment(main=[*FAILED, *LOST], more=LOST)
    rows = missing_datasets(results)
    assert list(rows) == ["gamma"]
    assert (rows["gamma"]["log"], rows["gamma"]["fits"]) == ("logs/fetch/gamma.log", 2)
    told = {"text": "gamma could not be fetched. It is sold.", "more": "404"}
    assert in_short(results, rows["gamma"]) == told
    assert in_short(results, {"dataset": "beta", "message": "m"})["text"] == (
        "beta could not be fetched."
    )


def test_a_data_set_may_be_missing_in_any_study():
    rows = missing_datasets(experiment(main=FAILED, more=LOST))
    assert list(rows) == ["gamma"] and rows["gamma"]["study"] == "more"


def test_an_absent_package_is_told_once_for_each_method_and_is_no_failure():
    results = experiment(main=[*ABSENT, run("beta", "B", 0, "absent", "no lightgbm"), *FAILED])
    assert not_installed(results, "main") == ["C: no catboost", "B: no lightgbm"]
    both = experiment(main=[*ABSENT, run("beta", "B", 0, "absent", "no catboost")])
    assert not_installed(both, "main") == ["C: no catboost", "B: no catboost"]
    assert all(row["status"] != "absent" for row in failures(results, "main"))


def test_gaps_are_missing_data_sets_then_failures_then_absent_packages():
    log("fetch/gamma.log")
    assert gaps(experiment(main=[*FAILED[:3], *LOST], more=ABSENT)) == [
        {"text": "gamma could not be fetched. It is sold.", "more": "404",
         "log": "logs/fetch/gamma.log"},
        {"text": "toy/main/alpha, A: error in 2 fits: bad", "more": "", "log": None},
        {"text": "toy/main/alpha, A: timeout in 1 fit: 60 s", "more": "", "log": None},
        {"text": "toy/more, C: no catboost", "more": "", "log": None},
    ]  # fmt: skip
    assert gaps(experiment(main=[run("alpha", "A")])) == []


def test_a_study_is_summed_up():
    log("fetch/gamma.log")
    runs = [*FAILED, *LOST, *ABSENT, run("beta", "B", 1, message="inf", warnings=2)]
    (study,) = study_summaries(experiment(main=runs, about="why"))
    assert (study["name"], study["about"]) == ("main", "why")
    assert study["datasets"] == ["alpha", "beta", "gamma"]
    assert study["line"] == (
        "3 data sets, 3 methods, 5 to 20 trials; fits: 4 missing, 3 error, 2 ok, 2 absent,"
        " 1 timeout; 720 s of fits, 360 s of tuning"
    )
    assert study["failures"] == [
        {"text": "alpha, A: error in 2 fits: bad", "more": "", "log": None},
        {"text": "alpha, A: timeout in 1 fit: 60 s", "more": "", "log": None},
        {"text": "beta, A: error in 1 fit: ", "more": "", "log": None},
        {"text": "A: 2 fits not made, since gamma could not be fetched. It is sold.",
         "more": "404", "log": "logs/fetch/gamma.log"},
        {"text": "B: 2 fits not made, since gamma could not be fetched. It is sold.",
         "more": "404", "log": "logs/fetch/gamma.log"},
        {"text": "C: no catboost", "more": "", "log": None},
    ]  # fmt: skip
    assert study["warned"] == ["B: inf, in one of 1 such fits", "B: 1 on beta"]


@pytest.mark.parametrize(("kept", "word"), [(True, "kept"), (False, "selected")])
def test_a_study_without_data_sets_says_so(kept, word):
    (study,) = study_summaries(experiment(main=[], kept=kept))
    assert study["line"] == f"none of its data sets is {word}"
    assert (study["about"], study["failures"], study["warned"]) == ("main", [], [])


def test_recorded_numbers_that_are_not_finite_are_told_with_the_first():
    runs = frame(run("alpha", "B", message="nan"), run("beta", "A"), run("beta", "B", 1, "ok", "x"),
                 run("beta", "A", 2, "error", "bad"))  # fmt: skip
    assert not_finite(runs) == ["B: nan, in one of 2 such fits"]
    alike = frame(*(run("alpha", "A", seed, message="nan") for seed in range(3)))
    assert not_finite(alike) == ["A: nan, in one of 3 such fits"]
    assert not_finite(frame(run("alpha", "A"))) == []


def test_fits_that_warned_are_counted_by_method_and_data_set():
    runs = frame(run("beta", "B", warnings=1), run("beta", "B", 1, warnings=5), run("beta", "A"),
                 run("alpha", "B", 1, "error", "bad", warnings=2))  # fmt: skip
    assert warned(runs) == ["B: 1 on alpha, 2 on beta"]


def test_all_machines_and_versions_of_the_fits_are_in_one_line():
    main = [run("alpha", "A", cpu="z", python="3.12"), run("alpha", "B", python="3.12")]
    more = [run("alpha", "A", seed, cpu=cpu, python="3.9") for seed, cpu in enumerate("yxwvut")]
    results = experiment(main=main, more=more, none=[])
    assert origin_of_fits(results) == "Fits made with cpu t, u, v, w, x, y, z; python 3.12, 3.9"
    assert origin_of_fits(experiment(main=[run("alpha", "A")])) == ""


@pytest.mark.slow
@pytest.mark.parametrize("experiment", ["smm_synthetic", "erm"])
def test_a_fit_that_serves_all_conditions_of_noise_counts_once(experiment):
    plan, _ = only_kept(plan_of_kept(ROOT), ROOT / REFERENCE)
    results = Results.load(plan, experiment, ROOT, ROOT / REFERENCE)
    fits, seconds = 0, 0.0
    for name in results.experiment.studies:
        if not results.datasets(name):
            continue
        runs, conditions = results.runs(name), results.study(name).conditions
        if conditions.vary == "test_noise":
            runs = runs[runs["condition"] == runs["condition"].iloc[0]]
        fits += len(runs)
        seconds += runs[["fit_seconds", "tune_seconds"]].sum().sum()
    ran = totals(results)
    assert ran["fits"] == ran["well"] == fits
    assert ran["hours"] == pytest.approx(seconds / 3600)


def test_a_missing_data_set_that_reads_the_files_of_another_has_its_log():
    made = experiment(main=LOST)
    made.plan.catalogue["gamma"].fetched_as = "far"
    log("fetch", "far.log")
    assert failures(made, "main")[0]["log"] == "logs/fetch/far.log"
