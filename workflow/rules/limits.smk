# What a fit job asks of a cluster. On one machine only memory counts, and only with `--resources`.
import math

from methods.bench.guard import START_SECONDS

BESIDE_A_FIT_MB = 1000  # Snakemake, Python and the libraries
BEFORE_A_FIT_MIN = 1  # Snakemake starts twice, from a file system that is shared
SHARES = (1 / 16, 1 / 4, 1)  # of the longest a fit job can take, by attempt


def fit_memory(wildcards, attempt):
    """Megabytes: what else the job holds comes on top of the limit of the study."""
    return study_of(wildcards).memory_mb + BESIDE_A_FIT_MB * attempt


def fit_minutes(wildcards, attempt):
    """A share of what the fits of the job may take before they are stopped, and its start.

    Few fits come near their limit, and a job that asks for less starts earlier. The last share is
    the whole, so that in the end the fit's own limit stops it and leaves a named hole.
    """
    study = study_of(wildcards)
    first, last = map(int, wildcards.block.split("-"))
    noise = study.conditions.vary == "test_noise"  # one fit serves all conditions
    fits = (last - first + 1) * (1 if noise else len(study.conditions.labels(PLAN.scale)))
    share = SHARES[min(attempt, len(SHARES)) - 1]
    return (
        math.ceil(share * fits * (study.seconds + START_SECONDS) / 60) + BEFORE_A_FIT_MIN * attempt
    )
