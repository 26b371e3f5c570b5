"""Fits on a typed table, from its text to predictions, and what they depend on."""

from dataclasses import replace

import numpy as np
import pytest
import yaml
from scipy.sparse import issparse

from methods.bench import dependencies
from methods.bench.experiments import load_experiment
from methods.bench.fit import fit_block
from methods.bench.guard import ERROR, OK
from methods.bench.plan import Plan
from methods.data import sparse_rows
from methods.data.catalogue import load_catalogue
from methods.data.prepare import content_hash, load_dataset, prepare_source, save_dataset
from methods.data.splits import load_splits, make_split, save_splits
from methods.errors import UserError
from tests.made_up import experiment, study, write_experiment

LINE = {"class": "sklearn.linear_model.LogisticRegression"}
METHODS = {
    "line": LINE,
    "trees": {"class": "sklearn.ensemble.HistGradientBoostingClassifier", "max_iter": 10},
    "neighbours": {"class": "sklearn.neighbors.KNeighborsClassifier"},
    "search": {"class": "sklearn.model_selection.GridSearchCV", "estimator": LINE,
               "param_grid": {"C": [0.1, 1.0]}},
}  # fmt: skip
NOTES = "columns: {stage: [low, mid, high]}\ngroups: clinic\ntime: seen\nweights: weight\n"


def table(n=120):
    rng = np.random.default_rng(1)
    lines = ["id,age,colour,stage,born,clinic,seen,weight,state"]
    for row in range(n):
        age = "" if row % 9 == 4 else f"{40 + 10 * (row % 2) + rng.normal():.1f}"
        colour = "" if row % 11 == 3 else rng.choice(["red", "blue", "green"])
        born, stage = f"{1950 + row % 40}-0{row % 9 + 1}-11", ("low", "mid", "high")[row % 3]
        lines.append(
            f"p{row},{age},{colour},{stage},{born},c{row % 7},{row * 2},{row % 4},"
            f"{'ill' if row % 2 else 'well'}"
        )
    return "\n".join(lines)


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "datasets" / "local"
    folder.mkdir(parents=True)
    (folder / "mine.csv").write_text(table())
    (folder / "mine.yaml").write_text(NOTES)
    return tmp_path


@pytest.fixture
def dataset(project, tmp_path):
    descriptor = load_catalogue(project / "datasets")["mine"]
    made = prepare_source(descriptor, descriptor.sources[0], project / "datasets" / "local")
    save_dataset(tmp_path / "mine.npz", made, {})
    return load_dataset(tmp_path / "mine.npz")


def studied(root, **keys):
    content = experiment(["mine"], METHODS)
    keys = {"split": {"kind": "holdout", "train": 0.5, "stratify": True}, **keys}
    content["studies"] = {"main": study(["mine"], METHODS, **keys)}
    return load_experiment(write_experiment(root, content)).study("main")


def fitted(one, dataset, tmp_path, seeds=(0, 1)):
    splits = {
        s: make_split(dataset, "toy", s, one.split, one.scaling, None, one.missing) for s in seeds
    }
    save_splits(tmp_path / "splits.npz", splits, {})
    splits = load_splits(tmp_path / "splits.npz")
    runs = {m.name: fit_block(one, m, dataset, splits, [""]) for m in one.methods}
    return runs, splits


KEYS = {
    "usual": {},
    "scaled": {"scaling": {"variance": 1, "rows": "train"}},
    "marked": {"missing": "indicator", "categories": "target"},
    "dropped": {"missing": "drop", "dates": "drop"},
    "kept": {"missing": "keep", "categories": "keep"},
    "by group": {"split": {"kind": "groups", "folds": 3}},
    "by time": {"split": {"kind": "time", "folds": 3}},
}


@pytest.mark.slow
@pytest.mark.parametrize("keys", KEYS)
def test_every_method_fits_and_predicts(project, dataset, tmp_path, keys, capfd):
    one = studied(project, **KEYS[keys])
    runs, splits = fitted(one, dataset, tmp_path)
    for name, of_method in runs.items():
        for run in of_method:
            assert run.status == OK, f"{name}: {run.message}"
            assert len(run.test) == len(splits[run.seed].test)
    wrong = [np.mean(run.test != dataset.y[splits[run.seed].test]) for run in runs["trees"]]
    assert np.min(wrong) < 0.25  # the ages of the classes are apart
    said = capfd.readouterr().out
    assert ("takes no categories" in said) == (keys == "kept")
    assert "takes no weights" in said  # the neighbours


@pytest.mark.slow
def test_all_methods_of_a_split_without_rows_with_gaps_see_the_same_rows(
    project, dataset, tmp_path
):
    _, splits = fitted(studied(project, missing="drop"), dataset, tmp_path)
    complete = ~np.isnan(dataset.X).any(axis=1)
    for split in splits.values():
        assert complete[split.train].all() and complete[split.test].all()
        assert sum(split.gaps) == np.sum(~complete)
        assert len(split.train) + len(split.test) == complete.sum()


def test_a_training_part_without_a_complete_row_is_a_gap_in_the_tables(project, dataset, tmp_path):
    dataset.X[:, 0] = np.nan
    runs, _ = fitted(studied(project, missing="drop"), dataset, tmp_path, [0])
    assert {run.status for of_method in runs.values() for run in of_method} == {ERROR}


