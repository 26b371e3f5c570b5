"""A made-up fifth paper, audited from its text to its verdicts without an edit of the code."""

import csv
import io
import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import yaml

from methods.bench.plan import read_plan
from methods.claims.ledger import read_claims
from methods.command.output_names import faults_of_outputs
from methods.command.paper_faults import faults_of_numbers, faults_of_papers
from tests.project import copy_project, environment, run

TRIALS = 10
# Of 300 seeds, 16 have a chance alarm of the test of resampling, whose rate is 5 %, and in 21 the
# planted spread is possible one unit off. Seed 2 is the first with neither.
SEED = 2
ROWS = {"orchard": 60, "plots": 80}
TEST_ROWS = {name: rows // 2 for name, rows in ROWS.items()}
METHODS = ("Fifth rule", "Naive Bayes", "Small tree")
# what is planted: table, data set, method, column, and the number that no count gives
PLANTED = (
    ("table1", "orchard", "Naive Bayes", "value", "14.45"),  # steps of a third of a percent
    ("table3", "plots", "Small tree", "value", "79.85"),  # steps of a quarter
    ("table1", "plots", "Fifth rule", "spread", None),  # one unit off
)
ALLOWED = ("workflow/papers/", "workflow/experiments/", "workflow/published/", "datasets/",
           "plugins/")  # fmt: skip

RULE = '''"""The class whose median is nearest."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class FifthRule(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.medians_ = np.array([np.median(X[y == label], axis=0) for label in self.classes_])
        return self

    def predict(self, X):
        return self.classes_[[np.abs(self.medians_ - x).sum(axis=1).argmin() for x in X]]
'''


def printed_numbers(seed: int = SEED) -> str:
    """Honest tables of whole numbers of errors, then the planted cells."""
    rng = np.random.default_rng(seed)
    rows = []
    for table, metric, sign in (("table1", "test_error_percent", 1),
                                ("table3", "test_accuracy_percent", -1)):  # fmt: skip
        for dataset, n in TEST_ROWS.items():
            for method in METHODS:
                wrong = int(rng.uniform(0.12, 0.3) * ROWS[dataset])
                errors = rng.hypergeometric(wrong, ROWS[dataset] - wrong, n, TRIALS)
                rates = 100 * errors / n if sign > 0 else 100 - 100 * errors / n
                spread = f"{rates.std(ddof=1):.2f}" if table == "table1" else ""
                rows.append([table, dataset, method, metric, f"{rates.mean():.2f}", spread, "std"])
    for at, method in enumerate(METHODS):
        rows.append(["table2", "", method, "train_seconds", f"0.{at + 1}2", "", ""])
    for dataset, n in ROWS.items():
        for kind in ("positive", "negative"):
            rows.append(["table4", dataset, "", kind, str(n // 2), "", ""])
    for table, dataset, method, column, number in PLANTED:
        (row,) = [row for row in rows if row[:3] == [table, dataset, method]]
        at = 4 if column == "value" else 5
        row[at] = number or f"{float(row[at]) + 0.01:.2f}"
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["table", "dataset", "method", "metric", "value", "spread", "spread_kind",
                     "rank", "note"])  # fmt: skip
    writer.writerows([*row, "", ""] for row in rows)
    return text.getvalue()


def own_table(name: str) -> str:
    rng = np.random.default_rng(len(name))
    state = np.repeat([0, 1], ROWS[name] // 2)
    features = rng.normal(size=(ROWS[name], 3)) + 1.2 * state[:, None]
    frame = pd.DataFrame(features.round(3), columns=["a", "b", "c"])
    return frame.assign(state=np.where(state, "ill", "well")).to_csv(index=False)


def descriptor(name: str) -> dict:
    half = ROWS[name] // 2
    return {
        "name": name, "title": name, "task": "binary", "shape": [ROWS[name], 3],
        "classes": {"well": half, "ill": half}, "licence": "private", "origin": "none",
        "citation": "none",
        "printed": [{"source": "fifth", "name": name, "shape": [ROWS[name], 3], "meets": True}],
        "sources": [{"files": [{"path": f"local/{name}_rows.csv"}], "format": "csv",
                     "label": "last"}],
    }  # fmt: skip


ORIGINS = "methods.claims.printed_origins."
ON_MEANS = {"metric": "test_error_percent", "trials": TRIALS, "test_rows": TEST_ROWS}
SCORES = {"study": "halves", "methods": ["Fifth rule"]}


def claim(function: str, says: str, **more) -> dict:
    return {"where": "section 3", "says": says, "function": function, **more}


CLAIMS = {
    "errs-less": claim("methods.claims.scores.lower", "it errs less",
                       than=["Small tree"], **SCORES),
    "better-than-guessing": claim("methods.claims.trials.bounded", "it errs in less than half",
                                  metric="error", at_most=0.5, **SCORES),
    "reproduces": claim("methods.claims.reproduction.reproduces", "the errors come again",
                        published={"table": "table1", "metric": "test_error_percent",
                                   "trials": TRIALS}, unit=100, **SCORES),
    "is-fast": claim("methods.claims.reasoned.cannot", "it is fast", why="no clock was stated"),
    "is-liked": claim("methods.claims.reasoned.cannot", "users like it", why="nobody was asked"),
    "means-1": claim(ORIGINS + "printed_means_possible", "means of Table 1", beyond=True,
                     tables=["table1"], **ON_MEANS),
    "means-3": claim(ORIGINS + "printed_means_possible", "means of Table 3", beyond=True,
                     tables=["table3"], **ON_MEANS | {"metric": "test_accuracy_percent"}),
    "spreads": claim(ORIGINS + "printed_spreads_possible", "spreads of Table 1", beyond=True,
                     table="table1", **ON_MEANS),
    "resampling": claim(ORIGINS + "printed_spreads_of_resampling", "spreads of Table 1",
                        beyond=True, table="table1", rows=ROWS, **ON_MEANS),
    "distinct": claim(ORIGINS + "printed_cells_distinct", "cells of Table 1", beyond=True,
                      table="table1", metric="test_error_percent", trials=TRIALS),
}  # fmt: skip
FAIL = {"means-1": ["Naive Bayes on orchard"], "means-3": ["Small tree on plots"],
        "spreads": ["Fifth rule on plots"]}  # fmt: skip

PUBLISHED = {"table": "table1", "metric": "test_error_percent", "trials": TRIALS}
EXPERIMENT = {
    "title": "The fifth paper again",
    "source": "fifth",
    "methods": {
        "Fifth rule": {"class": "fifth_rule.FifthRule"},
        "Naive Bayes": {"class": "sklearn.naive_bayes.GaussianNB"},
        "Small tree": {"class": "sklearn.tree.DecisionTreeClassifier", "max_depth": 2},
    },
    "studies": {
        "halves": {
            "about": "half the rows", "datasets": [*ROWS], "methods": [*METHODS], "trials": TRIALS,
            "split": {"kind": "holdout", "train": 0.5},
        }
    },
    "tables": {
        "table1": {"function": "methods.tables.scores.score_table", "study": "halves",
                   "published": PUBLISHED},
        "table2": {"function": "methods.tables.seconds.seconds_table", "study": "halves",
                   "published": {"table": "table2", "metric": "train_seconds"}},
        "table3": {"function": "methods.tables.scores.score_table", "study": "halves",
                   "published": {"table": "table3", "metric": "test_accuracy_percent",
                                 "trials": TRIALS, "complement": 100}},
        "table4": {"function": "methods.tables.data_sets.data_table", "published": "table4"},
    },
    "figures": {"ranks": {"function": "methods.figures.curves.rank_diagram", "study": "halves"}},
    "claims": CLAIMS,
}  # fmt: skip
PAPER = {
    "title": "A Fifth Rule", "authors": ["Fay Fifth"], "year": 2025, "venue": "made up",
    "address": "https://example.org/fifth", "bibtex": "@misc{fifth2025}", "licence": "none",
    "sections": {"1": "All"}, "proposes": "The nearest median.",
    "equations": {"1": {"shows": "the rule", "latex": r"\min_k \Vert x - m_k \Vert_1",
                        "code": ["fifth_rule.FifthRule"], "claims": ["fifth/errs-less"]}},
    "tables": {n: {"shows": "numbers", "numbers": f"table{n}", "outputs": [f"fifth/table{n}"]}
               for n in "1234"},
    "figures": {"1": {"shows": "ranks", "outputs": ["fifth/ranks"]},
                "2": {"shows": "a sketch", "why": "it shows no data"}},
    "summary": {"equations": ["1"], "figures": ["fifth/ranks"],
                "claims": ["fifth/errs-less", "fifth/means-1"]},
}  # fmt: skip


def content_of(folder) -> dict:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for part in ("methods", "workflow", "datasets", "plugins", "config.yaml", "Snakefile")
        for file in [folder / part, *(folder / part).rglob("*")]
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = copy_project(tmp_path_factory.mktemp("fifth") / "project")
    before = content_of(folder)
    files = {
        "plugins/fifth_rule.py": RULE,
        "workflow/published/fifth.csv": printed_numbers(),
        "workflow/papers/fifth.yaml": yaml.safe_dump(PAPER, sort_keys=False),
        "workflow/experiments/fifth.yaml": yaml.safe_dump(EXPERIMENT, sort_keys=False),
    }
    for name in ROWS:
        files[f"datasets/{name}.yaml"] = yaml.safe_dump(descriptor(name), sort_keys=False)
        files[f"datasets/local/{name}_rows.csv"] = own_table(name)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    after = content_of(folder)
    touched = {name for name in after if after[name] != before.get(name)}
    assert touched == set(files) and all(name.startswith(ALLOWED) for name in touched)
    return folder


def call(folder, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "methods", *words], cwd=folder, text=True,
                          env=environment(), capture_output=True)  # fmt: skip


@pytest.mark.slow
def test_the_bare_table_is_audited(project):
    def words(numbers):
        return [f"{name}={n}" for name, n in numbers.items()]

    done = call(project, "audit", "workflow/published/fifth.csv", "--trials", str(TRIALS),
                "--test-rows", *words(TEST_ROWS), "--rows", *words(ROWS))  # fmt: skip
    assert done.returncode == 0, done.stderr
    for _, dataset, method, *_ in PLANTED:
        assert any(dataset in line and method in line for line in done.stdout.splitlines())
    accused = [line for line in done.stdout.splitlines() if " on " in line and "cannot" in line]
    assert len(accused) <= len(PLANTED)


@pytest.mark.slow
def test_each_planted_fault_is_found_and_nothing_else_is_accused(project, monkeypatch):
    monkeypatch.syspath_prepend(str(project / "plugins"))
    plan = read_plan(project, ["experiments=[fifth]"])
    assert not [*faults_of_numbers(project), *faults_of_outputs(plan.experiments.values(), project)]
    # the copy lacks the experiments on the other papers, and says so of these alone
    assert not [fault for fault in faults_of_papers(plan, project) if "fifth" in fault]
    run(project)
    entries = read_claims(project / "results/fifth/claims.json")
    claims = {entry["name"].partition("/")[2]: entry for entry in entries}
    assert len(claims) == len(CLAIMS) == 10
    for name in ("means-1", "means-3", "spreads", "resampling", "distinct"):
        accused = [f"{row['method']} on {row['dataset']}" for row in claims[name]["evidence"]]
        assert (claims[name]["verdict"], accused) == (
            ("fails", FAIL[name]) if name in FAIL else ("holds", [])
        ), name
    assert claims["better-than-guessing"]["verdict"] == "holds"
    assert claims["errs-less"]["datasets"] == claims["reproduces"]["datasets"] == [*ROWS]
    assert claims["is-fast"]["verdict"] == "cannot be tested here"
    page = (project / "results/report/papers/fifth.html").read_text()
    assert "A Fifth Rule" in page and "it shows no data" in page
    ledger = json.loads((project / "results/claims.json").read_text())
    assert {entry["source"] for entry in ledger["claims"]} == {"fifth"}


@pytest.mark.slow
def test_what_is_served_is_told(project):
    told = call(project, "show", "fifth").stdout
    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert "tables 4 of 4 served" in lines and "figures 1 of 2 served" in lines
