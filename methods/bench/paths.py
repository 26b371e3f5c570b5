"""Where every file under results/ is, relative to the working directory of a run.

results/compiled/<module>.json
results/data/raw/<dataset>/fetched.json
results/data/<dataset>.npz
results/<experiment>/<study>/splits/<dataset>/<seeds>.npz
results/<experiment>/<study>/fits/<dataset>/<method>[@<scale>]/<seeds>.npz
results/<experiment>/<study>/{scores,runs,traces}/<dataset>.parquet, artifacts/<dataset>.npz
results/<experiment>/<table or figure>.<format>, claims.json
results/claims.json, results/report/index.html, results/strict.txt, results/sources.json
results/comparison/index.html, results/comparison/changes.csv
results/logs/{compile,fetch,prepare}/<module or dataset>.log
results/logs/<experiment>/<study>/{split,evaluate}/..., fit/<dataset>/<method>[@<scale>]/<seeds>.log
results/logs/<experiment>/{aggregate,figures}.log
results/logs/{strict,report,compare}.log
results/conflicts/ has the other outcomes of fits that `merge` has found, arranged as results/ is.
results/performance/<kind>.json
results/kept_report/index.html is what `pages` writes.
results/summaries/<paper>.html and .md are what `summary` writes.
results/tries/<table>/ is a project of its own, which `try` has made, with results/ below it.
results/lands/<experiment>_<method>/ is likewise a project that `land` has made.
results/landing/index.html is in such a project.
results/reference/ has the committed part of a large run, arranged as results/ is.
results/.reference/ has its new files while `keep` writes them.

A rule calls these functions with wildcards, ``fits("{experiment}", "{study}", ...)``, and gets the
pattern of its files.
"""

from __future__ import annotations

SUFFIXES = {"scores": "parquet", "runs": "parquet", "traces": "parquet", "artifacts": "npz"}
# folders that all experiments share
SHARED = (
    "comparison", "compiled", "conflicts", "data", "docs", "kept_report", "landing", "lands",
    "logs", "performance", "reference", "report", "summaries", "tries",
)  # fmt: skip
COMPILED = "results/compiled"
LEDGER = "results/claims.json"
REFERENCE = "results/reference"
NEW_REFERENCE = "results/.reference"
CONFLICTS = "results/conflicts"
TRIES = "results/tries"
LANDS = "results/lands"
OWN_LOCK = ".try.lock"  # in each folder of `try` and `land`
LANDING = "results/landing/index.html"  # in a folder of `land`
REPORT = "results/report/index.html"
SITE_FILES = "files.txt"  # in the folder of a site: its other files
KEPT_REPORT = "results/kept_report"
COMPARISON = "results/comparison/index.html"
CHANGES = "results/comparison/changes.csv"
STRICT = "results/strict.txt"
# These stay on the machine that runs Snakemake, also if a storage provider has all other files.
HERE = ("results/data/raw/", COMPILED, LEDGER, REPORT)
SOURCES = "results/sources.json"


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


def stored(experiment: str, study: str, dataset: str) -> dict[str, str]:
    """The four files that `evaluate` makes from all fits on a data set."""
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


def log(step: str, *names: str) -> str:
    """What a step prints that belongs to no experiment, by its data set or module if it has one."""
    return f"results/logs/{'/'.join([step, *names])}.log"


def fetch_log(dataset: str) -> str:
    return log("fetch", dataset)


def experiment_log(experiment: str, step: str) -> str:
    return f"results/logs/{experiment}/{step}.log"


def study_log(experiment: str, study: str, step: str, *names: str) -> str:
    """What a step of a study prints; `names` are data set, method and seeds if it has them."""
    return f"results/logs/{experiment}/{study}/{step}/{'/'.join(names)}.log"


def fit_log(experiment: str, study: str, dataset: str, method: str, seeds: str) -> str:
    return study_log(experiment, study, "fit", dataset, method, seeds)
