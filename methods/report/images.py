"""Images on the pages: their size in pixels, and figures that only the report draws."""

from __future__ import annotations

import re
import struct
from pathlib import Path, PurePosixPath
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from methods.figures.style import write_figure
from methods.report.site_folder import SiteFolder

HEAD_BYTES = 2000  # of an image, which hold its size
PIXELS_PER_POINT = 4 / 3


def write_image(
    site: SiteFolder, drawn: tuple[Figure, pd.DataFrame], stem: str, page: str
) -> dict[str, Any]:
    """Write a figure as ``<stem>.svg`` with its data as ``<stem>.csv``, and describe it for a page.

    The files must lie in the folder of the page or below it.
    """
    image, table = site.add(f"{stem}.svg"), site.add(f"{stem}.csv")
    image.parent.mkdir(parents=True, exist_ok=True)
    write_figure(*drawn, str(site.folder / stem), ["svg"])
    beside = PurePosixPath(stem).relative_to(PurePosixPath(page).parent)
    return describe_image(image, str(beside.with_name(image.name))) | {
        "data": str(beside.with_name(table.name))
    }


def describe_image(image: Path, address: str) -> dict[str, Any]:
    """What a page needs to show a stored image that it finds at `address`."""
    width, height = image_size(image)
    return {"file": address, "kind": image.suffix[1:], "width": width, "height": height}


def image_size(image: Path) -> tuple[int, int]:
    """Width and height in pixels. With them the page stays still while the image loads."""
    with open(image, "rb") as file:
        head = file.read(HEAD_BYTES)
    if image.suffix == ".png":
        width, height = struct.unpack(">II", head[16:24])
        return width, height
    size = re.search(rb'<svg[^>]* width="([\d.]+)pt" height="([\d.]+)pt"', head)
    if not size:
        raise ValueError(f"{image}: an SVG without its size in points")
    width, height = (round(float(points) * PIXELS_PER_POINT) for points in size.groups())
    return width, height
