"""A few cells of the shipped experiments, fitted here and now.

After a change that is meant to change them: `python -m tests.golden.cells > tests/golden/cells.csv`
"""

import sys
import tempfile
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import pandas as pd

from methods.bench.experiments import Experiment, load_experiment
from methods.bench.fit import fit_block
from methods.bench.guard import OK
from methods.bench.metrics import METRICS
from methods.data.catalogue import load_descriptor
from methods.data.draws import drawn
from methods.data.prepare import Dataset, prepare_source
from methods.data.splits import make_split

ROOT = Path(__file__).resolve().parents[2]
SEED = 0
SECONDS = 100  # many times what any of these fits takes
KEPT = ("objective", "log_cost", "mean_coefficient", "auc")  # counts may differ from CPU to CPU
AS_SCALED, OFF_CENTRE = 0, 3  # what is added to every feature after the scaling
CHOSEN = [
    ("erm", "table1", "wdbc", "L1-ERM10", AS_SCALED),
    ("erm", "table1", "wdbc", "L2-ERM10", AS_SCALED),
    ("erm", "table1", "wdbc", "L2-ERM10 exact", AS_SCALED),
    ("erm", "table1", "wdbc", "L1-SVM 2/10", AS_SCALED),
    ("drm", "table1", "wdbc", "DRM21", AS_SCALED),
    ("drm", "table1", "wdbc", "DRM21 exact", AS_SCALED),
    ("drm", "table1", "wdbc", "SVM", AS_SCALED),
    ("drm", "table1", "wdbc", "Bagging21", AS_SCALED),
    ("drm", "table1", "wdbc", "AdaBoost21", AS_SCALED),
    ("smm_real", "open_choices", "digits_3_8", "SMM", AS_SCALED),
    ("smm_real", "open_choices", "digits_3_8", "SMM exact", AS_SCALED),
    ("perceptron", "variants", "yinyang", "RCD", AS_SCALED),
    ("perceptron", "variants", "yinyang", "RCD-grad", AS_SCALED),
    ("perceptron", "variants", "yinyang", "pocket", AS_SCALED),
    ("perceptron", "variants", "yinyang", "ave-perc", AS_SCALED),
    ("perceptron", "alone", "yinyang", "ROMMA", AS_SCALED),
    ("perceptron", "boosted", "yinyang", "AdaBoost RCD", AS_SCALED),
    ("perceptron", "boosted", "yinyang", "AdaBoost RCD-bias apart", AS_SCALED),
    ("perceptron", "variants", "yinyang", "RCD-bias apart", AS_SCALED),
    ("perceptron", "variants", "yinyang", "pocket counted", AS_SCALED),
    ("perceptron", "variants", "yinyang", "SGD-mls half", AS_SCALED),
    ("perceptron", "variants", "yinyang", "RCD", OFF_CENTRE),
    ("perceptron", "variants", "yinyang", "RCD from zero", OFF_CENTRE),
    ("perceptron", "variants", "yinyang", "RCD-bias from zero", OFF_CENTRE),
    ("multiclass", "perceptrons", "iris", "perceptron one-vs-one", AS_SCALED),
    ("multiclass", "perceptrons", "wine", "perceptron one-vs-one", AS_SCALED),
    ("multiclass", "perceptrons", "wine", "perceptron one-vs-one", OFF_CENTRE),
    ("yardstick", "halves", "wdbc", "RCD", AS_SCALED),
    ("cgboost", "engine", "engine", "AnyBoost exp", AS_SCALED),
    ("cgboost", "engine", "engine", "CGBoost exp", AS_SCALED),
    ("multiclass", "stumps", "iris", "stump ECC max-cut", AS_SCALED),
    ("multiclass", "stumps", "iris", "stump ERP max-2 LRL", AS_SCALED),
    ("multiclass", "adaboosts", "wine", "AdaBoost ERP rand-2 LR", AS_SCALED),
    ("multiclass", "svm_settings", "wine", "SVM ECC rand-half", AS_SCALED),
    ("complexity", "pruning", "yinyang", "SVM, average contribution", AS_SCALED),
    ("complexity", "pruning", "yinyang", "SVM, greedy", AS_SCALED),
]


@cache
def prepared(name: str) -> Dataset:
    """A data set that needs no file."""
    descriptor = load_descriptor(ROOT / "datasets" / f"{name}.yaml")
    source = next(source for source in descriptor.sources if not source.files)
    with tempfile.TemporaryDirectory() as nothing:
        return prepare_source(descriptor, source, Path(nothing))


@cache
def experiment_of(name: str) -> Experiment:
    return load_experiment(ROOT / "workflow" / "experiments" / f"{name}.yaml")


def cell(experiment: str, study: str, dataset: str, method: str, added: float) -> dict[str, float]:
    """The test error and what the study records of one fit, with `added` to every feature."""
    plan = experiment_of(experiment).study(study)
    plan = msgspec.structs.replace(plan, seconds=SECONDS)
    data = prepared(dataset)
    split = make_split(data, experiment, SEED, plan.split, plan.scaling, plan.draw_of_trial(SEED))
    split = replace(split, shift=split.shift + added)
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
        columns=["experiment", "study", "dataset", "method", "added", "what", "value"],
    )


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):  # where fits say how long they took
        found = cells()
    found.to_csv(sys.stdout, index=False, float_format="%.10g")
