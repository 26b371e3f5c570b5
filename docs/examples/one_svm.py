"""
An ensemble that is one SVM
===========================

The exclusivity regularized machine asks ten linear SVMs to differ. At its optimum it decides like a
single SVM with a tenth of the penalty. With the hinge loss some of its optima have components far
apart, and these optima decide in the same way.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from methods import ExclusivityMachine, PrimalSVM

X, y = load_breast_cancer(return_X_y=True)
X = StandardScaler().fit_transform(X)
X, X_test, y, y_test = train_test_split(X, y, train_size=100, random_state=0)

svm = PrimalSVM(penalty=0.2 / 10).fit(X, y)
ensemble = ExclusivityMachine(10, penalty=0.2, solver="exact").fit(X, y)
diverse = ExclusivityMachine(10, penalty=0.2, solver="exact", spread="largest", random_state=0)
diverse.fit(X, y)

figure, axes = plt.subplots(1, 2, figsize=(7, 3), layout="constrained")
for axis, machine, title in zip(axes, (ensemble, diverse), ("equal", "diverse"), strict=True):
    unit = machine.components_ / np.linalg.norm(machine.components_, axis=1, keepdims=True)
    angles = np.degrees(np.arccos(np.clip(unit @ unit.T, -1, 1)))[np.triu_indices(10, 1)]
    print(
        f"{title}: components {angles.mean():.1f} degrees apart on average, "
        f"error {1 - machine.score(X_test, y_test):.3f}, SVM {1 - svm.score(X_test, y_test):.3f}"
    )
    svm_values = svm.decision_function(X_test)
    axis.plot(svm_values, machine.component_decision_function(X_test), ".", color="0.8", ms=2)
    axis.plot(svm_values, machine.decision_function(X_test), "o", ms=3)
    axis.axline((0, 0), slope=1, color="black", lw=0.8)
    axis.set(
        title=f"{title} components",
        xlabel="decision value of one SVM",
        ylabel="of the ensemble and its components",
    )
