"""Fetching: mirror before upstream, verified before visible, never stuck."""

import bz2
import hashlib
import io
import socket
import sys
import tarfile
import threading
import urllib.error
import urllib.request
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from msgspec.structs import replace

from methods.data import download
from methods.data.catalogue import Descriptor, Source, SourceFile, load_catalogue
from methods.data.fetch import damaged_files, fetch, fetch_again
from methods.errors import UserError
from methods.sealed_files import made_from, read_sealed_json

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


def test_a_part_from_one_place_is_not_continued_from_another(tmp_path, server):
    server.faults = [b"x" * 1000, b"", b""]
    addresses = tuple(f"{server.address}/{name}.csv" for name in ("other", "toy"))
    report = fetch(descriptor(SourceFile("toy.csv", addresses, SHA256)), tmp_path, sleep=no_sleep)
    assert report["status"] == "ok" and server.seen[-1] == ("/toy.csv", None)
    assert (tmp_path / "toy.csv").read_bytes() == DATA


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
    asked: list[str] = []
    ask = urllib.request.urlopen
    monkeypatch.setattr(
        urllib.request, "urlopen",
        lambda request, **options: asked.append(request.full_url) or ask(request, **options),
    )  # fmt: skip
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        urls = tuple(f"{address}/{number}" for number in range(50))
        report = fetch(descriptor(SourceFile("toy.csv", urls, SHA256)), tmp_path, sleep=no_sleep)
    assert asked == [urls[0]] * len(asked) and 1 <= len(asked) <= 3  # of 0.05 s at least
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


# --- places and verdicts ------------------------------------------------------------------------


def test_a_folder_for_a_tar_file_is_packed_only_if_the_tar_file_is_not_there(tmp_path):
    own = tmp_path / "mirror/own"
    (own / "set").mkdir(parents=True)
    (own / "set/a").write_bytes(b"folder")
    (own / "set.tar").write_bytes(b"file")
    fetch(descriptor(SourceFile("own/set.tar")), tmp_path / "raw", str(tmp_path / "mirror"))
    assert (tmp_path / "raw/set.tar").read_bytes() == b"file"
    for name in ("set.zip", "other.tar"):
        (own / name).unlink(missing_ok=True)
        place = str(tmp_path / "mirror")
        report = fetch(descriptor(SourceFile(f"own/{name}")), tmp_path / "raw", place)
        assert report["reason"] == f"toy: {own / name}: No such file or directory"


def test_paths_of_a_mirror_are_quoted_in_its_address_and_not_in_its_folder(tmp_path, server):
    file = SourceFile("own/a b.csv")
    (tmp_path / "mi rror/own").mkdir(parents=True)
    (tmp_path / "mi rror/own/a b.csv").write_bytes(DATA)
    assert fetch(descriptor(file), tmp_path / "a", server.address)["status"] == "ok"
    assert server.seen == [("/own/a%20b.csv", None)]
    for mirror in (str(tmp_path / "mi rror"), (tmp_path / "mi rror").as_uri()):
        assert fetch(descriptor(file), tmp_path / "b", mirror)["status"] == "ok"


def test_without_a_place_the_reason_says_what_is_missing(tmp_path):
    report = fetch(descriptor(SourceFile("uci/toy.csv")), tmp_path)
    reason = "toy: uci/toy.csv: only a mirror can have it and none is set"
    assert report == {"status": "missing", "reason": reason, "mirror": None}
    where = str(tmp_path / "mirror")
    two = tuple(Source(files=(SourceFile(f"{n}.csv"),), format="delimited") for n in "ab")
    report = fetch(descriptor(sources=two), tmp_path / "raw", where)
    reasons = [f"{where}/{n}.csv: No such file or directory" for n in "ab"]
    assert (report["reason"], report["mirror"]) == (f"toy: {'; '.join(reasons)}", where)


