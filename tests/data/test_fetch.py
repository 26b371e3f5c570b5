"""Fetching: mirror before upstream, verified before visible, never stuck."""

import bz2
import hashlib
import socket
import sys
import tarfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from msgspec.structs import replace

from methods.data import download
from methods.data.catalogue import Descriptor, Source, SourceFile, load_catalogue
from methods.data.fetch import fetch
from methods.errors import UserError
from methods.sealed_files import read_sealed_json

DATA = bytes(range(256)) * 40
SHA256 = hashlib.sha256(DATA).hexdigest()
CATALOGUE = load_catalogue(Path(__file__).parents[2] / "datasets")


def no_sleep(seconds: float) -> None:
    pass


def descriptor(*files: SourceFile, **changes) -> Descriptor:
    toy = Descriptor(
        name="toy",
        title="Toy",
        task="binary",
        shape=(2, 1),
        classes={"a": 1, "b": 1},
        licence="",
        origin="",
        citation="",
        printed=(),
        sources=(Source(files=files or (SourceFile("toy.csv"),), format="delimited"),),
    )
    return replace(toy, **changes)


class Server(ThreadingHTTPServer):
    """Serves DATA under any path; `faults` are answered first, `seen` keeps the Range headers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.faults: list[object] = []
        self.seen: list[tuple[str, str | None]] = []
        self.content = DATA

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.seen.append((self.path, self.headers.get("Range")))
        fault = self.server.faults.pop(0) if self.server.faults else None
        if isinstance(fault, int):
            self.send_error(fault)
            return
        if isinstance(fault, str):
            self.send_response(302)
            self.send_header("Location", fault)
            self.end_headers()
            return
        start = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=")[:-1])
        body = self.server.content[start:]
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(body)))
        if start:
            total = len(self.server.content)
            self.send_header("Content-Range", f"bytes {start}-{total - 1}/{total}")
        self.end_headers()
        # A fault of bytes is what arrives before the connection breaks.
        self.wfile.write(fault if isinstance(fault, bytes) else body)

    def log_message(self, *args) -> None:
        pass


@pytest.fixture
def server():
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def mirror(tmp_path):
    (tmp_path / "mirror/uci").mkdir(parents=True)
    (tmp_path / "mirror/uci/toy.csv").write_bytes(DATA)
    return tmp_path / "mirror"


def visible(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_mirror_folder_comes_before_upstream(tmp_path, mirror, server):
    file = SourceFile("uci/toy.csv", (server.address,), SHA256)
    report = fetch(descriptor(file), tmp_path / "raw", str(mirror))
    place = str(mirror / "uci/toy.csv")
    assert report == {
        "status": "ok",
        "source": 0,
        "files": [{"path": "toy.csv", "sha256": SHA256, "from": place}],
    }
    assert (tmp_path / "raw/toy.csv").read_bytes() == DATA
    assert read_sealed_json(tmp_path / "raw/fetched.json") == report
    assert server.seen == []


def test_mirror_may_be_an_address_or_a_file_address(tmp_path, mirror, server):
    file = SourceFile("uci/toy.csv", (), SHA256)
    assert fetch(descriptor(file), tmp_path / "a", server.address + "/base/")["status"] == "ok"
    assert server.seen == [("/base/uci/toy.csv", None)]
    assert fetch(descriptor(file), tmp_path / "b", mirror.as_uri())["status"] == "ok"


def test_mirror_of_unknown_scheme_is_refused(tmp_path):
    with pytest.raises(UserError, match="unknown scheme"):
        fetch(descriptor(), tmp_path, "ftp://example.org/data")


def test_wrong_bytes_in_the_mirror_are_reported_and_upstream_is_tried(tmp_path, mirror, server):
    (mirror / "uci/toy.csv").write_bytes(b"wrong")
    file = SourceFile("uci/toy.csv", (server.address + "/toy.csv",), SHA256)
    report = fetch(descriptor(file), tmp_path / "raw", str(mirror))
    assert report["files"][0]["from"] == server.address + "/toy.csv"


def test_checksum_mismatch_everywhere_names_expected_got_file_and_address(tmp_path, mirror, server):
    (mirror / "uci/toy.csv").write_bytes(b"wrong")
    server.content = b"also wrong"
    file = SourceFile("uci/toy.csv", (server.address + "/toy.csv",), SHA256)
    report = fetch(descriptor(file), tmp_path / "raw", str(mirror))
    assert report["status"] == "missing"
    got = hashlib.sha256(b"also wrong").hexdigest()
    for part in (SHA256, got, "uci/toy.csv", server.address, str(mirror)):
        assert part in report["reason"]
    assert "\n" not in report["reason"]
    assert visible(tmp_path / "raw") == ["fetched.json"]


def kind(descriptor: Descriptor) -> tuple:
    """What fetching may tell apart: per file, which hashes it has and whether it has addresses."""
    return tuple(
        tuple((bool(f.sha256), bool(f.content_sha256), bool(f.md5), bool(f.url)) for f in s.files)
        for s in descriptor.sources
    )


@pytest.mark.parametrize("name", {kind(d): d.name for d in CATALOGUE.values()}.values())
def test_wrong_bytes_never_pass_for_a_data_set_with_hashes(tmp_path, name):
    sources = tuple(
        replace(source, files=tuple(replace(file, url=()) for file in source.files))
        for source in CATALOGUE[name].sources
        if source.files and any(f.sha256 or f.content_sha256 for f in source.files)
    )
    for file in (file for source in sources for file in source.files):
        (tmp_path / "mirror" / file.path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mirror" / file.path).write_bytes(bz2.compress(b"1 2 3\n"))
    if not sources:
        assert CATALOGUE[name].embedded or CATALOGUE[name].unavailable
        return
    wrong = replace(CATALOGUE[name], sources=sources)
    report = fetch(wrong, tmp_path / "raw", str(tmp_path / "mirror"))
    assert report["status"] == "missing"
    assert report["reason"].count("checksum mismatch") == len(sources)
    assert visible(tmp_path / "raw") == ["fetched.json"]


def test_compressors_may_differ_if_the_content_is_hashed(tmp_path):
    (tmp_path / "mirror").mkdir()
    file = SourceFile("toy.bz2", content_sha256=SHA256)
    for level in (1, 9):
        (tmp_path / "mirror/toy.bz2").write_bytes(bz2.compress(DATA, level))
        assert fetch(descriptor(file), tmp_path / "raw", str(tmp_path / "mirror"))["status"] == "ok"


def test_broken_download_resumes_where_it_stopped(tmp_path, server):
    server.faults = [DATA[:1000], DATA[1000:1500]]
    file = SourceFile("toy.csv", (server.address + "/toy.csv",), SHA256)
    assert fetch(descriptor(file), tmp_path, sleep=no_sleep)["status"] == "ok"
    ranges = [requested for _, requested in server.seen]
    assert ranges == [None, "bytes=1000-", "bytes=1500-"]
    assert visible(tmp_path) == ["fetched.json", "toy.csv"]


def test_a_later_run_resumes_a_broken_download(tmp_path, server):
    file = SourceFile("toy.csv", (server.address + "/toy.csv",), SHA256)
    server.faults = [DATA[:1000], DATA[1000:1000], DATA[1000:1000]]
    assert fetch(descriptor(file), tmp_path, sleep=no_sleep)["status"] == "missing"
    assert not (tmp_path / "toy.csv").exists()
    assert fetch(descriptor(file), tmp_path, sleep=no_sleep)["status"] == "ok"
    assert server.seen[-1] == ("/toy.csv", "bytes=1000-")


def test_unhashed_download_starts_afresh(tmp_path, server):
    server.faults = [DATA[:1000]]
    file = SourceFile("toy.csv", (server.address + "/toy.csv",))
    assert fetch(descriptor(file), tmp_path, sleep=no_sleep)["status"] == "ok"
    assert [requested for _, requested in server.seen] == [None, None]
    assert (tmp_path / "toy.csv").read_bytes() == DATA


def test_passing_faults_are_retried_with_growing_pauses(tmp_path, server):
    server.faults = [503, 429]
    pauses: list[float] = []
    file = SourceFile("toy.csv", (server.address,), SHA256)
    assert fetch(descriptor(file), tmp_path, sleep=pauses.append)["status"] == "ok"
    assert pauses == sorted(pauses)
    assert len(pauses) == 2


def test_lasting_faults_are_not_retried(tmp_path, server):
    server.faults = [404]
    file = SourceFile("toy.csv", (server.address + "/gone", server.address + "/there"), SHA256)
    report = fetch(descriptor(file), tmp_path, sleep=no_sleep)
    assert [path for path, _ in server.seen] == ["/gone", "/there"]
    assert report["status"] == "ok"


def test_redirect_to_another_scheme_is_not_followed(tmp_path, server):
    secret = tmp_path / "secret"
    secret.write_bytes(DATA)
    server.faults = [secret.as_uri()] * 3
    file = SourceFile("toy.csv", (server.address,), SHA256)
    assert fetch(descriptor(file), tmp_path / "raw", sleep=no_sleep)["status"] == "missing"


@pytest.mark.parametrize("announced", [True, False])
def test_files_beyond_their_cap_are_refused_and_not_kept(tmp_path, server, mirror, announced):
    file = SourceFile("uci/toy.csv", (server.address,), SHA256, max_bytes=1000)
    place = None if announced else str(mirror)
    report = fetch(
        descriptor(replace(file, url=file.url if announced else ())), tmp_path / "raw", place
    )
    assert report["status"] == "missing"
    assert "1000" in report["reason"] and "refused" in report["reason"]
    assert visible(tmp_path / "raw") == ["fetched.json"]


def test_next_source_is_tried_and_named(tmp_path, mirror):
    first, second = SourceFile("uci/none.csv"), SourceFile("uci/toy.csv", (), SHA256)
    sources = tuple(Source(files=(file,), format="delimited") for file in (first, second))
    report = fetch(descriptor(sources=sources), tmp_path / "raw", str(mirror))
    assert (report["status"], report["source"]) == ("ok", 1)


def test_bundled_and_drawn_sets_need_no_file(tmp_path):
    for name in ("wdbc", "twonorm"):
        assert fetch(CATALOGUE[name], tmp_path / name) == {"status": "ok", "source": 0, "files": []}


def test_an_unavailable_set_says_why_and_how_to_get_it(tmp_path):
    reason = fetch(CATALOGUE["eeg_emotion"], tmp_path)["reason"]
    assert "licence" in reason and "own/eeg_emotion.npz" in reason


def test_own_copy_in_the_mirror_is_taken(tmp_path):
    (tmp_path / "mirror/own").mkdir(parents=True)
    (tmp_path / "mirror/own/ethn.csv").write_text("1,2,-1\n3,4,1\n")
    assert fetch(CATALOGUE["ethn"], tmp_path / "raw", str(tmp_path / "mirror"))["status"] == "ok"


def test_an_unreachable_host_is_asked_once(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
    pauses: list[float] = []
    file = SourceFile("toy.csv", (address + "/a", address + "/b"), SHA256)
    report = fetch(descriptor(file), tmp_path, sleep=pauses.append)
    assert "is out of reach" in report["reason"]
    assert pauses == []


def test_silent_server_costs_no_more_than_the_patience(tmp_path, monkeypatch):
    monkeypatch.setattr(download, "SOCKET_SECONDS", 0.05)
    monkeypatch.setattr(download, "WAITING_SECONDS", 0.12)
    monkeypatch.setattr(download, "RETRY_SECONDS", (0.0, 0.0))
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        urls = tuple(f"{address}/{number}" for number in range(50))
        started = time.monotonic()
        report = fetch(descriptor(SourceFile("toy.csv", urls, SHA256)), tmp_path, sleep=no_sleep)
    assert time.monotonic() - started < 2
    assert "of waiting are used up" in report["reason"]


def test_large_download_shows_a_bar(tmp_path, server, monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(download, "PROGRESS_BYTES", 1000)
    file = SourceFile("toy.csv", (server.address,), SHA256)
    fetch(descriptor(file), tmp_path)
    assert "toy.csv [" in capsys.readouterr().err


class Versions(Handler):
    """A server that names the version of its content and goes on only within a version."""

    def do_GET(self) -> None:
        server = self.server
        tag = f'"{hashlib.sha256(server.content).hexdigest()[:8]}"'
        wanted = self.headers.get("Range")
        server.seen.append((self.headers.get("If-Range") or "", wanted))
        start = int(wanted.removeprefix("bytes=")[:-1]) if wanted else 0
        if self.headers.get("If-Range") not in (None, tag):
            start = 0
        self.send_response(206 if start else 200)
        self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(server.content) - start))
        total = len(server.content)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{total - 1}/{total}")
        self.end_headers()
        end = server.faults.pop(0) if server.faults else None
        self.wfile.write(server.content[start:end])


@pytest.fixture
def versions(server, monkeypatch):
    server.RequestHandlerClass = Versions
    return server


def test_an_unhashed_download_resumes_if_the_server_has_the_same_version(tmp_path, versions):
    versions.faults = [1000, 1500]
    file = SourceFile("toy.csv", (versions.address + "/toy.csv",))
    assert fetch(descriptor(file), tmp_path, sleep=no_sleep)["status"] == "ok"
    assert [wanted for _, wanted in versions.seen] == [None, "bytes=1000-", "bytes=1500-"]
    assert (tmp_path / "toy.csv").read_bytes() == DATA
    assert visible(tmp_path) == ["fetched.json", "toy.csv"]


def test_a_later_run_resumes_an_unhashed_download_unless_the_file_has_changed(tmp_path, versions):
    file = SourceFile("toy.csv", (versions.address + "/toy.csv",))
    for content in (DATA, DATA[::-1]):
        versions.content = DATA
        versions.faults = [1000, 1000, 1000]
        assert fetch(descriptor(file), tmp_path, sleep=no_sleep)["status"] == "missing"
        versions.content = content
        assert fetch(descriptor(file), tmp_path, sleep=no_sleep)["status"] == "ok"
        assert versions.seen[-1][1] == "bytes=1000-"
        assert (tmp_path / "toy.csv").read_bytes() == content


def test_a_folder_of_the_mirror_stands_for_its_tar_file(tmp_path):
    for name in ("b/2.txt", "a/1.txt"):
        (tmp_path / "mirror/own/set" / name).parent.mkdir(parents=True)
        (tmp_path / "mirror/own/set" / name).write_text(name)
    file = SourceFile("own/set.tar")
    hashes = set()
    for attempt in ("raw", "again"):
        report = fetch(descriptor(file), tmp_path / attempt, str(tmp_path / "mirror"))
        hashes.add(report["files"][0]["sha256"])
        assert visible(tmp_path / attempt) == ["fetched.json", "set.tar"]
    assert len(hashes) == 1  # whenever it is packed
    with tarfile.open(tmp_path / "raw/set.tar") as archive:
        assert archive.getnames() == ["set/a/1.txt", "set/b/2.txt"]
    small = replace(file, max_bytes=10)
    reason = fetch(descriptor(small), tmp_path / "small", str(tmp_path / "mirror"))["reason"]
    assert "14 bytes in its files, the cap is 10; refused" in reason


def test_the_log_tells_how_far_a_large_download_is(tmp_path, server, monkeypatch, capsys):
    monkeypatch.setattr(download, "LOG_SECONDS", 0.0)
    monkeypatch.setattr(download, "PROGRESS_BYTES", 0)
    file = SourceFile("toy.csv", (server.address + "/toy.csv",), SHA256)
    assert fetch(descriptor(file), tmp_path, sleep=no_sleep)["status"] == "ok"
    *_, last = lines = capsys.readouterr().err.splitlines()
    assert last == "toy.csv 0.0 of 0.0 MB" and len(lines) > 1
    assert not any("\r" in line for line in lines)


def test_a_larger_cap_gives_a_download_more_time(tmp_path, server, monkeypatch):
    monkeypatch.setattr(download, "DOWNLOAD_SECONDS", -1.0)
    file = SourceFile("toy.csv", (server.address,), SHA256, max_bytes=2 * download.MAX_BYTES)
    assert "not finished after -2 s" in fetch(descriptor(file), tmp_path)["reason"]
