"""`new`: write commented templates of a method, data set, experiment or paper that work unchanged.

Descriptors of data of OpenML are complete (`methods.command.openml_descriptors`).
"""

from __future__ import annotations

import argparse
import re
from importlib.util import find_spec
from pathlib import Path
from string import Template

from methods.bench import paths
from methods.command import paper_templates
from methods.errors import UserError
from methods.files import write_text
from methods.project import command, run_command
from methods.schemas import paper

NAME = re.compile(r"[a-z][a-z0-9_]*")

METHOD = Template('''"""Nearest mean: say here what your method minimises, and how.

A row x goes to the class k with the smallest ||x - m_k||. Here m_k = (1 - s) mean_k + s mean lies
between the mean of the class and the mean of all rows.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data


class $title(ClassifierMixin, BaseEstimator):
    """A classifier by the distance to the mean of each class.

    Parameters
    ----------
    shrinkage : float, default=0.0
        s in the formula above, from 0 to 1. An experiment file sets it beside `class`. A method
        with random parts takes `random_state=None`, which gets a seed of its own in each trial.
    """

    def __init__(self, shrinkage=0.0):
        self.shrinkage = shrinkage

    def fit(self, X, y):
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        means = np.array([X[codes == k].mean(axis=0) for k in range(len(self.classes_))])
        self.means_ = (1 - self.shrinkage) * means + self.shrinkage * X.mean(axis=0)
        return self

    def predict(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        distances = [np.sum((X - mean) ** 2, axis=1) for mean in self.means_]
        return self.classes_[np.argmin(distances, axis=0)]
''')

DATASET = Template("""\
# What each key may hold: workflow/schemas/dataset.schema.yaml. Until its file is in datasets/local
# the data set is a labelled gap in every table. A CSV in datasets/local works without such a file.
name: $name
title: What the rows are
task: binary                  # binary, multiclass or matrix
shape: [null, null]           # rows and features, checked if you write them here
classes: {"0": null, "1": null}  # label in quotes: rows of that class, or null
licence: not stated
origin: https://example.org   # the page that describes the data
citation: Unpublished.
printed: []                   # what the works under workflow/published print of it
sources:                      # tried in this order
  - files:
      - path: local/$name.csv
        # or a path in a mirror, the upstream addresses, and the hash of the bytes:
        # path: uci/$name.data
        # url: ["https://example.org/$name.data"]
        # sha256: "..."
    format: csv               # comma separated, with a header or without
    label: last               # the column of the class: first, last, or a number from 0
""")

EXPERIMENT = Template("""\
# What each key may hold: workflow/schemas/experiment.schema.yaml.
title: The question of this experiment
methods:                      # display name: class and parameters of any scikit-learn estimator
  Naive Bayes: {class: sklearn.naive_bayes.GaussianNB}
  Majority: {class: sklearn.dummy.DummyClassifier, strategy: most_frequent}
studies:
  halves:
    about: Test error, half the rows for training
    datasets: [wdbc, iris]    # python -m methods list datasets
    methods: [Naive Bayes, Majority]
    split: {kind: holdout, train: 0.5, stratify: true}
    scaling: {variance: 1, rows: train}
    trials: {smoke: 2, quick: 10, paper: 30}
tables:
  errors: {function: methods.tables.scores.score_table, study: halves}
figures:
  ranks: {function: methods.figures.curves.rank_diagram, study: halves}
claims:
  better-than-the-majority:
    where: section 1
    says: Naive Bayes errs less than the larger class
    function: methods.claims.scores.lower
    study: halves
    methods: [Naive Bayes]
    than: [Majority]
""")


def run(options: argparse.Namespace) -> None:
    """Write the template, never over an existing file, and say what to do next."""
    name = options.name
    if options.what.startswith("openml-"):
        from methods.command import openml_descriptors  # heavy

        openml_descriptors.write(options.root, options.what, name)
        return
    if not NAME.fullmatch(name):
        raise UserError(f"{name!r}: a name is of a-z, 0-9 and _, and begins with a letter")
    title = "".join(word.capitalize() for word in name.split("_"))
    experiment = Path("workflow", "experiments", f"{name}.yaml")
    run_it = run_command(f"--cores all --config scale=smoke 'experiments=[{name}]'")
    files, then = {
        "method": (
            {Path("plugins", f"{name}.py"): METHOD},
            f"add it to an experiment file, under methods and in a study:\n  {title}:"
            f" {{class: {name}.{title}}}",
        ),
        "dataset": (
            {Path("datasets", f"{name}.yaml"): DATASET},
            f"write datasets/local/{name}.csv, and add {name} to the datasets of a study",
        ),
        "experiment": ({experiment: EXPERIMENT}, run_it),
        "paper": (
            {
                paper.FOLDER / f"{name}.yaml": paper_templates.PAPER,
                Path("workflow", "published", f"{name}.csv"): paper_templates.NUMBERS,
                experiment: paper_templates.EXPERIMENT,
            },
            command(
                f"audit workflow/published/{name}.csv --trials 10 --test-rows wdbc=284,285 iris=75"
            )
            + f"\n{run_it}",
        ),
    }[options.what]
    for path in files:
        if (options.root / path).exists():
            raise UserError(f"{path} exists already; choose another name")
    if experiment in files and name in paths.SHARED:
        raise UserError(f"results/{name} is a folder of all experiments; choose another name")
    if options.what == "method" and find_spec(name):
        raise UserError(f"{name!r} is a module that is installed; choose another name")
    for path, template in files.items():
        write_text(options.root / path, template.substitute(name=name, title=title))
        print(f"{path} is written.")
    print(f"Check with {command('check')}. Then\n{then}")
