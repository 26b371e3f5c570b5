"""The claims of chapter 1 on contributions over draws: verdicts that can go either way."""

from itertools import islice

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers import contribution_draws as claims
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.tables.papers import complexity as tables
from methods.tables.papers.complexity import DrawnContributions
from tests.claims.stored import JITTER, N, t
from tests.made_up import made_up_results
from tests.tables.papers.contributions import OPTIONS, contribution_results, summed_chunks


@pytest.fixture
def draws(monkeypatch):
    """Draws whose contributions, rows and flipped examples are given."""

    def keep(of_draws):
        made = [
            DrawnContributions(
                type("Sums", (), {"n_permutations": 30, "values": np.array(values, dtype=float)}),
                np.array(X), np.array(noisy, dtype=bool),
            )
            for values, X, noisy in of_draws
        ]  # fmt: skip
        monkeypatch.setattr(claims, "contributions_by_draw", lambda *_: made)
        monkeypatch.setattr(claims, "average_contributions", lambda sums: (sums.values, None))
        monkeypatch.setattr(claims, "uniform_contributions", lambda sums: sums.values)
        monkeypatch.setitem(claims.SIGNED_DISTANCES, "alpha", lambda X: X[:, 0])

    return keep


ROWS = np.zeros((5, 2))


@pytest.mark.parametrize(("flipped", "area"), [(4.5, 1.0), (2.5, 0.5), (-1, 0.0)])
def test_the_area_is_the_share_of_clean_examples_below_a_flipped_one(draws, flipped, area):
    draws([([1, 2, 3, 4, flipped], ROWS, [0, 0, 0, 0, 1])] * 12)
    judged = claims.detects(None, **OPTIONS, at_least=0.4)
    assert [entry["mean"] for entry in judged.evidence] == [area, area]
    assert judged.verdict == (HOLDS if area > 0.4 else FAILS)


def test_both_areas_must_be_large(draws, monkeypatch):
    draws([([1, 2, 3, 4, 5], ROWS, [0, 0, 0, 0, 1])] * 12)
    monkeypatch.setattr(claims, "uniform_contributions", lambda sums: -sums.values)
    judged = claims.detects(None, **OPTIONS, at_least=0.5)
    assert judged.verdict == FAILS
    assert "by the average is 1 " in judged.reason and "by uniform weights is 0 " in judged.reason


def test_a_draw_with_an_unknown_contribution_has_no_area(draws):
    known = ([1, 2, 3, 4, 5], ROWS, [0, 0, 0, 0, 1])
    draws([known] * 5 + [([np.nan, 2, 3, 4, 5], ROWS, [0, 0, 0, 0, 1])])
    judged = claims.detects(None, **OPTIONS, at_least=0.5)
    assert judged.evidence[0]["draws"] == 5
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")


@pytest.mark.parametrize(("need", "verdict"), [(0.5, HOLDS), (0.7, FAILS)])
def test_outliers_are_counted_beyond_the_threshold(draws, need, verdict):
    draws([([1.5, 1.2, 1.0, 9, 0], ROWS, [1, 1, 1, 0, 0])] * 6)  # two of three
    judged = claims.outliers_categorised(None, **OPTIONS, need=need)
    assert judged.verdict == verdict
    assert judged.evidence[0]["mean"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("distances", "nearer", "verdict"), [([1, -2, -3, 4], 1.0, HOLDS), ([3, -4, -1, 2], 0.0, FAILS)]
)
def test_critical_examples_are_compared_with_typical_ones(
    draws, monkeypatch, distances, nearer, verdict
):
    X = np.column_stack([[*distances, 0], np.zeros(5)])
    draws([([0.8, 0.9, 0.1, 0.2, 2.0], X, [0, 0, 0, 0, 1])] * 6)
    monkeypatch.setattr(claims, "uniform_contributions", lambda sums: 1 - sums.values)
    judged = claims.critical_lie_near(None, **OPTIONS)
    assert judged.verdict == verdict and judged.evidence[0]["mean"] == nearer


def test_without_a_critical_example_a_draw_says_nothing(draws):
    draws([([0.1, 0.1, 0.1, 0.2, 2.0], ROWS, [0, 0, 0, 0, 1])] * 6)
    assert claims.critical_lie_near(None, **OPTIONS).verdict == INCONCLUSIVE


SMALL = {"examples": 40, "sizes": [5, 20]}


def test_only_examples_of_the_small_grey_disk_count(monkeypatch):
    """Contributions are planted: 3 within the disk, and 7 elsewhere."""

    def planted(sums):
        return np.where(claims._in_the_eye(sums.X), 3.0, 7.0), None

    monkeypatch.setattr(claims, "average_contributions", planted)
    monkeypatch.setattr(
        claims, "contribution_sums",
        lambda K, y, orders, *_: type("Sums", (), {"X": K, "n_permutations": len(orders)}),
    )  # fmt: skip
    monkeypatch.setattr(claims, "gram_matrix", lambda X, *_: X)
    judged = claims.eye_contributes(None, **SMALL, at_least=2.9)
    assert judged.verdict == HOLDS and judged.evidence[0]["mean"] == 3.0
    assert claims.eye_contributes(None, **SMALL, at_least=3.1).verdict == FAILS


