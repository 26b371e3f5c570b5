# What the rules share: the command, and functions of the wildcards.
from functools import cache

# The package of this checkout, in any working directory. Snakemake fills in the command and the mirror
# when a job starts: changing Python or the mirror must not trigger reruns.
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
def fit_dependencies(experiment, study, dataset, method):
    """What all fits of a method on a data set depend on: compiled code, parameters, source code."""
    resolved = PLAN.study(experiment, study)
    on_dataset = resolved.on(dataset, resolved.method(method))
    return {
        "compiled": dependencies.compiled_files(on_dataset),
        **dependencies.fit_parameters(resolved, on_dataset, PLAN.scale),
    }


def of_fit(entry):
    """An input or params function for one entry of `fit_dependencies`."""

    def function(wildcards):
        names = wildcards.experiment, wildcards.study, wildcards.dataset, wildcards.method
        return fit_dependencies(*names)[entry]

    return function


def reading_of(wildcards):
    return dependencies.reading(PLAN.catalogue[wildcards.dataset])


def outputs_of(experiment, *kinds):
    return dependencies.output_source(PLAN.experiments[experiment], PLAN.catalogue, *kinds)


# What the pages show beside the results: templates, descriptors and the choice of headlines.
PROSE = combined(
    path.read_text(encoding="utf-8")
    for folder in ("methods/report/look", "datasets", "workflow/report")
    for path in sorted(Path(workflow.basedir, folder).iterdir())
    if path.is_file()
)

AGAINST = PLAN.config["against"]
SHOWN = "svg" if "svg" in PLAN.config["figure_formats"] else "png"


def reported(files, kind, experiment, caption):
    """The files, those that end in `kind` marked for `snakemake --report`."""
    marks = {
        "caption": caption,
        # {name} would be a wildcard; the invisible character keeps Snakemake from reading it so
        "category": PLAN.experiments[experiment].title.replace("{", "{\u2060"),
        "subcategory": "tables" if kind == "csv" else "figures",
    }
    marked = []
    for file in files:
        name = {"name": os.path.splitext(os.path.basename(file))[0]}
        marked.append(report(file, labels=name, **marks) if file.endswith(f".{kind}") else file)
    return marked
