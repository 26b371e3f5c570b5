"""The architecture: which room may import which, and how large and how alike modules may be.

All tests read the source; none imports it. Imports inside functions count like the others.
"""

import ast
import io
import keyword
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "methods"

# From the lowest floor to the highest. A module may import from its own floor and from those below.
FLOORS = (
    (
        "methods",
        "errors",
        "seeds",
        "files",
        "sealed_files",
        "parquet_files",
        "csv_files",
        "trial_rows",
        "yaml_files",
        "provenance",
        "project",
    ),
    ("schemas",),
    ("base", "kernel_functions", "angles", "selection"),
    ("objectives",),
    ("margin", "matrix", "perceptron", "boosting", "multiclass", "complexity"),
    ("measures",),
    ("data",),
    ("bench",),
    ("inference",),
    ("forensics",),
    ("performance",),
    ("tables",),
    ("claims",),
    ("figures",),
    ("report",),
    ("sharing",),
    ("command",),
    ("__main__",),
)
# The rooms of this floor stand side by side: none imports another, with these exceptions.
MACHINES = FLOORS[4]
ALLOWED = {("multiclass", "boosting")}

# A table, a claim and a figure may be about the same thing, such as scores or seconds.
PARALLEL = ("tables", "claims", "figures")

LONGEST_MODULE = 300  # lines
LARGEST_BENCH = 20  # modules
LONGEST_COPY = 11  # lines of code
FEWEST_KINDS = 3  # of lines in a copy

FLOOR_OF_ROOM = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
IGNORED_TOKENS = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENDMARKER, tokenize.ENCODING,
}  # fmt: skip


def modules_below(package: Path) -> dict[str, Path]:
    """Dotted name to file, for each module of `package`."""
    modules = {}
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package.parent).with_suffix("").parts
        modules[".".join(parts).removesuffix(".__init__")] = file
    return modules


def imports_of(file: Path, modules: dict[str, Path]) -> set[str]:
    """The modules among `modules` that `file` imports, at its top or in a function."""
    imported = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            source = str(node.module)
            members = [f"{source}.{alias.name}" for alias in node.names]
            names = [member if member in modules else source for member in members]
        else:
            continue
        imported |= {name for name in names if name in modules}
    return imported


@cache
def all_imports() -> dict[str, set[str]]:
    """The modules that each module of the package imports."""
    return {module: imports_of(file, MODULES) for module, file in MODULES.items()}


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def too_long(modules: dict[str, Path]) -> list[str]:
    lengths = {name: len(file.read_text().splitlines()) for name, file in modules.items()}
    return [f"{name}: {n} lines" for name, n in lengths.items() if n > LONGEST_MODULE]


def arrows_upward(imports: dict[str, set[str]]) -> list[str]:
    arrows = []
    for module, imported_modules in imports.items():
        for imported in sorted(imported_modules):
            start, end = room_of(module), room_of(imported)
            side_by_side = start != end and start in MACHINES and end in MACHINES
            if FLOOR_OF_ROOM[start] < FLOOR_OF_ROOM[end] or (
                side_by_side and (start, end) not in ALLOWED
            ):
                arrows.append(f"{module} -> {imported}")
    return arrows


def circles(imports: dict[str, set[str]]) -> list[str]:
    """Modules of a circle, and modules that import these.

    They are left when modules that import none of the others are removed, again and again.
    """
    left = {module: imported - {module} for module, imported in imports.items()}
    while free := {module for module, imported in left.items() if not imported & set(left)}:
        left = {module: imported for module, imported in left.items() if module not in free}
    return sorted(left)


def names_taken_twice(modules: dict[str, Path]) -> list[str]:
    """Modules of one name, unless their rooms say what sets them apart."""
    homes = defaultdict(list)
    for module, file in modules.items():
        if file.stem not in ("__init__", "_kernels") and "papers" not in file.parts:
            homes[file.stem].append(module)
    return [
        " = ".join(same)
        for same in homes.values()
        if len(same) > 1 and not all(room_of(module) in PARALLEL for module in same)
    ]


Line = tuple[int, tuple[str, ...]]  # number, tokens


