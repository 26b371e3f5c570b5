"""Models as mappings, and text that is made from them."""

import msgspec
import pytest

from methods.schemas.experiment import NO_SWEEP, Folds, Holdout, Record, Scaling


def test_a_model_reads_like_the_mapping_that_it_stands_for():
    split = Holdout(train=100, stratify=True)
    assert dict(split) == {"kind": "holdout", "train": 100, "stratify": True}
    assert split["kind"] == "holdout" and split.get("pool") is None and "pool" not in split
    assert split.get("train_rows", {}) == {}
    scaling = Scaling(range=[0, 1], rows="train")
    assert "range" in scaling and "norm" not in scaling and scaling["rows"] == "train"
    with pytest.raises(KeyError):
        split["pool"]


def test_a_default_that_is_written_out_makes_nothing_stale():
    plain, explicit = Folds(folds=5), Folds(folds=5, prefer_given=False)
    assert msgspec.json.encode(plain) == msgspec.json.encode(explicit)
    assert repr(Record()) == "Record()"


def test_a_study_without_a_sweep_has_one_condition():
    assert NO_SWEEP.labels("smoke") == NO_SWEEP.labels("paper") == ("",)
