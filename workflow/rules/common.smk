# What the rules share: the command, and what they ask the plan for.


# the package of this checkout, whatever the working directory
COMMAND = ["env", f"PYTHONPATH={workflow.basedir}", sys.executable, "-m", "methods"]
METHODS = shlex.join(COMMAND[2:] if os.getcwd() == workflow.basedir else COMMAND)


# relative, because an input under another path would have everything made again in a moved folder
DESCRIPTORS = os.path.relpath(os.path.join(workflow.basedir, "datasets"))


# not a parameter of the rule: what was fetched and verified does not depend on where it came from
MIRROR = shlex.quote(PLAN.mirror or "")


def selection(*keys):
    """The config entries that a step depends on, as `--config` takes them."""
    entries = {key: PLAN.config[key] for key in keys}
    return " ".join(shlex.quote(f"{key}={json.dumps(value)}") for key, value in entries.items())


MATRIX = selection("scale", "trials", "datasets", "methods", "seeds_per_job")


def study_of(wildcards):
    return PLAN.study(wildcards.experiment, wildcards.study)


def block_of(wildcards):
    """The block whose file the wildcards name."""
    study = study_of(wildcards)
    for block in PLAN.blocks(study, wildcards.dataset, study.method(wildcards.method)):
        if os.path.basename(block.path) == f"{wildcards.block}.npz":
            return block
    raise WorkflowError(f"no block {wildcards.block} at scale {PLAN.scale}")


def fit_parameter(name):
    """A params function for one entry of what a fit depends on."""

    def parameter(wildcards):
        study = study_of(wildcards)
        method = study.method(wildcards.method)
        return PLAN.fit_parameters(study, wildcards.dataset, method)[name]

    return parameter
