"""Every name that a table, figure or claim mentions is looked up before anything is fitted."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace

from methods.bench.construct import options_of
from methods.bench.experiments import load_experiment, load_experiments
from methods.command import output_names
from methods.command.output_names import (
    READER_KEYS,
    faults_of_output,
    faults_of_outputs,
    known_names,
    methods_of,
    printed_rows,
)
from methods.schemas.option_kinds import (
    Condition,
    Curve,
    DatasetName,
    MethodName,
    Metric,
    PrintedDataset,
    PrintedMethod,
    PrintedMetric,
    PrintedTable,
    Published,
    StudyName,
)
from methods.schemas.option_mentions import Mention, option_mentions
from tests.made_up import experiment, study, write_experiment
from tests.project import copy_project, snakemake

ROOT = Path(__file__).resolve().parents[2]


def any_output(
    results,
    *,
    study: StudyName | None = None,
    studies: Sequence[StudyName] = (),
    metric: Metric = "error",
    curve: Curve = "cost",
    method: MethodName = "",
    methods: Sequence[MethodName] | None = None,
    rivals: Mapping[MethodName, MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition = "",
    published: Published | None = None,
    table: PrintedTable = "",
    printed_metric: PrintedMetric = "",
    printed_methods: Sequence[PrintedMethod] = (),
    printed_dataset: PrintedDataset = "",
    either_methods: Sequence[MethodName | PrintedMethod] = (),
    either_dataset: DatasetName | PrintedDataset = "",
    summary: Literal["mean", "median"] = "mean",
    margin: float = 0.0,
    caption: str = "",
):
    """A function with an option of every kind."""


TEST_ERRORS = {"table": "t1", "metric": "test_error", "trials": 9}
RECORD = {"scalars": {"points": "n_"}, "measures": {"auc": "a.b"}, "traces": {"cost": "c_"},
          "curves": {"angle": "a.c"}, "components": True}  # fmt: skip
SWEEP = {"vary": "parameter", "name": "x", "values": {"smoke": [1], "quick": [1, 2], "paper": [3]}}
PRINTED = """table,method,metric,dataset,value
t1,Printed,test_error,alpha_printed,0.1
t2,Other,rank,beta_printed,2
"""


@pytest.fixture
def faults(tmp_path, monkeypatch):
    """The faults of one table of an experiment with the studies main and side."""
    monkeypatch.setattr(output_names, "options_of", lambda entry, _: (any_output, entry))
    studies = {
        "main": study(["alpha"], ["A", "B"], record=RECORD),
        "side": study(["beta"], ["C"], conditions=SWEEP),
    }
    file = write_experiment(tmp_path, experiment(methods=["A", "B", "C"], studies=studies))
    (tmp_path / "workflow/published").mkdir(parents=True)
    (tmp_path / "workflow/published/toy.csv").write_text(PRINTED)

    def make(**options):
        toy = replace(load_experiment(file), tables={"wins": options})
        return list(faults_of_outputs([toy], tmp_path))

    return make


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"study": "mian"}, "study: unknown study 'mian'; did you mean 'main'?"),
        ({"studies": ["main", "sied"]}, "studies: unknown study 'sied'; did you mean 'side'?"),
        ({"method": "D"}, "method: unknown method 'D'; choose from: A, B, C"),
        ({"study": "main", "methods": ["A", "C"]},
         "methods: unknown method 'C'; choose from: A, B"),
        ({"rivals": {"A": "D"}}, "rivals: A: unknown method 'D'; choose from: A, B, C"),
        ({"rivals": {"D": "A"}}, "rivals: unknown method 'D'; choose from: A, B, C"),
        ({"study": "main", "datasets": ["beta"]},
         "datasets: unknown data set 'beta'; choose from: alpha"),
        ({"study": "side", "metric": "balanced_eror"},
         "metric: unknown metric 'balanced_eror'; did you mean 'balanced_error'?"),
        ({"study": "main", "metric": "kapa"},
         "metric: unknown metric 'kapa'; did you mean 'kappa'?"),
        ({"study": "side", "metric": "points"},
         "metric: unknown metric 'points'; choose from: balanced_error, error, "
         "train_balanced_error, train_error"),
        ({"curve": "cots"}, "curve: unknown curve 'cots'; did you mean 'cost'?"),
        ({"study": "side", "curve": "cost"}, "curve: unknown curve 'cost'; choose from: nothing"),
        ({"study": "side", "condition": "4"},
         "condition: unknown condition '4'; choose from: 1, 2, 3"),
        ({"study": "side", "condition": 1}, "condition: expected condition, got 1"),
        ({"published": {"table": "t3", "metric": "rank", "trials": 9}},
         "published: table: unknown printed table 't3'; did you mean 't2'?"),
        ({"published": {"table": "t1", "metric": "rank", "trials": 9}},
         "published: metric: unknown printed metric 'rank'; choose from: test_error"),
        ({"published": {"table": "t1", "metric": "test_error", "trials": 9, "fator": 2}},
         "published: unknown key 'fator'; did you mean 'factor'?"),
        ({"published": {"table": "t1", "metric": "test_error"}},
         "published: expected mapping with trials, got {'table': 't1', 'metric': 'test_error'}"),
        ({"published": TEST_ERRORS, "methods": ["Other"]},
         "methods: unknown method 'Other'; choose from: A, B, C, Printed"),
        ({"table": "t1", "printed_methods": ["Other"]},
         "printed_methods: unknown printed method 'Other'; choose from: Printed"),
        ({"printed_dataset": "alpha"},
         "printed_dataset: unknown printed data set 'alpha'; did you mean 'alpha_printed'?"),
        ({"either_methods": ["A", "Printed"]},
         "either_methods: unknown method 'Printed'; choose from: A, B, C"),
        ({"either_dataset": "gamma"},
         "either_dataset: unknown data set or printed data set 'gamma'; did you mean 'alpha'?"),
        ({"summary": "medin"}, "summary: unknown choice 'medin'; did you mean 'median'?"),
        ({"summary": ["mean"]}, "summary: expected 'mean' or 'median', got ['mean']"),
        ({"methods": "A"}, "methods: expected list of methods or null, got 'A'"),
        ({"margin": "1e-3"}, "margin: expected number, got '1e-3'"),
    ],
)  # fmt: skip
def test_a_name_that_nothing_has_is_one_line_with_its_place(faults, options, fault):
    assert faults(**options) == [f"toy: tables: wins: {fault}"]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"study": "main", "methods": ["B"], "datasets": ["alpha"], "caption": "free words"},
        {"studies": ["main", "side"], "methods": ["A", "C"]},
        {"study": "main", "methods": ["Printed"],
         "published": TEST_ERRORS},
        {"table": "t2", "printed_methods": ["Other"], "printed_metric": "rank"},
        {"table": "t1", "either_methods": ["Printed"], "either_dataset": "alpha_printed"},
        {"study": "main", "metric": "train_balanced_error"},
        {"study": "main", "metric": "points"},
        {"study": "main", "metric": "auc"},
        {"study": "main", "metric": "relaxed_exclusivity"},
        {"study": "main", "curve": "cost", "condition": ""},
        {"study": "main", "curve": "angle"},
        {"study": "side", "condition": "3"},
    ],
)  # fmt: skip
def test_names_of_the_studies_and_of_the_printed_table_pass(faults, options):
    assert faults(**options) == []


def test_all_faults_of_an_output_are_listed_each_once(faults):
    said = faults(study="mian", methods=["A", "D"], metric="eror")
    assert [line.split(": ")[3] for line in said] == ["study", "methods", "metric"]


def test_a_long_value_is_cut(faults):
    (fault,) = faults(methods={"x": "y" * 1000})
    assert len(fault) < 200


def test_without_printed_numbers_only_what_runs_is_known(faults, tmp_path):
    (tmp_path / "workflow/published/toy.csv").unlink()
    options = {"methods": ["Printed"], "published": TEST_ERRORS}
    assert len(faults(**options)) == 3


def test_a_function_that_cannot_be_imported_is_one_line(tmp_path, monkeypatch):
    (tmp_path / "broken_plugin.py").write_text("def table(results:\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    tables = {"t": {"function": "broken_plugin.table"}, "u": {"function": "no_plugin.table"}}
    toy = load_experiment(write_experiment(tmp_path, experiment(tables=tables)))
    broken, absent = faults_of_outputs([toy], tmp_path)
    assert broken.startswith(f"toy: tables: t: {tmp_path}/broken_plugin.py:1: SyntaxError: ")
    assert absent.startswith("toy: tables: u: cannot import 'no_plugin.table'")


def misspelled(entry, mention):
    """A copy of an entry with one letter too many in the name that is mentioned."""
    entry = json.loads(json.dumps(entry))  # a list that YAML repeats becomes two
    *above, last = mention.place
    inside = entry
    for step in above:
        inside = inside[step]
    wrong = mention.name + "q"
    if mention.is_key:
        inside[last] = {
            wrong if key == mention.name else key: value for key, value in inside[last].items()
        }
    else:
        inside[last] = wrong
    return entry


def shipped_outputs():
    """Each table, figure and claim of the shipped experiments."""
    for each in load_experiments(ROOT / "workflow" / "experiments").values():
        printed = printed_rows(ROOT / "workflow" / "published" / f"{each.source}.csv")
        for kind, outputs in ((kind, getattr(each, kind)) for kind in READER_KEYS):
            for name, entry in outputs.items():
                yield each, kind, name, entry, printed


def test_the_shipped_experiments_name_only_what_there_is():
    experiments = load_experiments(ROOT / "workflow" / "experiments")
    assert list(faults_of_outputs(experiments.values(), ROOT)) == []


@pytest.mark.slow
def test_each_misspelled_name_of_a_shipped_experiment_is_one_line_with_the_nearest():
    for each, kind, name, entry, printed in shipped_outputs():
        function, options = options_of(entry, READER_KEYS[kind])
        for mention in option_mentions(function, options):
            assert isinstance(mention, Mention)
            wrong = {**getattr(each, kind), name: misspelled(entry, mention)}
            said = list(faults_of_output(replace(each, **{kind: wrong}), kind, name, printed))
            where = f"{each.name}: {kind}: {name}: {mention.place[0]}"
            (fault,) = said
            assert fault.startswith(where) and f"'{mention.name}q'" in fault
            near = f"did you mean {mention.name!r}?"
            assert not mention.name or near in fault, fault


def test_known_names_of_a_study_are_those_that_its_fits_leave():
    drm = load_experiments(ROOT / "workflow" / "experiments")["drm"]
    known = partial(known_names, drm, printed=[])
    assert "kappa" in known([Mention(("study",), "table1", ("study",))])["metric"]


PLUGIN = """from methods.schemas.option_kinds import Metric


