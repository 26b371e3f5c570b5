"""What must hold before any test module is imported."""

import os

# One thread a process, as in the fits: results do not depend on the machine, and pytest's own
# workers do not compete. NumPy reads these when it is first imported.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
