"""What must hold before any test module is imported."""

import gc
import os
import sys

import pytest

# One thread a process, as in the fits: results do not depend on the machine, and pytest's own
# workers do not compete. NumPy reads these when it is first imported.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

from hypothesis import settings  # noqa: E402

# What a collected test needs stays to the end, so there is little garbage to look for.
gc.set_threshold(50_000)

# No file of a test has to outlive a power cut, and to flush thousands of them takes long.
os.fsync = lambda descriptor: None

# A loaded machine is no failure.
settings.register_profile("any machine", deadline=None)
# Tests that name no number of examples make as many as usual only if the slow tests run too.
settings.register_profile("fast tests", deadline=None, max_examples=30)


def pytest_configure(config):
    settings.load_profile("fast tests" if "not slow" in config.option.markexpr else "any machine")


counted = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    # To count lines takes as long again as the tests themselves. The first case of each fast test
    # runs nearly as many lines as all tests. The plugin's own mark takes longer than most tests.
    test = item.nodeid.partition("[")[0]
    is_counted = test not in counted and not item.get_closest_marker("slow")
    counted.add(test)
    tracer = sys.gettrace()
    if not is_counted:
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


def pytest_collection_finish():
    # Ten thousand collected tests stay to the end; to look for garbage among them takes long.
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def openml_running():
    """A server that answers as that of OpenML does."""
    from tests.data.openml_server import running

    with running() as site:
        yield site


@pytest.fixture
def openml(tmp_path, monkeypatch):
    """The official client with a cache of its own, and without a server that it could ask."""
    monkeypatch.setenv("OPENML_CACHE_DIR", str(tmp_path / "of_import"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "of_import"))
    client = pytest.importorskip("openml", reason="not installed: pip install '.[openml]'")
    monkeypatch.setattr(client.config, "server", "http://127.0.0.1:9/api/v1/xml")
    monkeypatch.setattr(client.config, "_root_cache_directory", tmp_path / "openml_cache")
    return client


@pytest.fixture
def openml_site(openml_running, openml, monkeypatch):
    """The server, which the client is set to ask; changes of its pages end with the test."""
    monkeypatch.setattr(openml.config, "server", openml_running.api)
    pages, faults = openml_running.pages, openml_running.faults
    openml_running.asked.clear()
    yield openml_running
    openml_running.pages, openml_running.faults = pages, faults
