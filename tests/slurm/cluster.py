"""A real Slurm cluster on the loopback of this machine: munge, slurmctld and two slurmd.

Run a command on one, from the top of the checkout, as root (Debian: slurmctld, slurmd, munge):

    python -m tests.slurm.cluster snakemake --profile slurm

The cluster uses one folder and free ports, and ends with the `with` block. It works without
cgroups, so also in a container: memory is sampled once a second, and a job above its limit is
killed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

NODES = ("n1", "n2")
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue", "scontrol", "sacct")
CLIENTS = (
    "sbatch",
    "srun",
    "squeue",
    "scancel",
    "scontrol",
    "sinfo",
    "sacct",
    "sacctmgr",
    "sshare",
)
PATIENCE = 300.0
NO_CGROUPS_SINCE = (23, 2)  # must be told so; an older Slurm does not know the word

CONFIGURATION = """
ClusterName=local
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# a requeued job waits until its credential is void, by default two minutes
AuthInfo=socket={folder}/munge/socket,cred_expire=20
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
PropagateResourceLimits=NONE
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
# believe what is said of the nodes below, whatever the machine has
SlurmdParameters=config_overrides
# refuse what no node can ever run, instead of queueing it for ever
EnforcePartLimits=ALL
# nothing is forgotten during a test
MinJobAge=3600
# a dead node is noticed in seconds, and may come back by itself
SlurmdTimeout=10
ReturnToService=2
MessageTimeout=10
KillWait=2
# a job that ends while slurmctld is away cannot say so, and drains its node after this
UnkillableStepTimeout=600
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2,sched_min_interval=0
AccountingStorageType=accounting_storage/none
{nodes}
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=16000"

# The job step of the plugin drops SLURM_CONF, and its srun would look in /etc/slurm.
CLIENT = '#!/bin/sh\nSLURM_CONF={configuration} exec {program} "$@"\n'
# Without an answer from slurmctld the plugin asks sacct, which fails where there is no accounting;
# the plugin would forget its jobs and wait for ever. Here squeue answers in its place.
SACCT = """#!/bin/sh
for argument in "$@"; do
    [ "$before" = --name ] && name=$argument
    before=$argument
done
[ -n "$name" ] || exit 1
exec {squeue} --states=all --noheader --format='%i|%T' --name "$name"
"""


def missing() -> str:
    """Why no cluster can be started here; empty if one can."""
    absent = [name for name in PROGRAMS if shutil.which(name) is None]
    if absent:
        return f"Slurm is not installed: no {', '.join(absent)}"
    return "" if os.getuid() == 0 else "starting a Slurm cluster takes root"


def wait_for(what: str, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Poll until `condition()` is true; at a timeout fail with the text `what`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"no {what} within {seconds:g} s")
        time.sleep(0.2)


