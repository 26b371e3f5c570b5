"""OpenML: data sets and splits, from a server that answers as the real one, and from a cache."""

import dataclasses
import hashlib
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from methods.data import download
from methods.data.catalogue import Descriptor, Source, SourceFile, load_descriptor
from methods.data.fetch import fetch
from methods.data.openml_files import CACHE
from methods.data.openml_table import splits_of
from methods.data.prepare import DataSetMissing, content_hash, prepare
from methods.data.split_kinds import rows_of_split
from methods.errors import UserError
from methods.sealed_files import read_sealed_json
from tests.data import openml_server
from tests.data.openml_server import N_ROWS


@pytest.fixture
def site(openml_site):
    return openml_site


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(download, "SOCKET_SECONDS", 0.3)
    monkeypatch.setattr(download, "WAITING_SECONDS", 0.5)


def descriptor(source: Source, **changes) -> Descriptor:
    stated = {
        "name": "visits", "title": "Visits", "task": "binary", "shape": (None, None),
        "classes": {"no": 12, "yes": 12}, "licence": "", "origin": "", "citation": "",
        "printed": (), "sources": (source,), **changes,
    }  # fmt: skip
    return Descriptor(**stated)


def read(source: Source, folder: Path, mirror=None, **changes):
    wanted = descriptor(source, **changes)
    fetch(wanted, folder, mirror, sleep=lambda seconds: None)
    return prepare(wanted, folder)


THIN = {"classes": {"1": 4, "-1": 4}}


def test_a_data_set_has_the_types_and_the_target_that_the_site_lists(site, tmp_path):
    dataset = read(Source(openml=31), tmp_path / "raw")
    kinds = {column.name: column.kind for column in dataset.columns if not column.left_out}
    assert kinds == {
        "size": "numeric", "colour": "categorical", "day": "date", "remark": "categorical",
    }  # fmt: skip
    assert dataset.columns[2].categories == openml_server.COLOURS
    assert dataset.X.shape == (N_ROWS, 4)
    assert np.flatnonzero(np.isnan(dataset.X[:, 1])).tolist() == [5]
    assert dataset.y.tolist() == [row % 2 for row in range(N_ROWS)]


def test_columns_that_the_site_does_not_count_as_features_are_left_out_and_named(site, tmp_path):
    dataset = read(Source(openml=31), tmp_path / "raw")
    left_out = {column.name: column.left_out for column in dataset.columns if column.left_out}
    assert left_out == {
        "number": "OpenML says that it names the rows",
        "leak": "OpenML says that it is to be ignored",
    }
    assert "column 'leak' is left out: OpenML says that it is to be ignored" in dataset.notes
    source = Source(openml=31, columns={"leak": "numeric"})
    kept = read(source, tmp_path / "again")
    assert [c.name for c in kept.columns if c.left_out] == ["number"]


