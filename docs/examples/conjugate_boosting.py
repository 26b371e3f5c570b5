"""
Lower cost, no lower test error
===============================

AnyBoost descends the cost of a vote along the hypothesis of each round. CGBoost descends along
conjugate directions, and reaches a lower cost in the same number of rounds. On this one draw its
test error is no lower.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.model_selection import train_test_split

from methods import AnyBoost, CGBoost
from methods.data.generators import ringnorm

X, y = ringnorm(1300, random_state=1)
X, X_test, y, y_test = train_test_split(X, y, train_size=300, random_state=0)

figure, axes = plt.subplots(1, 2, figsize=(7, 3), layout="constrained")
for Booster in (AnyBoost, CGBoost):
    vote = Booster(n_estimators=150).fit(X, y)
    errors = [
        np.mean(vote.classes_[(values > 0).astype(int)] != y_test)
        for values in vote.staged_decision_function(X_test)
    ]
    print(f"{Booster.__name__}: cost {vote.cost_trace_[-1]:.4f}, test error {errors[-1]:.3f}")
    axes[0].semilogy(vote.cost_trace_, label=Booster.__name__)
    axes[1].plot(errors, label=Booster.__name__)
axes[0].set(xlabel="round", ylabel="cost on the training rows")
axes[1].set(xlabel="round", ylabel="test error")
axes[0].legend()