@pytest.mark.slow
def test_weights_count(project, dataset, tmp_path):
    one = studied(project)
    before, splits = fitted(one, dataset, tmp_path, [0])
    dataset.extras["weight"][dataset.y == 1] = 0.001
    after = fit_block(one, one.method("line"), dataset, splits, [""])
    assert np.mean(after[0].train) < np.mean(before["line"][0].train)


def test_the_hash_of_a_fit_has_the_encoding_for_typed_tables_only(project):
    one, kept = studied(project), studied(project, missing="keep")
    method = one.methods[0]
    assert dependencies.of_fit(one, method, "smoke") == dependencies.of_fit(kept, method, "smoke")
    typed = dependencies.of_fit(one, method, "smoke", typed=True)
    assert typed["meaning"] != dependencies.of_fit(kept, method, "smoke", typed=True)["meaning"]
    assert "methods/data/encoding.py" in dependencies.fit_sources(one, method, typed=True)
    assert "methods/data/encoding.py" not in dependencies.fit_sources(one, method)
    drop = studied(project, missing="drop")
    assert dependencies.protocol(drop) != dependencies.protocol(one) == dependencies.protocol(kept)


def test_the_plan_states_typed_fits_as_the_rule_does(project):
    studied(project)
    plan = Plan.from_config({}, project)
    stated = {file.path: file for file in dependencies.stored_files(plan)}
    fits = [file for path, file in stated.items() if "/fits/" in path]
    assert fits and all("methods/data/encoding.py" in file.sources for file in fits)


def sparse_project(root, rows=60):
    """The same rows twice, dense and sparse, in libsvm files."""
    rng = np.random.default_rng(2)
    folder = root / "datasets" / "local"
    lines = []
    for row in range(rows):
        used = sorted(rng.choice(np.arange(2, 40), 4, replace=False))
        pairs = [f"1:{row % 2 + 0.5 * rng.random():.3f}", *(f"{at}:1" for at in used)]
        lines.append(f"{row % 2} {' '.join(pairs)}")
    for name, more in (("thick", {}), ("thin", {"sparse": True})):
        (folder / f"{name}.txt").write_text("\n".join(lines))
        source = {"files": [{"path": f"local/{name}.txt"}], "format": "libsvm", **more}
        content = {
            "name": name, "title": name, "task": "binary", "shape": [rows, 40], "classes":
            {"0": None, "1": None}, "licence": "none", "origin": "none", "citation": "none",
            "printed": [], "sources": [source],
        }  # fmt: skip
        (root / "datasets" / f"{name}.yaml").write_text(yaml.safe_dump(content))
    catalogue = load_catalogue(root / "datasets")
    made = {}
    for name in ("thick", "thin"):
        data = prepare_source(catalogue[name], catalogue[name].sources[0], folder)
        save_dataset(root / f"{name}.npz", replace(data, name="same"), {})
        made[name] = load_dataset(root / f"{name}.npz")
    return made


SCALINGS = (None, {"norm": 2.0, "rows": "train"}, {"variance": 1, "rows": "train"})


@pytest.mark.slow
@pytest.mark.parametrize("scaling", SCALINGS)
def test_sparse_rows_stay_sparse_for_methods_that_take_them(project, tmp_path, scaling, capfd):
    made = sparse_project(project)
    assert issparse(made["thin"].X) and made["thin"].X.nnz < made["thick"].X.size / 4
    np.testing.assert_array_equal(made["thin"].X.toarray(), made["thick"].X)
    labels = [str(code) for code in made["thin"].y]
    assert content_hash(made["thin"].X, labels) == content_hash(made["thick"].X, labels)
    one = studied(project, scaling=scaling)
    thin, splits = fitted(one, made["thin"], tmp_path, [0])
    features = splits[0].features(made["thin"].X)
    assert issparse(features) and features.nnz == made["thin"].X.nnz
    said = capfd.readouterr().out
    assert said.count("takes no sparse rows and gets dense ones") == 1  # the trees
    thick, _ = fitted(one, made["thick"], tmp_path, [0])
    for name, runs in thin.items():
        assert runs[0].status == OK, runs[0].message
        if scaling is None or "norm" in scaling:  # otherwise dense rows are centred
            np.testing.assert_array_equal(runs[0].test, thick[name][0].test)


def test_rows_too_large_to_be_dense_are_a_gap_in_the_tables(project, tmp_path, monkeypatch):
    monkeypatch.setattr(sparse_rows, "DENSE_BYTES", 1000)
    runs, _ = fitted(studied(project), sparse_project(project)["thin"], tmp_path, [0])
    assert {name: of_method[0].status for name, of_method in runs.items()} == {
        "line": OK, "neighbours": OK, "search": OK, "trees": ERROR,
    }  # fmt: skip
    assert "takes no sparse rows" in runs["trees"][0].message


def test_a_split_by_time_has_no_more_trials_than_folds(project):
    with pytest.raises(UserError, match="trials: a split by time has 2 at most, its folds"):
        studied(project, split={"kind": "time", "folds": 2})
    one = studied(project, split={"kind": "time", "folds": 3})
    assert Plan.from_config({"trials": 9}, project).trials(one, "mine") == 3