@pytest.mark.parametrize("kind", ["md5", "sha256", "content_sha256"])
def test_each_checksum_is_verified(tmp_path, mirror, kind):
    got = hashlib.new(kind.removeprefix("content_"), DATA).hexdigest()
    for hash_, status in ((got, "ok"), (got[::-1], "missing")):
        file = SourceFile("uci/toy.csv", **{kind: hash_})
        report = fetch(descriptor(file), tmp_path / "raw", str(mirror))
        assert report["status"] == status
    assert report["reason"] == (
        f"toy: uci/toy.csv from {mirror}/uci/toy.csv: checksum mismatch,"
        f" {kind.replace('_', ' ')} expected {got[::-1]}, got {got}"
    )


def test_bytes_that_do_not_unpack_are_removed_and_the_next_place_is_tried(tmp_path, server):
    (tmp_path / "mirror").mkdir()
    (tmp_path / "mirror/toy.bz2").write_bytes(b"no bz2")
    server.content = bz2.compress(DATA)
    file = SourceFile("toy.bz2", (server.address + "/toy.bz2",), content_sha256=SHA256)
    report = fetch(descriptor(file), tmp_path / "raw", str(tmp_path / "mirror"))
    assert report["files"][0]["from"] == server.address + "/toy.bz2"
    assert visible(tmp_path / "raw") == ["fetched.json", "toy.bz2"]
    report = fetch(descriptor(replace(file, url=())), tmp_path / "b", str(tmp_path / "mirror"))
    assert "toy.bz2: not a readable .bz2 file" in report["reason"]
    assert visible(tmp_path / "b") == ["fetched.json"]


def test_what_is_made_of_files_does_not_depend_on_where_they_come_from(tmp_path, mirror, server):
    def content(name, file, place=None):
        fetch(descriptor(file), tmp_path / name, place, made_from={"rule": "r"})
        stated = made_from(tmp_path / name / "fetched.json")
        assert stated["rule"] == "r"
        return stated["content"]

    file = SourceFile("uci/toy.csv", (server.address + "/toy.csv",))
    same = {content("a", file), content("b", file, str(mirror))}
    assert len(same) == 1
    (mirror / "uci/toy.csv").write_bytes(b"other")
    gone, also_gone = SourceFile("uci/none.csv"), SourceFile("uci/gone.csv")
    others = [content("c", file, str(mirror)), content("d", gone), content("e", also_gone)]
    assert len(same | set(others)) == 4
    (tmp_path / "x").mkdir()
    assert content("f", gone, str(tmp_path / "x")) == content("g", gone, str(tmp_path / "y") + "/")


def test_what_is_made_of_files_depends_on_the_source_that_says_how_they_are_read(tmp_path):
    files = [SourceFile(f"{place}/toy.csv", (), SHA256) for place in ("own", "uci")]
    sources = tuple(Source(files=(file,), format="delimited") for file in files)
    contents = set()
    for place in ("own", "uci"):
        (tmp_path / place / place).mkdir(parents=True)
        (tmp_path / place / place / "toy.csv").write_bytes(DATA)
        folder = tmp_path / f"from {place}"
        fetch(descriptor(sources=sources), folder, str(tmp_path / place))
        assert visible(folder) == ["fetched.json", "toy.csv"]
        contents.add(made_from(folder / "fetched.json")["content"])
    assert len(contents) == 2


def test_files_with_other_bytes_than_the_report_says_are_named(tmp_path, mirror):
    files = (SourceFile("uci/toy.csv"), SourceFile("uci/two.csv"))
    (mirror / "uci/two.csv").write_bytes(b"two")
    report = fetch(descriptor(*files), tmp_path, str(mirror))
    assert list(damaged_files(tmp_path, report)) == []
    (tmp_path / "toy.csv").unlink()
    (tmp_path / "two.csv").write_bytes(b"Two")
    (damage,) = damaged_files(tmp_path, report)
    assert damage.path == tmp_path / "two.csv" and "fetched.json states" in str(damage)
    assert list(damaged_files(tmp_path, {"status": "missing"})) == []


# --- fetching again -----------------------------------------------------------------------------


