"""Figures that only one paper needs, one module per paper."""
