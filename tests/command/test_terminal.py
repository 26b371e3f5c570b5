"""What of Snakemake's records reaches the terminal, and what is printed in their place."""

import logging
import subprocess
import sys
from types import SimpleNamespace

import pytest

from methods.command import terminal
from methods.command.terminal import Terminal, of_snakemake, reason

SETTINGS = {
    "printshellcmds": False, "verbose": False, "debug_dag": False, "quiet": None, "dryrun": False,
}  # fmt: skip
MOST_LINES = 60
LINES_AROUND = 16  # what Snakemake says before and after, and how the run ended


@pytest.fixture
def clock(monkeypatch):
    """Seconds that the test sets."""
    now = SimpleNamespace(seconds=0.0)
    monkeypatch.setattr(terminal.time, "monotonic", lambda: now.seconds)
    return now


def record(message="", level=logging.INFO, **fields):
    made = logging.LogRecord("snakemake", level, "", 0, message, (), None)
    vars(made).update(fields)
    return made


def begun(n_steps, summary=lambda: (), time_left=lambda: "5 min"):
    printing = Terminal(time_left, summary)
    printing.filter(record(event="workflow_started"))
    printing.filter(record("Job stats", event="run_info", stats={"total": n_steps, "fit": 1}))
    return printing


def failure(number, log):
    return {
        "event": "job_error", "jobid": number, "rule_name": "fit", "rule_msg": f"fit {number}",
        "log": [str(log)],
    }  # fmt: skip


@pytest.mark.parametrize("n_steps", [10, 1_676, pytest.param(20_000, marks=pytest.mark.slow)])
def test_a_run_of_any_size_prints_at_most_sixty_lines(clock, capsys, tmp_path, n_steps):
    """Each step of the default scale gives these records; ten jobs fail."""
    log = tmp_path / "a.log"
    log.write_text("Traceback\n" * 50 + "ValueError: no luck\nerror: not made\n")
    printing = begun(n_steps)
    shown = 0
    for number in range(n_steps):
        clock.seconds += 0.3
        records = [
            record("Select jobs to execute..."), record("Execute 1 jobs...", event="job_started"),
            record(event="job_info", jobid=number, rule_msg="fit A", rule_name="fit"),
            record(event="shellcmd"),
            record(f"Finished jobid: {number}", event="job_finished", job_id=number),
            record(event="progress", done=number + 1, total=n_steps),
        ]  # fmt: skip
        if number % (n_steps // 10) == 0:
            records += [
                record("", logging.ERROR, **failure(number, log)),
                record("CalledProcessError in rule fit", logging.ERROR, event="error"),
                record(f"Job {number} was preempted", logging.WARNING),
            ]
        shown += sum(printing.filter(r) for r in records)
    printed = capsys.readouterr().err.splitlines()
    assert len(printed) + shown + len(printing.left_out()) < MOST_LINES - 12  # for the summary
    assert (
        shown == 10 and "time left 5 min" in "".join(printed) * (n_steps > 100) + "time left 5 min"
    )


def test_a_failing_job_has_its_name_its_log_and_the_reason(capsys, tmp_path):
    log = tmp_path / "a.log"
    log.write_text("ValueError: no luck\n  more\nerror: could not make table t\n")
    begun(1).filter(record("", logging.ERROR, **failure(3, log)))
    assert capsys.readouterr().err.splitlines()[1:] == [
        "failed: fit 3",
        f"  log: {log}",
        "  ValueError: no luck",
        "  error: could not make table t",
    ]


def test_jobs_of_a_group_are_named_one_by_one(capsys, tmp_path):
    jobs = [failure(n, tmp_path / "absent.log") for n in (1, 2)]
    group = record("", logging.ERROR, event="group_error", job_error_info=jobs, aux_logs=["s.log"])
    begun(2).filter(group)
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if "failed" in line] == ["failed: fit 1", "failed: fit 2"]
    assert lines.count("  log: s.log") == 2
    assert "  its log says no reason; it may have been killed" in lines


def test_failures_beyond_the_first_are_counted(capsys, tmp_path):
    printing = begun(9)
    for number in range(9):
        printing.filter(record("", logging.ERROR, **failure(number, tmp_path / "absent.log")))
    assert printing.left_out() == ["5 more jobs failed; their logs are in results/logs"]


def test_the_end_of_a_log_without_an_exception_is_its_reason(tmp_path):
    log = tmp_path / "a.log"
    log.write_bytes(b"one\n\xff\ntwo\n")
    assert reason(str(log)) == ["one", "\ufffd", "two"]


def test_a_run_with_nothing_to_do_ends_with_the_summary(capsys):
    printing = begun(0, summary=lambda: ["fits: 3 done"])
    assert not printing.filter(record("Nothing to be done (all requested files are present)."))
    assert capsys.readouterr().err.splitlines()[1:] == ["Nothing to be done", "fits: 3 done"]


def test_messages_of_snakemake_before_a_run_and_errors_are_its_own():
    printing = Terminal(lambda: "", lambda: ())
    assert printing.filter(record("Lints for rule fit"))
    printing = begun(1)
    assert printing.filter(record("LockException", logging.ERROR))
    assert printing.filter(record("SLURM run ID: abc"))
    assert not printing.filter(record("Job 3 has been submitted with SLURM jobid 4 (log: x)."))


def test_estimates_of_the_time_left_take_a_small_share_of_the_run(clock, capsys):
    def slow():
        clock.seconds += 60
        return "hours"

    printing = begun(1000, time_left=slow)
    for number in range(1000):
        clock.seconds += 1
        printing.filter(record(event="progress", done=number, total=1000))
    assert capsys.readouterr().err.count("hours") == 1


@pytest.mark.parametrize("key", ["printshellcmds", "verbose", "debug_dag", "quiet", "dryrun"])
def test_a_user_who_asks_for_snakemakes_own_output_gets_it(key):
    handler = logging.StreamHandler()
    handler.name = "DefaultStreamHandler"
    assert of_snakemake(SimpleNamespace(**SETTINGS), [handler]) is handler
    assert of_snakemake(SimpleNamespace(**SETTINGS | {key: True}), [handler]) is None
    assert of_snakemake(SimpleNamespace(**SETTINGS), []) is None  # a logger of the user


def test_snakemake_still_names_its_handler_so():
    code = (
        "import logging; from snakemake.settings.types import OutputSettings as S;"
        "from snakemake.logging import LoggerManager as M, logger;"
        "M(logger, S()); print([h.name for h in logger.handlers])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "['DefaultStreamHandler']"


def test_the_last_causes_and_the_last_error_are_the_reason(tmp_path):
    log = tmp_path / "a.log"
    causes = [f"{name}Error: it" for name in ("Key", "Value", "Type")]
    log.write_text("\n".join([causes[0], "error: first", *causes[1:], "error: last"]))
    assert reason(str(log)) == [*causes[1:], "error: last"]
