"""A server that answers as that of OpenML does, with small data of our own.

Data sets: 31 has words, gaps, dates, a column that names the rows and one to be ignored; 32 is
sparse; 33 has the sparse rows with a word among the features. Task 3 has the target and splits of
31: two repeats of three folds. Suite 99, or `small`, has tasks 3 and 4, and 4 is no classification.
"""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np

N_ROWS, REPEATS, FOLDS = 24, 2, 3
N_SPARSE = 8
COLOURS = ("red", "green", "dark blue")


def dense_arff() -> str:
    rows = [
        f"{row + 100},{row % 7}.5,{'?' if row == 5 else repr(COLOURS[row % 3])},"
        f"2024-01-{row + 1:02d},note {row % 4},{row * 2},{'yes' if row % 2 else 'no'}"
        for row in range(N_ROWS)
    ]
    return "\n".join(
        [
            "% made up", "@RELATION visits", "", "@ATTRIBUTE number INTEGER",
            "@ATTRIBUTE size REAL", "@ATTRIBUTE colour {red,green,'dark blue'}",
            '@ATTRIBUTE day DATE "yyyy-MM-dd"', "@ATTRIBUTE remark STRING",
            "@ATTRIBUTE leak NUMERIC", "@ATTRIBUTE class {no,yes}", "", "@DATA", *rows, "",
        ]
    )  # fmt: skip


DENSE_FEATURES = (
    ("number", "numeric", ()), ("size", "numeric", ()), ("colour", "nominal", COLOURS),
    ("day", "date", ()), ("remark", "string", ()), ("leak", "numeric", ()),
    ("class", "nominal", ("no", "yes")),
)  # fmt: skip


def sparse_arff(word: bool) -> str:
    """Eight rows; the last row and the last feature are all 0, and -1 is written, 1 is not."""
    kind = "{small,large}" if word else "NUMERIC"
    rows = [f"{{0 {2.0**-row!r}, 3 -1}}" if row % 2 else f"{{0 {row}}}" for row in range(6)]
    rows += ["{1 large, 3 -1}" if word else "{1 0.1, 3 -1}", "{ }"]
    head = ["@RELATION thin", "@ATTRIBUTE a NUMERIC", f"@ATTRIBUTE b {kind}"]
    head += ["@ATTRIBUTE c NUMERIC", "@ATTRIBUTE y {1,-1}", "@DATA"]
    return "\n".join([*head, *rows, ""])


def sparse_features(word: bool) -> tuple:
    b = ("b", "nominal", ("small", "large")) if word else ("b", "numeric", ())
    return (("a", "numeric", ()), b, ("c", "numeric", ()), ("y", "nominal", ("1", "-1")))


def splits() -> list[tuple[np.ndarray, np.ndarray]]:
    """Training and test rows of each split of task 3, in an order that is not that of rows."""
    parts = []
    for repeat in range(REPEATS):
        rows = np.random.default_rng(repeat).permutation(N_ROWS)
        for fold in range(FOLDS):
            parts.append((rows[rows % FOLDS != fold], rows[rows % FOLDS == fold]))
    return parts


def splits_arff() -> str:
    lines = [
        f"{part},{row},{at // FOLDS},{at % FOLDS}"
        for at, split in enumerate(splits())
        for part, rows in zip(("TRAIN", "TEST"), split, strict=True)
        for row in rows
    ]
    head = ["@relation visits_splits", "", "@attribute type {TRAIN,TEST}"]
    head += [f"@attribute {name} numeric" for name in ("rowid", "repeat", "fold")]
    return "\n".join([*head, "", "@data", *lines, ""])


def answer(root: str, content: str) -> str:
    return f'<oml:{root} xmlns:oml="http://openml.org/openml">{content}</oml:{root}>'


def tag(name: str, text: object) -> str:
    return f"<oml:{name}>{text}</oml:{name}>"


def description(number: int, data: str, address: str, **more: object) -> str:
    entries = {
        "id": number, "name": f"Visits-{number}", "version": 1, "description": "made up",
        "format": "ARFF", "upload_date": "2024-01-01T00:00:00", "licence": "CC BY 4.0",
        "url": f"{address}/data/v1/download/{number}/data.arff", "file_id": number,
        "default_target_attribute": "class", "citation": "Own data &amp; own words",
        "visibility": "public", "status": "active",
        "md5_checksum": hashlib.md5(data.encode()).hexdigest(), **more,
    }  # fmt: skip
    texts = [tag(key, text) for key, text in entries.items() if text is not None]
    return answer("data_set_description", "".join(texts))


def features(listed: tuple, target: str) -> str:
    content = ""
    for at, (name, kind, values) in enumerate(listed):
        words = "".join(tag("nominal_value", value) for value in values)
        content += tag(
            "feature",
            tag("index", at) + tag("name", name) + tag("data_type", kind) + words
            + tag("is_target", str(name == target).lower()) + tag("is_ignore", "false")
            + tag("is_row_identifier", "false") + tag("number_of_missing_values", 0),
        )  # fmt: skip
    return answer("data_features", content)


