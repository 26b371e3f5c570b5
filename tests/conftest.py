"""What must hold before any test module is imported."""

import os

# One thread a process, as in the fits: results do not depend on the machine, and pytest's own
# workers do not compete. NumPy reads these when it is first imported.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

from hypothesis import settings  # noqa: E402

# A loaded machine is no failure.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
