"""Data sets that are drawn at random.

A generator is a function

    f(n_samples, random_state, **parameters) -> (X, y) or (X, y, extras)

where ``random_state`` is a seed or a NumPy generator and ``extras`` a dictionary of arrays. The
same seed gives the same data. An extra called ``test`` becomes the given test part.

To add a generator, write it in a module of this folder and import it here: descriptors name it
under ``generator``, with its arguments under ``parameters``.
"""

from methods.data.generators.breiman import ringnorm, threenorm, twonorm
from methods.data.generators.engine import draw_model, engine, engine_trials
from methods.data.generators.matrices import column_groups, smm_blocks, smm_classification
from methods.data.generators.shapes import (
    TANGRAM_PIECES,
    concentric_disks,
    concentric_disks_target,
    tangram,
    tangram_target,
    yin_yang,
    yin_yang_signed_distance,
)

__all__ = [
    "TANGRAM_PIECES",
    "column_groups",
    "concentric_disks",
    "concentric_disks_target",
    "draw_model",
    "engine",
    "engine_trials",
    "ringnorm",
    "smm_blocks",
    "smm_classification",
    "tangram",
    "tangram_target",
    "threenorm",
    "twonorm",
    "yin_yang",
    "yin_yang_signed_distance",
]
