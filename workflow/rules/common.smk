# What the rules share: the command, and functions of the wildcards.
from functools import cache


def in_shell(*words):
    """The words as a part of a shell command, in which braces would be filled in."""
    return shlex.join(words).replace("{", "{{").replace("}", "}}")


# Parts of commands and not params: changing Python or the mirror must not trigger reruns.
METHODS = in_shell(*([sys.executable, "-m", "methods"] if os.getcwd() == BASE else COMMAND))
# Whether all jobs run in this folder. Otherwise they have only what Snakemake brings them: the sources
# that git knows, and the files that their rules name. Rules with files marked `local` run here.
ONE_FOLDER = {SharedFSUsage.SOURCES, SharedFSUsage.INPUT_OUTPUT} <= set(
    workflow.storage_settings.shared_fs_usage
)
if not ONE_FOLDER:
    if workflow.is_main_process:
        os.environ[REVISION] = provenance()["revision"]  # which git does not tell a job elsewhere

    envvars:
        REVISION,


MIRROR = in_shell(PLAN.mirror or "")


def step(command):
    """The shell command of a rule, complete: in a module, Snakemake knows no variable of ours."""
    return f"{METHODS} {command} > {{log}} 2>&1"


def selection(*keys):
    """The config entries that a step depends on, as `--config` takes them."""
    entries = {key: PLAN.config[key] for key in keys}
    return " ".join(shlex.quote(f"{key}={json.dumps(value)}") for key, value in entries.items())


MATRIX = selection(*dependencies.SELECTED)


def study_of(wildcards):
    return PLAN.study(wildcards.experiment, wildcards.study)


def seeds_of(wildcards):
    return wildcards.block.replace("-", ":")


@cache
def fit_dependencies(experiment, study, dataset, method):
    """What all fits of a method on a data set depend on: compiled code, conditions, all else."""
    resolved = PLAN.study(experiment, study)
    on_dataset = resolved.on(dataset, resolved.method(method))
    return {
        "compiled": dependencies.compiled_files(on_dataset),
        "conditions": json.dumps(resolved.conditions.labels(PLAN.scale)),
        "made_from": dependencies.of_fit(
            resolved, on_dataset, PLAN.scale, PLAN.catalogue[dataset].typed
        ),
    }


def of_fit(entry):
    """An input or params function for one entry of `fit_dependencies`."""

    def function(wildcards):
        names = wildcards.experiment, wildcards.study, wildcards.dataset, wildcards.method
        return fit_dependencies(*names)[entry]

    return function


def compiled_of(wildcards):
    # elsewhere, a job has none of the code that was compiled here, and compiles before it fits
    return [local(file) for file in of_fit("compiled")(wildcards)] if ONE_FOLDER else []


def reading_of(wildcards):
    return dependencies.of_data(PLAN.catalogue[wildcards.dataset])


def seal_of(path, made_from):
    """A params function: what the file of a rule states, as JSON.

    The path is that of the plan. With a storage provider the step writes to another one.
    """
    return lambda wildcards: json.dumps({**made_from(wildcards), "file": path.format(**wildcards)})


def is_made(path):
    return os.path.exists(path) if path.startswith(paths.HERE) else exists(path)


def lost_files():
    """What `all` asks for, marked as the rules mark it."""
    lost = stored_files.lost_files(PLAN, is_made)
    if not ONE_FOLDER:
        lost = [path for path in lost if not path.startswith(paths.COMPILED)]
    return [local(path) if path.startswith(paths.HERE) else path for path in lost]


# What the pages show beside the results: templates, descriptors, papers, the choice of headlines, pages
# of the docs, and the kept verdicts. Other files there, hidden ones or tables, may be no text.
PROSE = combined(
    path.read_text(encoding="utf-8")
    for folder, pattern in (
        (PACKAGE, "report/look/[!.]*"),
        (BASE, "datasets/[!.]*.yaml"),
        (BASE, "workflow/papers/[!.]*.yaml"),
        (BASE, "workflow/report/[!.]*"),
        (BASE, "docs/[!.]*.md"),
        (BASE, f"{paths.REFERENCE}/claims.json"),
    )
    for path in sorted(Path(folder).glob(pattern))
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
