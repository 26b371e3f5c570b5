"""Names in tables, figures and claims that nothing has."""

import pytest

from methods.bench.experiments import load_experiment
from methods.bench.option_kinds import check_names
from methods.errors import UserError
from tests.made_up import experiment, study, write_experiment

TABLE = {"function": "a.f"}


@pytest.fixture
def load(tmp_path):
    """The experiment with studies main (A, B on alpha) and side (C on beta) and one table."""

    def make(**options):
        studies = {"main": study(["alpha"], ["A", "B"]), "side": study(["beta"], ["C"])}
        tables = {"wins": TABLE | options}
        content = experiment(methods=["A", "B", "C"], studies=studies, tables=tables)
        write_experiment(tmp_path, content)
        return load_experiment(tmp_path / "workflow/experiments/toy.yaml")

    (tmp_path / "workflow/published").mkdir(parents=True)
    (tmp_path / "workflow/published/toy.csv").write_text("table,method\nt1,Printed\nt2,Other\n")
    return make


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"study": "mian"}, "toy: tables wins: unknown study 'mian'; did you mean 'main'?"),
        ({"sweep": "sied"}, "unknown study 'sied'; did you mean 'side'?"),
        ({"study": "main", "methods": ["A", "C"]}, "unknown method 'C'; choose from: A, B"),
        ({"method": "D"}, "unknown method 'D'; choose from: A, B, C"),
        ({"rivals": {"A": "D"}}, "unknown method 'D'"),
        ({"study": "main", "datasets": ["beta"]}, "unknown data set 'beta'"),
        ({"study": "main", "methods": ["Other"], "published": {"table": "t1"}}, "method 'Other'"),
    ],
)
def test_an_unknown_name_is_a_complaint_with_its_place(load, options, complaint):
    with pytest.raises(UserError) as error:
        load(**options)
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"study": "main", "methods": ["B"], "dataset": "alpha"},
        {"studies": ["main", "side"], "methods": ["A"], "than": ["C"]},
        {"study": "main", "methods": ["Printed"], "published": {"table": "t1"}},
        {"study": "main", "methods": ["Printed"], "published": "t1"},
    ],
)
def test_names_of_the_studies_and_of_the_printed_table_pass(load, options):
    load(**options)


def test_without_printed_numbers_only_what_runs_is_known(tmp_path):
    with pytest.raises(UserError, match="unknown method"):
        check_names({"methods": ["A"], "published": "t1"}, {}, tmp_path / "none.csv", "here")
