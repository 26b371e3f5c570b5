"""Perceptrons of chapter 2 of the thesis: random coordinate descent and what it is compared with.

Here a perceptron is w = (w_0, ..., w_m) with the bias first, and every example gets a constant
feature x_0 = 1. A training error counts an example whose margin y_i w.x_i is not positive, so that
a point on the hyperplane is an error whatever its class.
"""
