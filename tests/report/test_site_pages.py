"""Which pages a site has, and what each is made from; the pages themselves are not written here."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from methods.report import site as module
from methods.report.site import write_report, write_site
from methods.report.site_folder import SiteFolder
from methods.report.two_verdicts import TwoVerdicts
from methods.sealed_files import write_sealed_json

CLAIM = {"name": "b/c", "verdict": "holds", "derived": "", "beyond": False,
         "test": {"function": "f", "study": "main"}}  # fmt: skip
LEDGER = {"claims": [CLAIM], "scale": "quick"}
WRITERS = ("experiment_page", "method_pages", "dataset_pages", "speed_page", "paper_pages",
           "text_pages", "front_page")  # fmt: skip
RETURNED = {"paper_pages": ["a row"], "text_pages": {"testing.html": "Testing"}}


def results(name, source="", claims=()):
    experiment = SimpleNamespace(name=name, source=source, claims=dict.fromkeys(claims))
    return SimpleNamespace(experiment=experiment)


@pytest.fixture
def written(tmp_path, monkeypatch):
    """What each page is made from, by the order in which they are written."""
    monkeypatch.chdir(tmp_path)
    called = []
    for name in WRITERS:
        record = lambda site, *given, name=name, **more: (  # noqa: E731
            called.append((name, given, more, site)) or RETURNED.get(name)
        )  # fmt: skip
        monkeypatch.setattr(module, f"write_{name}", record)
    experiments = {each.experiment.name: each for each in (
        results("a"), results("b", "first", ["c"]), results("d", "second"))}  # fmt: skip
    loaded = lambda plan, name, root, folder: experiments[name]  # noqa: E731
    fakes = {
        "Results": SimpleNamespace(load=loaded),
        "TwoVerdicts": SimpleNamespace(of=lambda plan, root, kept: TwoVerdicts(shows_kept=kept)),
        "load_papers": lambda root: {"first": "One", "other": "Two", "second": "Three"},
        "shown_tables": lambda results: [f"table of {results.experiment.name}"],
        "files_of_methods": lambda experiments: {"A": "a.html"},
        "winners_shown": lambda experiments, tables: [],
    }  # fmt: skip
    for name, fake in fakes.items():
        monkeypatch.setattr(module, name, fake)
    return called


def plan(*names):
    sources = {"a": "", "b": "first", "d": "second"}
    experiments = {name: SimpleNamespace(source=sources[name]) for name in names}
    return SimpleNamespace(
        running=lambda: list(names), experiments=experiments, scale="quick",
        config={"datasets": "embedded"},
    )  # fmt: skip


def write(*names, lacks=()):
    site = SiteFolder(Path("site"))
    write_site(site, plan(*names), Path("root"), LEDGER, Path("got"), Path("measured"), lacks)
    return site


def of(written, page):
    return [(given, more) for name, given, more, _ in written if name == page]


def test_a_site_has_a_page_for_each_experiment_in_the_order_of_the_papers(written):
    site = write("a", "b", "d", lacks=["one part"])
    pages = of(written, "experiment_page")
    assert [given[0].experiment.name for given, _ in pages] == ["b", "d", "a"]
    assert [given[1] for given, _ in pages] == [[f"table of {name}"] for name in "bda"]
    assert [name for name, *_ in written[3:]] == [
        "method_pages", "dataset_pages", "paper_pages", "text_pages", "front_page",
    ]  # fmt: skip
    ((front, _),) = of(written, "front_page")
    assert front[2:4] == (LEDGER, Path("root/workflow/report/headlines.yaml"))
    assert front[5] == ["a row"] and front[7:] == ({"testing.html": "Testing"}, ["one part"])
    assert json.loads(Path("site/claims.json").read_text()) == LEDGER
    assert Path("site/assets/site.css").exists() and site.has_claims and not site.has_speed


def test_papers_without_an_experiment_in_the_run_have_no_page(written):
    assert write("b").has_papers
    (((_, papers, verdicts, folder), more),) = of(written, "paper_pages")
    assert papers == {"first": "One"} and folder == Path("got") and more["linked"] == ["b"]
    assert verdicts["b/c"]["counted_as"] == "holds"
    written.clear()
    assert write("b", "d").has_papers and list(of(written, "paper_pages")[0][0][1]) == [
        "first", "second",
    ]  # fmt: skip
    assert not write("a").has_papers


@pytest.mark.parametrize(
    ("names", "winners", "has_claims"),
    [("a", [], True), ("a", ["A wins"], False), ("ab", ["A wins"], True), ("b", [], True)],
)
def test_a_comparison_without_claims_has_no_pages_on_claims(
    written, monkeypatch, names, winners, has_claims
):
    monkeypatch.setattr(module, "winners_shown", lambda experiments, tables: winners)
    assert write(*names).has_claims is has_claims
    assert len(of(written, "text_pages")) == has_claims
    assert of(written, "front_page")[0][0][7] == (RETURNED["text_pages"] if has_claims else {})


def test_texts_link_to_the_claims_of_the_experiments(written):
    write("b")
    (((docs, address), _),) = of(written, "text_pages")
    assert docs == Path("root/docs")
    assert address("x.md#b-c") == "experiments/b/index.html#claim-b_c"


def test_the_page_on_speed_has_what_was_measured(written, monkeypatch):
    measured = {"goals": {"quick": 1}}
    monkeypatch.setattr(module, "stored", lambda kind, folder: folder.name == "measured" and
                        measured.get(kind, {}))  # fmt: skip
    assert write("a").has_speed
    assert of(written, "speed_page") == [((measured,), {})]


def test_files_of_an_earlier_site_are_removed(written):
    Path("site").mkdir()
    Path("site/old.html").write_text("old")
    write("a")
    assert not Path("site/old.html").exists()


@pytest.mark.parametrize(("here", "logs"), [(Path(), "../"), (Path("elsewhere"), None)])
def test_a_report_collects_the_verdicts_and_finds_logs_beside_its_results(written, here, logs):
    write_sealed_json("results/b/claims.json", {"claims": [CLAIM]}, {})
    made_from = {"code": "123"}
    write_report(plan("b"), Path("root"), made_from, here)
    ledger = json.loads((here / "results/claims.json").read_text())
    assert ledger["claims"] == [CLAIM] and ledger["counts"]["holds"] == 1
    assert (ledger["scale"], ledger["datasets"]) == ("quick", "embedded")
    assert ledger["seal"]["made_from"] == {"code": "123", "file": "results/claims.json"}
    site = written[0][3]
    assert (site.folder, site.results) == (here / "results/report", logs)
    assert (here / "results/report/claims.json").exists()
    (given, _), *_ = of(written, "paper_pages")
    assert given[3] == Path("results")


def test_speed_is_read_from_where_the_report_is_written(written, monkeypatch):
    folders = []
    monkeypatch.setattr(module, "stored", lambda kind, folder: folders.append(folder))
    write_sealed_json("results/b/claims.json", {"claims": []}, {})
    write_report(plan("b"), Path("root"), {}, Path("elsewhere"))
    assert set(folders) == {Path("elsewhere/results")}


def test_pages_of_methods_data_sets_and_papers_are_of_all_experiments(written, monkeypatch):
    other = {**CLAIM, "name": "d/c"}
    monkeypatch.setitem(LEDGER, "claims", [CLAIM, other])
    write("a", "b", "d")
    for page in ("method_pages", "dataset_pages"):
        ((given, _),) = of(written, page)
        assert [results.experiment.name for results in given[0]] == ["b", "d", "a"]
    assert set(of(written, "method_pages")[0][0][3]) == {"first", "second"}
    assert set(of(written, "paper_pages")[0][0][2]) == {"b/c", "d/c"}