def test_the_report_has_a_hash_of_each_file_and_where_it_comes_from(site, tmp_path):
    read(Source(openml_task=3, openml_splits=6), tmp_path)
    files = read_sealed_json(tmp_path / "fetched.json")["files"]
    names = ["task.xml", "description.xml", "features.xml", "dataset.arff", "datasplits.arff"]
    assert [file["path"] for file in files] == names
    for file in files:
        content = (tmp_path / file["path"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == file["sha256"]
        assert file["from"].startswith(site.address)


@pytest.mark.parametrize("seed", [*range(6), 7])
def test_the_splits_of_a_task_are_its_row_numbers(site, tmp_path, seed):
    dataset = read(Source(openml_task=3, openml_splits=6), tmp_path)
    train, test = rows_of_split(dataset, "any", seed, {"kind": "openml"})
    expected_train, expected_test = openml_server.splits()[seed % 6]
    assert train.tolist() == expected_train.tolist()
    assert test.tolist() == expected_test.tolist()


def test_splits_and_types_are_those_that_the_client_itself_gives(site, openml, tmp_path):
    dataset = read(Source(openml_task=3, openml_splits=6), tmp_path / "raw")
    task = openml.tasks.get_task(3, download_splits=True)  # asks the server
    for seed in range(6):
        train, test = task.get_train_test_split_indices(repeat=seed // 3, fold=seed % 3)
        ours = rows_of_split(dataset, "any", seed, {"kind": "openml"})
        assert np.array_equal(ours[0], train) and np.array_equal(ours[1], test)


def test_a_wrong_number_of_splits_is_one_line_with_the_right_one(site, tmp_path):
    with pytest.raises(UserError, match=r"^OpenML task 3: has 6 splits; write openml_splits: 6$"):
        read(Source(openml_task=3, openml_splits=10), tmp_path)


def test_a_split_beyond_the_rows_is_named(site, tmp_path):
    path = "/api_splits/get/3/Task_3_splits.arff"
    site.pages = {**site.pages, path: site.pages[path].replace("TEST,21,", "TEST,24,")}
    with pytest.raises(UserError, match="a split has row 24; the data set has 24 rows"):
        read(Source(openml_task=3, openml_splits=6), tmp_path)


def test_a_task_of_another_type_is_refused(site, tmp_path):
    with pytest.raises(UserError, match="task 4 is Supervised Regression; only classification"):
        read(Source(openml_task=4, openml_splits=6), tmp_path)


def test_sparse_numbers_stay_sparse_and_lose_no_row_or_column_of_zeros(site, tmp_path):
    dataset = read(Source(openml=32), tmp_path, **THIN)
    expected = np.zeros((8, 3))
    expected[:6, 0] = [0, 0.5, 2, 0.125, 4, 2.0**-5]
    expected[6, 1] = 0.1
    assert np.array_equal(dataset.X.toarray(), expected)
    assert dataset.y.tolist() == [0, 1, 0, 1, 0, 1, 1, 0]


def test_a_sparse_file_with_words_becomes_a_table(site, tmp_path):
    dataset = read(Source(openml=33), tmp_path, **THIN)
    assert [c.kind for c in dataset.columns] == ["numeric", "categorical", "numeric"]
    assert dataset.X[:, 1].tolist() == [0, 0, 0, 0, 0, 0, 1, 0]
    assert dataset.columns[2].left_out.startswith("all rows have the same value")


@pytest.mark.parametrize("as_mirror", [True, False], ids=["as mirror", "where the client has it"])
def test_a_filled_cache_serves_without_network(openml_running, openml, tmp_path, as_mirror):
    """The address in the description is that of a server that is not asked."""
    mirror = tmp_path / "copy" if as_mirror else None
    place = mirror / CACHE if mirror else Path(openml.config.get_cache_directory())
    openml_server.fill_cache(openml_running, place)
    openml_running.asked.clear()
    dataset = read(Source(openml_task=3, openml_splits=6), tmp_path / "raw", mirror)
    assert len(dataset.y) == N_ROWS and not openml_running.asked
    assert sorted(path.name for path in (place / "datasets/31").iterdir()) == [
        "dataset.arff", "description.xml", "features.xml", "qualities.xml",
    ]  # fmt: skip


def test_server_and_cache_give_the_same_content(site, tmp_path):
    openml_server.fill_cache(site, tmp_path / "mirror" / CACHE)
    hashes = set()
    for folder, mirror in (("a", None), ("b", str(tmp_path / "mirror"))):
        d = read(Source(openml=31), tmp_path / folder, mirror)
        hashes.add(content_hash(d.X, [d.classes[c] for c in d.y], d.test, d.columns))
    assert len(hashes) == 1


def test_other_bytes_than_the_checksum_says_are_refused(site, tmp_path):
    path = "/data/v1/download/31/data.arff"
    site.pages = {**site.pages, path: site.pages[path].replace("0.5", "9.5")}
    with pytest.raises(DataSetMissing, match=r"dataset.arff .*checksum mismatch, md5 expected"):
        read(Source(openml=31), tmp_path)
    assert not (tmp_path / "dataset.arff").exists()


def test_other_bytes_in_the_mirror_are_refused_and_the_server_is_asked(site, tmp_path):
    place = tmp_path / "mirror" / CACHE
    openml_server.fill_cache(site, place)
    (place / "datasets/31/dataset.arff").write_text("@data\n")
    assert len(read(Source(openml=31), tmp_path / "raw", str(tmp_path / "mirror")).y) == N_ROWS
    assert site.asked == ["/data/v1/download/31/data.arff"]


def test_a_data_set_that_is_gone_is_missing_with_the_words_of_the_site(site, tmp_path):
    with pytest.raises(DataSetMissing, match="HTTP 412 Precondition Failed: Unknown dataset"):
        read(Source(openml=7), tmp_path)
    assert len(site.asked) == 1


def test_another_data_set_than_asked_for_is_refused(site, tmp_path):
    page = site.pages["/api/v1/xml/data/32"]
    site.pages = {**site.pages, "/api/v1/xml/data/31": page}
    with pytest.raises(DataSetMissing, match=r"is data_set_description 32, not .* 31"):
        read(Source(openml=31), tmp_path)


def test_a_deactivated_version_is_read_and_named(site, tmp_path):
    page = site.pages["/api/v1/xml/data/31"].replace(">active<", ">deactivated<")
    site.pages = {**site.pages, "/api/v1/xml/data/31": page}
    notes = read(Source(openml=31), tmp_path).notes
    assert "OpenML has this version as deactivated, not as active" in notes


def test_a_data_address_that_is_no_web_address_is_not_opened(site, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("x")
    page = site.pages["/api/v1/xml/data/31"]
    page = page.replace(f"{site.address}/data/v1/download/31/data.arff", secret.as_uri())
    site.pages = {**site.pages, "/api/v1/xml/data/31": page}
    with pytest.raises(DataSetMissing, match="is no address of the web; refused"):
        read(Source(openml=31), tmp_path / "raw")


@pytest.mark.parametrize(
    "path", ["/api/v1/xml/data/31", "/data/v1/download/31/data.arff"], ids=["answer", "data"]
)
def test_a_server_that_hangs_costs_no_more_than_the_patience(site, tmp_path, quick, path):
    site.faults = {path: "hang"}
    started = time.monotonic()
    with pytest.raises(DataSetMissing, match=r"timed out|seconds? of waiting|s of waiting"):
        read(Source(openml=31), tmp_path)
    assert time.monotonic() - started < 10


def test_more_than_the_cap_is_refused_and_not_kept(site, tmp_path):
    site.faults = {"/data/v1/download/31/data.arff": 10_000}
    with pytest.raises(DataSetMissing, match="more than 5000 bytes; refused"):
        read(Source(openml=31, max_bytes=5000), tmp_path)
    assert not list(tmp_path.glob("*.arff"))


def test_the_list_of_columns_must_be_that_of_the_file(site, tmp_path):
    path = "/api/v1/xml/data/features/31"
    site.pages = {**site.pages, path: site.pages[path].replace(">size<", ">length<")}
    with pytest.raises(UserError, match="OpenML's list of columns and the file differ: 'length'"):
        read(Source(openml=31), tmp_path)


def test_without_a_target_the_remedy_is_named(site, tmp_path):
    page = site.pages["/api/v1/xml/data/31"]
    page = page.replace("<oml:default_target_attribute>class</oml:default_target_attribute>", "")
    site.pages = {**site.pages, "/api/v1/xml/data/31": page}
    with pytest.raises(UserError, match="states no single target; write target: <a column>"):
        read(Source(openml=31), tmp_path / "raw")
    assert len(read(Source(openml=31, target="class"), tmp_path / "stated").y) == N_ROWS


def test_a_damaged_answer_never_makes_the_client_ask_the_server(site, tmp_path):
    path = "/api/v1/xml/data/features/31"
    site.pages = {**site.pages, path: "<oml:data_features>"}
    with pytest.raises(UserError, match="cannot be read as its descriptor says"):
        read(Source(openml=31), tmp_path)
    assert site.asked.count(path) == 1


def test_settings_of_the_client_are_as_before(site, openml, tmp_path):
    before = openml.config.server, openml.config._root_cache_directory
    read(Source(openml=31), tmp_path / "raw")
    assert (openml.config.server, openml.config._root_cache_directory) == before


def test_without_the_client_the_data_set_is_missing_with_the_remedy(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openml", None)
    with pytest.raises(DataSetMissing, match=r"pip install 'marginbench\[openml\]'"):
        read(Source(openml=31), tmp_path)


def test_a_split_as_on_openml_needs_a_task(site, tmp_path):
    dataset = dataclasses.replace(read(Source(openml=31), tmp_path), extras={})
    with pytest.raises(UserError, match="its source names no openml_task"):
        rows_of_split(dataset, "any", 0, {"kind": "openml"})


BAD_SOURCES = {
    "splits without a task": ({"openml": 31, "openml_splits": 3}, "go together"),
    "a task without splits": ({"openml_task": 3}, "go together"),
    "a format": ({"openml": 31, "format": "csv"}, "OpenML says how its data are read"),
    "both": ({"openml": 31, "openml_task": 3, "openml_splits": 3}, "needs exactly one of"),
    "a target of a task": ({"openml_task": 3, "openml_splits": 3, "target": "a"}, "of its own"),
    "a cap for others": ({"bundled": "load_iris", "max_bytes": 3}, "max_bytes is for data of"),
}


@pytest.mark.parametrize("case", BAD_SOURCES)
def test_keys_that_do_not_go_together_are_refused(case):
    keys, message = BAD_SOURCES[case]
    with pytest.raises(UserError, match=message):
        Source(**keys)


@pytest.mark.parametrize("key, what", [("openml", "dataset"), ("openml_task", "task")])
def test_a_number_alone_names_the_command_that_writes_the_rest(tmp_path, key, what):
    (tmp_path / "visits.yaml").write_text(f"name: visits\n{key}: 31\n")
    with pytest.raises(UserError, match=f"{key} is a key of a source; .* new openml-{what} 31"):
        load_descriptor(tmp_path / "visits.yaml")


def test_a_class_without_rows_is_named(site, tmp_path):
    word = "<oml:nominal_value>yes</oml:nominal_value>"
    path = "/api/v1/xml/data/features/31"
    page = site.pages[path].replace(word, f"{word}<oml:nominal_value>may</oml:nominal_value>")
    site.pages = {**site.pages, path: page}
    classes = {"no": None, "yes": None, "may": None}
    dataset = read(Source(openml=31), tmp_path, classes=classes, task="multiclass")
    assert "no row has the class 'may' that OpenML lists" in dataset.notes


def test_roles_of_columns_are_kept_in_a_sparse_file(site, tmp_path):
    dataset = read(Source(openml=32, weights="a"), tmp_path, **THIN)
    assert dataset.extras["weight"].tolist() == [0, 0.5, 2, 0.125, 4, 2.0**-5, 0, 0]
    assert [c.name for c in dataset.columns] == ["b", "c"]


def test_a_list_of_ignored_columns_may_have_commas(site, tmp_path):
    page = site.pages["/api/v1/xml/data/31"].replace(">leak<", ">leak,size<")
    site.pages = {**site.pages, "/api/v1/xml/data/31": page}
    dataset = read(Source(openml=31), tmp_path)
    assert [c.name for c in dataset.columns if c.left_out] == ["number", "size", "leak"]


def test_data_of_openml_need_the_network():
    assert not descriptor(Source(openml=31)).embedded


# --- splits of a task ---------------------------------------------------------------------------


def split_rows(*parts, stated=None, n_rows=6):
    """What is made of splits, each (repeat, fold, sample, training rows, test rows)."""
    by_repeat = {}
    for repeat, fold, sample, train, test in parts:
        rows = np.array(train, dtype=int), np.array(test, dtype=int)
        by_repeat.setdefault(repeat, {}).setdefault(fold, {})[sample] = rows
    task = SimpleNamespace(split=SimpleNamespace(split=by_repeat))
    source = Source(openml_task=3, openml_splits=len(parts) if stated is None else stated)
    return splits_of(task, source, n_rows)


def test_splits_follow_each_other_by_repeat_then_fold_then_sample():
    parts = [
        (1, 0, 0, [5], [0, 1]), (0, 1, 1, [0, 2], [4]), (0, 1, 0, [3], [2]), (0, 0, 0, [1, 5], [0]),
    ]  # fmt: skip
    extras, remarks = split_rows(*parts)
    assert {key: rows.tolist() for key, rows in extras.items()} == {
        "openml_train": [1, 5, 3, 0, 2, 5], "openml_train_ends": [2, 3, 5, 6],
        "openml_test": [0, 2, 4, 0, 1], "openml_test_ends": [1, 2, 3, 5],
    }  # fmt: skip
    assert remarks == ()


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ((0, 1, 0, [0, 6], [1]), "a split has row 6; the data set has 6 rows"),
        ((0, 1, 0, [0, 1], [7, 2]), "a split has row 7; the data set has 6 rows"),
        ((0, 1, 0, [0, -1], [2]), "a split has row -1; the data set has 6 rows"),
        ((0, 1, 0, [0], [2, -1]), "a split has row -1; the data set has 6 rows"),
        ((0, 1, 0, [], [2]), "a split has 0 training and 1 test rows"),
        ((0, 1, 0, [2, 3], []), "a split has 2 training and 0 test rows"),
    ],
)
def test_a_split_of_rows_that_are_not_there_or_of_none_is_refused(part, reason):
    with pytest.raises(UserError) as refused:
        split_rows((0, 0, 0, [0, 5], [1]), part)
    assert str(refused.value).startswith(f"OpenML task 3: {reason}")


@pytest.mark.parametrize("stated", [1, 3])
def test_the_number_of_splits_is_the_stated_one(stated):
    with pytest.raises(UserError, match=r"^OpenML task 3: has 2 splits; write openml_splits: 2$"):
        split_rows((0, 0, 0, [0], [1]), (0, 1, 0, [1], [0]), stated=stated)


def test_splits_that_test_what_they_train_on_are_counted():
    apart, one, two = (0, 0, 0, [0], [1]), (0, 1, 0, [0, 1], [1, 2]), (0, 2, 0, [3, 4], [3, 4])
    _, remarks = split_rows(apart, one, two)
    assert remarks == ("2 splits of the task test rows that they train on",)


# --- sparse data --------------------------------------------------------------------------------


def sparse_site(site, *rows, **more):
    """The site with a sparse data set 32 of these rows, whose last column is the class."""
    site.pages = dict(site.pages)
    kinds = [(name, "numeric", ()) for name in "abc"] + [("y", "nominal", ("1", "-1"))]
    head = ["@RELATION thin", *(f"@ATTRIBUTE {name} NUMERIC" for name in "abc")]
    head += ["@ATTRIBUTE y {1,-1}", "@DATA"]
    more = {"format": "Sparse_ARFF", "default_target_attribute": "y"} | more
    site.add_data(32, "\n".join([*head, *rows, ""]), tuple(kinds), "y", **more)


FEW = {"classes": {"1": None, "-1": None}}


def test_sparse_rows_may_be_in_any_order_and_dense_ones_among_them(site, tmp_path):
    sparse_site(site, "{2 5, 0 1}", "{1 0, 3 -1}", "4,0,6,-1", "{ }")
    dataset = read(Source(openml=32), tmp_path, **FEW)
    np.testing.assert_array_equal(dataset.X.toarray(), [[1, 0, 5], [0, 0, 0], [4, 0, 6], [0, 0, 0]])
    assert dataset.X.nnz == 4 and dataset.y.tolist() == [0, 1, 1, 0]
    assert dataset.notes == ("sparse rows",)


def test_columns_of_a_sparse_file_that_are_no_features_are_left_out(site, tmp_path):
    sparse_site(site, "{0 1, 1 2, 2 3}", "{2 4, 3 -1}", ignore_attribute="b", row_id_attribute="a")
    dataset = read(Source(openml=32), tmp_path, **FEW)
    np.testing.assert_array_equal(dataset.X.toarray(), [[3], [4]])
    assert dataset.notes == (
        "sparse rows",
        "column 'b' is left out: OpenML says that it is to be ignored",
        "column 'a' is left out: OpenML says that it names the rows",
    )


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("{0 1, 3 ?}", ":8: a gap in the target; fill it or delete the row"),
        ("{0 1, 2 ?}", ":8: column 'c': a gap in a sparse row"),
        ("{0 x}", ":8: 'x' is not a number"),
        (None, ": holds no rows"),
    ],
)
def test_a_sparse_file_has_rows_without_gaps(site, tmp_path, row, reason):
    sparse_site(site, *(["{ }", row] if row else []))
    with pytest.raises(UserError) as refused:
        read(Source(openml=32), tmp_path, **FEW)
    assert str(refused.value) == f"openml 32: dataset.arff{reason}"


def test_what_is_odd_about_a_version_is_noted_first(site, tmp_path):
    sparse_site(site, "{0 1}", "{3 -1}", md5_checksum=None, status="in_preparation")
    notes = read(Source(openml=32), tmp_path, **FEW).notes
    assert notes == (
        "OpenML has this version as in_preparation, not as active", "OpenML states no checksum",
        "sparse rows",
    )  # fmt: skip


def test_of_several_targets_none_is_taken(site, tmp_path):
    sparse_site(site, "{0 1}", "{3 -1}", default_target_attribute="y,a")
    with pytest.raises(UserError, match=r"^OpenML data set 32: the site states no single target"):
        read(Source(openml=32), tmp_path / "raw", **FEW)
    with pytest.raises(UserError, match=r"^OpenML data set 32: unknown column 'z'; choose from"):
        read(Source(openml=32, target="z"), tmp_path / "stated", **FEW)


def test_an_ignored_column_may_have_a_comma_in_its_name(site, tmp_path):
    site.pages = dict(site.pages)
    kinds = (("a", "numeric", ()), ("b,c", "numeric", ()), ("y", "nominal", ("1", "-1")))
    data = (
        "@RELATION t\n@ATTRIBUTE a NUMERIC\n@ATTRIBUTE 'b,c' NUMERIC\n@ATTRIBUTE y {1,-1}\n"
        "@DATA\n1,2,1\n2,5,-1\n"
    )
    site.add_data(32, data, kinds, "y", default_target_attribute="y", ignore_attribute="b,c")
    dataset = read(Source(openml=32), tmp_path, classes={"1": 1, "-1": 1})
    assert [column.name for column in dataset.columns if column.left_out] == ["b,c"]


@pytest.mark.parametrize("source", [{"openml": 31}, {"openml_task": 3, "openml_splits": 6}])
def test_data_of_openml_are_typed(source):
    assert descriptor(Source(**source)).typed


@pytest.mark.parametrize("first", [True, False])
def test_one_source_of_a_kind_is_enough(first):
    plain = Source(files=(SourceFile("a.txt"),), format="libsvm")
    for other, is_so in ((Source(openml=31), "typed"), (Source(generator="twonorm"), "generated")):
        sources = (other, plain) if first else (plain, other)
        assert getattr(descriptor(plain, sources=sources), is_so)
        assert not getattr(descriptor(plain), is_so)


def test_splits_are_those_that_each_source_has():
    task = [Source(openml_task=at, openml_splits=n) for at, n in ((3, 10), (4, 6))]
    assert descriptor(task[0], sources=tuple(task)).openml_splits == 6
    assert descriptor(task[0], sources=(Source(openml=31), task[0])).openml_splits == 10
    assert descriptor(Source(openml=31)).openml_splits is None
