"""Every edit of a file that results depend on, and exactly the files that it makes stale.

`edits.yaml` has the edits of all keys. The plan says what each file under results/ states.
"""

import copy
import functools
import importlib
import json
import pkgutil
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

import methods.schemas
from methods.bench import dependencies, source_hash
from methods.bench.dependencies import StoredFile, of_figures, of_verdicts, stored_files
from methods.bench.plan import Plan, read_plan
from methods.errors import UserError
from methods.schemas.model import Model
from methods.schemas.outputs import Claim, Output
from methods.sealed_files import combined_identity
from tests.bench.whole_project import add, write_project
from tests.test_rooms import MODULES, all_imports

EDITS = yaml.safe_load(Path(__file__).with_name("edits.yaml").read_text())
SECTIONS = EDITS["sections"]
HASHED = [
    source_hash.sources, source_hash.module_sources, source_hash.module_hash,
    source_hash.installed_version,
]  # fmt: skip
PARSED = [source_hash.imported_modules, source_hash._imports]


def forget(*more):
    for cached in (*HASHED, *more):
        cached.cache_clear()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A project whose plugins and printed numbers are those that are hashed."""
    folder = tmp_path_factory.mktemp("whole")
    write_project(folder)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(source_hash, "PLUGINS", folder / "plugins")
        monkeypatch.setattr(dependencies, "PUBLISHED", folder / "workflow/published")
        forget(*PARSED)
        yield folder
    forget(*PARSED)


def identities(plan: Plan) -> dict[str, str]:
    """What each planned file states by itself, by its path below results/.

    A table is made with the verdicts. A figure has no seal; Snakemake compares what it depends on.
    """
    stated = {file.path: [file.stated, file.inputs] for file in stored_files(plan)}
    for name in plan.running():
        stored, settings = plan.stored(name), dependencies.settings(plan)
        for path in plan.tables(name):
            stated[path] = [of_verdicts(plan, name), stored]
        for path in plan.figures(name):
            formats = plan.config["figure_formats"]
            stated[path] = [of_figures(plan, name), stored, settings, formats]
    return {path.removeprefix("results/"): json.dumps(what) for path, what in stated.items()}


def of_files(root: Path) -> dict[str, str]:
    return identities(read_plan(root))


@pytest.fixture(scope="module")
def unedited(whole):
    return of_files(whole)


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {path for path in {*before, *after} if before.get(path) != after.get(path)}


def matching(patterns: list, paths) -> set[str]:
    flat = [p for entry in patterns for p in (entry if isinstance(entry, list) else [entry])]
    matches = {p: {path for path in paths if fnmatchcase(path, p)} for p in flat}
    assert all(matches.values()), [p for p, those in matches.items() if not those]
    return set().union(*matches.values())


def put(content, place: str, value):
    """The content with another value at a place such as ``sources.0.files``."""
    keys = [int(key) if key.isdigit() else key for key in place.split(".") if key]
    if not keys:
        return value
    content = copy.deepcopy(content)
    at = content
    for key, following in pairwise(keys):
        empty = [None] if isinstance(following, int) else {}
        at = at[key] if isinstance(at, list) else at.setdefault(key, empty)
    at[keys[-1]] = value
    return content


def taken(content, place: str):
    for key in filter(None, place.split(".")):
        content = content[int(key)] if isinstance(content, list) else content.get(key, {})
    return content


def rows() -> Iterator:
    for section in SECTIONS:
        for key, entries in section["keys"].items():
            entries = entries if isinstance(entries, list) else [entries]
            for number, row in enumerate(entries):
                place = Path(row.get("in", section["in"])).stem
                name = f"{section['model']}.{key} of {place}{f', {number}' if number else ''}"
                if "see" not in row:
                    yield pytest.param(section, key, row, id=name)


@pytest.fixture
def edited(whole):
    """A function that writes a file of the project, whose content comes back afterwards."""
    before: dict[Path, bytes] = {}

    def write(file, text):
        before.setdefault(whole / file, (whole / file).read_bytes())
        (whole / file).write_text(text)

    yield write
    for file, content in before.items():
        file.write_bytes(content)
    if any(file.suffix == ".py" for file in before):
        forget()


@pytest.mark.parametrize(("section", "key", "row"), [*rows()])
def test_an_edited_key_makes_exactly_these_files_stale(whole, unedited, edited, section, key, row):
    file, at = row.get("in", section["in"]), section.get("at", "")
    content = yaml.safe_load((whole / file).read_text())
    before = unedited
    if "holds" in section:
        content = put(content, at, section["holds"])
        edited(file, yaml.safe_dump(content, sort_keys=False))
        before = of_files(whole)
    inner = row.get("instead") or {**taken(content, at), key: row["to"]}
    assert inner != taken(content, at)
    edited(file, yaml.safe_dump(put(content, at, inner), sort_keys=False))
    if row.get("refused"):
        with pytest.raises(UserError):
            read_plan(whole)
        return
    after = of_files(whole)
    stale = matching(row.get("stale", section.get("stale")), {*before, *after})
    assert changed(before, after) == stale


def test_a_first_paper_file_makes_verdicts_stale(whole):
    """Claims on a paper rest on the data sets that it prints, and others on all."""
    file = whole / "workflow/papers/erm.yaml"
    before, content = of_files(whole), file.read_text()
    add(whole / "datasets/shown.yaml", printed=[])
    add(whole / "datasets/beta.yaml", printed=[])
    try:
        printed = of_files(whole)
        file.unlink()
        assert changed(printed, of_files(whole)) >= {"toy/claims.json"}
    finally:
        file.write_text(content)
        shown = [{"source": "erm", "name": "S", "shape": None, "meets": None}]
        add(whole / "datasets/shown.yaml", printed=shown)
        add(whole / "datasets/beta.yaml", printed=shown)
    assert before == of_files(whole)


def models() -> dict[str, type[Model]]:
    """All models of YAML files that a run reads, by name."""
    for module in pkgutil.iter_modules(methods.schemas.__path__):
        importlib.import_module(f"methods.schemas.{module.name}")
    waiting, known = [Model], {}
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        known |= {m.__name__: m for m in below if m.__module__.startswith("methods.schemas")}
    return known


BASES = {"Split", "Options", "NamedColumns", "Part"}  # whose keys are those of other models


def test_the_table_has_every_key_of_every_model():
    listed = {section["model"]: set() for section in SECTIONS}
    for section in SECTIONS:
        listed[section["model"]] |= {*section["keys"]}
    known = {name: set(m.__struct_fields__) for name, m in models().items() if name not in BASES}
    known |= {m.__name__: set(m.__struct_fields__) for m in (Output, Claim)}
    assert listed == known
    seen = [row["see"] for section in SECTIONS for row in section["keys"].values() if "see" in row]
    assert set(seen) <= set(listed)


@pytest.mark.parametrize("file", EDITS["edited"])
def test_an_edited_file_makes_exactly_these_files_stale(whole, edited, file):
    before = of_files(whole)
    text = (whole / file).read_text()
    edited(file, text + (text.splitlines()[-1] if file.endswith("csv") else "# more") + "\n")
    forget()
    after = of_files(whole)
    assert changed(before, after) == matching(EDITS["edited"][file], {*before, *after})


@functools.cache
def behind(module: str) -> frozenset[str]:
    """The module and all that it imports, by another reading of the sources than that of hashes."""
    waiting, seen = [module], set()
    while waiting:
        if (name := waiting.pop()) not in seen:
            seen.add(name)
            waiting += all_imports()[name]
    return frozenset(seen)


# the modules of ours that hold what makes a file, and the files
MAKERS = {
    "toy/*/fits/*/stumps/*": ["methods.boosting.adaboost"],
    "other/*/fits/*/stumps/*": ["methods.boosting.adaboost"],
    "toy/main/fits/alpha/*": ["methods.data.encoding"],
    "other/main/fits/noted/*": ["methods.data.encoding"],
    "other/main/fits/framed/*": ["methods.data.encoding"],
    "*/scores/*": ["methods.bench.scoring"],
    "*/runs/*": ["methods.bench.scoring"],
    "*/traces/*": ["methods.bench.scoring"],
    "*/artifacts/*": ["methods.bench.scoring"],
    "toy/claims.json": ["methods.tables.scores", "methods.claims.scores", "methods.claims.ledger"],
    "toy/t.*": ["methods.tables.scores", "methods.claims.scores", "methods.claims.ledger"],
    "toy/f.*": ["methods.figures.curves", "methods.figures.style"],
    "other/claims.json": ["methods.claims.ledger"],
    "other/t.*": ["methods.claims.ledger"],
    "claims.json": ["methods.claims.ledger"],
    "compiled/methods.boosting._kernels.json": ["methods.boosting._kernels"],
}


@pytest.fixture
def hashed_again():
    """A function that forgets hashes, and does so after the test."""
    yield forget
    forget()


@pytest.mark.parametrize(
    "each", [pytest.param(False, id="one of a kind"), pytest.param(True, marks=pytest.mark.slow)]
)
def test_an_edited_module_makes_exactly_what_it_makes_stale(whole, monkeypatch, hashed_again, each):
    plan, edited = read_plan(whole), set()
    before, unedited = identities(plan), functools.cache(source_hash.module_hash)
    versions = functools.cache(source_hash.version)
    monkeypatch.setattr(source_hash, "version", versions)
    monkeypatch.setattr(
        source_hash, "module_hash", lambda name: unedited(name) + "+" * (name in edited)
    )
    made_by = {
        module: [p for p, makers in MAKERS.items() if any(module in behind(m) for m in makers)]
        for module, file in MODULES.items()
        if file.stem != "__init__"  # all are empty or have names alone
    }
    unused = {module for module, made in made_by.items() if not made}
    used = sorted(made_by.keys() - unused)
    if not each:  # the last module of those that make the same files
        used = [*{tuple(made_by[module]): module for module in used}.values()]
    for modules in (unused, *({module} for module in used)):
        edited.clear()
        edited |= modules
        hashed_again()
        expected = matching(made_by[min(modules)], before)
        assert changed(before, identities(plan)) == expected, modules


ALL_FITS = ["*/fits/*"]
SCORED = ["other/main/scores/*", "other/main/runs/*", "other/main/traces/*",
          "other/main/artifacts/*"]  # fmt: skip


@pytest.mark.parametrize(
    ("constant", "stale"),
    [
        ("DATA_FORMAT", ["data/*"]),
        ("SPLIT_FORMAT", ["*/splits/*"]),
        ("BLOCK_FORMAT", ALL_FITS),
    ],
)
def test_a_raised_format_makes_its_files_stale(whole, monkeypatch, constant, stale):
    before = of_files(whole)
    monkeypatch.setattr(dependencies, constant, getattr(dependencies, constant) + 1)
    after = of_files(whole)
    assert changed(before, after) == matching(stale, before)


@pytest.mark.parametrize("library", ["numpy", "scipy", "scikit-learn", "numba"])
def test_another_version_of_a_library_makes_fits_and_scored_metrics_stale(
    whole, monkeypatch, hashed_again, library
):
    before, version = of_files(whole), source_hash.version
    monkeypatch.setattr(
        source_hash, "version", lambda name: version(name) + (name == library) * "+"
    )
    hashed_again()
    after = of_files(whole)
    assert changed(before, after) == matching([*ALL_FITS, *SCORED], before)


def test_two_plans_of_one_project_state_the_same(whole):
    assert of_files(whole) == of_files(whole)


def stored_by_path(whole) -> dict[str, StoredFile]:
    return {file.path: file for file in stored_files(read_plan(whole))}


def test_every_stored_file_states_the_identities_of_what_it_is_made_from(whole):
    inputs = {path: dict(file.inputs) for path, file in stored_by_path(whole).items()}
    main, data = "results/toy/main", "results/data"
    first, second = "0000-0004.npz", "0005-0009.npz"
    splits = (f"{main}/splits/alpha/{first}", f"{main}/splits/alpha/{second}")
    fits = [f"{main}/fits/alpha/{m}/{b}" for m in ("own", "stumps") for b in (first, second)]
    assert inputs[f"{data}/raw/alpha/fetched.json"] == {}
    assert inputs[f"{data}/alpha.npz"] == {"raw": (f"{data}/raw/alpha/fetched.json",)}
    assert inputs[f"{data}/gamma.npz"] == {"raw": (f"{data}/raw/beta/fetched.json",)}
    assert f"{data}/raw/gamma/fetched.json" not in inputs
    for split in splits:
        assert inputs[split] == {"data": (f"{data}/alpha.npz",)}
    for number, fit in enumerate(fits):
        expected = {"data": (f"{data}/alpha.npz",), "split": (splits[number % 2],)}
        assert inputs[fit] == expected
    scored = {"data": (f"{data}/alpha.npz",), "splits": splits, "fits": tuple(fits)}
    for kind in ("scores/alpha.parquet", "runs/alpha.parquet", "traces/alpha.parquet",
                 "artifacts/alpha.npz"):  # fmt: skip
        assert inputs[f"{main}/{kind}"] == scored
    assert inputs["results/toy/claims.json"] == {"stored": tuple(read_plan(whole).stored("toy"))}
    claims = ("results/other/claims.json", "results/toy/claims.json")
    assert inputs["results/claims.json"] == {"claims": claims}


def test_every_stored_file_comes_after_what_it_is_made_from(whole):
    seen: set[str] = set()
    for file in stored_files(read_plan(whole)):
        assert {path for paths in file.inputs.values() for path in paths} <= seen
        assert {*file.compiled} <= seen
        seen.add(file.path)


def test_a_fit_waits_for_the_compiled_code_of_its_method_alone(whole):
    planned = stored_by_path(whole)
    for path, file in planned.items():
        kernels = ("results/compiled/methods.boosting._kernels.json",)
        assert file.compiled == (kernels if "/fits/" in path and "/stumps/" in path else ())


def test_what_is_behind_a_source_hash_is_what_is_hashed(whole):
    for path, file in stored_by_path(whole).items():
        if file.sources:
            assert file.stated["source"] == source_hash.hash_of_sources(file.sources), path
        assert bool(file.sources) == ("source" in file.stated), path


def test_a_file_states_its_path_and_one_identity_for_each_name_of_inputs():
    file = StoredFile("x.npz", {"format": "1"}, {"data": ("a",), "fits": ("b", "c")})
    known = {"a": "1", "b": "2", "c": "3"}
    expected = {"file": "x.npz", "format": "1", "data": combined_identity("1"),
                "fits": combined_identity(["2", "3"])}  # fmt: skip
    assert file.made_from(known) == expected
    swapped = file.made_from({"a": "1", "b": "3", "c": "2"})
    assert swapped["fits"] != expected["fits"]
    del known["c"]
    assert file.made_from(known) == {k: v for k, v in expected.items() if k != "fits"}
