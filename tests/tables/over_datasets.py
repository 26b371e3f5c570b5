"""Scores in memory of methods over several data sets, some of which may be generated."""

from tests.claims.stored import stored

AUC = "roc_auc"  # a named metric, whose high values are good


def errors_of(scores, generated=(), **more):
    """Results with the errors `scores[data set][method]`."""
    return _with_kinds(stored({"main": {"error": scores}}, **more), generated)


def aucs_of(scores, generated=(), **more):
    """Results with the areas under the ROC curve `scores[data set][method]`."""
    results = _with_kinds(stored({"main": {AUC: scores}}, **more), generated)
    study = results.study("main")
    study.metrics, study.lower_is_better = {AUC: {}}, lambda _: False
    return results


def each(names, **values):
    """The same trials of each method on each of the data sets."""
    return {name: {method: list(trials) for method, trials in values.items()} for name in names}


def _with_kinds(results, generated):
    for name, descriptor in results.plan.catalogue.items():
        descriptor.generated = name in generated
    return results
