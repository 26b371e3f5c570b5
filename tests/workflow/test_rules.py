"""What every job reads, writes, is told and asks for, against the plan, from a dry run."""

import json
import re
import shlex
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from methods.bench import dependencies, paths
from methods.bench.dependencies import StoredFile
from methods.bench.plan import Plan
from tests.made_up import MAJORITY, TABLE, experiment, study, write_descriptor, write_experiment
from tests.project import copy_project, run

METHODS = {
    "SVM": {"class": "methods.PrimalSVM", "C": 10},
    "Trees": {"class": "sklearn.ensemble.RandomForestClassifier", "n_estimators": 9},
}
SCORES = {"function": "methods.tables.scores.score_table", "study": "main"}
RANKS = {"function": "methods.figures.curves.rank_diagram", "study": "main"}
SIZES = {"vary": "train_size", "name": "rows",
         "values": {"smoke": [5], "quick": [5, 8], "paper": [9]}}  # fmt: skip
TOY = experiment(
    methods=METHODS,
    studies={
        "main": study(["wdbc", "far"], METHODS, trials=3, trials_by_dataset={"far": 4},
                      block_size=2, seconds=590, memory_mb=7000),
        "sizes": study(["mine", "twin"], ["Trees"], trials=2, conditions=SIZES,
                       split={"kind": "holdout", "train": 0.3},
                       parameters_by_dataset={"twin": {"Trees": {"n_estimators": 3}}}),
    },
    tables={"scores": SCORES},
    figures={"ranks": RANKS},
)  # fmt: skip
ZOO = experiment(
    methods={"Majority": MAJORITY},
    studies={"main": study(["wdbc"], ["Majority"], trials=1)},
    tables={"all": SCORES},
    figures={"order": RANKS},
    title="Zoo",
)
SETTINGS = {
    "datasets": "all", "figure_formats": ["svg"], "strict": True, "against": "results/old [1]",
    "mirror": "some/{mirror} of ours",
}  # fmt: skip
PROFILE = ("--executor", "cluster-generic", "--cluster-generic-submit-cmd", "true", "--jobs", "9")
FIT = [8000, 3]  # megabytes and minutes of a first attempt at two fits of main
STEP = [4096, 30]
# Snakemake tells of a rule what it does not print of a job
RULES = """
from types import SimpleNamespace

include: "Snakefile"

ONE = SimpleNamespace(experiment="toy", study="main", block="0000-0001")
for _rule in workflow.rules:
    here = _rule.name in workflow._localrules  # in a dry run, is_local says so of each
    asked = [_rule.resources.get(what) for what in ("mem_mb", "runtime")]
    asks = [number.evaluate(ONE, attempt=1).value for number in asked]
    known = {key: value for key, value in _rule.params.items() if isinstance(value, str)}
    reads = [str(path) for path in _rule.input if isinstance(path, str)]
    shown = {
        str(path): [mark.category, mark.subcategory, mark.labels, os.path.basename(mark.caption)]
        for path in _rule.output
        if (mark := path.flags.get("report"))
    }
    told = {"here": here, "asks": asks, "params": known, "reads": reads, "shown": shown}
    print("Rule", json.dumps([_rule.name, told]))
"""
JOB = re.compile(r"Job \d+: (.+)\n\s*Reason: (.+)\n *Shell command: (.+)")
FILES = r"(?:^|; ){}: ([^;]+)"
MADE = "Missing output files"
READ = "Input files updated by another job"