@pytest.fixture
def again(tmp_path, mirror):
    """Fetch again what was fetched with or without the file; tell whether the report is new."""
    file, raw = SourceFile("uci/toy.csv"), tmp_path / "raw"

    def run(place=str(mirror)):
        fetch_again(descriptor(file), raw, place, {"rule": "new"})
        return made_from(raw / "fetched.json").get("rule") == "new"

    def first(place=str(mirror)):
        fetch(descriptor(file), raw, place, made_from={"rule": "old"})
        return raw

    run.first = first
    return run


def test_lost_files_come_back_without_a_new_report(again):
    raw = again.first()
    (raw / "toy.csv").unlink()
    assert not again() and (raw / "toy.csv").read_bytes() == DATA


def test_lost_files_that_nobody_has_any_more_are_an_error(again, tmp_path):
    raw = again.first()
    before = (raw / "fetched.json").read_bytes()
    (raw / "toy.csv").unlink()
    with pytest.raises(
        UserError, match=r"fetched.json are lost and could not be fetched again"
    ) as e:
        again(str(tmp_path / "nowhere"))
    assert "(toy: mirror/uci/toy.csv: No such file or directory)" in str(e.value)
    assert (raw / "fetched.json").read_bytes() == before


def test_a_data_set_that_is_missing_as_before_keeps_its_report(again, tmp_path):
    again.first(str(tmp_path / "nowhere"))
    assert not again(str(tmp_path / "nowhere")) and not again(str(tmp_path / "elsewhere"))
    assert again(None)  # for another reason


def test_a_data_set_that_is_there_at_last_has_a_new_report(again, tmp_path):
    raw = again.first(str(tmp_path / "nowhere"))
    assert again() and read_sealed_json(raw / "fetched.json")["status"] == "ok"


@pytest.mark.parametrize("report", [b"{", b"[]"])
def test_a_damaged_report_is_written_anew_unless_its_files_are_lost(again, tmp_path, report):
    raw = again.first()
    (raw / "fetched.json").write_bytes(report)
    assert again()
    (raw / "fetched.json").write_bytes(report)
    with pytest.raises(UserError, match="are lost"):
        again(str(tmp_path / "nowhere"))
    (raw / "toy.csv").unlink()
    (raw / ".toy.csv.part").touch()
    assert again(str(tmp_path / "nowhere"))


# --- transfers without a server -----------------------------------------------------------------


class Clock:
    """A clock that goes on by `step` seconds each time it is looked at."""

    def __init__(self, step=0.0):
        self.now, self.step = 0.0, step

    def monotonic(self):
        self.now += self.step
        return self.now


class Answer(io.BytesIO):
    """What a server answers to one request."""

    def __init__(self, body=DATA, status=200, url="http://x.invalid/toy", **headers):
        super().__init__(body)
        self.status, self.url, self.headers = status, url, Message()
        for key, value in headers.items():
            self.headers[key.replace("_", "-")] = value


PLAIN = SourceFile("toy.csv")


@pytest.fixture
def transfer(tmp_path, monkeypatch):
    """Download `file` where each request gets the next of the answers, or raises it."""
    part = tmp_path / "toy.part"
    clock = Clock()
    monkeypatch.setattr(download, "time", clock)

    def run(*answers, file=PLAIN, patience=None):
        waiting = list(answers)
        run.asked = []

        def urlopen(request, timeout):
            run.asked.append((request.get_header("Range"), request.get_header("If-range")))
            answer = waiting.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer

        monkeypatch.setattr(download.urllib.request, "urlopen", urlopen)
        run.pauses = []
        run.patience = patience or download.Patience(run.pauses.append)
        download.download(file, "http://x.invalid/toy", part, run.patience)
        return part.read_bytes()

    run.part, run.clock = part, clock
    return run


def http_error(status, body=b""):
    return urllib.error.HTTPError("http://x.invalid", status, "Reason", Message(), io.BytesIO(body))


def failed(transfer, *answers, **more):
    with pytest.raises(download.TransferError) as failure:
        transfer(*answers, **more)
    return str(failure.value)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 416])
