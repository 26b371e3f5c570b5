"""`show`: parameters, origin, licence, size, and what the last run gave."""

import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest
import yaml

from methods.bench.experiments import load_experiments
from methods.command import last_run, show
from methods.command.command_line import main
from methods.data.catalogue import load_catalogue
from methods.sealed_files import write_sealed_json
from tests.made_up import FILES, store_frame, write_descriptor


def shown(capsys, *name):
    assert main(["show", *name]) == 0
    return capsys.readouterr().out


def test_a_method_of_several_words_shows_parameters_origin_and_errors(finished, capsys):
    text = shown(capsys, "Small", "tree")
    assert "sklearn.tree.DecisionTreeClassifier" in text
    assert re.search(r"^parameters +max_depth: 1$", text, re.MULTILINE)
    assert "criterion: gini" in text and "max_depth: None" not in text
    assert re.search(r"^origin +scikit-learn \d", text, re.MULTILINE) and "BSD" in text
    assert re.search(r"^main +alpha? .* 2/2 ", text, re.MULTILINE) or "2/2" in text


def test_a_machine_has_the_licence_of_its_checkout_in_any_project(project, capsys):
    file = project / "workflow/experiments/toy.yaml"
    stump = "methods.boosting.decision_stump.DecisionStump"
    file.write_text(file.read_text().replace("sklearn.tree.DecisionTreeClassifier", stump))
    text = shown(capsys, "Small", "tree")
    assert re.search(r"^origin +.*decision_stump.py$", text, re.MULTILINE)
    assert re.search(r"^licence +BSD 3-Clause", text, re.MULTILINE)


def test_a_data_set_lists_methods_from_the_best_with_those_that_failed_last(finished, capsys):
    text = shown(capsys, "alpha")
    assert re.search(r"^size +569 x 30$", text, re.MULTILINE)
    assert re.search(r"^here +yes, \d+\.\d kB$", text, re.MULTILINE)
    rows = [line for line in text.splitlines() if line.startswith("main ")]
    assert "Small tree" in rows[0] and "2/2" in rows[0]
    assert "Broken" in rows[1] and "–" in rows[1] and "0/2" in rows[1]


def test_an_experiment_counts_its_fits_and_verdicts(finished, capsys):
    text = shown(capsys, "toy")
    assert re.search(r"^fits +2 ok, 2 error$", text, re.MULTILINE)
    assert re.search(r"^claims +1 cannot be tested here$", text, re.MULTILINE)


@pytest.mark.parametrize("name", ["wins", "toy/wins"])
def test_a_claim_shows_how_it_is_tested_and_its_verdict(finished, capsys, name):
    text = shown(capsys, name)
    assert "methods.claims.scores.lower" in text and "than: [Broken]" in text
    assert re.search(r"^verdict +cannot be tested here, at the quick scale$", text, re.MULTILINE)


def test_all_things_of_one_name_are_shown(project, capsys):
    experiments = project / "workflow/experiments"
    (experiments / "alpha.yaml").write_text((experiments / "toy.yaml").read_text())
    text = shown(capsys, "alpha")
    assert "experiment 'alpha'" in text and "data set 'alpha'" in text


def test_a_class_that_cannot_be_imported_is_said_not_raised(project, capsys):
    file = project / "workflow/experiments/toy.yaml"
    file.write_text(file.read_text().replace("DecisionTreeClassifier", "DecisionTreClassifier"))
    assert "did you mean 'DecisionTreeClassifier'?" in " ".join(shown(capsys, "Broken").split())


def test_an_unknown_name_is_one_line_with_the_nearest(project, capsys):
    assert main(["show", "Smal", "tree"]) == 1
    assert (
        capsys.readouterr().err == "error: unknown name 'Smal tree'; did you mean 'Small tree'?\n"
    )


def test_names_for_completion_are_those_that_can_be_shown(project):
    from methods.command.show import names

    table, claim = "methods.tables.scores.score_table", "methods.claims.scores.lower"
    assert names(project) == ["toy", "alpha", "Small tree", "Broken", "toy/wins", table, claim]