@dataclass
class Job:
    """What a dry run prints of it."""

    message: str
    reason: str
    shell: str

    def files(self, kind: str) -> set[str]:
        found = re.search(FILES.format(kind), self.reason)
        return set(found[1].split(", ")) if found else set()

    @cached_property
    def words(self) -> list[str]:
        """The step and what it is told, and the file that takes what it prints."""
        words = shlex.split(self.shell)
        assert words[1:3] == ["-m", "methods"] and words[-3] == ">" and words[-1] == "2>&1"
        return words[3:-3]

    @property
    def log(self) -> str:
        return shlex.split(self.shell)[-2]

    def told(self) -> tuple[list[str], dict[str, object]]:
        """The words before the first option, and the options; a JSON value as what it says."""
        first = next(i for i, word in enumerate(self.words) if word.startswith("--"))
        options, rest = {}, iter(self.words[first:])
        for word in rest:
            if word == "--config":
                pairs = (entry.split("=", 1) for entry in rest)
                options["--config"] = {key: json.loads(value) for key, value in pairs}
            else:
                value = next(rest)
                options[word] = json.loads(value) if value[:1] in "{[" and value else value
        return self.words[:first], options


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    folder = copy_project(tmp_path_factory.mktemp("rules"))
    write_descriptor(folder, "far", {"files": [{"path": "far.csv"}], "format": "delimited"})
    twin = write_descriptor(folder, "twin", {"format": "csv", "target": "state"})
    twin.write_text(twin.read_text() + "files_of: far\n")
    (folder / "datasets/local").mkdir(exist_ok=True)
    (folder / "datasets/local/mine.csv").write_text(TABLE)
    write_experiment(folder, TOY)
    write_experiment(folder, ZOO, "zoo")
    (folder / "results/old [1]/zoo").mkdir(parents=True)
    (folder / "results/old [1]/zoo/claims.json").write_text("{}")
    (folder / "results/performance").mkdir()
    (folder / paths.performance("ratios")).write_text("[]")
    (folder / "Rules").write_text(RULES)
    return folder


@pytest.fixture(scope="module")
def plan(project) -> Plan:
    return Plan.from_config(SETTINGS, project)


@pytest.fixture(scope="module")
def printed(project) -> str:
    return run(
        project, *PROFILE, "--dry-run", "--printshellcmds", "--snakefile", "Rules",
        "--cores", "1", "all", "data", "tables", "figures", "compare", **SETTINGS,
    )  # fmt: skip


@pytest.fixture(scope="module")
def jobs(printed) -> dict[str, Job]:
    """By the files that they make."""
    found = [Job(*texts) for texts in JOB.findall(printed)]
    return {path: job for job in found for path in job.files(MADE)}


@pytest.fixture(scope="module")
def rules(printed) -> dict[str, dict[str, Any]]:
    """What `RULES` tells of each."""
    return dict(map(json.loads, re.findall(r"^Rule (.+)$", printed, re.MULTILINE)))


@pytest.fixture(scope="module")
def stored(plan) -> dict[str, StoredFile]:
    return {file.path: file for file in dependencies.stored_files(plan)}


def matrix(plan: Plan, *more: str) -> dict[str, object]:
    """The settings that a step is told, as JSON knows them."""
    told = {key: plan.config[key] for key in (*dependencies.SELECTED, *more)}
    return json.loads(json.dumps(told))


def test_every_file_of_the_plan_is_made_and_none_besides(jobs, plan, stored):
    drawn = [path for name in plan.running() for path in (*plan.tables(name), *plan.figures(name))]
    others = [paths.REPORT, paths.STRICT, paths.COMPARISON, paths.CHANGES]
    assert sorted(jobs) == sorted([*stored, *drawn, *others])


def test_a_job_waits_for_all_that_its_files_are_made_from(jobs, stored):
    for path, file in stored.items():
        made_from = {name for names in file.inputs.values() for name in names}
        # pages show the tables and figures too
        read = jobs[path].files(READ)
        missed, more = made_from - read, read - made_from - set(file.compiled)
        assert not missed and set(file.compiled) <= read, (path, missed)
        assert not more or path == paths.LEDGER, (path, more)


def test_pages_wait_for_the_outcome_of_every_experiment(jobs, plan):
    outcome = {
        path
        for name in plan.running()
        for path in (
            paths.claims(name), *plan.tables(name), *plan.figures(name), *plan.stored(name)
        )
    }  # fmt: skip
    assert jobs[paths.REPORT].files(READ) == jobs[paths.COMPARISON].files(READ) == outcome
    scores = {path for name in plan.running() for path in plan.stored(name)}
    assert jobs[paths.STRICT].files(READ) == scores
    for name in plan.running():
        for path in plan.figures(name):
            assert jobs[path].files(READ) == set(plan.stored(name))


