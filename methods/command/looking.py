"""Whether Snakemake was asked to look, and not to run jobs.

It reads the Snakefile before it says so. Its own parser knows all spellings of its options.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

LOOKS = {
    "archive", "cleanup_metadata", "cleanup_shadow", "conda_cleanup_envs", "conda_create_envs_only",
    "container_cleanup_images", "containerize", "d3dag", "dag", "delete_all_output",
    "delete_temp_output", "detailed_summary", "dryrun", "filegraph", "generate_unit_tests", "lint",
    "list_changes", "list_conda_envs", "list_input_changes", "list_params_changes", "list_rules",
    "list_target_rules", "list_untracked", "print_compilation", "report", "rulegraph", "summary",
    "touch", "unlock",
}  # fmt: skip


def only_looks(command: Sequence[str]) -> bool:
    """Whether this command line of Snakemake runs no job; False for that of another program."""
    program, *arguments = command
    if "snakemake" not in PurePath(program).parts[-2:]:
        return False
    from snakemake.cli import get_argument_parser

    options, _ = get_argument_parser().parse_known_args(arguments)
    asked = {name for name in LOOKS if getattr(options, name, None) not in (None, False)}
    return bool(asked - {"report"} if options.report_after_run else asked)
