"""Which test rows are wrong is recorded by their order."""

import numpy as np

from methods.measures.wrong_rows import wrong_rows


class Constant:
    def predict(self, X):
        return np.full(len(X), 1)


def test_rows_of_another_class_than_the_predicted_one_are_wrong():
    y = np.array([1, 0, 2, 1])
    x, wrong = wrong_rows(Constant(), np.zeros((2, 1)), y[:2], np.zeros((4, 1)), y)
    assert x.tolist() == [0, 1, 2, 3]
    assert wrong.tolist() == [0.0, 1.0, 1.0, 0.0]
