"""`new` with data sets, tasks and suites of OpenML: descriptors that `check` and a plan take."""

import re
import sys
import time

import pytest

from methods.bench.plan import read_plan
from methods.command.command_line import main
from methods.data import download
from methods.data.catalogue import load_descriptor
from methods.data.openml_files import CACHE
from tests.data import openml_server
from tests.made_up import experiment, study, write_experiment

TREE = {"class": "sklearn.tree.DecisionTreeClassifier", "max_depth": 1}


def use(project, dataset, **changes):
    """The experiment of the project, on one data set with the splits of OpenML."""
    matrix = study([dataset], ["Tree"], **{"split": {"kind": "openml"}, **changes})
    content = experiment(methods={"Tree": TREE}) | {"studies": {"main": matrix}}
    write_experiment(project, {**content, "claims": {}, "tables": {}, "figures": {}})


def test_a_data_set_gets_all_that_the_site_says_of_it(project, openml_site, capsys):
    assert main(["new", "openml-dataset", "31"]) == 0
    assert "datasets: [visits_31_31]" in capsys.readouterr().out
    descriptor = load_descriptor(project / "datasets/visits_31_31.yaml")
    assert descriptor.classes == {"no": None, "yes": None} and descriptor.task == "binary"
    assert descriptor.shape == (openml_server.N_ROWS, None)
    assert descriptor.licence == "CC BY 4.0"
    assert descriptor.origin == "https://www.openml.org/d/31"
    assert descriptor.citation == "Own data & own words"
    assert descriptor.sources[0].openml == 31
    assert "/data/v1/download/31/data.arff" not in openml_site.asked


