"""Tests of claims that one paper alone makes: a module a paper."""
