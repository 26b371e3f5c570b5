"""The log of a fit has a largest size. Of a fit that prints more, it has the head and the tail."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

HEAD = TAIL = 499_000  # bytes; with the line between them less than a megabyte
LAST_SECONDS = 1.0  # for what is on its way when the fits have ended


@contextmanager
def bounded_log() -> Iterator[None]:
    """Write what this process and its children print, up to the bound, where stdout goes.

    The head is written at once, the tail at the end. Children that print faster than the disk
    writes wait; nothing else is slower.
    """
    _flush()
    out, error = os.dup(1), os.dup(2)
    reader, writer = os.pipe()
    log = _Log(out)
    thread = threading.Thread(target=log.copy, args=(reader,), daemon=True)
    thread.start()
    os.dup2(writer, 1)
    os.dup2(writer, 2)
    os.close(writer)
    try:
        yield
    finally:
        _flush()
        os.dup2(out, 1)
        os.dup2(error, 2)
        thread.join(LAST_SECONDS)  # a process that has left its session may hold the pipe
        log.end()
        os.close(out)
        os.close(error)
    if log.fault:  # no space on the disk, or nobody reads
        raise log.fault


class _Log:
    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.room = HEAD
        self.tail = bytearray()
        self.n_left_out = 0
        self.ended = False
        self.fault: OSError | None = None

    def copy(self, reader: int) -> None:
        """Read to the end, also if nothing can be written. The fit would wait for ever."""
        while data := os.read(reader, 2**16):
            if not self.ended:
                self._take(data)
        os.close(reader)

    def end(self) -> None:
        self.ended = True
        self._cut_tail(TAIL)
        if self.n_left_out:
            self._write(f"\n[{self.n_left_out} bytes are left out here]\n".encode())
        self._write(self.tail)

    def _take(self, data: bytes) -> None:
        head, rest = data[: self.room], data[self.room :]
        self.room -= len(head)
        self._write(head)
        self.tail += rest
        if len(self.tail) > 2 * TAIL:
            self._cut_tail(TAIL)

    def _cut_tail(self, length: int) -> None:
        n_bytes = max(len(self.tail) - length, 0)
        del self.tail[:n_bytes]
        self.n_left_out += n_bytes

    def _write(self, data: bytes | bytearray) -> None:
        left = memoryview(bytes(data))
        while left and not self.fault:
            try:
                left = left[os.write(self.descriptor, left) :]
            except OSError as fault:
                self.fault = fault


def _flush() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
