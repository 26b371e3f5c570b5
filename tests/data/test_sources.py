"""Sources: several files that make one data set, and the options that serve every source."""

import struct
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import issparse
from sklearn.datasets import load_wine

from methods.data import sources
from methods.data.catalogue import Descriptor, Source, SourceFile
from methods.data.generators import smm_classification, yin_yang
from methods.data.parsed import Parsed
from methods.data.sources import parse_source
from methods.errors import UserError

ROWS = "1,2,a\n3,4,b\n5,6,c\n7,8,a\n"


def toy(source, shape=(4, 2)):
    words = dict.fromkeys(("licence", "origin", "citation"), "")
    return Descriptor(name="toy", title="Toy", task="binary", shape=shape, classes={"a": 1, "b": 1},
                      printed=(), sources=(source,), **words)  # fmt: skip


def of(source):
    return parse_source(toy(source), source, Path())


def parsed(folder, *texts, files=None, **options):
    """What is read of files with these texts, or bytes."""
    files = files or tuple(SourceFile(f"{at}.csv") for at in range(len(texts)))
    for file, text in zip(files, texts, strict=True):
        (folder / file.path).write_bytes(text if isinstance(text, bytes) else text.encode())
    options = {"format": "delimited", "delimiter": ","} | options
    shape = options.pop("shape", (4, 2))
    source = Source(files=files, **options)
    return parse_source(toy(source, shape), source, folder)


def refusal(*arguments, **options):
    with pytest.raises(UserError) as refused:
        parsed(*arguments, **options)
    return str(refused.value)


def test_rows_of_several_files_stand_in_the_order_of_the_files(tmp_path):
    whole = parsed(tmp_path, "5,6,c\n", "1,2,a\n3,4,b\n")
    np.testing.assert_array_equal(whole.X, [[5, 6], [1, 2], [3, 4]])
    assert whole.labels == ["c", "a", "b"] and whole.test is None and whole.extras == {}
    assert whole.X.dtype == np.float64


def test_a_file_may_be_the_test_part(tmp_path):
    files = (SourceFile("a"), SourceFile("b", test=True), SourceFile("c"))
    whole = parsed(tmp_path, "1,2,a\n3,4,b\n", "5,6,c\n", "7,8,a\n", files=files)
    assert whole.test.tolist() == [False, False, True, False]


def test_the_first_file_may_have_a_test_column_and_groups(tmp_path):
    whole = parsed(tmp_path, "1,s1,0,a\n2,s2,1,b\n", test_column=2, group_column=1)
    assert whole.test.tolist() == [False, True]
    assert whole.extras["group"].tolist() == ["s1", "s2"]


def test_each_of_several_files_gives_its_groups_and_its_test_rows(tmp_path):
    texts = ("1,s1,0,a\n2,s2,1,b\n", "3,s3,1,a\n")
    whole = parsed(tmp_path, *texts, test_column=2, group_column=1, shape=(3, 1))
    assert whole.extras["group"].tolist() == ["s1", "s2", "s3"]
    assert whole.test.tolist() == [False, True, True]
    files = (SourceFile("a"), SourceFile("b", test=True))
    whole = parsed(tmp_path, *texts, files=files, test_column=2, group_column=1, shape=(3, 1))
    assert whole.test.tolist() == [False, False, True]  # what the descriptor says of files leads


def test_what_belongs_to_no_row_must_be_alike_in_all_files(tmp_path, monkeypatch):
    def read_names(kind, path, name, options):
        rows, *names = Path(path).read_text().split()
        extras = {"channel": np.array(names)} if names else {}
        return Parsed(np.ones((int(rows), 1)), ["a"] * int(rows), extras=extras)

    monkeypatch.setattr(sources, "read_format", read_names)
    whole = parsed(tmp_path, "3 x y", "4 x y", shape=(7, 1))
    assert whole.extras["channel"].tolist() == ["x", "y"]
    for other in ("4 x z", "4"):
        assert refusal(tmp_path, "3 x y", other, shape=(7, 1)) == (
            "toy: the files do not agree on 'channel'; join them"
        )


