# What jobs ask of a cluster or a cloud, and of one machine with `--resources`, and which jobs run as
# one there. All profiles share this. Sizes of groups are in workflow/profiles/default/config.yaml.
import math

from methods.bench.guard import START_SECONDS

BESIDE_A_FIT_MB = 1000  # for Snakemake, Python and the libraries
BEFORE_A_FIT_MIN = 1  # Snakemake starts twice, from a file system that is shared
SHARES = (1 / 16, 1 / 4, 1)  # of the longest time of a fit job, by attempt
STEP_MB = 4096  # of any other step, times the attempt
STEP_MIN = 30
GROUPS = {"prepare": "data", "split": "splits", "fit": "fits", "evaluate": "scores"}
if not ONE_FOLDER:
    del GROUPS["prepare"]  # it reads what was fetched here, and a job of a group never runs here


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
    fits = (last - first + 1) * study.fits_of_a_trial(PLAN.scale)
    share = SHARES[min(attempt, len(SHARES)) - 1]
    return (
        math.ceil(share * fits * (study.seconds + START_SECONDS) / 60) + BEFORE_A_FIT_MIN * attempt
    )


def step_memory(wildcards, attempt):
    return STEP_MB * attempt


def step_minutes(wildcards, attempt):
    return STEP_MIN * attempt


FIT_RESOURCES = {} if NOBODY_ASKS else {"mem_mb": fit_memory, "runtime": fit_minutes}
STEP_RESOURCES = {} if NOBODY_ASKS else {"mem_mb": step_memory, "runtime": step_minutes}


def group_of(rule):
    """The group of a rule, or None on one machine, where only a dry run would look at it."""
    elsewhere = not workflow.is_main_process or workflow.resource_settings.nodes is not None
    return GROUPS.get(rule) if elsewhere else None
