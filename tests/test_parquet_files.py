import subprocess
import sys

import pandas as pd
import pytest

from methods.parquet_files import read_frame, read_table

FRAME = pd.DataFrame({"method": ["a", "b", None], "value": [0.5, None, 2.0], "seed": [0, 1, 2]})
COUNTS = """
import os, sys
from pathlib import Path
import numpy, pandas, pyarrow, pyarrow.parquet
from methods.parquet_files import read_frame

def threads():
    return len(os.listdir("/proc/self/task"))

before = threads()
for source in (Path(sys.argv[1]), Path(sys.argv[1]).read_bytes()):
    read_frame(source)
print(threads() - before)
"""


@pytest.fixture
def file(tmp_path):
    FRAME.to_parquet(tmp_path / "frame.parquet", index=False)
    return tmp_path / "frame.parquet"


def test_a_frame_is_that_of_pandas_from_a_file_and_from_its_bytes(file):
    for source in (file, file.read_bytes()):
        pd.testing.assert_frame_equal(read_frame(source), pd.read_parquet(file))
    pd.testing.assert_frame_equal(read_frame(file, ["seed"]), FRAME[["seed"]])
    assert read_table(file, ["seed", "value"]).column_names == ["seed", "value"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts threads in /proc")
def test_no_thread_is_left_that_could_abort_the_end_of_the_process(file):
    done = subprocess.run(
        [sys.executable, "-c", COUNTS, str(file)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "0\n"
