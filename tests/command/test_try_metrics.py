"""Metrics without a value for the classes of a table are refused before anything is fitted."""

import pytest

from methods.bench.metrics import classification_scorers
from methods.command.try_metrics import refuse_unfit_metrics
from methods.errors import UserError

OF_TWO = {"f1", "jaccard", "precision", "recall", "roc_auc", "positive_likelihood_ratio",
          "neg_negative_likelihood_ratio"}  # fmt: skip


def refused(n_classes):
    names = set()
    for name in classification_scorers():
        try:
            refuse_unfit_metrics(["error", name], n_classes)
        except UserError:
            names.add(name)
    return {name for name in names if not name.endswith("_samples")}  # of several labels a row


def test_metrics_of_two_classes_are_refused_for_three_and_no_other_is():
    assert refused(2) == set() and refused(3) == OF_TWO


def test_the_refusal_names_metrics_of_several_classes():
    with pytest.raises(UserError) as refusal:
        refuse_unfit_metrics(["error", "roc_auc"], 3)
    said = str(refusal.value)
    assert said.startswith("--metric roc_auc has no value with 3 classes: ValueError: multi_class")
    assert "choose from: roc_auc_ovo, " in said and "roc_auc_ovr" in said


def test_functions_of_the_user_are_not_tried():
    refuse_unfit_metrics([{"function": "mine.cost", "lower_is_better": True}, "mine.gain"], 3)
