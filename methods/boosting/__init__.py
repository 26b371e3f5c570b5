"""Boosting of chapters 2 and 3 of the thesis: stumps, AdaBoost, AnyBoost and CGBoost.

y is -1 or 1, a hypothesis f maps into {-1, 1}, and F = sum_t alpha_t f_t decides by its sign. Sums
over examples carry the sample weights, normalised to 1; without sample weights these are 1/N each.

This folder imports nothing from the folders of the other machines.
"""
