"""Archives of faces: the order of the pictures, and the person of each."""

import io
import tarfile

import numpy as np
import pytest

from methods.data.formats.faces import natural_order, read, read_pgm
from methods.errors import UserError
from tests.data.eeg_archives import tar_of


def test_faces_are_ordered_by_number_and_labelled_by_folder():
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path, pixel in (("s10/1.pgm", 3), ("s2/10.pgm", 2), ("s2/2.pgm", 1)):
            member = tarfile.TarInfo(path)
            image = b"P5\n# note\n2 1\n255\n" + bytes([pixel, pixel])
            member.size = len(image)
            archive.addfile(member, io.BytesIO(image))
    parsed = read(buffer.getvalue(), "faces.tar", {})
    assert parsed.labels == ["s2", "s2", "s10"]
    assert parsed.extras["group"].tolist() == ["s2", "s2", "s10"]
    np.testing.assert_array_equal(parsed.X[:, 0, 0], [1, 2, 3])
    assert parsed.X.shape == (3, 1, 2)


def picture(columns, rows, most=255, n_pixels=None):
    pixels = bytes(range(columns * rows if n_pixels is None else n_pixels))
    return b"P5 %d %d\n%d\n" % (columns, rows, most) + pixels


def test_a_picture_has_its_rows_one_after_another():
    grey = read_pgm(picture(3, 2), "a.pgm")
    np.testing.assert_array_equal(grey, [[0, 1, 2], [3, 4, 5]])
    commented = picture(3, 2).replace(b"P5 ", b"P5\n# one\n\n# two\n")
    np.testing.assert_array_equal(read_pgm(commented, "a.pgm"), grey)
    assert read_pgm(picture(3, 2, 1), "a.pgm").shape == (2, 3)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (picture(3, 2, 256), "not an 8-bit binary PGM image"),
        (picture(3, 2).replace(b"P5", b"P2"), "not an 8-bit binary PGM image"),
        (b"", "not an 8-bit binary PGM image"),
        (picture(3, 2, n_pixels=5), "5 pixels for 2 x 3"),
        (picture(3, 2, n_pixels=7), "7 pixels for 2 x 3"),
    ],
)
def test_a_wrong_picture_is_named_with_its_archive(data, reason):
    with pytest.raises(UserError) as refused:
        read(tar_of([("s1/1.pgm", picture(3, 2)), ("s1/2.pgm", data)]), "faces.tar", {})
    assert str(refused.value) == f"faces.tar: s1/2.pgm: {reason}"


@pytest.mark.parametrize(
    ("members", "n"),
    [
        ([], 0),
        ([("readme.txt", b"hello")], 0),
        ([("s1/1.pgm", picture(3, 2)), ("s1/2.pgm", picture(2, 3))], 2),
    ],
)
def test_pictures_are_of_one_size_and_there_are_some(members, n):
    with pytest.raises(UserError) as refused:
        read(tar_of(members), "faces.tar", {})
    assert str(refused.value) == f"faces.tar: expected images of one size, found {n} images"


def test_other_files_of_the_archive_are_passed_over():
    parsed = read(tar_of([("readme.txt", b"?"), ("all/s1/1.pgm", picture(3, 2))]), "faces.tar", {})
    assert parsed.labels == ["s1"] and parsed.X.shape == (1, 2, 3)


def test_numbers_in_names_are_ordered_by_size():
    names = ["s10/1", "s2/10", "s2/9", "s2/a", "s", "s2"]
    assert sorted(names, key=natural_order) == ["s", "s2", "s2/a", "s2/9", "s2/10", "s10/1"]
    assert sorted(["10.pgm", "9.pgm"], key=natural_order) == ["9.pgm", "10.pgm"]
    assert sorted(["s1", "s"], key=natural_order) == ["s", "s1"]
