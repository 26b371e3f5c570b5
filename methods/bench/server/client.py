"""Hand a step to the server of this run (`methods.bench.server.fork_server`) and wait for its exit status.

Every job of a run starts Python for this alone: it imports as little as it can.
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
THREADS = "1"  # fixed when the libraries load; a step that may use more imports for itself
KILLED = 128 + 9  # as a shell says that SIGKILL ended it


def delegate(arguments: Sequence[str]) -> int | None:
    """Let the server of this run do the step; its exit status, or None where there is no server."""
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
