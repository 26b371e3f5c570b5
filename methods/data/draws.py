"""Other draws of a generated data set.

The prepared file of a generated data set holds the draw of its descriptor's ``random_state``, and
a recipe: the descriptor without its words. Draw t is made from the recipe and the seed that belongs
to (data set, t). So it is the same in every experiment, block and run, and no file holds it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from methods.data.catalogue import Descriptor
from methods.data.prepare import Dataset, prepare_source
from methods.seeds import integer_seed


def drawn(dataset: Dataset, draw: int | None) -> Dataset:
    """Draw number `draw` of the data set; None is the draw that its file holds."""
    if draw is None:
        return dataset
    descriptor = msgspec.json.decode(dataset.recipe, type=Descriptor)
    (source,) = descriptor.sources
    seed = integer_seed("draw", dataset.name, draw)
    parameters = {**source.parameters, "random_state": seed}
    nowhere = Path()  # a generator reads no file
    return prepare_source(
        descriptor, msgspec.structs.replace(source, parameters=parameters), nowhere
    )
