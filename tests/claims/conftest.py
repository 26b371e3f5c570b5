"""Whatever a test of claims is about, the words of its verdicts must be plain."""

import pytest

from methods.claims import chance_outside
from methods.claims.verdicts import Verdict
from tests.claims.plain import faults

LONGEST = 500  # the made-up claims compare more than those of the ledger


@pytest.fixture(autouse=True)
def plain_words(monkeypatch):
    checked_before = Verdict.__post_init__

    def checked(verdict):
        checked_before(verdict)
        for text in filter(None, (verdict.reason, verdict.flip)):
            assert not faults(text, LONGEST), (text, faults(text, LONGEST))

    monkeypatch.setattr(Verdict, "__post_init__", checked)


@pytest.fixture(autouse=True)
def fewer_draws(monkeypatch, request):
    """Enough for made-up claims. Slow tests judge the kept ones with all draws."""
    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setattr(chance_outside, "DRAWS", 2000)