def table(results, *, metric: Metric): ...
"""


@pytest.mark.slow
def test_a_printed_count_names_both_methods_of_its_pair():
    rows = [
        {"table": "t", "dataset": "A vs B", "method": "A", "metric": "win/tie/loss"},
        {"table": "t", "dataset": "alpha", "method": "C", "metric": "error"},
    ]
    assert [methods_of(row) for row in rows] == [["A", "B"], ["C"]]


@pytest.mark.slow
def test_a_run_stops_at_a_misspelled_name_before_anything_is_fitted(tmp_path):
    copy = copy_project(tmp_path / "copy")
    (copy / "plugins").mkdir()
    (copy / "plugins/made_up_table.py").write_text(PLUGIN)
    entry = {"function": "made_up_table.table", "metric": "eror"}
    write_experiment(copy, experiment(["wdbc"], tables={"t": entry}))
    done = snakemake(copy)
    assert done.returncode == 1 and not (copy / "results/toy").exists()
    fault = "error: toy: tables: t: metric: unknown metric 'eror'; did you mean 'error'?"
    assert fault in done.stderr.splitlines()


def test_outputs_are_looked_at_again_after_an_edit_of_their_code_or_of_the_printed_numbers(
    tmp_path, monkeypatch
):
    asked = []
    monkeypatch.setattr(
        output_names, "faults_unless_known",
        lambda question, code, look: asked.append((question, list(code))) or [],
    )  # fmt: skip
    tables = {name: {"function": f"{name}.table"} for name in ("own", "other")}
    file = write_experiment(tmp_path, experiment(tables=tables))
    experiments = [load_experiment(file)]
    published = tmp_path / "workflow/published"
    published.mkdir()
    for text in (PRINTED, PRINTED.replace("t2", "t3")):
        (published / "toy.csv").write_text(text)
        list(faults_of_outputs(experiments, tmp_path))
    (first, code), (second, _) = asked
    assert first != second and code == ["own.table", "other.table"]


@pytest.mark.parametrize(("need", "is_share"), [(2, False), (-0.5, False), (1.5, False),
                                                (0, True), (1, True), (0.5, True)])  # fmt: skip
def test_a_share_of_the_cases_that_no_count_can_be_is_refused(tmp_path, need, is_share):
    """`need: 2` was read as of twice as many cases as there are, and each claim failed."""
    claim = {
        "where": "section 1", "says": "better on two", "function": "methods.claims.scores.lower",
        "study": "main", "methods": ["A"], "than": ["B"], "need": need,
    }  # fmt: skip
    write_experiment(tmp_path, experiment(claims={"c": claim}))
    (made,) = load_experiments(tmp_path / "workflow/experiments").values()
    said = f"toy: claims: c: need: {need} is no share from 0 to 1; write 0.5 for half of the cases"
    assert list(faults_of_output(made, "claims", "c", [])) == ([] if is_share else [said])
