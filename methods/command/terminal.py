"""What a run says on the terminal: how far it is, which jobs fail and why.

Snakemake says five lines per job. Its log in .snakemake/log keeps them all. `Terminal` filters what
of them reaches the terminal, and prints a line of progress now and then. A user who asks Snakemake
for its commands, for its debug output or to be quiet gets Snakemake's own output.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from methods.command.layout import counted

LINES_OF_PROGRESS = 15  # in a run, at most
SHORTEST_PAUSE = 10.0  # seconds between two of them
SHARE_OF_LOOKING = 0.02  # of the run may go into estimates of the time left
JOBS_SHOWN = 4  # of those that fail
REASON_LINES = 4
LONGEST_LINE = 300  # characters
MESSAGES = 10  # of other kinds, such as those of a cluster
# events of Snakemake that come with every job, or that say nothing of this run
SILENT = {
    "workflow_started", "shellcmd", "job_info", "job_started", "job_finished", "group_info",
    "resources_info", "debug_dag", "rulegraph",
}  # fmt: skip
# and its messages without an event
NOISE = re.compile(
    r"Building DAG|Using shell|Select jobs|Group jobs: inactive|Job rate limit|Conda environments"
    r"|Singularity containers|Job \d+ has been submitted|Submitted array job|Removing temporary"
    r"|Exiting because a job|Will exit after|Shutting down"
)
FAILED_COMMAND = "CalledProcessError"  # of a job, whose failure is shown by its log
NOTHING_TO_DO = "Nothing to be done"
EXCEPTION = re.compile(r"([\w.]+\.)?\w*(Error|Exception|Exit|Interrupt|Warning)\b.*")


def of_snakemake(settings: Any, handlers: Iterable[logging.Handler]) -> logging.Handler | None:
    """The handler that prints for Snakemake, unless the user has asked for its own output."""
    asked = settings.printshellcmds or settings.verbose or settings.debug_dag or settings.quiet
    if asked or settings.dryrun:
        return None
    return next((h for h in handlers if h.name == "DefaultStreamHandler"), None)


class Terminal(logging.Filter):
    """Decides what a run prints, and prints the progress and the failing jobs itself.

    Parameters
    ----------
    time_left : estimates how long the run goes on, as text; empty if it cannot.
    summary : the lines that end a run with nothing to do.
    """

    def __init__(self, time_left: Callable[[], str], summary: Callable[[], Iterable[str]]) -> None:
        super().__init__()
        self.time_left = time_left
        self.summary = summary
        self.started = False
        self.n_failed = self.n_messages = 0
        self.done = 0
        self.not_before = 0.0
        self.names: dict[int, str] = {}  # of the jobs that run, by their number

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether Snakemake prints the record in its own way."""
        event = getattr(record, "event", None)
        self.started |= event == "workflow_started"
        if not self.started:  # an error in the Snakefile, or another command than a run
            return True
        if event == "run_info":
            self._begin(record)
        elif event == "job_info":
            self.names[record.jobid] = record.rule_msg or record.rule_name  # type: ignore[attr-defined]
        elif event == "job_finished":
            self.names.pop(record.job_id, None)  # type: ignore[attr-defined]
        elif event == "progress":
            self._progress(record.done, record.total)  # type: ignore[attr-defined]
        elif event == "job_error":
            self._failure(vars(record))
        elif event == "group_error":
            for job in record.job_error_info:  # type: ignore[attr-defined]
                self._failure(job, record.aux_logs)  # type: ignore[attr-defined]
        elif event not in SILENT:
            return self._is_shown(record)
        return False

    def _begin(self, record: logging.LogRecord) -> None:
        stats = getattr(record, "stats", {})
        steps, fits = counted(stats.get("total", 0), "step"), stats.get("fit", 0)
        print_line(f"{steps} to do, {fits:,} of them fit methods")
        self.not_before = time.monotonic() + SHORTEST_PAUSE

    def _progress(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now < self.not_before or done - self.done < total / LINES_OF_PROGRESS or done == total:
            return
        left = self.time_left()
        looked = time.monotonic() - now
        self.done = done
        self.not_before = now + max(SHORTEST_PAUSE, looked / SHARE_OF_LOOKING)
        print_line(
            f"{done:,} of {total:,} steps done ({done / total:.0%})"
            + (f", time left {left}" if left else "")
        )

    def _failure(self, job: dict[str, Any], logs_beside: Iterable[str] = ()) -> None:
        self.n_failed += 1
        if self.n_failed > JOBS_SHOWN:
            return
        name = self.names.get(job["jobid"]) or job.get("rule_msg") or job["rule_name"]
        print_line(f"failed: {name}")
        logs = [*job["log"], *logs_beside]
        for log in logs:
            print_line(f"  log: {log}")
        said = [line for log in logs for line in reason(log)]
        for line in said or ["its log says no reason; it may have been killed"]:
            print_line(f"  {line}")

    def _is_shown(self, record: logging.LogRecord) -> bool:
        message = record.getMessage().strip()
        if message.startswith(NOTHING_TO_DO):
            for line in (NOTHING_TO_DO, *self.summary()):
                print_line(line)
            return False
        if not message or NOISE.match(message) or FAILED_COMMAND in message:
            return False
        self.n_messages += 1
        return self.n_messages <= MESSAGES

    def left_out(self) -> list[str]:
        """A line on the failing jobs and the messages that were not shown."""
        jobs, messages = self.n_failed - JOBS_SHOWN, self.n_messages - MESSAGES
        lines = [f"{counted(jobs, 'more job')} failed; their logs are in results/logs"] * (jobs > 0)
        more = f"{counted(messages, 'more message')} of Snakemake in .snakemake/log"
        return lines + [more] * (messages > 0)


def print_line(line: str) -> None:
    """Print where Snakemake prints."""
    print(line[:LONGEST_LINE], file=sys.stderr, flush=True)


def reason(log: str) -> list[str]:
    """Why a step failed: the last exceptions and the error that its log ends with."""
    try:
        text = Path(log).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    said = [line.rstrip() for line in text.splitlines() if line.strip()]
    last = max((n for n, line in enumerate(said) if line.startswith("error: ")), default=len(said))
    causes = [line for line in said[:last] if EXCEPTION.fullmatch(line)]
    error = said[last:][:REASON_LINES]
    return [*list(dict.fromkeys(causes))[-2:], *error] or said[-REASON_LINES:]