def test_a_target_is_what_its_name_says(plan, printed):
    targets = {
        texts[0]: Job(*texts).files(READ) for texts in JOB.findall(printed) if texts[2] == "None"
    }
    pages = {paths.LEDGER, paths.REPORT}
    tables, figures = (
        {path for name in plan.running() for path in listed(name)}
        for listed in (plan.tables, plan.figures)
    )
    assert targets == {
        "everything is made": {*pages, paths.STRICT},
        "the data sets are prepared": set(map(paths.prepared, plan.used_datasets())),
        "the tables are written": tables,
        "tables, figures and pages are drawn": {*figures, *pages},
    }


def test_files_of_one_job_are_made_by_one_job(jobs, plan):
    together = [
        [paths.LEDGER, paths.REPORT],
        [paths.COMPARISON, paths.CHANGES],
        *(list(paths.stored("toy", *names).values()) for names in (("main", "far"),)),
        *([*plan.tables(name), paths.claims(name)] for name in ("toy", "zoo")),
        *(plan.figures(name) for name in ("toy", "zoo")),
    ]
    for files in together:
        for path in files:
            assert jobs[path].files(MADE) == set(files)


def test_the_seal_of_a_step_is_that_of_the_plan(jobs, stored):
    for path, file in stored.items():
        made_from = jobs[path].told()[1]["--made-from"]
        alone = "--out" in jobs[path].told()[1]
        assert made_from == ({"file": path, **file.stated} if alone else file.stated), path


def test_a_data_set_is_fetched_once_and_prepared_from_what_was_fetched(jobs, plan):
    for name in plan.used_datasets():
        raw = plan.fetched(name)
        first, options = jobs[paths.prepared(name)].told()
        assert first == ["prepare", name]
        assert options["--fetched"] == raw and options["--out"] == paths.prepared(name)
    for name in plan.fetched_datasets():
        first, options = jobs[paths.fetched(name)].told()
        assert first == ["fetch", name] and options["--out"] == paths.fetched(name)
        assert options["--mirror"] == "some/{mirror} of ours"
    assert paths.fetched("twin") not in jobs


def test_a_fit_is_told_its_data_seeds_and_conditions(jobs, plan):
    seen = 0
    for part in plan.studies():
        names = part.experiment, part.name
        for dataset in plan.datasets(part):
            blocks = plan.block_names(part, dataset)
            for seeds, split in zip(blocks, plan.splits(part, dataset), strict=True):
                first, options = jobs[split].told()
                assert first == ["split", *names, paths.prepared(dataset)]
                assert options["--seeds"] == seeds.replace("-", ":") and options["--out"] == split
                for method in plan.methods(part):
                    fit = paths.fits(*names, dataset, plan.folder(part, method), seeds)
                    first, options = jobs[fit].told()
                    assert first == ["fit", *names, method.slug]
                    del options["--made-from"]
                    assert options == {
                        "--data": paths.prepared(dataset), "--splits": split, "--out": fit,
                        "--seeds": seeds.replace("-", ":"),
                        "--conditions": list(part.conditions.labels(plan.scale)),
                    }  # fmt: skip
                    seen += 1
    assert seen == 11
    assert "results/toy/sizes/fits/mine/trees@quick/0000-0001.npz" in jobs


def test_later_steps_are_told_their_part_and_the_settings(jobs, plan):
    for part in plan.studies():
        for dataset in plan.datasets(part):
            (path, *_) = paths.stored(part.experiment, part.name, dataset).values()
            first, options = jobs[path].told()
            assert first == ["evaluate", part.experiment, part.name, dataset]
            assert options["--config"] == matrix(plan)
            assert options["--beside"] == paths.prepared(dataset)
    for name in plan.running():
        first, options = jobs[paths.claims(name)].told()
        assert first == ["aggregate", name] and options["--config"] == matrix(plan)
        first, options = jobs[plan.figures(name)[0]].told()
        assert first == ["figures", name]
        assert options["--config"] == matrix(plan, "figure_formats")
    for path, step, more in (
        (paths.STRICT, "strict", ["experiments"]),
        (paths.REPORT, "report", ["experiments", "figure_formats"]),
        (paths.COMPARISON, "compare", ["experiments", "against"]),
    ):
        first, options = jobs[path].told()
        assert first == [step] and options["--config"] == matrix(plan, *more)
    assert jobs[paths.STRICT].told()[1]["--out"] == paths.STRICT


