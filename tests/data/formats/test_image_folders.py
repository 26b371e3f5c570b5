"""Archives of images: grey values, sizes, and images that are left out and named."""

import io
import tarfile
import warnings
import zipfile

import numpy as np
import pytest
from PIL import Image

from methods.data.formats import image_folders, read_format
from methods.errors import UserError
from tests.data.eeg_archives import tar_of

SHAPE = (16, 10)
OPTIONS = {"matrix": SHAPE, "folder": "set/Train", "resize": "bicubic"}
LUMA = np.array([0.299, 0.587, 0.114])  # ITU-R 601


def colours(seed, rows=16, columns=10):
    return np.random.default_rng(seed).integers(0, 256, (rows, columns, 3), dtype=np.uint8)


def encoded(pixels, kind="PNG", **options):
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, kind, **options)
    return buffer.getvalue()


def read(members, **options):
    return read_format("image_folders", tar_of(members), "set.tar", {**OPTIONS, **options})


FIRST, SECOND = encoded(colours(0)), encoded(colours(1))


def test_images_of_the_right_size_become_grey_and_keep_their_pixels():
    parsed = read([("set/Train/pos/2.png", FIRST), ("set/Train/neg/1.png", SECOND)])
    assert list(parsed.labels) == ["neg", "pos"]
    assert parsed.X.shape == (2, *SHAPE)
    np.testing.assert_allclose(parsed.X[1], colours(0) @ LUMA, atol=1)
    assert parsed.notes == ("2 images read (1 in neg, 1 in pos), 0 left out",)


def test_other_sizes_are_resized_by_the_stated_filter():
    large = colours(2, 64, 40)
    members = [("set/Train/pos/1.png", encoded(large)), ("set/Train/pos/2.png", FIRST)]
    grey = Image.fromarray(large).convert("L")
    for name, filter_ in (("bicubic", Image.Resampling.BICUBIC), ("box", Image.Resampling.BOX)):
        expected = np.asarray(grey.resize((10, 16), filter_))
        np.testing.assert_array_equal(read(members, resize=name).X[0], expected)
    # The box filter averages boxes of 4 x 4 pixels, and rounds after each of its two passes.
    boxes = np.asarray(grey, dtype=float).reshape(16, 4, 10, 4).mean(axis=(1, 3))
    np.testing.assert_allclose(read(members, resize="box").X[0], boxes, atol=1.01)


def test_without_a_filter_other_sizes_are_left_out():
    members = [("set/Train/a/1.png", encoded(colours(2, 8, 10))), ("set/Train/a/2.png", FIRST)]
    parsed = read(members, resize=None)
    assert len(parsed.X) == 1
    assert parsed.notes[1] == "left out: set/Train/a/1.png: 8 x 10 pixels, not 16 x 10"


def test_images_are_ordered_by_number_and_only_those_of_the_folder_are_read():
    members = [
        ("set/Train/pos/crop10.png", FIRST),
        ("set/Train/pos/crop9.JPG", encoded(colours(3), "JPEG")),
        ("set/Test/pos/crop1.png", SECOND), ("set/Train/annotations/crop9.txt", b"text"),
        ("set/Train/top.png", SECOND), ("set/Train/pos/deeper/1.png", SECOND),
    ]  # fmt: skip
    parsed = read(members)
    assert len(parsed.X) == 2
    np.testing.assert_allclose(parsed.X[1], colours(0) @ LUMA, atol=1)


def test_repeated_images_are_left_out_whatever_their_file():
    members = [
        ("set/Train/pos/1.png", FIRST),
        ("set/Train/neg/2.png", encoded(colours(0), compress_level=1)),
    ]
    parsed = read(members)
    assert list(parsed.labels) == ["pos"]
    assert parsed.notes[1:] == (
        "left out: set/Train/neg/2.png has the pixels of set/Train/pos/1.png",
    )


HUGE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (99_999).to_bytes(4, "big") * 2 + b"\x08\x02\0\0\0"
BROKEN = {
    "cut short": (FIRST[:200], "cannot be read"),
    "another kind": (encoded(colours(0), "GIF"), "cannot be read"),
    "text": (b"<!doctype html>", "cannot be read (cannot identify image file it)"),
    "nothing": (b"", "cannot be read"),
    "flipped bit": (FIRST[:-60] + bytes([FIRST[-60] ^ 1]) + FIRST[-59:], "cannot be read"),
    "16 bits": (encoded(colours(0)[:, :, 0].astype(np.uint16)), "kind I;16, not of 8 bits"),
    "huge": (HUGE + bytes(4), "cannot be read"),
}  # fmt: skip


@pytest.mark.parametrize("damage", BROKEN)
def test_a_broken_image_is_left_out_and_named_with_the_reason(damage):
    content, reason = BROKEN[damage]
    parsed = read([("set/Train/pos/1.png", content), ("set/Train/pos/2.png", FIRST)])
    assert len(parsed.X) == 1
    (named,) = parsed.notes[1:]
    assert named.startswith("left out: set/Train/pos/1.png: ") and reason in named
    assert "\n" not in named and "0x" not in named


def test_an_image_of_too_many_pixels_is_not_decoded(monkeypatch):
    monkeypatch.setattr(image_folders, "MOST_PIXELS", 16 * 10 - 1)
    with pytest.raises(UserError, match="more than 159 pixels; refused"):
        read([("set/Train/pos/1.png", FIRST)])