def task(number: int, type_number: int, type_name: str, target: str, address: str) -> str:
    data_set = tag("data_set", tag("data_set_id", 31) + tag("target_feature", target))
    parameters = "".join(
        f'<oml:parameter name="{name}">{value}</oml:parameter>'
        for name, value in {"number_repeats": REPEATS, "number_folds": FOLDS}.items()
    )
    url = f"{address}/api_splits/get/{number}/Task_{number}_splits.arff"
    procedure = tag("type", "crossvalidation") + tag("data_splits_url", url) + parameters
    return answer(
        "task",
        tag("task_id", number) + tag("task_type_id", type_number) + tag("task_type", type_name)
        + f'<oml:input name="source_data">{data_set}</oml:input>'
        + f'<oml:input name="estimation_procedure">{tag("estimation_procedure", procedure)}'
        + "</oml:input>",
    )  # fmt: skip


def suite() -> str:
    ids = tag("tasks", tag("task_id", 3) + tag("task_id", 4))
    return answer("study", tag("id", 99) + tag("main_entity_type", "task") + ids)


@dataclass
class Site:
    """What is served at which path; a fault of a path is "hang" or a number of bytes."""

    address: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    faults: dict[str, object] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    let_go: threading.Event = field(default_factory=threading.Event)

    @property
    def api(self) -> str:
        return f"{self.address}/api/v1/xml"

    def fill(self) -> None:
        dense = dense_arff()
        self.add_data(31, dense, DENSE_FEATURES, "class", row_id_attribute="number",
                      ignore_attribute="leak")  # fmt: skip
        for number, word in ((32, False), (33, True)):
            self.add_data(number, sparse_arff(word), sparse_features(word), "y",
                          format="Sparse_ARFF", default_target_attribute="y")  # fmt: skip
        for number, kind, name, target in (
            (3, 1, "Supervised Classification", "class"), (4, 2, "Supervised Regression", "size"),
        ):  # fmt: skip
            self.pages[f"/api/v1/xml/task/{number}"] = task(
                number, kind, name, target, self.address
            )
            self.pages[f"/api_splits/get/{number}/Task_{number}_splits.arff"] = splits_arff()
        for name in ("99", "small"):
            self.pages[f"/api/v1/xml/study/{name}"] = suite()

    def add_data(self, number: int, data: str, listed: tuple, target: str, **more: object) -> None:
        n_rows = N_ROWS if number == 31 else N_SPARSE
        self.pages[f"/api/v1/xml/data/{number}"] = description(number, data, self.address, **more)
        self.pages[f"/api/v1/xml/data/features/{number}"] = features(listed, target)
        quality = tag("quality", tag("name", "NumberOfInstances") + tag("value", f"{n_rows}.0"))
        self.pages[f"/api/v1/xml/data/qualities/{number}"] = answer("data_qualities", quality)
        self.pages[f"/data/v1/download/{number}/data.arff"] = data


class Handler(BaseHTTPRequestHandler):
    site: Site

    def do_GET(self) -> None:
        site = self.site
        site.asked.append(self.path)
        fault = site.faults.get(self.path)
        if fault == "hang":
            site.let_go.wait(30)
            return
        page = site.pages.get(self.path)
        if page is None:
            message = tag("code", 111) + tag("message", "Unknown dataset")
            self.reply(412, answer("error", message).encode())
        else:
            self.reply(200, page.encode() + b"%" * int(fault or 0), announced=not fault)

    def reply(self, status: int, body: bytes, announced: bool = True) -> None:
        self.send_response(status)
        if announced:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def running() -> Iterator[Site]:
    site = Site()
    handler = type("OfSite", (Handler,), {"site": site})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        site.address = f"http://127.0.0.1:{server.server_port}"
        site.fill()
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield site
        finally:
            site.let_go.set()
            server.shutdown()
            thread.join()


def fill_cache(site: Site, cache: Path) -> None:
    """The files of the site where the client keeps them."""
    for number in (31, 32, 33):
        for name, path in {
            "description.xml": f"/api/v1/xml/data/{number}",
            "features.xml": f"/api/v1/xml/data/features/{number}",
            "qualities.xml": f"/api/v1/xml/data/qualities/{number}",
            "dataset.arff": f"/data/v1/download/{number}/data.arff",
        }.items():
            _put(cache / "datasets" / str(number) / name, site.pages[path])
    for number in (3, 4):
        splits_path = f"/api_splits/get/{number}/Task_{number}_splits.arff"
        _put(cache / "tasks" / str(number) / "task.xml", site.pages[f"/api/v1/xml/task/{number}"])
        _put(cache / "tasks" / str(number) / "datasplits.arff", site.pages[splits_path])
    for name in ("99", "small"):
        _put(cache / "study" / name / "suite.xml", site.pages[f"/api/v1/xml/study/{name}"])


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
