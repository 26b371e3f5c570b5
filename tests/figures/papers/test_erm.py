"""The figure of the ERM paper's collapse."""

import numpy as np

from methods.figures.papers.erm import collapse
from tests.made_up import made_up_results


def test_the_collapse_pairs_each_machine_with_the_svm_inside_it(tmp_path):
    scores = {
        "L1-ERM10": [0.20, 0.22], "L1-ERM10 exact": [0.19, 0.21],
        "L1-ERM10 diverse": [0.18, 0.21], "L1-SVM 2/10": [0.19, 0.21],
    }  # fmt: skip
    figure, data = collapse(made_up_results(tmp_path, {"alpha": scores}), study="main")
    assert data["machine"].tolist() == ["L1-ERM10"] * 2
    assert np.allclose(data["alm"], [20, 22]) and np.allclose(data["svm"], [19, 21])
    left, right = figure.axes
    told = [text.get_text() for text in left.get_legend().get_texts()]
    assert told == ["L1-ERM10", "ring: the printed algorithm", "dot: the optimum"]
    assert right.get_title().endswith("differs from the SVM's\nby 1 points at most")
