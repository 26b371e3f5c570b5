"""The catalogue: every descriptor is sound, and an unsound one is refused in one line."""

from pathlib import Path

import pytest
import yaml

from methods.bench.plan import Plan
from methods.data import generators
from methods.data.catalogue import (
    Descriptor,
    counted_once,
    descriptor_files,
    load_catalogue,
    load_descriptor,
)
from methods.errors import UserError
from methods.project import command
from tests.made_up import write_descriptor

ROOT = Path(__file__).parents[2]

MINIMAL = {
    "name": "toy",
    "title": "Toy",
    "task": "binary",
    "shape": [2, 1],
    "classes": {"a": 1, "b": 1},
    "licence": "none",
    "origin": "none",
    "citation": "none",
    "printed": [],
    "sources": [{"files": [{"path": "toy.csv"}], "format": "delimited", "delimiter": ","}],
}
# The tables and figures of the four works name these.
PRINTED_NAMES = {
    "sonar", "german", "australian", "ijcnn1", "heart", "ionosphere", "diabetes", "pima", "liver",
    "splice", "austra", "breast", "breastw", "clean1", "ethn", "haberman", "house-votes", "house",
    "votes84", "vehicle_binary", "wdbc", "cleveland", "ringnorm", "threenorm", "twonorm",
    "yinyang", "concentric_disks", "dna", "glass", "iris", "letter", "pendigits", "satimage",
    "segment", "vehicle", "vowel", "wine", "tangram", "eeg_alcoholism", "eeg_emotion",
    "students_face", "inria_person", "smm_blocks", "smm_synthetic", "digits", "liver-disorders",
}  # fmt: skip


@pytest.fixture(scope="module")
def descriptors() -> dict[str, Descriptor]:
    return load_catalogue(ROOT / "datasets")


def write(tmp_path: Path, **changes) -> Path:
    path = tmp_path / "toy.yaml"
    path.write_text(yaml.safe_dump(MINIMAL | changes))
    return path


def test_every_printed_data_set_has_a_descriptor(descriptors):
    assert set(descriptors) >= PRINTED_NAMES


def test_fetched_sets_have_a_content_hash_unless_nobody_can_fetch_them(descriptors):
    for descriptor in descriptors.values():
        is_drawn = any(source.generator for source in descriptor.sources)
        is_own = descriptor.unavailable is not None and descriptor.name != "eeg_alcoholism_trials"
        assert (descriptor.content_hash is None) == (is_drawn or is_own), descriptor.name


def test_printed_shapes_agree_with_their_verdicts(descriptors):
    for descriptor in descriptors.values():
        for printed in descriptor.printed:
            assert (printed.shape is None) == (printed.meets is None), descriptor.name
            if printed.shape == descriptor.shape:
                assert printed.meets, descriptor.name


def test_both_readings_of_the_eeg_archive_are_of_one_file(descriptors):
    every, single = descriptors["eeg_alcoholism"], descriptors["eeg_alcoholism_single"]
    (first,), (second,) = every.sources, single.sources
    assert first.files == second.files
    assert single.fetched_as == every.fetched_as == "eeg_alcoholism"
    assert (single.version_of, every.version_of) == ("eeg_alcoholism", "")
    assert (first.conditions, second.conditions) == (None, ("S1 obj",))
    assert [p.name for d in (every, single) for p in d.printed] == ["eeg_alcoholism"] * 2


def test_large_archives_have_a_cap_of_their_own(descriptors):
    sizes = {"eeg_alcoholism": 700 * 2**20, "inria_person": 1_016_094_720}
    for name, size in sizes.items():
        ((file,),) = (source.files for source in descriptors[name].sources)
        assert size < file.max_bytes < 1.5 * size


def test_class_counts_add_up_to_the_number_of_rows(descriptors):
    for descriptor in descriptors.values():
        counts = descriptor.classes.values()
        if None not in counts:
            assert sum(counts) == descriptor.shape[0], descriptor.name


def test_embedded_sets_are_the_bundled_and_the_drawn(descriptors):
    embedded = {descriptor.name for descriptor in descriptors.values() if descriptor.embedded}
    assert {"wdbc", "iris", "wine", "digits", "twonorm", "smm_blocks", "yinyang"} <= embedded
    assert "sonar" not in embedded


def test_every_generator_exists(descriptors):
    for descriptor in descriptors.values():
        for source in descriptor.sources:
            assert source.generator is None or callable(getattr(generators, source.generator))


