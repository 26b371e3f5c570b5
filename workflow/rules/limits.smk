# What a fit job asks of a cluster, and of one machine with `--resources`.
import math

from methods.bench.guard import START_SECONDS

BESIDE_A_FIT_MB = 1000  # for Snakemake, Python and the libraries
BEFORE_A_FIT_MIN = 1  # Snakemake starts twice, from a file system that is shared
SHARES = (1 / 16, 1 / 4, 1)  # of the longest time of a fit job, by attempt


# On one machine nobody asks for time, and for memory only with `--resources`. Without these functions
# a job is planned faster.
NOBODY_ASKS = (
    workflow.is_main_process
    and workflow.resource_settings.nodes is None
    and not set(workflow.resource_settings.resources) - {"_cores", "_nodes"}
)


def fit_memory(wildcards, attempt):
    """Megabytes: the limit of the study, plus 1 GB per attempt for the rest of the job."""
    return study_of(wildcards).memory_mb + BESIDE_A_FIT_MB * attempt


def fit_minutes(wildcards, attempt):
    """A share of the time limits of all fits in the job, plus 1 minute per attempt for its start.

    Few fits come near their limit, and a job that asks for less starts earlier. The last attempt asks
    for all of it. Then the limit of the fit itself stops a slow fit, which leaves a labelled gap.
    """
    study = study_of(wildcards)
    first, last = map(int, wildcards.block.split("-"))
    noise = study.conditions.vary == "test_noise"  # one fit serves all conditions
    fits = (last - first + 1) * (1 if noise else len(study.conditions.labels(PLAN.scale)))
    share = SHARES[min(attempt, len(SHARES)) - 1]
    return (
        math.ceil(share * fits * (study.seconds + START_SECONDS) / 60) + BEFORE_A_FIT_MIN * attempt
    )


FIT_RESOURCES = {} if NOBODY_ASKS else {"mem_mb": fit_memory, "runtime": fit_minutes}
