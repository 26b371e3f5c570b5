"""`new`: templates that work as they stand, and never replace a file."""

from importlib import import_module

import pytest
from sklearn.utils.estimator_checks import check_estimator

from methods.bench.experiments import load_experiment
from methods.command.command_line import main
from methods.data.catalogue import load_descriptor


def test_a_method_passes_the_checks_of_scikit_learn(project, monkeypatch):
    assert main(["new", "method", "my_method"]) == 0
    monkeypatch.syspath_prepend(str(project / "plugins"))
    check_estimator(import_module("my_method").MyMethod())


def test_a_data_set_is_read_with_its_file_to_come(project, capsys):
    assert main(["new", "dataset", "mine"]) == 0
    assert "datasets/local/mine.csv" in capsys.readouterr().out
    descriptor = load_descriptor(project / "datasets/mine.yaml")
    assert descriptor.sources[0].files[0].local_path == project / "datasets/local/mine.csv"


def test_an_experiment_is_read(project, capsys):
    assert main(["new", "experiment", "mine"]) == 0
    assert "'experiments=[mine]'" in capsys.readouterr().out
    assert load_experiment(project / "workflow/experiments/mine.yaml").claims


def test_the_three_together_pass_the_check(project, capsys, monkeypatch):
    for name in ("wdbc", "iris"):
        text = (project / "datasets/alpha.yaml").read_text().replace("alpha", name)
        (project / f"datasets/{name}.yaml").write_text(text)
    for what in ("method", "dataset", "experiment"):
        assert main(["new", what, f"another_{what}"]) == 0
    monkeypatch.syspath_prepend(str(project / "plugins"))
    file = project / "workflow/experiments/another_experiment.yaml"
    old = "sklearn.naive_bayes.GaussianNB"
    file.write_text(file.read_text().replace(old, "another_method.AnotherMethod"))
    toy = project / "workflow/experiments/toy.yaml"
    toy.write_text(toy.read_text().replace("max_depth: -1", "max_depth: 2"))
    assert main(["check"]) == 0, capsys.readouterr().err


@pytest.fixture
def wdbc_and_iris(project):
    """The project with the data sets of the templates, and without its own experiment."""
    for name in ("wdbc", "iris"):
        text = (project / "datasets/alpha.yaml").read_text().replace("alpha", name)
        (project / f"datasets/{name}.yaml").write_text(text)
    (project / "workflow/experiments/toy.yaml").unlink()
    return project


def test_a_paper_with_its_numbers_and_its_experiment_passes_the_check(wdbc_and_iris, capsys):
    assert main(["new", "paper", "mine"]) == 0
    said = capsys.readouterr().out
    for file in ("papers/mine.yaml", "published/mine.csv", "experiments/mine.yaml"):
        assert f"workflow/{file} is written" in said
    assert main(["check"]) == 0, capsys.readouterr().err
    assert main(["show", "mine"]) == 0
    assert "The title as printed" in capsys.readouterr().out


def test_the_numbers_of_the_template_have_no_finding(wdbc_and_iris, capsys):
    """By the audit that `new` names, which states what the tests need."""
    assert main(["new", "paper", "mine"]) == 0
    (audit,) = [line for line in capsys.readouterr().out.splitlines() if " audit " in line]
    assert main(audit.split()[audit.split().index("audit") :]) == 0
    said = capsys.readouterr().out
    assert "cannot come from" not in said.replace("a number cannot come from", "")
    assert "granularity: 4 judged" in said


@pytest.mark.parametrize("what", ["dataset", "experiment", "method", "paper"])
def test_what_to_call_next_is_as_it_is_typed_in_a_checkout(project, capsys, monkeypatch, what):
    monkeypatch.setattr("methods.project._programs", lambda: ".venv/bin/")
    assert main(["new", what, "mine"]) == 0
    said = capsys.readouterr().out
    assert "Check with .venv/bin/python -m methods check." in said
    assert said.count("python -m") + said.count("snakemake") == said.count(".venv/bin/")


def test_a_paper_replaces_no_file(wdbc_and_iris, capsys):
    assert main(["new", "experiment", "mine"]) == 0
    assert main(["new", "paper", "mine"]) == 1
    assert "workflow/experiments/mine.yaml exists already" in capsys.readouterr().err
    assert not (wdbc_and_iris / "workflow/papers").exists()


BAD = {
    "there already": (["dataset", "alpha"], "datasets/alpha.yaml exists already"),
    "an installed module": (["method", "random"], "'random' is a module that is installed"),
    "blanks": (["experiment", "my own"], "'my own': a name is of a-z, 0-9 and _"),
    "a path": (["dataset", "../mine"], "'../mine': a name is of"),
}


@pytest.mark.parametrize("what", ["experiment", "paper"])
def test_an_experiment_is_not_called_as_a_folder_of_results(project, capsys, what):
    assert main(["new", what, "data"]) == 1
    complaint = "error: results/data is a folder of all experiments; choose another name\n"
    assert capsys.readouterr().err == complaint
    assert not list(project.rglob("data.*"))


@pytest.mark.parametrize("case", BAD)
def test_a_bad_name_is_one_line_and_writes_nothing(project, capsys, case):
    arguments, message = BAD[case]
    before = sorted(project.rglob("*"))
    assert main(["new", *arguments]) == 1
    printed = capsys.readouterr().err
    assert printed.startswith("error: ") and message in printed and printed.count("\n") == 1
    assert sorted(project.rglob("*")) == before


@pytest.mark.parametrize(
    "file", ["papers/mine.yaml", "published/mine.csv", "experiments/mine.yaml"]
)
def test_no_file_of_the_project_is_written_over_from_another_folder(
    project, tmp_path_factory, monkeypatch, capsys, file
):
    path = project / "workflow" / file
    path.parent.mkdir(exist_ok=True)
    path.write_text("precious")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert main(["new", "paper", "mine"]) == 1
    assert capsys.readouterr().err.startswith(f"error: workflow/{file} exists already")
    assert path.read_text() == "precious"
    assert len(list((project / "workflow").rglob("mine.*"))) == 1