def test_errors_that_may_pass_are_tried_three_times(transfer, status):
    assert transfer(http_error(status), http_error(status), Answer()) == DATA
    assert transfer.pauses == [0.5, 2.0] and transfer.patience.waited == 2.5
    reason = failed(transfer, *[http_error(status)] * 3)
    assert reason == f"http://x.invalid/toy: HTTP {status} Reason"
    assert transfer.pauses == [0.5, 2.0]


@pytest.mark.parametrize("status", [400, 403, 404, 407, 409, 410, 428, 430, 501, 505])
def test_other_errors_end_the_download_at_once(transfer, status):
    assert failed(transfer, http_error(status)).endswith(f"HTTP {status} Reason")
    assert transfer.pauses == [] and len(transfer.asked) == 1


@pytest.mark.parametrize(
    ("cause", "is_out"),
    [
        (socket.gaierror("no name"), True),
        (ConnectionRefusedError("refused"), True),
        (TimeoutError("slow"), True),
        (ConnectionResetError("reset"), False),
    ],
)
def test_a_host_that_cannot_be_connected_to_is_not_asked_again(transfer, cause, is_out):
    error = urllib.error.URLError(cause)
    reason = failed(transfer, *[error] * 3)
    assert reason == f"http://x.invalid/toy: {type(cause).__name__}: {cause}"
    assert len(transfer.asked) == (1 if is_out else 3)
    assert transfer.patience.unreachable == ({"x.invalid"} if is_out else set())
    again = failed(transfer, *[error] * 3, patience=transfer.patience)
    assert again.endswith("x.invalid is out of reach") == is_out
    # an error of a connection that was there may pass
    assert transfer(cause, cause, Answer()) == DATA


def test_attempts_that_deliver_nothing_use_up_the_patience(transfer):
    transfer.clock.step = 4.0
    reason = failed(transfer, *[TimeoutError("slow")] * 3)
    assert reason == "http://x.invalid/toy: TimeoutError: slow"
    assert transfer.patience.waited == 3 * 4 + 0.5 + 2
    transfer.clock.step = 6.0
    reason = failed(transfer, *[TimeoutError("slow")] * 3)
    assert reason == "http://x.invalid/toy: TimeoutError: slow"
    assert "not tried, 15 s of waiting are used up" in failed(
        transfer, Answer(), patience=transfer.patience
    )
    just = download.Patience(no_sleep, waited=15.0)
    assert transfer(Answer(), patience=just) == DATA


def test_attempts_that_deliver_something_cost_no_patience(transfer):
    transfer.clock.step = 4.0
    file = SourceFile("toy.csv", sha256=SHA256)
    halves = [Answer(DATA[:9], Content_Length="99"), ConnectionResetError("gone")]
    rest = Answer(DATA[9:], 206, Content_Range=f"bytes 9-{len(DATA) - 1}/{len(DATA)}")
    assert transfer(*halves, rest, file=file) == DATA
    assert transfer.asked == [(None, None), ("bytes=9-", None), ("bytes=9-", None)]
    assert transfer.patience.waited == 0.5 + 4 + 2


def test_a_part_that_the_server_cannot_continue_is_fetched_afresh(transfer):
    file = SourceFile("toy.csv", sha256=SHA256)
    transfer.part.write_bytes(DATA)
    assert transfer(http_error(416), Answer(), file=file) == DATA
    assert transfer.asked == [(f"bytes={len(DATA)}-", None), (None, None)]


def content_range(start):
    return {"status": 206, "Content_Range": f"bytes {start}-{len(DATA) - 1}/{len(DATA)}"}


@pytest.mark.parametrize(
    "answer",
    [
        Answer(DATA),
        Answer(DATA, 200, Content_Range="bytes 9-99/100"),
        Answer(DATA, **content_range(0)),
        Answer(DATA, **content_range(90)),
        Answer(DATA, 206),
    ],
    ids=["all", "not partial", "from the start", "another start", "no range"],
)
def test_a_part_is_continued_only_where_it_stopped(transfer, answer):
    transfer.part.write_bytes(DATA[:9])
    assert transfer(answer, file=SourceFile("toy.csv", sha256=SHA256)) == DATA
    assert transfer.asked == [("bytes=9-", None)]