def test_a_step_finds_results_beside_a_file_that_is_there(jobs):
    """With a storage provider results are elsewhere, and a step learns from one of them where."""
    for path, job in jobs.items():
        beside = job.told()[1].get("--beside")
        assert beside is None or beside in job.files(READ), path


def test_every_job_prints_to_a_file_of_its_own_that_names_it(jobs, plan):
    logs = {job.shell: job.log for job in jobs.values()}
    assert len(set(logs.values())) == len(logs)
    assert jobs[paths.claims("zoo")].log == paths.experiment_log("zoo", "aggregate")
    assert jobs[plan.figures("zoo")[0]].log == paths.experiment_log("zoo", "figures")
    assert jobs["results/toy/sizes/fits/mine/trees@quick/0000-0001.npz"].log == paths.fit_log(
        "toy", "sizes", "mine", "trees@quick", "0000-0001"
    )
    assert jobs["results/toy/main/splits/far/0002-0003.npz"].log == paths.study_log(
        "toy", "main", "split", "far", "0002-0003"
    )
    assert jobs["results/toy/main/scores/far.parquet"].log == paths.study_log(
        "toy", "main", "evaluate", "far"
    )
    assert jobs[paths.fetched("far")].log == paths.fetch_log("far")
    assert jobs[paths.prepared("far")].log == paths.log("prepare", "far")


def test_what_a_job_says_tells_it_from_the_others(jobs):
    said = {job.shell: job.message for job in jobs.values()}
    assert len(set(said.values())) == len(said)
    assert said[jobs[paths.claims("zoo")].shell] == "tables and verdicts of zoo"
    fit = jobs["results/toy/main/fits/far/svm/0002-0003.npz"]
    assert fit.message == "fit svm on far for toy/main, seeds 0002:0003"


def test_what_needs_the_network_stays_here_and_all_else_says_what_it_needs(rules):
    here = {name for name, rule in rules.items() if rule["here"]}
    assert here == {"fetch", "compile", "all", "data", "tables", "figures"}
    for name, rule in rules.items():
        assert rule["asks"] == ([None, None] if name in here else FIT if name == "fit" else STEP), (
            name
        )


def test_what_is_drawn_is_drawn_again_after_a_change_of_what_draws_it(rules, plan):
    for name in plan.running():
        made_from = json.dumps(dependencies.of_figures(plan, name))
        assert rules[f"figures_{name}"]["params"]["made_from"] == made_from
    for rule, module in (("report", "site"), ("compare", "compare_page")):
        params = rules[rule]["params"]
        assert params["source"] == dependencies.source(f"methods.report.{module}")
        assert params["prose"] == rules["report"]["params"]["prose"]


def test_pages_are_made_again_after_other_measurements_or_another_run_to_compare_with(rules):
    outside = {path for path in rules["report"]["reads"] if "performance" in path}
    assert outside == {paths.performance("ratios")}
    before = [path for path in rules["compare"]["reads"] if path.startswith("results/old [1]/")]
    assert before == ["results/old [1]/zoo/claims.json"]


def test_snakemakes_own_report_shows_each_output_once_under_its_experiment(rules, plan):
    for name, title, table, figure in (
        ("toy", "Toy", "scores", "ranks"),
        ("zoo", "Zoo", "all", "order"),
    ):
        stem = f"results/{name}/"
        assert rules[f"aggregate_{name}"]["shown"] == {
            f"{stem}{table}.csv": [title, "tables", {"name": table}, "table.rst"]
        }
        assert rules[f"figures_{name}"]["shown"] == {
            f"{stem}{figure}.svg": [title, "figures", {"name": figure}, "figure.rst"]
        }
    assert list(rules["report"]["shown"]) == [paths.LEDGER]


def test_jobs_of_a_kind_are_sent_to_a_cluster_together(printed):
    groups = dict(re.findall(r"Group job (\w+) \(.+\n\n *\[.+\n *Job \d+: (\w+)", printed))
    assert groups == {"data": "prepare", "splits": "split", "fits": "fit", "scores": "evaluate"}