def test_aliases_lead_to_the_same_table(descriptors):
    assert descriptors["pima"] is descriptors["diabetes"]


def test_unknown_name_points_at_the_nearest():
    with pytest.raises(UserError, match="unknown data set 'sonnar'; did you mean 'sonar'"):
        Plan.from_config({"datasets": ["sonnar"]})


def test_taken_alias_is_refused(tmp_path):
    write(tmp_path, aliases=["toy"])
    with pytest.raises(UserError, match="alias 'toy' of toy is taken"):
        load_catalogue(tmp_path)


FILES = MINIMAL["sources"][0]
FAULTS = [
    ({"licens": "x"}, "unknown key 'licens'; did you mean 'licence'"),
    ({"name": "other"}, "must be the stem of the file"),
    ({"task": "binry"}, "unknown task 'binry'; did you mean 'binary'"),
    ({"shape": [2, 1, 1]}, r"shape must be \[n, d\]"),
    ({"shape": "2 x 1"}, "shape: '2 x 1' is not a list"),
    ({"classes": {1: 1, "b": 1}}, "classes: 1 is not text; put it in quotes"),
    ({"content_hash": "abc"}, "content_hash: 'abc' is not a SHA-256 of 64"),
    ({"sources": []}, r"sources: \[\] is not a list of at least one entry"),
    ({"sources": [{}]}, "needs exactly one of bundled, generator, files"),
    ({"sources": [{"bundled": "load_irs"}]}, "did you mean 'load_iris'"),
    ({"sources": [FILES | {"format": "xlsx"}]}, "unknown format 'xlsx'"),
    ({"sources": [FILES | {"label": "lst"}]}, "unknown label column 'lst'; did you mean 'last'"),
    ({"sources": [FILES | {"labels": {True: "a"}}]}, r"sources\[0\].labels: True is not text"),
    ({"sources": [FILES | {"files": [{"path": "../x"}]}]}, "leaves the mirror"),
    ({"sources": [FILES | {"files": [{"path": "/x"}]}]}, "leaves the mirror"),
    (
        {"sources": [FILES | {"files": [{"path": "x", "url": ["ftp://x"]}]}]},
        "is not an address that begins with https://",
    ),
    (
        {"sources": [FILES | {"files": [{"path": "x", "sha256": "AB"}]}]},
        "sha256: 'AB' is not a SHA-256 of 64",
    ),
    ({"printed": [{"source": "erm"}]}, r"printed\[0\]: key 'name' is missing"),
    ({"unavailable": {"why": "gone"}}, "unavailable: key 'how' is missing"),
]


@pytest.mark.parametrize(("changes", "message"), FAULTS, ids=[message for _, message in FAULTS])
def test_faulty_descriptor_is_one_line_that_names_the_fault(tmp_path, changes, message):
    path = write(tmp_path, **changes)
    with pytest.raises(UserError, match=message) as caught:
        load_descriptor(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_yaml_that_would_build_objects_is_refused(tmp_path):
    path = tmp_path / "toy.yaml"
    path.write_text("!!python/object/apply:os.system ['true']")
    with pytest.raises(UserError, match="could not determine a constructor"):
        load_descriptor(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"files_of": "tou"}, "files_of: unknown data set 'tou'; did you mean 'toy'"),
        ({"sources": [FILES]}, "files_of: a source has its own origin too; leave one of them out"),
        ({"sources": [{"format": "csv"}] * 2}, "files_of: toy has 1 sources; give as many here"),
        ({"files_of": "again"}, "files_of: again has no files of its own; name the data set that"),
        ({"files_of": ""}, "a source has no files; name them, or in files_of a data set"),
    ],
)
def test_a_data_set_may_read_the_files_of_another_one(tmp_path, changes, message):
    write(tmp_path)
    sharing = MINIMAL | {"sources": [{"format": "csv"}], "files_of": "toy"}
    for name, entries in (("again", {}), ("wrong", changes)):
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(sharing | entries | {"name": name}))
    again, toy = (load_descriptor(tmp_path / f"{name}.yaml") for name in ("again", "toy"))
    assert again.fetched_as == toy.fetched_as == "toy"
    assert again.sources[0].files == toy.sources[0].files
    assert again.sources[0].format == "csv" != toy.sources[0].format
    with pytest.raises(UserError, match=message):
        load_descriptor(tmp_path / "wrong.yaml")


def test_versions_name_a_data_set_that_exists(tmp_path):
    (tmp_path / "toy.yaml").write_text(yaml.safe_dump(MINIMAL | {"version_of": "tor"}))
    with pytest.raises(UserError, match="version_of: unknown data set 'tor'; did you mean 'toy'"):
        load_catalogue(tmp_path)