def lines_of_code(source: str) -> list[Line]:
    """Lines with their tokens; names, texts and numbers are replaced by their kind.

    Only lines that do something are compared. Docstrings, comments and blank lines are left out,
    and so are declarations: imports, constants, fields, parameters, and the constructors that
    scikit-learn asks for, which only store their parameters.
    """
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            left_out.update(range(node.lineno + 1, node.body[0].lineno))
        if _is_text(node) or _is_declaration(node):
            left_out.update(range(node.lineno, node.end_lineno + 1))
    tokens: dict[int, list[str]] = defaultdict(list)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in IGNORED_TOKENS and token.start[0] not in left_out:
            tokens[token.start[0]].append(_kind(token))
    return [(number, tuple(texts)) for number, texts in sorted(tokens.items())]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_declaration(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        names = [target for target in node.targets if isinstance(target, ast.Name)]
        return isinstance(node.value, ast.Constant) and all(name.id.isupper() for name in names)
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    if isinstance(node, ast.FunctionDef) and node.name == "__init__":
        return all(isinstance(line, ast.Assign) for line in node.body)
    return isinstance(node, ast.Import | ast.ImportFrom)


def _kind(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
        return "name"
    if token.type == tokenize.OP or token.type == tokenize.NAME:
        return token.string
    return tokenize.tok_name[token.type]


def copies(lines_of_module: dict[str, list[Line]]) -> list[str]:
    """Pairs of places whose lines of code are alike for more than LONGEST_COPY lines.

    Lines that hardly differ among themselves are a list of names or numbers and no copy.
    """
    window = LONGEST_COPY + 1
    places = defaultdict(list)
    numbers: dict[tuple[str, ...], int] = {}  # of unlike lines; they are compared many times
    for module, lines in lines_of_module.items():
        numbered = [numbers.setdefault(tokens, len(numbers)) for _, tokens in lines]
        for start in range(len(lines) - window + 1):
            content = tuple(numbered[start : start + window])
            if len(set(content)) > FEWEST_KINDS:
                places[content].append((module, start))
    pairs = {
        pair
        for same in places.values()
        for pair in combinations(same, 2)
        if pair[0][0] != pair[1][0] or pair[1][1] - pair[0][1] >= window
    }
    return [_described(first, second, pairs, lines_of_module) for first, second in _starts(pairs)]


def _starts(pairs: set) -> Iterator[tuple]:
    """The pairs that do not continue another pair by one line."""
    for (a, i), (b, j) in sorted(pairs):
        if ((a, i - 1), (b, j - 1)) not in pairs:
            yield (a, i), (b, j)


def _described(first: tuple, second: tuple, pairs: set, lines_of_module: dict) -> str:
    (a, i), (b, j) = first, second
    n = 0
    while ((a, i + n), (b, j + n)) in pairs:
        n += 1
    last = n + LONGEST_COPY - 1
    spans = [
        f"{module}:{lines_of_module[module][start][0]}-{lines_of_module[module][start + last][0]}"
        for module, start in (first, second)
    ]
    return " = ".join(spans)


LOOP = """def add(rows):
    total = start(rows)
    for row in rows:
        if row:
            total += row
        elif total > 3:
            total -= 1
        else:
            total = -total
    while total:
        total = step(total)
    return total
"""  # twelve lines
MODULES = modules_below(PACKAGE)


@pytest.fixture
def faulty(tmp_path):
    """A package with one fault of each kind."""
    source = {
        "errors.py": "def late():\n    from methods.data import box\n",  # upward
        "data/box.py": "import methods.data.lid\n" + LOOP,
        "data/lid.py": "from methods.data.box import x\n",  # a circle
        "margin/box.py": "import methods.matrix.long\n" + LOOP.replace("total", "product"),
        "matrix/long.py": "x = 1\n" * (LONGEST_MODULE + 1),
        "claims/papers/box.py": "",
    }
    package = tmp_path / "methods"
    for name, text in source.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    return modules_below(package)


def test_each_fault_is_seen(faulty):
    imports = {module: imports_of(file, faulty) for module, file in faulty.items()}
    assert too_long(faulty) == [f"methods.matrix.long: {LONGEST_MODULE + 1} lines"]
    assert arrows_upward(imports) == [
        "methods.errors -> methods.data.box", "methods.margin.box -> methods.matrix.long",
    ]  # fmt: skip
    assert circles(imports) == ["methods.data.box", "methods.data.lid", "methods.errors"]
    assert names_taken_twice(faulty) == ["methods.data.box = methods.margin.box"]
    code = {module: lines_of_code(file.read_text()) for module, file in faulty.items()}
    assert copies(code) == ["methods.data.box:2-13 = methods.margin.box:2-13"]


def test_no_module_is_longer_than_a_few_screens():
    faults = too_long(MODULES)
    assert not faults, "\n".join(faults)


def test_bench_stays_small():
    modules = [
        m for m, file in MODULES.items() if room_of(m) == "bench" and file.stem != "__init__"
    ]
    assert len(modules) <= LARGEST_BENCH


def test_every_module_is_in_a_room():
    assert {room_of(module) for module in MODULES} <= set(FLOOR_OF_ROOM)


@pytest.mark.slow
def test_modules_import_in_no_circle():
    faults = circles(all_imports())
    assert not faults, "\n".join(faults)


@pytest.mark.slow
def test_no_room_imports_one_above_it():
    faults = arrows_upward(all_imports())
    assert not faults, "\n".join(faults)


def test_no_two_modules_have_one_name():
    faults = names_taken_twice(MODULES)
    assert not faults, "\n".join(faults)


@pytest.mark.slow
def test_no_twelve_lines_of_code_stand_twice():
    code = {module: lines_of_code(file.read_text()) for module, file in MODULES.items()}
    faults = copies(code)
    assert not faults, "\n".join(faults)
