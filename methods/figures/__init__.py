"""Figures: one module a paper, and the style they share."""
