# marginbench: from upstream bytes to verdicts. methods/bench/paths.py lists the files.
#
# Targets: all (default), data, tables, figures, report. Every rule calls `python -m methods <step>`,
# and each printed command can be copied to a terminal.
import gc
import json
import os
import shlex
import sys
from functools import partial
from glob import escape, glob
from pathlib import Path

from snakemake.settings.types import SharedFSUsage
from snakemake.utils import min_version

min_version("9.19")

# the folder of this file, also where another workflow uses it as a module
BASE = str(workflow.current_basedir.get_path_or_uri(secret_free=True))
# Snakemake calls the main workflow a module too, but one without a parent
AS_MODULE = workflow.modifier.parent_modifier is not None
# Figures go to files, whatever the terminal is set to. The project is here, wherever results are.
os.environ.update(MPLBACKEND="agg", MARGINBENCH_PROJECT=BASE)
sys.path.insert(0, BASE)
sys.path.append(os.path.join(BASE, "plugins"))
from methods.bench import dependencies, paths
from methods.bench.plan import Plan, parsed_value
from methods.bench.source_hash import combined
from methods.command import stored_files
from methods.command.records import locked_since
from methods.errors import UserError
from methods.project import PACKAGE
from methods.provenance import REVISION, provenance

# A plan of many jobs is millions of objects that stay. With the usual threshold, to look for garbage
# among them takes a twelfth of the time.
gc.set_threshold(100_000)


configfile: os.path.join(BASE, "config.yaml")


# the package of this checkout, or the installed one, in any working directory, also beside other modules of this name
PATH = os.pathsep.join(filter(None, [BASE, os.environ.get("PYTHONPATH")]))
WHERE = [f"PYTHONPATH={PATH}", f"MARGINBENCH_PROJECT={BASE}"]
COMMAND = ["env", *WHERE, sys.executable, "-P", "-m", "methods"]
try:
    # `--config strict=true trials=null` arrives as text
    config.update({k: parsed_value(k, v) for k, v in config.items() if isinstance(v, str)})
    PLAN = Plan.from_config(config, Path(BASE))
    if workflow.is_main_process:
        from methods.command.known_sound import look_without_compiling
        from methods.command.looking import only_looks
        from methods.command.output_names import faults_of_names  # these import the selected code
        from methods.command.nothing_to_run import faults_of_selection

        NAMES = partial(faults_of_names, PLAN, Path(BASE))
        look_without_compiling("names", NAMES)
        if faults := [*NAMES(), *faults_of_selection(PLAN)]:
            raise UserError("\nerror: ".join(faults))
        if not locked_since():  # a lock is that of another run
            looks = workflow.output_settings.dryrun or only_looks(sys.argv)
            stored_files.settle(PLAN, COMMAND, remove=not looks)
except UserError as error:
    raise SystemExit(f"error: {error}")
EXPERIMENTS = PLAN.running()


wildcard_constraints:
    dataset=r"[a-z0-9_]+",
    experiment=r"[a-z0-9_]+",
    study=r"[a-z0-9_]+",
    method=r"[a-z0-9_]+",
    block=r"\d+-\d+",
    sweep=r"(@[a-z]+)?",
    module=r"\w+(\.\w+)*",


include: "workflow/rules/common.smk"
include: "workflow/rules/limits.smk"
include: "workflow/rules/data.smk"
include: "workflow/rules/fit.smk"
include: "workflow/rules/outputs.smk"
include: "workflow/rules/start_and_end.smk"


rule all:
    default_target: not AS_MODULE
    input:
        local(paths.LEDGER),
        local(paths.REPORT),
        rules.strict.output if PLAN.config["strict"] else [],
        lost_files() if workflow.is_main_process else [],
    localrule: True
    message:
        "everything is made"


rule data:
    input:
        [paths.prepared(dataset) for dataset in PLAN.used_datasets()],
    localrule: True
    message:
        "the data sets are prepared"


rule tables:
    input:
        [path for name in EXPERIMENTS for path in PLAN.tables(name)],
    localrule: True
    message:
        "the tables are written"


rule figures:
    input:
        [path for name in EXPERIMENTS for path in PLAN.figures(name)],
        local(paths.LEDGER),
        local(paths.REPORT),
    localrule: True
    message:
        "tables, figures and pages are drawn"