@pytest.mark.parametrize("name", ["score_table", "methods.tables.scores.score_table"])
def test_an_output_function_shows_docstring_options_and_a_use(project, capsys, name):
    text = shown(capsys, name)
    assert text.startswith("table methods.tables.scores.score_table\n\nMethods by data sets")
    assert re.search(r"^study +\S.* required$", text, re.MULTILINE)
    assert re.search(r"^percent +true or false or null +null$", text, re.MULTILINE)
    assert "    t:\n      function: methods.tables.scores.score_table\n      study: main\n" in text
    assert re.search(r"^used by +toy/t$", text, re.MULTILINE)


def test_an_output_function_that_no_experiment_names_has_no_example(project, capsys):
    text = shown(capsys, "printed_ranks")
    assert text.startswith("claim test methods.claims.printed.printed_ranks") and "OPTION" in text
    assert "example" not in text and "used by" not in text


def test_a_typed_table_shows_its_columns_before_any_run(project, capsys):
    folder = project / "datasets/local"
    folder.mkdir()
    colours = ("red", "blue")
    rows = [f"p{n},{n * 1.5 if n else ''},{colours[n % 2]},{'ab'[n % 2]}" for n in range(8)]
    (folder / "mine.csv").write_text("\n".join(["code,age,colour,state", *rows]))
    text = shown(capsys, "mine")
    assert re.search(r"^age +numeric +7 different +1$", text, re.MULTILINE)
    assert re.search(r"^colour +categorical +blue, red +0$", text, re.MULTILINE)
    assert re.search(r"^code +identifier .* none of its words comes twice", text, re.MULTILINE)
    (folder / "mine.yaml").write_text("columns: {colour: [red, blue]}\n")
    assert re.search(r"^colour +ordinal +red < blue", shown(capsys, "mine"), re.MULTILINE)


def test_a_data_frame_of_a_plugin_is_read_where_it_is(project, capsys, monkeypatch):
    monkeypatch.syspath_prepend(str(project / "plugins"))
    (project / "plugins").mkdir(exist_ok=True)
    (project / "plugins/shown_visits.py").write_text(
        "import pandas as pd\n\n\ndef table():\n"
        "    return pd.DataFrame({'a': ['x', 'y'] * 3, 'state': ['no', 'yes'] * 3})\n"
    )
    write_descriptor(project, "visits", {"frame": "shown_visits.table"})
    file = project / "datasets/visits.yaml"
    text = file.read_text().replace("benign: 357", "'no': 3").replace("malignant: 212", "'yes': 3")
    file.write_text(text.replace("- 569\n- 30", "- null\n- null"))
    assert re.search(r"^a +categorical +x, y +0", shown(capsys, "visits"), re.MULTILINE)


def test_the_raw_of_a_name_is_json_with_its_kind(finished, capsys):
    (of_data,) = json.loads(shown(capsys, "alpha", "--json"))
    assert (of_data["kind"], of_data["shape"]) == ("data set", [569, 30])
    (claim,) = json.loads(shown(capsys, "toy/wins", "--json"))
    assert (claim["kind"], claim["name"]) == ("claim", "toy/wins")
    assert claim["last"]["verdict"] == "cannot be tested here"
    kinds = {
        name: json.loads(shown(capsys, name, "--json"))[0]["kind"] for name in ("toy", "Broken")
    }
    assert kinds == {"toy": "experiment", "Broken": "method"}


def changed(kind, **columns):
    """Replace columns of the stored `scores` or `runs`."""
    file = f"results/toy/main/{kind}/alpha.parquet"
    store_frame(pd.read_parquet(file).assign(**columns), file)


def test_the_fits_of_an_experiment_may_be_of_several_machines(finished, capsys):
    changed("runs", cpu=["one", "two", "one", "two"])
    assert re.search(r"^cpu +one, two$", shown(capsys, "toy"), re.MULTILINE)


