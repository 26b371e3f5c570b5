"""The files of OpenML: what is asked for, in which order, and answers that are refused."""

import sys
from pathlib import Path

import pytest

from methods.data.catalogue import Source
from methods.data.download import TransferError
from methods.data.openml_files import (
    CACHE,
    client,
    number_of,
    openml_files,
    root_of,
    text_of,
)
from methods.errors import UserError
from tests.data.openml_server import answer, tag

API = "http://127.0.0.1:9/api/v1/xml"
MD5 = "0123456789abcdef" * 2
DATA_URL = "https://openml.invalid/31.arff"


def about(number=31, url=DATA_URL, md5=MD5):
    return answer(
        "data_set_description", tag("id", number) + tag("url", url) + tag("md5_checksum", md5)
    )


def task(number=3, data_set="31", url="https://openml.invalid/3.arff"):
    splits = tag("data_splits_url", url)
    return answer("task", tag("task_id", number) + tag("data_set_id", data_set) + splits)


ANSWERS = {"task.xml": task(), "description.xml": about()}


def asked_for(source, folder, **answers):
    """The files that are asked for, where each answer arrives before the next question."""
    texts = ANSWERS | {f"{name}.xml": text for name, text in answers.items()}
    for file in openml_files(source, folder):
        (folder / file.local_name).write_text(texts.get(file.local_name, ""))
        yield file


def refusal(source, folder, **answers):
    with pytest.raises(TransferError) as refused:
        list(asked_for(source, folder, **answers))
    return str(refused.value)


def test_the_files_of_a_data_set_are_its_answers_and_its_data(openml, tmp_path):
    files = list(asked_for(Source(openml=31, max_bytes=7), tmp_path))
    assert [(file.path, file.url) for file in files] == [
        (f"{CACHE}/datasets/31/description.xml", (f"{API}/data/31",)),
        (f"{CACHE}/datasets/31/features.xml", (f"{API}/data/features/31",)),
        (f"{CACHE}/datasets/31/dataset.arff", (DATA_URL,)),
    ]
    assert [(file.md5, file.max_bytes) for file in files] == [
        (None, 2**26),
        (None, 2**26),
        (MD5, 7),
    ]
    cache = Path(openml.config.get_cache_directory())
    assert files[2].cached_path == cache / "datasets/31/dataset.arff"


def test_a_task_is_asked_first_and_its_splits_last(openml, tmp_path):
    files = list(asked_for(Source(openml_task=3, openml_splits=6), tmp_path))
    assert [file.path.removeprefix(f"{CACHE}/") for file in files] == [
        "tasks/3/task.xml", "datasets/31/description.xml", "datasets/31/features.xml",
        "datasets/31/dataset.arff", "tasks/3/datasplits.arff",
    ]  # fmt: skip
    assert files[0].url == (f"{API}/task/3",) and files[4].url == ("https://openml.invalid/3.arff",)
    assert (files[4].md5, files[4].max_bytes, files[3].max_bytes) == (None, None, None)


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({"task": task(4)}, "task.xml: is task 4, not task 3"),
        ({"task": task(data_set="x" * 41)},
         f"data_set_id of an answer is {'x' * 40!r}, not a number"),
        ({"task": task(url="")}, "task.xml: states no data_splits_url"),
        ({"task": task(url="ftp://x")},
         "tasks/3/datasplits.arff: 'ftp://x' is no address of the web; refused"),
        ({"task": "<"}, "task.xml: not XML ("),
        ({"task": about()}, "task.xml: is data_set_description , not task 3"),
        ({"description": about(32)},
         "description.xml: is data_set_description 32, not data_set_description 31"),
        ({"description": about(url=" ")}, "description.xml: states no url"),
        ({"description": about(url="file:///x")},
         "datasets/31/dataset.arff: 'file:///x' is no address of the web; refused"),
        ({"description": about(md5="0" * 31)}, f"description.xml: {'0' * 31!r} is no MD5"),
        ({"description": about(md5="g" * 41)}, f"description.xml: {'g' * 40!r} is no MD5"),
    ],
)  # fmt: skip
def test_an_answer_that_lacks_what_is_needed_is_one_line(openml, tmp_path, answers, reason):
    got = refusal(Source(openml_task=3, openml_splits=6), tmp_path, **answers)
    assert got.startswith(reason) and "\n" not in got


@pytest.mark.parametrize(("md5", "taken"), [("", None), (MD5.upper(), MD5), (f" {MD5} ", MD5)])
def test_a_checksum_may_be_missing_or_in_capitals(openml, tmp_path, md5, taken):
    *_, data = asked_for(Source(openml=31), tmp_path, description=about(md5=md5))
    assert data.md5 == taken


def test_answers_are_searched_for_the_first_element_of_a_name(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(
        answer("x", tag("id", 5) + tag("in", tag("n", " 7 ")) + tag("n", 8) + tag("e", ""))
    )
    root = root_of(path, "x")
    assert (text_of(root, "n"), text_of(root, "e"), text_of(root, "none")) == ("7", "", "")
    assert number_of(root, "n") == 7 and number_of(root_of(path, "x", 5), "id") == 5
    with pytest.raises(TransferError, match=r"^a\.xml: is x 5, not x 6$"):
        root_of(path, "x", 6)
    with pytest.raises(TransferError, match=r"^a\.xml: is x 5, not y$"):
        root_of(path, "y")
    with pytest.raises(TransferError, match=r"^e of an answer is '', not a number$"):
        number_of(root, "e")


def test_without_the_package_or_with_a_broken_one_the_remedy_is_said(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "openml", None)
    with pytest.raises(UserError, match=r"pip install 'marginbench\[openml\]'$"):
        client()
    assert refusal(Source(openml=31), tmp_path).startswith("OpenML needs a further package")

    class Broken:
        def find_spec(self, name, path=None, target=None):
            if name == "openml":
                raise OSError("no folder")

    monkeypatch.delitem(sys.modules, "openml")
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(UserError, match=r"^the package openml cannot start: no folder$"):
        client()
