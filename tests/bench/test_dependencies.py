"""What makes a step run again, and what does not."""

import json

import pytest
from msgspec.structs import replace

from methods import project
from methods.bench import dependencies, source_hash
from methods.bench.dependencies import (
    compiled_files,
    fit_sources,
    metric_sources,
    of_data,
    of_figures,
    of_scores,
    of_splits,
    of_verdicts,
    output_meaning,
    output_modules,
    protocol,
    reading,
    stored_files,
    verdict_modules,
)
from methods.bench.experiments import Conditions, Method
from methods.bench.plan import Plan
from methods.bench.source_hash import LIBRARIES, combined
from methods.schemas.dataset import Printed, Source, SourceFile
from methods.schemas.metric_entries import MetricEntry
from tests.made_up import MAJORITY, experiment, write_descriptor, write_experiment, write_paper


@pytest.fixture
def root(tmp_path):
    """One embedded data set, one study of two methods, a table and a figure."""
    write_descriptor(tmp_path, "alpha")
    content = experiment(
        tables={"t": {"function": "methods.tables.scores.score_table", "study": "main"}},
        figures={"f": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    )
    write_experiment(tmp_path, content)
    return tmp_path


def of_fit(plan, **changed):
    study = replace(plan.study("toy", "main"), **changed)
    return dependencies.of_fit(study, study.methods[0], plan.scale)


def test_a_fit_depends_on_its_protocol_and_not_on_its_neighbours(root):
    made = Plan.from_config({}, root)
    base = of_fit(made)
    assert of_fit(made, trials=99, datasets=("alpha",), about="x", seconds=1.0) == base
    record = replace(made.study("toy", "main").record, components=True)
    assert of_fit(made, record=record)["meaning"] != base["meaning"]
    sweep = Conditions("parameter", "strategy", ("uniform",))
    assert of_fit(made, conditions=sweep)["conditions"] != base["conditions"]


def test_a_fit_depends_on_the_parameters_of_its_method(root):
    made = Plan.from_config({}, root)
    first, *rest = made.study("toy", "main").methods
    deeper = replace(first, spec={**first.spec, "strategy": "uniform"})
    changed = of_fit(made, methods=(deeper, *rest))
    assert changed["meaning"] != of_fit(made)["meaning"]
    renamed = replace(first, name=f"{first.name}!")  # the name seeds the method
    assert of_fit(made, methods=(renamed, *rest))["meaning"] != of_fit(made)["meaning"]


def test_an_update_keeps_the_files_that_users_have(root):
    """The texts behind their seals are written out here, since other ones cost hours of fits."""
    made = Plan.from_config({}, root)
    stated = of_fit(made)
    assert stated["format"] == "2"
    assert stated["conditions"] == combined([""])
    meaning = (
        '{"keep_values": 200000, "method": {"class": "sklearn.dummy.DummyClassifier", "strategy":'
        ' "most_frequent"}, "name": "A", "record": {}, "vary": ["parameter", ""]}'
    )
    assert stated["meaning"] == combined([meaning])
    splits = '{"scaling":null,"split":{"kind":"holdout","train":0.5}}'
    expected = {"format": "1", "protocol": combined([splits])}
    assert of_splits(made.study("toy", "main")) == expected
    source = "(Source(bundled='load_breast_cancer'),)"
    read = ["'binary'", "(569, 30)", "{'benign': 357, 'malignant': 212}", "None", source]
    assert of_data(made.catalogue["alpha"]) == {"format": "1", "reading": combined(read)}


@pytest.mark.parametrize(
    ("changed", "more"),
    [
        ({}, {}),
        ({"one_draw": "the paper has one"}, {"one_draw": True}),
        ({"one_draw": "in other words"}, {"one_draw": True}),
        ({"missing": "drop"}, {"missing": "drop"}),  # rows with gaps are in no split
        ({"missing": "indicator"}, {}),
        ({"missing": "keep", "one_draw": "one"}, {"one_draw": True}),
    ],
)
def test_splits_state_one_draw_and_dropped_rows_and_no_other_treatment(root, changed, more):
    study = Plan.from_config({}, root).study("toy", "main")
    plain = {"scaling": None, "split": {"kind": "holdout", "train": 0.5}}
    assert json.loads(protocol(replace(study, **changed))) == plain | more


def test_the_order_of_keys_in_a_file_makes_nothing_stale(root):
    made = Plan.from_config({}, root)
    first, *rest = made.study("toy", "main").methods
    turned = replace(first, spec=dict(reversed(first.spec.items())))
    assert of_fit(made, methods=(turned, *rest)) == of_fit(made)
    toy = made.experiments["toy"]
    figures = {name: dict(reversed(entry.items())) for name, entry in toy.figures.items()}
    turned = replace(toy, figures=figures)
    assert [*turned.figures["f"]] != [*toy.figures["f"]]
    before, after = (output_meaning(e, made.catalogue, "figures") for e in (toy, turned))
    assert before == after


def test_a_table_without_kinds_of_columns_is_fitted_without_the_encoding(root):
    study = Plan.from_config({}, root).study("toy", "main")
    method = study.methods[0]
    assert fit_sources(study, method).keys() == {*LIBRARIES}
    encoded = fit_sources(study, method, typed=True)
    assert encoded.keys() > {*LIBRARIES, "methods/data/encoding.py"}
    plain = dependencies.of_fit(study, method, "quick")
    assert plain == dependencies.of_fit(study, method, "quick", typed=False)
    assert plain["meaning"] != dependencies.of_fit(study, method, "quick", typed=True)["meaning"]


def test_verdicts_state_whether_the_experiment_has_a_paper(root):
    write_paper(root, "other")
    assert of_verdicts(Plan.from_config({}, root), "toy")["paper"] == "False"
    write_paper(root, "toy")
    assert of_verdicts(Plan.from_config({}, root), "toy")["paper"] == "True"


def test_printed_numbers_are_those_of_the_project():
    assert project.root() / "workflow/published" == dependencies.PUBLISHED


def test_a_fit_depends_on_the_code_of_what_it_measures(root):
    made = Plan.from_config({}, root)
    measures = {"share": "methods.measures.papers.erm.ensemble_loss_share"}
    record = replace(made.study("toy", "main").record, measures=measures)
    base = of_fit(made)["source"]
    assert of_fit(made, record=record)["source"] != base
    noise = Conditions("test_noise", "methods.measures.papers.erm.ensemble_loss_share", (0,))
    assert of_fit(made, conditions=noise)["source"] != base


def test_the_words_of_a_descriptor_prepare_nothing_again(root):
    before = reading(Plan.from_config({}, root).catalogue["alpha"])
    path = root / "datasets" / "alpha.yaml"
    path.write_text(path.read_text().replace("citation: none", "citation: somebody"))
    assert reading(Plan.from_config({}, root).catalogue["alpha"]) == before
    path.write_text(path.read_text().replace("benign: 357", "benign: 356"))
    assert reading(Plan.from_config({}, root).catalogue["alpha"]) != before


def test_every_source_of_a_data_set_counts_with_the_code_of_its_frame(root, monkeypatch):
    """A run takes the first source that is there, whichever that is."""
    descriptor = Plan.from_config({}, root).catalogue["alpha"]
    (bundled,) = descriptor.sources
    framed = Source(frame="frames_of_tests.frame")
    monkeypatch.setattr(dependencies, "source", lambda module: f"{module} as it is")
    both = replace(descriptor, sources=(bundled, framed))
    turned = replace(descriptor, sources=(framed, bundled))
    seen = {reading(d) for d in (descriptor, both, turned)}
    monkeypatch.setattr(dependencies, "source", lambda module: f"{module} edited")
    seen |= {reading(d) for d in (both, turned)}
    assert len(seen) == 5
    monkeypatch.setattr(dependencies, "tables_beside", lambda module: [f"{module}.csv"])
    seen |= {reading(d) for d in (both, turned)}
    assert len(seen) == 7
    assert reading(descriptor) in seen, "it has no code of its own"


def test_every_file_of_a_source_counts(root):
    descriptor = Plan.from_config({}, root).catalogue["alpha"]
    first, second, other = (SourceFile(path=f"far/{name}.csv") for name in "abc")

    def read(*files):
        return reading(replace(descriptor, sources=(Source(files=files, format="csv"),)))

    (bundled,) = descriptor.sources
    others = (Source(bundled=f"load_{name}") for name in ("iris", "wine"))
    both = [replace(descriptor, sources=(bundled, other)) for other in others]
    assert len({*map(reading, [descriptor, *both])}) == 3
    files = [first], [first, second], [first, other], [second, first], [first, second, other]
    assert len({read(*those) for those in files}) == len(files)


@pytest.fixture
def edited(monkeypatch):
    """A function that edits modules and packages, as far as hashes of sources see it."""
    names, sources = set(), dependencies.sources

    def seen(path):
        return {**sources(path), **({path: "edited"} if path in names else {})}

    monkeypatch.setattr(dependencies, "sources", seen)
    return lambda *paths: names.update(paths)


def test_scores_depend_on_the_code_of_each_metric_and_on_their_order(root, edited):
    made = Plan.from_config({}, root)
    own, ours = (f"methods.measures.papers.erm.{name}" for name in ("one", "other"))
    entries = {name: MetricEntry(function=name, lower_is_better=True) for name in (own, ours)}

    def stated(metrics):
        return of_scores(made, replace(made.study("toy", "main"), metrics=metrics), "alpha")

    plain, both = stated({}), stated(entries)
    assert "metrics" not in plain and both.items() > plain.items()
    assert stated(dict(list(entries.items())[:1])) != both
    edited(own)
    first = stated(entries)
    edited(ours)
    assert len({both["metrics"], first["metrics"], stated(entries)["metrics"]}) == 3
    assert stated({}) == plain


def test_a_metric_of_scikit_learn_depends_on_its_version_alone(root, edited):
    entry = MetricEntry(function="accuracy", lower_is_better=False)
    assert metric_sources(entry).keys() == {*LIBRARIES}
    edited(dependencies.SCIKIT_LEARN_METRIC)
    assert metric_sources(entry).keys() > {*LIBRARIES}


def test_a_fit_depends_on_the_code_of_each_class_and_each_function_that_measures(root, edited):
    made = Plan.from_config({}, root)
    study = made.study("toy", "main")
    measure = "methods.measures.papers.erm.{}".format
    tree = {"class": "sklearn.tree.DecisionTreeClassifier"}
    steps = [{"class": "sklearn.pipeline.Pipeline"}, {"function": "sklearn.metrics.pairwise.rbf"}]
    method = replace(study.methods[0], spec={**tree, "estimator": {"steps": steps}})
    record = replace(
        study.record,
        measures={name: measure(name) for name in "ab"},
        curves={name: measure(name) for name in "cd"},
    )
    study = replace(study, record=record)
    seen = [dependencies.of_fit(study, method, "quick")["source"]]
    classes = [tree["class"], *(path for step in steps for path in step.values())]
    for path in (*classes, *map(measure, "abcd")):
        edited(path)
        seen.append(dependencies.of_fit(study, method, "quick")["source"])
    assert len({*seen}) == len(seen) == 8
    edited("sklearn.svm.SVC", measure("e"))
    assert dependencies.of_fit(study, method, "quick")["source"] == seen[-1]


def test_outputs_are_made_by_the_modules_of_all_their_functions(root):
    toy = Plan.from_config({}, root).experiments["toy"]
    named = {kind: {name: {"function": f"own_{kind}.of_{name}.made"} for name in "ab"}
             for kind in ("tables", "figures", "claims")}  # fmt: skip
    made = replace(toy, **named)

    def of(*kinds):
        return {f"own_{kind}.of_{name}" for kind in kinds for name in "ab"}

    assert output_modules(made, "figures") == of("figures")
    assert verdict_modules(made) == {dependencies.LEDGER, *of("tables", "claims")}
    assert output_modules(replace(toy, figures={}), "figures") == set()


def test_outputs_depend_on_the_words_and_the_order_of_every_study(root):
    write_descriptor(root, "beta")
    made = Plan.from_config({}, root)
    toy = made.experiments["toy"]
    main = toy.studies["main"]

    def meaning(**changed):
        studies = {"main": main, "second": replace(main, name="second", **changed)}
        return output_meaning(replace(toy, studies=studies), made.catalogue, "tables")

    seen = [
        meaning(),
        meaning(about="Other words"),
        meaning(one_draw="the paper has one"),
        meaning(methods=(*reversed(main.methods),)),
        meaning(datasets=("alpha", "beta")),
        meaning(datasets=("beta", "alpha")),
        output_meaning(toy, made.catalogue, "tables"),
    ]
    assert len({*seen}) == len(seen)
    assert meaning(trials=9, seconds=1.0, keep_values=1) == seen[0]


def test_outputs_depend_on_each_data_set_of_any_study_and_each_that_the_paper_prints(root):
    for name in ("beta", "shown", "elsewhere"):
        write_descriptor(root, name)
    made = Plan.from_config({}, root)
    main = made.study("toy", "main")
    studies = {"main": main, "second": replace(main, name="second", datasets=("beta",))}
    toy = replace(made.experiments["toy"], source="ours", studies=studies)
    of_others, of_ours = (Printed(source=s, name="S", shape=None, meets=None)
                          for s in ("other", "ours"))  # fmt: skip
    catalogue = dict(made.catalogue)
    catalogue["shown"] = replace(catalogue["shown"], printed=(of_others, of_ours))
    catalogue["elsewhere"] = replace(catalogue["elsewhere"], printed=(of_others,))
    before = output_meaning(toy, catalogue, "tables")
    stale = {
        name
        for name, descriptor in catalogue.items()
        if output_meaning(toy, catalogue | {name: replace(descriptor, title="!")}, "tables")
        != before
    }
    assert stale == {"alpha", "beta", "shown"}


def test_outputs_depend_on_the_printed_numbers_of_their_own_paper(root, tmp_path, monkeypatch):
    monkeypatch.setattr(dependencies, "PUBLISHED", tmp_path)
    made = Plan.from_config({}, root)
    toy = replace(made.experiments["toy"], source="ours")

    def meaning():
        return output_meaning(toy, made.catalogue, "tables")

    none = meaning()
    (tmp_path / "other.csv").write_text("a,1\n")
    assert meaning() == none
    (tmp_path / "ours.csv").write_text("a,1\n")
    first = meaning()
    (tmp_path / "ours.csv").write_text("a,2\n")
    assert len({none, first, meaning()}) == 3


def test_only_fits_state_limits(root):
    content = experiment()
    content["studies"]["main"] |= {"seconds": 7, "memory_mb": 800}
    write_experiment(root, content)
    found = {f.path: f.limits for f in stored_files(Plan.from_config({}, root))}
    fits = {path for path in found if "/fits/" in path}
    assert len(fits) == 2 and {found[path] for path in fits} == {(7, 800)}
    assert {found[path] for path in found.keys() - fits} == {None}


def test_a_method_waits_for_the_kernels_that_its_classes_import():
    pocket = {"class": "methods.perceptron.pocket.PocketPerceptron"}
    needed = [
        f"results/compiled/methods.perceptron.{module}.json"
        for module in ("_kernels", "_line_search_kernels")
    ]
    assert compiled_files(Method("plain", pocket)) == needed
    search = {"class": "sklearn.model_selection.GridSearchCV", "estimator": pocket}
    assert compiled_files(Method("nested", search)) == needed
    assert compiled_files(Method("none", {"class": "sklearn.svm.SVC"})) == []


def test_the_kernels_of_a_method_are_in_the_order_of_names(monkeypatch):
    kernels = [f"methods.part{number}._kernels" for number in range(8)]
    monkeypatch.setattr(dependencies, "imported_modules", lambda module: {*kernels, module})
    files = compiled_files(Method("any", {"class": "methods.part0.machine.Machine"}))
    assert files == [f"results/compiled/{module}.json" for module in kernels]


def test_the_kernels_of_every_method_are_among_the_stored_files(root):
    plain = {"class": "sklearn.dummy.DummyClassifier"}
    pocket = {"class": "methods.perceptron.pocket.PocketPerceptron"}
    machines = {"First": plain, "Pocket": pocket, "Last": plain}
    write_experiment(root, experiment(methods=machines))
    found = {file.path for file in stored_files(Plan.from_config({}, root))}
    assert found > {*compiled_files(Method("Pocket", pocket))} > set()


def test_outputs_depend_on_their_entries_and_their_code(root, monkeypatch):
    made = Plan.from_config({}, root)
    base = of_figures(made, "toy")
    assert of_figures(made, "toy") == base
    assert of_verdicts(made, "toy")["meaning"] != base["meaning"]
    monkeypatch.setattr(source_hash, "module_hash", lambda name: f"{name} edited")
    source_hash.module_sources.cache_clear()
    assert of_figures(made, "toy")["source"] != base["source"]
    assert of_figures(made, "toy")["meaning"] == base["meaning"]
    source_hash.module_sources.cache_clear()


def test_the_splits_depend_on_the_protocol_alone(root):
    made = Plan.from_config({}, root)
    study = made.study("toy", "main")
    assert protocol(study) == protocol(replace(study, name="other", trials=1))
    assert protocol(study) != protocol(replace(study, split={"kind": "none"}))


def test_a_method_without_its_optional_package_states_no_code(root, monkeypatch):
    content = experiment(
        methods={"Rival": {"class": "rival_of_tests.Rival"}}, optional={"rival_of_tests": "get it"}
    )
    write_experiment(root, content)
    made = Plan.from_config({}, root)
    (study,) = made.studies()
    assert study.lacks(study.methods[0]) == "rival_of_tests is not installed; get it"
    assert "source" not in of_fit(made)
    assert fit_sources(study, study.methods[0]) == {}
    (root / "rival_of_tests.py").write_text("class Rival: pass")
    monkeypatch.syspath_prepend(root)
    assert study.lacks(study.methods[0]) == ""
    assert "source" in of_fit(made)


def test_code_that_a_method_has_on_one_data_set_alone_is_compiled_too(root):
    machine = {"class": "methods.IncrementalSVM"}
    content = experiment(methods={"A": {**MAJORITY, "constant": MAJORITY}})
    content["studies"]["main"]["parameters_by_dataset"] = {"alpha": {"A": {"constant": machine}}}
    write_experiment(root, content)
    reports = compiled_files(Method("A", machine))
    assert reports and {*reports} <= {s.path for s in stored_files(Plan.from_config({}, root))}


def test_outputs_depend_on_a_package_that_their_function_comes_from(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "outputs_of_a_package/tables.py"
    file.parent.mkdir()
    file.write_text("a = 1")
    before = dependencies.source("outputs_of_a_package.tables", "methods.tables.wins")
    assert "package outputs_of_a_package" in dependencies.files_of(["outputs_of_a_package.tables"])
    file.write_text("a = 2")
    assert dependencies.source("outputs_of_a_package.tables", "methods.tables.wins") != before
    assert not dependencies.files_of(["sklearn.metrics"])
