"""A Workflow Run RO-Crate: the workflow, its configuration and what one run of it gave.

A crate is a folder with ``ro-crate-metadata.json``, which describes every file in it and says which
workflow made which file from which data. The profile is at https://w3id.org/ro/wfrun/workflow/0.5.
The data sets themselves stay outside: the crate names their addresses and hashes.
"""

from __future__ import annotations

import json
import mimetypes
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.bench.plan import Plan
from methods.errors import UserError
from methods.files import write_atomically, write_text
from methods.provenance import provenance
from methods.sealed_files import read_sealed, read_sealed_json
from methods.sharing.run_settings import refuse_other_settings
from methods.yaml_files import dump_yaml

CRATE = "https://w3id.org/ro/crate/1.1"
WORKFLOW_CRATE = "https://w3id.org/workflowhub/workflow-ro-crate/1.0"
PROFILES = (
    "https://w3id.org/ro/wfrun/process/0.5",
    "https://w3id.org/ro/wfrun/workflow/0.5",
    WORKFLOW_CRATE,
)
SNAKEMAKE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"
LICENCE = "https://spdx.org/licenses/BSD-3-Clause"
METADATA, WORKFLOW, CONFIG = "ro-crate-metadata.json", "Snakefile", "config.yaml"
CODE = (
    "Snakefile", "README.md", "LICENSE", "requirements.lock", "datasets/*.yaml", "methods/**/*.py",
    "methods/report/look/*", "plugins/**/*.py", "workflow/**/*.*",
)  # fmt: skip
PLAIN = "text/plain"  # the format of a file whose name does not tell
FORMATS = {".parquet": "application/vnd.apache.parquet", ".yaml": "application/yaml"}
OUTCOME = (".csv", ".md", ".png")

Entity = dict[str, Any]


