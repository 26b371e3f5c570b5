"""`schemas`: write the JSON schemas that editors complete from, generated from the models."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from methods.files import write_text
from methods.schemas.config import Config
from methods.schemas.dataset import Descriptor
from methods.schemas.experiment import Estimator, ExperimentFile
from methods.schemas.outputs import Claim, Output
from methods.schemas.paper import PaperFile
from methods.yaml_files import dump_yaml

FOLDER = Path("workflow", "schemas")
HEAD = "# Generated from methods/schemas by `python -m methods schemas`; do not edit.\n"
TITLES = {
    "config": "config.yaml",
    "dataset": "Descriptor of a data set (datasets/<name>.yaml)",
    "experiment": "An experiment (workflow/experiments/<name>.yaml)",
    "paper": "A paper (workflow/papers/<key>.yaml)",
}
# the model of each kind of file, and the models that its schema refers to by name
MODELS: dict[str, tuple[type[Struct], ...]] = {
    "config": (Config,),
    "dataset": (Descriptor,),
    "experiment": (ExperimentFile, Estimator, Output, Claim),
    "paper": (PaperFile,),
}


def run(options: argparse.Namespace) -> None:
    """Write every schema."""
    for name in MODELS:
        path = FOLDER / f"{name}.schema.yaml"
        write_text(options.root / path, schema_text(name))
        print(f"{path} is written")


def schema_text(name: str) -> str:
    """The schema of one kind of file, as YAML."""
    _, parts = msgspec.json.schema_components(MODELS[name], ref_template="#/$defs/{name}")
    top = parts.pop(MODELS[name][0].__name__)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **top}
    schema["title"] = TITLES[name]
    if parts:
        schema["$defs"] = parts
    text = dump_yaml(_plain(schema), width=100)
    return HEAD + text


def _plain(schema: Any) -> Any:
    """A schema with docstrings on one line, and without what YAML editors do not know."""
    if isinstance(schema, dict):
        known = {key: value for key, value in schema.items() if key != "discriminator"}
        return {key: _plain(value) for key, value in known.items()}
    if isinstance(schema, list | tuple):
        return [_plain(value) for value in schema]
    return " ".join(schema.split()) if isinstance(schema, str) else schema
