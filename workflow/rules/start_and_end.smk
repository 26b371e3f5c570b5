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
if workflow.is_main_process:
    manager = workflow.logger_manager
    if handler := of_snakemake(workflow.output_settings, manager.logger.handlers):
        handler.addFilter(TERMINAL)


onstart:
    if workflow.executor_plugin.name == "slurm" and not shutil.which("sbatch"):
        raise SystemExit(
            "error: no sbatch on this machine; start on a login node of the cluster"
        )
    if not ONE_FOLDER and workflow.remote_execution_settings.job_deploy_sources:
        try:
            refuse_unknown_to_git(workflow.basedir)
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
