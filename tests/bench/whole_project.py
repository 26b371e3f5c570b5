"""A made-up project that uses every kind of file that results depend on."""

import shutil
from pathlib import Path

import yaml

from tests.made_up import experiment, study, write_descriptor, write_experiment

ROOT = Path(__file__).parents[2]
TABLE = "a,b,state\n" + "".join(f"{i},{i % 2},{'yes' if i > 9 else 'no'}\n" for i in range(20))
PLUGINS = {
    "own": "import own_part\n",
    "own_part": "",
    "own_measures": "",
    "own_curves": "",
    "own_noise": "",
    "own_metrics": "",
    "own_frame": "",
    "own_tables": "",
    "own_claims": "",
    "own_figures": "",
    "unused": "",
}
METHODS = {
    "Own": {"class": "own.Own", "depth": 1},
    "Stumps": {"class": "methods.AdaBoost", "n_estimators": 5},
}
TOY = experiment(
    methods=METHODS,
    source="erm",
    studies={
        "main": study(
            ["alpha", "beta"], METHODS, trials=8, block_size=5,
            record={"measures": {"share": "own_measures.share"},
                    "curves": {"path": "own_curves.path"}},
        ),
        "side": study(
            ["drawn"], ["Stumps"], trials=8, block_size=5,
            split={"kind": "folds", "folds": 2},
            conditions={"vary": "test_noise", "name": "own_noise.noise", "values": [0, 1]},
        ),
    },
    tables={"t": {"function": "methods.tables.scores.score_table", "study": "main"}},
    figures={"f": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    claims={
        "c": {"function": "methods.claims.scores.lower", "study": "main", "methods": ["Own"],
              "than": ["Stumps"], "where": "here", "says": "lower"},
    },
)  # fmt: skip
OTHER = experiment(
    methods=METHODS,
    source="smm",
    studies={
        "main": study(
            ["beta", "gamma", "framed", "plain", "noted"], METHODS, trials=8, block_size=5,
            metrics=[{"function": "own_metrics.cost", "lower_is_better": True}],
            conditions={"vary": "train_size", "name": "rows", "values": [10, 20]},
        ),
    },
    tables={"t": {"function": "own_tables.table", "study": "main"}},
    figures={"f": {"function": "own_figures.figure", "study": "main"}},
    claims={"c": {"function": "own_claims.claim", "study": "main", "where": "here", "says": "so"}},
)  # fmt: skip


def write_project(root: Path) -> None:
    local = {"files": [{"path": "local/alpha.csv"}], "format": "csv", "columns": {}}
    far = {"files": [{"path": "far/beta.csv"}], "format": "delimited"}
    write_descriptor(root, "alpha", local)
    write_descriptor(root, "beta", far)
    write_descriptor(root, "gamma", {"format": "delimited"})
    add(root / "datasets/gamma.yaml", files_of="beta")
    write_descriptor(root, "delta", {"files": [{"path": "far/delta.csv"}], "format": "delimited"})
    write_descriptor(root, "drawn", {"generator": "ringnorm"})
    write_descriptor(root, "framed", {"frame": "own_frame.frame"})
    write_descriptor(root, "plain", {"bundled": "load_iris"})
    write_descriptor(root, "shown")
    write_descriptor(root, "unused")
    printed = {"source": "erm", "name": "S", "shape": None, "meets": None}
    add(root / "datasets/shown.yaml", printed=[printed])
    add(root / "datasets/beta.yaml", printed=[printed])
    (root / "datasets/local").mkdir()
    for name in ("alpha", "noted"):
        (root / f"datasets/local/{name}.csv").write_text(TABLE)
    (root / "datasets/local/noted.yaml").write_text("columns: {}\n")
    (root / "plugins").mkdir()
    for name, text in PLUGINS.items():
        (root / f"plugins/{name}.py").write_text(text)
    write_experiment(root, TOY)
    write_experiment(root, OTHER, "other")
    for folder in ("papers", "published"):
        shutil.copytree(ROOT / "workflow" / folder, root / "workflow" / folder)
    (root / "config.yaml").write_text("datasets: all\n")


def add(file: Path, **entries) -> None:
    file.write_text(yaml.safe_dump(yaml.safe_load(file.read_text()) | entries, sort_keys=False))
