"""Data complexity of chapter 1 of the thesis: the number of support vectors of the hard-margin SVM.

The complexity of a set of examples is the number of support vectors of the hard-margin SVM that
separates them, with the perceptron kernel (section 1.3.4). Examples of a single class need none:
a constant function already gives all of them a margin.

This folder imports nothing from the folders of the other machines.
"""
