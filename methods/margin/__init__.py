"""Vector machines: the primal SVM and the ensembles that are meant to diversify it."""
