"""The line that says what a report is made from."""

import pytest

from methods.report import made_from as module


@pytest.mark.parametrize(
    ("kept", "revision", "date", "told"),
    [
        (True, "abc", "2026-01-02",
         "Made from the kept results in results/reference by revision abc of 2026-01-02."),
        (False, "abc", "", "Made from the results of a run by revision abc."),
        (False, "unknown", "2026-01-02", "Made from the results of a run."),
    ],
)  # fmt: skip
def test_results_revision_and_date_are_told_as_far_as_they_are_known(
    monkeypatch, kept, revision, date, told
):
    monkeypatch.setattr(module, "provenance", lambda: {"revision": revision})
    monkeypatch.setattr(module, "_date", lambda: date)
    assert module.made_from.__wrapped__(kept).startswith(f"{told} The page of each experiment")
