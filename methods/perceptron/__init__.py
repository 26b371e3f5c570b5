"""Perceptrons of chapter 2 of the thesis: random coordinate descent and its rivals.

A perceptron is w = (w_0, ..., w_m) with the bias first. Every example has a constant feature
x_0 = 1. An example counts as a training error if its margin y_i w.x_i is not positive, so a point
on the hyperplane is an error for either class.

This folder imports nothing from the folders of the other machines.
"""
