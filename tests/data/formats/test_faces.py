"""Archives of faces: the order of the pictures, and the person of each."""

import io
import tarfile

import numpy as np

from methods.data.formats.faces import read


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