def test_the_examples_of_the_disk_count_by_their_mean(monkeypatch):
    means = []

    def planted(sums):
        values = sums.times.sum(axis=1)
        means.append(values[claims._in_the_eye(sums.X)].mean())
        return values, None

    def summed(K, *_):
        return type("Sums", (), {"X": K, "times": np.abs(K), "n_permutations": 1})

    monkeypatch.setattr(claims, "average_contributions", planted)
    monkeypatch.setattr(claims, "contribution_sums", summed)
    monkeypatch.setattr(claims, "gram_matrix", lambda X, *_: X)
    judged = claims.eye_contributes(None, **SMALL, at_least=0.0)
    assert len(means) == claims.DRAWS
    assert judged.evidence[0]["mean"] == pytest.approx(np.mean(means))


def test_the_small_sets_have_several_examples_in_the_disk_and_the_sizes_asked_for(monkeypatch):
    asked = []
    summed = claims.contribution_sums

    def noted(K, y, orders, smallest, largest):
        asked.append((len(K), smallest, largest))
        assert len({tuple(order) for order in orders}) == claims.PERMUTATIONS
        return summed(K, y, orders[:20], smallest, largest)

    monkeypatch.setattr(claims, "contribution_sums", noted)
    draws = list(islice(claims._with_several_in_the_eye(40, 5, 20), 6))
    assert asked == [(40, 5, 20)] * 6
    assert all(claims._in_the_eye(draw.X).sum() >= claims.SEVERAL for draw in draws)
    assert not any(draw.noisy.any() for draw in draws)
    assert len({draw.X[0, 0] for draw in draws}) == 6
    again = next(claims._with_several_in_the_eye(40, 5, 20))
    assert (again.X == draws[0].X).all() and (again.sums.times == draws[0].sums.times).all()


def test_the_mean_over_draws_is_judged_by_the_t_test(draws):
    """Of 100 flipped examples about half lie beyond the threshold, by draw."""
    beyond = np.round(50 + 10 * JITTER)
    draws([((np.arange(100) < count) * 2.0, np.zeros((100, 2)), [1] * 100) for count in beyond])
    bar = t(ALPHA / 2) * beyond.std(ddof=1) / 100 / N**0.5
    mean = beyond.mean() / 100
    for need, verdict in (
        (mean - bar - 1e-6, HOLDS), (mean - bar + 1e-6, INCONCLUSIVE), (mean + bar + 1e-6, FAILS),
    ):  # fmt: skip
        assert claims.outliers_categorised(None, **OPTIONS, need=need).verdict == verdict


def test_each_trial_is_read_with_the_rows_of_its_own_draw(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = contribution_results(tmp_path)
    X, _, noisy, sums = summed_chunks()

    def drawn(data, draw):
        return type("Data", (), {"X": data.X + draw, "extras": {"noisy": noisy}})

    monkeypatch.setattr(tables, "drawn", drawn)
    read = tables.contributions_by_draw(results, "main", "alpha")
    assert [draw.X[0, 0] - X[0, 0] for draw in read] == pytest.approx(range(6))
    assert [int(draw.sums.increases.sum()) for draw in read] == [
        int(chunk.increases.sum()) for chunk in sums
    ]
    judged = claims.detects(results, **OPTIONS, at_least=0.6)
    assert judged.verdict == HOLDS and "over 6 draws with 30 permutations each" in judged.reason


def test_nothing_is_judged_where_nothing_ran(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = made_up_results(tmp_path, {"alpha": {"A": [0.1]}})
    options = {"study": "main", "dataset": "gone"}
    assert claims.detects(made, **options, at_least=0.5).verdict == UNTESTABLE
    assert claims.critical_lie_near(made, **options).verdict == UNTESTABLE


def test_the_small_grey_disk_is_around_the_middle_of_the_left_radius():
    inside = [(-0.5, 0.0), (-0.5, 0.179), (-0.321, 0.0), (-0.679, 0.0)]
    outside = [(-0.5, 0.181), (-0.5, -0.181), (-0.319, 0.0), (-0.681, 0.0), (0.5, 0.0)]
    assert claims._in_the_eye(np.array([*inside, *outside])).tolist() == [True] * 4 + [False] * 5


def test_the_least_and_the_largest_number_of_the_draws_are_kept(draws):
    of_area = {area: ([1, 2, 3, 4, flipped], ROWS, [0, 0, 0, 0, 1])
               for area, flipped in ((0.25, 1.5), (0.75, 3.5), (1.0, 4.5))}  # fmt: skip
    draws([of_area[0.75], of_area[0.25], of_area[1.0]] * 4)
    judged = claims.detects(None, **OPTIONS, at_least=0.4)
    assert [(entry["least"], entry["largest"]) for entry in judged.evidence] == [(0.25, 1.0)] * 2


def test_without_a_typical_example_a_draw_says_nothing(draws):
    draws([([0.8, 0.9, 0.8, 0.9, 2.0], ROWS, [0, 0, 0, 0, 1])] * 6)
    assert claims.critical_lie_near(None, **OPTIONS).verdict == INCONCLUSIVE


def test_a_draw_without_a_critical_example_has_no_area(draws):
    X = np.column_stack([[1, -2, -3, 4, 0], np.zeros(5)])
    known = ([0.8, 0.9, 0.1, 0.2, 2.0], X, [0, 0, 0, 0, 1])
    draws([known] * 6 + [([0.1, 0.1, 0.1, 0.2, 2.0], X, [0, 0, 0, 0, 1])] * 6)
    assert claims.critical_lie_near(None, **OPTIONS).evidence[0]["draws"] == 6
