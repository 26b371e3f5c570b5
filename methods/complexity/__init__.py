"""Data complexity of chapter 1 of the thesis: support vectors of the hard-margin SVM, counted.

The complexity of a set of examples is the number of support vectors of the hard-margin SVM that
parts them, with the perceptron kernel (section 1.3.4). Examples of one class alone need none: the
constant function already has every margin.
"""
