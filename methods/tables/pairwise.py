"""The table of one method against each other one over data sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, FEWEST_TRIALS, holm_correction, t_test
from methods.inference.effects import Effect, mean_difference, rank_biserial, wilcoxon_p_value
from methods.inference.region import ROPE, Probabilities, signed_rank_probabilities
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName
from methods.tables.captions import gap_note
from methods.tables.compared import Compared, chances_text, p_value_text
from methods.tables.table import NO_VALUE, Table


def pairwise_table(
    results: Results,
    *,
    study: StudyName,
    method: MethodName | None = None,
    metric: Metric = "error",
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    rope: float = ROPE,
    caption: str = "",
) -> Table:
    """One method against each other one over data sets: effect, test, and probabilities.

    It is that with the best average rank unless ``method`` names one. Then Holm's correction is
    over all pairs, since the scores have chosen it; otherwise it is over the other methods. The
    region of equivalence is from -``rope`` to ``rope``, in the unit of the metric.
    """
    compared = Compared.of(results, study, metric, methods, datasets)
    names = list(compared.means)
    if why := compared.why_none(method):
        return Table(pd.DataFrame(), pd.DataFrame(), f"{caption or study}: {why}.")
    first = method or compared.best(names)
    pairs = (
        [(first, name) for name in names if name != first]
        if method
        else list(combinations(names, 2))
    )
    among = f"{len(pairs)} pair{'s' * (len(pairs) != 1)}"
    tested = [wilcoxon_p_value(compared.differences(a, b)) for a, b in pairs]
    adjusted = dict(zip(map(frozenset, pairs), holm_correction(tested), strict=True))
    rows = []
    for name in (name for name in names if name != first):
        differences = compared.differences(first, name)
        effect, biserial = mean_difference(differences), rank_biserial(differences)
        chances = signed_rank_probabilities(differences, rope)
        rows.append({
            "method": first, "against": name, "datasets": int(np.isfinite(differences).sum()),
            "difference": effect.value, "low": effect.low, "high": effect.high,
            **_counts(compared, first, name), "p_value": adjusted[frozenset((first, name))],
            "rank_biserial": biserial.value, "rank_biserial_low": biserial.low,
            "rank_biserial_high": biserial.high, "better": chances.better,
            "equal": chances.equal, "worse": chances.worse,
        })  # fmt: skip
    data = pd.DataFrame(rows)
    note = (
        f"{first} against each row, by mean {metric} on each data set. Difference: the mean over"
        f" data sets, in {compared.unit}, below zero in favour of {first}. Its 95 % t interval"
        " takes the data sets as a sample of all such data."
        " Wins, ties and losses count data sets by the paired t-test, corrected for trials that"
        " share rows (Nadeau and Bengio), 5 %. p: Wilcoxon's signed-rank test asks whether the"
        " differences lean to one side; Holm's correction keeps the chance of any false alarm"
        f" below 5 % over {among}. Rank-biserial: 1 if {first} is better on all data"
        " sets, -1 if on none. Its 95 % bootstrap interval says how it would vary with other"
        " data sets. P: how sure the Bayesian signed-rank test is, from 0 to 1, that on data sets"
        f" like these {first} is mostly better, mostly practically equal, or mostly worse. Two"
        f" methods are practically equal if they differ by at most {compared.rope_text(rope)}."
    )
    note += gap_note(results, study, metric, names, results.datasets(study, datasets))
    return Table(data, _pair_cells(compared, data), f"{caption or 'Pairs of methods'}: {note}")


def _counts(compared: Compared, first: str, second: str) -> dict[str, int]:
    """Data sets on which the first method is significantly better, not apart, and worse."""
    counts = {"wins": 0, "ties": 0, "losses": 0}
    for dataset in compared.means.index:
        difference = compared.difference(dataset, first, second)
        if difference.n >= FEWEST_TRIALS:
            test = t_test(difference)
            apart = test.p_value < ALPHA
            outcome = ("losses" if test.difference > 0 else "wins") if apart else "ties"
            counts[outcome] += 1
    return counts


def _pair_cells(compared: Compared, data: pd.DataFrame) -> pd.DataFrame:
    cells = {}
    for row in data.sort_values("difference", ascending=False).to_dict("records"):
        effect = Effect(row["difference"], row["low"], row["high"])
        known = not np.isnan(row["rank_biserial"])
        biserial = f"{row['rank_biserial']:+.2f}" if known else NO_VALUE
        if not np.isnan(row["rank_biserial_low"]):
            ends = f"{row['rank_biserial_low']:+.2f} to {row['rank_biserial_high']:+.2f}"
            biserial += f" ({ends})"
        cells[row["against"]] = {
            f"difference ({compared.unit})": compared.interval(effect),
            "wins/ties/losses": f"{row['wins']}/{row['ties']}/{row['losses']}",
            "p (Wilcoxon, Holm)": p_value_text(row["p_value"]), "rank-biserial": biserial,
            **chances_text(Probabilities(row["better"], row["equal"], row["worse"])),
            "data sets": str(row["datasets"]),
        }  # fmt: skip
    return pd.DataFrame.from_dict(cells, orient="index")
