"""A metric whose high values are good is judged as its negative is: tables, ranks and figures."""

import numpy as np
import pytest

from methods.claims.best import best_on_most
from methods.claims.scores import lower, not_told_apart, same
from methods.claims.trials import differs
from methods.figures.curves import rank_diagram
from methods.tables.scores import score_table
from methods.tables.wins import win_tie_loss_table
from tests.made_up import made_up_results

METRICS = ["roc_auc", {"function": "plugin.cost", "lower_is_better": True}]
DATASETS = ("alpha", "beta", "gamma")


def mirrored(folder, seed, trials=12, gaps=()):
    """Results of made-up errors, and of their negatives as AUC."""
    rng = np.random.default_rng(seed)
    levels = rng.choice([0.1, 0.11, 0.14, 0.2], size=(len(DATASETS), 4))
    errors = {
        dataset: {
            name: rng.normal(level, 0.02, trials).tolist()
            for name, level in zip("ABCD", levels[i], strict=True)
        }
        for i, dataset in enumerate(DATASETS)
    }
    for dataset, name in gaps:
        errors[dataset][name] = [float("nan")] * trials
    negative = {d: {n: [-v for v in of] for n, of in e.items()} for d, e in errors.items()}
    (folder / "a").mkdir(), (folder / "b").mkdir()
    return errors, negative


# with a gap and without
@pytest.fixture(params=[0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in (2, 3))],
                scope="module")  # fmt: skip
def made(request, tmp_path_factory):
    """Folders, results and metrics of the errors, and of their negatives."""
    folder = tmp_path_factory.mktemp("pair")
    gaps = [("beta", "C")] if request.param % 2 else []
    both = mirrored(folder, request.param, gaps=gaps)
    pairs = []
    for name, scores, metric in zip("ab", both, ("error", "roc_auc"), strict=True):
        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.chdir(folder / name)
            results = made_up_results(folder / name, scores, metric, metrics=METRICS)
        pairs.append((folder / name, results, metric))
    return pairs


@pytest.fixture
def pair(made, monkeypatch):
    """A function that calls another with the errors, and with their negatives."""

    def call(function, **options):
        answers = []
        for folder, results, metric in made:
            monkeypatch.chdir(folder)
            answers.append(function(results, study="main", metric=metric, **options))
        return answers

    return call


def test_ranks_stars_bold_and_marks_of_a_table_are_those_of_its_negative(pair):
    errors, negative = pair(score_table, rivals={"A": "B", "C": "D"}, percent=True)
    for column in ("rank", "best", "not_worse_than_best", "mark", "n"):
        assert (
            errors.data[column].astype(str).tolist() == negative.data[column].astype(str).tolist()
        )
    assert errors.cells["average rank"].tolist() == negative.cells["average rank"].tolist()
    assert errors.data["mean"].to_numpy() == pytest.approx(-negative.data["mean"], nan_ok=True)


def test_the_best_of_some_methods_is_chosen_by_what_is_good(pair):
    errors, negative = pair(score_table, best_of={"best": ["A", "B"]}, methods=["A", "B", "best"],
                            published=None, percent=True)  # fmt: skip
    assert errors.data["mean"].to_numpy() == pytest.approx(-negative.data["mean"], nan_ok=True)


def test_wins_ties_and_losses_are_those_of_the_negative(pair):
    errors, negative = pair(win_tie_loss_table)
    assert errors.cells.equals(negative.cells) and errors.data.equals(negative.data)


def test_average_ranks_of_the_diagram_are_those_of_the_negative(pair):
    (_, errors), (_, negative) = pair(rank_diagram)
    assert errors.equals(negative)


@pytest.mark.parametrize(
    ("claim", "options"),
    [
        (lower, {"margin": 0.0}),
        (lower, {"margin": 0.02, "need": 0.5}),
        (lower, {"margin": 0.03, "need": 0.3}),
        (same, {"margin": 0.03}),
        (not_told_apart, {"visible": 0.03, "need": 0.5}),
        (best_on_most, {}),
        (best_on_most, {"need": 0.3}),
        (differs, {"margin": 0.05}),
    ],
)
@pytest.mark.parametrize(("ours", "rivals"), [(["A"], ["B"]), (["A", "B"], ["C", "D"])])
def test_verdicts_cases_and_flips_are_those_of_the_negative(pair, claim, options, ours, rivals):
    errors, negative = pair(claim, methods=ours, than=rivals, **options)
    assert errors.verdict == negative.verdict
    assert errors.flips.keys() == negative.flips.keys()
    for verdict, shift in errors.flips.items():
        assert negative.flips[verdict] == pytest.approx(-shift)
    for one, other in zip(errors.evidence, negative.evidence, strict=True):
        assert one.get("verdict") == other.get("verdict")
        assert {k: one[k] for k in ("method", "than")} == {k: other[k] for k in ("method", "than")}
        if "p_not" in one:
            assert (one["p_not"], one["p_holds"]) == pytest.approx(
                (other["p_not"], other["p_holds"]), nan_ok=True
            )


def test_the_made_up_scores_reach_every_verdict(tmp_path, monkeypatch):
    reached = set()
    for seed in range(2):
        (tmp_path / str(seed)).mkdir()
        _, negative = mirrored(tmp_path / str(seed), seed)
        monkeypatch.chdir(tmp_path / str(seed))
        results = made_up_results(tmp_path / str(seed), negative, "roc_auc", metrics=METRICS)
        for pair_of in (["A", "B"], ["B", "A"], ["C", "D"]):
            for dataset in DATASETS:
                verdict = lower(results, study="main", metric="roc_auc", methods=pair_of[:1],
                                than=pair_of[1:], datasets=[dataset])  # fmt: skip
                reached.add(verdict.verdict)
    assert reached == {"holds", "fails", "inconclusive"}


def test_words_say_which_direction_is_good(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"alpha": {"A": [0.9, 0.91] * 4, "B": [0.7, 0.72] * 4}}
    results = made_up_results(tmp_path, scores, "roc_auc", metrics=METRICS)
    table = score_table(results, study="main", metric="roc_auc")
    assert "roc_auc, higher is better, mean ±" in table.caption
    assert table.cells.loc["A", "alpha"] == "**0.9050 ± 0.0053**"
    claim = lower(results, study="main", metric="roc_auc", methods=["A"], than=["B"])
    assert (
        claim.verdict == "holds"
        and "the area under the ROC curve of A is higher than that of B" in claim.reason
    )
    best = best_on_most(results, study="main", metric="roc_auc", methods=["A"], than=["B"])
    assert best.reason.startswith("A method of the claim has the highest area under the ROC curve")


def test_a_cost_of_ones_own_is_better_when_it_is_low(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"alpha": {"A": [1.0, 1.1] * 4, "B": [2.0, 2.1] * 4}}
    results = made_up_results(tmp_path, scores, "cost", metrics=METRICS)
    table = score_table(results, study="main", metric="cost")
    assert table.cells.loc["A", "alpha"].startswith("**1.05") and "lower is better" in table.caption
    claim = lower(results, study="main", metric="cost", methods=["A"], than=["B"])
    assert claim.verdict == "holds" and "the cost of A is lower than that of B" in claim.reason


def test_the_option_stays_for_recorded_numbers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"alpha": {"A": [5.0, 6.0] * 4, "B": [2.0, 2.1] * 4}}
    results = made_up_results(tmp_path, scores, "rounds")
    best = [
        score_table(results, study="main", metric="rounds", lower_is_better=low).data.set_index(
            "method"
        )["best"]["A"]
        for low in (None, True, False)
    ]
    assert best == [False, False, True]
