"""The ERM paper's own claims, tested where the answer is known."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers.erm import (
    diversity_lowers_error,
    gaps_shrink,
    seconds_grow_linearly,
    seconds_grow_slower,
    seconds_grow_with_learners,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import BASE, JITTER, N, assert_steps, planted, stored, t

NAN = float("nan")
ITERATIONS = 10.0


def results(*, runs=None, **metrics):
    """Stored trials of one data set a column prefix: ``metric={method: {data set: values}}``."""

    def trial_scores(study, metric):
        columns = {}
        for method, of_set in metrics[metric].items():
            pairs = {(d, s): v for d, values in of_set.items() for s, v in enumerate(values)}
            columns[method] = pd.Series(pairs)
        frame = pd.DataFrame(columns)
        frame.index.names = ["dataset", "seed"]
        return frame

    def scores(study, metric):
        return runs.assign(value=ITERATIONS)

    return SimpleNamespace(trial_scores=trial_scores, runs=lambda study: runs, scores=scores)


def one(**values):
    return {name: {"alpha": trials} for name, trials in values.items()}


@pytest.mark.parametrize(
    ("diverse", "angle", "verdict"),
    [
        ([0.1, 0.12] * 3, [30] * 6, HOLDS),
        ([0.2, 0.19] * 3, [30] * 6, FAILS),
        ([0.1, 0.3] * 3, [30] * 6, INCONCLUSIVE),
        ([0.1, 0.12] * 3, [30] * 5 + [5], INCONCLUSIVE),  # too few are diverse
        ([0.1] * 6, [5, NAN] * 3, UNTESTABLE),
    ],
)
def test_diversity_lowers_error(diverse, angle, verdict):
    stored = results(error=one(D=diverse, E=[0.2] * 6), mean_angle=one(D=angle, E=[0] * 6))
    judged = diversity_lowers_error(
        stored, study="s", diverse=["D"], equal=["E"], least_angle=10, margin=0.05
    )
    assert judged.verdict == verdict


def test_a_trial_without_diversity_is_no_evidence_about_it():
    stored = results(
        error=one(D=[0.1] * 6 + [0.9], E=[0.2] * 7), mean_angle=one(D=[30] * 6 + [0], E=[0] * 7)
    )
    judged = diversity_lowers_error(
        stored, study="s", diverse=["D"], equal=["E"], least_angle=10, margin=0.05
    )
    assert (judged.verdict, judged.evidence[0]["trials"]) == (HOLDS, 6)


def test_failed_fits_are_neither_a_change_nor_an_optimum():
    error = one(D=[0.1] * 6 + [NAN] * 2, E=[0.2] * 8)
    stored = results(error=error, mean_angle=one(D=[30] * 7 + [NAN], E=[0] * 8))
    judged = diversity_lowers_error(
        stored, study="s", diverse=["D"], equal=["E"], least_angle=10, margin=0.05
    )
    assert judged.evidence[0]["mean_change"] == pytest.approx(-0.1)
    assert judged.reason.startswith("In 6 of 7 fits, on 6 splits, ")


def timed(exponents, slower=(), sizes=(100, 200, 400, 800)):
    """Fits of A that take n^exponent seconds, a trial an exponent, and of B likewise."""
    rows = [
        ("alpha", method, seed, str(n), n, "ok", float(n) ** exponent)
        for method, of_method in (("A", exponents), ("B", slower))
        for seed, exponent in enumerate(of_method)
        for n in sizes
    ]
    columns = ["dataset", "method", "seed", "condition", "n_train", "status", "fit_seconds"]
    return results(runs=pd.DataFrame(rows, columns=columns))


@pytest.mark.parametrize(
    ("exponents", "verdict"),
    [
        ((1.0, 1.05, 1.1) * 2, HOLDS),
        ((1.9, 2.0, 2.1) * 2, FAILS),
        ((0.5, 1.0, 1.9) * 2, INCONCLUSIVE),
        ((1.1,) * 5, INCONCLUSIVE),
    ],
)
def test_seconds_grow_linearly(exponents, verdict):
    judged = seconds_grow_linearly(timed(exponents), study="s", methods=["A"], at_most=1.2)
    assert judged.verdict == verdict
    assert judged.evidence[0]["exponent"] == pytest.approx(np.mean(exponents))
    assert judged.evidence[0]["rows"] == [100, 800]


@pytest.mark.parametrize(
    ("slower", "verdict"),
    [
        ((1.9, 2.0, 2.1) * 2, HOLDS),
        ((0.4, 0.5, 0.6) * 2, FAILS),
        ((0.5, 1.0, 1.9) * 2, INCONCLUSIVE),
    ],
)
def test_seconds_grow_slower(slower, verdict):
    stored = timed((1.0, 1.05, 1.1) * 2, slower)
    judged = seconds_grow_slower(stored, study="s", methods=["A"], than=["B"])
    assert judged.verdict == verdict
    (entry,) = judged.evidence
    assert entry["exponents"] == pytest.approx([1.05, np.mean(slower)])
    assert entry["rows"] == [100, 800]
    ratios = [n**1.05 / np.median(float(n) ** np.array(slower)) for n in entry["rows"]]
    assert entry["ratios"] == pytest.approx(ratios)


def test_the_seconds_at_both_ends_are_told():
    """A takes n^1 seconds and B n^1.5, so that their ratio is 0.1 at 100 rows."""
    judged = seconds_grow_slower(
        timed((1.0,) * 6, (1.5,) * 6), study="s", methods=["A"], than=["B"]
    )
    assert judged.reason.endswith(
        "The first takes 0.1 times the seconds of the second with 100 rows, and 0.035 times with "
        "800."
    )


def test_seconds_of_no_fit_show_no_growth():
    judged = seconds_grow_linearly(timed(()), study="s", methods=["A"], at_most=1.2)
    assert judged.verdict == UNTESTABLE
    judged = seconds_grow_slower(timed((1.0,)), study="s", methods=["A"], than=["B"])
    assert judged.verdict == UNTESTABLE


DIVERSE = {"study": "s", "diverse": ["D", "D2"], "equal": ["E", "E2"], "least_angle": 10}


def diverse(shift, angles=(30, 30)):
    """Errors of two pairs on two data sets, whose mean is `shift`; one pair is better by 0.02."""
    sets = ("alpha", "beta")
    return results(
        error={
            "D": dict.fromkeys(sets, np.array(planted(shift)) - 0.01),
            "D2": dict.fromkeys(sets, np.array(planted(shift)) + 0.01),
            "E": dict.fromkeys(sets, BASE), "E2": dict.fromkeys(sets, BASE),
        },
        mean_angle={
            name: dict.fromkeys(sets, [angle] * N)
            for name, angle in zip(("D", "D2", "E", "E2"), (*angles, 0, 0), strict=True)
        },
    )  # fmt: skip


def test_the_change_is_judged_over_the_trials_of_which_the_pairs_are_averaged():
    error = 0.01 * (14 / 15) ** 0.5 / 4  # of sixteen trials
    told = t(ALPHA / 2, 16) * error

    def judge(shift):
        return diversity_lowers_error(diverse(shift), margin=0.05, **DIVERSE)

    assert_steps(judge, [HOLDS, -0.05 - told, INCONCLUSIVE, -0.05 + told, FAILS])
    judged = judge(-0.1)
    half = 100 * told
    largest = 100 * (0.11 - 0.01 * JITTER.min())
    assert judged.reason.startswith(
        "In 32 of 32 fits, on 16 splits, an optimum with components at least 10 degrees apart was "
        f"found. There the test error changes by -10 points ({-10 - half:.3g} to {-10 + half:.3g}) "
        f"against that of equal components, and at most by {largest:.2g} points."
    )
    turned = {"diverse": ["D2", "D"], "equal": ["E2", "E"]}
    other = diversity_lowers_error(diverse(-0.1), margin=0.05, **DIVERSE | turned)
    assert other.reason == judged.reason
    assert "if the error of the diverse optima were " in judged.flip
    assert judged.evidence[0] == pytest.approx(
        {"method": "D", "than": "E", "trials": 16, "mean_change": -0.11,
         "largest_change": largest / 100, "mean_angle": 30}
    )  # fmt: skip


@pytest.mark.parametrize(
    ("angles", "pairs"), [((10, 9.99), ["D"]), ((9, 30), ["D2"]), ((9, 9), [])]
)
def test_a_pair_counts_from_the_least_angle_on(angles, pairs):
    judged = diversity_lowers_error(diverse(-0.2, angles), margin=0.05, **DIVERSE)
    assert [entry["method"] for entry in judged.evidence] == pairs
    assert judged.verdict == (HOLDS if pairs else UNTESTABLE)


SIZES = (100, 200, 400, 800)


def test_exponents_are_judged_by_data_set_and_method_and_over_the_upper_half():
    told = t(ALPHA / 2 / 2) * 0.1 / N**0.5  # of two methods

    def timed_by(shift, than=9.0):
        rows = [
            (name, method, seed, str(n), n, "ok", float(max(n, 200)) ** exponent)
            for name in ("alpha",)
            for method, mean in (("A", shift), ("A2", shift), ("B", than), ("B2", than))
            for seed, jitter in enumerate(JITTER)
            for n in SIZES
            for exponent in [mean + 0.1 * jitter * (mean == shift)]
        ]
        columns = ["dataset", "method", "seed", "condition", "n_train", "status", "fit_seconds"]
        return results(runs=pd.DataFrame(rows, columns=columns))

    def linear(shift):
        options = {"methods": ["A", "A2"], "at_most": 1.2}
        return seconds_grow_linearly(timed_by(shift), study="s", **options)

    assert_steps(linear, [HOLDS, 1.2 - told, INCONCLUSIVE, 1.2 + told, FAILS])
    judged = linear(1.0)
    assert judged.reason.startswith(
        "The seconds grow with the rows like a power of 1 to 1, and those of an iteration of 1 to "
        "1. At most 1.2 is asked of a fit."
    )
    assert judged.flip.startswith("It would be inconclusive if the exponents were ")
    assert judged.evidence[0]["interval"] == pytest.approx(
        [1 - t(ALPHA / 2) * 0.1 / N**0.5, 1 + t(ALPHA / 2) * 0.1 / N**0.5]
    )

    def slower(shift):
        options = {"methods": ["A", "A2"], "than": ["B"]}
        return seconds_grow_slower(timed_by(shift, 1.5), study="s", **options)

    assert_steps(slower, [HOLDS, 1.5 - told, INCONCLUSIVE, 1.5 + told, FAILS])
    assert slower(1.0).reason.startswith(
        "The seconds are shown to grow more slowly in 2 of 2 comparisons, and faster in none."
    )
    assert [(e["method"], e["than"]) for e in slower(1.0).evidence] == [("A", "B"), ("A2", "B")]


def test_a_trial_of_which_fits_of_one_size_alone_have_finished_has_no_exponent():
    """A line through one point has any slope."""
    stored = timed([1.0] * 7, [1.0] * 7)
    runs = stored.runs("s")
    runs.loc[(runs["seed"] == 6) & (runs["n_train"] > 200), "status"] = "time"
    runs.loc[(runs["method"] == "B") & (runs["n_train"] > 100), "status"] = "time"
    judged = seconds_grow_linearly(stored, study="s", methods=["A"], at_most=1.2)
    assert judged.verdict == HOLDS and judged.evidence[0]["exponent"] == pytest.approx(1.0)
    assert judged.evidence[0]["p_not"] == pytest.approx(0.5**6)
    assert seconds_grow_linearly(stored, study="s", methods=["B"], at_most=1).verdict == UNTESTABLE
    judged = seconds_grow_slower(stored, study="s", methods=["A"], than=["B"])
    assert judged.verdict == UNTESTABLE
    first = timed([1.0] * 7, [1.0] * 7)
    runs = first.runs("s")
    runs.loc[(runs["method"] == "A") & (runs["n_train"] > 100), "status"] = "time"
    judged = seconds_grow_linearly(first, study="s", methods=["A", "B"], at_most=1.2)
    assert [entry["method"] for entry in judged.evidence] == ["B"]


def test_exponents_are_over_the_rows_from_the_middle_one_on_that_a_trial_has():
    """400 seconds with 200 rows, too. Most trials lack 100 rows, and one lacks 400."""
    stored = timed([1.0] * 6)
    runs = stored.runs("s")
    runs["fit_seconds"] = np.maximum(runs["n_train"], 400.0)
    runs.loc[(runs["seed"] > 0) & (runs["n_train"] == 100), "status"] = "time"
    runs.loc[(runs["seed"] == 5) & (runs["n_train"] == 400), "status"] = "time"
    (entry,) = seconds_grow_linearly(stored, study="s", methods=["A"], at_most=0.6).evidence
    assert entry["exponent"] == pytest.approx(0.5)
    assert entry["p_not"] == pytest.approx(0.5**6)  # of all six trials


def test_exponents_are_compared_by_trial_and_on_one_data_set():
    """They differ by 0.2 in each trial; the first one of B has none."""
    exponents = 1.0 + 0.3 * JITTER
    runs = timed(exponents, exponents + 0.2).runs("s")
    runs.loc[(runs["method"] == "B") & (runs["seed"] == 0) & (runs["n_train"] > 100),
             "status"] = "time"  # fmt: skip
    stored = results(runs=pd.concat([runs, runs.assign(dataset="beta")], ignore_index=True))
    judged = seconds_grow_slower(stored, study="s", methods=["A"], than=["B"])
    assert judged.verdict == HOLDS
    assert [entry["dataset"] for entry in judged.evidence] == ["alpha", "beta"]


def test_exponents_of_few_trials_say_so_and_those_of_an_iteration_are_told_apart():
    judged = seconds_grow_linearly(timed([1.0] * 5), study="s", methods=["A"], at_most=1.2)
    assert judged.reason.endswith("too few trials to say.")
    judged = seconds_grow_slower(timed([1.0] * 5, [2.0] * 5), study="s", methods=["A"], than=["B"])
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")
    stored = timed([1.5] * 6)
    growing = stored.runs("s").assign(value=lambda runs: runs["n_train"] ** 0.5)
    stored.scores = lambda study, metric: growing
    judged = seconds_grow_linearly(stored, study="s", methods=["A"], at_most=2)
    assert judged.evidence[0]["exponent_of_an_iteration"] == pytest.approx(1.0)
    for per_iteration, verdict in ((True, HOLDS), (False, FAILS)):
        noisy = timed([1.5, 1.51] * 3)
        noisy.scores = lambda study, metric: growing
        judged = seconds_grow_linearly(
            noisy, study="s", methods=["A"], at_most=1.2, per_iteration=per_iteration
        )
        assert judged.verdict == verdict
    stored.scores = lambda study, metric: growing[:0]
    judged = seconds_grow_linearly(stored, study="s", methods=["A"], at_most=2)
    assert judged.evidence[0]["exponent_of_an_iteration"] == pytest.approx(1.5)


@pytest.mark.parametrize(("power", "verdict"), [(1.0, HOLDS), (1.5, FAILS)])
def test_seconds_of_an_iteration_by_the_number_of_learners(power, verdict):
    """Seconds of ten iterations at the most rows; at fewer rows they grow in another way."""
    noise = 1 + 0.01 * JITTER
    runs = pd.DataFrame(
        [
            ("alpha", f"E{size}", seed, "", rows, 10 * factor * size**exponent * noise[seed])
            for rows, exponent, factor in ((100, power, 1.0), (10, 5.0, 0.1))
            for size in (5, 10, 30)
            for seed in range(N)
        ],
        columns=["dataset", "method", "seed", "condition", "n_train", "fit_seconds"],
    )
    runs["condition"] = runs["n_train"].astype(str)
    held = results(runs=runs.assign(status="ok"))
    held.datasets = lambda study, datasets: ["alpha"]
    judged = seconds_grow_with_learners(
        held, study="s", methods=["E5", "E10", "E30"], learners=[5, 10, 30], at_most=1.2
    )
    assert judged.evidence[0]["exponent"] == pytest.approx(power)
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("hinge", "verdict"), [(0.01, HOLDS), (-0.01, HOLDS), (0.04, INCONCLUSIVE), (-0.1, FAILS)]
)
def test_a_gap_is_smaller_by_its_size_whichever_side_is_better(hinge, verdict):
    scores = {
        "A30": planted(hinge, 0.001), "A5": BASE, "B30": planted(-0.04, 0.001), "B5": BASE,
    }  # fmt: skip
    of_metric = {("error", label): {"alpha": scores} for label in ("1", "2")}
    judged = gaps_shrink(
        stored({"s": of_metric}), study="s", gaps=[["A30", "A5"]], than=[["B30", "B5"]],
        condition=["1", "2", "3"],
    )  # fmt: skip
    assert judged.evidence[0]["difference"] == pytest.approx(abs(hinge) - 0.04)
    assert judged.verdict == verdict


def learners(powers, gone=(), ran=None, most_rows=(), **more):
    """Seconds of an iteration that grow with the learners like these powers, a data set each.

    There are as many iterations as learners. `most_rows` are 100 but for some trials.
    """
    rows = [
        (name, f"E{size}", seed, str(n), n, size ** (power + 0.1 * JITTER[seed]) * size)
        for name, power in powers.items()
        for n in (10, 50, 100)
        for size in (5, 10, 30)
        for seed in range(N)
        if (name, size, seed) not in gone and n <= dict(most_rows).get((name, seed), 100)
    ]
    columns = ["dataset", "method", "seed", "condition", "n_train", "fit_seconds"]
    runs = pd.DataFrame(rows, columns=columns).assign(status="ok")
    held = results(runs=runs)
    held.scores = lambda study, metric: runs.assign(value=runs["method"].str[1:].astype(float))
    held.datasets = lambda study, datasets: list(datasets or ran or powers)
    # the smallest number last, so that a method has the number at its own place
    options = {"methods": ["E10", "E30", "E5"], "learners": [10, 30, 5], "at_most": 1.2}
    return seconds_grow_with_learners(held, study="s", **options | more)


def test_exponents_of_learners_are_judged_on_each_data_set():
    told = t(ALPHA / 2 / 2) * 0.1 / N**0.5

    def judge(shift):
        return learners({"alpha": 1.2 + shift, "beta": 1.2 + shift})

    assert_steps(judge, [HOLDS, -told, INCONCLUSIVE, told, FAILS])
    judged = judge(-0.2)
    half = t(ALPHA / 2) * 0.1 / N**0.5
    assert [entry["dataset"] for entry in judged.evidence] == ["alpha", "beta"]
    assert judged.evidence[0]["interval"] == pytest.approx([1 - half, 1 + half])
    assert judged.evidence[0]["trials"] == N
    least, most = 1 + 0.1 * JITTER.min(), 1 + 0.1 * JITTER.max()
    assert judged.reason.endswith(
        f"like a power of {least:.3g} to {most:.3g} by trial. At most 1.2 is asked."
    )


def test_exponents_of_learners_are_of_trials_with_every_number_of_them():
    gone = [("alpha", 30, seed) for seed in range(N)] + [("beta", 5, 0), ("beta", 10, 1)]
    judged = learners({"alpha": 1.0, "beta": 1.0}, gone)
    assert [(entry["dataset"], entry["trials"]) for entry in judged.evidence] == [("beta", N - 2)]
    assert judged.verdict == HOLDS
    assert learners({"alpha": 1.0}, gone).verdict == UNTESTABLE
    both = {"alpha": 1.0, "beta": 2.0}
    assert learners(both).verdict == FAILS
    assert learners(both, datasets=["alpha"]).verdict == HOLDS


def test_exponents_of_learners_are_of_trials_with_the_most_rows_of_their_data_set():
    fewer = {("alpha", 0): 50} | {("beta", seed): 50 for seed in range(N)}
    judged = learners({"alpha": 1.0, "beta": 1.0}, most_rows=fewer)
    assert [entry["trials"] for entry in judged.evidence] == [N - 1, N]


def test_exponents_of_learners_are_of_one_version_of_a_data_set():
    judged = learners({"alpha": 1.0, "again": 2.0}, ran=["alpha"])
    assert judged.verdict == HOLDS and len(judged.evidence) == 1


def test_a_gap_is_the_size_of_a_mean_and_not_the_mean_of_sizes():
    scores = {"A30": planted(0.01, 0.02), "A5": BASE, "B30": planted(-0.04, 0.0), "B5": BASE}
    options = {"gaps": [["A30", "A5"]], "than": [["B30", "B5"]]}
    judged = gaps_shrink(stored({"s": {"error": {"alpha": scores}}}), study="s", **options)
    (entry,) = judged.evidence
    assert entry["difference"] == pytest.approx(-0.03)
    assert (entry["verdict"], entry["verdict_corrected_for_resampling"]) == (HOLDS, INCONCLUSIVE)


def test_every_gap_must_be_smaller_than_its_own_rival():
    scores = {"A30": planted(0.01, 0.001), "A5": BASE, "B30": planted(-0.04, 0.001), "B5": BASE}
    of_sets = {"error": {"alpha": scores, "beta": scores}}
    near, far = ["A30", "A5"], ["B30", "B5"]

    def judge(gaps, than, **more):
        return gaps_shrink(stored({"s": of_sets}), study="s", gaps=gaps, than=than, **more)

    judged = judge([near, near], [far, far])
    assert judged.verdict == HOLDS and len(judged.evidence) == 4
    names = (judged.evidence[0]["method"], judged.evidence[0]["than"])
    assert names == ("A30 to A5", "B30 to B5")
    assert judge([near, far], [far, near]).verdict == FAILS
    assert len(judge([near], [far], datasets=["beta"]).evidence) == 1
    gone = {"error": {"alpha": dict.fromkeys(scores, [NAN] * N)}}
    judged = gaps_shrink(stored({"s": gone}), study="s", gaps=[near], than=[far])
    assert judged.verdict == UNTESTABLE


COLUMNS = ["dataset", "method", "seed", "condition", "n_train", "status", "fit_seconds"]


def test_the_middle_is_that_of_the_rows_of_each_data_set():
    """Seconds are constant up to the middle, and linear from there on."""
    rows = [
        (name, "A", seed, str(n), n, "ok", float(max(n, middle)))
        for name, middle in (("small", 200), ("large", 2000))
        for seed in range(6)
        for n in (middle // 2, middle, 2 * middle, 4 * middle)
    ]
    held = results(runs=pd.DataFrame(rows, columns=COLUMNS))
    judged = seconds_grow_linearly(held, study="s", methods=["A"], at_most=1.2)
    assert [e["exponent"] for e in judged.evidence] == pytest.approx([1, 1])
    assert [e["rows"] for e in judged.evidence] == [[100, 800], [1000, 8000]]


def test_the_seconds_at_both_ends_are_those_on_the_data_set():
    rows = [
        (name, method, seed, str(n), n, "ok", times * float(n))
        for name, of_set in (("alpha", {"A": 1.0, "B": 2.0}), ("beta", {"A": 9.0, "B": 3.0}))
        for method, times in of_set.items()
        for seed in range(6)
        for n in SIZES
    ]
    held = results(runs=pd.DataFrame(rows, columns=COLUMNS))
    judged = seconds_grow_slower(held, study="s", methods=["A"], than=["B"])
    ratios = [entry["ratios"] for entry in judged.evidence]
    assert ratios == [pytest.approx([0.5, 0.5]), pytest.approx([3, 3])]
