"""
Matrices of low rank
====================

The columns of these matrices come in four groups, and the columns of a group are equal up to
noise. At C = 1000 a linear SVM, which is the machine with tau = 0, gives every column its own
coefficients. The nuclear norm of the support matrix machine makes the coefficients within a group
alike. The larger tau is, the more alike they are. The norm is not needed for it: with a small C a
linear SVM groups the columns as well.
"""

import matplotlib.pyplot as plt

from methods import SupportMatrixMachine
from methods.data.generators import smm_blocks

X, y, _ = smm_blocks(200, random_state=0, shape=(20, 40))

figure, axes = plt.subplots(1, 3, figsize=(7, 2), layout="constrained")
for axis, tau in zip(axes, (0.0, 10.0, 100.0), strict=True):
    machine = SupportMatrixMachine(C=1000.0, tau=tau, solver="exact").fit(X, y)
    print(f"tau = {tau:g}: rank {machine.rank_}, training error {1 - machine.score(X, y):.3f}")
    axis.imshow(machine.coef_, cmap="RdBu_r")
    axis.set(title=f"tau = {tau:g}, rank {machine.rank_}", xticks=[], yticks=[])
    axis.grid(False)
