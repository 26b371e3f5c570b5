"""What a step hands to the step server, and what it makes of the answer."""

import socket
from threading import Thread

import pytest

from methods.bench.server.client import ADDRESS, delegate


@pytest.mark.parametrize(("answer", "status"), [(b"\0", 0), (b"\3", 3), (b"", 137)])
def test_a_step_ends_as_the_server_says_or_as_one_that_was_killed(
    tmp_path, monkeypatch, capfd, answer, status
):
    asked = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(ADDRESS, "steps")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")

    def serve():
        with listener.accept()[0] as connection:
            asked.append(connection.recv(2**20).decode())
            connection.sendall(answer)

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("steps")
        listener.listen()
        thread = Thread(target=serve)
        thread.start()
        assert delegate(["fit", "toy"]) == status
        thread.join()
    assert '"arguments": ["fit", "toy"]' in asked[0]
    assert f'"{ADDRESS}"' not in asked[0], "a step would hand on what it starts"
