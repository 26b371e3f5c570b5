"""Where everything lies under results/, relative to the working directory of a run.

results/compiled/<module>.json
results/data/raw/<dataset>/fetched.json
results/data/<dataset>.npz
results/<experiment>/<study>/splits/<dataset>/<seeds>.npz
results/<experiment>/<study>/fits/<dataset>/<method>[@<scale>]/<seeds>.npz
results/<experiment>/<study>/{scores,runs,traces}/<dataset>.parquet, artifacts/<dataset>.npz
results/<experiment>/<table or figure>.<format>, claims.json
results/logs/fetch/<dataset>.log
results/logs/<experiment>/<study>/fit/<dataset>/<method>[@<scale>]/<seeds>.log
results/claims.json, results/report/index.html, results/comparison/index.html
results/performance/<kind>.json
results/reference/ has what is committed of a large run, laid out as results/ is.
"""

from __future__ import annotations

SUFFIXES = {"scores": "parquet", "runs": "parquet", "traces": "parquet", "artifacts": "npz"}
# by all experiments
SHARED = (
    "compiled", "data", "docs", "logs", "performance", "reference", "report", "comparison",
)  # fmt: skip
COMPILED = "results/compiled"
LEDGER = "results/claims.json"
REFERENCE = "results/reference"
REPORT = "results/report/index.html"
COMPARISON = "results/comparison/index.html"


def compiled(module: str) -> str:
    return f"{COMPILED}/{module}.json"


def fetched(dataset: str) -> str:
    return f"results/data/raw/{dataset}/fetched.json"


def prepared(dataset: str) -> str:
    return f"results/data/{dataset}.npz"


def splits(experiment: str, study: str, dataset: str, seeds: str) -> str:
    return f"results/{experiment}/{study}/splits/{dataset}/{seeds}.npz"


def fits(experiment: str, study: str, dataset: str, method: str, seeds: str) -> str:
    return f"results/{experiment}/{study}/fits/{dataset}/{method}/{seeds}.npz"


def fetch_log(dataset: str) -> str:
    return f"results/logs/fetch/{dataset}.log"


def fit_log(experiment: str, study: str, dataset: str, method: str, seeds: str) -> str:
    return f"results/logs/{experiment}/{study}/fit/{dataset}/{method}/{seeds}.log"


def stored(experiment: str, study: str, dataset: str) -> dict[str, str]:
    """The four files that `evaluate` makes of all fits of a data set."""
    folder = f"results/{experiment}/{study}"
    return {kind: f"{folder}/{kind}/{dataset}.{suffix}" for kind, suffix in SUFFIXES.items()}


def output(experiment: str, name: str, kind: str = "") -> str:
    """A table or figure in the format `kind`, or without one the stem that all formats share."""
    return f"results/{experiment}/{name}" + (f".{kind}" if kind else "")


def claims(experiment: str) -> str:
    return f"results/{experiment}/claims.json"


def performance(kind: str) -> str:
    """What `bench` measured: ratios, growth or suboptimality."""
    return f"results/performance/{kind}.json"