def test_of_versions_the_main_one_counts_else_the_first():
    catalogue = load_catalogue(ROOT / "datasets")
    names = ["australian42", "sonar", "australian"]
    assert counted_once(names, catalogue) == ["sonar", "australian"]
    assert counted_once(["german20", "german_onehot"], catalogue) == ["german20"]


def test_a_version_is_of_a_data_set_that_is_no_version_itself():
    descriptors = load_catalogue(ROOT / "datasets").values()
    main = {d.version_of for d in descriptors if d.version_of}
    assert main and not {d.name for d in descriptors if d.version_of} & main


def test_data_in_place_of_others_belong_to_no_paper():
    catalogue = load_catalogue(ROOT / "datasets")
    assert catalogue["vehicle"].belongs_to("thesis") and not catalogue["vehicle"].belongs_to("drm")
    assert not catalogue["vehicle_binary"].belongs_to("drm")  # printed, with a pair of ours
    assert not catalogue["threenorm400"].belongs_to("drm")


def local(tmp_path, name, content="1,2,a\n3,4,b\n5,6,a\n7,8,b\n"):
    folder = tmp_path / "local"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(content)
    return folder / name


def test_an_alias_may_not_be_the_name_of_any_other_data_set(tmp_path):
    write(tmp_path, aliases=["one", "two"])
    other = MINIMAL | {"name": "other", "aliases": ["two"]}
    assert {"toy", "one", "two"} == set(load_catalogue(tmp_path))
    (tmp_path / "other.yaml").write_text(yaml.safe_dump(other))
    with pytest.raises(UserError, match=f"^{tmp_path}: alias 'two' of toy is taken$"):
        load_catalogue(tmp_path)
    (tmp_path / "other.yaml").write_text(yaml.safe_dump(other | {"aliases": ["three"]}))
    catalogue = load_catalogue(tmp_path)
    assert list(catalogue) == ["other", "toy", "three", "one", "two"]
    assert catalogue["two"] is catalogue["toy"] and catalogue["three"] is catalogue["other"]


def test_a_version_may_be_of_a_data_set_read_after_it_but_not_of_an_alias(tmp_path):
    write(tmp_path, aliases=["one"])
    for of, is_known in (("toy", True), ("one", False)):
        version = MINIMAL | {"name": "again", "version_of": of}
        (tmp_path / "again.yaml").write_text(yaml.safe_dump(version))
        if is_known:
            assert load_catalogue(tmp_path)["again"].version_of == of
        else:
            with pytest.raises(UserError, match=f"^{tmp_path}/again.yaml: version_of: unknown"):
                load_catalogue(tmp_path)


def test_a_table_is_a_data_set_unless_a_descriptor_reads_it(tmp_path):
    local(tmp_path, "mine.csv")
    path = local(tmp_path, "read.csv")
    source = {"files": [{"path": "local/read.csv"}], "format": "csv"}
    (tmp_path / "toy.yaml").write_text(yaml.safe_dump(MINIMAL | {"sources": [source]}))
    catalogue = load_catalogue(tmp_path)
    assert list(catalogue) == ["toy", "mine"] and catalogue["mine"].classes == {"a": 2, "b": 2}
    assert catalogue["toy"].sources[0].files[0].local_path == path
    (tmp_path / "local/toy.csv").write_text("1,2,a\n3,4,b\n5,6,a\n7,8,b\n")
    with pytest.raises(UserError, match=r"toy.csv: another data set is called 'toy'; rename"):
        load_catalogue(tmp_path)


def test_a_descriptor_comes_before_the_table_of_its_name(tmp_path):
    path, table = write(tmp_path), local(tmp_path, "mine.csv")
    local(tmp_path, "toy.csv")
    assert descriptor_files(tmp_path) == {"mine": table, "toy": path}
    assert descriptor_files(tmp_path / "none") == {}
    for name in "hbgacfed":
        (tmp_path / f"{name}.yaml").touch()
    assert list(descriptor_files(tmp_path)) == ["mine", "toy", *"abcdefgh"]


@pytest.mark.parametrize(("key", "what"), [("openml", "dataset"), ("openml_task", "task")])
def test_a_key_of_a_source_on_top_is_refused_with_the_command(tmp_path, key, what):
    with pytest.raises(UserError) as refused:
        load_descriptor(write(tmp_path, **{key: 31}))
    assert str(refused.value) == (
        f"{tmp_path}/toy.yaml: {key} is a key of a source; {command(f'new openml-{what} 31')}"
        " writes the whole descriptor"
    )