def test_a_zip_is_read_as_a_tar():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("set/Train/pos/1.png", FIRST)
    parsed = read_format("image_folders", buffer.getvalue(), "set.zip", OPTIONS)
    np.testing.assert_array_equal(parsed.X, read([("set/Train/pos/1.png", FIRST)]).X)


def test_links_beside_the_images_are_passed_over_and_those_in_their_place_refused():
    for path, is_refused in (("set/train_64x128_H96/neg", False), ("set/Train/neg/1.png", True)):
        buffer = io.BytesIO(tar_of([("set/Train/pos/1.png", FIRST)]))
        with tarfile.open(fileobj=buffer, mode="a") as archive:
            link = tarfile.TarInfo(path)
            link.type, link.linkname = tarfile.SYMTYPE, "../Train/neg"
            archive.addfile(link)
        if is_refused:
            with pytest.raises(UserError, match="is a link"):
                read_format("image_folders", buffer.getvalue(), "set.tar", OPTIONS)
        else:
            assert len(read_format("image_folders", buffer.getvalue(), "set.tar", OPTIONS).X) == 1


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ([], "no image <label>/<name>.png or .jpg in set/Train"),
        ([("set/Train/pos/1.png", b"?")], "(left out: set/Train/pos/1.png: cannot be read"),
        ([("set/../../x.png", FIRST)], "points outside"),
    ],
)
def test_an_archive_without_images_is_one_line(members, reason):
    with pytest.raises(UserError) as refused:
        read(members)
    assert str(refused.value).startswith("set.tar: ") and reason in str(refused.value)


def test_the_size_must_be_known():
    with pytest.raises(UserError, match="shape must state rows and columns"):
        read([("set/Train/pos/1.png", FIRST)], matrix=(None, 10))


def test_the_folder_is_the_top_of_the_archive_unless_stated():
    options = {"matrix": SHAPE}
    archive = tar_of([("b/1.png", FIRST), ("a/1.png", SECOND), ("x/a/1.png", FIRST)])
    parsed = read_format("image_folders", archive, "set.tar", options)
    assert list(parsed.labels) == ["a", "b"]
    assert parsed.notes == ("2 images read (1 in a, 1 in b), 0 left out",)


@pytest.mark.parametrize(
    ("suffix", "kind"), [("png", "PNG"), ("JPG", "JPEG"), ("jpeg", "JPEG"), ("jpg", "PNG")]
)
def test_the_kind_of_an_image_is_told_by_its_bytes(suffix, kind):
    assert len(read([(f"set/Train/a/1.{suffix}", encoded(colours(0), kind))]).X) == 1


def test_images_of_the_same_bytes_and_another_size_are_not_the_same():
    grey = np.arange(160, dtype=np.uint8)
    members = [
        (f"set/Train/a/{at}.png", encoded(grey.reshape(shape)))
        for at, shape in enumerate([(16, 10), (10, 16), (16, 10)])
    ]
    parsed = read([*members, ("set/Train/a/9.png", FIRST)])
    assert len(parsed.X) == 3
    np.testing.assert_array_equal(parsed.X[0], grey.reshape(16, 10))
    assert parsed.notes == (
        "3 images read (3 in a), 1 left out",
        "left out: set/Train/a/2.png has the pixels of set/Train/a/0.png",
    )


def test_an_image_of_the_most_pixels_is_decoded(monkeypatch):
    monkeypatch.setattr(image_folders, "MOST_PIXELS", 16 * 10)
    assert len(read([("set/Train/pos/1.png", FIRST)]).X) == 1


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
def test_every_kind_of_8_bit_pixels_becomes_grey(mode):
    buffer = io.BytesIO()
    image = Image.fromarray(colours(0)).convert(mode)
    image.save(buffer, "PNG")
    parsed = read([("set/Train/a/1.png", buffer.getvalue())])
    np.testing.assert_array_equal(parsed.X[0], np.asarray(image.convert("L")))


def test_without_an_image_the_first_reason_is_said():
    members = [("set/Train/a/1.png", b"?"), ("set/Train/a/2.png", encoded(colours(0, 8, 10)))]
    with pytest.raises(UserError) as refused:
        read(members, resize=None)
    assert str(refused.value) == (
        "set.tar: no image <label>/<name>.png or .jpg in set/Train (left out: set/Train/a/1.png:"
        " cannot be read (cannot identify image file it))"
    )
    with pytest.raises(UserError, match=r"^set\.tar: no image .* in \.$"):
        read_format("image_folders", tar_of([]), "set.tar", {"matrix": SHAPE})


@pytest.mark.parametrize("matrix", [(None, 10), (16, None), (None, None)])
def test_rows_and_columns_must_be_known(matrix):
    with pytest.raises(UserError, match=r"^set.tar: the descriptor's shape must state rows and"):
        read([("set/Train/pos/1.png", FIRST)], matrix=matrix)
    with pytest.raises(UserError, match="must state rows and columns"):
        read_format("image_folders", tar_of([]), "set.tar", {})


def test_a_warning_of_the_decoder_does_no_harm():
    image, buffer = Image.fromarray(colours(0)).convert("P"), io.BytesIO()
    image.save(buffer, "PNG", transparency=bytes(range(256)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read([("set/Train/a/1.png", buffer.getvalue())]).X) == 1
        with pytest.raises(UserWarning, match="Transparency"):
            Image.open(buffer).convert("L")
