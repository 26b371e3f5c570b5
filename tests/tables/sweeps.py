"""Made-up scores of a sweep over a setting, and of the settings that trials chose."""

import pandas as pd

from tests.made_up import made_up_results, store_frame, study

OPTIONS = {"sweep": "side", "chosen": "main", "methods": ["A", "B"]}


def sweep_results(tmp_path, chosen, sweep):
    """`chosen[data set][method]` and `sweep[setting][data set][method]` list the trials."""
    names = list(chosen)
    side = study(names, ["A", "B"]) | {
        "trials": 3,
        "conditions": {"vary": "parameter", "name": "C", "values": [1, 8]},
    }
    studies = {"main": study(names, ["A", "B"]), "side": side}
    results = made_up_results(tmp_path, chosen, studies=studies)
    folder = tmp_path / "results/toy/side/scores"
    folder.mkdir(parents=True)
    for name in names:
        rows = [
            (method, seed, setting, "error", value)
            for setting, of_set in sweep.items()
            for method, values in of_set[name].items()
            for seed, value in enumerate(values)
        ]
        columns = ["method", "seed", "condition", "metric", "value"]
        store_frame(pd.DataFrame(rows, columns=columns), folder / f"{name}.parquet")
    return results
