"""Run the examples in the docstrings of the installed library, and fail if one of them does."""

import doctest
import sys

import marginbench

RUNNER = doctest.DocTestRunner()
for name in marginbench.HOMES:
    for example in doctest.DocTestFinder(recurse=False).find(getattr(marginbench, name), name):
        RUNNER.run(example)
sys.exit(RUNNER.summarize().failed > 0)
