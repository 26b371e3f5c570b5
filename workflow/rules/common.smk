# What the rules share: the command, and what they ask the plan for.
from functools import cache

# The package of this checkout, whatever the working directory. It is filled in when a job starts, as
# the mirror below is: neither where Python is nor where files came from shall make anything again.
COMMAND = ["env", f"PYTHONPATH={workflow.basedir}", sys.executable, "-m", "methods"]
METHODS = shlex.join(COMMAND[2:] if os.getcwd() == workflow.basedir else COMMAND)
MIRROR = shlex.quote(PLAN.mirror or "")


def selection(*keys):
    """The config entries that a step depends on, as `--config` takes them."""
    entries = {key: PLAN.config[key] for key in keys}
    return " ".join(shlex.quote(f"{key}={json.dumps(value)}") for key, value in entries.items())


MATRIX = selection("scale", "trials", "datasets", "methods", "block_size")


def study_of(wildcards):
    return PLAN.study(wildcards.experiment, wildcards.study)


def seeds_of(wildcards):
    return wildcards.block.replace("-", ":")


@cache
def of_fits(experiment, study, dataset, method):
    """What the fits of a method on a data set share: compiled kernels, and what they depend on."""
    found = PLAN.study(experiment, study)
    its_method = found.on(dataset, found.method(method))
    return {"compiled": compiled_files(its_method), **PLAN.fit_parameters(found, its_method)}


def of_fit(entry):
    """An input or params function for one entry of `of_fits`."""

    def function(wildcards):
        names = wildcards.experiment, wildcards.study, wildcards.dataset, wildcards.method
        return of_fits(*names)[entry]

    return function


# What the pages are made from beside the results: templates, descriptors and the choice of headlines.
PROSE = combined(
    path.read_text(encoding="utf-8")
    for folder in ("methods/report/look", "datasets", "workflow/report")
    for path in sorted(Path(workflow.basedir, folder).iterdir())
    if path.is_file()
)

AGAINST = PLAN.config["against"]
SHOWN = "svg" if "svg" in PLAN.config["figure_formats"] else "png"


def reported(paths, kind, experiment, caption):
    """The paths, those that end in `kind` marked for `snakemake --report`."""
    marks = {
        "caption": caption,
        "category": PLAN.experiments[experiment].title,
        "subcategory": "tables" if kind == "csv" else "figures",
    }
    marked = []
    for path in paths:
        name = {"name": os.path.splitext(os.path.basename(path))[0]}
        marked.append(report(path, labels=name, **marks) if path.endswith(f".{kind}") else path)
    return marked
