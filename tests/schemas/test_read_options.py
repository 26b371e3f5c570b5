"""Options of a source that nothing reads are refused."""

import pytest

from methods.errors import UserError
from methods.schemas.dataset import FORMATS, Source, SourceFile
from methods.schemas.read_options import OF_FORMAT


def test_every_format_of_the_table_is_one():
    assert set(FORMATS) >= OF_FORMAT.keys()


@pytest.mark.parametrize("key", ["drop_columns", "one_hot", "delimiter", "axes"])
@pytest.mark.parametrize(
    ("source", "of"),
    [
        ({"bundled": "load_wine"}, "bundled has"),
        ({"generator": "twonorm"}, "generator has"),
        ({"format": "idx"}, "idx files have"),
    ],
)
def test_options_that_nothing_reads_are_refused(key, source, of):
    value = "," if key == "delimiter" else (0,)
    with pytest.raises(UserError, match=f"^{of} no option {key}; leave it out$"):
        Source(**source, **{key: value})


def test_columns_are_not_dropped_from_a_libsvm_file():
    file = (SourceFile("a"),)
    with pytest.raises(UserError, match=r"^libsvm files have no option drop_columns"):
        Source(format="libsvm", files=file, drop_columns=(0,))
    assert Source(format="libsvm", files=file, one_hot=(0,), drop_labels=("a",)).one_hot == (0,)
    assert Source(format="delimited", files=file, drop_columns=(0,)).drop_columns == (0,)
