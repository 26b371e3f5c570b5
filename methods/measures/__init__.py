"""What is measured on a fitted machine, a module a paper.

A measure is ``f(estimator, X_train, y_train)`` giving a number, a curve
``f(estimator, X_train, y_train, X_test, y_test)`` giving x and y; None where the estimator has no
such thing. What they import is part of what a fit depends on, so they import nothing of the
pipeline.
"""
