"""Multiclass boosting of chapter 4 of the thesis: AdaBoost.ECC and AdaBoost.ERP.

y_n is one of K classes. Column t of the coding matrix M has a label M(k, t) in {-1, 0, 1} for
every class k. f_t is a base classifier of these labels with values -1 and 1. The votes for class k
are ::

    S_k(x) = sum_t alpha_t M(k, t) f_t(x).

S_k is sum_t alpha_t minus twice the Hamming distance of row k from the outputs, so the nearest row
has the most votes. The margin of eq. 4.1 for a class k is rho_k(x, y) = (S_y(x) - S_k(x)) / 2.

Where the thesis is silent, this code does what its author's own program (LEMGA) does, and says so
at each place.

This folder imports the base learners and the line search of `methods.boosting`, and nothing from
the folders of the other machines.
"""