def test_a_part_of_another_version_is_thrown_away(transfer):
    transfer.part.write_bytes(b"old bytes")
    download.version_file(transfer.part).write_text('"one"')
    other = Answer(DATA[9:], ETag='"two"', **content_range(9))
    assert transfer(other, Answer(ETag='"two"')) == DATA
    assert transfer.asked == [("bytes=9-", '"one"'), (None, None)]
    assert download.version_file(transfer.part).read_text() == '"two"'
    transfer.part.write_bytes(DATA[:9])
    for tag in ({"ETag": '"two"'}, {}):
        transfer.part.write_bytes(DATA[:9])
        assert transfer(Answer(DATA[9:], **tag, **content_range(9))) == DATA


@pytest.mark.parametrize(
    ("headers", "version"),
    [
        ({"ETag": '"a"', "Last_Modified": "Monday"}, '"a"'),
        ({"ETag": 'W/"a"', "Last_Modified": "Monday"}, "Monday"),
        ({"Last_Modified": "Monday"}, "Monday"),
        ({"ETag": 'W/"a"'}, ""),
        ({}, ""),
    ],
)
def test_a_version_is_called_by_its_tag_or_its_date(transfer, headers, version):
    transfer(Answer(**headers))
    assert download.version_file(transfer.part).read_text() == version


@pytest.mark.parametrize("length", [None, "x", "", str(len(DATA))])
def test_a_server_may_say_no_length(transfer, length):
    headers = {} if length is None else {"Content_Length": length}
    assert transfer(Answer(**headers)) == DATA


def test_less_than_the_announced_length_is_tried_again(transfer):
    short = [Answer(DATA[:-1], Content_Length=str(len(DATA))) for _ in range(3)]
    reason = failed(transfer, *short)
    n = len(DATA)
    assert reason.endswith(f"ConnectionResetError: connection closed after {n - 1} of {n} bytes")


def test_a_redirect_that_leaves_the_web_is_refused(transfer):
    reason = failed(transfer, Answer(url="ftp://x.invalid/toy"))
    assert reason == "http://x.invalid/toy: redirects to ftp://x.invalid/toy; refused"
    assert transfer(Answer(url="https://y.invalid/toy")) == DATA


@pytest.mark.parametrize("announced", [True, False])
def test_a_file_of_the_size_of_its_cap_is_taken(transfer, announced):
    headers = {"Content_Length": str(len(DATA))} if announced else {}
    file = SourceFile("toy.csv", max_bytes=len(DATA))
    assert transfer(Answer(**headers), file=file) == DATA
    small = SourceFile("toy.csv", max_bytes=len(DATA) - 1)
    reason = failed(transfer, Answer(**headers), file=small)
    size = f"{len(DATA)} bytes announced, the cap is" if announced else "more than"
    bytes_ = "" if announced else " bytes"
    assert reason == f"http://x.invalid/toy: {size} {len(DATA) - 1}{bytes_}; refused"
    assert announced or transfer.part.read_bytes() == b""


def test_a_server_of_openml_says_what_is_wrong(transfer):
    body = b"<x><oml:message>no\n &lt;such&gt; data</oml:message><oml:message>2</oml:message></x>"
    assert failed(transfer, http_error(404, body)).endswith("HTTP 404 Reason: no <such> data")
    assert failed(transfer, http_error(404, b"<p>gone</p>")).endswith("HTTP 404 Reason")

    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise TimeoutError

    broken = urllib.error.HTTPError("http://x", 404, "Reason", Message(), Broken())
    assert failed(transfer, broken).endswith("HTTP 404 Reason")


