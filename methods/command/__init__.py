"""The command line, ``python -m methods <command>``.

A command for people is one line or two in `arguments.add_commands` and a module here of the same
name, whose ``run(options)`` does the work: `list`, `show`, `new`, `check`, `status`, `bench`,
`clean`, `claim`, `audit`, `keep`, `export`, `merge`, `schemas`, `document`. Each is imported when
it runs.

A step, which a rule of the workflow calls, is a function in `steps` and an entry in
`step_arguments.add_steps`. `command_line` puts both into one parser and turns errors into one line.

The other modules serve several commands: `layout` prints tables and amounts, `last_run` reads what
the last run gave, `records` reads Snakemake's notes, `estimate` adds up what a run costs,
`output_functions` lists the functions that outputs may name, `output_names` looks up the names in
their options, and `option_mentions` finds these names by the types of the options.
"""
