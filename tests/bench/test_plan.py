"""From a config to jobs: what is selected, how seeds are blocked, what makes a fit run again."""

import json
from pathlib import Path

import pytest
import yaml

from methods.bench import paths
from methods.bench.plan import Plan, parsed_value, read_plan
from methods.bench.results import Results
from methods.errors import UserError
from methods.sealed_files import write_sealed_json
from tests.bench.whole_project import add
from tests.made_up import FILES, experiment, study, write_descriptor, write_experiment, write_paper

ROOT = Path(__file__).parents[2]


@pytest.fixture
def root(tmp_path):
    """Two embedded data sets and one that has to be fetched; two studies of three methods."""
    for name in ("alpha", "beta"):
        write_descriptor(tmp_path, name)
    write_descriptor(tmp_path, "gamma", FILES)
    content = experiment(
        methods=["A", "B", "C"],
        studies={
            "main": study(["beta", "gamma", "alpha"], ["A", "B"], block_size=3,
                          trials={"smoke": 2, "quick": 7, "paper": 20}),
            "side": study(["alpha"], ["C"]),
        },
        tables={"t": {"function": "methods.tables.scores.score_table", "study": "main"}},
        figures={"f": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    )  # fmt: skip
    write_experiment(tmp_path, content)
    return tmp_path


def plan(root, **config) -> Plan:
    return Plan.from_config(config, root)


def main_of(plan):
    return plan.study("toy", "main")


def test_the_shipped_config_is_the_defaults():
    shipped = yaml.safe_load((ROOT / "config.yaml").read_text())
    assert shipped.keys() == Plan.from_config({}).config.keys()
    assert Plan.from_config(shipped).config == Plan.from_config({}).config


@pytest.mark.parametrize(
    ("datasets", "chosen"),
    [
        ("all", ["beta", "gamma", "alpha"]),
        ("embedded", ["beta", "alpha"]),
        (["alpha", "gamma"], ["gamma", "alpha"]),
        ("gamma", ["gamma"]),
    ],
)
def test_data_sets_are_selected_in_the_order_of_the_study(root, datasets, chosen):
    made = plan(root, datasets=datasets)
    assert made.datasets(main_of(made)) == chosen


def test_one_name_selects_no_name_that_it_contains(root):
    write_descriptor(root, "alpha9")
    content = experiment(["alpha", "alpha9"], ["A", "AB"])
    write_experiment(root, content)
    made = plan(root, datasets="alpha9", methods="AB")
    assert made.datasets(main_of(made)) == ["alpha9"]
    assert [method.name for method in made.methods(main_of(made))] == ["AB"]


def test_an_alias_selects_the_data_set(root):
    path = root / "datasets" / "alpha.yaml"
    path.write_text(path.read_text() + "aliases: [first]\n")
    made = plan(root, datasets=["first"])
    assert made.datasets(main_of(made)) == ["alpha"]


def test_a_study_without_selected_methods_does_not_run(root):
    assert [s.name for s in plan(root).studies()] == ["main", "side"]
    assert [s.name for s in plan(root, methods=["A"]).studies()] == ["main"]
    assert plan(root, methods=["C"]).used_datasets() == ["alpha"]


def test_the_order_of_names_in_a_config_is_no_matter(root):
    """Results would be those of a run with other settings."""
    write_experiment(root, experiment(), "other")
    names = {"datasets": ["gamma", "alpha"], "methods": ["B", "A"], "experiments": ["toy", "other"]}
    made = plan(root, **names)
    turned = plan(root, **{key: [*reversed(value)] for key, value in names.items()})
    assert made.config == turned.config
    assert [*made.experiments] == [*turned.experiments]


def test_selected_methods_stand_in_the_order_of_each_study(root):
    orders = {"main": ["A", "C", "B"], "side": ["B", "A"]}
    studies = {name: study(["alpha"], methods) for name, methods in orders.items()}
    write_experiment(root, experiment(methods=["A", "B", "C"], studies=studies))
    made = plan(root, methods=["A", "B"])
    chosen = {s.name: [method.name for method in made.methods(s)] for s in made.studies()}
    assert chosen == {"main": ["A", "B"], "side": ["B", "A"]}


WRONG = {
    "unknown key": ({"scal": "smoke"}, "config: unknown key 'scal'; did you mean 'scale'?"),
    "scale": ({"scale": "papr"}, "config: scale: unknown scale 'papr'; did you mean 'paper'?"),
    "trials": ({"trials": 0}, "config: trials: 0 is not a whole number from 1 to 1000000"),
    "trials in words": (
        {"trials": "ten"}, "trials: 'ten' is not a whole number from 1 to 1000000 or null"),
    "block": ({"block_size": "al"}, "config: block_size: 'al' is not auto or a whole number"),
    "format": (
        {"figure_formats": ["pgn"]},
        "config: figure_formats[0]: unknown figure format 'pgn'; did you mean 'png'?"),
    "experiment": ({"experiments": ["toi"]}, "unknown experiment 'toi'; did you mean 'toy'?"),
    "data set": ({"datasets": ["alpa"]}, "config: unknown data set 'alpa'; did you mean 'alpha'?"),
    "method": ({"methods": ["D"]}, "config: unknown method 'D'; choose from: A, B, C"),
    "no list": ({"methods": 3}, "config: methods: 3 is not all, a name or a list of names"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_in_the_config_is_one_line_with_the_nearest_choice(root, name):
    config, message = WRONG[name]
    with pytest.raises(UserError) as caught:
        plan(root, **config)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_one_metric_may_be_given_without_a_list(root):
    for metrics in ("accuracy", ["accuracy"]):
        made = plan(root, metrics=metrics)
        assert [*made.config["metrics"]] == [*main_of(made).metrics] == ["accuracy"]
    assert [*main_of(plan(root, metrics=["accuracy", "f1"])).metrics] == ["accuracy", "f1"]


def test_a_printed_data_set_names_one_of_the_papers_if_there_are_any(root):
    printed = {"source": "known", "name": "A", "shape": None, "meets": None}
    add(root / "datasets/alpha.yaml", printed=[printed])
    assert plan(root).papers == ()
    write_paper(root, "known")
    assert plan(root).papers == ("known",)
    add(root / "datasets/alpha.yaml", printed=[{**printed, "source": "knwon"}])
    where = r"datasets/alpha\.yaml: printed: source"
    with pytest.raises(UserError, match=f"{where}: unknown paper 'knwon'; did you mean 'known'"):
        plan(root)


def test_a_study_of_an_unknown_data_set_is_named(root):
    write_experiment(root, experiment(["alfa"]), "other")
    with pytest.raises(
        UserError,
        match=r"other: studies\.main\.datasets: unknown data set 'alfa'; did you mean 'alpha'",
    ):
        plan(root)


def test_unknown_experiments_and_studies_of_a_step_are_named(root):
    with pytest.raises(UserError, match="unknown experiment 'toi'"):
        plan(root).study("toi", "main")
    with pytest.raises(UserError, match="toy: unknown study 'mian'"):
        plan(root).study("toy", "mian")


def test_what_runs_are_the_selected_experiments_with_work_in_the_order_of_names(root):
    for name in ("zoo", "ant", "cat"):
        write_experiment(root, experiment(["beta"], ["A"]), name)
    write_experiment(root, experiment(["gamma"], ["A"]), "far")
    assert plan(root).running() == ["ant", "cat", "toy", "zoo"]  # far has no embedded data
    assert plan(root, datasets="gamma").running() == ["far", "toy"]
    assert plan(root, experiments=["zoo", "far", "ant"]).running() == ["ant", "zoo"]
    assert plan(root, experiments="far").running() == []


def test_an_experiment_has_stored_files_of_its_own_studies_alone(root):
    write_experiment(root, experiment(["alpha"], ["A"]), "other")
    made = plan(root)
    of_other = [file for file in made.stored("other") if "/data/" not in file]
    assert len(of_other) == 5 and all(file.startswith("results/other/main/") for file in of_other)
    of_toy = {Path(file).parts[1:3] for file in made.stored("toy") if "/data/" not in file}
    assert of_toy == {("toy", "main"), ("toy", "side")}


def test_data_sets_that_share_files_are_fetched_once(root):
    write_descriptor(root, "delta", {"format": "delimited", "delimiter": ","})
    add(root / "datasets/delta.yaml", files_of="gamma")
    write_experiment(root, experiment(["gamma", "delta", "beta"], ["A"]))
    made = plan(root, datasets="all")
    assert made.used_datasets() == ["beta", "delta", "gamma"]
    assert made.fetched_datasets() == ["beta", "gamma"]
    assert made.fetched("beta") == "results/data/raw/beta/fetched.json"
    assert made.fetched("gamma") == "results/data/raw/gamma/fetched.json"
    assert made.fetched("delta") == "results/data/raw/gamma/fetched.json"


def files(plan):
    study = main_of(plan)
    return [Path(block.path).name for block in plan.blocks(study, "alpha", study.methods[0])]


def test_blocks_are_aligned_and_named_for_their_full_range(root):
    assert files(plan(root)) == ["0000-0002.npz", "0003-0005.npz", "0006-0008.npz"]
    assert files(plan(root, block_size=1, trials=2)) == ["0000-0000.npz", "0001-0001.npz"]


def test_what_a_scale_leaves_out_has_no_blocks(root):
    content = experiment(
        studies={"main": study(["alpha"], ["A"], trials={"smoke": 0, "quick": 0, "paper": 4})}
    )
    write_experiment(root, content, "later")
    made = plan(root)
    assert made.block_names(made.study("later", "main"), "alpha") == []


def test_a_block_is_no_larger_than_the_trials_of_its_scale(root):
    assert files(plan(root, scale="smoke")) == ["0000-0001.npz"]
    assert files(plan(root, scale="smoke", trials=3)) == ["0000-0001.npz", "0002-0003.npz"]
    assert files(plan(root, scale="smoke", block_size=5)) == ["0000-0004.npz"]


def test_a_block_has_one_trial_if_its_scale_has_no_more(root):
    write_experiment(root, experiment(studies={"main": study(["alpha"], ["A"], trials=1)}))
    assert files(plan(root)) == ["0000-0000.npz"]
    assert files(plan(root, trials=2)) == ["0000-0000.npz", "0001-0001.npz"]


SPLITS = {
    "openml": ({"kind": "openml"}, 4),
    "time": ({"kind": "time", "folds": 3}, 3),
    "folds": ({"kind": "folds", "folds": 2}, 9),
    "holdout": ({"kind": "holdout", "train": 0.5}, 9),
}


@pytest.mark.parametrize("kind", SPLITS)
def test_trials_are_no_more_than_the_splits_that_there_are(tmp_path, kind):
    split, most = SPLITS[kind]
    write_descriptor(tmp_path, "task", {"openml_task": 31, "openml_splits": 4})
    trials = {"smoke": 0, "quick": 2, "paper": 3}
    write_experiment(
        tmp_path, experiment(studies={"main": study(["task"], ["A"], trials=trials, split=split)})
    )

    def asked(**config):
        made = plan(tmp_path, datasets="all", **config)
        return made.trials(main_of(made), "task")

    assert (asked(), asked(scale="paper"), asked(trials=1)) == (2, 3, 1)
    assert (asked(trials=most), asked(trials=9)) == (most, most)
    assert (asked(scale="smoke"), asked(scale="smoke", trials=9)) == (0, 0)


def test_only_a_data_set_with_a_task_of_openml_has_its_splits(root):
    write_experiment(
        root, experiment(studies={"main": study(["alpha"], ["A"], split={"kind": "openml"})})
    )
    with pytest.raises(UserError, match=r"toy: studies\.main\.datasets: alpha has no splits of"):
        plan(root)


@pytest.mark.parametrize("trials", [1, 2, 3, 4, 7])
def test_more_trials_orphan_no_file(root, trials):
    fewer, more = (set(files(plan(root, trials=t))) for t in (trials, trials + 5))
    assert fewer <= more


def test_every_trial_is_in_exactly_one_block(root):
    for size in (1, 2, 3, 10):
        ranges = [
            name.removesuffix(".npz").split("-") for name in files(plan(root, block_size=size))
        ]
        seeds = [seed for first, last in ranges for seed in range(int(first), int(last) + 1)]
        assert seeds == list(range(len(seeds))) and 7 <= len(seeds) < 7 + size


def test_the_methods_of_a_study_share_their_splits(root):
    made = plan(root)
    splits = made.splits(main_of(made), "alpha")
    assert splits == [f"results/toy/main/splits/alpha/{name}" for name in files(made)]


def test_paths_are_slugs(root):
    write_experiment(root, experiment(methods=["<img src=x onerror=alert(1)>"]), "odd")
    made = plan(root)
    (block,) = made.all_blocks(made.study("odd", "main"), "alpha")
    assert block.path == "results/odd/main/fits/alpha/img_src_x_onerror_alert_1/0000-0002.npz"


def test_outputs_follow_the_experiment_file_and_the_formats(root):
    made = plan(root, figure_formats=["pdf"])
    assert made.figures("toy") == ["results/toy/f.pdf", "results/toy/f.csv"]
    assert made.tables("toy") == [f"results/toy/t.{kind}" for kind in ("csv", "md", "tex", "json")]
    stored = plan(root, datasets=["beta"]).stored("toy")
    assert stored == [
        "results/toy/main/scores/beta.parquet", "results/toy/main/runs/beta.parquet",
        "results/toy/main/traces/beta.parquet", "results/toy/main/artifacts/beta.npz",
        "results/data/beta.npz", "results/toy/main/splits/beta/0000-0002.npz",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("report", "missed"),
    [
        ('{"status": "ok", "files": []}', []),
        ('{"status": "ok", "files": [{"path": "away.csv"}]}', ["gamma"]),  # the file is lost
        ('{"status": "missing", "reason": "far"}', ["gamma"]),
        ("{", ["gamma"]),
        ("[]", ["gamma"]),
    ],
)
def test_missed_are_data_sets_that_a_report_calls_missing_or_that_are_lost(
    root, tmp_path, monkeypatch, report, missed
):
    monkeypatch.chdir(tmp_path)
    assert plan(root, datasets="all").missed() == []
    file = Path(paths.fetched("gamma"))
    file.parent.mkdir(parents=True)
    if report.endswith("}"):
        write_sealed_json(file, json.loads(report), {})
    else:
        file.write_text(report)
    assert plan(root, datasets="all").missed() == missed


@pytest.mark.parametrize("lost", ["a.csv", "b.csv"])
def test_a_data_set_is_missed_if_one_of_its_files_is_lost(root, tmp_path, monkeypatch, lost):
    monkeypatch.chdir(tmp_path)
    report = Path(paths.fetched("gamma"))
    report.parent.mkdir(parents=True)
    names = ("a.csv", "b.csv")
    content = {"status": "ok", "files": [{"path": name} for name in names]}
    write_sealed_json(report, content, {})
    for name in names:
        report.with_name(name).touch()
    assert plan(root, datasets="all").missed() == []
    report.with_name(lost).unlink()
    assert plan(root, datasets="all").missed() == ["gamma"]


@pytest.mark.parametrize(
    ("told", "of_machine", "mirror"),
    [("/own", "/lab", "/own"), ("/own", "", "/own"), (None, "/lab", "/lab"), (None, "", None)],
)
def test_the_mirror_of_the_config_comes_before_that_of_the_machine(
    root, monkeypatch, told, of_machine, mirror
):
    monkeypatch.setenv("MARGINBENCH_MIRROR", of_machine)
    assert plan(root, mirror=told).mirror == mirror


def nothing(dataset):
    return {}


def test_a_missed_data_set_is_tried_again_with_the_mirror_of_the_run(root, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = {"files": [{"path": "own/gamma.csv"}], "format": "delimited", "delimiter": ","}
    write_descriptor(root, "gamma", own)
    report = Path(paths.fetched("gamma"))
    report.parent.mkdir(parents=True)
    report.write_text("damaged")
    contents = []
    for mirror in ("here", "there", "there"):
        plan(root, datasets="all", mirror=str(tmp_path / mirror)).try_missed_again(nothing)
        contents.append(report.read_bytes())
    assert json.loads(contents[0])["status"] == "missing"
    assert contents[0] == contents[1] == contents[2]  # missing for the same reason, elsewhere
    (tmp_path / "there/own").mkdir(parents=True)
    (tmp_path / "there/own/gamma.csv").write_text("1,2,a\n")
    plan(root, datasets="all", mirror=str(tmp_path / "there")).try_missed_again(nothing)
    assert json.loads(report.read_text())["status"] == "ok"
    fetched = report.read_bytes()
    (report.parent / "gamma.csv").unlink()
    with pytest.raises(UserError, match="are lost and could not be fetched again"):
        plan(root, datasets="all", mirror=str(tmp_path / "here")).try_missed_again(nothing)
    assert report.read_bytes() == fetched
    plan(root, datasets="all", mirror=str(tmp_path / "there")).try_missed_again(nothing)
    assert (report.parent / "gamma.csv").exists() and report.read_bytes() == fetched


def test_a_study_names_a_data_set_as_its_files_are_called(root):
    path = root / "datasets" / "alpha.yaml"
    path.write_text(path.read_text() + "aliases: [first]\n")
    write_experiment(root, experiment(["first"], ["A"]))
    with pytest.raises(UserError, match="write 'alpha' for data set 'first'"):
        plan(root)


def test_a_sweep_that_differs_by_scale_keeps_the_fits_of_every_scale(tmp_path):
    write_descriptor(tmp_path, "alpha")
    values = {"smoke": [1], "quick": [1, 2], "paper": [1, 2, 3]}
    sweep = {"vary": "parameter", "name": "C", "values": values}
    studies = {
        "main": study(["alpha"], ["A"]) | {"conditions": sweep},
        "side": study(["alpha"], ["A"]) | {"conditions": {**sweep, "values": [1, 2]}},
    }
    write_experiment(tmp_path, experiment(methods=["A"], studies=studies))
    blocks = {
        (name, scale): made.all_blocks(made.study("toy", name), "alpha")[0].path
        for scale in ("quick", "paper")
        for made in [plan(tmp_path, scale=scale)]
        for name in studies
    }
    assert blocks["main", "quick"] != blocks["main", "paper"]
    assert blocks["side", "quick"] == blocks["side", "paper"]


def test_scales_with_as_many_values_keep_their_fits_too(tmp_path):
    write_descriptor(tmp_path, "alpha")
    sweep = {"vary": "parameter", "name": "C", "values": {"smoke": [1], "quick": [2], "paper": [3]}}
    of_main = study(["alpha"], ["A"]) | {"conditions": sweep}
    write_experiment(tmp_path, experiment(methods=["A"], studies={"main": of_main}))
    blocks = {
        made.all_blocks(main_of(made), "alpha")[0].path
        for scale in ("smoke", "quick", "paper")
        for made in [plan(tmp_path, scale=scale)]
    }
    assert len(blocks) == 3


def test_a_data_set_may_have_fewer_trials_than_the_rest_of_its_study(tmp_path):
    for name in ("alpha", "beta"):
        write_descriptor(tmp_path, name)
    one = study(
        ["alpha", "beta"],
        ["A"],
        trials=7,
        block_size=3,
        trials_by_dataset={"beta": {"smoke": 1, "quick": 2, "paper": 7}},
    )
    write_experiment(tmp_path, experiment(methods=["A"], studies={"main": one}))
    made = plan(tmp_path)
    main = main_of(made)
    assert [made.trials(main, name) for name in ("alpha", "beta")] == [7, 2]
    assert len(made.blocks(main, "alpha", main.methods[0])) == 3
    assert len(made.blocks(main, "beta", main.methods[0])) == len(made.splits(main, "beta")) == 1
    results = Results.load(made, "toy", tmp_path)
    assert (results.trials("main"), results.trials("main", "beta")) == (7, 2)


def test_no_trials_at_a_scale_leave_a_data_set_or_a_study_out(tmp_path):
    for name in ("alpha", "beta"):
        write_descriptor(tmp_path, name)
    studies = {
        "main": study(
            ["alpha", "beta"],
            ["A"],
            trials_by_dataset={"beta": {"smoke": 1, "quick": 0, "paper": 1}},
        ),
        "side": study(["alpha"], ["A"], trials={"smoke": 5, "quick": 0, "paper": 5}),
    }
    write_experiment(tmp_path, experiment(methods=["A"], studies=studies))
    ran = {
        scale: {one.name: made.datasets(one) for one in made.studies()}
        for scale in ("quick", "paper")
        for made in [plan(tmp_path, scale=scale)]
    }
    assert ran == {
        "quick": {"main": ["alpha"]}, "paper": {"main": ["alpha", "beta"], "side": ["alpha"]}
    }  # fmt: skip


def test_fewer_trials_are_of_a_data_set_of_the_study(tmp_path):
    write_descriptor(tmp_path, "alpha")
    one = study(["alpha"], ["A"], trials_by_dataset={"alfa": 2})
    write_experiment(tmp_path, experiment(methods=["A"], studies={"main": one}))
    with pytest.raises(
        UserError, match=r"toy: studies\.main\.trials_by_dataset: unknown data set 'alfa'"
    ):
        plan(tmp_path)


def test_the_trials_of_generated_data_are_draws_unless_the_study_has_a_reason_for_one(tmp_path):
    write_descriptor(tmp_path, "fixed")
    write_descriptor(tmp_path, "drawn", {"generator": "ringnorm", "parameters": {}})
    both = ["fixed", "drawn"]
    studies = {
        "anew": study(both, ["A"], trials=20),
        "one": study(both, ["A"], trials=20, one_draw="the paper has one"),
        "slices": study(both, ["A"], trials=20, split={"kind": "given", "by": "trial"}),
        "folds": study(both, ["A"], trials=20, split={"kind": "folds", "folds": 10}),
    }
    write_experiment(tmp_path, experiment(both, ["A"], studies=studies))
    made = plan(tmp_path)
    draws = {name: made.draws(made.study("toy", name), "drawn") for name in studies}
    assert draws == {"anew": 20, "one": 1, "slices": 20, "folds": 2}
    assert {made.draws(made.study("toy", name), "fixed") for name in studies} == {None}
    assert made.study("toy", "anew").draw_of_trial(17) == 17
    assert made.study("toy", "one").draw_of_trial(17) is None
    assert made.study("toy", "folds").draw_of_trial(17) == 1


def test_entries_of_the_command_line_replace_those_of_the_file(root):
    (root / "config.yaml").write_text("scale: paper\ntrials: 5\ndatasets: all\n")
    of_file = read_plan(root).config
    assert [of_file[key] for key in ("scale", "trials", "methods")] == ["paper", 5, "all"]
    told = read_plan(root, ["trials=2", "methods=[A, C]", "mirror=http://x.invalid?a=b"]).config
    changed = {"trials": 2, "methods": ["A", "C"], "mirror": "http://x.invalid?a=b"}
    assert told == {**of_file, **changed}
    assert read_plan(root, ["trials=2", "trials="]).config["trials"] is None  # the last one counts


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("trials", "--config takes key=value, not 'trials'"),
        ("trials=[", "--config trials: '[' is not YAML"),
        ("mirror=2020-05-99", "--config mirror: '2020-05-99' is not YAML"),
        ("trails=2", "config: unknown key 'trails'; did you mean 'trials'?"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line(root, entry, message):
    (root / "config.yaml").write_text("scale: smoke\n")
    with pytest.raises(UserError) as caught:
        read_plan(root, [entry])
    assert str(caught.value) == message


def test_a_config_that_is_no_mapping_is_refused_with_any_entries(root):
    (root / "config.yaml").write_text("- smoke\n")
    for entries in ([], ["scale=smoke"]):
        with pytest.raises(UserError, match=r"^config: .* is not a mapping"):
            read_plan(root, entries)


def test_values_of_the_command_line_are_yaml():
    assert parsed_value("trials", "3") == 3
    assert parsed_value("datasets", "[a, b]") == ["a", "b"]
    assert parsed_value("mirror", "") is None


def test_no_shipped_study_rests_on_few_draws_without_a_reason():
    made = Plan.from_config({"scale": "paper", "datasets": "all"})
    few = [
        f"{study.where}/{dataset}: {made.draws(study, dataset)}"
        for study in made.studies()
        for dataset in made.datasets(study)
        if made.draws(study, dataset) is not None
        and made.draws(study, dataset) < 20
        and not study.one_draw
    ]
    assert not few


def test_one_experiment_may_be_named_alone_or_in_a_list(root):
    assert plan(root, experiments="toy").config == plan(root, experiments=["toy"]).config


def test_the_training_rows_of_a_split_are_of_known_data_sets(root):
    split = {"kind": "holdout", "train": 0.5, "train_rows": {"alhpa": 3}}
    of_main = study(["alpha"], ["A"], split=split)
    write_experiment(root, experiment(methods=["A"], studies={"main": of_main}))
    with pytest.raises(UserError, match=r"studies.main.split.train_rows: unknown data set 'alhpa'"):
        plan(root)
    add(root / "datasets/beta.yaml", aliases=["second"])
    split["train_rows"] = {"second": 3}
    write_experiment(root, experiment(methods=["A"], studies={"main": of_main}))
    with pytest.raises(UserError, match=r"split.train_rows: write 'beta' for data set 'second'"):
        plan(root)


def test_a_block_is_no_larger_than_the_trials_of_its_data_set(root):
    few = study(["alpha", "beta"], ["A"], trials=7, trials_by_dataset={"beta": 2})
    write_experiment(root, experiment(studies={"main": few}))
    made = plan(root)
    assert [made.block_size(main_of(made), name) for name in ("alpha", "beta")] == [7, 2]


def test_each_task_of_openml_has_a_number_of_splits_of_its_own(tmp_path):
    for name, splits in (("one", 4), ("two", 9)):
        write_descriptor(tmp_path, name, {"openml_task": splits, "openml_splits": splits})
    main = study(["one", "two"], ["A"], trials=20, split={"kind": "openml"})
    write_experiment(tmp_path, experiment(studies={"main": main}))
    made = plan(tmp_path, datasets="all")
    assert [made.trials(main_of(made), name) for name in ("one", "two")] == [4, 9]