@pytest.mark.parametrize(
    ("cap", "seconds"), [(None, 900), (len(DATA), 900), (2 * download.MAX_BYTES, 1800)]
)
def test_a_download_has_a_quarter_of_an_hour_and_more_for_a_larger_cap(transfer, cap, seconds):
    class Slow(Answer):
        def read1(self, size=-1):
            transfer.clock.now += wait
            return super().read1(len(DATA) // 2)

    file = SourceFile("toy.csv", max_bytes=cap)
    wait = seconds / 2
    assert transfer(Slow(), file=file) == DATA
    wait += 0.5
    reason = failed(transfer, Slow(), file=file)
    assert reason == f"http://x.invalid/toy: not finished after {seconds} s"


# --- progress -----------------------------------------------------------------------------------

MEGABYTE = 2**20


def streamed(monkeypatch, capsys, chunks, step, terminal, expected=None, received=0):
    monkeypatch.setattr(download, "time", Clock(step))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    out, file = io.BytesIO(), SourceFile("own/toy.csv")
    n = download._stream(file, "http://x", iter(chunks), out, received, expected)
    assert n == received + sum(map(len, chunks)) and out.getvalue() == b"".join(chunks)
    return capsys.readouterr().err


def test_a_small_file_shows_no_progress(monkeypatch, capsys):
    five = [bytes(MEGABYTE)] * 5
    for terminal in (False, True):
        assert streamed(monkeypatch, capsys, five, 0.0, terminal, received=99) == ""


def test_a_log_has_a_line_in_ten_seconds_and_one_at_the_end(monkeypatch, capsys):
    six = [bytes(MEGABYTE)] * 6
    last = "toy.csv 6.0 of 6.0 MB\n"
    assert streamed(monkeypatch, capsys, six, 0.0, False, 6 * MEGABYTE) == last
    # the clock is looked at twice for a chunk with a line
    lines = streamed(monkeypatch, capsys, six, 5.1, False, 6 * MEGABYTE)
    assert lines == "toy.csv 2.0 of 6.0 MB\ntoy.csv 4.0 of 6.0 MB\ntoy.csv 6.0 of 6.0 MB\n" + last
    assert streamed(monkeypatch, capsys, [b"a"] * 2, 5.0, False) == ""
    assert streamed(monkeypatch, capsys, [b"a"] * 2, 5.1, False) == "toy.csv 0.0 MB\n"


def test_a_terminal_has_a_bar_that_fills(monkeypatch, capsys):
    six = [bytes(MEGABYTE)] * 6
    bars = streamed(monkeypatch, capsys, six, 1.1, True, 6 * MEGABYTE).split("\r")[1:]
    assert bars == [
        f"toy.csv [{'#' * 5 * n}{'-' * (30 - 5 * n)}] {n}.0 of 6.0 MB" for n in range(1, 7)
    ] + [f"toy.csv [{'#' * 30}] 6.0 of 6.0 MB\n"]
    unknown = streamed(monkeypatch, capsys, [b"a"], 1.1, True)
    assert unknown == f"\rtoy.csv [{'-' * 30}] 0.0 MB"
    assert streamed(monkeypatch, capsys, [b"a"], 1.0, True) == ""


# --- copies -------------------------------------------------------------------------------------


def test_a_copy_that_fails_leaves_nothing(tmp_path, monkeypatch):
    part = tmp_path / "part"
    part.write_bytes(b"of an earlier run")
    with pytest.raises(download.TransferError, match=r"none: No such file or directory$"):
        download.copy(SourceFile("toy.csv"), tmp_path / "none", part)
    assert not part.exists()


def test_a_folder_is_packed_up_to_its_cap_with_the_sizes_of_its_files(tmp_path):
    for name in ("set/b", "set/a/c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    part = tmp_path / "part"
    download.copy(SourceFile("set.tar", max_bytes=12), tmp_path / "set", part)
    with tarfile.open(part) as archive:
        content = {member.name: archive.extractfile(member).read() for member in archive}
    assert content == {"set/a/c": b"set/a/c", "set/b": b"set/b"}
    with pytest.raises(download.TransferError, match="12 bytes in its files, the cap is 11"):
        download.copy(SourceFile("set.tar", max_bytes=11), tmp_path / "set", part)