def test_a_descriptor_is_a_mapping(tmp_path):
    (tmp_path / "toy.yaml").write_text("- openml\n- openml_task\n")
    with pytest.raises(UserError, match=r"toy.yaml"):
        load_descriptor(tmp_path / "toy.yaml")


def test_an_edited_descriptor_is_read_again(tmp_path):
    assert load_descriptor(write(tmp_path)).title == "Toy"
    assert load_descriptor(write(tmp_path, title="Edited")).title == "Edited"


def test_the_hash_of_a_local_file_is_that_of_its_present_bytes(tmp_path):
    table = tmp_path / "local" / "toy.csv"
    table.parent.mkdir()
    source = MINIMAL["sources"][0] | {"files": [{"path": "local/toy.csv"}]}
    descriptor = write(tmp_path, sources=[source])
    hashes = set()
    for content in ("1,a\n2,b\n", "1,a\n3,b\n"):
        table.write_text(content)
        hashes.add(load_descriptor(descriptor).sources[0].files[0].sha256)
    assert len(hashes) == 2


def test_files_of_another_data_set_go_to_each_source_in_turn(tmp_path):
    two = [{"files": [{"path": f"{name}.csv"}], "format": "csv"} for name in "ab"]
    write(tmp_path, sources=two)
    sharing = {"name": "again", "files_of": "toy", "sources": [{"format": "csv"}] * 2}
    path = tmp_path / "again.yaml"
    path.write_text(yaml.safe_dump(MINIMAL | sharing))
    files = [source.files[0].path for source in load_descriptor(path).sources]
    assert files == ["a.csv", "b.csv"]
    mixed = [{"format": "csv"}, two[0]]
    path.write_text(yaml.safe_dump(MINIMAL | sharing | {"sources": mixed}))
    with pytest.raises(UserError, match="a source has its own origin too; leave one of them out"):
        load_descriptor(path)
    write(tmp_path, sources=[two[0], {"bundled": "load_iris"}])
    path.write_text(yaml.safe_dump(MINIMAL | sharing))
    with pytest.raises(UserError, match="files_of: toy has no files of its own"):
        load_descriptor(path)


def test_of_versions_one_counts_in_the_order_of_the_names(tmp_path):
    write(tmp_path)
    for name in ("one", "two"):
        version = MINIMAL | {"name": name, "version_of": "toy"}
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(version))
    (tmp_path / "other.yaml").write_text(yaml.safe_dump(MINIMAL | {"name": "other"}))
    catalogue = load_catalogue(tmp_path)
    for names, counted in (
        (["one", "two"], ["one"]), (["two", "other", "one"], ["two", "other"]),
        (["one", "toy", "other"], ["toy", "other"]), ([], []), (["other", "one"], ["other", "one"]),
    ):  # fmt: skip
        assert counted_once(iter(names), catalogue) == counted


def test_a_version_is_of_a_main_data_set(tmp_path):
    for name, of in (("main", ""), ("first", "main"), ("second", "first")):
        write_descriptor(tmp_path, name)
        with (tmp_path / "datasets" / f"{name}.yaml").open("a") as file:
            file.write(f"version_of: {of!r}\n")
    with pytest.raises(UserError, match="first is a version of main itself; write main"):
        load_catalogue(tmp_path / "datasets")


def test_of_two_tasks_of_openml_so_many_splits_are_planned_as_both_have(tmp_path):
    tasks = [{"openml_task": 7, "openml_splits": 10}, {"openml_task": 8, "openml_splits": 4}]
    for sources, splits in ((tasks, 4), (tasks[::-1], 4), (tasks[:1], 10)):
        file = tmp_path / "toy.yaml"
        file.write_text(yaml.safe_dump({**MINIMAL, "sources": sources}))
        assert load_descriptor(file).openml_splits == splits


def test_a_data_set_is_generated_if_one_of_its_sources_draws_it(tmp_path):
    drawn = {"generator": "ringnorm", "parameters": {"n_samples": 2}}
    for sources, is_drawn in (([drawn], True), ([*MINIMAL["sources"], drawn], True),
                              (MINIMAL["sources"], False)):  # fmt: skip
        file = tmp_path / "toy.yaml"
        file.write_text(yaml.safe_dump({**MINIMAL, "sources": sources}))
        assert load_descriptor(file).generated == is_drawn
