"""Vector machines: the primal SVM and the ensembles that claim to diversify it."""
