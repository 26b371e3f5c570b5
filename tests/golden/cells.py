"""A few cells of the shipped experiments, fitted here and now.

After a change that is meant to change them: `python -m tests.golden.cells > tests/golden/cells.csv`
"""

import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

import pandas as pd

from methods.bench.experiments import load_experiment
from methods.bench.fit import fit_block
from methods.bench.guard import OK
from methods.bench.metrics import METRICS
from methods.data.catalogue import load_descriptor
from methods.data.draws import drawn
from methods.data.prepare import Dataset, prepare_source
from methods.data.splits import make_split

ROOT = Path(__file__).resolve().parents[2]
SEED = 0
KEPT = ("objective", "log_cost", "mean_coefficient", "auc")  # counts may differ from CPU to CPU
CHOSEN = [
    ("erm", "table1", "wdbc", "L1-ERM10"),
    ("erm", "table1", "wdbc", "L2-ERM10"),
    ("erm", "table1", "wdbc", "L2-ERM10 exact"),
    ("erm", "table1", "wdbc", "L1-SVM 2/10"),
    ("drm", "table1", "wdbc", "DRM21"),
    ("drm", "table1", "wdbc", "DRM21 exact"),
    ("drm", "table1", "wdbc", "SVM"),
    ("drm", "table1", "wdbc", "Bagging21"),
    ("drm", "table1", "wdbc", "AdaBoost21"),
    ("smm_real", "open_choices", "digits_3_8", "SMM"),
    ("smm_real", "open_choices", "digits_3_8", "SMM exact"),
    ("perceptron", "variants", "yinyang", "RCD"),
    ("perceptron", "variants", "yinyang", "RCD-grad"),
    ("perceptron", "variants", "yinyang", "pocket"),
    ("perceptron", "variants", "yinyang", "ave-perc"),
    ("perceptron", "alone", "yinyang", "ROMMA"),
    ("perceptron", "boosted", "yinyang", "AdaBoost RCD"),
    ("cgboost", "engine", "engine", "AnyBoost exp"),
    ("cgboost", "engine", "engine", "CGBoost exp"),
    ("multiclass", "stumps", "iris", "stump ECC max-cut"),
    ("multiclass", "stumps", "iris", "stump ERP max-2 LRL"),
    ("multiclass", "adaboosts", "wine", "AdaBoost ERP rand-2 LR"),
    ("multiclass", "svm_settings", "wine", "SVM ECC rand-half"),
    ("complexity", "pruning", "yinyang", "SVM, average contribution"),
    ("complexity", "pruning", "yinyang", "SVM, greedy"),
]


def prepared(name: str) -> Dataset:
    """A data set that needs no file."""
    descriptor = load_descriptor(ROOT / "datasets" / f"{name}.yaml")
    source = next(source for source in descriptor.sources if not source.files)
    with tempfile.TemporaryDirectory() as nothing:
        return prepare_source(descriptor, source, Path(nothing))


def cell(experiment: str, study: str, dataset: str, method: str) -> dict[str, float]:
    """The test error and what the study records of one fit."""
    plan = load_experiment(ROOT / "workflow" / "experiments" / f"{experiment}.yaml").study(study)
    data = prepared(dataset)
    split = make_split(data, experiment, SEED, plan.split, plan.scaling, plan.draw_of_trial(SEED))
    spec = plan.on(dataset, plan.method(method))
    run, *_ = fit_block(plan, spec, data, {SEED: split}, plan.conditions.labels("smoke")[:1])
    assert run.status == OK, run.message
    kept = {what: value for what, value in run.scalars.items() if what in KEPT}
    y = drawn(data, split.draw).y
    return {"error": METRICS["error"](y[split.test], run.test), **kept}


def cells() -> pd.DataFrame:
    """A row a number."""
    return pd.DataFrame(
        [(*chosen, what, value) for chosen in CHOSEN for what, value in cell(*chosen).items()],
        columns=["experiment", "study", "dataset", "method", "what", "value"],
    )


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):  # where fits say how long they took
        found = cells()
    found.to_csv(sys.stdout, index=False, float_format="%.10g")
