# What happens when a run starts and ends, and what it says meanwhile.
import shutil
import time

from methods.bench.server import fork_server, lifeline
from methods.command.job_sources import refuse_unknown_to_git
from methods.command.outcome import outcome
from methods.command.status import time_left_of_run
from methods.command.terminal import Terminal, of_snakemake, print_line

STARTED = time.time()
TERMINAL = Terminal(
    time_left=lambda: time_left_of_run(
        PLAN, workflow.cores if workflow.local_exec else workflow.nodes
    ),
    summary=lambda: outcome(PLAN),
)
if workflow.is_main_process and not AS_MODULE:
    manager = workflow.logger_manager
    if handler := of_snakemake(workflow.output_settings, manager.logger.handlers):
        handler.addFilter(TERMINAL)


def submit_command():
    """The command that hands jobs to a cluster, if the plugin does not look for it when it starts."""
    if workflow.executor_plugin.name == "cluster-generic":
        return shlex.split(workflow.executor_settings.submit_cmd)[0]
    return "sbatch" if workflow.executor_plugin.name == "slurm" else None


onstart:
    if (submits := submit_command()) and not shutil.which(submits):
        raise SystemExit(
            f"error: no {submits} on this machine; start on a login node of the cluster"
        )
    if not ONE_FOLDER and workflow.remote_execution_settings.job_deploy_sources:
        try:
            refuse_unknown_to_git(BASE)
        except UserError as error:
            raise SystemExit(f"error: {error}")
    # on one machine; a job on a cluster imports by itself
    if workflow.local_exec and workflow.is_main_process:
        fork_server.start([*COMMAND, "serve"])
        lifeline.hold()
        # Snakemake 9.19 limits how many jobs start per second with timers, and every job that ends
        # adds one. After thousands of jobs it does little else than look at them.
        workflow.scheduler.job_rate_limiter = None


onsuccess:
    for line in (*TERMINAL.left_out(), *outcome(PLAN, since=STARTED)):
        print_line(line)


onerror:
    for line in (*TERMINAL.left_out(), *outcome(PLAN, since=STARTED)):
        print_line(line)
    # the log of a step says so too, but there may have been no space left for it
    if shutil.disk_usage("results" if os.path.exists("results") else ".").free < 2**20:
        print("error: no space is left on the disk of results/", file=sys.stderr)