def test_a_task_gets_its_splits_and_a_plan_counts_them(project, openml_site, capsys):
    assert main(["new", "openml-task", "3"]) == 0
    assert "split: {kind: openml}" in capsys.readouterr().out
    name = "visits_31_task_3"
    descriptor = load_descriptor(project / f"datasets/{name}.yaml")
    assert descriptor.openml_splits == openml_server.REPEATS * openml_server.FOLDS
    assert "https://www.openml.org/t/3" in descriptor.notes
    use(project, name, trials=100)
    plan = read_plan(project)
    (planned,) = plan.studies()
    assert plan.trials(planned, name) == 6
    assert main(["check"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("name", ["99", "small"])
def test_a_suite_gives_its_classification_tasks_and_names_the_others(
    project, openml_site, capsys, name
):
    assert main(["new", "openml-suite", name]) == 0
    printed = capsys.readouterr()
    assert "1 of 2 tasks are described in datasets/, 1 of them now" in printed.out
    assert "datasets: [visits_31_task_3]" in printed.out
    assert "task 4 is left out: OpenML task 4 is Supervised Regression" in printed.err


def test_a_suite_leaves_descriptors_that_are_there_as_they_are(project, openml_site, capsys):
    assert main(["new", "openml-task", "3"]) == 0
    file = project / "datasets/visits_31_task_3.yaml"
    file.write_text(file.read_text().replace("CC BY 4.0", "mine"))
    assert main(["new", "openml-suite", "99"]) == 0
    assert "1 of 2 tasks are described in datasets/, 0 of them now" in capsys.readouterr().out
    assert "licence: mine" in file.read_text()


@pytest.mark.slow
def test_a_silent_server_costs_a_suite_its_patience_once(project, openml_site, monkeypatch):
    monkeypatch.setattr(download, "SOCKET_SECONDS", 0.3)
    monkeypatch.setattr(download, "WAITING_SECONDS", 0.5)
    suite = openml_server.suite().replace("<oml:task_id>4<", "<oml:task_id>4</oml:task_id>" * 20
                                          + "<oml:task_id>4<")  # fmt: skip
    openml_site.pages = {**openml_site.pages, "/api/v1/xml/study/99": suite}
    openml_site.faults = {f"/api/v1/xml/task/{number}": "hang" for number in (3, 4)}
    started = time.monotonic()
    assert main(["new", "openml-suite", "99"]) == 1
    assert time.monotonic() - started < 8


def test_a_suite_comes_from_a_filled_cache_without_network(
    project, openml, openml_running, capsys, monkeypatch
):
    openml_server.fill_cache(openml_running, project / "mirror" / CACHE)
    openml_running.asked.clear()
    monkeypatch.setenv("MARGINBENCH_MIRROR", str(project / "mirror"))
    assert main(["new", "openml-suite", "small"]) == 0
    assert "1 of 2 tasks" in capsys.readouterr().out and not openml_running.asked


def test_a_mirror_of_the_configuration_is_asked_first(project, openml, openml_running, capsys):
    openml_server.fill_cache(openml_running, project / "mirror" / CACHE)
    (project / "config.yaml").write_text(f"mirror: {project / 'mirror'}\n")
    assert main(["new", "openml-dataset", "31"]) == 0


def test_lists_and_show_say_licence_citation_and_page(project, openml_site, capsys):
    main(["new", "openml-task", "3"])
    capsys.readouterr()
    assert main(["list", "datasets"]) == 0
    line = next(x for x in capsys.readouterr().out.splitlines() if "visits_31_task_3" in x)
    assert "OpenML" in line and "24 x ?" in line
    assert main(["show", "visits_31_task_3"]) == 0
    shown = capsys.readouterr().out
    for words in ("CC BY 4.0", "https://www.openml.org/d/31", "Own data & own words"):
        assert words in shown


def test_a_deactivated_version_is_named_in_the_descriptor(project, openml_site):
    page = openml_site.pages["/api/v1/xml/data/31"].replace(">active<", ">deactivated<")
    openml_site.pages = {**openml_site.pages, "/api/v1/xml/data/31": page}
    assert main(["new", "openml-dataset", "31"]) == 0
    notes = load_descriptor(project / "datasets/visits_31_31.yaml").notes
    assert notes == "OpenML has this version as deactivated."


BAD = {
    "gone": (["openml-dataset", "7"], "openml-dataset 7: .*HTTP 412.*: Unknown dataset"),
    "no number": (["openml-dataset", "credit-g"], "'credit-g': give the number that is in the"),
    "a task of numbers": (["openml-task", "4"], "task 4 is Supervised Regression"),
    "no suite": (["openml-suite", "5"], "openml-suite 5: .*Unknown dataset"),
    "a path": (["openml-suite", "../5"], "'../5': give the number or the short name of a suite"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_number_is_one_line_and_writes_nothing(project, openml_site, capsys, case):
    arguments, message = BAD[case]
    before = sorted((project / "datasets").iterdir())
    assert main(["new", *arguments]) == 1
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1 and re.search(message, printed)
    assert sorted((project / "datasets").iterdir()) == before


def test_no_descriptor_is_written_over(project, openml_site, capsys):
    assert main(["new", "openml-dataset", "31"]) == 0
    assert main(["new", "openml-dataset", "31"]) == 1
    assert "visits_31_31.yaml exists already; remove it" in capsys.readouterr().err


def test_without_the_client_the_remedy_is_one_line(project, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "openml", None)
    assert main(["new", "openml-dataset", "31"]) == 1
    assert "pip install 'marginbench[openml]'" in capsys.readouterr().err


def test_a_study_with_its_splits_needs_a_task(project, openml_site, capsys):
    use(project, "alpha")
    assert main(["check"]) == 1
    assert "alpha has no splits of OpenML; write another kind of split" in capsys.readouterr().err


def test_check_says_what_to_install_for_data_that_a_study_uses(
    project, openml_site, capsys, monkeypatch
):
    main(["new", "openml-task", "3"])
    monkeypatch.setitem(sys.modules, "openml", None)
    assert main(["check"]) == 0, "nothing uses the data set"
    use(project, "visits_31_task_3")
    capsys.readouterr()
    assert main(["check"]) == 1
    message = "datasets/visits_31_task_3.yaml: OpenML needs a further package; pip install"
    assert message in capsys.readouterr().err
