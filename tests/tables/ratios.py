"""Made-up costs of two methods whose ratio is known, and a printed ratio."""

import numpy as np
import pandas as pd

from tests.made_up import made_up_results

BELOW = np.log([0.1, 0.2, 0.4, 0.3, 0.2, 0.4])
ABOVE = np.log([0.05, 0.11, 0.2, 0.14, 0.1, 0.2])
OPTIONS = {"study": "main", "metric": "log_cost", "pairs": {"A to B": ["A", "B"]}}
PUBLISHED = {"table": "t", "metric": "ratio", "trials": 60}


def ratio_results(tmp_path, printed, a=ABOVE, b=BELOW):
    rows = pd.DataFrame(
        {"table": "t", "dataset": ["alpha"], "metric": "ratio", "method": "A to B",
         "value": [printed], "spread": np.nan, "spread_kind": np.nan}
    )  # fmt: skip
    scores = {"alpha": {"A": list(a), "B": list(b)}}
    return made_up_results(tmp_path, scores, metric="log_cost", published=rows)