def test_indicators_of_several_files_are_refused_as_their_values_may_differ(tmp_path):
    with pytest.raises(UserError, match=r"^one_hot is for one file; join the files$"):
        parsed(tmp_path, "x,a\ny,b\n", "y,a\nz,b\n", one_hot=[0])


def idx(*shape, values):
    return b"\0\0\x08" + bytes([len(shape)]) + struct.pack(f">{len(shape)}I", *shape) + values


def test_features_and_labels_may_be_in_different_files(tmp_path):
    texts = (idx(3, 2, values=bytes(range(6))), idx(3, values=bytes([7, 8, 7])))
    whole = parsed(tmp_path, *texts, format="idx", delimiter=None)
    np.testing.assert_array_equal(whole.X, [[0, 1], [2, 3], [4, 5]])
    assert whole.labels == ["7", "8", "7"]
    files = tuple(SourceFile(name, test=name > "b") for name in "abcd")
    whole = parsed(tmp_path, *texts, *texts, files=files, format="idx", delimiter=None)
    assert whole.test.tolist() == [False] * 3 + [True] * 3
    fewer = idx(2, values=bytes([7, 8]))
    assert refusal(tmp_path, texts[0], fewer, format="idx", delimiter=None) == (
        "toy: the files hold 3 rows of features and 2 labels"
    )
    assert refusal(tmp_path, texts[1], format="idx", delimiter=None) == (
        "toy: the files hold 0 rows of features and 3 labels"
    )


def test_sparse_files_have_the_features_of_the_descriptor(tmp_path):
    options = {"format": "libsvm", "delimiter": None, "shape": (3, 4)}
    for sparse in (True, False):
        whole = parsed(tmp_path, "a 1:2\nb 3:1\n", "a 2:5\n", sparse=sparse, **options)
        assert issparse(whole.X) == sparse and whole.labels == ["a", "b", "a"]
        X = whole.X.toarray() if sparse else whole.X
        np.testing.assert_array_equal(X, [[2, 0, 0, 0], [0, 0, 1, 0], [0, 5, 0, 0]])
    marked = parsed(tmp_path, "a 1:2\nb 3:1\nc 2:1\n", sparse=True, test_rows=[1, 3],
                    drop_labels=["b"], **options)  # fmt: skip
    np.testing.assert_array_equal(marked.X.toarray(), [[2, 0, 0, 0], [0, 1, 0, 0]])
    assert marked.test.tolist() == [False, True]


def test_rows_of_the_test_part_are_from_a_first_to_before_a_last(tmp_path):
    assert parsed(tmp_path, ROWS, test_rows=[1, 3]).test.tolist() == [False, True, True, False]


def test_known_wrong_cells_are_corrected_before_features_are_mapped_onto_the_unit_interval(
    tmp_path,
):
    whole = parsed(tmp_path, ROWS, corrections=[[0, 1, 8], [2, 0, 9]])
    np.testing.assert_array_equal(whole.X, [[1, 8], [3, 4], [9, 6], [7, 8]])
    text = "1,4,7,a\n3,4.5,7,b\n5,4.25,7,c\n"
    whole = parsed(tmp_path, text, corrections=[[2, 0, 9]], unit_interval=True)
    np.testing.assert_array_equal(whole.X, [[0, 0, 0], [0.25, 1, 0], [1, 0.5, 0]])
    np.testing.assert_array_equal(parsed(tmp_path, ROWS, unit_interval=False).X[0], [1, 2])


def test_labels_are_renamed_after_rows_are_left_out(tmp_path):
    names = {"a": "ill", "b": "well"}
    whole = parsed(tmp_path, ROWS, drop_labels=["c"], labels=names, test_rows=[2, 4])
    assert whole.labels == ["ill", "well", "ill"] and whole.test.tolist() == [False, False, True]
    np.testing.assert_array_equal(whole.X, [[1, 2], [3, 4], [7, 8]])
    assert refusal(tmp_path, ROWS, labels={"x": "ill", "b": "well"}).startswith(
        "toy: unknown label 'a'"
    )
    assert parsed(tmp_path, ROWS).labels == ["a", "b", "c", "a"]


