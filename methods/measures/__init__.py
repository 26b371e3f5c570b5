"""What is measured on a fitted machine; `papers` has one module per paper.

A measure is ``f(estimator, X_train, y_train)`` and returns a number. A curve is
``f(estimator, X_train, y_train, X_test, y_test)`` and returns x and y. Both return None for an
estimator that they do not apply to. A fit depends on the modules that its measures import, so
they import nothing of the pipeline.
"""
