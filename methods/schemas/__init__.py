"""The models of the YAML files: their keys, defaults and constraints, each stated once."""
