"""No experiment may have the name of a folder that is not an experiment's."""

import re
from pathlib import Path

from methods.bench import paths

PACKAGE = Path(paths.__file__).parents[1]


def test_every_folder_that_the_package_names_is_listed_and_taken():
    sources = "\n".join(file.read_text() for file in PACKAGE.rglob("*.py"))
    named = set(re.findall(r"\bresults/([a-z_]+)/", sources))
    named |= set(re.findall(r'= "results/([a-z_]+)"$', sources, re.MULTILINE))
    assert {"conflicts", "landing", "reference", "tries"} <= named <= set(paths.SHARED)
    assert all(f"results/{name}/" in paths.__doc__ for name in named)