def test_one_data_set_is_none_of_several(project, capsys):
    assert "toy/main: 1 data set x 2 methods, trials" in shown(capsys, "toy")


def test_the_parameters_on_a_data_set_are_those_of_each_study(project, capsys):
    file = project / "workflow/experiments/toy.yaml"
    content = yaml.safe_load(file.read_text())
    main = content["studies"]["main"]
    content["studies"] |= {
        name: main | {"parameters_by_dataset": {"alpha": {"max_depth": depth}}}
        for name, depth in (("side", 2), ("third", 3))
    }
    file.write_text(yaml.safe_dump(content, sort_keys=False))
    text = shown(capsys, "Small tree")
    studies = [part.partition(":")[0] for part in text.split("toy/")[1:]]
    assert studies == ["main", "side", "third"]
    depths = [re.findall(r"max_depth: (\d)", part) for part in text.split("toy/")[1:]]
    assert depths == [[], ["2"], ["3"]]


def test_the_errors_on_a_data_set_are_those_of_each_experiment(finished, capsys):
    experiments = finished / "workflow/experiments"
    shutil.copy(experiments / "toy.yaml", experiments / "zoo.yaml")
    shutil.copytree("results/toy", "results/zoo")
    text = shown(capsys, "alpha")
    assert re.findall(r"^last run of (\w+)$", text, re.MULTILINE) == ["toy", "zoo"]


def test_a_column_in_which_any_row_differs_is_shown(finished, capsys, monkeypatch):
    same = ["main", "alpha", "A", "", "1.0", "0.1", "2/2", "1", "results"]
    rows = [same, same, [*same[:3], "0.5", *same[4:]]]
    monkeypatch.setattr(last_run, "errors", lambda *_: rows)
    show.show_errors(load_experiments(finished / "workflow/experiments")["toy"])
    header = capsys.readouterr().out.splitlines()[2]
    assert "CONDITION" in header and "DATASET" not in header


def test_errors_are_those_of_their_condition_in_this_folder_before_the_reference(finished, capsys):
    kept = Path("results/reference/toy")
    shutil.copytree("results/toy", kept)
    experiment = load_experiments(finished / "workflow/experiments")["toy"]
    for kind in ("scores", "runs"):
        frame = pd.read_parquet(f"results/toy/main/{kind}/alpha.parquet")
        both = [frame.assign(condition=label) for label in ("0", "1")]
        if kind == "scores":
            both = [part.assign(value=0.1 * at) for at, part in enumerate(both, start=1)]
        store_frame(pd.concat(both, ignore_index=True), f"results/toy/main/{kind}/alpha.parquet")
    rows = last_run.errors(experiment, method="Small tree")
    assert [(row[3], row[4], row[8]) for row in rows] == [
        ("0", "10.0", "results"), ("1", "20.0", "results")
    ]  # fmt: skip


def test_the_raw_of_a_claim_has_its_own_verdict(with_claims, capsys):
    claims = [{"name": f"toy/{name}", "verdict": f"that of {name}"} for name in ("higher", "lower")]
    write_sealed_json("results/toy/claims.json", {"claims": claims}, {})
    for name in ("lower", "higher"):
        (claim,) = json.loads(shown(capsys, f"toy/{name}", "--json"))
        assert claim["last"]["verdict"] == f"that of {name}"


def test_the_bytes_of_a_data_set_are_those_of_the_files_that_it_reads(project):
    write_descriptor(project, "far", FILES)
    write_descriptor(project, "near", {"format": "delimited", "delimiter": ","})
    file = project / "datasets/near.yaml"
    file.write_text(f"{file.read_text()}files_of: far\n")
    raw = Path("results/data/raw/far/away.csv")
    raw.parent.mkdir(parents=True)
    raw.write_bytes(2000 * b"x")
    assert show.bytes_here(load_catalogue(project / "datasets")["near"]) == ", 2.0 kB"
