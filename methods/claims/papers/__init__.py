"""Tests of claims that only one paper makes: one module per paper, or per chapter of the thesis."""
