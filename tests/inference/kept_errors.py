"""Errors of a kept run: means over 30 trials on 20 data sets, and the trials on one of them.

They are a copy, so that the outputs of other libraries that tests compare with stay true of them.
"""

from pathlib import Path

import pandas as pd

HERE = Path(__file__).parent
SONAR_TEST_ROWS = 104

ERRORS = pd.read_csv(HERE / "errors.csv", index_col="dataset")
SONAR = pd.read_csv(HERE / "sonar_errors.csv", index_col="seed") / SONAR_TEST_ROWS