def write_crate(plan: Plan, root: Path, folder: Path, tables: list[Path], by: str) -> int:
    """Fill `folder` with the crate of this run; the number of its files.

    `tables` are copied to its top. `by` names who ran the workflow, and may be empty.
    """
    if folder.exists() and any(folder.iterdir()):
        raise UserError(f"{folder} is not empty; name a new folder for the crate")
    if not Path(paths.LEDGER).exists():
        raise UserError(f"no file {paths.LEDGER}; finish a run before you export its crate")
    read_sealed(paths.LEDGER)
    refuse_other_settings(plan)
    results = {file.name: file for file in tables} | dict(_outcome(plan))
    copied = dict(_code(root)) | results
    for name, source in copied.items():
        write_atomically(folder / name, partial(shutil.copyfile, source))
    write_text(folder / CONFIG, dump_yaml(dict(plan.config)))
    names = sorted({*copied, CONFIG})
    content = {
        "@context": f"{CRATE}/context",
        "@graph": [
            _descriptor(),
            *_run(plan, folder, names, sorted(results), by),
            *(_file(folder, name) for name in names if name != WORKFLOW),
        ],
    }
    write_text(folder / METADATA, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return len(names)


def _code(root: Path) -> Iterator[tuple[str, Path]]:
    for pattern in CODE:
        for file in sorted(root.glob(pattern)):
            yield file.relative_to(root).as_posix(), file


def _outcome(plan: Plan) -> Iterator[tuple[str, Path]]:
    yield paths.LEDGER, Path(paths.LEDGER)
    for experiment in plan.running():
        planned = [*plan.tables(experiment), *plan.figures(experiment)]
        shown = [file for file in planned if file.endswith(OUTCOME)]
        for file in [paths.claims(experiment), *shown]:
            if Path(file).exists():
                yield file, Path(file)


def _descriptor() -> Entity:
    return {
        "@id": METADATA,
        "@type": "CreativeWork",
        "about": _to("./"),
        "conformsTo": [_to(CRATE), _to(WORKFLOW_CRATE)],
    }


def _run(plan: Plan, folder: Path, names: list[str], results: list[str], by: str) -> list[Entity]:
    """The crate, its workflow, the run of it, and what these refer to."""
    ended = datetime.fromtimestamp(Path(paths.LEDGER).stat().st_mtime, UTC).isoformat(
        timespec="seconds"
    )
    revision = provenance()["revision"]
    data = list(_data(plan))
    settings: list[Entity] = [
        {"@id": f"#{key}", "@type": "PropertyValue", "name": key, "value": json.dumps(value),
         "exampleOfWork": _to(f"#parameter-{key}")}
        for key, value in plan.config.items()
    ]  # fmt: skip
    parameters: list[Entity] = [
        {"@id": f"#parameter-{key}", "@type": "FormalParameter", "name": key,
         "additionalType": "Text", "workExample": _to(f"#{key}"),
         "conformsTo": _to("https://bioschemas.org/profiles/FormalParameter/1.0-RELEASE")}
        for key in plan.config
    ]  # fmt: skip
    people = [{"@id": "#authors", "@type": "Organization", "name": "The marginbench authors"}]
    if by:
        people.append({"@id": "#agent", "@type": "Person", "name": by})
    root: Entity = {
        "@id": "./", "@type": "Dataset", "name": f"A run of marginbench at {plan.scale} scale",
        "description": "The workflow, its configuration, all scores, tables, figures and verdicts "
        "of one run, and where its data sets come from",
        "datePublished": ended, "license": _to(LICENCE),
        "author": _to("#agent" if by else "#authors"), "publisher": _to("#authors"),
        "conformsTo": [_to(profile) for profile in PROFILES], "mainEntity": _to(WORKFLOW),
        "mentions": _to("#run"), "hasPart": [_to(entry) for entry in names]
        + [_to(entity["@id"]) for entity in data],
    }  # fmt: skip
    workflow: Entity = {
        **_file(folder, WORKFLOW),
        "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow"], "name": "marginbench",
        "programmingLanguage": _to(SNAKEMAKE), "version": revision,
        "conformsTo": _to("https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"),
        "input": [_to(parameter["@id"]) for parameter in parameters],
    }  # fmt: skip
    action: Entity = {
        "@id": "#run", "@type": "CreateAction", "name": f"Run at {plan.scale} scale",
        "description": f"snakemake with {CONFIG} of this crate", "endTime": ended,
        "actionStatus": "http://schema.org/CompletedActionStatus", "instrument": _to(WORKFLOW),
        "object": [_to(entity["@id"]) for entity in [*settings, *data]] + [_to(CONFIG)],
        "result": [_to(name) for name in results], **({"agent": _to("#agent")} if by else {}),
    }  # fmt: skip
    language: Entity = {
        "@id": SNAKEMAKE, "@type": "ComputerLanguage", "name": "Snakemake",
        "version": version("snakemake"), "identifier": _to("https://snakemake.github.io"),
        "url": _to("https://snakemake.github.io"),
    }  # fmt: skip
    works = [
        {"@id": address, "@type": "CreativeWork", "name": name, "version": address.split("/")[-1]}
        for address, name in zip(
            PROFILES,
            ("Process Run Crate", "Workflow Run Crate", "Workflow RO-Crate"),
            strict=True,
        )
    ]
    licence = {"@id": LICENCE, "@type": "CreativeWork", "name": "BSD 3-Clause License"}
    return [
        root, workflow, action, language, licence, *works, *people, *parameters, *settings, *data,
    ]  # fmt: skip


def _data(plan: Plan) -> Iterator[Entity]:
    """The upstream files of the data sets, with the hash of what was read."""
    seen = set()
    for dataset in plan.fetched_datasets():
        report = Path(paths.fetched(dataset))
        content = read_sealed_json(report) if report.exists() else {}
        for file in content.get("files", ()):
            address = file["from"]
            if address.startswith("http") and address not in seen:
                seen.add(address)
                yield {
                    "@id": address, "@type": "File", "name": f"{dataset}: {file['path']}",
                    "sha256": file["sha256"],
                }  # fmt: skip


def _file(folder: Path, name: str) -> Entity:
    content = (folder / name).read_bytes()
    kind = FORMATS.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or PLAIN
    return {
        "@id": name, "@type": "File", "name": name, "contentSize": str(len(content)),
        "sha256": sha256(content).hexdigest(), "encodingFormat": kind,
        **({"about": _to("./")} if name == "README.md" else {}),
    }  # fmt: skip


def _to(identifier: str) -> Entity:
    return {"@id": identifier}
