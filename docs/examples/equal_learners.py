"""
Learners that end up equal
==========================

The diversity regularized machine penalises small angles between its learners. Its algorithm
descends a relaxed problem (eq. 3), whose optimum has equal learners: each sweep brings them closer
together. The problem before the relaxation (eq. 2) has optima with learners far apart.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler

from methods import DiversityMachine

X, y = load_breast_cancer(return_X_y=True)
X, y = StandardScaler().fit_transform(X)[:100], y[:100]

figure, axis = plt.subplots(figsize=(7, 2.6), layout="constrained")
for mu in (3e-3, 1e-2, 3e-2):
    machine = DiversityMachine(5, nu=1.0, mu=mu, tol=1e-9).fit(X, y)
    angles = machine.mean_angle_trace_
    print(f"mu = {mu:g}: {angles[0]:.2f} degrees after one sweep, {angles[-1]:.4f} at the end")
    axis.semilogy(range(1, len(angles) + 1), angles, "o-", label=f"mu = {mu:g}")
axis.set(xlabel="sweep", ylabel="mean angle (degrees)")
axis.legend()

angular = DiversityMachine(5, nu=1.0, mu=1e-2, solver="angular", random_state=0).fit(X, y)
print(f"before the relaxation: {angular.mean_angle_trace_[-1]:.1f} degrees")
