"""A made-up run in which every name tries to become markup, and a reader of pages."""

import json
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pandas as pd
import pytest

from methods.bench import paths
from methods.bench.construct import options_of
from methods.bench.dependencies import of_verdicts
from methods.bench.guard import MISSING
from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.figures.style import write_figure
from methods.report.site import write_report
from methods.sealed_files import write_sealed_json
from methods.tables.table import Table, write_table
from tests.made_up import made_up_results, store_frame

NAN = float("nan")
NASTY = "<img src=x onerror=alert(1)>|&\"'"
VOID = ("meta", "img", "link", "br", "input", "wbr")


class Page(HTMLParser):
    """Start tags with their attributes, the text, and whether tags nest."""

    def __init__(self, path):
        super().__init__()
        self.path, self.tags, self.texts, self.open = Path(path), [], [], []
        self.feed(self.path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (self.path, tag, self.getpos())

    def handle_data(self, text):
        self.texts.append(text)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())

    def values(self, attribute):
        return [attributes[attribute] for _, attributes in self.tags if attribute in attributes]


def broken_links(folder):
    """Links of the pages below a folder that lead to no file in it, or to no anchor."""
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    broken = []
    for path, page in pages.items():
        for address in page.values("href") + page.values("src"):
            parts = urlsplit(address)
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchored = not parts.fragment or parts.fragment in pages[target].values("id")
            if not (target.is_file() and target.is_relative_to(folder.resolve()) and anchored):
                broken.append(f"{path.name}: {address}")
    return broken


def claim(name, verdict, **more):
    return {"name": name, "source": "toy", "where": NASTY, "says": f"{NASTY} says",
            "about": NASTY, "beyond": False, "derived": "", "argument": NASTY,
            "one_draw": NASTY, "tested": NASTY, "datasets": [NASTY], "verdict": verdict,
            "reason": NASTY, "flips": {}, "flip": "",
            "evidence": [{"dataset": NASTY, "gap": 0.5}],
            "test": {"function": "methods.claims.scores.lower", "study": "main"},
            "scale": "quick", **more}  # fmt: skip


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """Two data sets, two methods, a failed fit, printed numbers, a table of each kind, a figure."""
    root = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        make(root)
    return root


def make(root):
    printed = pd.DataFrame(
        [("t1", "alpha", name, "error", mean, 1, "std") for name, mean in ((NASTY, 5), ("B", 30))],
        columns=["table", "dataset", "method", "metric", "value", "spread", "spread_kind"],
    )  # fmt: skip
    score = {"function": "methods.tables.scores.score_table", "study": "main"}
    made = made_up_results(
        root,
        {"alpha": {NASTY: [0.1, 0.2, 0.12], "B": [0.3, NAN, 0.1]},
         "beta": {NASTY: [0.5, 0.6, 0.4] * 2, "B": [0.1, 0.1, 0.1] * 2}},
        published=printed,
        title=NASTY,
        metrics=["roc_auc"],
        tables={
            "scores": score | {"caption": NASTY,
                               "published": {"table": "t1", "metric": "error", "trials": 3}},
            "wins": {"function": "methods.tables.wins.win_tie_loss_table", "study": "main"},
            "odd": score,
        },
        figures={"f": {"function": "methods.figures.curves.rank_diagram", "study": "main",
                       "caption": NASTY},
                 "growth": {"function": "methods.figures.curves.seconds", "study": "main",
                            "methods": [NASTY, "B"], "caption": NASTY}},
    )  # fmt: skip
    for dataset in ("alpha", "beta"):
        add_metric(dataset, "roc_auc")
    write_outputs(made)
    cells = pd.DataFrame([["**1.00 ± 0.10** n=1/2", NASTY]], index=[NASTY], columns=["a|b", NASTY])
    write_table(Table(pd.DataFrame(), cells, NASTY), "results/toy/odd")
    claims = [
        claim("toy/a", "holds"),
        claim(f"toy/{NASTY}", "cannot be tested here"),
        claim("toy/ours", "fails", beyond=True),
        claim("toy/shown", "holds", derived="tests/a.py::test_b"),
    ]
    stated = of_verdicts(Plan.from_config({}, root), "toy")
    write_sealed_json("results/toy/claims.json", {"claims": claims}, stated)
    headlines = root / "workflow/report/headlines.yaml"
    headlines.parent.mkdir(parents=True)
    headlines.write_text(json.dumps([f"toy/{NASTY}", "toy/a", "toy/not-in-this-run"]))


@pytest.fixture(scope="session")
def reported(made):
    """The folder of the run with its report."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        write_report(Plan.from_config({}, made), made, {})
    return made


@pytest.fixture
def run(reported, tmp_path, monkeypatch):
    """A copy of it that a test may change, as the working directory."""
    shutil.copytree(reported, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def add_metric(dataset: str, metric: str) -> None:
    """Store a metric with the values of the error, so that its best is the worst by the error."""
    path = Path(f"results/toy/main/scores/{dataset}.parquet")
    scores = pd.read_parquet(path)
    store_frame(pd.concat([scores, scores.assign(metric=metric)], ignore_index=True), path)


def lose(dataset: str, why: str) -> None:
    """Store what the earlier steps store for an unavailable data set."""
    runs, scores = (
        Path(f"results/toy/main/{kind}/{dataset}.parquet") for kind in ("runs", "scores")
    )
    store_frame(pd.read_parquet(runs).assign(status=MISSING, message=why), runs)
    store_frame(pd.read_parquet(scores).head(0), scores)


def write_outputs(results: Results) -> None:
    """The tables and figures as the steps before the report write them."""
    for name, entry in results.experiment.tables.items():
        make, options = options_of(entry)
        write_table(make(results, **options), paths.output("toy", name))
    for name, entry in results.experiment.figures.items():
        draw, options = options_of(entry, ("caption",))
        figure, data = draw(results, **options)
        write_figure(figure, data, paths.output("toy", name), ["png", "svg"])