@dataclass
class Cluster:
    """The daemons of a cluster, and what tests do to them."""

    folder: Path
    daemons: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which Slurm's commands and Snakemake find this cluster."""
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return {**os.environ, "PATH": path, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def ask(self, *command: str) -> str:
        """The output of a Slurm command; empty if the command fails."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""

    def running(self, *options: str) -> list[str]:
        """Ids of running jobs."""
        return self.ask("squeue", "--noheader", "--states=R", "--format=%i", *options).split()

    def configure(self) -> None:
        for name in ("munge", "state", "spool", "bin"):
            (self.folder / name).mkdir()
        key = self.folder / "munge" / "key"
        key.touch(mode=0o600)
        key.write_bytes(os.urandom(1024))
        host = socket.gethostname().partition(".")[0]
        port, *ports = _free_ports(1 + len(NODES))
        nodes = [NODE.format(name=n, host=host, port=p) for n, p in zip(NODES, ports, strict=True)]
        configuration = self.folder / "slurm.conf"
        configuration.write_text(
            CONFIGURATION.format(host=host, port=port, folder=self.folder, nodes="\n".join(nodes))
        )
        if _version() >= NO_CGROUPS_SINCE:
            (self.folder / "cgroup.conf").write_text("CgroupPlugin=disabled\n")
        for name in CLIENTS:
            client = self.folder / "bin" / name
            client.write_text(
                CLIENT.format(configuration=configuration, program=shutil.which(name))
                if name != "sacct"
                else SACCT.format(squeue=self.folder / "bin" / "squeue")
            )
            client.chmod(0o755)

    def start(self) -> None:
        munge = self.folder / "munge"
        self._start(
            "munged", "munged", "--foreground", f"--socket={munge / 'socket'}",
            f"--key-file={munge / 'key'}", f"--pid-file={munge / 'pid'}",
            f"--log-file={munge / 'log'}", f"--seed-file={munge / 'seed'}",
        )  # fmt: skip
        wait_for("munge socket", (munge / "socket").exists)
        self.start_controller()
        for node in NODES:
            self.start_node(node)

    def start_controller(self) -> None:
        self._start("slurmctld", "slurmctld", "-D", "-f", str(self.folder / "slurm.conf"))
        wait_for("slurmctld", lambda: "is UP" in self.ask("scontrol", "ping"))

    def stop_controller(self) -> None:
        self._stop("slurmctld")

    def start_node(self, node: str) -> None:
        (self.folder / "spool" / node).mkdir(exist_ok=True)
        self._start(node, "slurmd", "-D", "-N", node, "-f", str(self.folder / "slurm.conf"))
        usable = {"idle", "mixed", "allocated", "completing"}
        states = ("sinfo", "--noheader", f"--nodes={node}", "--format=%T")
        wait_for(f"node {node}", lambda: self.ask(*states) in usable)

    def kill_node(self, node: str) -> None:
        """Kill the node and everything that runs on it."""
        daemon = self.daemons.pop(node)
        daemon.kill()
        daemon.wait()
        steps = [process for process in psutil.process_iter() if self._belongs(process, node)]
        keepers: set[psutil.Process] = set()
        for step in steps:
            with contextlib.suppress(psutil.NoSuchProcess):
                keepers |= {p for p in step.parents() if p.name().startswith("slurmstepd")}
        # a keeper that outlived its step would report the end of the job
        for process in [*keepers, *steps]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()

    def _belongs(self, process: psutil.Process, node: str) -> bool:
        try:
            known = process.environ()
        except psutil.Error:
            return False
        here = known.get("SLURM_CONF") == str(self.folder / "slurm.conf")
        return here and known.get("SLURMD_NODENAME") == node

    def stop(self) -> None:
        """End the jobs through Slurm, so that none outlives its node, then the daemons."""
        if "slurmctld" in self.daemons:
            self.ask("scancel", "--user=root")
            with contextlib.suppress(TimeoutError):
                wait_for("end of all jobs", lambda: not self.ask("squeue", "--noheader"), 20)
        for node in NODES:
            if node in self.daemons:
                self.kill_node(node)
        for name in list(self.daemons):
            self._stop(name)

    def _start(self, name: str, *command: str) -> None:
        environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "SLURM_CONF": str(self.folder / "slurm.conf"),
        }  # fmt: skip
        with open(self.folder / f"{name}.out", "ab") as output:
            self.daemons[name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env=environment, start_new_session=True,
            )  # fmt: skip

    def _stop(self, name: str) -> None:
        daemon = self.daemons.pop(name)
        daemon.terminate()
        try:
            daemon.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            daemon.kill()


def _version() -> tuple[int, ...]:
    answer = subprocess.run(["slurmctld", "-V"], capture_output=True, text=True, check=True)
    return tuple(int(part) for part in answer.stdout.split()[-1].split(".")[:2])


def _free_ports(count: int) -> list[int]:
    """Free ports; all sockets are open at once, so the ports differ."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


@contextlib.contextmanager
def running_cluster() -> Iterator[Cluster]:
    # the path of a socket may have a hundred characters, fewer than pytest's folders
    with tempfile.TemporaryDirectory(prefix="slurm-") as folder:
        os.chmod(folder, 0o755)  # munged refuses anything else
        cluster = Cluster(Path(folder))
        cluster.configure()
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()


if __name__ == "__main__":
    if reason := missing():
        sys.exit(f"error: {reason}")
    with running_cluster() as here:
        sys.exit(subprocess.run(sys.argv[1:], env=here.environment).returncode)
