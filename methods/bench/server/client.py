"""Send a step to the step server of this run and wait for its exit status.

The server is `methods.bench.server.fork_server`. Every job of a run starts a Python process that
does only this, so this module imports as little as possible.
"""

from __future__ import annotations

import json
import os
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ADDRESS = "MARGINBENCH_SERVER"
THREADS = "1"  # fixed when the libraries load; a step with more threads runs in its own process
KILLED = 128 + 9  # the exit status that a shell gives after SIGKILL


def delegate(arguments: Sequence[str]) -> int | None:
    """Let the step server do the step; return its exit status, or None if there is no server."""
    address = os.environ.get(ADDRESS)
    if not address or os.environ.get("OMP_NUM_THREADS", THREADS) != THREADS:
        return None
    request = {
        "arguments": list(arguments),
        "directory": os.getcwd(),
        "environment": _environment(),
    }
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.connect(address)
            text = json.dumps(request).encode() + b"\n"
            socket.send_fds(connection, [text], [sys.stdout.fileno(), sys.stderr.fileno()])
            answer = connection.recv(1)
    except OSError:
        return None
    return answer[0] if answer else KILLED


def _environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key != ADDRESS}
