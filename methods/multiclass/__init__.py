"""Multiclass boosting of chapter 4 of the thesis: AdaBoost.ECC and AdaBoost.ERP.

Here y_n is one of K classes, column t of the coding matrix M has a label M(k, t) in {-1, 0, 1} for
every class k, f_t is a base classifier of these labels with values -1 and 1, and

    S_k(x) = sum_t alpha_t M(k, t) f_t(x)

are the votes for class k. S_k is sum_t alpha_t minus twice the Hamming distance of row k from the
outputs, so that the nearest row has the most votes. The margin of eq. 4.1 for a class k is
rho_k(x, y) = (S_y(x) - S_k(x)) / 2.

Where the thesis is silent, what its author's own program (LEMGA) does is done: said at each place.
"""