def test_arrays_beside_the_features_lose_the_rows_that_are_left_out(tmp_path):
    text = "s1,1,a\ns2,3,b\ns3,5,c\ns4,7,a\n"
    whole = parsed(tmp_path, text, group_column=0, drop_labels=["a"])
    assert whole.extras["group"].tolist() == ["s2", "s3"] and whole.test is None
    source = Source(generator="smm_classification", drop_labels=["1"],
                    parameters={"n_samples": 12, "random_state": 0, "n_train": 10,
                                "shape": [2, 10], "n_groups": 5})  # fmt: skip
    whole = of(source)
    X, y, extras = smm_classification(12, 0, n_train=10, shape=(2, 10), n_groups=5)
    np.testing.assert_array_equal(whole.X, X[y == -1])
    np.testing.assert_array_equal(whole.test, extras["test"][y == -1])
    # of the columns, so no row of it is left out
    np.testing.assert_array_equal(whole.extras["column_group"], extras["column_group"])
    assert set(whole.extras) == {"column_group", "true_coef"}
    assert set(whole.labels) == {"-1"}


def test_a_generator_gives_what_it_draws():
    parameters = {"n_samples": 9, "random_state": 1, "flip": 0.5}
    whole = of(Source(generator="yin_yang", parameters=parameters))
    X, y, extras = yin_yang(9, 1, flip=0.5)
    np.testing.assert_array_equal(whole.X, X)
    assert whole.labels == [str(label) for label in y] and whole.test is None
    np.testing.assert_array_equal(whole.extras["noisy"], extras["noisy"])
    plain = Source(generator="twonorm", parameters={"n_samples": 3, "random_state": 1})
    assert of(plain).extras == {}


def test_a_bundled_data_set_has_its_names_as_labels():
    bunch = load_wine()
    whole = of(Source(bundled="load_wine"))
    np.testing.assert_array_equal(whole.X, bunch.data)
    assert whole.labels == [f"class_{code}" for code in bunch.target]


def test_notes_and_columns_of_a_table_are_kept(tmp_path):
    text = "n;colour;state\n1;red;a\n2;blue;b\n3;red;b\n"
    whole = parsed(tmp_path, text, format="csv", delimiter=None, columns={})
    assert [column.name for column in whole.columns] == ["n", "colour"]
    assert whole.notes == ("columns are separated by semicolons",)
    np.testing.assert_array_equal(whole.X, [[1, 1], [2, 0], [3, 1]])


def test_files_with_a_header_have_the_same_columns(tmp_path):
    first, second = "x,y,c\n1,2,a\n3,4,b\n", "y,x,c\n2,1,a\n4,3,b\n"
    whole = parsed(tmp_path, first, first, format="csv", delimiter=None)
    assert whole.X.tolist() == [[1, 2], [3, 4]] * 2
    assert refusal(tmp_path, first, second, format="csv", delimiter=None) == (
        "toy: 0.csv and 1.csv have other columns, or in another order; write them alike"
    )


def test_features_and_labels_of_the_test_part_are_both_marked(tmp_path):
    files = tuple(SourceFile(name, test=name == "ti") for name in ("i", "l", "ti", "tl"))
    texts = [idx(2, 2, values=bytes(4)), idx(2, values=bytes([0, 1])),
             idx(1, 2, values=bytes(2)), idx(1, values=bytes([1]))]  # fmt: skip
    told = refusal(tmp_path, *texts, files=files, format="idx", delimiter=None)
    assert "the files of the test part hold 1 rows of features and 0 labels" in told


@pytest.mark.parametrize("test_rows", [(2, 5), (3, 1), (-1, 4), (2, 2)])
def test_the_rows_of_the_test_part_are_in_the_data(tmp_path, test_rows):
    assert "there are 4 rows" in refusal(tmp_path, "1,2,a\n" * 4, test_rows=test_rows)


def test_the_test_part_is_said_once(tmp_path):
    files = (SourceFile("a"), SourceFile("b", test=True))
    told = refusal(tmp_path, "1,2,a\n", "3,4,b\n", files=files, test_rows=(0, 1))
    assert told == "toy: test_rows: [0, 1], but the files say it too"
